"""``forumgm run``: the daemon."""

from pathlib import Path

import typer


def register(app: typer.Typer) -> None:
    """Add this file's commands."""
    app.command("run")(run)


def run(
    config: Path | None = typer.Option(None, help="Configuration file; config/forumgm.toml by default."),
) -> None:
    """Run the games of the configured subreddits until told to stop (SIGTERM or Ctrl-C)."""
    from forumgm.adapters.journal import configure
    from forumgm.settings import SettingsError, load, to_run

    settings = load(config)
    if problems := to_run(settings):
        raise SettingsError(problems)
    configure(level=settings.log.level)
    from forumgm.service import serve

    code = serve(settings, path=config)
    if code:
        raise typer.Exit(code)
