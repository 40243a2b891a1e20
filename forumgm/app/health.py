"""Health: what an operator may know of the daemon without looking into a game.

Laws: nothing here depends on a role or a vote; private messages are counted, never told apart. Progress is a cycle that
came to its end (also one that only found the forum down) or a writing that was carried out; a stalled poll is none.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from forumgm.app.ports import Game, GameStatus, OutboxRow, Road, RowState, Store

STALLED_AFTER = 240
"""Seconds that one cycle may take without carrying anything out: prawcore alone may try for 80 (reddit.md 1.5)."""
_PRIVATE = "private"
_PUBLIC = "public"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether something is well, and if not, why; every reason is a short text without names."""

    ok: bool
    reasons: tuple[str, ...] = ()


class Pulse:
    """What the worker thread last came to. Written by it, read by any thread; each value is replaced as a whole."""

    def __init__(self, monotonic: Callable[[], float], *, interval: float, patience: float) -> None:
        """Take the seconds between two cycles, and how old a poll may be to count as fresh."""
        self._monotonic = monotonic
        self._interval = interval
        self._patience = patience
        self._progress = monotonic()
        self.steps = 0
        """How often there was progress."""
        self._cycle: float | None = None
        self._poll: float | None = None
        self.logged_in = False
        self.login_refused = False
        """Whether the forum refused our secrets at the last try to log in."""
        self.store_trouble: str | None = None
        """Kind of the last failure of the database, None if the last cycle could write."""

    def expect(self, *, interval: float, patience: float) -> None:
        """Take new expectations, after a reload."""
        self._interval, self._patience = interval, patience

    def progress(self) -> None:
        """Note that something was carried out."""
        self._progress = self._monotonic()
        self.steps += 1

    def cycled(self, *, read: bool) -> None:
        """Note the end of a cycle; ``read``: the forum was read whole."""
        self.progress()
        self._cycle = self._progress
        if read:
            self._poll = self._cycle
            self.logged_in = True
            self.store_trouble = None

    @property
    def cycle_age(self) -> float | None:
        """Return the seconds since a cycle came to its end, None before the first."""
        return None if self._cycle is None else self._monotonic() - self._cycle

    @property
    def poll_age(self) -> float | None:
        """Return the seconds since the forum was read whole, None before the first time."""
        return None if self._poll is None else self._monotonic() - self._poll

    def alive(self) -> Verdict:
        """Return whether the daemon makes progress."""
        age = self._monotonic() - self._progress
        if age <= self._interval + STALLED_AFTER:
            return Verdict(ok=True)
        return Verdict(ok=False, reasons=(f"no progress for {int(age)} s",))

    def ready(self) -> Verdict:
        """Return whether games go on: logged in, the forum read lately, the database written."""
        reasons: list[str] = []
        if not self.logged_in:
            reasons.append("the login is refused" if self.login_refused else "not logged in yet")
        elif self.poll_age is None or self.poll_age > self._patience:
            reasons.append(f"the forum was last read {int(self.poll_age or 0)} s ago")
        if self.store_trouble is not None:
            reasons.append(f"the database failed ({self.store_trouble})")
        reasons += self.alive().reasons
        return Verdict(ok=not reasons, reasons=tuple(reasons))


@dataclass(frozen=True, slots=True)
class Census:
    """What the store holds at one moment."""

    games: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """Games by kind (its letter), status and phase; ended games have no phase."""
    waiting: Counter[str] = field(default_factory=Counter)
    """Writings not yet sent, ``public`` and ``private``."""
    oldest: dict[str, int] = field(default_factory=dict)
    """Age in seconds of the oldest writing not yet sent, ``public`` and ``private``."""
    in_doubt: int = 0
    """Writings of which it is not clear whether they were carried out."""
    failed: int = 0
    """Writings that the forum refused for good."""
    unread: int = 0
    """Items that were read and not yet handled."""
    unread_oldest: int = 0
    """Age in seconds of the oldest of them."""
    overdue: int = 0
    """Deadlines of open games whose time has passed."""


def census(store: Store, *, now: int) -> Census:
    """Count what the store holds; ``now`` is forum time."""
    with store.transaction() as tx:
        games = tx.games()
        queued = [*tx.rows_in(RowState.QUEUED), *tx.rows_in(RowState.SENDING)]
        in_doubt = len(tx.rows_in(RowState.SENDING))
        failed = len(tx.rows_in(RowState.FAILED))
        unread = tx.new_items()
        overdue = len(tx.due(now - 1))
    oldest: dict[str, int] = {_PUBLIC: 0, _PRIVATE: 0}
    for row in queued:
        audience = audience_of(row)
        oldest[audience] = max(oldest[audience], now - row.created)
    return Census(
        games=Counter((g.kind.value, g.status.value, _phase(g)) for g in games),
        waiting=Counter(audience_of(r) for r in queued),
        oldest=oldest,
        in_doubt=in_doubt,
        failed=failed,
        unread=len(unread),
        unread_oldest=max((now - item.at for item in unread), default=0),
        overdue=overdue,
    )


def audience_of(row: OutboxRow) -> str:
    """Return ``private`` for messages, ``public`` for everything else."""
    return _PRIVATE if row.road is Road.MESSAGE else _PUBLIC


def _phase(game: Game) -> str:
    return "" if game.status is GameStatus.ENDED else game.phase
