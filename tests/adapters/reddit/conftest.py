"""A sandbox per test, people on it, and a Reddit adapter whose vendor never sleeps."""

import time
from collections.abc import Iterator
from typing import Any

import pytest

from forumgm.adapters.reddit import RedditForum
from forumgm.sandbox.server import SandboxServer
from tests.adapters.reddit.stage import START, SandboxStage, settings_for


class NoSleep:
    """Stands in for the ``time`` module of the vendor: notes how long it would have slept."""

    def __init__(self, real: Any) -> None:
        self._real = real
        self.slept: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)


@pytest.fixture(autouse=True)
def naps(monkeypatch: pytest.MonkeyPatch) -> NoSleep:
    """No test sleeps: what prawcore would have slept."""
    stand_in = NoSleep(time)
    monkeypatch.setattr("prawcore.sessions.time", stand_in)
    monkeypatch.setattr("prawcore.rate_limit.time", stand_in)
    return stand_in


@pytest.fixture
def server() -> Iterator[SandboxServer]:
    with SandboxServer(manual_clock=True, start_time=START) as running:
        yield running


@pytest.fixture
def stage(server: SandboxServer) -> Iterator[SandboxStage]:
    forum = RedditForum(settings_for(server.url), monotonic=lambda: 0.0)
    prepared = SandboxStage(server, forum)
    yield prepared
    prepared.close()
