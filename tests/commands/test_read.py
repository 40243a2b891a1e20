"""``forumgm read --world`` (interfaces.md): JSON lines in and out, usage errors with exit code 2."""

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from forumgm.commands.read import register
from forumgm.core.errors import ForumGmError
from forumgm.reader import load_words

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


@pytest.mark.parametrize("line", ["no json", "[]", "{}", '{"text": "x", "ctx": {"world": "W99"}}'])
def test_a_line_that_is_no_input_is_a_usage_error(line: str) -> None:
    result = CliRunner().invoke(app(), ["read", "--world", str(CORPUS / "world.json")], input=line + "\n")
    assert result.exit_code == 2


def test_hosts_extend_the_vocabulary(tmp_path: Path) -> None:
    (tmp_path / "de.toml").write_text('[ballots.vote.approve]\nplain = ["zustimmen"]\n', encoding="utf-8")
    assert load_words(tmp_path).ballots["vote"].plain()["zustimmen"] == "approve"
    (tmp_path / "bad.toml").write_text('[lists]\nlead = "x"\n', encoding="utf-8")
    with pytest.raises(ForumGmError, match=r"lists\.lead"):
        load_words(tmp_path)
