"""The event log: lines behind lines, never changed, never removed.

Law: the game's version is the seq of its newest event and moves only here, by compare-and-set.
"""

from collections.abc import Sequence

from sqlalchemy import select, update

from forumgm.adapters.store.tables import events, games
from forumgm.adapters.store.work import Work
from forumgm.app.ports import StaleVersionError
from forumgm.core.events import Recorded


class EventsPart(Work):
    """The part of a transaction that keeps the logs."""

    def append(self, game: str, recorded: Sequence[Recorded], *, expected: int) -> None:
        """Add events behind version ``expected``, numbered on from it. Raises StaleVersionError."""
        if [event.seq for event in recorded] != list(range(expected + 1, expected + 1 + len(recorded))):
            raise StaleVersionError(f"the events of {game} are not numbered on from {expected}")
        move = update(games).where(games.c.id == game, games.c.version == expected)
        if not self.change(move.values(version=expected + len(recorded))):
            raise StaleVersionError(f"{game} is no longer at version {expected}")
        rows = [{"seq": e.seq, "at": e.at, "type": e.event.type, "line": e.line} for e in recorded]
        self.add(events, [{"game": game, **row} for row in rows])

    def log(self, game: str) -> list[str]:
        """Return all lines of a game's record, oldest first."""
        lines = select(events.c.line).where(events.c.game == game).order_by(events.c.seq)
        return [row["line"] for row in self.rows(lines)]
