"""``forumgm report``: one self-contained HTML file with a game's pictures."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from forumgm.commands.common import CONFIG, no_game, opened

if TYPE_CHECKING:
    from forumgm.settings.model import ForumSettings


def register(app: typer.Typer) -> None:
    """Add this file's command."""
    app.command("report")(report)


def report(
    source: str = typer.Argument(metavar="FILE|GAME", help="A record, or a game as G7."),
    output: Path | None = typer.Option(None, "--output", "-o", help="Write there, not to standard output."),
    public: bool = typer.Option(False, "--public", help="Only what a reader of the thread knows."),
    config: Path | None = CONFIG,
) -> None:
    """Make one HTML file of a game with its pictures, for the archive; a running game as its readers know it."""
    from importlib.metadata import version

    from forumgm.record.publish import public_record
    from forumgm.record.story import replay_lines
    from forumgm.record.verify import verify_text
    from forumgm.settings.model import ForumSettings
    from forumgm.web.board import BoardError
    from forumgm.web.links import Links
    from forumgm.web.report import report as made

    file = Path(source)
    text, forum = (_read(file), ForumSettings()) if file.is_file() else _stored(source, config)
    verdict = verify_text(text, running=True)
    if public or not verdict.finished:
        text = public_record(text)
    sound = "sound, checked draw by draw" if verdict.ok else f"NOT sound: {verdict.problems[0].text}"
    try:
        page = made(
            text,
            story=list(replay_lines(text)),
            more=[("Record", sound)],
            links=Links(forum.reddit_url),
            version=version("forumgm"),
        )
    except BoardError as error:
        raise typer.BadParameter(str(error), param_hint="FILE") from error
    _write(page, output)


def _write(page: str, output: Path | None) -> None:
    if output is None:
        sys.stdout.write(page)
        return
    try:
        output.write_text(page, "utf-8")
    except OSError as error:
        raise typer.BadParameter(f"can't write {output}: {error.strerror}", param_hint="--output") from error
    typer.echo(f"Written to {output}.")


def _read(file: Path) -> str:
    try:
        return file.read_bytes().decode("utf-8", "replace")
    except OSError as error:
        raise typer.BadParameter(f"can't read {file}: {error.strerror}", param_hint="FILE") from error


def _stored(game: str, config: Path | None) -> "tuple[str, ForumSettings]":
    from forumgm.settings import load

    with opened(config) as store, store.transaction() as tx:
        lines = tx.log(game.lower())
    if not lines:
        raise no_game(game)
    return "".join(f"{line}\n" for line in lines), load(config).forum
