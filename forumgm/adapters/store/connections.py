"""Connections: how a URL becomes an engine.

Laws: what was committed is on disk (SQLite: WAL with ``synchronous=FULL``; PostgreSQL: ``synchronous_commit=on``).
A writing transaction takes the write lock at once (``BEGIN IMMEDIATE``), so that it never fails half-way for another
writer's sake; a reading one sees one moment. Statements are never logged with their values.
"""

import os
import sqlite3
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import QueuePool, StaticPool

from forumgm.adapters.store.failures import may_write, translate_system
from forumgm.app.ports import StoreError, StoreReadOnlyError

BUSY_SECONDS = 15
"""How long a transaction waits for another process's."""
READERS = 5
"""Connections that a read-only store keeps open; as many again may be opened for a moment."""
_LOOK_AGAIN = 0.02
_PRIVATE_FILE = 0o600


def parse(url: str) -> URL:
    """Return the parsed URL with the driver we use. Raises StoreError if it is none of ours; hides the password."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise StoreError("the database URL cannot be read") from None
    backend = parsed.get_backend_name()
    if backend == "sqlite":
        return parsed.set(drivername="sqlite")
    if backend == "postgresql":
        return parsed.set(drivername="postgresql+psycopg")
    raise StoreError("the database URL must begin with sqlite:/// or postgresql://")


def sqlite_path(url: URL) -> Path | None:
    """Return the database file, None for a database in memory or on a server."""
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        return None
    return Path(str(url.database)).absolute()


def make_engine(url: URL, *, read_only: bool) -> Engine:
    """Return an engine whose transactions write (or only read). Opens nothing yet."""
    if url.get_backend_name() == "postgresql":
        return _postgres(url, read_only=read_only)
    path = sqlite_path(url)
    return _sqlite_memory() if path is None else _sqlite_file(path, read_only=read_only)


def _sqlite_file(path: Path, *, read_only: bool) -> Engine:
    def connect() -> sqlite3.Connection:
        if not read_only:
            _create(path)
        return connect_sqlite(path, read_only=read_only)

    engine = create_engine(
        "sqlite://",
        creator=connect,
        poolclass=QueuePool,
        pool_size=READERS if read_only else 1,
        max_overflow=READERS if read_only else 0,
        hide_parameters=True,
    )
    _begin_with(engine, "BEGIN" if read_only else "BEGIN IMMEDIATE")
    return engine


def _sqlite_memory() -> Engine:
    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA foreign_keys = ON")
        return connection

    engine = create_engine("sqlite://", creator=connect, poolclass=StaticPool, hide_parameters=True)
    _begin_with(engine, "BEGIN IMMEDIATE")
    return engine


def connect_sqlite(path: Path, *, read_only: bool) -> sqlite3.Connection:
    """Open a database file; transactions are begun by hand. Raises sqlite3.Error or StoreReadOnlyError."""
    mode = "ro" if read_only else "rw"
    connection = sqlite3.connect(
        f"file:{quote(str(path))}?mode={mode}",
        uri=True,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
    )
    try:
        connection.execute("PRAGMA foreign_keys = ON")
        if not read_only:
            _write_ahead(connection)
            connection.execute("PRAGMA synchronous = FULL")
            # What is blanked is overwritten, not only forgotten.
            connection.execute("PRAGMA secure_delete = ON")
    except sqlite3.Error:
        connection.close()
        if not read_only and not may_write(path):
            # SQLite only says that it cannot open its side files.
            raise StoreReadOnlyError("the database file or its folder may not be written") from None
        raise
    return connection


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Switch to the write-ahead log. SQLite waits for nobody here: two that start on a new file meet, so we wait."""
    give_up = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > give_up:
                raise
            time.sleep(_LOOK_AGAIN)
        else:
            return


def _create(path: Path) -> None:
    """Make the file readable by us alone: it holds roles and secrets (SQLite gives its side files the same mode)."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            os.close(open_private(path))
    except OSError as error:
        raise translate_system(error, what="the database file cannot be made") from None


def open_private(path: Path) -> int:
    """Open a file for us alone, made if it is missing. What root makes belongs to whom its folder belongs.

    So a restore by the administrator leaves nothing that the daemon's own user can't open. Raises OSError.
    """
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, _PRIVATE_FILE)
    if os.geteuid() == 0:
        folder = path.parent.stat()
        os.fchown(file, folder.st_uid, folder.st_gid)
    return file


def _begin_with(engine: Engine, statement: str) -> None:
    # The driver's own idea of transactions is off (isolation_level None); SQLAlchemy begins them through this.
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(statement)

    event.listen(engine, "begin", begin)


def _postgres(url: URL, *, read_only: bool) -> Engine:
    options: dict[str, Any] = {"isolation_level": "REPEATABLE READ" if read_only else "READ COMMITTED"}
    if read_only:
        options["postgresql_readonly"] = True
    try:
        engine = create_engine(
            url,
            execution_options=options,
            pool_size=READERS if read_only else 1,
            max_overflow=READERS if read_only else 0,
            pool_pre_ping=True,
            hide_parameters=True,
        )
    except ImportError:
        raise StoreError("PostgreSQL needs the extra: pip install 'forumgm[postgres]'") from None

    def settle(connection: Any, _record: object) -> None:
        connection.execute("SET synchronous_commit TO on")
        connection.commit()

    event.listen(engine, "connect", settle)
    return engine
