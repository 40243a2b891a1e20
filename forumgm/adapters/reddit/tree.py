"""A thread's whole tree, as JSON, with what Reddit hides behind "more" and "continue this thread".

Laws: the tree is walked without recursion, whatever its depth. What only hides comments that we know is not asked for.
A "more" that can't be filled makes the reading incomplete, never an error of the poll (failures 39, 40).
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

from forumgm.adapters.reddit import shapes
from forumgm.adapters.reddit.client import Client
from forumgm.adapters.reddit.errors import AbsentError, Doing, translated

MORE_BATCH = 100
"""Children filled in by one ``morechildren`` call."""
DEEP_READS = 20
"""Branches deeper than ten answers that one reading follows; what is beyond comes by the subreddit's listing, so that
nobody can make a reading last for ever by quarrelling in depth."""
_ROOM = 410
"""Comments asked for at once; with the page size on top it varies and stays within Reddit's 500 (reddit.md 2)."""


@dataclass(slots=True)
class _Walk:
    comments: dict[str, shapes.Json] = field(default_factory=dict)
    hidden: list[list[str]] = field(default_factory=list)
    """Ids behind a "more" whose comments may be new."""
    deep: list[str] = field(default_factory=list)
    """Parents below which a branch goes on."""


class TreeReader:
    """Reads a thread's tree."""

    def __init__(self, client: Client, known: Callable[[Collection[str]], set[str]]) -> None:
        self._client = client
        self._known = known

    def read(self, thread: str) -> list[shapes.Json] | None:
        """Return the comments' data; None if the thread is not there for us."""
        if not shapes.is_fullname(thread, "t3"):
            return None
        walk = _Walk()
        try:
            self._branch(walk, f"comments/{thread[3:]}/")
        except AbsentError:
            return None
        asked: set[str] = set()
        followed: set[str] = set()
        while walk.hidden or (walk.deep and len(followed) < DEEP_READS):
            if walk.hidden:
                ids = [i for i in walk.hidden.pop() if i not in asked]
                asked |= set(ids)
                for first in range(0, len(ids), MORE_BATCH):
                    self._fill(walk, thread, ids[first : first + MORE_BATCH])
                continue
            parent = walk.deep.pop(0)
            if parent not in followed:
                followed.add(parent)
                self._branch(walk, f"comments/{thread[3:]}/_/{parent[3:]}/")
        return list(walk.comments.values())

    def _branch(self, walk: _Walk, path: str) -> None:
        told = self._client.get(path, limit=_ROOM - 10 + self._client.page_size(), sort="new")
        with translated(Doing.READING):
            self._take(walk, shapes.children(told[1]))

    def _fill(self, walk: _Walk, thread: str, ids: list[str]) -> None:
        told = self._client.ask("api/morechildren/", children=",".join(ids), link_id=thread, sort="new")
        with translated(Doing.READING):
            things = told["json"]["data"]["things"]
            self._take(walk, things if isinstance(things, list) else [])

    def _take(self, walk: _Walk, elements: list[Any]) -> None:
        waiting = list(elements)
        while waiting:
            element = waiting.pop()
            if not isinstance(element, dict) or not isinstance(element.get("data"), dict):
                self._client.wire.malformed += 1
            elif element.get("kind") == "more":
                self._note_more(walk, element["data"])
            elif shapes.is_fullname(element["data"].get("name"), "t1"):
                data = element["data"]
                walk.comments.setdefault(data["name"], data)
                if isinstance(data.get("replies"), dict):
                    waiting += shapes.children(data["replies"])

    def _note_more(self, walk: _Walk, more: shapes.Json) -> None:
        listed = more.get("children")
        ids = [i for i in listed if shapes.is_fullname(f"t1_{i}", "t1")] if isinstance(listed, list) else []
        if ids:
            names = {f"t1_{i}" for i in ids}
            if more.get("count") != len(ids) or self._known(names) != names:
                walk.hidden.append(ids)
        elif shapes.is_fullname(more.get("parent_id"), "t1"):
            walk.deep.append(more["parent_id"])
