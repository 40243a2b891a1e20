"""``forumgm man``: the manual page, made from the commands themselves."""

import re
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

import typer

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
        *_commands(program, "forumgm"),
        *_endings(),
    ]
    return "".join(f"{line}\n" for line in lines)


def _commands(group: Any, path: str) -> Iterator[str]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from _commands(command, f"{path} {name}")
            continue
        arguments = [p for p in command.params if p.param_type_name == "argument"]
        options = [p for p in command.params if p.param_type_name == "option"]
        yield f".SS {_text(' '.join([path, name, *(_placeholder(a) for a in arguments)]))}"
        yield _text(" ".join((command.help or "").split()))
        for parameter in (*arguments, *options):
            yield ".TP"
            yield f".B {_text(_synopsis(parameter))}"
            yield _text(" ".join((getattr(parameter, "help", None) or "").split())) or "\\&"


def _placeholder(argument: Any) -> str:
    name = (argument.metavar or argument.name or "").upper().strip("[]")
    return name if argument.required else f"[{name}]"


def _synopsis(parameter: Any) -> str:
    if parameter.param_type_name == "argument":
        return _placeholder(parameter)
    names = ", ".join([*parameter.opts, *parameter.secondary_opts])
    return names if parameter.is_flag else f"{names} {(parameter.metavar or parameter.name).upper()}"


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
