"""``forumgm export``, ``verify`` and ``replay``: the record of a game (record.md)."""

import json as jsonlib
import sys
from pathlib import Path

import typer

FOUND_SOMETHING = 1
_CONFIG = typer.Option(None, help="Configuration file; config/forumgm.toml by default.")


def register(app: typer.Typer) -> None:
    """Add this file's commands."""
    app.command("export")(export)
    app.command("verify")(verify)
    app.command("replay")(replay)


def export(
    game: str = typer.Argument(help="The game, as G7."),
    public: bool = typer.Option(False, "--public", help="Only what a reader of the thread knows."),
    config: Path | None = _CONFIG,
) -> None:
    """Write a game's record to standard output, a JSON object a line."""
    from forumgm.adapters.store import open_store
    from forumgm.record.publish import public_record
    from forumgm.settings import load

    store = open_store(load(config).storage.url, read_only=True)
    with store.transaction() as tx:
        lines = tx.log(game.lower())
    store.close()
    if not lines:
        raise typer.BadParameter(f"there is no game {game.upper()}", param_hint="GAME")
    text = "".join(f"{line}\n" for line in lines)
    sys.stdout.write(public_record(text) if public else text)


def verify(
    file: Path = typer.Argument(help="The record."),
    running: bool = typer.Option(False, "--running", help="The game need not have ended."),
    digest: str | None = typer.Option(None, help="The fingerprint that the end post printed."),
    json: bool = typer.Option(False, "--json", help="Print one JSON object."),
) -> None:
    """Judge a record: every draw and every rule, from the record alone. Exit code 1 if something is wrong."""
    from forumgm.record.verify import verify_text

    verdict = verify_text(_read(file), running=running, digest=digest)
    if json:
        typer.echo(jsonlib.dumps(verdict.to_json(), ensure_ascii=False))
    else:
        for problem in verdict.problems:
            where = f"line {problem.seq}: " if problem.seq is not None else ""
            typer.echo(f"{where}{problem.text} [{problem.code}]")
        for skipped in verdict.unchecked:
            typer.echo(f"not checked: {skipped}")
        finished = "" if verdict.finished else ", the game has not ended"
        typer.echo(f"{'The record is sound' if verdict.ok else 'The record is NOT sound'}{finished}.")
    if not verdict.ok:
        raise typer.Exit(FOUND_SOMETHING)


def replay(file: Path = typer.Argument(help="The record.")) -> None:
    """Tell a record as a story, a line for each thing that happened."""
    from forumgm.record.story import replay_lines

    lines = list(replay_lines(_read(file)))
    if not lines:
        raise typer.BadParameter("this is no record", param_hint="FILE")
    for line in lines:
        typer.echo(line)


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise typer.BadParameter(f"can't read {file}: {error.strerror}", param_hint="FILE") from error
