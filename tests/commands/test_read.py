"""``forumgm read`` (interfaces.md): JSON lines in and out, usage errors with exit code 2."""

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from forumgm.commands.read import register
from forumgm.core.errors import ForumGmError
from forumgm.core.kernel import replay
from forumgm.games.resistance.simulate import simulate
from forumgm.games.resistance.terms import Phase
from forumgm.reader import load_words
from tests.commands.operators import HOUSE, Desk

CORPUS = Path(__file__).parents[1] / "language" / "corpus"


def app() -> typer.Typer:
    program = typer.Typer()
    program.callback()(lambda: None)
    register(program)
    return program


def test_every_input_gets_one_line_in_order() -> None:
    inputs = CORPUS / "inputs.jsonl"
    result = CliRunner().invoke(app(), ["read", "--world", str(CORPUS / "world.json"), str(inputs)])
    assert result.exit_code == 0
    ids = [json.loads(line)["id"] for line in result.stdout.splitlines()]
    assert ids == [json.loads(line)["id"] for line in inputs.read_text(encoding="utf-8").splitlines()]


def test_standard_input_without_expectations() -> None:
    line = json.dumps({"id": "a", "where": "pm", "phase": "team_vote", "author": "TeaAtNoon", "text": "Approve"})
    result = CliRunner().invoke(app(), ["read", "--world", str(CORPUS / "world.json")], input=line + "\n")
    assert json.loads(result.stdout) == {"id": "a", "kind": "accept", "action": "vote", "value": "approve"}


def test_files_that_windows_saved(tmp_path: Path) -> None:
    """A mark of the byte order and CRLF line ends are no part of the input."""
    row = {"id": "a", "where": "pm", "phase": "team_vote", "author": "TeaAtNoon", "text": "approve"}
    raw = b"\xef\xbb\xbf" + json.dumps(row).encode() + b"\r\n"
    (tmp_path / "inputs.jsonl").write_bytes(raw)
    world = str(CORPUS / "world.json")
    by_file = CliRunner().invoke(app(), ["read", "--world", world, str(tmp_path / "inputs.jsonl")])
    by_pipe = CliRunner().invoke(app(), ["read", "--world", world], input=raw)
    assert by_file.stdout == by_pipe.stdout
    assert json.loads(by_file.stdout)["value"] == "approve"


@pytest.mark.parametrize("line", ["no json", "[]", "{}", '{"text": null}', '{"text": "x", "ctx": {"world": "W99"}}'])
def test_a_line_that_is_no_input_is_a_usage_error(line: str) -> None:
    result = CliRunner().invoke(app(), ["read", "--world", str(CORPUS / "world.json")], input=line + "\n")
    assert result.exit_code == 2


def test_hosts_extend_the_vocabulary(tmp_path: Path) -> None:
    (tmp_path / "de.toml").write_text('[ballots.vote.approve]\nplain = ["zustimmen"]\n', encoding="utf-8")
    assert load_words(tmp_path).ballots["vote"].plain()["zustimmen"] == "approve"
    (tmp_path / "bad.toml").write_text('[lists]\nlead = "x"\n', encoding="utf-8")
    with pytest.raises(ForumGmError, match=r"lists\.lead"):
        load_words(tmp_path)


def test_a_text_at_the_present_moment_of_a_stored_game(desk: Desk) -> None:
    """Interfaces.md: ``read --game GAME --as NAME [--pm] TEXT`` reads on a live game and changes nothing."""
    log = desk.store_game("g1", events=voting_begins())
    state = replay(HOUSE.system, HOUSE.initial(), [HOUSE.codec.decode(line) for line in log])
    voter, leader = state.awaited()[0], state.round.leader

    def said(name: str, text: str, *more: str) -> dict[str, object]:
        answer = desk.run("read", "--game", "G1", "--as", name, *more, text)
        assert answer.code == 0, answer.err
        found: dict[str, object] = json.loads(answer.out)
        return found

    assert said(voter, "Reject", "--pm") == {"kind": "accept", "action": "vote", "value": "reject"}
    assert said(voter, "Reject") == {"kind": "ignore"}
    assert said("stranger_x", "approve", "--pm")["reason"] == "not_a_player"
    assert said(leader, "##propose me")["reason"] == "wrong_phase"
    with desk.open().transaction() as tx:
        assert tx.log("g1") == log


def voting_begins() -> int:
    """Return after how many events the first vote of the simulated game ``g1`` is open."""
    lines = list(next(iter(simulate(players=5, games=1, seed="g1", keep_lines=True))).lines)
    state = HOUSE.initial()
    for number, line in enumerate(lines, 1):
        state = HOUSE.system.apply(state, HOUSE.codec.decode(line))
        if state.phase is Phase.TEAM_VOTE:
            return number
    raise AssertionError("nobody ever votes")


def test_a_live_game_needs_a_name_and_must_be_there(desk: Desk) -> None:
    """Interfaces.md: usage errors exit with 2."""
    desk.store_game("g1")
    assert desk.run("read", "--game", "G1", "approve").code == 2
    assert desk.run("read", "--game", "G9", "--as", "Ann", "approve").code == 2
    assert desk.run("read", "approve").code == 2
