"""Ports: what the app needs from the outside, as protocols. Adapters fulfil them; nothing here names a vendor.

Laws: a forum method does one thing once and never repeats a write. A store transaction holds everything of one item.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol

from forumgm.core.effects import View
from forumgm.core.errors import ForumGmError
from forumgm.core.events import Recorded
from forumgm.core.items import Account, Item

# --------------------------------------------------------------------------------------------------------------------
# The forum


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


@dataclass(frozen=True, slots=True)
class Change:
    """News about an item that was seen before: an edit, a deletion, a removal or an approval."""

    item: str
    kind: "ChangeKind"
    at: int | None = None


class ChangeKind(Enum):
    """What happened to the item."""

    EDITED = "edited"
    DELETED = "deleted"
    REMOVED = "removed"
    APPROVED = "approved"


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

    def thread(self, fullname: str) -> "ThreadFacts | None":
        """Return what is known of a thread; None if there is none."""
        ...

    def mark_read(self, fullnames: Sequence[str]) -> None:
        """Mark messages read, as a courtesy. Failing is no harm."""
        ...


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


# --------------------------------------------------------------------------------------------------------------------
# The store


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


class StaleVersionError(ForumGmError):
    """Somebody else appended to this game's log in between; nothing was written."""


class Transaction(Protocol):
    """Everything that one item does to the store; it all happens or nothing does."""

    # games
    def new_game_id(self, kind: GameKind) -> str: ...
    def add_game(self, game: Game) -> None: ...
    def save_game(self, game: Game) -> None:
        """Write every field but ``version``, which only ``append`` moves."""
        ...

    def game(self, game_id: str) -> Game | None: ...
    def games(self, status: GameStatus | None = None) -> list[Game]: ...
    def games_in_thread(self, thread: str) -> list[Game]: ...

    def set_members(self, game: str, accounts: Collection[str]) -> None:
        """Say whose private messages may mean this game (players, reserves, former players)."""
        ...

    def games_of(self, account: str) -> list[Game]:
        """Return the games that are not ended and have this member, oldest first."""
        ...

    # the event log
    def append(self, game: str, recorded: Sequence[Recorded], *, expected: int) -> None:
        """Add events behind version ``expected``. Raises StaleVersionError."""
        ...

    def log(self, game: str) -> list[str]:
        """Return all lines of a game's record, oldest first."""
        ...

    # items
    def known_items(self, ids: Collection[str]) -> set[str]: ...
    def see(self, item: Item, *, now: int, state: ItemState = ItemState.NEW) -> bool:
        """Store an item unless it is known; return whether it was new."""
        ...

    def item(self, item_id: str) -> StoredItem | None: ...
    def new_items(self) -> list[Item]:
        """Return the items in state NEW in the order of the rules (``Item.sort_key``)."""
        ...

    def settle_item(self, item_id: str, state: ItemState, *, game: str | None, order: bool) -> None: ...
    def flag_item(self, item_id: str) -> bool:
        """Mark as flagged; return whether it was not before."""
        ...

    def held_items(self, game: str) -> list[Item]: ...
    def recent_orders(self, game: str, limit: int) -> list[str]:
        """Return ids of the game's comments that carried orders, newest first, to look at for edits."""
        ...

    # deadlines
    def set_deadlines(self, game: str, rows: Iterable[Deadline]) -> None:
        """Replace all of a game's deadlines."""
        ...

    def deadlines(self, game: str) -> list[Deadline]:
        """Return all deadlines of one game, earliest first."""
        ...

    def due(self, until: int) -> list[Deadline]:
        """Return the deadlines of open games due at or before this time, earliest first."""
        ...

    # the outbox
    def queue(self, row: OutboxRow) -> bool:
        """Add a row unless its key is known (False). Rows still queued in the same slot become DROPPED."""
        ...

    def save_row(self, row: OutboxRow) -> None: ...
    def row(self, key: str) -> OutboxRow | None: ...
    def sendable(self, now: int, limit: int) -> list[OutboxRow]:
        """Return queued rows due for sending: public ones first, each game's posts by number, then by age.

        Of each game at most its lowest unsent post is returned, so that posts keep their order.
        """
        ...

    def rows_in(self, state: RowState) -> list[OutboxRow]: ...
    def rows_of(self, game: str) -> list[OutboxRow]: ...

    # people, questions, small values
    def person(self, account: str) -> Person | None: ...
    def save_person(self, person: Person) -> None: ...
    def question(self, account: str, channel: str) -> Question | None: ...
    def ask(self, question: Question) -> None:
        """Store the newest question to this person in this channel; an older one is gone."""
        ...

    def drop_question(self, account: str, channel: str) -> None: ...
    def value(self, key: str) -> Any:
        """Return a small stored JSON value, None if there is none."""
        ...

    def values(self, prefix: str) -> dict[str, Any]:
        """Return the small stored values whose keys begin so, in the order of their keys; ``prefix`` is not empty."""
        ...

    def set_value(self, key: str, value: Any) -> None: ...
    def count_answer(self, account: str, kind: str, *, hour: int) -> int:
        """Count one more answer of this kind to this account in this hour; return the new count."""
        ...


class Store(Protocol):
    """Durable storage. One writer: a second daemon on the same database is refused."""

    def transaction(self) -> AbstractContextManager[Transaction]:
        """Begin; commit at the end of the block, roll back if it raises."""
        ...

    def lock(self) -> None:
        """Claim the database for this process. Raises StoreInUseError naming who holds it."""
        ...

    def close(self) -> None: ...


class StoreError(ForumGmError):
    """The database did not do what it should; the transaction left nothing. Carries no stored text."""


class StoreInUseError(StoreError):
    """Another daemon runs on this database; says which process and since when."""


class StoreFullError(StoreError):
    """The disk takes no more (full, quota, size limit)."""


class StoreReadOnlyError(StoreError):
    """Something was to be written to a database that may only be read."""


class StoreDamagedError(StoreError):
    """The file is not a sound database, or not one of ours."""


class StoreVersionError(StoreError):
    """The tables are older or newer than this program knows."""


# --------------------------------------------------------------------------------------------------------------------
# Wording


class Renderer(Protocol):
    """Turns a template name and a view into the forum's Markdown. Never sees a state."""

    def render(self, template: str, view: View) -> str:
        """Return the text. Raises KeyError for an unknown template and ForumGmError for a broken one."""
        ...

    def fit(self, text: str, *, limit: int) -> list[str]:
        """Split a text at paragraph borders into parts of at most ``limit`` characters, tables kept whole."""
        ...
