"""The store: opens transactions on a database, one after the other.

Laws: everything of a transaction happens or nothing does. Transactions of one process never overlap where they may
write; a read-only store has its own connections, reads one moment at a time and never waits for the writer.
"""

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from sqlalchemy import URL, Connection, Engine

from forumgm.adapters.store.connections import make_engine, parse, sqlite_path
from forumgm.adapters.store.deadlines import DeadlinesPart
from forumgm.adapters.store.events import EventsPart
from forumgm.adapters.store.failures import told
from forumgm.adapters.store.games import GamesPart
from forumgm.adapters.store.items import ItemsPart
from forumgm.adapters.store.lock import lock_for
from forumgm.adapters.store.outbox import OutboxPart
from forumgm.adapters.store.people import PeoplePart
from forumgm.adapters.store.privacy import PrivacyPart
from forumgm.adapters.store.schema import prepare
from forumgm.app.ports import StoreError, StoreReadOnlyError


class SqlTransaction(GamesPart, EventsPart, ItemsPart, DeadlinesPart, OutboxPart, PeoplePart, PrivacyPart):
    """Everything that one item does to the store (``forumgm.app.ports.Transaction``)."""


class SqlStore:
    """Durable storage on SQLite or PostgreSQL (``forumgm.app.ports.Store``). May be used from several threads."""

    def __init__(self, engine: Engine, *, url: URL, read_only: bool) -> None:
        self._engine = engine
        self._lock = lock_for(url)
        self._read_only = read_only
        self._gate: AbstractContextManager[object] = nullcontext() if read_only else threading.Lock()
        self._here = threading.local()

    def transaction(self) -> AbstractContextManager[SqlTransaction]:
        """Begin; commit at the end of the block, roll back if it raises.

        Raises StoreError (StoreFullError, StoreReadOnlyError, ...) where the database fails, from a method or at
        the end, and RuntimeError within another transaction of the same thread.
        """
        return self._transaction()

    @contextmanager
    def _transaction(self) -> Iterator[SqlTransaction]:
        if getattr(self._here, "busy", False):
            raise RuntimeError("a transaction was begun within a transaction")
        self._here.busy = True
        try:
            with self._gate:
                self._lock.check()
                with self._begun() as connection:
                    transaction = SqlTransaction(connection)
                    yield transaction
                    if transaction.failure is not None:
                        raise transaction.failure
        finally:
            self._here.busy = False

    @contextmanager
    def _begun(self) -> Iterator[Connection]:
        with told(), self._engine.connect() as connection, connection.begin():
            yield connection

    def lock(self) -> None:
        """Claim the database for this process. Raises StoreInUseError naming who holds it."""
        if self._read_only:
            raise StoreReadOnlyError("a store that only reads cannot claim the database")
        self._lock.claim()

    def close(self) -> None:
        """Close all connections and give the lock back."""
        self._engine.dispose()
        self._lock.release()


def open_store(url: str, *, read_only: bool = False) -> SqlStore:
    """Open a database; an empty one gets its tables.

    Raises StoreVersionError if its tables are older (``forumgm db upgrade``) or newer than this program, and
    StoreError if there is none to read.
    """
    parsed = parse(url)
    if read_only:
        path = sqlite_path(parsed)
        if parsed.get_backend_name() == "sqlite" and (path is None or not path.exists()):
            raise StoreError("there is no database yet to read from")
    engine = make_engine(parsed, read_only=read_only)
    try:
        prepare(engine, read_only=read_only)
    except BaseException:
        engine.dispose()
        raise
    return SqlStore(engine, url=parsed, read_only=read_only)
