"""What a viewer of a listing may see, and one page of it.

Laws:
* Deleted items leave listings for everybody; removed ones for all but their author and moderators (reddit.md 3.4).
* A page has 1 to 100 items (25 unless asked), and no listing goes deeper than 1000 (reddit.md 2).
* ``before`` gives the items next to the anchor on the newer side, with no cursors. An anchor that exists but has left
  the listing gives an empty page; one that never existed is ignored.
* A lagging listing (``Lag``) hides only what is younger than 120 forum seconds.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from forumgm.sandbox.forum import ForumState
from forumgm.sandbox.things import Account, Item, Message

DEEPEST = 1000
LARGEST_PAGE = 100
USUAL_PAGE = 25
LONGEST_LAG = 120


@dataclass(frozen=True, slots=True)
class Lag:
    """What one request's listing hides: all that is younger than ``younger_than``, and one recent item by ``skip``."""

    younger_than: int = 0
    """Forum seconds, at most 120."""
    skip: int | None = None
    """Which of the items younger than 120 s is left out, counted from the newest and modulo their number."""


NO_LAG = Lag()


@dataclass(frozen=True, slots=True)
class Window:
    """The paging that a request asks for."""

    limit: int = USUAL_PAGE
    after: str | None = None
    before: str | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """Fullnames of one page, newest first, and the anchor of the next."""

    names: tuple[str, ...]
    after: str | None = None


def window(query: dict[str, str]) -> Window:
    """The paging in the query, each value clamped or dropped as Reddit does."""
    asked = query.get("limit", "")
    limit = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 8 else USUAL_PAGE
    return Window(
        limit=min(max(limit, 1), LARGEST_PAGE),
        after=query.get("after") or None,
        before=query.get("before") or None,
    )


def page(forum: ForumState, names: Iterable[str], view: Window) -> Page:
    """One page of the visible ``names`` (newest first)."""
    anchor = view.before or view.after
    if anchor is None or not forum.is_known(anchor):
        first = list(islice(names, min(view.limit + 1, DEEPEST)))
        return _ahead(first, 0, view.limit)
    deep = list(islice(names, DEEPEST))
    if anchor not in deep:
        return Page(())
    place = deep.index(anchor)
    if view.before:
        return Page(tuple(deep[max(0, place - view.limit) : place]))
    return _ahead(deep, place + 1, view.limit)


def _ahead(names: Sequence[str], start: int, limit: int) -> Page:
    chunk = tuple(names[start : start + limit])
    return Page(chunk, chunk[-1] if len(names) > start + limit else None)


def may_read(forum: ForumState, item: Item, viewer: Account | None) -> bool:
    """Whether the viewer sees the item's text although it was removed."""
    if not item.removed:
        return True
    return viewer is not None and (viewer.id == item.author or forum.is_moderator(viewer, item.sub))


def is_listed(forum: ForumState, item: Item, viewer: Account | None) -> bool:
    """Whether the item stands in the viewer's listings."""
    return not item.deleted and may_read(forum, item, viewer)


def newest_items(
    forum: ForumState, names: Sequence[str], *, viewer: Account | None, lag: Lag = NO_LAG
) -> Iterator[str]:
    """Fullnames of the listed posts and comments among ``names`` (oldest first), newest first."""

    def listed() -> Iterator[Item]:
        for name in reversed(names):
            item = forum.item(name)
            if item and is_listed(forum, item, viewer):
                yield item

    hidden = hidden_by(lag, listed(), now=forum.clock.now())
    return (item.fullname for item in listed() if item.fullname not in hidden)


def newest_letters(forum: ForumState, names: Iterable[str], *, lag: Lag = NO_LAG) -> Iterator[str]:
    """Fullnames of messages and noted comments (newest first) without deleted comments."""

    def listed() -> Iterator[Item | Message]:
        for name in names:
            entry = forum.messages[name[3:]] if name.startswith("t4") else forum.comments[name[3:]]
            if isinstance(entry, Message) or not entry.deleted:
                yield entry

    kept = list(islice(listed(), DEEPEST))
    hidden = hidden_by(lag, kept, now=forum.clock.now())
    return (entry.fullname for entry in kept if entry.fullname not in hidden)


def hidden_by(lag: Lag, entries: Iterable[Item | Message], *, now: float) -> frozenset[str]:
    """Fullnames among ``entries`` (newest first) that the lag hides: never one of 120 s or older."""
    if lag == NO_LAG:
        return frozenset()
    recent: list[str] = []
    fresh: list[str] = []
    for entry in entries:
        age = now - entry.created
        if age >= LONGEST_LAG:
            break
        recent.append(entry.fullname)
        if age < lag.younger_than:
            fresh.append(entry.fullname)
    if lag.skip is not None and recent:
        fresh.append(recent[lag.skip % len(recent)])
    return frozenset(fresh)
