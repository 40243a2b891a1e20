"""One daemon on one database: real processes, killed where it hurts."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from forumgm.adapters.store import open_store
from forumgm.app.ports import StoreInUseError
from tests.adapters.store.samples import add_games, recorded

HOLDER = """
import sys
from forumgm.adapters.store import open_store
store = open_store(sys.argv[1])
store.lock()
print("ready", flush=True)
sys.stdin.read()
"""
HALF_WAY = """
import sys
from forumgm.adapters.store import open_store
from tests.adapters.store.samples import comment, post, recorded
store = open_store(sys.argv[1])
store.lock()
with store.transaction() as tx:
    tx.see(comment("t1_whole"), now=60)
    tx.append("g1", [recorded(2)], expected=1)
with store.transaction() as tx:
    for n in range(2000):
        tx.see(comment(f"t1_half{n}", body="x" * 5000), now=60)
    tx.append("g1", [recorded(3)], expected=2)
    tx.queue(post(1))
    print("ready", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/store.sqlite3"


@contextmanager
def child(script: str, url: str) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a script until it says that it is ready; it waits for its input to end."""
    root = Path(__file__).parents[3]
    command = [sys.executable, "-c", script, url]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=root) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        try:
            yield process
        finally:
            process.kill()


def test_a_second_daemon_is_refused_and_told_who_and_since_when(url: str) -> None:
    with child(HOLDER, url) as process:
        second = open_store(url)
        since = r"since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC"
        with pytest.raises(StoreInUseError, match=f"process {process.pid} {since}"):
            second.lock()
        reader = open_store(url, read_only=True)
        with reader.transaction() as tx:
            assert tx.games() == []
        reader.close()
        process.send_signal(signal.SIGKILL)
        process.wait()
        second.lock()
        second.close()


def test_a_second_claim_in_one_process_is_refused_too(url: str) -> None:
    first, second = open_store(url), open_store(url)
    first.lock()
    first.lock()
    with pytest.raises(StoreInUseError, match=f"process {os.getpid()} "):
        second.lock()
    first.close()
    second.lock()
    second.close()


def test_a_process_killed_in_a_transaction_leaves_a_sound_database(url: str) -> None:
    """What was acknowledged is there, what was not has never been."""
    store = open_store(url)
    with store.transaction() as tx:
        add_games(tx, "g1")
        tx.append("g1", [recorded(1)], expected=0)
    store.close()
    with child(HALF_WAY, url) as process:
        process.send_signal(signal.SIGKILL)
        process.wait()
    store = open_store(url)
    store.lock()
    with store.transaction() as tx:
        assert tx._connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
        assert tx.log("g1") == ['{"seq": 1}', '{"seq": 2}']
        assert [item.id for item in tx.new_items()] == ["t1_whole"]
        assert tx.rows_of("g1") == []
        tx.append("g1", [recorded(3)], expected=2)
    store.close()
