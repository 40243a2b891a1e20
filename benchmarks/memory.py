"""Memory of a daemon with 1,000 open games in mid-play. Run by hand: ``python -m benchmarks.memory``.

The games are simulated ones cut in the middle, stored in a database on disk; a second process opens it, assembles the
daemon and looks at every game once, as its clocks and players would. Printed is that process's largest size, beside the
size of the same process with one game.
"""

import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from resource import RUSAGE_SELF, getrusage

from forumgm.adapters.store import open_store
from forumgm.app.ports import Game, GameKind
from forumgm.core.events import Recorded
from forumgm.core.items import Account
from forumgm.games.resistance.events import CODEC
from forumgm.games.resistance.simulate import simulate

COUNTS = (1, 1_000)
PLAYERS = 10


def stored(path: Path, count: int) -> None:
    """Store so many games, each cut in the middle."""
    store = open_store(f"sqlite:///{path}")
    for number, played in enumerate(simulate(players=PLAYERS, games=count, seed="memory"), start=1):
        log: list[Recorded] = [CODEC.decode(line) for line in played.lines[: len(played.lines) // 2]]
        with store.transaction() as tx:
            game = Game(
                f"g{number}", GameKind.RESISTANCE, "games", f"t3_{number}", bytes(32), 0, Account("t2_h", "mara")
            )
            tx.add_game(game)
            tx.append(game.id, log, expected=0)
            tx.save_game(replace(game, version=len(log)))
    store.close()


def looked_at(path: Path) -> None:
    """Assemble the daemon and look at every game; print this process's largest size in MB."""
    from tests.app.village import Village

    village = Village(store=open_store(f"sqlite:///{path}"))
    for game in village.games():
        with village.store.transaction() as tx:
            village.rooms.table.look(tx, game)
    print(f"{getrusage(RUSAGE_SELF).ru_maxrss / 1024:.0f}")


def main() -> None:
    """Print the sizes."""
    with tempfile.TemporaryDirectory() as folder:
        for count in COUNTS:
            path = Path(folder) / f"{count}.sqlite3"
            stored(path, count)
            command = [sys.executable, "-m", "benchmarks.memory", str(path)]
            size = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
            print(f"{count:5} open games of {PLAYERS}: {size} MB")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        looked_at(Path(sys.argv[1]))
    else:
        main()
