"""``forumgm games``, ``status`` and ``retry``: what runs, what is due, going on after an error."""

import json as jsonlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from forumgm.commands.common import CONFIG, FOUND_SOMETHING, GAME, JSON, no_game, opened, utc

if TYPE_CHECKING:
    from forumgm.app.ports import Game, Transaction


def register(app: typer.Typer) -> None:
    """Add this file's commands."""
    app.command("games")(games)
    app.command("status")(status)
    app.command("retry")(retry)


def games(
    config: Path | None = CONFIG,
    every: bool = typer.Option(False, "--all", help="Ended games too."),
    json: bool = JSON,
) -> None:
    """List the games: where, in which phase, what is due next."""
    from forumgm.app.ports import GameStatus

    with opened(config) as store, store.transaction() as tx:
        rows = [_told(tx, game) for game in tx.games() if every or game.status is not GameStatus.ENDED]
    if json:
        typer.echo(jsonlib.dumps({"games": rows}, ensure_ascii=False))
        return
    for row in rows:
        due = f", due {utc(row['due'][0]['at'])}" if row["due"] else ""
        aside = f", set aside ({row['error']})" if row["status"] == "aside" else ""
        typer.echo(f"{row['game'].upper()}  r/{row['subreddit']}  {row['phase'] or '-'}  {row['status']}{aside}{due}")
    if not rows:
        typer.echo("No games.")


def status(
    game: str = GAME,
    config: Path | None = CONFIG,
    json: bool = JSON,
) -> None:
    """Show one game as everybody may see it: its state, whose move it is, what is due, what waits to be sent."""
    with opened(config) as store, store.transaction() as tx:
        found = tx.game(game.lower())
        if found is None:
            raise no_game(game)
        told = _told(tx, found) | {"text": _public_status(tx, found, config)}
        told["unsent"] = sum(1 for row in tx.rows_of(found.id) if row.state.value in ("queued", "sending"))
    if json:
        typer.echo(jsonlib.dumps(told, ensure_ascii=False))
        return
    typer.echo(
        f"{found.id.upper()}  r/{found.subreddit}  thread {found.thread or 'not open yet'}  {found.status.value}"
    )
    if found.error:
        typer.echo(f"Set aside by {found.error}; 'forumgm retry {found.id}' goes on.")
    if told["text"]:
        typer.echo(f"\n{told['text']}\n")
    for due in told["due"]:
        typer.echo(f"due {utc(due['at'])}: {due['key']}")
    typer.echo(f"{told['unsent']} writings wait to be sent.")


def retry(game: str = GAME, config: Path | None = CONFIG) -> None:
    """Let a game that was set aside by an error go on: what waits for it is handled with the next poll."""
    from forumgm.rendering import Renderer
    from forumgm.service.recovery import NothingToRetryError
    from forumgm.service.recovery import retry as retried
    from forumgm.service.wiring import houses_for
    from forumgm.settings import load

    settings = load(config)
    own = settings.daemon.templates
    renderer = Renderer([Path(own)] if own else [], bot=settings.forum.username)
    houses = houses_for(settings, bot=settings.forum.username)
    with opened(config, read_only=False) as store:
        try:
            done = retried(store, houses, renderer, game.lower())
        except NothingToRetryError as error:
            raise typer.BadParameter(str(error), param_hint="GAME") from error
        except Exception as error:  # noqa: BLE001 - whatever set the game aside may do so again
            typer.echo(f"{game.upper()} still fails ({type(error).__name__}) and stays set aside.", err=True)
            raise typer.Exit(FOUND_SOMETHING) from None
    if done is None:
        raise no_game(game)
    typer.echo(f"{game.upper()} goes on: {done.items} items wait, its clocks stood still for {done.given_back} s.")


def _told(tx: "Transaction", game: "Game") -> dict[str, Any]:
    return {
        "game": game.id,
        "subreddit": game.subreddit,
        "thread": game.thread,
        "status": game.status.value,
        "phase": game.phase,
        "error": game.error,
        "opened_at": game.opened_at,
        "events": game.version,
        "due": [{"key": d.key, "at": d.due, "ceiling": d.ceiling} for d in tx.deadlines(game.id)],
    }


def _public_status(tx: "Transaction", game: "Game", config: Path | None) -> str:
    """Return what ``!status`` in the thread would show, empty where there is nothing to show yet."""
    from forumgm.app.outage import last_poll
    from forumgm.core.effects import Answer
    from forumgm.core.events import Recorded
    from forumgm.core.items import Channel
    from forumgm.core.kernel import replay
    from forumgm.core.orders import GM, Order
    from forumgm.rendering import Renderer
    from forumgm.service.wiring import houses_for
    from forumgm.settings import load

    settings = load(config)
    house = houses_for(settings, bot=settings.forum.username).get(game.kind)
    if house is None or not game.version:
        return ""
    log: list[Recorded] = [house.codec.decode(line) for line in tx.log(game.id)]
    state = replay(house.system, house.initial(), log)
    now = last_poll(tx) or log[-1].at
    order = Order("status", GM, now, channel=Channel.THREAD)
    own = settings.daemon.templates
    renderer = Renderer([Path(own)] if own else [], bot=settings.forum.username)
    effects = house.answer(state, order, now=now, game=game)
    return "\n\n".join(renderer.render(e.template, e.view) for e in effects if isinstance(e, Answer))
