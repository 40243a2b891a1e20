"""The forum's state: records by id, the indexes that keep every request short, and the journal's pen.

Laws:
* ``put`` is the only way in, so that indexes, dirty list and journal can't differ.
* No request walks over everything: threads, subreddits, inboxes and authors have their own lists in creation order.
* One thread (the server's event loop) changes the state; ``commit`` ends a request.
"""

import re
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from forumgm.sandbox.clock import ForumClock
from forumgm.sandbox.ids import Counters, Kind
from forumgm.sandbox.storage import Journal
from forumgm.sandbox.things import (
    Account,
    Comment,
    Conversation,
    Edit,
    Flair,
    Item,
    Mail,
    Message,
    Note,
    Post,
    Record,
    Subreddit,
)

ACCOUNT_NAME = re.compile(r"[A-Za-z0-9_-]{3,20}")
Held = TypeVar("Held", Account, Subreddit, Post, Comment, Message, Conversation, Mail)
SUBREDDIT_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_]{1,20}")


@dataclass(slots=True)
class Settings:
    """What ``POST /sandbox/settings`` changes."""

    page: int = 200
    """Comments in a tree before the rest hides behind "more"."""
    chat: bool = False
    """Messages behave as after Reddit's move of messages to chat."""
    token_ttl: int = 86400
    """Seconds (of the machine) that a new token lives."""
    quota: int | None = None
    """Requests per 600 s and client id; None shows headers that never slow a client down."""


@dataclass(slots=True)
class Indexes:
    """Ids in creation order, by what requests ask for."""

    account: dict[str, str] = field(default_factory=dict)
    subreddit: dict[str, str] = field(default_factory=dict)
    posts_in: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    comments_in: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    thread: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    answers: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    by_author: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    inbox: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    unread: defaultdict[str, dict[str, None]] = field(default_factory=lambda: defaultdict(dict))
    sent: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    exchange: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    letters: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    edited_in: defaultdict[str, dict[str, None]] = field(default_factory=lambda: defaultdict(dict))
    conversations_in: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    mail: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    flair_in: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))


