"""hosting.md, "After a restore": the real daemon gets an older copy of its database back in the middle of a game.

Everything is the operator's: ``forumgm backup`` while it runs, ``forumgm restore`` when it has stopped. Checked at the
end: the record is sound by the independent referee, nothing public stands twice, and the numbers have no gap.
"""

import re
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from forumgm.cli import build
from forumgm.demo.play import Play
from forumgm.demo.show import Silent
from forumgm.demo.stage import BOT, Stage
from forumgm.games.resistance.model import State
from forumgm.sandbox.export import export

BACKED_UP, PUT_BACK = 8, 24
"""Steps of the play after which the copy is made, and put back."""
TAG = re.compile(r"\^\(([GS]\d+ · [^)]+)\)\s*$")

pytestmark = pytest.mark.process


class RestoredPlay(Play):
    """A play whose daemon loses its database and gets an older copy back."""

    steps = 0

    def _step(self, state: State) -> None:
        super()._step(state)
        self.steps += 1
        if self.steps == BACKED_UP:
            self._forumgm("backup")
        if self.steps == PUT_BACK:
            self._stage.settle()
            self._stage.stop_daemon()
            self._stage.close_store()
            self._forumgm("restore")
            self._stage.start_daemon()
            self._stage.settle()

    def _forumgm(self, command: str) -> None:
        folder = self._stage.folder
        words = [command, str(folder / "copy.sqlite3"), "--config", str(folder / "forumgm.toml")]
        done = CliRunner().invoke(build(words), words)
        assert done.exit_code == 0, done.output


def test_a_game_survives_a_restore(tmp_path: Path) -> None:
    with Stage(tmp_path / "stage") as stage:
        play = RestoredPlay(stage, Silent(), players=7, seed="restore")
        outcome = play.run()
        for _ in range(6):
            stage.advance(90)
            stage.settle()
        world = export(stage.server.forum)
        log = (stage.folder / "daemon.log").read_text("utf-8")
    assert play.steps > PUT_BACK
    assert "lived through the time since the backup" in log
    assert outcome.verified
    mine = [i for i in world["comments"] if i["author"] == BOT]
    tags = Counter(t.group(1) for t in (TAG.search(i["text"]) for i in mine) if t)
    assert [tag for tag, count in tags.items() if count > 1] == []
    numbers = sorted(int(t.rsplit(" ", 1)[1]) for t in tags if t.rsplit(" ", 1)[1].isdigit())
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
