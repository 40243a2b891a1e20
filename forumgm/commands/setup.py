"""``forumgm init`` and ``check``: from nothing to a configuration that works."""

import json as jsonlib
import time
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from forumgm.commands.common import CONFIG, FOUND_SOMETHING, JSON

if TYPE_CHECKING:
    from forumgm.settings import Problem, Settings

UNUSABLE = 2
_LOOK_EVERY = 5.0


def register(app: typer.Typer) -> None:
    """Add this file's commands."""
    app.command("init")(init)
    app.command("check")(check)


def init(
    directory: Path = typer.Argument(Path(), help="Where to write; the working directory by default."),
) -> None:
    """Write a commented configuration and presets, and say the next three steps. What exists stays as it is."""
    from forumgm.settings.presets import package_config

    source, target = package_config(), directory / "config"
    files = [source / "forumgm.toml", *sorted((source / "presets").glob("*.toml"))]
    for file in files:
        written = target / file.relative_to(source)
        if written.exists():
            typer.echo(f"{written} exists, left as it is.", err=True)
            continue
        try:
            written.parent.mkdir(parents=True, exist_ok=True)
            written.write_bytes(file.read_bytes())
        except OSError as error:
            raise typer.BadParameter(f"can't write {written}: {error.strerror}", param_hint="DIR") from error
        typer.echo(f"wrote {written}")
    config = target / "forumgm.toml"
    at = "" if directory == Path() else f" --config {config}"
    typer.echo(
        f"\nNext:\n"
        f"1. Edit {config}: the bot's account, its owner, your subreddits.\n"
        f"2. Give the secrets as FORUMGM_FORUM__CLIENT_ID, _CLIENT_SECRET and _REFRESH_TOKEN in the environment,\n"
        f"   or in praw.ini under [forumgm].\n"
        f"3. Run 'forumgm check{at}', then 'forumgm run{at}'."
    )


def check(
    config: Path | None = CONFIG,
    ping: str | None = typer.Option(None, metavar="u/NAME", help="Write to this account and wait for its answer."),
    offline: bool = typer.Option(False, "--offline", help="Leave the forum alone."),
    json: bool = JSON,
) -> None:
    """List everything that could keep the daemon from its work. Exit code 1 if so, 2 if it can't run."""
    from forumgm.service.checkup import is_configuration
    from forumgm.settings import SettingsError, load, to_run

    problems: list[Problem] = []
    settings: Settings | None
    try:
        settings = load(config)
    except SettingsError as error:
        problems += error.problems
        settings = error.rest
    if settings is not None:
        wrong = {problem.key.partition(".")[0] for problem in problems}
        problems += to_run(settings) if "forum" not in wrong else []
        problems += _found(settings, ping=ping, offline=offline or "forum" in wrong, wrong=wrong)
    if json:
        rows = [{"id": p.id, "key": p.key, "text": p.text, "remedy": p.remedy, "source": p.source} for p in problems]
        typer.echo(jsonlib.dumps({"ok": not problems, "problems": rows}, ensure_ascii=False))
    else:
        for problem in problems:
            typer.echo(str(problem))
        typer.echo(f"{len(problems)} problem{'' if len(problems) == 1 else 's'} found." if problems else "All is well.")
    if problems:
        raise typer.Exit(UNUSABLE if any(map(is_configuration, problems)) else FOUND_SOMETHING)


def _found(settings: "Settings", *, ping: str | None, offline: bool, wrong: set[str]) -> "list[Problem]":
    from forumgm.adapters.clock import WallClock
    from forumgm.service.checkup import Outside, forum_problems, local_problems

    clock = WallClock()
    outside = Outside(clock.now, clock.monotonic, lambda: time.sleep(_LOOK_EVERY))
    found = list(local_problems(settings, wrong=wrong))
    if settings.forum.may_log_in and settings.forum.username and not offline:
        found += forum_problems(settings, outside, ping=ping)
    return found
