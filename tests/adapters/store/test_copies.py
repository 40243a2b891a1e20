"""Backup and restore."""

import os
import stat
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from forumgm.adapters.store import RESTORED, backup, open_store, restore
from forumgm.adapters.store.schema import head
from forumgm.app.ports import RowState, StoreDamagedError, StoreError, StoreInUseError, StoreVersionError
from tests.adapters.store.samples import add_games, comment, post, recorded
from tests.adapters.store.schema_checks import set_revision


@pytest.fixture
def url(tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path}/live/store.sqlite3"
    store = open_store(url)
    with store.transaction() as tx:
        add_games(tx, "g1")
        tx.append("g1", [recorded(1)], expected=0)
        tx.see(comment("t1_first"), now=60)
        tx.queue(post(1))
        tx.save_row(replace(post(1), state=RowState.SENDING))
    store.close()
    return url


def add(url: str, item_id: str) -> None:
    """Store one more item, seen at 70."""
    store = open_store(url)
    with store.transaction() as tx:
        tx.see(comment(item_id), now=70)
    store.close()


def items(url: str) -> list[str]:
    """What a reader finds."""
    store = open_store(url, read_only=True)
    with store.transaction() as tx:
        ids = [item.id for item in tx.new_items()]
    store.close()
    return ids


def test_a_copy_of_a_running_daemons_database(url: str, tmp_path: Path) -> None:
    daemon = open_store(url)
    daemon.lock()
    with daemon.transaction() as tx:
        tx.see(comment("t1_second"), now=61)
    with daemon.transaction() as tx:
        tx.see(comment("t1_uncommitted"), now=62)
        copy = backup(url, tmp_path / "copy")
    daemon.close()
    assert (copy.revision, copy.rows["items"], copy.rows["games"], copy.rows["events"]) == (head(), 2, 1, 1)
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["copy"]
    assert stat.S_IMODE(copy.path.stat().st_mode) == 0o600
    assert items(f"sqlite:///{copy.path}") == ["t1_first", "t1_second"]


def test_copies_while_the_daemon_writes(url: str, tmp_path: Path) -> None:
    daemon = open_store(url)
    done = threading.Event()

    def write() -> None:
        number = 0
        while not done.is_set():
            number += 1
            with daemon.transaction() as tx:
                tx.see(comment(f"t1_{number}"), now=70)
                tx.set_value("count", number)

    thread = threading.Thread(target=write)
    thread.start()
    try:
        for number in range(5):
            copy = backup(url, tmp_path / "copy")
            with open_store(f"sqlite:///{copy.path}", read_only=True).transaction() as tx:
                assert len(tx.new_items()) == (tx.value("count") or 0) + 1, number
    finally:
        done.set()
        thread.join()
        daemon.close()


def test_there_must_be_something_to_copy_and_a_place_for_it(url: str, tmp_path: Path) -> None:
    for source, target in (
        (f"sqlite:///{tmp_path}/none.sqlite3", tmp_path / "copy"),
        ("sqlite://", tmp_path / "copy"),
        (url, tmp_path / "no folder" / "copy"),
    ):
        with pytest.raises(StoreError):
            backup(source, target)
    assert [path.name for path in tmp_path.iterdir()] == ["live"]


def test_a_damaged_database_gives_no_copy(url: str, tmp_path: Path) -> None:
    (tmp_path / "copy").write_text("the older copy")
    live = tmp_path / "live/store.sqlite3"
    content = live.read_bytes()
    live.write_bytes(content[:8192] + b"\xff" * 4096 * 20 + content[8192 + 4096 * 20 :])
    with pytest.raises(StoreDamagedError):
        backup(url, tmp_path / "copy")
    assert (tmp_path / "copy").read_text() == "the older copy"
    assert not (tmp_path / "copy.part").exists()


def test_restoring_puts_the_copy_in_place_and_keeps_the_old_one(url: str, tmp_path: Path) -> None:
    copy = backup(url, tmp_path / "copy")
    add(url, "t1_later")
    aside = restore(copy.path, url)
    assert aside is not None
    assert items(url) == ["t1_first"]
    assert items(f"sqlite:///{aside}") == ["t1_first", "t1_later"]
    store = open_store(url)
    store.lock()
    with store.transaction() as tx:
        assert tx.value(RESTORED) == 60
        assert [row.key for row in tx.rows_in(RowState.SENDING)] == ["g1:post:1"]
        tx.append("g1", [recorded(2)], expected=1)
    store.close()
    assert restore(copy.path, url) != aside
    assert items(f"sqlite:///{aside}") == ["t1_first", "t1_later"]


def test_what_a_killed_daemon_left_in_its_log_goes_aside_with_the_rest(url: str, tmp_path: Path) -> None:
    copy = backup(url, tmp_path / "copy")
    reader = open_store(url, read_only=True)
    with reader.transaction() as tx:
        assert tx.value("a") is None
        add(url, "t1_later")
        aside = restore(copy.path, url)
    reader.close()
    assert aside is not None
    assert items(url) == ["t1_first"]
    assert items(f"sqlite:///{aside}") == ["t1_first", "t1_later"]


def test_restoring_where_nothing_was(url: str, tmp_path: Path) -> None:
    copy = backup(url, tmp_path / "copy")
    (tmp_path / "new").mkdir()
    assert restore(copy.path, f"sqlite:///{tmp_path}/new/store.sqlite3") is None
    assert items(f"sqlite:///{tmp_path}/new/store.sqlite3") == ["t1_first"]


def test_no_restore_under_a_running_daemon(url: str, tmp_path: Path) -> None:
    copy = backup(url, tmp_path / "copy")
    add(url, "t1_later")
    daemon = open_store(url)
    daemon.lock()
    with pytest.raises(StoreInUseError):
        restore(copy.path, url)
    daemon.close()
    assert items(url) == ["t1_first", "t1_later"]


def test_a_bad_copy_is_never_put_in_place(url: str, tmp_path: Path) -> None:
    newer = backup(url, tmp_path / "newer").path
    set_revision(f"sqlite:///{newer}", "9999")
    (tmp_path / "text").write_text("no database at all, but a long text " * 100)
    torn = tmp_path / "torn"
    torn.write_bytes(backup(url, tmp_path / "whole").path.read_bytes()[:-8192])
    for bad, error in (
        (newer, StoreVersionError),
        (tmp_path / "text", StoreDamagedError),
        (torn, StoreDamagedError),
        (tmp_path / "missing", StoreError),
    ):
        with pytest.raises(error):
            restore(bad, url)
    assert items(url) == ["t1_first"]
    assert sorted(p.name for p in (tmp_path / "live").iterdir() if "before" in p.name or "restoring" in p.name) == []


def test_what_root_restores_belongs_to_whom_the_folder_belongs(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The daemon's own user must be able to open database and lock afterwards."""
    copy = tmp_path / "copy.sqlite3"
    backup(url, copy)
    given: dict[str, tuple[int, int]] = {}

    def give(file: int, user: int, group: int) -> None:
        given[Path(f"/proc/self/fd/{file}").readlink().name] = (user, group)

    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "fchown", give)
    restore(copy, f"sqlite:///{tmp_path}/new/store.sqlite3")
    folder = (tmp_path / "new").stat()
    owner = (folder.st_uid, folder.st_gid)
    assert given == {"store.sqlite3.restoring": owner, "store.sqlite3.lock": owner}
