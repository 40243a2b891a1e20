"""Outages: when this program or the forum was down, and what that means for players (resistance.md section 3).

Laws: the program being down moves no ceiling. If the forum could not be read or written for more than the game's
``outage_limit`` inside a period, the period gets that time back. Nobody is blamed for a vote that he could not send.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from forumgm.app.ports import Transaction

DAY = 86_400
KEPT_FOR = 30 * DAY
BLAMELESS_FOR = 3_600
"""No delay is counted if something was down in this many seconds before a ceiling."""
ALERT_AFTER = 1_800
_GAPS = "gaps"
_SEEN = "last-poll"
_LISTENS = "listens-since"


@dataclass(frozen=True, slots=True)
class Gap:
    """A stretch of forum time in which nothing was read."""

    start: int
    end: int
    forum: bool
    """True if the forum was down, False if this program was."""


def last_poll(tx: Transaction) -> int:
    """Return the forum time at which the last successful poll began, 0 if there was none."""
    return int(tx.value(_SEEN) or 0)


def listens_since(tx: Transaction) -> int:
    """Return the forum time from which on items are handled: a day before the first poll with this database.

    The account's inbox may hold orders of weeks that were meant for another run, or for nobody.
    """
    return int(tx.value(_LISTENS) or 0)


class Outages:
    """Keeps the gaps."""

    def __init__(self, *, patience: int) -> None:
        """Take the seconds between two successful polls beyond which it counts as an outage."""
        self._patience = patience

    def polled(self, tx: Transaction, *, began: int, failed: bool) -> Gap | None:
        """Note a successful poll; return the gap before it, if there was one. ``failed``: polls failed in between."""
        last = tx.value(_SEEN)
        if last is None:
            tx.set_value(_LISTENS, began - DAY)
        tx.set_value(_SEEN, began)
        if last is None or began - last <= self._patience:
            return None
        gap = Gap(last, began, failed)
        rows = [g for g in tx.value(_GAPS) or [] if g[1] > began - KEPT_FOR]
        tx.set_value(_GAPS, [*rows, [gap.start, gap.end, gap.forum]])
        return gap

    def gaps(self, tx: Transaction) -> list[Gap]:
        """Return the gaps of the last weeks."""
        return [Gap(*row) for row in tx.value(_GAPS) or []]

    def excuses(self, tx: Transaction, due: int, *, reminders: Sequence[int]) -> bool:
        """Return whether a vote missing at this ceiling is nobody's fault: down in its last hour, or at a reminder."""
        gaps = self.gaps(tx)
        last_hour = any(g.start < due and g.end > due - BLAMELESS_FOR for g in gaps)
        return last_hour or any(g.start <= at <= g.end for g in gaps for at in reminders)

    def forum_down(self, tx: Transaction, *, since: int, until: int) -> int:
        """Return for how many seconds of this stretch the forum was down."""
        return sum(max(0, min(g.end, until) - max(g.start, since)) for g in self.gaps(tx) if g.forum)
