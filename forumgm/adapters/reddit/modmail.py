"""Mod mail as a private channel: what people wrote in the conversations of our subreddits.

Laws: our own messages and the moderators' internal notes are no items. A conversation is read whole only when its list
entry shows that something in it may be new; what was seen is remembered by its stamp and believed only as long as the
store knows its items too.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

from forumgm.adapters.reddit import shapes
from forumgm.adapters.reddit.client import Client
from forumgm.adapters.reddit.errors import AbsentError, Doing, translated
from forumgm.core.items import Account, Item

MAX_PAGES = 10


@dataclass(frozen=True, slots=True)
class _Seen:
    updated: str
    items: frozenset[str]


class ModmailReader:
    """Reads conversations, remembering which ones were read to their end."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._seen: dict[str, _Seen] = {}

    def read(
        self, subreddits: Sequence[str], *, me: Account, known: Callable[[Collection[str]], set[str]]
    ) -> list[Item]:
        """Return the items that are not known yet, paging back until a page holds no news."""
        found: list[Item] = []
        cursor: dict[str, str] = {}
        for _ in range(MAX_PAGES):
            page = self._page(subreddits, cursor)
            news = [c for c in page if not self._settled(c, known)]
            for conversation in news:
                found += self._conversation(conversation, me=me, known=known)
            if not news:
                break
            cursor = {"after": page[-1]["id"]}
        return found

    def _page(self, subreddits: Sequence[str], cursor: dict[str, str]) -> list[dict[str, Any]]:
        told = self._client.get(
            "api/mod/conversations/",
            entity=",".join(subreddits),
            sort="recent",
            state="all",
            limit=self._client.page_size(),
            **cursor,
        )
        with translated(Doing.READING):
            listed = (told["conversations"].get(i) for i in told["conversationIds"])
            return [c for c in listed if isinstance(c, dict) and shapes.is_fullname(f"t1_{c.get('id')}", "t1")]

    def _settled(self, conversation: dict[str, Any], known: Callable[[Collection[str]], set[str]]) -> bool:
        seen = self._seen.get(conversation["id"])
        if seen is None or seen.updated != conversation.get("lastUpdated"):
            return False
        return known(seen.items) >= seen.items

    def _conversation(
        self, listed: dict[str, Any], *, me: Account, known: Callable[[Collection[str]], set[str]]
    ) -> list[Item]:
        try:
            told = self._client.get(f"api/mod/conversations/{listed['id']}")
        except AbsentError:
            return []
        with translated(Doing.READING):
            messages = list(told["messages"].values())
            owner = told["conversation"].get("owner") or {}
        items = [i for m in messages if (i := self._item(m, listed["id"], owner.get("displayName"), me)) is not None]
        names = frozenset(item.id for item in items)
        self._seen[listed["id"]] = _Seen(str(listed.get("lastUpdated")), names)
        old = known(names)
        return [item for item in items if item.id not in old]

    def _item(self, message: Any, conversation: str, subreddit: str | None, me: Account) -> Item | None:
        try:
            author = message["author"]
            name = author["name"]
            if message.get("isInternal") or author.get("isAdmin") or author.get("isDeleted") or not name:
                return None
            account = Account(id=shapes.account_id(author["id"]), name=name)
            if account.id == me.id:
                return None
            return shapes.modmail(message, account, conversation=conversation, subreddit=subreddit)
        except shapes.ODD:
            self._client.wire.malformed += 1
            return None
