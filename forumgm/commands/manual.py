"""``forumgm man``: the manual page, made from the commands themselves."""

import re
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

import typer

from forumgm.commands.synopsis import commands_of

_MARKUP = re.compile(r"([\\-])")


def register(app: typer.Typer) -> None:
    """Add this file's command."""
    app.command("man")(man)


def man(context: typer.Context) -> None:
    """Write the manual page forumgm(1) to standard output (man -l FILE shows it)."""
    typer.echo(manual(context.find_root().command), nl=False)


def manual(program: Any) -> str:
    """Return the manual page of the program with all its commands, in roff."""
    lines = [
        f'.TH FORUMGM 1 "" "forumgm {version("forumgm")}" "User Commands"',
        ".SH NAME",
        "forumgm \\- an automated Game Master for games played in forum threads",
        ".SH SYNOPSIS",
        ".B forumgm",
        "COMMAND [OPTIONS] [ARGUMENTS]",
        ".SH COMMANDS",
        *_commands(program),
        *_endings(),
    ]
    return "".join(f"{line}\n" for line in lines)


def _commands(program: Any) -> Iterator[str]:
    for command in commands_of(program, "forumgm"):
        yield f".SS {_text(command.line)}"
        yield _text(command.about)
        for parameter, meaning in command.parameters:
            yield ".TP"
            yield f".B {_text(parameter)}"
            yield _text(meaning) or "\\&"


def _endings() -> list[str]:
    return [
        ".SH EXIT STATUS",
        "0 on success; 1 when a command found something wrong that it looks for; 2 on bad usage or configuration.",
        ".SH FILES",
        ".TP",
        ".B config/forumgm.toml",
        _text("The configuration, below the working directory; --config names another."),
        ".TP",
        ".B praw.ini",
        "Secrets under [forumgm]: client_id, client_secret, refresh_token or password.",
        ".SH ENVIRONMENT",
        ".TP",
        ".B FORUMGM_SECTION__KEY",
        "Overrides one value of the configuration.",
        ".TP",
        ".B CREDENTIALS_DIRECTORY",
        "Where systemd puts secrets: forumgm.client_id, forumgm.client_secret, forumgm.refresh_token.",
    ]


def _text(text: str) -> str:
    """Return text that roff takes as it stands."""
    escaped = _MARKUP.sub(lambda m: "\\e" if m[1] == "\\" else "\\-", text)
    return f"\\&{escaped}" if escaped[:1] in (".", "'") else escaped
