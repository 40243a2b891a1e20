"""Ages: how old an account must be to take a seat (hosting.md, "Subreddits").

Laws: the forum is asked once for each account, only where a minimum is set, before the account's comment is handled. An
age that the forum doesn't tell keeps nobody out: whom it hides from us has no visible comment.
"""

from collections.abc import Sequence

from forumgm.app.places import Places
from forumgm.app.ports import Forum, Game, GameStatus, Store, Transaction
from forumgm.core.items import Account, Item, Via

_DAY = 86_400


class Ages:
    """Learns when accounts were made."""

    def __init__(self, *, store: Store, forum: Forum, places: Places) -> None:
        self._store = store
        self._forum = forum
        self._places = places

    def learn(self, items: Sequence[Item]) -> None:
        """Look up who comments in a thread with a game, where a seat needs an age. Outside of transactions."""
        for author in self._unknown(items):
            facts = self._forum.look_up(author.name)
            with self._store.transaction() as tx:
                tx.set_value(_key(author.id), {"created": facts.created if facts else None})

    def _unknown(self, items: Sequence[Item]) -> list[Account]:
        comments = [(i.author, i.thread) for i in items if i.via is Via.COMMENT and i.author and i.thread]
        if not comments:
            return []
        unknown: dict[str, Account] = {}
        with self._store.transaction() as tx:
            for author, thread in comments:
                games = [g for g in tx.games_in_thread(thread) if g.status is not GameStatus.ENDED]
                needed = any(self._places(g.subreddit).min_account_age_days for g in games)
                if needed and tx.value(_key(author.id)) is None:
                    unknown[author.id] = author
        return list(unknown.values())


def too_young_until(tx: Transaction, game: Game, account: str, *, places: Places, at: int) -> int | None:
    """Return when this account is old enough for a seat in the game, None if it is (or the forum doesn't tell)."""
    days = places(game.subreddit).min_account_age_days
    created = (tx.value(_key(account)) or {}).get("created")
    if not days or created is None or created + days * _DAY <= at:
        return None
    return int(created + days * _DAY)


def _key(account: str) -> str:
    return f"born:{account}"
