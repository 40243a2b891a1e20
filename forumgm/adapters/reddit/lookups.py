"""Questions to the forum about people, threads and our own writings.

Law: a name from a text is only put into a path after it has been checked to be one.
"""

import re
from collections.abc import Mapping
from typing import Any

from forumgm.adapters.reddit import shapes
from forumgm.adapters.reddit.client import Client
from forumgm.adapters.reddit.errors import AbsentError, Doing, translated
from forumgm.adapters.reddit.wire import LOGIN_RETRY
from forumgm.app.ports import AccountFacts, ForumUnreachableError, OwnText, ThreadFacts
from forumgm.core.items import Account

_NAME = re.compile(r"[A-Za-z0-9_-]{3,20}", re.ASCII)
_SUBREDDIT = re.compile(r"[A-Za-z0-9_]{2,21}", re.ASCII)
_LARGEST = 100


class Lookups:
    """Asks, and remembers which account id belongs to which name."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._me: Account | None = None
        self._ids: dict[str, str] = {}

    def me(self, *, fresh: bool = False) -> Account:
        """Return our own account. Raises ForumUnreachableError while it is suspended (failure 20)."""
        if self._me is None or fresh:
            told = self._client.get("api/v1/me")
            with translated(Doing.READING):
                if told.get("is_suspended"):
                    raise ForumUnreachableError("our account is suspended", retry_after=LOGIN_RETRY)
                self._me = Account(id=shapes.account_id(told["id"]), name=told["name"])
        return self._me

    def who(self, data: shapes.Json) -> Account | None:
        """Return the author of a thing; asks by name only where the thing doesn't tell the id."""
        name = shapes.author_name(data)
        if name is None:
            return None
        known = data.get("author_fullname")
        if shapes.is_fullname(known, "t2"):
            self._ids[name.lower()] = str(known)
            return Account(id=str(known), name=name)
        if name.lower() not in self._ids:
            facts = self.look_up(name)
            if facts is None or not facts.account.id:
                return None
        return Account(id=self._ids[name.lower()], name=name)

    def look_up(self, name: str) -> AccountFacts | None:
        """Return what is known of an account; None if there is none or it is hidden from everybody."""
        if not _NAME.fullmatch(name):
            return None
        try:
            told = self._client.get(f"user/{name}/about/")
        except AbsentError:
            return None
        with translated(Doing.READING):
            return self._facts(told["data"])

    def _facts(self, data: Mapping[str, Any]) -> AccountFacts:
        name = data["name"]
        if data.get("id") is not None:
            self._ids[name.lower()] = shapes.account_id(data["id"])
        created = data.get("created_utc")
        return AccountFacts(
            account=Account(id=self._ids.get(name.lower(), ""), name=name),
            created=None if created is None else shapes.stamp(created),
            suspended=bool(data.get("is_suspended")),
            accepts_messages=bool(data.get("accept_pms", True)) and not data.get("is_suspended"),
        )

    def moderators(self, subreddit: str) -> list[Account]:
        """Return the subreddit's moderators; none if we may not see it."""
        if not _SUBREDDIT.fullmatch(subreddit):
            return []
        try:
            told = self._client.get(f"r/{subreddit}/about/moderators/")
        except AbsentError:
            return []
        with translated(Doing.READING):
            return [Account(id=shapes.account_id(m["id"]), name=m["name"]) for m in shapes.children(told)]

    def thread(self, fullname: str) -> ThreadFacts | None:
        """Return what is known of a thread; None if there is none."""
        if not shapes.is_fullname(fullname, "t3"):
            return None
        told = self._client.get("api/info/", id=fullname)
        with translated(Doing.READING):
            data = next(iter(shapes.of_kind(shapes.children(told), "t3")), None)
            if data is None:
                return None
            return ThreadFacts(
                fullname=fullname,
                subreddit=data["subreddit"],
                title=data["title"],
                author=self.who(data),
                at=shapes.stamp(data["created_utc"]),
                locked=bool(data.get("locked")),
                archived=bool(data.get("archived")),
                removed=shapes.is_removed(data) or data.get("removed_by_category") is not None,
            )

    # -- our own writings

    def own_comments(self, limit: int) -> list[OwnText]:
        """Return the newest comments of ours."""
        rows = self._newest(f"user/{self.me().name}/comments", "t1", limit, sort="new")
        return [OwnText(d["name"], shapes.stamp(d["created_utc"]), d["body"], parent=d.get("parent_id")) for d in rows]

    def own_submissions(self, limit: int) -> list[OwnText]:
        """Return the newest threads of ours."""
        rows = self._newest(f"user/{self.me().name}/submitted", "t3", limit, sort="new")
        return [OwnText(d["name"], shapes.stamp(d["created_utc"]), d.get("selftext") or "") for d in rows]

    def own_messages(self, limit: int) -> list[OwnText]:
        """Return the newest messages of ours, as far as ``message/sent`` lists them (reddit.md 6.1)."""
        rows = self._newest("message/sent/", "t4", limit)
        return [OwnText(d["name"], shapes.stamp(d["created_utc"]), d["body"], to=d.get("dest") or None) for d in rows]

    def _newest(self, path: str, kind: str, limit: int, **params: str) -> list[shapes.Json]:
        found: list[shapes.Json] = []
        for told in self._client.pages(path, size=lambda: min(limit - len(found), _LARGEST), **params):
            with translated(Doing.READING):
                rows = list(shapes.of_kind(shapes.children(told), kind))
                found.extend(
                    r for r in rows if isinstance(r.get("body", r.get("selftext", "")), str) and r.get("created_utc")
                )
            if not rows or len(found) >= limit:
                break
        return found
