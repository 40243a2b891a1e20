"""A running sandbox, real PRAW pointed at it, and its levers."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import praw
import pytest
import requests

from forumgm.sandbox.server import SandboxServer

NOON = 1_767_268_800
"""2026-01-01T12:00:00Z, where the manual clocks of these tests begin."""


def session() -> requests.Session:
    """A session that ignores proxies and .netrc."""
    made = requests.Session()
    made.trust_env = False
    return made


def reddit_at(url: str, name: str | None, **options: object) -> praw.Reddit:
    """Unmodified PRAW at ``url``, logged in with a password unless ``name`` is None."""
    login = {"username": name, "password": "any"} if name else {}
    return praw.Reddit(
        client_id="any",
        client_secret="any",
        user_agent="linux:forumgm.test:v0 (by u/owner)",
        oauth_url=url,
        reddit_url=url,
        short_url=url,
        check_for_updates=False,
        check_for_async=False,
        requestor_kwargs={"session": session()},
        **login,
        **options,
    )


class Place:
    """A running sandbox with everything that a test wants of it."""

    def __init__(self, server: SandboxServer) -> None:
        self.server = server
        self.url = server.url
        self.http = session()
        self._reddits: dict[str, praw.Reddit] = {}

    def lever(self, name: str, /, **fields: object) -> dict:
        """POST /sandbox/name."""
        answer = self.http.post(f"{self.url}/sandbox/{name}", json=fields, timeout=10)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def view(self, name: str) -> dict:
        """GET /sandbox/name."""
        return self.http.get(f"{self.url}/sandbox/{name}", timeout=10).json()

    def advance(self, seconds: float) -> None:
        """Forum time passes."""
        self.lever("clock", advance=seconds)

    def reddit(self, name: str) -> praw.Reddit:
        """PRAW as ``name``, one instance per name."""
        if name not in self._reddits:
            self._reddits[name] = reddit_at(self.url, name)
        return self._reddits[name]

    def token(self, name: str) -> dict[str, str]:
        """An Authorization header for requests without PRAW."""
        form = {"grant_type": "password", "username": name, "password": "x"}
        answer = self.http.post(f"{self.url}/api/v1/access_token", data=form, auth=("id", "secret"), timeout=10)
        return {"Authorization": f"bearer {answer.json()['access_token']}"}

    def copies(self, text: str) -> int:
        """How often the text stands on the forum."""
        shown = self.view("export")
        return sum(item["text"] == text for kind in ("submissions", "comments", "messages") for item in shown[kind])


@pytest.fixture(autouse=True)
def _clean_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No praw.ini and no praw_* variable of this machine reaches a test."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    for name in ("praw_username", "praw_password", "praw_client_id", "praw_refresh_token", "praw_site"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(scope="session")
def farewells() -> Iterator[list[threading.Thread]]:
    """Threads in which sandboxes stop; nobody waits for them before the end."""
    leaving: list[threading.Thread] = []
    yield leaving
    for thread in leaving:
        thread.join(10)


@pytest.fixture
def make_place(farewells: list[threading.Thread]) -> Iterator[Callable[..., Place]]:
    """Starts sandboxes with options and stops them afterwards."""
    started: list[SandboxServer] = []

    def make(**options: object) -> Place:
        server = SandboxServer(**({"manual_clock": True, "start_time": NOON} | options))
        started.append(server.start())
        return Place(server)

    yield make
    for server in started:
        farewells.append(threading.Thread(target=server.stop))
        farewells[-1].start()


@pytest.fixture
def place(make_place: Callable[..., Place]) -> Place:
    """A sandbox at NOON with gm_bot moderating r/mafia and carol known."""
    made = make_place()
    made.lever("moderators", subreddit="mafia", users=["gm_bot"])
    made.lever("account", name="carol")
    return made
