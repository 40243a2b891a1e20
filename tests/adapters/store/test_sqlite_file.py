"""The contract on a SQLite file, and what only a file shows: settings, readers, what outlives a restart."""

import stat
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from forumgm.adapters.store import SqlStore, open_store
from forumgm.app.ports import RowState, StoreDamagedError, StoreError, StoreReadOnlyError
from tests.adapters.store.contract import StoreContract
from tests.adapters.store.samples import add_games, post


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/deep/down/store.sqlite3"


@pytest.fixture
def store(url: str) -> Iterator[SqlStore]:
    store = open_store(url)
    yield store
    store.close()


class TestFile(StoreContract):
    """A file in a folder that the store makes."""


def test_what_is_committed_is_on_disk(store: SqlStore) -> None:
    with store.transaction() as tx:
        pragmas = {
            name: tx._connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "secure_delete")
        }
    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "secure_delete": 1}


def test_nobody_else_may_read_the_files(store: SqlStore, tmp_path: Path) -> None:
    store.lock()
    with store.transaction() as tx:
        tx.set_value("a", 1)
    files = list((tmp_path / "deep/down").iterdir())
    assert len(files) == 4
    assert all(stat.S_IMODE(path.stat().st_mode) == 0o600 for path in files)


def test_rows_in_doubt_survive_a_restart(url: str) -> None:
    """reddit.md 6.1: a ``sending`` row found at start is looked up, not sent again."""
    first = open_store(url)
    with first.transaction() as tx:
        add_games(tx, "g1")
        tx.queue(post(1))
        tx.save_row(replace(post(1), state=RowState.SENDING, next_try=160))
    first.close()
    second = open_store(url)
    with second.transaction() as tx:
        assert [(row.key, row.next_try) for row in tx.rows_in(RowState.SENDING)] == [("g1:post:1", 160)]
        assert tx.sendable(1000, 5) == []
    second.close()


def test_a_reader_sees_one_moment_and_never_waits_for_the_writer(store: SqlStore, url: str) -> None:
    reader = open_store(url, read_only=True)
    with store.transaction() as tx:
        tx.set_value("a", 1)
    seen = []

    def read() -> None:
        with reader.transaction() as tx:
            seen.append(tx.value("a"))

    with reader.transaction() as before:
        assert before.value("a") == 1
        with store.transaction() as tx:
            tx.set_value("a", 2)
            thread = threading.Thread(target=read)
            thread.start()
            thread.join()
        assert before.value("a") == 1
    read()
    reader.close()
    assert seen == [1, 2]


def test_readers_in_many_threads_while_the_daemon_writes(store: SqlStore, url: str) -> None:
    """Each transaction writes both values, so whoever sees them differ saw half of one."""
    reader = open_store(url, read_only=True)
    torn: list[object] = []

    def read() -> None:
        for _ in range(50):
            with reader.transaction() as tx:
                pair = (tx.value("a"), tx.value("b"))
            if pair[0] != pair[1]:
                torn.append(pair)

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for number in range(50):
        with store.transaction() as tx:
            tx.set_value("a", number)
            tx.set_value("b", number)
    for thread in threads:
        thread.join()
    reader.close()
    assert torn == []


def test_a_read_only_store_writes_nothing_and_claims_nothing(store: SqlStore, url: str) -> None:
    reader = open_store(url, read_only=True)
    with pytest.raises(StoreReadOnlyError), reader.transaction() as tx:
        tx.set_value("a", 1)
    with pytest.raises(StoreReadOnlyError):
        reader.lock()
    reader.close()
    with store.transaction() as tx:
        assert tx.value("a") is None


def test_reading_needs_a_database(url: str, tmp_path: Path) -> None:
    for missing in (url, "sqlite://"):
        with pytest.raises(StoreError):
            open_store(missing, read_only=True)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", [b"this is no database" * 100, b"SQLite format 3\x00" + b"\xff" * 5000])
def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "store.sqlite3"
    path.write_bytes(content)
    with pytest.raises(StoreDamagedError):
        open_store(f"sqlite:///{path}")
    assert path.read_bytes() == content


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError):
        open_store(f"sqlite:///{tmp_path}/file/store.sqlite3")


@pytest.mark.parametrize("url", ["mysql://u:hunter2@h/d", "no url", "sqlite+nothing"])
def test_a_url_that_is_none_of_ours(url: str) -> None:
    with pytest.raises(StoreError) as caught:
        open_store(url)
    assert "hunter2" not in str(caught.value)


def test_odd_characters_in_the_path(tmp_path: Path) -> None:
    path = tmp_path / "a b&mode=memory#ü.sqlite3"
    store = open_store(f"sqlite:///{path}")
    store.lock()
    store.close()
    assert {file.name for file in tmp_path.iterdir()} == {path.name, path.name + ".lock"}
