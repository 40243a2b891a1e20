"""What the store keeps: games, items, deadlines, the outbox, people and questions."""

from dataclasses import dataclass, field
from enum import Enum

from forumgm.core.effects import View
from forumgm.core.items import Account, Item


class GameKind(Enum):
    """Which rule system runs it; the letter of its id (``g1``, ``s1``)."""

    RESISTANCE = "g"
    NARRATIVE = "s"


class GameStatus(Enum):
    """Whether a game still takes orders."""

    OPEN = "open"
    ENDED = "ended"
    ASIDE = "aside"
    """Set aside by an error until ``forumgm retry`` (design.md law 9)."""


@dataclass(frozen=True, slots=True)
class Game:
    """One game or scene."""

    id: str
    kind: GameKind
    subreddit: str
    thread: str
    """Fullname of its thread; empty until the thread that the GM opens for it is known."""
    secret: bytes = field(repr=False)
    opened_at: int
    host: Account
    status: GameStatus = GameStatus.OPEN
    phase: str = ""
    """The game's own name of its phase, for lists."""
    version: int = 0
    """Seq of its newest event."""
    posts: int = 0
    """Number of its newest public post."""
    status_post: str | None = None
    """Fullname of its status comment."""
    error: str | None = None
    """Why it was set aside (no private text)."""


class ItemState(Enum):
    """What became of an item."""

    NEW = "new"
    HELD = "held"
    """Removed or filtered: not read until it is approved; or its game is set aside."""
    HANDLED = "handled"


@dataclass(frozen=True, slots=True)
class StoredItem:
    """An item as first read."""

    item: Item
    state: ItemState
    game: str | None
    order: bool
    """True if it held an order that was carried out: a later edit or deletion of it is worth a flag."""
    flagged: bool


@dataclass(frozen=True, slots=True)
class Deadline:
    """Something that is due in a game. The row is an index; the game decides what is true."""

    game: str
    key: str
    """Unique in the game; the same key again is the same deadline."""
    due: int
    verb: str
    """Order that the clock gives when it strikes."""
    args: View
    ceiling: bool = False
    """True: waits for a poll begun ``close_grace`` after it, with the thread's tree read (design.md law 4)."""


class Road(Enum):
    """What kind of writing an outbox row is."""

    SUBMIT = "submit"
    POST = "post"
    """A numbered public comment in a game's thread."""
    ANSWER = "answer"
    """A reply below somebody's comment."""
    EDIT = "edit"
    MESSAGE = "message"
    FLAIR = "flair"
    FEATURE = "feature"
    """Marking a comment of ours as the moderators' word and pinning it."""


class RowState(Enum):
    """An outbox row's life: queued -> sending -> sent | failed; dropped when something newer took its place."""

    QUEUED = "queued"
    SENDING = "sending"
    SENT = "sent"
    FAILED = "failed"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """One writing that was decided (reddit.md 6.1). The text is final when it is queued, tag included."""

    key: str
    """Unique: the same writing is never queued twice."""
    road: Road
    game: str | None
    text: str = field(repr=False)
    tag: str
    """What stands visibly in the last line, to find it again; empty for edits and flair."""
    created: int
    subreddit: str = ""
    target: str = ""
    """Parent fullname, thing to edit, or thread; for messages the message to reply into, if there is one."""
    to: str = ""
    """Recipient's name (messages)."""
    account: str = ""
    """Recipient's account id (messages)."""
    subject: str = ""
    """Title of a thread, subject of a message."""
    number: int | None = None
    """Public number of a numbered post."""
    slot: str = ""
    """Rows with the same slot give way: queuing one drops those still queued (receipts, status edits)."""
    opens_period: int | None = None
    state: RowState = RowState.QUEUED
    attempts: int = 0
    looks: int = 0
    """How often an unclear writing was looked for in vain."""
    next_try: int = 0
    sent_id: str | None = None
    sent_at: int | None = None
    error: str | None = None
    """The forum's code of the last refusal."""
    rung: int = 0
    """How far down the fallback ladder it is (reddit.md 4.3)."""


@dataclass(frozen=True, slots=True)
class Person:
    """What the daemon remembers about somebody it talks with."""

    account: Account
    last_message: str | None = None
    """Newest message he wrote to us: a reply into it is the first rung of the ladder."""
    conversation: str | None = None
    """Mod mail conversation, if he talks to us there."""
    quiet: bool = False
    unreachable: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """A reading that waits for a plain yes from one person in one channel (resistance.md section 8)."""

    account: str
    channel: str
    game: str
    asked_at: int
    version: int
    """The game's version when it was asked; another order in between makes it lapse where the row says so."""
    phase: str
    commands: View
    """The commands that a yes carries out, as JSON."""
