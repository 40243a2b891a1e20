"""The only wall clock of the program, for logs, back-off and settings. The games' time is the forum's."""

import time


class WallClock:
    """Tells the machine's own time."""

    def now(self) -> int:
        """Return epoch seconds, UTC."""
        return int(time.time())

    def monotonic(self) -> float:
        """Return seconds that never run backwards, from an arbitrary start."""
        return time.monotonic()
