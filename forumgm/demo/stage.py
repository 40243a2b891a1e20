"""The stage: a sandbox forum on loopback, the daemon as a process of its own, and forum time in our hands.

Law: the daemon is the real one: ``forumgm run`` with a configuration file, over HTTP, through unmodified PRAW. The
stage only looks on: it reads the daemon's database as anybody may.
"""

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from forumgm.adapters.store import SqlStore, open_store
from forumgm.app.ports import Game, StoreError
from forumgm.demo.people import Person
from forumgm.sandbox.server import SandboxServer

BOT = "forumgm_bot"
HOST = "mara_hosts"
SUBREDDIT = "forumgames"
START_TIME = 1_767_225_600
"""Forum time at curtain up: 2026-01-01 00:00 UTC."""
POLL_INTERVAL = 0.05
LOOK_AGAIN = 0.01
QUIET_POLLS = 2
"""Polls without a writing in between: the first has read everything, the second shows that nothing followed."""
PATIENCE = 60.0
"""Seconds of real time after which a daemon that does not answer is given up."""


class DaemonLostError(Exception):
    """The daemon ended or no longer reads the forum; its last log lines are in the message."""


class Stage:
    """A forum with a daemon on it; also a context manager."""

    def __init__(self, folder: Path) -> None:
        """Prepare everything in ``folder``, which stays after the play."""
        self.folder = folder
        self.subreddit = SUBREDDIT
        self.server = SandboxServer(manual_clock=True, start_time=START_TIME)
        self.database = folder / "forumgm.sqlite3"
        self._config = folder / "forumgm.toml"
        self._log = folder / "daemon.log"
        self._daemon: subprocess.Popen[bytes] | None = None
        self._store: SqlStore | None = None

    def __enter__(self) -> "Stage":
        """The forum answers and the daemon reads it."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.server.start()
        self._config.write_text(self._settings(), "utf-8")
        gate = Person(self.server.url, BOT)
        self._lever("moderators", {"subreddit": self.subreddit, "users": [gate.name, HOST]})
        self.start_daemon()
        return self

    def __exit__(self, *_error: object) -> None:
        """Everything has stopped."""
        self.stop_daemon()
        self.close_store()
        self.server.stop()

    # -- the daemon

    def start_daemon(self) -> None:
        """Start the daemon's process."""
        environment = {k: v for k, v in os.environ.items() if not k.upper().startswith(("PRAW", "FORUMGM"))}
        secrets = {"CLIENT_ID": "demo", "CLIENT_SECRET": "demo", "PASSWORD": "demo"}
        environment |= {f"FORUMGM_FORUM__{k}": v for k, v in secrets.items()}
        with self._log.open("ab") as log:
            self._daemon = subprocess.Popen(  # noqa: S603 - our own program
                [sys.executable, "-m", "forumgm", "run", "--config", str(self._config)],
                stdout=log,
                stderr=log,
                env=environment,
                cwd=self.folder,
            )

    def kill_daemon(self) -> None:
        """Kill the daemon as a power cut would."""
        if self._daemon is not None:
            self._daemon.kill()
            self._daemon.wait()

    def stop_daemon(self) -> None:
        """Ask the daemon to stop and wait for it."""
        if self._daemon is None or self._daemon.poll() is not None:
            return
        self._daemon.terminate()
        try:
            self._daemon.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._daemon.kill()
            self._daemon.wait()

    @property
    def is_running(self) -> bool:
        """Whether the daemon's process lives."""
        return self._daemon is not None and self._daemon.poll() is None

    # -- time

    def now(self) -> int:
        """Return forum time."""
        return int(self.server.clock.now())

    def advance(self, seconds: float) -> None:
        """Let forum time pass."""
        self.server.clock.advance(seconds)

    def rest(self) -> None:
        """Let the daemon work for a moment of real time."""
        time.sleep(LOOK_AGAIN)

    def settle(self) -> None:
        """Wait until the daemon has read everything and written all that followed from it."""
        gate = self.server.gate
        quiet = 0
        seen = len(gate.requests)
        give_up = time.monotonic() + PATIENCE
        while quiet < QUIET_POLLS:
            self.rest()
            requests = list(gate.requests)[seen:]
            for entry in requests:
                if entry["account"] != BOT or not entry["status"]:
                    continue
                if entry["method"] == "POST" and "read_message" not in entry["path"]:
                    quiet = 0
                elif _is_poll(entry["path"]):
                    quiet += 1
            seen += len(requests)
            if not self.is_running or time.monotonic() > give_up:
                raise DaemonLostError(self._last_words())

    # -- looking

    def games(self) -> list[Game]:
        """Return the daemon's games, none while it has no database."""
        try:
            with self.store().transaction() as tx:
                return tx.games()
        except StoreError:
            return []

    def log(self, game: str) -> list[str]:
        """Return a game's record so far."""
        with self.store().transaction() as tx:
            return tx.log(game)

    def store(self) -> SqlStore:
        """Return the daemon's database, opened for reading only."""
        if self._store is None:
            self._store = open_store(f"sqlite:///{self.database}", read_only=True)
        return self._store

    def close_store(self) -> None:
        """Let the database go; the next look opens it again."""
        if self._store is not None:
            self._store.close()
        self._store = None

    def _settings(self) -> str:
        url = self.server.url
        return (
            f'[forum]\noauth_url = "{url}"\nreddit_url = "{url}"\nshort_url = "{url}"\n'
            f'username = "{BOT}"\nowner = "{HOST}"\nsubreddits = ["{self.subreddit}"]\n\n'
            f"[daemon]\npoll_interval = {POLL_INTERVAL}\n\n"
            f'[storage]\nurl = "sqlite:///{self.database}"\n\n[web]\nlisten = ""\n'
        )

    def _lever(self, name: str, fields: dict[str, Any]) -> None:
        import requests

        session = requests.Session()
        session.trust_env = False
        session.post(f"{self.server.url}/sandbox/{name}", json=fields, timeout=30).raise_for_status()

    def _last_words(self) -> str:
        lines = self._log.read_text("utf-8", "replace").splitlines() if self._log.exists() else []
        return "the daemon does not answer; its last words: " + " | ".join(lines[-5:])


def _is_poll(path: str) -> bool:
    """Return whether this reads what is new in the subreddits, which each poll does once."""
    return path.startswith("/r/") and path.rstrip("/").endswith("/comments")
