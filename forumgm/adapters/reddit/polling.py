"""One poll: everything new since the last one, whatever the number of games (reddit.md 3.6).

Laws:
* The number of reads depends on traffic only: comments of all subreddits in one listing, inbox, unread; the list of
  edits where we moderate, mod mail where it is a channel; one tree and one batch of old comments if asked for.
* Each listing is paged back until a page is all known, never anchored on one fullname (failure 35).
* What is our own is never an item. A poll that misses one source is no poll: any trouble ends it.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice

from forumgm.adapters.reddit import shapes
from forumgm.adapters.reddit.client import Client
from forumgm.adapters.reddit.errors import AbsentError, Doing, translated
from forumgm.adapters.reddit.lookups import Lookups
from forumgm.adapters.reddit.modmail import ModmailReader
from forumgm.adapters.reddit.tree import TreeReader
from forumgm.app.ports import Change, ChangeKind, ForumUnreachableError, Poll, PollRequest
from forumgm.core.items import Item

MAX_PAGES = 11
"""Listings end after 1000 things (reddit.md 2)."""
CHECK_BATCH = 100
"""Fullnames that one ``api/info`` takes."""
_REMEMBERED = 2000


class Poller:
    """Reads polls."""

    def __init__(self, client: Client, lookups: Lookups) -> None:
        self._client = client
        self._lookups = lookups
        self._modmail = ModmailReader(client)
        self._vain: dict[str, None] = {}
        """Comments that the inbox told of and that could not be read: not looked up again."""

    def poll(self, request: PollRequest) -> Poll:
        """Read every source of the request."""
        self._lookups.me()
        haul = _Haul(self._client, self._lookups, request)
        comments = self._pages(f"r/{_joined(request.subreddits)}/comments/", haul.take_comments)
        began = next(comments, None)
        if began is None:
            raise ForumUnreachableError("no Date in the answer")
        _exhaust(comments)
        _exhaust(self._pages("message/inbox/", haul.take_inbox))
        _exhaust(self._pages("message/unread/", haul.take_inbox, mark="false"))
        if request.moderated:
            path = f"r/{_joined(request.moderated)}/about/edited/"
            _exhaust(self._pages(path, haul.take_comments, only="comments"))
        if request.modmail:
            found = self._modmail.read(request.modmail, me=self._lookups.me(), known=request.known)
            haul.items |= {item.id: item for item in found}
        tree = request.tree if request.tree is not None and self._tree(haul, request.tree) else None
        self._check(haul, request.check)
        self._missed(haul)
        items = tuple(sorted(haul.items.values(), key=lambda item: item.sort_key))
        return Poll(began=began, items=items, changes=tuple(haul.changes.values()), tree=tree)

    def _pages(self, path: str, take: "Callable[[list[object]], bool]", **params: str) -> Iterator[int | None]:
        """Read pages until ``take`` says that one was all known; yield for each the time it was begun at or after."""
        for told in islice(self._client.pages(path, size=self._client.page_size, **params), MAX_PAGES):
            yield self._client.wire.answered_from
            with translated(Doing.READING):
                elements = shapes.children(told)
            if take(elements):
                return

    def _tree(self, haul: "_Haul", thread: str) -> bool:
        comments = TreeReader(self._client, haul.request.known).read(thread)
        if comments is None:
            return False
        haul.take(comments)
        return True

    def _check(self, haul: "_Haul", names: Sequence[str]) -> None:
        asked = [name for name in names if shapes.is_fullname(name, "t1")][:CHECK_BATCH]
        if not asked:
            return
        try:
            told = self._client.get("api/info/", id=",".join(asked))
        except AbsentError:
            return
        with translated(Doing.READING):
            haul.take_comments(shapes.children(told))

    def _missed(self, haul: "_Haul") -> None:
        """Look up what only the inbox told of: it came too late, or too far down, for the listing (failures 36, 37)."""
        missed = [n for n in haul.hinted if n not in haul.items and n not in self._vain]
        for first in range(0, len(missed), CHECK_BATCH):
            batch = missed[first : first + CHECK_BATCH]
            self._check(haul, batch)
            self._vain |= dict.fromkeys(n for n in batch if n not in haul.items)
        while len(self._vain) > _REMEMBERED:
            del self._vain[next(iter(self._vain))]


class _Haul:
    """What one poll has brought so far."""

    def __init__(self, client: Client, lookups: Lookups, request: PollRequest) -> None:
        self._client = client
        self._lookups = lookups
        self._me = lookups.me()
        self._places = {s.casefold() for s in request.subreddits}
        self.request = request
        self.items: dict[str, Item] = {}
        self.changes: dict[tuple[str, ChangeKind], Change] = {}
        self.hinted: dict[str, None] = {}
        """Unknown comments in our subreddits that the inbox tells of, without their edits (failure 29)."""

    def take_comments(self, elements: list[object]) -> bool:
        """Take a page of comments; return whether everything in it that can be known was known."""
        return self.take(shapes.of_kind(elements, "t1"))

    def take(self, comments: Iterable[shapes.Json]) -> bool:
        """Take comments; return whether others' were all known before, or there were only known ones of ours."""
        every = {d["name"]: d for d in comments}
        theirs = {name: d for name, d in every.items() if not self._is_ours(d)}
        known = self._known(every)
        for name, data in theirs.items():
            self._take(name, data, known=name in known)
        return theirs.keys() <= known and bool(theirs or (every and len(known) == len(every)))

    def take_inbox(self, elements: list[object]) -> bool:
        """Take a page of the inbox: messages as items, comments as hints."""
        letters = {d["name"]: d for d in shapes.of_kind(elements, "t4") if shapes.is_from_person(d)}
        letters = {name: d for name, d in letters.items() if not self._is_ours(d)}
        notes = [d["name"] for d in shapes.of_kind(elements, "t1") if self._is_here(d)]
        known = self._known([*letters, *notes])
        for name, data in letters.items():
            if name not in known:
                self._item(data, is_letter=True)
        self.hinted |= dict.fromkeys(n for n in notes if n not in known)
        return bool(letters or notes) and len(known) == len({*letters, *notes})

    def _take(self, name: str, data: shapes.Json, *, known: bool) -> None:
        try:
            if known:
                for change in shapes.changes(data):
                    self.changes[name, change.kind] = change
            elif shapes.is_text(data) and self._is_here(data):
                self._item(data, is_letter=False)
        except shapes.ODD:
            self._client.wire.malformed += 1

    def _item(self, data: shapes.Json, *, is_letter: bool) -> None:
        try:
            author = self._lookups.who(data)
            self.items[data["name"]] = shapes.message(data, author) if is_letter else shapes.comment(data, author)
        except shapes.ODD:
            self._client.wire.malformed += 1

    def _known(self, names: Collection[str]) -> set[str]:
        return self.request.known(names) if names else set()

    def _is_ours(self, data: shapes.Json) -> bool:
        name = shapes.author_name(data)
        return data.get("author_fullname") == self._me.id or (name or "").casefold() == self._me.name.casefold()

    def _is_here(self, data: shapes.Json) -> bool:
        place = data.get("subreddit")
        return isinstance(place, str) and place.casefold() in self._places


def _joined(subreddits: Sequence[str]) -> str:
    return "+".join(subreddits)


def _exhaust(pages: Iterator[int | None]) -> None:
    for _ in pages:
        pass
