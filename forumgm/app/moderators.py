"""Rights: who moderates a subreddit, by account id, kept fresh (hosting.md, "Rights")."""

from collections.abc import Sequence

from forumgm.app.ports import Forum, Game, Store, Transaction
from forumgm.core.items import Account

FRESH_FOR = 600
"""Seconds of forum time for which a moderator list is believed."""


class Moderators:
    """The moderator lists, read from the forum and kept in the store."""

    def __init__(self, bot: Account) -> None:
        self._bot = bot

    def refresh(self, store: Store, forum: Forum, subreddits: Sequence[str], *, now: int) -> None:
        """Read the list of the subreddit whose list is oldest, if it is no longer fresh (one read at most)."""
        with store.transaction() as tx:
            ages = {s: (tx.value(_key(s)) or {}).get("read_at", 0) for s in subreddits}
        stale = [s for s, at in ages.items() if now - at >= FRESH_FOR]
        if not stale:
            return
        subreddit = min(stale, key=lambda s: ages[s])
        accounts = forum.moderators(subreddit)
        with store.transaction() as tx:
            rows = [[a.id, a.name] for a in accounts]
            tx.set_value(_key(subreddit), {"read_at": now, "accounts": rows})
            tx.set_value(f"moderated:{subreddit.lower()}", any(a.id == self._bot.id for a in accounts) or None)

    def of(self, tx: Transaction, subreddit: str) -> list[Account]:
        """Return the subreddit's moderators as last read, without the bot."""
        kept = tx.value(_key(subreddit)) or {"accounts": []}
        return [Account(i, n) for i, n in kept["accounts"] if i != self._bot.id]

    def is_moderator(self, tx: Transaction, subreddit: str, account: str) -> bool:
        """Return whether this account moderates the subreddit."""
        return any(m.id == account for m in self.of(tx, subreddit))

    def without_seat(self, tx: Transaction, game: Game) -> list[Account]:
        """Return the moderators who hold no seat in the game."""
        seats = set(tx.value(f"seats:{game.id}") or ())
        return [m for m in self.of(tx, game.subreddit) if m.id not in seats]


def _key(subreddit: str) -> str:
    return f"moderators:{subreddit.lower()}"
