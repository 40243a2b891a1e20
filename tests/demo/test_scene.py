"""narrative.md parts C and D over HTTP: a scene in a thread, run by the real daemon through unmodified PRAW.

Everybody writes as anybody's client does. The dice are the scene's own, so the record is judged by the independent
verifier, and the daemon is killed once in between.
"""

import json
import re
from pathlib import Path

import pytest

from forumgm.demo.people import Person
from forumgm.demo.stage import BOT, HOST, Stage
from forumgm.record.verify import verify_text
from forumgm.sandbox.export import export

pytestmark = pytest.mark.process


class Scene:
    """A thread with a scene, and people at it."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.people = {name: Person(stage.server.url, name) for name in (HOST, "ann", "bob")}
        fields = {"sr": stage.subreddit, "title": "The docks at night", "text": "Fog.", "kind": "self"}
        self.thread = str(self.people[HOST]._post("/api/submit", fields)["json"]["data"]["name"])
        stage.settle()

    def says(self, name: str, text: str) -> str:
        """Let somebody comment; return the GM's one reply to it, empty if there is none."""
        comment = self.people[name].comment(self.thread, text)
        self.stage.advance(40)
        self.stage.settle()
        replies = [c for c in export(self.stage.server.forum)["comments"] if c["parent"] == comment]
        assert len(replies) <= 1, replies
        assert all(c["author"] == BOT for c in replies)
        return str(replies[0]["text"]) if replies else ""

    def log(self) -> list[str]:
        return self.stage.log("s1")


def test_a_scene_over_http(tmp_path: Path) -> None:
    with Stage(tmp_path / "stage") as stage:
        stage.settle()
        scene = Scene(stage)
        scene.says(HOST, "!scene open resistance_system resistances BODY,SAFETY,GOLD")
        opening = next(c["text"] for c in export(stage.server.forum)["comments"] if c["author"] == BOT)
        assert "(S1 · 1)" in opening
        assert "Sneak" in scene.says("ann", "!character ann skills Sneak domains Docks stress SAFETY 1")
        scene.says("bob", "!character bob skills Fight")
        assert "difficulty 1, D6 SAFETY" in scene.says(HOST, "!stakes u/ann diff 1, d6 to SAFETY -- the yard is lit")
        first = scene.says("ann", "I go from crate to crate. !roll sneak + docks")
        assert re.search(r"3 dice less difficulty 1: \**\d+\**, \**\d+\**", first), first
        assert scene.says("bob", "What a roll that was, I roll my eyes.") == ""
        stage.kill_daemon()
        stage.start_daemon()
        assert "**bob**" in scene.says("bob", "!Roll Fight")
        assert "2d6" in scene.says("bob", "!r 2d6+1")
        closed = scene.says(HOST, "!scene close")
        log = scene.log()
        world = export(stage.server.forum)
    events = [json.loads(line) for line in log]
    rolls = [e for e in events if e["type"] == "rolled"]
    assert len(rolls) == 3
    secret = events[-1].get("secret")
    assert secret, "the close publishes the secret (part D.4)"
    assert secret in closed + "".join(c["text"] for c in world["comments"] if c["author"] == BOT)
    verdict = verify_text("".join(f"{line}\n" for line in log))
    assert verdict.ok, verdict.problems
