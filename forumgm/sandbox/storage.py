"""The journal: every record as one row of a SQLite file, written before the answer leaves.

Laws:
* One request is one transaction; after a kill nothing is there by half.
* WAL with ``synchronous=NORMAL``: what was committed survives the death of the process.
* A row is (table, id, JSON); unknown tables or fields mean a file of another version and are refused.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from forumgm.sandbox.things import (
    Account,
    Comment,
    Conversation,
    Edit,
    Flair,
    Mail,
    Message,
    Note,
    NoteKind,
    Post,
    Record,
    Subreddit,
)

TABLES: dict[str, type[Record]] = {
    "account": Account,
    "subreddit": Subreddit,
    "post": Post,
    "comment": Comment,
    "message": Message,
    "note": Note,
    "conversation": Conversation,
    "mail": Mail,
    "flair": Flair,
    "edit": Edit,
}
NAMES = {kind: name for name, kind in TABLES.items()}


class Journal:
    """An open SQLite file with the forum's records."""

    def __init__(self, path: Path) -> None:
        """Open or make the file; ValueError when it is no file of a sandbox."""
        try:
            self._base = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        except sqlite3.Error as error:
            raise ValueError(f"can't open {path}: {error}") from error
        try:
            self._base.execute("PRAGMA journal_mode=WAL")
            self._base.execute("PRAGMA synchronous=NORMAL")
            self._base.execute(
                "CREATE TABLE IF NOT EXISTS records (seq INTEGER PRIMARY KEY, kind TEXT NOT NULL,"
                " id TEXT NOT NULL, doc TEXT NOT NULL, UNIQUE (kind, id))"
            )
        except sqlite3.DatabaseError as error:
            self._base.close()
            raise ValueError(f"{path} is no sandbox data file: {error}") from error

    def records(self) -> Iterator[Record]:
        """Every record, in the order in which they were first written."""
        rows = self._base.execute("SELECT kind, doc FROM records WHERE kind != 'clock' ORDER BY seq")
        for kind, doc in rows:
            yield _revive(kind, json.loads(doc))

    def last_time(self) -> float:
        """Forum time of the last write; 0 in a new file."""
        row = self._base.execute("SELECT doc FROM records WHERE kind = 'clock'").fetchone()
        return float(row[0]) if row else 0.0

    def write(self, records: Iterable[Record], *, now: float) -> None:
        """The records are on disk, all or none, and so is the forum's time."""
        rows = [(NAMES[type(record)], record.id, _packed(record)) for record in records]
        rows.append(("clock", "now", repr(now)))
        self._base.execute("BEGIN")
        try:
            self._base.executemany(
                "INSERT INTO records (kind, id, doc) VALUES (?, ?, ?)"
                " ON CONFLICT (kind, id) DO UPDATE SET doc = excluded.doc",
                rows,
            )
        except BaseException:
            self._base.execute("ROLLBACK")
            raise
        self._base.execute("COMMIT")

    def close(self) -> None:
        """The file is closed."""
        self._base.close()


def _packed(record: Record) -> str:
    return json.dumps(asdict(record), ensure_ascii=True, separators=(",", ":"))


def _revive(kind: str, doc: dict[str, Any]) -> Record:
    fields: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in doc.items()}
    if kind == "note":
        fields["kind"] = NoteKind(fields["kind"])
    try:
        return TABLES[kind](**fields)
    except (KeyError, TypeError) as error:
        raise ValueError(f"the data file holds a {kind!r} record of another version: {error}") from error
