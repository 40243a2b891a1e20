"""The writer's lock: one daemon on one database.

Laws: the system gives the lock back when its holder dies, however it dies; nothing has to be cleaned up. The lock
file itself stays, since removing it would let two processes hold locks on different files of one name.
"""

import fcntl
import os
import socket
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from sqlalchemy import URL, Connection, NullPool, create_engine, text

from forumgm.adapters.store.connections import open_private, sqlite_path
from forumgm.adapters.store.failures import told, translate_system
from forumgm.app.ports import StoreError, StoreInUseError

_ADVISORY_KEY = 7_309_940_816_124_202_867
"""Our number among the server's advisory locks; each database has its own."""
_HINT = "Stop it first, or use another database."


class WriterLock(Protocol):
    """A claim on a database."""

    def claim(self) -> None:
        """Take the lock. Raises StoreInUseError saying who holds it."""
        ...

    def check(self) -> None:
        """Make sure that it is still ours. Raises StoreInUseError if it was lost to somebody else."""
        ...

    def release(self) -> None:
        """Give it back; harmless if it is not held."""
        ...


def lock_for(url: URL) -> WriterLock:
    """Return the lock that belongs to this kind of database, not yet claimed."""
    if url.get_backend_name() == "postgresql":
        return ServerLock(url)
    path = sqlite_path(url)
    return NoLock() if path is None else FileLock(path.with_name(path.name + ".lock"))


class NoLock:
    """For a database in memory, which nobody else can reach."""

    def claim(self) -> None:
        """Nothing to take."""

    def check(self) -> None:
        """Nothing to lose."""

    def release(self) -> None:
        """Nothing to give back."""


class FileLock:
    """A kernel lock on a file beside the database; the file names the holder, its time says since when."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: int | None = None

    def claim(self) -> None:
        """Take the lock. Raises StoreInUseError saying who holds it."""
        if self._file is not None:
            return
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            file = open_private(self._path)
        except OSError as error:
            raise translate_system(error, what="the lock file cannot be opened") from None
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            message = _holder_of(file)
            os.close(file)
            raise StoreInUseError(message) from None
        os.ftruncate(file, 0)
        os.pwrite(file, f"{os.getpid()}\n".encode(), 0)
        self._file = file

    def check(self) -> None:
        """A kernel lock cannot be lost while the file is open."""

    def release(self) -> None:
        """Give it back; harmless if it is not held."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _holder_of(file: int) -> str:
    pid = os.pread(file, 20, 0).decode("ascii", "replace").strip() or "unknown"
    since = datetime.fromtimestamp(int(os.fstat(file).st_mtime), UTC)
    return _in_use(f"process {pid}", since)


def _in_use(who: str, since: datetime) -> str:
    return f"The database is in use by {who} since {since.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC. {_HINT}"


class ServerLock:
    """A PostgreSQL advisory lock on a connection of its own; the connection's name tells the holder."""

    def __init__(self, url: URL) -> None:
        self._url = url
        self._connection: Connection | None = None

    def claim(self) -> None:
        """Take the lock. Raises StoreInUseError saying who holds it."""
        if self._connection is not None:
            return
        name = f"forumgm process {os.getpid()} on {socket.gethostname()}"[:63]
        with told():
            engine = create_engine(
                self._url,
                poolclass=NullPool,
                isolation_level="AUTOCOMMIT",
                connect_args={"application_name": name},
                hide_parameters=True,
            )
            connection = engine.connect()
            try:
                if not connection.scalar(text("SELECT pg_try_advisory_lock(:key)"), {"key": _ADVISORY_KEY}):
                    raise StoreInUseError(_holder_on(connection))
            except BaseException:
                connection.close()
                raise
        self._connection = connection

    def check(self) -> None:
        """Make sure that the connection lives; after a restart of the server take the lock anew."""
        if self._connection is None:
            return
        try:
            with told():
                self._connection.scalar(text("SELECT 1"))
        except StoreError:
            self.release()
            self.claim()

    def release(self) -> None:
        """Give it back; harmless if it is not held."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


_HOLDER = text(
    "SELECT a.application_name, a.backend_start FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid"
    " WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1"
    " AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    " AND ((l.classid::bigint << 32) | l.objid::bigint) = :key"
)


def _holder_on(connection: Connection) -> str:
    row = connection.execute(_HOLDER, {"key": _ADVISORY_KEY}).first()
    if row is None:
        return f"The database was in use a moment ago. {_HINT}"
    return _in_use(row[0] or "somebody", row[1])
