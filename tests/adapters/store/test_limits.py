"""When the disk is full or the database may only be read: a clear error, and nothing is left behind."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import event

from forumgm.adapters.store import SqlStore, backup, open_store
from forumgm.adapters.store.connections import make_engine, parse
from forumgm.app.ports import Store, StoreFullError, StoreReadOnlyError
from tests.adapters.store.samples import comment

LIMITED = """
import resource, sys
from forumgm.adapters.store import open_store
from forumgm.app.ports import StoreFullError
from tests.adapters.store.samples import comment
store = open_store(sys.argv[1])
with store.transaction() as tx:
    tx.see(comment("t1_small"), now=60)
resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, resource.RLIM_INFINITY))
try:
    with store.transaction() as tx:
        for n in range(40):
            tx.see(comment(f"t1_big{n}", body="x" * 50_000), now=60)
except StoreFullError as error:
    print("full", flush=True)
with store.transaction() as tx:
    print([item.id for item in tx.new_items()], flush=True)
"""


def _fill(store: Store) -> None:
    with store.transaction() as tx:
        tx.see(comment("t1_small2"), now=60)
        for number in range(40):
            tx.see(comment(f"t1_big{number}", body="x" * 50_000), now=60)


def test_a_database_that_may_not_grow(tmp_path: Path) -> None:
    """SQLite's own limit gives the very code of a full disk."""
    store = open_store(f"sqlite:///{tmp_path}/store.sqlite3")

    def limit(connection: object, *_: object) -> None:
        connection.execute("PRAGMA max_page_count = 100")  # type: ignore[attr-defined]

    event.listen(store._engine, "checkout", limit)
    with store.transaction() as tx:
        tx.see(comment("t1_small"), now=60)
    with pytest.raises(StoreFullError):
        _fill(store)
    with store.transaction() as tx:
        assert [item.id for item in tx.new_items()] == ["t1_small"]
        tx.see(comment("t1_small2"), now=60)
    store.close()


def test_a_file_that_may_not_grow(tmp_path: Path) -> None:
    """A quota or a size limit of the system: the write itself fails."""
    url = f"sqlite:///{tmp_path}/store.sqlite3"
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, url], capture_output=True, cwd=Path(__file__).parents[3], check=True, text=True
    )
    assert done.stdout == "full\n['t1_small']\n"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of one megabyte."""
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", tmp_path], capture_output=True)
    if mounted.returncode:
        pytest.skip("mounting a small disk is not permitted here")
    yield tmp_path
    subprocess.run(["umount", tmp_path], check=True)


def test_a_full_disk(small_disk: Path) -> None:
    store = open_store(f"sqlite:///{small_disk}/store.sqlite3")
    with store.transaction() as tx:
        tx.see(comment("t1_small"), now=60)
    with pytest.raises(StoreFullError):
        _fill(store)
    with store.transaction() as tx:
        assert [item.id for item in tx.new_items()] == ["t1_small"]
    store.close()


def test_a_disk_that_may_only_be_read(small_disk: Path) -> None:
    url = f"sqlite:///{small_disk}/store.sqlite3"
    open_store(url).close()
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    with pytest.raises(StoreReadOnlyError):
        open_store(url)
    store = SqlStore(make_engine(parse(url), read_only=False), url=parse(url), read_only=False)
    with pytest.raises(StoreReadOnlyError):
        store.lock()
    store.close()


def test_a_copy_that_does_not_fit(small_disk: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/store.sqlite3"
        store = open_store(url)
        _fill(store)
        with pytest.raises(StoreFullError):
            backup(url, small_disk / "copy")
        store.close()
    assert list(small_disk.iterdir()) == []


def test_a_disk_that_becomes_read_only_under_the_daemon(small_disk: Path) -> None:
    """As the kernel does with a failing disk; the open log file is first closed, else it may not be remounted."""
    store = open_store(f"sqlite:///{small_disk}/store.sqlite3")
    with store.transaction() as tx:
        tx.see(comment("t1_small"), now=60)
    store._engine.dispose()
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    with pytest.raises(StoreReadOnlyError), store.transaction() as tx:
        tx.see(comment("t1_small2"), now=60)
    subprocess.run(["mount", "-o", "remount,rw", small_disk], check=True)
    with store.transaction() as tx:
        assert [item.id for item in tx.new_items()] == ["t1_small"]
    store.close()


def test_a_connection_that_may_only_read(tmp_path: Path) -> None:
    """SQLite's own refusal, where nothing can be mounted."""
    url = f"sqlite:///{tmp_path}/store.sqlite3"
    store = open_store(url)

    def forbid(connection: object, *_: object) -> None:
        connection.execute("PRAGMA query_only = ON")  # type: ignore[attr-defined]

    event.listen(store._engine, "checkout", forbid)
    with pytest.raises(StoreReadOnlyError), store.transaction() as tx:
        tx.see(comment(), now=60)
    store.close()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write to anything")
def test_a_file_without_write_permission(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite3"
    open_store(f"sqlite:///{path}").close()
    path.chmod(0o400)
    with pytest.raises(StoreReadOnlyError):
        open_store(f"sqlite:///{path}")