class ForumState:
    """Everything on the forum, in memory and, given a data file, on disk."""

    def __init__(self, *, clock: ForumClock | None = None, data: Path | None = None) -> None:
        """An empty forum, or the one in ``data``; ValueError when the file is something else."""
        self.clock = clock or ForumClock()
        self.settings = Settings()
        self.counters = Counters()
        self.at = Indexes()
        self.accounts: dict[str, Account] = {}
        self.subreddits: dict[str, Subreddit] = {}
        self.posts: dict[str, Post] = {}
        self.comments: dict[str, Comment] = {}
        self.messages: dict[str, Message] = {}
        self.notes: dict[str, Note] = {}
        self.conversations: dict[str, Conversation] = {}
        self.mails: dict[str, Mail] = {}
        self.flairs: dict[str, Flair] = {}
        self.edits: dict[str, Edit] = {}
        self._dirty: dict[tuple[type, str], Record] = {}
        self._journal = Journal(data) if data else None
        if self._journal:
            for record in self._journal.records():
                self._shelve(record)
            self.clock.not_before(self._journal.last_time())

    # -- writing ---------------------------------------------------------------------------------------

    def put(self, record: Record) -> None:
        """The record, new or changed, is part of the forum and will be on disk with the next ``commit``."""
        self._shelve(record)
        if self._journal:
            self._dirty[type(record), record.id] = record

    def commit(self) -> None:
        """All changes so far, and the time, are on disk (if there is one)."""
        if self._journal and self._dirty:
            self._journal.write(self._dirty.values(), now=self.clock.now())
            self._dirty.clear()

    def remember_time(self) -> None:
        """The time is on disk: what a moved clock needs so that it never runs backwards after a restart."""
        if self._journal:
            self._journal.write((), now=self.clock.now())

    def close(self) -> None:
        """Everything is on disk and the file is closed."""
        self.commit()
        self.remember_time()
        if self._journal:
            self._journal.close()
            self._journal = None

    # -- finding ---------------------------------------------------------------------------------------

    def find_account(self, name: str) -> Account | None:
        """The account of this name in any case, or None."""
        identity = self.at.account.get(name.lower())
        return self.accounts[identity] if identity else None

    def account(self, name: str) -> Account:
        """The account of this name, made if new; ValueError when no account may be called so."""
        known = self.find_account(name)
        if known:
            return known
        if not ACCOUNT_NAME.fullmatch(name):
            raise ValueError("an account name has 3 to 20 of the characters A-Z a-z 0-9 _ -")
        made = Account(id=self.counters.take(Kind.ACCOUNT), name=name, created=self.clock.stamp())
        self.put(made)
        return made

    def find_subreddit(self, name: str) -> Subreddit | None:
        """The subreddit of this name in any case, or None."""
        identity = self.at.subreddit.get(name.lower())
        return self.subreddits[identity] if identity else None

    def subreddit(self, name: str) -> Subreddit:
        """The subreddit of this name, made if new; ValueError when none may be called so."""
        known = self.find_subreddit(name)
        if known:
            return known
        if not SUBREDDIT_NAME.fullmatch(name):
            raise ValueError("a subreddit name has 2 to 21 letters, digits or underscores")
        made = Subreddit(id=self.counters.take(Kind.SUBREDDIT), name=name, created=self.clock.stamp())
        self.put(made)
        return made

    def item(self, fullname: str) -> Item | None:
        """The post or comment of this fullname, or None."""
        kind, _, identity = fullname.partition("_")
        if kind == Kind.COMMENT:
            return self.comments.get(identity)
        return self.posts.get(identity) if kind == Kind.POST else None

    def is_known(self, fullname: str) -> bool:
        """Whether the fullname names a post, comment or message, deleted or not."""
        kind, _, identity = fullname.partition("_")
        return self.item(fullname) is not None or (kind == Kind.MESSAGE and identity in self.messages)

    def is_moderator(self, account: Account | None, sub: str) -> bool:
        """Whether the account moderates the subreddit with this id."""
        return account is not None and account.id in self.subreddits[sub].moderators

    # -- shelves ---------------------------------------------------------------------------------------

    def _shelve(self, record: Record) -> None:
        match record:
            case Account() | Subreddit():
                self._shelve_name(record)
            case Post() | Comment():
                self._shelve_item(record)
            case Message():
                self._shelve_message(record)
            case Note():
                self._shelve_note(record)
            case Conversation() | Mail():
                self._shelve_modmail(record)
            case Flair():
                if record.id not in self.flairs:
                    self.at.flair_in[record.sub].append(record.id)
                self.flairs[record.id] = record
            case Edit():
                self.edits[record.id] = record

    def _shelve_name(self, record: Account | Subreddit) -> None:
        if isinstance(record, Account):
            self._keep(self.accounts, record, Kind.ACCOUNT)
            self.at.account[record.name.lower()] = record.id
        else:
            self._keep(self.subreddits, record, Kind.SUBREDDIT)
            self.at.subreddit[record.name.lower()] = record.id

    def _shelve_modmail(self, record: Conversation | Mail) -> None:
        if isinstance(record, Conversation):
            if self._keep(self.conversations, record, Kind.CONVERSATION):
                self.at.conversations_in[record.sub].append(record.id)
        elif self._keep(self.mails, record, Kind.MAIL):
            self.at.mail[record.conversation].append(record.id)

    def _keep(self, shelf: dict[str, Held], record: Held, kind: Kind) -> bool:
        is_new = record.id not in shelf
        shelf[record.id] = record
        if is_new:
            self.counters.seen(kind, record.id)
        return is_new

    def _shelve_item(self, item: Item) -> None:
        if isinstance(item, Post):
            is_new = self._keep(self.posts, item, Kind.POST)
            if is_new:
                self.at.posts_in[item.sub].append(item.id)
        else:
            is_new = self._keep(self.comments, item, Kind.COMMENT)
            if is_new:
                self.at.comments_in[item.sub].append(item.id)
                self.at.thread[item.post].append(item.id)
                self.at.answers[item.parent].append(item.id)
        if is_new:
            self.at.by_author[item.author].append(item.fullname)
        if item.edited:
            self.at.edited_in[item.sub][item.fullname] = None

    def _shelve_message(self, message: Message) -> None:
        if self._keep(self.messages, message, Kind.MESSAGE):
            if message.author:
                self.at.sent[message.author].append(message.fullname)
            if message.to_account:
                self.at.inbox[message.to_account].append(message.fullname)
            self.at.exchange[message.first or message.id].append(message.id)
            if message.conversation:
                self.at.letters[message.conversation].append(message.id)
        if message.to_account:
            self._mark(message.to_account, message.fullname, unread=message.unread)

    def _shelve_note(self, note: Note) -> None:
        fullname = f"t1_{note.comment}"
        if note.id not in self.notes:
            self.at.inbox[note.owner].append(fullname)
        self.notes[note.id] = note
        self._mark(note.owner, fullname, unread=note.unread)

    def _mark(self, owner: str, fullname: str, *, unread: bool) -> None:
        if unread:
            self.at.unread[owner][fullname] = None
        else:
            self.at.unread[owner].pop(fullname, None)
