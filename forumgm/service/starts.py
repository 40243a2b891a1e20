"""Starts: what a start finds of the last run, and how long it waits after crashes.

Laws: the wait is stored, so that a loop of crashes and restarts doesn't hammer the forum (reddit.md 5, failure 57). A
start that followed on a crash says what it found, and later what became of the writings in doubt.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from forumgm.app.ports import GameStatus, RowState, Store

_KEY = "service"
FREE_STARTS = 3
"""Starts in a row that may fail before the next one waits."""
LONGEST_DELAY = 300


@dataclass(frozen=True, slots=True)
class Found:
    """What the last run left."""

    crashed: bool
    delay: int
    """Seconds to wait before the forum is asked for anything."""
    in_doubt: frozenset[str] = field(default_factory=frozenset)
    """Keys of the writings of which it is not clear whether they were carried out."""
    facts: dict[str, int] = field(default_factory=dict)
    """Counts for the log."""


def begin(store: Store) -> Found:
    """Note that we run now; return what the last run left."""
    with store.transaction() as tx:
        last: dict[str, Any] = tx.value(_KEY) or {}
        crashed = bool(last.get("running"))
        failed = int(last.get("failed", 0)) + 1 if crashed else 0
        tx.set_value(_KEY, {"running": True, "failed": failed})
        in_doubt = frozenset(row.key for row in tx.rows_in(RowState.SENDING))
        facts = {
            "open_games": len(tx.games(GameStatus.OPEN)),
            "games_aside": len(tx.games(GameStatus.ASIDE)),
            "items_waiting": len(tx.new_items()),
            "writings_waiting": len(tx.rows_in(RowState.QUEUED)),
            "writings_in_doubt": len(in_doubt),
        }
    late = failed - FREE_STARTS
    delay = min(2 ** min(late - 1, 20), LONGEST_DELAY) if late > 0 else 0
    return Found(crashed, delay, in_doubt, facts)


def worked(store: Store) -> None:
    """Note that the forum was read: this start was no failure."""
    with store.transaction() as tx:
        tx.set_value(_KEY, {"running": True, "failed": 0})


def ended(store: Store) -> None:
    """Note that we stopped because we were told to."""
    with store.transaction() as tx:
        last = tx.value(_KEY) or {}
        tx.set_value(_KEY, {"running": False, "failed": int(last.get("failed", 0))})


def settled(store: Store, in_doubt: frozenset[str]) -> Counter[str] | None:
    """Return what became of writings that were in doubt, by state; None while some still are."""
    with store.transaction() as tx:
        rows = [row for row in map(tx.row, in_doubt) if row is not None]
    if any(row.state is RowState.SENDING for row in rows):
        return None
    return Counter(row.state.value for row in rows)
