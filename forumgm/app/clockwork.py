"""Clockwork: deadlines that struck become orders (design.md law 4).

Laws: a ceiling takes effect only after a successful poll that began at least ``close_grace`` after it and after the
thread's tree was read once since; it takes effect once, dated when it was due. Reminders need no grace.
"""

from collections.abc import Callable
from dataclasses import dataclass

from forumgm.app import marks
from forumgm.app.outage import Outages
from forumgm.app.ports import Deadline, Game, GameStatus, Store, StoreError, Transaction
from forumgm.app.table import Table
from forumgm.core.orders import CLOCK, Order


@dataclass(frozen=True, slots=True)
class Reading:
    """What the app knows of its own reading when the clock is looked at."""

    began: int
    """Forum time at which the newest successful poll began."""
    now: int


class Clockwork:
    """Strikes what is due."""

    def __init__(self, *, store: Store, table: Table, outages: Outages, close_grace: int) -> None:
        self._store = store
        self._table = table
        self._outages = outages
        self._grace = close_grace

    def strike(self, reading: Reading, *, set_aside: Callable[[Game, Exception], None]) -> int:
        """Carry out everything due that may take effect; return how many struck."""
        with self._store.transaction() as tx:
            due = tx.due(reading.now)
        struck = 0
        for deadline in due:
            try:
                with self._store.transaction() as tx:
                    struck += self._strike(tx, deadline, reading)
            except StoreError:
                raise  # no game's fault: it strikes at the next poll
            except Exception as error:  # noqa: BLE001 - one game that fails never stops the others (law 9)
                with self._store.transaction() as tx:
                    game = tx.game(deadline.game)
                if game is not None:
                    set_aside(game, error)
        return struck

    def _strike(self, tx: Transaction, deadline: Deadline, reading: Reading) -> int:
        game = tx.game(deadline.game)
        if game is None or game.status is not GameStatus.OPEN:
            return 0
        if deadline.key not in {d.key for d in tx.deadlines(game.id)}:
            return 0  # an earlier one in this round has changed what is due
        order = Order(deadline.verb, CLOCK, deadline.due, dict(deadline.args))
        if not deadline.ceiling:
            self._table.remind(tx, game, order, key=deadline.key, now=reading.now)
            self._table.strike(tx, tx.game(game.id) or game, deadline.key)
            return 1
        if not self._may_close(tx, game, deadline.due, reading):
            return 0
        excused = self._outages.excuses(tx, deadline.due, reminders=deadline.args.get("reminders", ()))
        order = Order(deadline.verb, CLOCK, deadline.due, {**deadline.args, "excused": excused})
        self._table.carry_out(tx, game, order, now=reading.now)
        return 1

    def _may_close(self, tx: Transaction, game: Game, due: int, reading: Reading) -> bool:
        return reading.began >= due + self._grace and marks.tree_read(tx, game.thread) >= due


def trees_wanted(tx: Transaction, *, now: int) -> list[str]:
    """Return the threads whose tree must be read for a ceiling to take effect, the longest due first."""
    wanted: list[str] = []
    for deadline in tx.due(now):
        game = tx.game(deadline.game)
        if deadline.ceiling and game is not None and marks.tree_read(tx, game.thread) < deadline.due:
            wanted.append(game.thread)
    return list(dict.fromkeys(wanted))
