"""``forumgm db upgrade``, ``backup``, ``restore``, ``doctor`` and ``purge``: care for the database."""

import json as jsonlib
from pathlib import Path

import typer

from forumgm.commands.common import CONFIG, FOUND_SOMETHING, JSON, opened

_DAY = 86_400
_PATTERN = "forumgm-*.sqlite3"


def register(app: typer.Typer) -> None:
    """Add this file's commands."""
    db = typer.Typer(no_args_is_help=True, help="The tables of the database.")
    db.command("upgrade")(upgrade)
    app.add_typer(db, name="db")
    for group in (db, app):  # "forumgm db upgrade, backup, restore" reads both ways
        group.command("backup")(backup)
        group.command("restore")(restore)
    app.command("doctor")(doctor)
    app.command("purge")(purge)


def upgrade(config: Path | None = CONFIG) -> None:
    """Bring the database to the revision that this program needs. Stop the daemon first."""
    from forumgm.adapters.store import upgrade as upgraded
    from forumgm.settings import load

    typer.echo(f"The database has revision {upgraded(load(config).storage.url)}.")


def backup(
    file: Path | None = typer.Argument(None, help="The copy; by default a new name in the directory."),
    directory: Path = typer.Option(Path("backups"), help="Where copies go that are given no name."),
    keep: int = typer.Option(0, min=0, help="Remove all but so many copies from the directory; 0 keeps all."),
    config: Path | None = CONFIG,
    json: bool = JSON,
) -> None:
    """Copy the database while the daemon runs; the copy is checked before it gets its name."""
    from forumgm.adapters.clock import WallClock
    from forumgm.adapters.store import backup as copied
    from forumgm.settings import load

    url = load(config).storage.url
    if file is None:
        file = directory / f"forumgm-{_stamp(WallClock().now())}.sqlite3"
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise typer.BadParameter(f"can't make {file.parent}: {error.strerror}") from error
    copy = copied(url, file)
    copies = sorted(directory.glob(_PATTERN)) if keep else []
    for old in copies[:-keep] if keep else []:
        old.unlink()
    rows = sum(copy.rows.values())
    if json:
        typer.echo(jsonlib.dumps({"path": str(copy.path), "revision": copy.revision, "rows": copy.rows}))
    else:
        typer.echo(f"{copy.path}: revision {copy.revision}, {rows} rows, checked.")


def restore(
    file: Path = typer.Argument(help="The copy."),
    config: Path | None = CONFIG,
) -> None:
    """Put a copy in the database's place; the old one is kept beside it. Stop the daemon first."""
    from forumgm.adapters.store import restore as restored
    from forumgm.settings import load

    aside = restored(file, load(config).storage.url)
    typer.echo(f"Restored from {file}." + (f" The old database is {aside}." if aside else ""))
    typer.echo("When the daemon starts it first looks up what it wrote since then.")


def doctor(
    config: Path | None = CONFIG,
    json: bool = JSON,
) -> None:
    """Check every stored game by replay and say what differs. Exit code 1 if something does."""
    from forumgm.service.doctor import examine
    from forumgm.service.wiring import houses_for
    from forumgm.settings import load

    houses = houses_for(load(config), bot=load(config).forum.username)
    with opened(config) as store:
        with store.transaction() as tx:
            games = len(tx.games())
        found = list(examine(store, houses))
    if json:
        rows = [{"game": d.game, "code": d.code, "text": d.text} for d in found]
        typer.echo(jsonlib.dumps({"ok": not found, "games": games, "differences": rows}, ensure_ascii=False))
    else:
        for difference in found:
            typer.echo(f"{difference.game.upper()}: {difference.text} [{difference.code}]")
        games_checked = f"{games} game{'' if games == 1 else 's'} checked"
        typer.echo(f"{games_checked}, {len(found) or 'no'} difference{'' if len(found) == 1 else 's'}.")
    if found:
        raise typer.Exit(FOUND_SOMETHING)


def purge(
    days: int | None = typer.Option(None, min=1, help="Days after a game's end; storage.purge_after_days by default."),
    config: Path | None = CONFIG,
) -> None:
    """Blank the private texts of games that ended long ago. The daemon does it daily if it is configured."""
    from forumgm.adapters.clock import WallClock
    from forumgm.settings import load

    after = days if days is not None else load(config).storage.purge_after_days
    if not after:
        raise typer.BadParameter("say how many days: storage.purge_after_days keeps everything", param_hint="--days")
    with opened(config, read_only=False) as store, store.transaction() as tx:
        purged = tx.purge_private(WallClock().now() - after * _DAY)
    typer.echo(f"Blanked {purged.items} messages received, {purged.texts} sent, {purged.questions} open questions.")


def _stamp(at: int) -> str:
    from forumgm.core.events import stamp

    return stamp(at).replace("-", "").replace(":", "")
