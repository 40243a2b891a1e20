"""Venues: whether a thread that a host wants to take over takes comments at all (hosting.md, "Taking over a thread").

Law: the forum is asked outside of transactions, before the comment that orders it is handled, each time anew.
"""

from collections.abc import Callable, Sequence

from forumgm.app.ports import Forum, Store, Transaction
from forumgm.core.items import Item


class Venues:
    """Learns in what state threads are."""

    def __init__(self, *, store: Store, forum: Forum, wanted: Callable[[Item], bool]) -> None:
        """Take what tells whether a comment orders a takeover."""
        self._store = store
        self._forum = forum
        self._wanted = wanted

    def learn(self, items: Sequence[Item]) -> None:
        """Look at the threads of comments that order a takeover."""
        for thread in dict.fromkeys(i.thread for i in items if i.thread is not None and self._wanted(i)):
            facts = self._forum.thread(thread)
            closed = "gone" if facts is None else None
            if facts is not None:
                states = {"removed": facts.removed, "archived": facts.archived, "locked": facts.locked}
                closed = next((name for name, holds in states.items() if holds), None)
            with self._store.transaction() as tx:
                tx.set_value(_key(thread), closed)


def closed_because(tx: Transaction, thread: str) -> str | None:
    """Return why the thread takes no comments (``locked``, ``archived``, ``removed``, ``gone``), None if it does."""
    closed: str | None = tx.value(_key(thread))
    return closed


def _key(thread: str) -> str:
    return f"venue:{thread}"
