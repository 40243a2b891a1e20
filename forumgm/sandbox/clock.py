"""The forum clock: the only time that the sandbox knows.

Laws:
* Forum time never runs backwards. It is wall time (times a speed), or stands still until it is told to advance.
* Stamps on items are whole seconds, as Reddit's are; the clock itself is finer so that a speed works smoothly.
* What lives on the machine's side (token expiry, a rate window) asks ``machine``, never the forum's time.
"""

import threading
import time
from collections.abc import Callable
from enum import Enum

LATEST = 32_503_680_000
"""Epoch seconds of the year 3000: later than any game, and no date anywhere fails on it."""


class Pace(Enum):
    """How forum time passes."""

    RUNNING = "running"
    MANUAL = "manual"


class ForumClock:
    """Tells forum time in epoch seconds; safe to ask and to move from several threads."""

    def __init__(
        self,
        *,
        pace: Pace = Pace.RUNNING,
        speed: float = 1.0,
        start: float | None = None,
        machine: Callable[[], float] = time.time,
    ) -> None:
        """Start at ``start`` (default: now); ``speed`` is forum seconds per second and only matters when running."""
        self._lock = threading.Lock()
        self._machine = machine
        self._pace = pace
        self._speed = _checked_speed(speed)
        self._anchor = machine()
        self._base = self._anchor if start is None else float(start)
        if pace is Pace.MANUAL:
            self._base = float(int(self._base))

    @property
    def pace(self) -> Pace:
        """Whether the clock runs by itself."""
        return self._pace

    @property
    def speed(self) -> float:
        """Forum seconds per second of the machine."""
        return self._speed

    def machine(self) -> float:
        """The machine's own time, for what is no part of the forum."""
        return self._machine()

    def now(self) -> float:
        """Forum time in epoch seconds."""
        with self._lock:
            return self._now()

    def stamp(self) -> int:
        """Forum time in whole seconds, as items carry it."""
        return int(self.now())

    def advance(self, seconds: float) -> None:
        """Forum time is ``seconds`` later; ValueError when that is negative or behind the year 3000."""
        if not seconds >= 0:
            raise ValueError("advance must be a number of seconds, 0 or more")
        with self._lock:
            if self._now() + seconds > LATEST:
                raise ValueError("advance leads no further than to the year 3000")
            self._base += seconds

    def run_at(self, speed: float) -> None:
        """From now on forum time runs at ``speed`` (0 stops it); ValueError when that is no speed."""
        checked = _checked_speed(speed)
        with self._lock:
            self._base, self._anchor = self._now(), self._machine()
            self._speed = checked

    def not_before(self, moment: float) -> None:
        """Forum time is at least ``moment``: what a restart does with the time that the storage remembers."""
        with self._lock:
            self._base += max(0.0, moment - self._now())

    def _now(self) -> float:
        if self._pace is Pace.MANUAL:
            return self._base
        return self._base + max(0.0, self._machine() - self._anchor) * self._speed


def _checked_speed(speed: float) -> float:
    if not 0 <= speed <= 1_000_000:
        raise ValueError("speed must be between 0 and 1000000 forum seconds per second")
    return float(speed)
