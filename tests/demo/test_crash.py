"""design.md section 5: the real daemon is killed at 30 random moments of a game; the game must not notice.

Checked at the end: the record is sound by the independent referee; no public post and no message stands twice; every
order that a player sent is either in the record or was answered; the thread's numbered posts have no gap.
"""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from forumgm.app.ports import RowState
from forumgm.demo.play import Play
from forumgm.demo.show import Silent
from forumgm.demo.stage import BOT, Stage
from forumgm.sandbox.export import export

KILLS = 30
TAG = re.compile(r"\^\(([GS]\d+ · [^)]+)\)\s*$")

pytestmark = pytest.mark.process


class KilledPlay(Play):
    """A play whose daemon is killed again and again, at moments drawn from the play's own stream."""

    kills = 0

    def _write(self, actor, text, *, in_thread):  # type: ignore[no-untyped-def]
        super()._write(actor, text, in_thread=in_thread)
        if self.kills < KILLS and self._game and self._stream.below(4) > 0:
            self._kill_soon()

    def _kill_soon(self) -> None:
        """Kill the daemon after a random number of its requests, so that the moment lies anywhere in its work."""
        gate = self._stage.server.gate
        wanted = len(gate.requests) + self._stream.below(14)
        for _ in range(400):
            if len(gate.requests) >= wanted:
                break
            self._stage.rest()
        self._stage.kill_daemon()
        self._stage.start_daemon()
        self.kills += 1


def test_thirty_kills_change_nothing(tmp_path: Path) -> None:
    with Stage(tmp_path / "stage") as stage:
        play = KilledPlay(stage, Silent(), players=7, seed="crash")
        outcome = play.run()
        for _ in range(6):
            stage.advance(90)
            stage.settle()
        with stage.store().transaction() as tx:
            handled = tx.known_items([m["id"] for m in export(stage.server.forum)["messages"]])
            left = [r.key for s in (RowState.QUEUED, RowState.SENDING) for r in tx.rows_in(s)]
        world = export(stage.server.forum)
    assert play.kills == KILLS
    assert outcome.verified
    assert left == []
    mine = [c for c in world["comments"] if c["author"] == BOT]
    letters = [m for m in world["messages"] if m["author"] == BOT]
    tags = Counter(t.group(1) for t in (TAG.search(i["text"]) for i in [*mine, *letters]) if t)
    assert [tag for tag, count in tags.items() if count > 1] == []
    numbers = sorted(int(t.rsplit(" ", 1)[1]) for t in tags if t.rsplit(" ", 1)[1].isdigit())
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    events = [json.loads(line) for line in outcome.record.read_text().splitlines()]
    sources = {e["source"]["id"] for e in events if "source" in e}
    votes = [m for m in world["messages"] if m["author"] in play._actors and m["to"] == BOT]
    answered = Counter(m["to"] for m in letters)
    assert votes
    for name in play._actors:
        sent = [m["id"] for m in votes if m["author"] == name]
        assert len([i for i in sent if i not in sources]) <= answered[name], f"an order of {name} was lost"
    stored = {i for i in handled if i.startswith("t4_")}
    assert {m["id"] for m in votes} <= stored
