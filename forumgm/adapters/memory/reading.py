"""What the GM reads on the memory forum: polls and look-ups.

Laws: reads obey the rules of Reddit's listings (newest first, pages of 100, a source is paged back until a page is all
known); what is our own is never an item, a change to it is told.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import islice
from typing import TypeVar

from forumgm.adapters.memory.faults import Faults
from forumgm.adapters.memory.world import START, Letter, Note, World
from forumgm.app.ports import AccountFacts, Change, ChangeKind, OwnText, Poll, PollRequest, ThreadFacts
from forumgm.core.items import Account, Item, Via

Thing = TypeVar("Thing", Note, Letter)

PAGE = 100


class ReadableForum(World):
    """A world that can be polled and asked."""

    def __init__(self, *, bot: str = "gm_bot", now: int = START) -> None:
        super().__init__(bot=bot, now=now)
        self.faults = Faults()
        self.listing_lag = 0
        """Seconds until a new comment is in the subreddit's listing; the thread's tree has it at once."""
        self.requests: Counter[str] = Counter()
        """How often each port method was called; reads of a poll count as ``poll:<source>``, one a page."""

    # -- reading

    def me(self) -> Account:
        """Return the bot's account."""
        self._read("me")
        return self.bot

    def now(self) -> int:
        """Return forum time."""
        return self._time

    def poll(self, request: PollRequest) -> Poll:
        """Read every source of the request."""
        self._read("poll")
        found: dict[str, Item] = {}
        changes: dict[tuple[str, ChangeKind], Change] = {}

        def take(notes: Iterable[Note]) -> None:
            rows = list(notes)
            known = request.known([note.id for note in rows])
            for note in rows:
                self._take(note, known, found, changes)

        subreddits = {s.casefold() for s in request.subreddits}
        moderated = {s.casefold() for s in request.moderated}
        take(self._paged("comments", self._listed(subreddits), request))
        letters = self._paged("inbox", self._received(), request)
        self.requests["poll:unread"] += 1
        if moderated:
            take(self._paged("edited", self._edited(moderated), request))
        if request.modmail:
            conversations = {s.casefold() for s in request.modmail}
            letters += self._paged("modmail", self._conversations(conversations), request)
        if request.tree is not None:
            self.requests["poll:tree"] += 1
            take([n for n in self._notes.values() if n.thread == request.tree])
        if request.check:
            self.requests["poll:check"] += 1
            take([self._notes[i] for i in request.check if i in self._notes])
        known = request.known([m.id for m in letters])
        found |= {m.id: _letter_item(m) for m in letters if m.id not in known}
        items = tuple(sorted(found.values(), key=lambda item: item.sort_key))
        tree = request.tree if request.tree in self._topics else None
        return Poll(began=self._time, items=items, changes=tuple(changes.values()), tree=tree)

    def own_comments(self, limit: int) -> list[OwnText]:
        """Return the newest comments of ours."""
        self._read("own_comments")
        mine = (n for n in self._notes_newest_first() if n.author == self.bot and not n.deleted)
        return [OwnText(n.id, n.at, n.body, parent=n.parent) for n in islice(mine, limit)]

    def own_messages(self, limit: int) -> list[OwnText]:
        """Return the newest messages of ours."""
        self._read("own_messages")
        mine = (m for m in self._letters_newest_first() if m.author == self.bot)
        return [OwnText(m.id, m.at, m.body, to=m.to.name if m.to else None) for m in islice(mine, limit)]

    def own_submissions(self, limit: int) -> list[OwnText]:
        """Return the newest threads of ours."""
        self._read("own_submissions")
        mine = (t for t in reversed(self._topics.values()) if t.author == self.bot and not t.deleted)
        return [OwnText(t.id, t.at, t.body) for t in islice(mine, limit)]

    def moderators(self, subreddit: str) -> list[Account]:
        """Return the subreddit's moderators."""
        self._read("moderators")
        return list(self._moderators[subreddit.casefold()])

    def look_up(self, name: str) -> AccountFacts | None:
        """Return what is known of an account; None if there is none."""
        self._read("look_up")
        profile = self._profiles.get(name.casefold())
        if profile is None:
            return None
        return AccountFacts(profile.account, profile.created, profile.suspended, profile.accepts_messages)

    def thread(self, fullname: str) -> ThreadFacts | None:
        """Return what is known of a thread; None if there is none."""
        self._read("thread")
        topic = self._topics.get(fullname)
        if topic is None:
            return None
        return ThreadFacts(
            fullname=topic.id,
            subreddit=topic.subreddit,
            title=topic.title,
            author=None if topic.deleted else topic.author,
            at=topic.at,
            locked=topic.locked,
            archived=topic.archived,
            removed=topic.removed or topic.deleted,
        )

    # -- inside

    def _read(self, method: str) -> None:
        self.requests[method] += 1
        self.faults.reading(method)

    def _take(
        self,
        note: Note,
        known: set[str],
        found: dict[str, Item],
        changes: dict[tuple[str, ChangeKind], Change],
    ) -> None:
        if note.id in known:
            for change in self._news(note):
                changes[change.item, change.kind] = change
        elif note.author != self.bot and not note.deleted and self._may_read(note):
            found[note.id] = _note_item(note)

    def _news(self, note: Note) -> Iterable[Change]:
        if note.deleted:
            yield Change(note.id, ChangeKind.DELETED)
            return
        if note.removed:
            yield Change(note.id, ChangeKind.REMOVED)
        elif note.approved:
            yield Change(note.id, ChangeKind.APPROVED)
        if note.edited is not None:
            yield Change(note.id, ChangeKind.EDITED, note.edited)

    def _may_read(self, note: Note) -> bool:
        return not note.removed or self._is_moderator(self.bot, note.subreddit)

    def _paged(self, source: str, newest_first: Iterable[Thing], request: PollRequest) -> list[Thing]:
        rows = iter(newest_first)
        read: list[Thing] = []
        while True:
            page = list(islice(rows, PAGE))
            self.requests[f"poll:{source}"] += 1
            read += page
            known = request.known([thing.id for thing in page])
            theirs = {thing.id for thing in page if thing.author != self.bot}
            if len(page) < PAGE or (theirs <= known and (theirs or len(known) == len(page))):
                return read

    def _listed(self, subreddits: set[str]) -> Iterable[Note]:
        visible = self._time - self.listing_lag
        for note in self._notes_newest_first():
            if note.subreddit.casefold() in subreddits and note.at <= visible and not (note.deleted or note.removed):
                yield note

    def _edited(self, subreddits: set[str]) -> Iterable[Note]:
        edited = (n for n in self._notes.values() if n.edited and n.subreddit.casefold() in subreddits)
        return sorted(edited, key=lambda n: n.edited or 0, reverse=True)

    def _received(self) -> Iterable[Letter]:
        for letter in self._letters_newest_first():
            if letter.to == self.bot and letter.conversation is None and letter.author is not None:
                yield letter

    def _conversations(self, subreddits: set[str]) -> Iterable[Letter]:
        for letter in self._letters_newest_first():
            ours = letter.conversation is not None and (letter.subreddit or "").casefold() in subreddits
            if ours and letter.author != self.bot:
                yield letter


def _note_item(note: Note) -> Item:
    return Item(
        id=note.id,
        via=Via.COMMENT,
        author=note.author if note.author.id else None,
        at=note.edited or note.at,
        body=note.body,
        thread=note.thread,
        parent=note.parent,
        subreddit=note.subreddit,
        edited=note.edited,
        removed=note.removed,
    )


def _letter_item(letter: Letter) -> Item:
    return Item(
        id=letter.id,
        via=Via.MODMAIL if letter.conversation else Via.MESSAGE,
        author=letter.author,
        at=letter.at,
        body=letter.body,
        parent=letter.parent,
        subreddit=letter.subreddit,
        conversation=letter.conversation,
    )
