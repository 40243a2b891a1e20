"""Ports: what the app needs from the outside, as protocols. Adapters fulfil them; nothing here names a vendor.

forum.py     reading and writing, and what can go wrong with it
store.py     transactions, and what can go wrong with a database
rows.py      what the store keeps
wording.py   from views to the forum's Markdown
"""

from forumgm.app.ports.forum import (
    AccountFacts,
    Change,
    ChangeKind,
    Forum,
    ForumError,
    ForumUnreachableError,
    LoginRefusedError,
    OwnText,
    Poll,
    PollRequest,
    ThreadFacts,
    WriteRefusedError,
    WriteUnclearError,
)
from forumgm.app.ports.rows import (
    Deadline,
    Game,
    GameKind,
    GameStatus,
    ItemState,
    OutboxRow,
    Person,
    Question,
    Road,
    RowState,
    StoredItem,
)
from forumgm.app.ports.store import (
    StaleVersionError,
    Store,
    StoreDamagedError,
    StoreError,
    StoreFullError,
    StoreInUseError,
    StoreReadOnlyError,
    StoreVersionError,
    Transaction,
)
from forumgm.app.ports.wording import Renderer

__all__ = [
    "AccountFacts",
    "Change",
    "ChangeKind",
    "Deadline",
    "Forum",
    "ForumError",
    "ForumUnreachableError",
    "Game",
    "GameKind",
    "GameStatus",
    "ItemState",
    "LoginRefusedError",
    "OutboxRow",
    "OwnText",
    "Person",
    "Poll",
    "PollRequest",
    "Question",
    "Renderer",
    "Road",
    "RowState",
    "StaleVersionError",
    "Store",
    "StoreDamagedError",
    "StoreError",
    "StoreFullError",
    "StoreInUseError",
    "StoreReadOnlyError",
    "StoreVersionError",
    "StoredItem",
    "ThreadFacts",
    "Transaction",
    "WriteRefusedError",
    "WriteUnclearError",
]
