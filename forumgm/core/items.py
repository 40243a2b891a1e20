"""What the forum gives us: one item is one comment or one private message, as first read (design.md law 6)."""

from dataclasses import dataclass
from enum import Enum


class Channel(Enum):
    """Where something was said: in the thread for everybody, or privately to the GM."""

    THREAD = "thread"
    PRIVATE = "private"


class Via(Enum):
    """The road an item came by, and the one an answer to it may take."""

    COMMENT = "comment"
    MESSAGE = "message"
    MODMAIL = "modmail"


_BASE36 = 36


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody on the forum. Identity is the id (``t2_...``); the name is only how it is spelt."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Item:
    """One comment or private message."""

    id: str
    """Its fullname, ``t1_...`` or ``t4_...`` (``mm_...`` by mod mail); it is handled once under this key."""
    via: Via
    author: Account | None
    """None when the forum no longer tells (deleted account, hidden sender)."""
    at: int
    """The moment that counts, epoch seconds of forum time: its creation, or its edit if that came before we read it."""
    body: str
    """Markdown source as first read."""
    thread: str | None = None
    """Fullname of the submission (comments only)."""
    parent: str | None = None
    """What a comment stands below; the message that a message answers, or the first one of a chat (reddit.md 4.2)."""
    subreddit: str | None = None
    edited: int | None = None
    """Time of the last edit that the forum tells of."""
    conversation: str | None = None
    """Mod mail conversation id, where it came by mod mail."""
    removed: bool = False
    """Removed or held by a filter: no order until it is approved (resistance.md section 8)."""

    @property
    def channel(self) -> Channel:
        """Everything but a comment is private."""
        return Channel.THREAD if self.via is Via.COMMENT else Channel.PRIVATE

    @property
    def sort_key(self) -> tuple[int, int, int]:
        """The order of the rules: stamp, comment before message, id as a base-36 number (resistance.md section 3)."""
        number = self.id.partition("_")[2] or self.id
        return (self.at, 0 if self.via is Via.COMMENT else 1, _base36(number))


def _base36(text: str) -> int:
    try:
        return int(text, _BASE36)
    except ValueError:
        return 0
