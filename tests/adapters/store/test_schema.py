"""Revisions of the tables, on SQLite files (the server's half is in test_postgres.py)."""

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import inspect

from forumgm.adapters.store import open_store, upgrade
from forumgm.adapters.store.connections import make_engine, parse
from forumgm.adapters.store.schema import head
from forumgm.adapters.store.tables import metadata
from forumgm.app.ports import StoreDamagedError, StoreInUseError, StoreVersionError
from tests.adapters.store.schema_checks import differences, set_revision


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/store.sqlite3"


def test_the_migrations_make_the_tables(url: str) -> None:
    assert upgrade(url) == head()
    engine = make_engine(parse(url), read_only=False)
    assert differences(engine) == []
    with engine.connect() as connection:
        made = {
            (table, key["name"], key["referred_table"], key["options"].get("initially"))
            for table in metadata.tables
            for key in inspect(connection).get_foreign_keys(table)
        }
    engine.dispose()
    games = {"members", "events", "deadlines", "items", "outbox"}
    assert made == {(table, f"fk_{table}_game", "games", "DEFERRED") for table in games}


def test_upgrading_again_changes_nothing(url: str) -> None:
    with open_store(url).transaction() as tx:
        tx.set_value("a", 1)
    assert upgrade(url) == head()
    with open_store(url).transaction() as tx:
        assert tx.value("a") == 1


@pytest.mark.parametrize("_once_more", range(12))
def test_two_that_start_on_one_empty_database_make_its_tables_once(url: str, _once_more: int) -> None:
    """More than once: the two meet at the switch to the write-ahead log about every eighth time."""
    failed: list[BaseException] = []

    def start() -> None:
        try:
            open_store(url).close()
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=start) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []


def test_a_newer_database_is_left_alone(url: str) -> None:
    open_store(url).close()
    set_revision(url, "9999")
    for attempt in (open_store, upgrade):
        with pytest.raises(StoreVersionError, match="newer"):
            attempt(url)


def test_an_older_database_is_upgraded_only_on_request(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    open_store(url).close()
    monkeypatch.setattr("forumgm.adapters.store.schema.head", lambda: "0002")
    with pytest.raises(StoreVersionError, match="forumgm db upgrade"):
        open_store(url)


def test_something_elses_database_is_left_alone(tmp_path: Path, url: str) -> None:
    with closing(sqlite3.connect(tmp_path / "store.sqlite3")) as connection:
        connection.execute("CREATE TABLE guests (name)")
    for attempt in (open_store, upgrade):
        with pytest.raises(StoreDamagedError):
            attempt(url)


def test_no_upgrade_under_a_running_daemon(url: str) -> None:
    daemon = open_store(url)
    daemon.lock()
    with pytest.raises(StoreInUseError):
        upgrade(url)
    daemon.close()
    assert upgrade(url) == head()
