"""``forumgm outbox [list|drop|resend]``: what waits to be sent, what failed, and what a shadow would have posted."""

import json as jsonlib
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from forumgm.commands.common import CONFIG, JSON, opened, utc

if TYPE_CHECKING:
    from forumgm.app.ports import OutboxRow

_KEY = typer.Argument(help="The writing's key, as 'outbox list' shows it.")


def register(app: typer.Typer) -> None:
    """Add this file's commands."""
    outbox = typer.Typer(invoke_without_command=True)
    outbox.callback()(waiting)
    outbox.command("list")(show)
    outbox.command("drop")(drop)
    outbox.command("resend")(resend)
    app.add_typer(outbox, name="outbox")


def waiting(context: typer.Context, config: Path | None = CONFIG, json: bool = JSON) -> None:
    """Show what waits to be sent; without a command of its own as 'list' does."""
    if context.invoked_subcommand is not None:
        if config is not None or json:
            raise typer.BadParameter(f"options of '{context.invoked_subcommand}' stand behind it")
    else:
        show(config, game=None, every=False, text=False, private=False, json=json)


def show(
    config: Path | None = CONFIG,
    game: str | None = typer.Option(None, help="Only this game's."),
    every: bool = typer.Option(False, "--all", help="What was sent or dropped too; in shadow mode, all it decided."),
    text: bool = typer.Option(False, "--text", help="With the texts of public writings."),
    private: bool = typer.Option(False, "--private", help="With the texts of private messages too: they tell roles."),
    json: bool = JSON,
) -> None:
    """List writings, oldest first: those not yet sent and those that failed."""
    from forumgm.app.ports import RowState

    unsettled = (RowState.QUEUED, RowState.SENDING, RowState.FAILED)
    with opened(config) as store, store.transaction() as tx:
        shadow = bool(tx.value("shadow"))
        rows = [row for state in (RowState if every else unsettled) for row in tx.rows_in(state)]
    rows = [row for row in rows if game is None or row.game == game.lower()]
    rows.sort(key=lambda row: (row.created, row.game or "", row.number or 0))
    told = [_told(row, text=text, private=private) for row in rows]
    if json:
        typer.echo(jsonlib.dumps({"shadow": shadow, "writings": told}, ensure_ascii=False))
        return
    if shadow:
        typer.echo("A shadow: nothing of this is on the forum.")
    for row in told:
        error = f"  {row['error']}" if row["error"] else ""
        typer.echo(f"{row['key']}  {row['state']}  {row['road']}  {utc(row['created'])}{error}")
        if row["text"] is not None:
            typer.echo("".join(f"    {line}\n" for line in row["text"].splitlines()))
    if not told:
        typer.echo("Nothing waits.")


def drop(key: str = _KEY, config: Path | None = CONFIG) -> None:
    """Give up a writing that waits or failed: it will not be sent."""
    from forumgm.app.ports import RowState

    _change(config, key, allowed=(RowState.QUEUED, RowState.FAILED), state=RowState.DROPPED)
    typer.echo(f"{key} is dropped.")


def resend(key: str = _KEY, config: Path | None = CONFIG) -> None:
    """Send a writing again that failed or was dropped; with the next cycle, from the first road on."""
    from forumgm.app.ports import RowState

    _change(config, key, allowed=(RowState.FAILED, RowState.DROPPED), state=RowState.QUEUED)
    typer.echo(f"{key} is queued.")


def _change(config: Path | None, key: str, *, allowed: tuple[Any, ...], state: Any) -> None:
    with opened(config, read_only=False) as store, store.transaction() as tx:
        row = tx.row(key)
        if row is None:
            raise typer.BadParameter(f"there is no writing {key}", param_hint="KEY")
        if row.state not in allowed:
            words = " or ".join(s.value for s in allowed)
            raise typer.BadParameter(f"{key} is {row.state.value}; it must be {words}", param_hint="KEY")
        tx.save_row(replace(row, state=state, attempts=0, looks=0, rung=0, next_try=0, error=None))


def _told(row: "OutboxRow", *, text: bool, private: bool) -> dict[str, Any]:
    from forumgm.app.health import audience_of

    audience = audience_of(row)
    shown = private if audience == "private" else text or private
    return {
        "key": row.key,
        "game": row.game,
        "state": row.state.value,
        "road": row.road.value,
        "audience": audience,
        "created": row.created,
        "sent_at": row.sent_at,
        "number": row.number,
        "attempts": row.attempts,
        "error": row.error,
        "text": row.text if shown else None,
    }
