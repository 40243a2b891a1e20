"""Work: one transaction's connection and the few ways in which statements are run on it.

Law: after a failed statement nothing more is done in this transaction and it is rolled back, even if the caller
swallows the error (SQLite may already have rolled back by itself and would carry on without a transaction).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Executable, RowMapping, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError

from forumgm.adapters.store.failures import translate
from forumgm.app.ports import StoreError

# Both dialects spell "on conflict" alike; the common base class does not know it.
_INSERTS: dict[str, Callable[[Table], Any]] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}
CHUNK = 500
"""Values in one IN list; SQLite and PostgreSQL take some thousands."""


class Work:
    """Runs statements in one transaction; the parts of the store's transaction build on it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._insert = _INSERTS[connection.dialect.name]
        self.failure: StoreError | None = None

    def rows(self, statement: Executable) -> Sequence[RowMapping]:
        """Return all rows."""
        with self._watched():
            return self._connection.execute(statement).mappings().all()

    def first(self, statement: Executable) -> RowMapping | None:
        """Return the first row, if there is one."""
        with self._watched():
            return self._connection.execute(statement).mappings().first()

    def change(self, statement: Executable) -> int:
        """Carry out an UPDATE or DELETE; return how many rows it touched."""
        with self._watched():
            return int(self._connection.execute(statement).rowcount)

    def add(self, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
        """Insert rows that must be new."""
        if rows:
            with self._watched():
                self._connection.execute(table.insert(), list(rows))

    def add_once(self, table: Table, row: Mapping[str, Any], *, key: str) -> bool:
        """Insert a row unless one with this key column is there; return whether it was inserted."""
        statement = self._insert(table).values(dict(row)).on_conflict_do_nothing(index_elements=[key])
        return self.first(statement.returning(table.c[key])) is not None

    def put(self, table: Table, row: Mapping[str, Any]) -> None:
        """Insert a row or replace the one with the same primary key."""
        keys = [column.name for column in table.primary_key]
        statement = self._insert(table).values(dict(row))
        rest = {name: statement.excluded[name] for name in row if name not in keys}
        with self._watched():
            self._connection.execute(statement.on_conflict_do_update(index_elements=keys, set_=rest))

    @contextmanager
    def _watched(self) -> Iterator[None]:
        if self.failure is not None:
            raise type(self.failure)(*self.failure.args)
        try:
            yield
        except DBAPIError as error:
            self.failure = translate(error)
            raise self.failure from None
