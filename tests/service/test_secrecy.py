"""No secret at any level: a real game is played with known roles, votes and tokens, and log and metrics are searched.

resistance.md section 7: nothing in a log or a metric may depend on a role or a mission vote.
"""

import io
import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from forumgm.adapters.journal import LogJournal, configure
from forumgm.service.wiring import rooms_for
from tests.service.toys import Body

NAMES = ("alice", "bertha", "conrad", "dora", "emil")
_STAMP = re.compile(r'"timestamp": "[^"]*"')


class Play:
    """A game of five on the memory forum, with its log."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.log = io.StringIO()
        configure(self.log, json=True, level="debug")
        self.body = Body(folder, furnish=rooms_for)
        self.body.heart.journal._journal = LogJournal()  # type: ignore[attr-defined]
        self.body.heart.begin()
        self.body.beat()
        self.body.forum.write("mara", "!host resistance plot=false")
        self.body.beat(times=2)
        self.thread = self.body.forum.topics()[-1].id
        for name in NAMES:
            self.body.forum.say(name, self.thread, "!join")
        self.body.beat(times=2)
        for name in NAMES:
            asked = re.search(r"!handshake \w+", self.body.forum.messages(name)[-1].body)
            assert asked
            self.body.forum.write(name, asked[0])
        self.body.beat(times=2)
        self.body.forum.say("mara", self.thread, "!start")
        self.body.beat(times=3)
        begun = next(n.body for n in self.body.forum.posts(self.thread) if "First Leader" in n.body)
        found = re.search(r"First Leader: u/(\w+)", begun)
        assert found
        self.leader = found[1]
        self.spies = [n for n in NAMES if any("**SPY**" in m.body for m in self.body.forum.messages(n))]

    def mission(self, team: tuple[str, str]) -> None:
        """Bring a team on its first mission."""
        self.body.forum.say(self.leader, self.thread, f"!team {team[0]} {team[1]}")
        self.body.beat(times=2)
        for name in NAMES:
            self.body.forum.write(name, "!approve")
            self.body.beat()
        self.body.beat(times=2)

    def everything(self) -> str:
        """Return log and metrics, wall times cut out."""
        return _STAMP.sub("", self.log.getvalue()) + self.body.metrics()

    def close(self) -> None:
        self.body.heart.close()


@pytest.fixture(autouse=True)
def _log_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers, root.level = handlers, level
    structlog.reset_defaults()


@pytest.fixture(autouse=True)
def _known_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("forumgm.bootstrap.secrets.token_bytes", lambda n: b"\x07" * n)
    monkeypatch.setenv("FORUMGM_FORUM__PASSWORD", "t0ken")


def test_a_game_leaves_no_secret_in_log_or_metrics(tmp_path: Path) -> None:
    play = Play(tmp_path / "a")
    team = (
        play.spies[0],
        play.leader if play.leader not in play.spies else next(n for n in NAMES if n not in play.spies),
    )
    play.mission(team)
    play.body.forum.write(team[0], "!sabotage")
    play.body.forum.write(team[1], "!support, and my private words")
    play.body.beat(times=3)
    told = play.everything()
    play.close()
    assert '"event": "answered"' in told
    assert '"event": "read"' in told
    for secret in ("spy", "sabotage", "support", "approve", "private words", "t0ken", "resistance", "0707"):
        assert secret not in told.lower(), secret


def test_log_and_metrics_are_the_same_whatever_was_voted_on_a_mission(tmp_path: Path) -> None:
    """Two runs that differ only in a spy's vote look alike while the mission runs."""
    told = []
    for word in ("support", "sabotage"):
        play = Play(tmp_path / word)
        team = (play.spies[0], next(n for n in NAMES if n not in play.spies))
        play.mission(team)
        play.body.forum.write(team[0], f"!{word}")
        play.body.beat(times=3)
        told.append(play.everything())
        play.close()
    assert told[0] == told[1]
