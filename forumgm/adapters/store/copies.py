"""Backup and restore of a SQLite database.

Laws: a backup is one moment of the database, taken while the daemon runs; it bears its name only once it was checked.
A restore refuses while a daemon runs, keeps the old database beside the new one, and leaves a mark so that the daemon
first looks up what it wrote since (hosting.md, after a restore). A server's database is its own tools' business.
"""

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL

from forumgm.adapters.store.connections import connect_sqlite, make_engine, open_private, parse, sqlite_path
from forumgm.adapters.store.failures import told, translate_system
from forumgm.adapters.store.lock import lock_for
from forumgm.adapters.store.schema import recognise
from forumgm.adapters.store.tables import metadata
from forumgm.app.ports import StoreDamagedError, StoreError

RESTORED = "restored"
"""Key of the small value that a restore leaves: forum time of the newest item in the copy (0 if there is none)."""


@dataclass(frozen=True, slots=True)
class Copy:
    """A backup that was checked."""

    path: Path
    revision: str
    rows: dict[str, int]
    """How many rows each table has."""


def backup(url: str, path: Path) -> Copy:
    """Copy the database to a file, replacing an older copy of that name. Raises StoreError; then nothing is left."""
    source = _file_of(url)
    if not source.exists():
        raise StoreError("there is no database yet to back up")
    part = path.with_name(path.name + ".part")
    try:
        part.unlink(missing_ok=True)
        os.close(open_private(part))
        with told(), closing(connect_sqlite(source, read_only=True)) as live:
            # The counts and the copy are of one moment, since both are read in one transaction.
            live.execute("BEGIN")
            rows = _count(live)
            with closing(sqlite3.connect(part, isolation_level=None)) as copy:
                live.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")
        revision = _check(part, rows=rows)
        _to_disk(part)
        part.replace(path)
        _to_disk(path.parent)
    except OSError as error:
        raise translate_system(error, what="the copy cannot be written") from None
    finally:
        part.unlink(missing_ok=True)
    return Copy(path, revision, rows)


def restore(path: Path, url: str) -> Path | None:
    """Put a checked copy in the database's place; return where the old one is now (None if there was none).

    Raises StoreInUseError while a daemon runs, StoreDamagedError for a bad copy, StoreVersionError for a newer one.
    """
    target = _file_of(url)
    if not path.exists():
        raise StoreError("there is no such copy")
    _check(path)
    lock = lock_for(parse(url))
    lock.claim()
    part = target.with_name(target.name + ".restoring")
    try:
        part.unlink(missing_ok=True)
        os.close(open_private(part))
        shutil.copyfile(path, part)
        _mark(part)
        _check(part)
        _to_disk(part)
        aside = _move_aside(target)
        part.replace(target)
        _to_disk(target.parent)
    except OSError as error:
        raise translate_system(error, what="the copy cannot be put in place") from None
    finally:
        part.unlink(missing_ok=True)
        lock.release()
    return aside


def _file_of(url: str) -> Path:
    parsed = parse(url)
    if parsed.get_backend_name() == "postgresql":
        raise StoreError("a PostgreSQL database is backed up and restored with pg_dump and pg_restore")
    path = sqlite_path(parsed)
    if path is None:
        raise StoreError("a database in memory has no file")
    return path


def _count(connection: sqlite3.Connection) -> dict[str, int]:
    present = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    names = sorted(present & set(metadata.tables))
    return {name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names}  # noqa: S608 - our own table names


def _check(path: Path, *, rows: dict[str, int] | None = None) -> str:
    """Return the copy's revision. Raises StoreDamagedError unless it is sound and has as many rows as it should."""
    with told(), closing(connect_sqlite(path, read_only=True)) as copy:
        if copy.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
            raise StoreDamagedError("the copy is damaged")
        if copy.execute("PRAGMA foreign_key_check").fetchone() is not None:
            raise StoreDamagedError("the copy misses rows that others refer to")
        if rows is not None and _count(copy) != rows:
            raise StoreDamagedError("the copy has other rows than the database")
    engine = make_engine(URL.create("sqlite", database=str(path.absolute())), read_only=True)
    try:
        with told(), engine.connect() as connection:
            return recognise(connection)
    finally:
        engine.dispose()


def _mark(path: Path) -> None:
    with told(), closing(connect_sqlite(path, read_only=False)) as copy:
        newest = copy.execute("SELECT coalesce(max(seen_at), 0) FROM items").fetchone()[0]
        copy.execute("INSERT OR REPLACE INTO small_values (key, value) VALUES (?, ?)", (RESTORED, str(newest)))
        # One file again: nothing of it may be left in a side file when it is moved.
        copy.execute("PRAGMA journal_mode = DELETE")


def _move_aside(target: Path) -> Path | None:
    """Give the old database a second name and take its side files away, so that only one rename is left to do."""
    if not target.exists():
        return None
    with suppress(sqlite3.Error), closing(connect_sqlite(target, read_only=False)) as old:
        # Readers may go on reading; then the log stays and goes aside with the file.
        old.execute("PRAGMA busy_timeout = 0")
        old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    number = 1
    while (aside := target.with_name(f"{target.name}.before-restore-{number}")).exists():
        number += 1
    os.link(target, aside)
    log = target.with_name(target.name + "-wal")
    if log.exists():
        log.replace(aside.with_name(aside.name + "-wal"))
    target.with_name(target.name + "-shm").unlink(missing_ok=True)
    return aside


def _to_disk(path: Path) -> None:
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
