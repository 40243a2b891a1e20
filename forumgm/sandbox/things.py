"""What the forum holds, as frozen records: a change is a new record put in the old one's place.

Laws:
* Accounts, subreddits and items refer to each other by id, never by name.
* Every record goes through JSON and back unchanged (``storage``), so fields are plain values, tuples and str enums.
* Times are whole forum seconds.
"""

from dataclasses import dataclass
from enum import StrEnum


class NoteKind(StrEnum):
    """Why a comment lies in somebody's inbox."""

    POST_REPLY = "post_reply"
    COMMENT_REPLY = "comment_reply"
    MENTION = "username_mention"


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody who can log in."""

    id: str
    name: str
    created: int
    suspended: bool = False
    refusal: str | None = None
    """The error code that a new message to this account meets; None accepts all."""

    @property
    def fullname(self) -> str:
        """The t2 name."""
        return f"t2_{self.id}"


@dataclass(frozen=True, slots=True)
class Subreddit:
    """A place for posts, with its people by account id in the order in which they came."""

    id: str
    name: str
    created: int
    moderators: tuple[str, ...] = ()
    banned: tuple[str, ...] = ()
    contributors: tuple[str, ...] = ()

    @property
    def fullname(self) -> str:
        """The t5 name."""
        return f"t5_{self.id}"


@dataclass(frozen=True, slots=True)
class Post:
    """A submission with its own text."""

    id: str
    author: str
    sub: str
    title: str
    text: str
    created: int
    edited: int | None = None
    deleted: bool = False
    removed: bool = False
    approved: bool = False
    locked: bool = False
    archived: bool = False
    stickied: bool = False
    distinguished: bool = False
    replies_noted: bool = True
    """Whether replies reach the author's inbox."""
    flair: str | None = None
    suggested_sort: str | None = None

    @property
    def fullname(self) -> str:
        """The t3 name."""
        return f"t3_{self.id}"


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment under a post; ``parent`` is the fullname that it answers."""

    id: str
    author: str
    sub: str
    post: str
    parent: str
    depth: int
    text: str
    created: int
    edited: int | None = None
    deleted: bool = False
    removed: bool = False
    approved: bool = False
    locked: bool = False
    stickied: bool = False
    distinguished: bool = False
    replies_noted: bool = True

    @property
    def fullname(self) -> str:
        """The t1 name."""
        return f"t1_{self.id}"


@dataclass(frozen=True, slots=True)
class Message:
    """A private message; ``author`` None is a moderator who hides behind the subreddit."""

    id: str
    author: str | None
    to_account: str | None
    to_sub: str | None
    subject: str
    text: str
    created: int
    parent: str | None = None
    first: str | None = None
    """Id of the message that opened the exchange; None on that message itself."""
    from_sub: str | None = None
    conversation: str | None = None
    unread: bool = True

    @property
    def fullname(self) -> str:
        """The t4 name."""
        return f"t4_{self.id}"


@dataclass(frozen=True, slots=True)
class Note:
    """A comment's copy in the inbox of ``owner``."""

    comment: str
    owner: str
    kind: NoteKind
    unread: bool = True

    @property
    def id(self) -> str:
        """Key of the record: a comment lies in each inbox once."""
        return f"{self.comment}/{self.owner}"


@dataclass(frozen=True, slots=True)
class Conversation:
    """A modmail conversation of a subreddit with one account, or among moderators when ``participant`` is None."""

    id: str
    sub: str
    subject: str
    participant: str | None
    created: int
    updated: int
    unread: bool
    archived: bool = False


@dataclass(frozen=True, slots=True)
class Mail:
    """One letter of a conversation."""

    id: str
    conversation: str
    author: str
    text: str
    created: int
    internal: bool = False
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Flair:
    """The flair of an account in a subreddit."""

    sub: str
    account: str
    text: str
    css_class: str | None = None

    @property
    def id(self) -> str:
        """Key of the record."""
        return f"{self.sub}/{self.account}"


@dataclass(frozen=True, slots=True)
class Edit:
    """A changed text, kept for the export; Reddit itself forgets it."""

    id: str
    item: str
    text: str
    created: int


Record = Account | Subreddit | Post | Comment | Message | Note | Conversation | Mail | Flair | Edit
Item = Post | Comment
