"""The command line. Loads only the file of the command that was asked for, so that every start is quick.

``forumgm --help`` lists all commands; each is a function in ``forumgm/commands`` and takes ``--help`` itself.
"""

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version
from io import TextIOWrapper

import typer

from forumgm.core.errors import ForumGmError

GROUPS: dict[str, tuple[str, ...]] = {
    "demo": ("demo",),
    "sandbox": ("sandbox",),
    "run": ("run",),
    "setup": ("init", "check"),
    "games": ("games", "status", "retry"),
    "outbox": ("outbox",),
    "database": ("doctor", "backup", "restore", "db", "purge"),
    "people": ("person",),
    "manual": ("man",),
    "record": ("export", "verify", "replay"),
    "report": ("report",),
    "simulate": ("simulate",),
    "read": ("read",),
    "dice": ("roll", "odds", "try"),
}
"""File in ``forumgm/commands`` -> its commands, in the order of help."""

ABOUT_ALL = frozenset({"manual"})
"""Groups that speak of all commands, so that all are needed."""
USAGE_ERROR = 2


def build(arguments: Sequence[str] = ()) -> typer.Typer:
    """Return the program with the commands that these arguments may mean: one group, or all for help."""
    app = typer.Typer(
        no_args_is_help=True,
        context_settings={"help_option_names": ["-h", "--help"]},
        pretty_exceptions_enable=False,  # they may print local variables, and those hold secrets
    )
    app.callback(invoke_without_command=True)(_forumgm)
    asked = next((a for a in arguments if not a.startswith("-")), None)
    wanted = [g for g, names in GROUPS.items() if asked in names and g not in ABOUT_ALL] or list(GROUPS)
    for group in wanted:
        import_module(f"forumgm.commands.{group}").register(app)
    return app


def _forumgm(
    context: typer.Context,
    show_version: bool = typer.Option(False, "--version", help="Say the version and leave."),
) -> None:
    """An automated Game Master for games played in forum threads."""
    if show_version:
        typer.echo(f"forumgm {version('forumgm')}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
        raise typer.Exit(USAGE_ERROR)


def main() -> None:
    """Run the command line; errors of ours are one clear line on standard error and exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8")  # records and JSON are UTF-8, whatever the locale says
    try:
        build(sys.argv[1:])()
    except ForumGmError as error:
        sys.stderr.write(f"forumgm: {error}\n")
        sys.exit(USAGE_ERROR)
