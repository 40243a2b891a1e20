"""The forum, as the app needs it. A forum method does one thing once and never repeats a write."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from forumgm.core.errors import ForumGmError
from forumgm.core.items import Account, Item


class ForumError(ForumGmError):
    """Something about the forum went wrong. Carries no text of messages."""


class ForumUnreachableError(ForumError):
    """Nothing was read or written (down, no token, no network); nothing is known to have changed."""

    def __init__(self, what: str, *, retry_after: int | None = None) -> None:
        super().__init__(what)
        self.retry_after = retry_after
        """Seconds the forum asked us to wait, if it did."""


class LoginRefusedError(ForumUnreachableError):
    """The forum does not take our secrets: somebody has to look after them."""


class WriteRefusedError(ForumError):
    """The forum said no for certain: nothing was written. ``code`` is the forum's own (``THREAD_LOCKED``)."""

    def __init__(self, code: str, *, retry_after: int | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.retry_after = retry_after
        """Seconds to wait where the refusal is only about the rate (``RATELIMIT``, 429)."""


class WriteUnclearError(ForumError):
    """The write may or may not have happened; look for its tag before sending again (reddit.md 6.1)."""


class ChangeKind(Enum):
    """What happened to the item."""

    EDITED = "edited"
    DELETED = "deleted"
    REMOVED = "removed"
    APPROVED = "approved"


@dataclass(frozen=True, slots=True)
class Change:
    """News about an item that was seen before: an edit, a deletion, a removal or an approval."""

    item: str
    kind: ChangeKind
    at: int | None = None


@dataclass(frozen=True, slots=True)
class PollRequest:
    """What one poll is to read (reddit.md 3.6)."""

    subreddits: Sequence[str]
    moderated: Sequence[str]
    """Those where the bot moderates: the list of edited comments is read too."""
    modmail: Sequence[str]
    """Those where mod mail is a private channel."""
    tree: str | None
    """Thread whose whole tree is read this time (an extra read), if any."""
    check: Sequence[str]
    """Up to 100 fullnames of comments to look at for edits and deletions (an extra read), may be empty."""
    known: Callable[[Collection[str]], set[str]]
    """Returns those of the fullnames that were seen before; a source is paged back until a page is all known."""


@dataclass(frozen=True, slots=True)
class Poll:
    """What one successful poll found. It is only returned if every source was read."""

    began: int
    """Forum time at which it began, never later than the first read: what was written before it is in it."""
    items: tuple[Item, ...]
    changes: tuple[Change, ...] = ()
    tree: str | None = None
    """The thread whose tree was read whole."""


@dataclass(frozen=True, slots=True)
class OwnText:
    """Something that the bot itself wrote, for looking up tags."""

    id: str
    at: int
    body: str
    parent: str | None = None
    to: str | None = None


@dataclass(frozen=True, slots=True)
class AccountFacts:
    """What the forum tells about somebody."""

    account: Account
    created: int | None
    suspended: bool
    accepts_messages: bool


@dataclass(frozen=True, slots=True)
class ThreadFacts:
    """A thread as the forum knows it."""

    fullname: str
    subreddit: str
    title: str
    author: Account | None
    at: int
    locked: bool
    archived: bool
    removed: bool


class Forum(Protocol):
    """A forum, used by one thread only. Every method may raise ForumUnreachableError."""

    def me(self) -> Account:
        """Return the bot's own account (logs in if need be)."""
        ...

    def now(self) -> int:
        """Return forum time: the Date of the last answer, carried on by the monotonic clock for at most a while."""
        ...

    def poll(self, request: PollRequest) -> Poll:
        """Read every source of the request."""
        ...

    def comment(self, parent: str, text: str) -> str:
        """Write one comment below a submission or comment; return its fullname. May be refused or unclear."""
        ...

    def submit(self, subreddit: str, title: str, text: str) -> str:
        """Open a thread; return its fullname. May be refused or unclear."""
        ...

    def edit(self, fullname: str, text: str) -> None:
        """Change a text of ours. Safe to repeat. May be refused."""
        ...

    def delete(self, fullname: str) -> None:
        """Delete a text of ours. Safe to repeat."""
        ...

    def message(self, to: str, subject: str, text: str) -> None:
        """Write a private message. May be refused or unclear; no id comes back."""
        ...

    def reply(self, message: str, text: str) -> None:
        """Answer a private message that somebody wrote to us. May be refused or unclear; no id comes back."""
        ...

    def modmail(self, subreddit: str, to: str, subject: str, text: str) -> None:
        """Write to somebody by the subreddit's mod mail. May be refused or unclear."""
        ...

    def reply_modmail(self, conversation: str, text: str) -> None:
        """Answer in a mod mail conversation. May be refused or unclear."""
        ...

    def own_comments(self, limit: int) -> list[OwnText]:
        """Return the newest comments of ours."""
        ...

    def own_messages(self, limit: int) -> list[OwnText]:
        """Return the newest messages of ours, as far as the forum lists them."""
        ...

    def own_submissions(self, limit: int) -> list[OwnText]:
        """Return the newest threads of ours (``body`` is the selftext)."""
        ...

    def feature(self, fullname: str, *, sticky: bool) -> None:
        """Mark a comment as the moderators' word, and pin it if asked. Only where the bot moderates."""
        ...

    def approve(self, fullname: str) -> None:
        """Take a comment of ours out of the spam filter. Only where the bot moderates."""
        ...

    def flair(self, thread: str, text: str) -> None:
        """Set a thread's flair. Only where the bot may."""
        ...

    def moderators(self, subreddit: str) -> list[Account]:
        """Return the subreddit's moderators."""
        ...

    def look_up(self, name: str) -> AccountFacts | None:
        """Return what is known of an account by name, in any case; None if there is none."""
        ...

    def thread(self, fullname: str) -> ThreadFacts | None:
        """Return what is known of a thread; None if there is none."""
        ...

    def mark_read(self, fullnames: Sequence[str]) -> None:
        """Mark messages read, as a courtesy. Failing is no harm."""
        ...
