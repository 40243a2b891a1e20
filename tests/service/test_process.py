"""The daemon as a process: signals, the service manager, the second one on a database, health over HTTP.

The forum is the sandbox over real HTTP through real PRAW; the game is the toy of ``tests.app.support``.
"""

import json
import os
import re
import resource
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests

from forumgm.adapters.store import open_store
from forumgm.app.ports import RowState
from forumgm.sandbox.server import SandboxServer

pytestmark = pytest.mark.process
START = 1_767_225_600
PATIENCE = 15.0
"""Seconds of real time after which something that should happen has not."""
TOKEN = "s3cret-t0ken"


class Manager:
    """Stands in for systemd: receives what the daemon notifies."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path))
        self._socket.settimeout(PATIENCE)
        self.heard: list[str] = []

    def hears(self, line: str) -> None:
        """Return once this line arrived."""
        while line not in self.heard:
            self.heard += self._socket.recv(4096).decode().splitlines()

    def stirs(self) -> None:
        """Return at the next sign of life, which may be none for a moment."""
        select.select([self._socket], [], [], 0.05)
        self.heard += self.drained()

    def drained(self) -> list[str]:
        """Return what arrives until nothing more waits, forgetting all that was."""
        self._socket.setblocking(False)
        found: list[str] = []
        try:
            while True:
                found += self._socket.recv(4096).decode().splitlines()
        except BlockingIOError:
            return found
        finally:
            self._socket.settimeout(PATIENCE)

    def close(self) -> None:
        self._socket.close()


class House:
    """A sandbox, a folder, and daemons on it."""

    def __init__(self, folder: Path, server: SandboxServer) -> None:
        self.folder = folder
        self.server = server
        self.manager = Manager(folder / "notify")
        self.config = folder / "forumgm.toml"
        self.port = _free_port()
        self.configure()
        self.http = requests.Session()
        self.http.trust_env = False
        self.lever("moderators", subreddit="games", users=["gm_bot", "mara"])
        self.daemons: list[subprocess.Popen[bytes]] = []

    def configure(self, **daemon: object) -> None:
        keys = {"poll_interval": 0.05, "close_grace": 180} | daemon
        lines = "".join(f"{key} = {json.dumps(value)}\n" for key, value in keys.items())
        url = self.server.url
        self.config.write_text(
            f'[forum]\noauth_url = "{url}"\nreddit_url = "{url}"\nshort_url = "{url}"\nusername = "gm_bot"\n'
            f'subreddits = ["games"]\n[daemon]\n{lines}[storage]\nurl = "sqlite:///{self.folder}/games.sqlite3"\n'
            f'[web]\nlisten = "127.0.0.1:{self.port}"\n'
        )

    def lever(self, name: str, /, **fields: object) -> Any:
        answer = self.http.post(f"{self.server.url}/sandbox/{name}", json=fields, timeout=20)
        answer.raise_for_status()
        return answer.json()

    def start(self, *, log: int | None = None) -> subprocess.Popen[bytes]:
        """Start a daemon; its log goes to our file, or to ``log``."""
        keep = {k: v for k, v in os.environ.items() if not k.upper().startswith(("PRAW", "FORUMGM", "XDG"))}
        secrets = {"CLIENT_ID": "id", "CLIENT_SECRET": TOKEN, "PASSWORD": TOKEN}
        keep |= {f"FORUMGM_FORUM__{k}": v for k, v in secrets.items()}
        keep |= {"NOTIFY_SOCKET": str(self.manager.path), "PYTHONPATH": str(Path.cwd()), "HOME": str(self.folder)}
        with (self.folder / "log").open("ab") as file:
            daemon = subprocess.Popen(
                [sys.executable, "-m", "tests.service.toys", str(self.config)],
                stdout=file,
                stderr=file if log is None else log,
                env=keep,
            )
        self.daemons.append(daemon)
        return daemon

    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in (self.folder / "log").read_text().splitlines() if line.startswith("{")]

    def logged(self, what: str, *, times: int = 1) -> dict[str, Any]:
        """Return the newest line of this event, once it was written so often."""
        give_up = time.monotonic() + PATIENCE
        while True:
            found = [line for line in self.lines() if line["event"] == what]
            if len(found) >= times:
                return found[-1]
            assert time.monotonic() < give_up, (self.folder / "log").read_text()[-2000:]
            self.manager.stirs()

    def get(self, path: str) -> requests.Response:
        return self.http.get(f"http://127.0.0.1:{self.port}{path}", timeout=10)

    def close(self) -> None:
        for daemon in self.daemons:
            if daemon.poll() is None:
                daemon.kill()
                daemon.wait()
        self.manager.close()
        self.http.close()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with SandboxServer(manual_clock=True, start_time=START) as server:
        made = House(tmp_path, server)
        yield made
        made.close()


def test_the_life_of_a_daemon(house: House) -> None:
    """Type=notify, health and metrics, a reload that is refused and one that is taken, SIGTERM."""
    daemon = house.start()
    house.manager.hears("READY=1")
    house.manager.hears("WATCHDOG=1")
    house.manager.hears("STATUS=running")
    assert house.get("/healthz").status_code == 200
    assert house.get("/readyz").text == "ok\n"
    assert re.search(r"^forumgm_cycles_total\{outcome=\"read\"\} \d", house.get("/metrics").text, re.MULTILINE)

    house.configure(close_grace=-1)
    daemon.send_signal(signal.SIGHUP)
    assert "daemon.close_grace" in house.logged("reload refused, the old configuration stays")["reason"]
    house.configure(close_grace=7)
    daemon.send_signal(signal.SIGHUP)
    house.logged("reloaded")
    house.manager.hears("WATCHDOG=1")

    daemon.terminate()
    assert daemon.wait(PATIENCE) == 0
    assert house.logged("stopped")
    house.manager.hears("STOPPING=1")
    again = house.start()
    assert house.logged("started", times=2)["delay"] == 0
    again.terminate()
    assert again.wait(PATIENCE) == 0
    assert TOKEN not in (house.folder / "log").read_text()


def test_a_second_daemon_says_why_and_leaves_with_2(house: House) -> None:
    house.start()
    house.manager.hears("READY=1")
    house.port = _free_port()
    second = house.start()
    assert second.wait(PATIENCE) != 0
    assert "in use by process" in (house.folder / "log").read_text()


def test_stopping_while_the_network_hangs_takes_less_than_five_seconds(house: House) -> None:
    """A stalled poll is no progress for the watchdog either; what was on its way is settled at the next start."""
    daemon = house.start()
    house.manager.hears("WATCHDOG=1")
    house.lever("faults", match="GET /r/games/comments", mode="delay", seconds=30, times=1000)
    asked = len(house.server.gate.requests)
    give_up = time.monotonic() + PATIENCE
    while not any("comments" in r["path"] for r in list(house.server.gate.requests)[asked:]):
        assert time.monotonic() < give_up
        house.manager.stirs()
    house.manager.drained()
    began = time.monotonic()
    daemon.terminate()
    assert daemon.wait(PATIENCE) == 0
    assert time.monotonic() - began < 5
    assert "WATCHDOG=1" not in house.manager.drained()
    house.logged("stopped while the network hangs; what was on its way is settled at the next start")


def test_after_being_killed_in_the_middle_of_a_writing_it_is_settled(house: House) -> None:
    """Start after a crash says what it found and settled; the post stands once."""
    daemon = house.start()
    house.manager.hears("WATCHDOG=1")
    house.lever("faults", match="POST /api/submit", mode="do_then_delay", seconds=30, times=1)
    token = house.http.post(
        f"{house.server.url}/api/v1/access_token",
        auth=("app", "x"),
        data={"grant_type": "password", "username": "mara", "password": "x"},
        timeout=10,
    ).json()["access_token"]
    house.http.post(
        f"{house.server.url}/api/compose/",
        headers={"Authorization": f"bearer {token}", "User-Agent": "linux:tests:v1 (by u/mara)"},
        data={"api_type": "json", "to": "gm_bot", "subject": "hello", "text": "!host resistance"},
        timeout=10,
    ).raise_for_status()
    give_up = time.monotonic() + PATIENCE
    while not any("api/submit" in r["path"] for r in list(house.server.gate.requests)):
        assert time.monotonic() < give_up
        house.manager.stirs()
    daemon.kill()
    daemon.wait()

    house.start()
    assert house.logged("started after a crash")["writings_in_doubt"] == 1
    for _ in range(4):
        house.lever("clock", advance=61)
        seen = len([line for line in house.lines() if line["event"] == "sent"])
        steps = time.monotonic() + 0.5
        while time.monotonic() < steps and len([x for x in house.lines() if x["event"] == "sent"]) == seen:
            house.manager.stirs()
    assert house.logged("settled what was in doubt")["sent"] == 1
    exported = house.http.get(f"{house.server.url}/sandbox/export", timeout=10).json()
    assert len(exported["submissions"]) == 1
    store = open_store(f"sqlite:///{house.folder}/games.sqlite3", read_only=True)
    with store.transaction() as tx:
        assert not tx.rows_in(RowState.SENDING)
    store.close()


def test_a_full_disk_ends_it_cleanly_and_says_so(house: House) -> None:
    """A size limit is a full disk to the database: exit code 1, and the next start goes on."""
    daemon = house.start(log=subprocess.PIPE)
    house.manager.hears("WATCHDOG=1")
    resource.prlimit(daemon.pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
    house.lever("clock", advance=60)
    _, told = daemon.communicate(timeout=PATIENCE)
    assert daemon.returncode == 1
    lines = [json.loads(line) for line in told.decode().splitlines()]
    assert [x["error"] for x in lines if x["event"] == "the database takes no more"] == ["StoreFullError"]
    assert lines[-1]["event"] == "stopped, nothing is lost"
    assert "full" in lines[-1]["because"]
    house.manager.drained()
    house.start()
    house.manager.hears("STATUS=running")


def _run(house: House) -> subprocess.CompletedProcess[str]:
    """Run the real command line on the house's configuration until it ends by itself."""
    keep = {k: v for k, v in os.environ.items() if not k.upper().startswith(("PRAW", "FORUMGM", "XDG"))}
    keep |= {"FORUMGM_FORUM__CLIENT_ID": "id", "FORUMGM_FORUM__PASSWORD": TOKEN, "HOME": str(house.folder)}
    command = [sys.executable, "-m", "forumgm", "run", "--config", str(house.config)]
    return subprocess.run(command, env=keep, capture_output=True, text=True, timeout=PATIENCE, check=False)


def test_what_keeps_a_daemon_from_starting_is_exit_code_2(house: House) -> None:
    """Another daemon on the database, an address in use, a configuration that is wrong: one clear line each."""
    store = open_store(f"sqlite:///{house.folder}/games.sqlite3")
    store.lock()
    done = _run(house)
    store.close()
    assert (done.returncode, done.stdout) == (2, "")
    assert f"in use by process {os.getpid()}" in done.stderr
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", house.port))
        busy.listen()
        done = _run(house)
    assert done.returncode == 2
    assert "FGM-E014 web.listen" in done.stderr
    house.configure(close_grace=-1)
    done = _run(house)
    assert done.returncode == 2
    assert "daemon.close_grace" in done.stderr
    assert "Traceback" not in done.stderr
