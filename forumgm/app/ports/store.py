"""The store, as the app needs it. A transaction holds everything of one item: it all happens or nothing does."""

from collections.abc import Collection, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from forumgm.app.ports.rows import (
    Deadline,
    Game,
    GameKind,
    GameStatus,
    ItemState,
    OutboxRow,
    Person,
    Question,
    RowState,
    StoredItem,
)
from forumgm.core.errors import ForumGmError
from forumgm.core.events import Recorded
from forumgm.core.items import Item


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
    def count_answer(self, account: str, kind: str, *, span: int) -> int:
        """Count one more answer of this kind to this account; return how many there were in this span of time.

        ``span`` is the number of an hour or day, one or the other for each kind.
        """
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
