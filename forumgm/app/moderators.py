"""Rights: who moderates a subreddit, by account id, kept fresh (hosting.md, "Rights")."""

from collections.abc import Sequence
from dataclasses import dataclass

from forumgm.app import marks
from forumgm.app.ports import Forum, Game, Store, Transaction
from forumgm.core.items import Account

FRESH_FOR = 600
"""Seconds of forum time for which a moderator list is believed."""


@dataclass(frozen=True, slots=True)
class RightsNews:
    """The bot's own rights in a subreddit changed."""

    subreddit: str
    lost: bool


class Moderators:
    """The moderator lists, read from the forum and kept in the store."""

    def __init__(self, bot: Account) -> None:
        self._bot = bot

    def refresh(self, store: Store, forum: Forum, subreddits: Sequence[str], *, now: int) -> RightsNews | None:
        """Read the list of the subreddit whose list is oldest, if it is no longer fresh (one read at most).

        Return whether the bot itself lost its place on that list, or has it again.
        """
        with store.transaction() as tx:
            ages = {s: (tx.value(_key(s)) or {}).get("read_at", 0) for s in subreddits}
        stale = [s for s, at in ages.items() if now - at >= FRESH_FOR]
        if not stale:
            return None
        subreddit = min(stale, key=lambda s: ages[s])
        accounts = forum.moderators(subreddit)
        with store.transaction() as tx:
            rows = [[a.id, a.name] for a in accounts]
            tx.set_value(_key(subreddit), {"read_at": now, "accounts": rows})
            had, has = marks.is_moderated(tx, subreddit), any(a.id == self._bot.id for a in accounts)
            marks.set_moderated(tx, subreddit, holds=has)
        return RightsNews(subreddit, lost=had) if had != has else None

    def of(self, tx: Transaction, subreddit: str) -> list[Account]:
        """Return the subreddit's moderators as last read, without the bot."""
        kept = tx.value(_key(subreddit)) or {"accounts": []}
        return [Account(i, n) for i, n in kept["accounts"] if i != self._bot.id]

    def is_moderator(self, tx: Transaction, subreddit: str, account: str) -> bool:
        """Return whether this account moderates the subreddit."""
        return any(m.id == account for m in self.of(tx, subreddit))

    def without_seat(self, tx: Transaction, game: Game) -> list[Account]:
        """Return the moderators who hold no seat in the game."""
        seats = marks.seats(tx, game.id)
        return [m for m in self.of(tx, game.subreddit) if m.id not in seats]


def _key(subreddit: str) -> str:
    return f"moderators:{subreddit.lower()}"
