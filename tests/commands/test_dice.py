"""interfaces.md, Commands: `roll`, `odds`, `try` with exit codes, JSON and faces in order of need."""

import json
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from forumgm.commands.dice import register


@pytest.fixture
def app() -> typer.Typer:
    """The three commands alone."""
    made = typer.Typer()
    register(made)
    return made


def run(app: typer.Typer, *arguments: str) -> Any:
    """Run a command."""
    return CliRunner().invoke(app, list(arguments))


def test_roll_prints_the_dice_and_the_value(app: typer.Typer) -> None:
    found = json.loads(run(app, "roll", "4d6kh3+1", "--json").stdout)
    assert found["expr"] == "4d6kh3+1"
    assert len(found["dice"]) == 4
    assert found["values"] == [sum(sorted(found["dice"])[1:]) + 1]
    assert "4d6kh3 [" in run(app, "roll", "4d6kh3").stdout
    assert run(app, "roll", "-1d6").exit_code == 0


def test_odds_are_exact(app: typer.Typer) -> None:
    found = json.loads(run(app, "odds", "2d6kl1", "--json").stdout)
    assert found["odds"]["1"] == "11/36"
    assert run(app, "odds", "2d6").stdout.splitlines()[0] == "mean 7.0000"


@pytest.mark.parametrize("command", ["roll", "odds"])
@pytest.mark.parametrize(
    ("expression", "code"),
    [("0d6", "bad_dice"), ("999999999999d6", "too_many_dice"), ("1d257", "too_many_sides"), ("9**9", "bad_expression")],
)
def test_bad_dice_exit_2_with_the_code_on_standard_error(
    app: typer.Typer, command: str, expression: str, code: str
) -> None:
    result = run(app, command, expression)
    assert (result.exit_code, result.stdout) == (2, "")
    assert code in result.stderr


def test_try_on_a_sheet(app: typer.Typer, tmp_path: Path) -> None:
    sheet = tmp_path / "silas.toml"
    sheet.write_text('name = "Silas"\nratings = {prowess = 3}\nstress = {track = 4}\n')
    arguments = ("try", "--system", "blades", "--sheet", str(sheet), "--faces", "1,5,2")
    found = json.loads(run(app, *arguments, "--json", "!resist prowess").stdout)
    assert (found["dice"], found["cost"], found["track"], found["critical"]) == ([1, 5, 2], 1, 5, False)
    assert run(app, *arguments, "!resist prowess").stdout.startswith("**Silas** resists - Prowess 3: 1, **5**, 2")


def test_try_faces_in_order_of_need_with_harm_and_helper(app: typer.Typer, tmp_path: Path) -> None:
    """Pool; harm inflicted; the roller's stress die, his d10; the helper's stress die, his d10."""
    sheet = tmp_path / "ann.toml"
    sheet.write_text("npcs = {Ogre = {resistance = 9, weapon = 8}}\n")
    text = "!roll vs Ogre weapon d3 help from u/cy"
    arguments = ("try", "--system", "resistance_system", "--sheet", str(sheet), "--json")
    found = json.loads(run(app, *arguments, "--faces", "7,1,3,8,10,2,1", text).stdout)
    assert (found["dice"], found["npc"]["marked"], found["stress"], found["die"]) == ([7, 1], 3, 8, 8)
    assert (found["helpers"][0]["stress"], found["helpers"][0]["fallout"]) == (2, "minor")


@pytest.mark.parametrize("faces", ["3", "3,1,10,1", "11,1,10", "3,9,10", "x", "0,1,1", "-3"])
def test_try_faces_that_do_not_fit_exit_2(app: typer.Typer, faces: str) -> None:
    result = run(app, "try", "--system", "resistance_system", f"--faces={faces}", "!roll")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "bad_faces" in result.stderr


@pytest.mark.parametrize("content", ["stress = {BODY = -1}", "not toml", 'colour = "red"', "\x00"])
def test_try_bad_sheets_exit_2(app: typer.Typer, tmp_path: Path, content: str) -> None:
    sheet = tmp_path / "bad.toml"
    sheet.write_text(content)
    result = run(app, "try", "--system", "resistance_system", "--sheet", str(sheet), "!roll")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "bad.toml" in result.stderr


def test_try_unknown_system_or_missing_file_exit_2(app: typer.Typer, tmp_path: Path) -> None:
    assert run(app, "try", "--system", "chess", "!roll").exit_code == 2
    missing = str(tmp_path / "none.toml")
    assert run(app, "try", "--system", "blades", "--sheet", missing, "!resist").exit_code == 2


def test_try_draws_for_itself_without_faces(app: typer.Typer) -> None:
    found = json.loads(run(app, "try", "--system", "resistance_system", "--json", "!roll skill domain").stdout)
    assert len(found["dice"]) == 3


def test_try_plain_dice_and_no_command(app: typer.Typer) -> None:
    arguments = ("try", "--system", "blades", "--json")
    found = json.loads(run(app, *arguments, "--faces", "3,5", "[[2d6+1]] fire").stdout)
    assert (found["expr"], found["values"]) == ("2d6+1", [9])
    assert json.loads(run(app, *arguments, "just talk").stdout)["reply"] == "Nothing here is a command."
