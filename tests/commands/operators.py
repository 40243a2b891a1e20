"""A database with real games in it, and the command line on it."""

import re
from dataclasses import dataclass
from pathlib import Path

import typer.testing

from forumgm.adapters.store import SqlStore, open_store
from forumgm.app.ports import Deadline, Game, GameKind, GameStatus
from forumgm.cli import build
from forumgm.core.items import Account, Item, Via
from forumgm.core.kernel import replay
from forumgm.games.resistance.simulate import simulate
from forumgm.service.wiring import houses_for
from forumgm.settings import Settings

ANN = Account("t2_ann", "Ann")
HOUSE = houses_for(Settings(), bot="gm_bot")[GameKind.RESISTANCE]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command came to."""

    code: int
    out: str
    err: str


class Desk:
    """An operator at his desk: a configuration, a database, the command line."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.database = folder / "games.sqlite3"
        self.url = f"sqlite:///{self.database}"
        self.config = folder / "forumgm.toml"
        self.config.write_text(f'[forum]\nusername = "gm_bot"\nsubreddits = ["games"]\n[storage]\nurl = "{self.url}"\n')

    def run(self, *arguments: str, stdin: str | None = None) -> Answer:
        """Run a command with this configuration."""
        result = typer.testing.CliRunner().invoke(
            build(arguments), [*arguments, "--config", str(self.config)], input=stdin, env={"TERMINAL_WIDTH": "200"}
        )
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Answer(result.exit_code, result.stdout, result.stderr)

    def open(self) -> SqlStore:
        return open_store(self.url)

    def store_game(self, name: str = "g1", *, events: int | None = None) -> list[str]:
        """Store a simulated game, whole or only its first events; return its log."""
        lines = list(next(iter(simulate(players=5, games=1, seed=name, keep_lines=True))).lines)
        assert events is None or events < len(lines)
        lines = lines[:events]
        recorded = [HOUSE.codec.decode(line) for line in lines]
        state = replay(HOUSE.system, HOUSE.initial(), recorded)
        game = Game(
            id=name,
            kind=GameKind.RESISTANCE,
            subreddit="games",
            thread=f"t3_{name}",
            secret=bytes(32),
            opened_at=recorded[0].at,
            host=ANN,
            status=GameStatus.ENDED if HOUSE.is_over(state) else GameStatus.OPEN,
            phase=HOUSE.phase(state),
        )
        store = self.open()
        with store.transaction() as tx:
            tx.add_game(game)
            tx.append(name, recorded, expected=0)
            tx.set_value(f"seats:{name}", list(HOUSE.seats(state)))
            due = () if HOUSE.is_over(state) else HOUSE.due(state)
            tx.set_deadlines(name, [Deadline(name, d.key, d.at, d.verb, dict(d.args), d.ceiling) for d in due])
            tx.set_value("last-poll", recorded[-1].at + 600)
        store.close()
        return lines


def letter(number: int, body: str, *, author: Account = ANN) -> Item:
    """A private message."""
    return Item(f"t4_{number}", Via.MESSAGE, author, 100 + number, body)


def plain(text: str) -> str:
    """Return what typer says without its frames and line breaks."""
    return " ".join(re.sub(r"[│╭╮╰╯─\n]", " ", text).split())
