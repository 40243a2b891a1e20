"""interfaces.md, ``simulate``: the same seed gives byte-identical records that the referee accepts."""

import hashlib
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from forumgm.cli import build
from forumgm.core.kernel import replay
from forumgm.games.resistance.events import CODEC
from forumgm.games.resistance.model import State
from forumgm.games.resistance.simulate import simulate
from forumgm.record.verify import verify_text
from tests.games.resistance.playbook import Mute


@pytest.mark.parametrize("players", range(5, 11))
def test_simulated_records_are_sound_and_replay(players: int) -> None:
    for game in simulate(players=players, games=12, seed="test"):
        text = "".join(f"{line}\n" for line in game.lines)
        verdict = verify_text(text)
        assert verdict.ok, verdict.problems
        assert not verdict.unchecked
        assert game.winner is not None
        assert replay(Mute(), State(), [CODEC.decode(line) for line in game.lines]) == game.state
        assert game.lines[0].startswith('{"seq": 1, "at": "2026-01-01T00:00:00Z", "type": "game_opened"')


def test_players_do_all_that_people_do() -> None:
    """They play cards, miss, change and withdraw votes, leave standing orders."""
    seen = set()
    for game in simulate(players=10, games=30, seed="all"):
        for line in game.lines:
            row = json.loads(line)
            seen.add((row["type"], row.get("because")))
            seen.add((row["type"], row.get("card")))
    for wanted in [
        ("delay_noted", None), ("team_vote_withdrawn", "player"), ("standing_order_set", None),
        ("window_passed", "standing_order"), ("window_passed", "ceiling"), ("window_pass_withdrawn", None),
        ("card_played", "strong_leader"), ("card_played", "no_confidence"), ("card_played", "in_the_spotlight"),
        ("card_played", "close_eye"), ("card_taken", "opinion_maker"), ("role_shown", "open_up"),
    ]:  # fmt: skip
        assert wanted in seen, wanted


def test_the_command_writes_the_same_bytes_for_the_same_seed(tmp_path: Path) -> None:
    digests = []
    for place in ("one", "two"):
        arguments = ["simulate", "--players", "7", "--games", "3", "--seed", "s", "--records", str(tmp_path / place)]
        done = CliRunner().invoke(build(arguments), [*arguments, "--json"])
        assert done.exit_code == 0, done.output
        row = json.loads(done.output)
        assert row["games"] == 3
        assert set(row) == {"games", "events", "seconds", "wins"}
        assert set(row["wins"]) == {"resistance", "spies"}
        assert sum(row["wins"].values()) == 3
        files = sorted((tmp_path / place).iterdir())
        assert [f.name for f in files] == ["g1.jsonl", "g2.jsonl", "g3.jsonl"]
        assert sum(f.read_bytes().count(b"\n") for f in files) == row["events"]
        digests.append([hashlib.sha256(f.read_bytes()).hexdigest() for f in files])
    assert digests[0] == digests[1]


def test_records_that_cannot_be_written_are_a_usage_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    arguments = ["simulate", "--games", "1", "--records", str(tmp_path / "file")]
    done = CliRunner().invoke(build(arguments), arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "can't write" in done.stderr


def test_another_seed_gives_other_games() -> None:
    one = next(simulate(players=5, games=1, seed="a")).lines
    other = next(simulate(players=5, games=1, seed="b")).lines
    assert one != other
