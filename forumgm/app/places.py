"""Places: what a host sets for one subreddit (hosting.md, "Subreddits").

Laws: moderators may always host; others only where they are named. ``!gm off`` closes a subreddit until ``!gm on``.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from forumgm.app.ports import GameStatus, Transaction


@dataclass(frozen=True, slots=True)
class Place:
    """One subreddit's settings."""

    preset: str = ""
    """Name of the options that its games start from; empty for the defaults."""
    hosts: tuple[str, ...] = ()
    """Names of accounts that may open a game beside the moderators."""
    max_games: int = 5
    """Games at once."""
    min_account_age_days: int = 0
    """Age of an account that may take a seat; 0 for any."""
    quiet_hours: str = ""
    """Hours in which games pause, as ``22:00-06:00`` (UTC); empty for none."""
    quiet_days: tuple[str, ...] = ()
    """Days on which they pause (``sat``, ``sun``)."""


Places = Callable[[str], Place]
"""Returns what holds for a subreddit."""


def anywhere(_subreddit: str) -> Place:
    """Return what holds where nothing was set."""
    return Place()


def is_off(tx: Transaction, subreddit: str) -> bool:
    """Whether a moderator switched the GM off there."""
    return bool(tx.value(_key(subreddit)))


def switch_off(tx: Transaction, subreddit: str, paused: Sequence[str]) -> None:
    """Switch the GM off; ``paused``: the games that this pauses, beside those that it paused before."""
    before = (tx.value(_key(subreddit)) or {"paused": []})["paused"]
    tx.set_value(_key(subreddit), {"paused": [*before, *paused]})


def switch_on(tx: Transaction, subreddit: str) -> list[str]:
    """Switch the GM on; return the games that were paused by the switch."""
    paused: list[str] = (tx.value(_key(subreddit)) or {"paused": []})["paused"]
    tx.set_value(_key(subreddit), None)
    return paused


def is_full(tx: Transaction, subreddit: str, place: Place) -> bool:
    """Whether no further game may be opened there now."""
    running = [g for g in tx.games() if g.status is not GameStatus.ENDED and g.subreddit.lower() == subreddit.lower()]
    return len(running) >= place.max_games


def _key(subreddit: str) -> str:
    return f"gm-off:{subreddit.lower()}"
