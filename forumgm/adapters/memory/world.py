"""The forum's world: who is there and what was written. Everything people do goes through ``World``.

Laws, as on Reddit (reddit.md 3.3, 3.4): an edit within three minutes leaves no mark; deleted and removed texts keep
their place; ids grow; names are spelt in any case and mean the same account.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from forumgm.core.items import Account

NINJA_SECONDS = 180
"""An edit no later than this after writing leaves no mark (reddit.md 3.4)."""
START = 1_767_225_600
"""Forum time at which a new forum begins: 2026-01-01 00:00 UTC."""
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_FIRST_ID = 20 * 36**3
"""First id given, ``k000``: all ids of a short test have the same length, as on a real forum."""


@dataclass(slots=True)
class Profile:
    """An account with what its owner and the forum have set."""

    account: Account
    created: int
    suspended: bool = False
    accepts_messages: bool = True


@dataclass(slots=True)
class Topic:
    """A thread."""

    id: str
    author: Account
    at: int
    subreddit: str
    title: str
    body: str
    locked: bool = False
    archived: bool = False
    removed: bool = False
    deleted: bool = False
    edited: int | None = None
    flair: str = ""


@dataclass(slots=True)
class Note:
    """A comment."""

    id: str
    author: Account
    at: int
    body: str
    thread: str
    parent: str
    subreddit: str
    edited: int | None = None
    deleted: bool = False
    removed: bool = False
    approved: bool = False
    featured: bool = False
    sticky: bool = False


@dataclass(slots=True)
class Letter:
    """A private message or a message in a mod mail conversation."""

    id: str
    author: Account | None
    """None where the forum hides the sender."""
    at: int
    subject: str
    body: str
    to: Account | None
    """None for a message to moderators."""
    parent: str | None = None
    conversation: str | None = None
    subreddit: str | None = None
    read: bool = False


class World:
    """A forum with its people. Times are forum time, moved by ``advance`` only."""

    def __init__(self, *, bot: str = "gm_bot", now: int = START) -> None:
        self._time = now
        self._next = _FIRST_ID
        self._profiles: dict[str, Profile] = {}
        self._topics: dict[str, Topic] = {}
        self._notes: dict[str, Note] = {}
        self._letters: dict[str, Letter] = {}
        self._moderators: dict[str, list[Account]] = defaultdict(list)
        self.bot = self.account(bot)

    # -- time and people

    def advance(self, seconds: int) -> int:
        """Move forum time on; return the new time."""
        self._time += seconds
        return self._time

    def account(self, name: str) -> Account:
        """Return the account of this name, in any case; it is made if there is none."""
        return self.profile(name).account

    def profile(self, name: str) -> Profile:
        """Return the account with its switches, to be set by the test."""
        key = name.casefold()
        if key not in self._profiles:
            account = Account(id=f"t2_{self._new_id()}", name=name)
            self._profiles[key] = Profile(account, created=self._time - 10_000_000)
        return self._profiles[key]

    def appoint(self, subreddit: str, name: str) -> None:
        """Make somebody (also the bot) a moderator."""
        account = self.account(name)
        if account not in self._moderators[subreddit.casefold()]:
            self._moderators[subreddit.casefold()].append(account)

    def dismiss(self, subreddit: str, name: str) -> None:
        """Take moderation away from somebody."""
        self._moderators[subreddit.casefold()].remove(self.account(name))

    # -- what people write

    def open_thread(self, name: str, subreddit: str, title: str, text: str = "") -> str:
        """Open a thread; return its fullname."""
        topic = Topic(f"t3_{self._new_id()}", self.account(name), self._time, subreddit, title, text)
        self._topics[topic.id] = topic
        return topic.id

    def say(self, name: str, thread: str, text: str, *, parent: str | None = None, held: bool = False) -> str:
        """Comment in a thread; return the fullname. ``held``: a filter takes it before anybody sees it."""
        topic = self._topics[thread]
        note = Note(
            id=f"t1_{self._new_id()}",
            author=self.account(name),
            at=self._time,
            body=text,
            thread=thread,
            parent=parent or thread,
            subreddit=topic.subreddit,
            removed=held,
        )
        self._notes[note.id] = note
        return note.id

    def write(self, name: str | None, text: str, *, to: str | None = None, subject: str = "hello") -> str:
        """Write a private message (to the bot by default); return its fullname. ``name`` None: a hidden sender."""
        sender = self.account(name) if name is not None else None
        return self._deliver(sender, self.account(to) if to else self.bot, subject, text).id

    def write_modmail(self, name: str, subreddit: str, text: str, *, conversation: str | None = None) -> str:
        """Write to a subreddit's moderators; return the conversation's id."""
        conversation = conversation or self._new_id()
        letter = self._deliver(self.account(name), None, "mod mail", text, conversation=conversation)
        letter.subreddit = subreddit
        return conversation

    def edit_as(self, name: str, fullname: str, text: str) -> None:
        """Edit an own text; the mark is left only after three minutes."""
        thing = self._own(name, fullname)
        thing.body = text
        if self._time - thing.at > NINJA_SECONDS:
            thing.edited = self._time

    def delete_as(self, name: str, fullname: str) -> None:
        """Delete an own comment or thread; it stays as a stub."""
        self._own(name, fullname).deleted = True

    def delete_account(self, name: str) -> None:
        """Delete an account: its texts stay, their author is no longer told."""
        gone = self._profiles.pop(name.casefold()).account
        for note in self._notes.values():
            if note.author == gone:
                note.author = Account(id="", name="[deleted]")

    # -- what moderators do

    def remove_as(self, name: str, fullname: str) -> None:
        """Remove a text as a moderator."""
        thing = self._moderated(name, fullname)
        thing.removed = True
        if isinstance(thing, Note):
            thing.approved = False

    def approve_as(self, name: str, fullname: str) -> None:
        """Approve a removed or held text as a moderator."""
        thing = self._moderated(name, fullname)
        thing.removed = False
        if isinstance(thing, Note):
            thing.approved = True

    def lock(self, thread: str, *, locked: bool = True) -> None:
        """Lock or unlock a thread."""
        self._topics[thread].locked = locked

    def archive(self, thread: str) -> None:
        """Archive a thread: nobody can write there any more."""
        self._topics[thread].archived = True

    # -- looking

    def topic(self, thread: str) -> Topic:
        """Return a thread as it stands now."""
        return self._topics[thread]

    def note(self, fullname: str) -> Note:
        """Return a comment as it stands now."""
        return self._notes[fullname]

    def topics(self, author: str | None = None) -> list[Topic]:
        """Return the threads (of the bot, unless an author is named), oldest first."""
        who = self.account(author) if author else self.bot
        return [t for t in self._topics.values() if t.author == who and not t.deleted]

    def posts(self, thread: str | None = None, *, author: str | None = None) -> list[Note]:
        """Return the comments (of the bot, unless an author is named) that still stand, oldest first."""
        who = self.account(author) if author else self.bot
        notes = (n for n in self._notes.values() if n.author == who and not n.deleted)
        return [n for n in notes if thread in (None, n.thread)]

    def messages(self, to: str | None = None) -> list[Letter]:
        """Return everything the bot wrote privately, mod mail included, oldest first; to one person if named."""
        who = self.account(to) if to else None
        return [m for m in self._letters.values() if m.author == self.bot and who in (None, m.to)]

    def inbox(self, name: str) -> list[Letter]:
        """Return the private messages somebody has received, oldest first."""
        who = self.account(name)
        return [m for m in self._letters.values() if m.to == who]

    # -- inside

    def _new_id(self) -> str:
        number, text = self._next, ""
        self._next += 1
        while number:
            number, digit = divmod(number, 36)
            text = _DIGITS[digit] + text
        return text

    def _deliver(
        self,
        sender: Account | None,
        to: Account | None,
        subject: str,
        text: str,
        *,
        parent: str | None = None,
        conversation: str | None = None,
    ) -> Letter:
        kind = "mm" if conversation else "t4"
        letter = Letter(f"{kind}_{self._new_id()}", sender, self._time, subject, text, to, parent, conversation)
        self._letters[letter.id] = letter
        return letter

    def _own(self, name: str, fullname: str) -> Topic | Note:
        thing = self._thing(fullname)
        if thing.author != self.account(name):
            raise PermissionError(f"{name} did not write {fullname}")
        return thing

    def _moderated(self, name: str, fullname: str) -> Topic | Note:
        thing = self._thing(fullname)
        if not self._is_moderator(self.account(name), thing.subreddit):
            raise PermissionError(f"{name} does not moderate r/{thing.subreddit}")
        return thing

    def _thing(self, fullname: str) -> Topic | Note:
        return self._topics[fullname] if fullname.startswith("t3_") else self._notes[fullname]

    def _is_moderator(self, account: Account, subreddit: str) -> bool:
        return account in self._moderators[subreddit.casefold()]

    def _notes_newest_first(self) -> Iterator[Note]:
        return reversed(self._notes.values())

    def _letters_newest_first(self) -> Iterator[Letter]:
        return reversed(self._letters.values())
