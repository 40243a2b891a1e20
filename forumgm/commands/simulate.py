"""``forumgm simulate``: games in memory with simulated players."""

import json as jsonlib
from pathlib import Path
from time import perf_counter

import typer


def register(app: typer.Typer) -> None:
    """Add this file's command."""
    app.command("simulate")(simulate)


def simulate(
    players: int = typer.Option(7, min=5, max=10, help="Players in each game."),
    games: int = typer.Option(100, min=1, help="How many games."),
    seed: str = typer.Option("1", help="The same seed gives the same records, byte for byte."),
    records: Path | None = typer.Option(None, help="Write each game's record to this directory (g1.jsonl ...)."),
    json: bool = typer.Option(False, "--json", help="Print one JSON object."),
) -> None:
    """Play games of The Resistance without a forum; players play cards, miss, change and withdraw votes."""
    from forumgm.games.resistance.simulate import simulate as played_games

    began = perf_counter()
    wins = {"resistance": 0, "spies": 0}
    events = 0
    played = played_games(players=players, games=games, seed=seed, keep_lines=records is not None)
    for number, game in enumerate(played, start=1):
        events += game.events
        if game.winner is not None:
            wins[game.winner.value] += 1
        if records is not None:
            _write(records / f"g{number}.jsonl", "".join(f"{line}\n" for line in game.lines))
    seconds = round(perf_counter() - began, 3)
    if json:
        typer.echo(jsonlib.dumps({"games": games, "events": events, "seconds": seconds, "wins": wins}))
    else:
        typer.echo(
            f"{games} games of {players} players, {events} events in {seconds} s: "
            f"the Resistance won {wins['resistance']}, the spies {wins['spies']}."
        )


def _write(file: Path, text: str) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
    except OSError as error:
        raise typer.BadParameter(f"can't write {file}: {error.strerror}", param_hint="--records") from error
