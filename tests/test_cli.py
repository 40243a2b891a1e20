"""The command line as a whole: help, version, completion, the manual page."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer.testing
from typer._completion_shared import get_completion_script
from typer.main import get_command

from forumgm.cli import GROUPS, build
from forumgm.commands.manual import manual

COMMANDS = [name for names in GROUPS.values() for name in names]
ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_takes_help(command: str) -> None:
    """interfaces.md: every command takes ``--help``, exits 0 on success."""
    result = typer.testing.CliRunner().invoke(build([command]), [command, "--help"])
    assert result.exit_code == 0
    assert "Usage" in result.stdout


@pytest.mark.parametrize("arguments", [["no-such-command"], ["games", "--no-such-option"], ["status"]])
def test_bad_usage_is_2_and_said_on_standard_error(arguments: list[str]) -> None:
    result = typer.testing.CliRunner().invoke(build(arguments), arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr


def test_output_is_utf_8_in_every_locale(tmp_path: Path) -> None:
    """record.md: UTF-8; so are JSON and texts, also where the locale knows no such letter."""
    (tmp_path / "sheet.toml").write_text('name = "Zoë"', "utf-8")
    told = subprocess.run(
        [sys.executable, "-m", "forumgm", "try", "--system", "blades", "--sheet", "sheet.toml", "!resist insight"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=True,
    )
    assert told.stdout.decode("utf-8").startswith("**Zoë**")


def test_a_crash_prints_no_local_variables() -> None:
    """They may hold tokens, roles and private texts."""
    assert not build().pretty_exceptions_enable


def test_no_command_is_registered_twice_and_all_are_listed() -> None:
    assert len(COMMANDS) == len(set(COMMANDS))
    listed = typer.main.get_command(build()).commands  # type: ignore[attr-defined]
    assert set(listed) == set(COMMANDS)


def test_the_manual_page_is_true() -> None:
    """docs/forumgm.1 is made from the commands: ``make docs`` after a change."""
    assert (ROOT / "docs" / "forumgm.1").read_text() == manual(get_command(build()))


@pytest.mark.parametrize(("shell", "name"), [("bash", "forumgm"), ("zsh", "_forumgm"), ("fish", "forumgm.fish")])
def test_the_completion_scripts_are_true(shell: str, name: str) -> None:
    """docs/completion/ is what ``forumgm --show-completion`` writes: ``make man`` after a change."""
    said = get_completion_script(prog_name="forumgm", complete_var="_FORUMGM_COMPLETE", shell=shell)
    assert (ROOT / "docs" / "completion" / name).read_text().strip() == said.strip()


def test_the_manual_names_every_command_and_escapes_what_roff_reads() -> None:
    page = manual(get_command(build()))
    for command in COMMANDS:
        assert f".SS forumgm {command}" in page
    for line in page.splitlines():
        assert not line.startswith("'")
        assert not line.startswith(".") or line[1:3] in ("TH", "SH", "SS", "TP", "B ")


@pytest.mark.process
def test_completion_offers_commands() -> None:
    """Shell completion: what bash asks for."""
    asked = {"_FORUMGM_COMPLETE": "complete_bash", "COMP_WORDS": "forumgm outb", "COMP_CWORD": "1"}
    done = subprocess.run(
        [sys.executable, "-c", "import sys; sys.argv = ['forumgm']; from forumgm.cli import main; main()"],
        env=os.environ | asked,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "outbox" in done.stdout.split(), done.stderr
