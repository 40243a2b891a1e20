"""Synopsis: the program's commands as its pages tell them, taken from the commands themselves."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Told:
    """One command as a page tells it."""

    line: str
    """How it is called, with its arguments: ``forumgm export GAME``."""
    about: str
    parameters: Sequence[tuple[str, str]]
    """Arguments, then options, each with its help."""


def commands_of(group: Any, path: str) -> Iterator[Told]:
    """Yield every command below a group that is called by ``path``."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands_of(command, f"{path} {name}")
            continue
        arguments = [p for p in command.params if p.param_type_name == "argument"]
        options = [p for p in command.params if p.param_type_name == "option"]
        yield Told(
            line=" ".join([path, name, *(_placeholder(a) for a in arguments)]),
            about=_one_line(command.help),
            parameters=[(_synopsis(p), _one_line(getattr(p, "help", None))) for p in (*arguments, *options)],
        )


def _placeholder(argument: Any) -> str:
    name = (argument.metavar or argument.name or "").upper().strip("[]")
    return name if argument.required else f"[{name}]"


def _synopsis(parameter: Any) -> str:
    if parameter.param_type_name == "argument":
        return _placeholder(parameter)
    names = ", ".join([*parameter.opts, *parameter.secondary_opts])
    return names if parameter.is_flag else f"{names} {(parameter.metavar or parameter.name).upper()}"


def _one_line(text: str | None) -> str:
    return " ".join((text or "").split())
