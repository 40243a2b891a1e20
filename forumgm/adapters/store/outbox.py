"""The outbox: what was decided to be written, from the decision to the forum's answer (reddit.md 6.1).

Laws: a key is queued once. A game's posts leave one after the other: as long as one is queued or in doubt, none with
a higher number is sendable.
"""

from dataclasses import fields
from typing import Any

from sqlalchemy import RowMapping, Select, and_, case, not_, or_, select, update

from forumgm.adapters.store.tables import outbox
from forumgm.adapters.store.work import Work
from forumgm.app.ports import OutboxRow, Road, RowState, StoreError

_FIELDS = tuple(field.name for field in fields(OutboxRow))
_UNSENT = (RowState.QUEUED, RowState.SENDING)
_AGE = (outbox.c.created, outbox.c.place)


class OutboxPart(Work):
    """The part of a transaction that keeps the outbox."""

    def queue(self, row: OutboxRow) -> bool:
        """Add a row unless its key is known (False). Rows still queued in the same slot become DROPPED."""
        if not self.add_once(outbox, _values(row), key="key"):
            return False
        if row.slot:
            older = and_(outbox.c.slot == row.slot, outbox.c.state == RowState.QUEUED, outbox.c.key != row.key)
            self.change(update(outbox).where(older).values(state=RowState.DROPPED))
        return True

    def save_row(self, row: OutboxRow) -> None:
        """Write every field of a queued row. Raises StoreError if its key is unknown."""
        if not self.change(update(outbox).where(outbox.c.key == row.key).values(**_values(row))):
            raise StoreError("an outbox row that was never queued cannot be saved")

    def row(self, key: str) -> OutboxRow | None:
        """Return a row by its key, None if there is none."""
        found = self.first(select(outbox).where(outbox.c.key == key))
        return None if found is None else _row(found)

    def sendable(self, now: int, limit: int) -> list[OutboxRow]:
        """Return queued rows due for sending: public ones first, each game's posts by number, then by age."""
        before = outbox.alias("before")
        held_up = (
            select(before.c.place)
            .where(
                before.c.game == outbox.c.game,
                before.c.road == Road.POST,
                before.c.state.in_(_UNSENT),
                or_(
                    before.c.number < outbox.c.number,
                    and_(before.c.number == outbox.c.number, before.c.place < outbox.c.place),
                ),
            )
            .exists()
        )
        ripe = select(outbox).where(
            outbox.c.state == RowState.QUEUED,
            outbox.c.next_try <= now,
            or_(outbox.c.road != Road.POST, not_(held_up)),
        )
        private_last = case((outbox.c.road == Road.MESSAGE, 1), else_=0)
        return [_row(found) for found in self.rows(ripe.order_by(private_last, *_AGE).limit(limit))]

    def rows_in(self, state: RowState) -> list[OutboxRow]:
        """Return all rows in a state, oldest first."""
        return self._rows(select(outbox).where(outbox.c.state == state))

    def rows_of(self, game: str) -> list[OutboxRow]:
        """Return all rows of a game, oldest first."""
        return self._rows(select(outbox).where(outbox.c.game == game))

    def _rows(self, statement: Select[Any]) -> list[OutboxRow]:
        return [_row(found) for found in self.rows(statement.order_by(*_AGE))]


def _values(row: OutboxRow) -> dict[str, Any]:
    return {name: getattr(row, name) for name in _FIELDS}


def _row(found: RowMapping) -> OutboxRow:
    return OutboxRow(**{name: found[name] for name in _FIELDS})
