"""Deadlines: an index over what is due in which game. The games decide what is true (design.md law 4)."""

from collections.abc import Iterable

from sqlalchemy import RowMapping, select

from forumgm.adapters.store.tables import deadlines, games
from forumgm.adapters.store.work import Work
from forumgm.app.ports import Deadline, GameStatus


class DeadlinesPart(Work):
    """The part of a transaction that keeps deadlines."""

    def set_deadlines(self, game: str, rows: Iterable[Deadline]) -> None:
        """Replace all of a game's deadlines; of equal keys the last one counts."""
        unique = {row.key: row for row in rows}
        self.change(deadlines.delete().where(deadlines.c.game == game))
        self.add(
            deadlines,
            [
                {
                    "game": game,
                    "key": row.key,
                    "place": place,
                    "due": row.due,
                    "verb": row.verb,
                    "args": row.args,
                    "ceiling": row.ceiling,
                }
                for place, row in enumerate(unique.values())
            ],
        )

    def deadlines(self, game: str) -> list[Deadline]:
        """Return all deadlines of one game, earliest first; at one moment in the order in which they were set."""
        theirs = select(deadlines).where(deadlines.c.game == game)
        return [_deadline(row) for row in self.rows(theirs.order_by(deadlines.c.due, deadlines.c.place))]

    def due(self, until: int) -> list[Deadline]:
        """Return the deadlines of open games due at or before this time, earliest first."""
        ripe = select(deadlines).join(games, games.c.id == deadlines.c.game)
        ripe = ripe.where(deadlines.c.due <= until, games.c.status == GameStatus.OPEN)
        by_time = ripe.order_by(deadlines.c.due, games.c.opened_at, games.c.number, deadlines.c.place)
        return [_deadline(row) for row in self.rows(by_time)]


def _deadline(row: RowMapping) -> Deadline:
    return Deadline(
        game=row["game"],
        key=row["key"],
        due=row["due"],
        verb=row["verb"],
        args=row["args"],
        ceiling=row["ceiling"],
    )
