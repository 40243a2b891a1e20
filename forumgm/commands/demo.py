"""``forumgm demo``: a whole game, played by the real daemon on the embedded forum."""

import json as jsonlib
import secrets
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from forumgm.demo.play import Outcome


def register(app: typer.Typer) -> None:
    """Add this file's commands."""
    app.command("demo")(demo)


def demo(
    players: int = typer.Option(7, min=5, max=10, help="Seats at the table."),
    seed: str = typer.Option("", help="The same seed makes the simulated players do the same."),
    humans: int = typer.Option(0, min=0, max=1, help="Seats kept for somebody at a browser."),
    patience: float = typer.Option(600.0, min=1.0, help="Seconds that the game waits for a human."),
    json: bool = typer.Option(False, "--json", help="Print nothing but one JSON object at the end."),
) -> None:
    """Play a whole game of The Resistance with plot cards: sandbox forum, real daemon, simulated players."""
    from forumgm.demo.play import Play
    from forumgm.demo.show import Silent, Terminal
    from forumgm.demo.stage import Stage

    folder = Path(tempfile.mkdtemp(prefix="forumgm-demo-"))
    audience = Silent() if json else Terminal()
    with Stage(folder) as stage:
        play = Play(
            stage,
            audience,
            players=players,
            seed=seed or secrets.token_hex(4),
            humans=humans,
            patience=patience,
        )
        outcome = play.run()
        _report(outcome, json=json)
        if humans and not json:
            play.linger()
    if not outcome.verified:
        raise typer.Exit(1)


def _report(outcome: "Outcome", *, json: bool) -> None:
    if json:
        facts = {
            "winner": outcome.winner,
            "because": outcome.because,
            "players": outcome.players,
            "record": str(outcome.record),
            "verified": outcome.verified,
            "seconds": outcome.seconds,
        }
        typer.echo(jsonlib.dumps(facts))
    else:
        winner = {"resistance": "The Resistance wins", "spies": "The spies win"}.get(outcome.winner or "", "No winner")
        typer.echo(f"\n{winner} ({outcome.because.replace('_', ' ')}), {outcome.players} players.")
        typer.echo(f"Record: {outcome.record}")
        typer.echo(f"Verified: {'yes, every draw and rule' if outcome.verified else 'NO'}.")
