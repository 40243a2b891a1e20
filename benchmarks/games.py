"""Speed, requests and memory of whole games, as ratios within one run. Run by hand: ``python -m benchmarks.games``.

1. games per second of ``simulate``, against a plain loop that only builds and hashes as many record lines;
2. requests to the forum in an idle cycle with 1, 10, 100 and 1,000 open games;
3. writes of a finished game against the lower bound: role messages, one ask for each who must answer, one receipt for
   each order taken, public posts, one status edit for each minute in which it changed;
4. memory with 1,000 open games, and how long the program takes to start.
"""

import hashlib
import json
import subprocess
import sys
import time
from collections.abc import Callable
from resource import RUSAGE_SELF, getrusage

from forumgm.games.resistance.simulate import simulate
from tests.app.village import NAMES, Village

GAMES = 200
PLAYERS = 10
OPEN = (1, 10, 100, 1_000)
WRITES = ("submit", "comment", "reply", "message", "edit", "flair", "feature")


def _seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def simulation() -> None:
    """Print how much more simulating costs than writing the same lines in a plain loop."""
    games: list[tuple[str, ...]] = []
    took = _seconds(lambda: games.extend(g.lines for g in simulate(players=PLAYERS, games=GAMES, seed="bench")))
    rows = [json.loads(line) for lines in games for line in lines]

    def plain() -> None:
        previous = ""
        for row in rows:
            row["prev"] = previous
            previous = hashlib.sha256(json.dumps(row).encode()).hexdigest()[:16]

    loop = _seconds(plain)
    events = len(rows)
    print(f"simulate: {GAMES} games of {PLAYERS}, {events} events, {GAMES / took:.0f} games/s, "
          f"{took / loop:.1f} x the plain loop over the same lines")  # fmt: skip


def cycles() -> None:
    """Print the reads of an idle cycle by number of open games, and memory with the most of them."""
    village = Village(secret=lambda: bytes(32))
    opened = 0
    for wanted in OPEN:
        while opened < wanted:
            village.forum.write("mara", "!host resistance plot off")
            opened += 1
            if opened % 20 == 0 or opened == wanted:
                village.cycle(2)
        village.cycle(12)
        before = sum(v for k, v in village.forum.requests.items() if k.startswith("poll:"))
        took = _seconds(lambda: village.cycle(10))
        reads = sum(v for k, v in village.forum.requests.items() if k.startswith("poll:")) - before
        print(f"open games {wanted:5}: {reads / 10:.1f} reads in a cycle, {took / 10 * 1000:.1f} ms of our own time")
    print(f"memory of this whole process with {opened} open games: {getrusage(RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def writes() -> None:
    """Print the writes of finished games against the lower bound."""
    for players in (5, 7, 10):
        village = Village()
        game = village.open(f"players {players}")
        village.seat(game, NAMES[:players])
        village.play(game)
        done = sum(village.forum.requests[k] for k in WRITES)
        bound = _bound(village, [json.loads(line) for line in village.log(game)], players)
        print(f"{players} players: {done} writes, lower bound {bound}, ratio {done / bound:.2f}")


def _bound(village: Village, events: list[dict[str, object]], players: int) -> int:
    asked = 0
    for event in events:
        match event["type"]:
            case "team_proposed":
                asked += players
            case "mission_started":
                asked += len(event["team"])  # type: ignore[arg-type]
            case "window_opened":
                asked += len(event["holders"])  # type: ignore[arg-type]
            case "card_given" if event["card"] in ("take_responsibility", "overheard_conversation", "open_up"):
                asked += 1
            case "role_shown" | "mission_vote_shown":
                asked += 1
    taken = ("player_joined", "seat_ready", "team_vote_cast", "mission_vote_cast", "window_passed")
    receipts = sum(1 for e in events if e["type"] in taken and e.get("because", "answer") == "answer")
    handshakes = roles = players
    posts = max(g.posts for g in village.games())
    edits = village.forum.requests["edit"]
    return roles + handshakes + asked + receipts + posts + edits


def start() -> None:
    """Print how long the program takes to start, against the interpreter alone."""
    alone = min(_seconds(lambda: subprocess.run([sys.executable, "-c", ""], check=True)) for _ in range(5))
    ours = min(
        _seconds(
            lambda: subprocess.run([sys.executable, "-m", "forumgm", "--version"], check=True, capture_output=True)
        )
        for _ in range(5)
    )
    print(f"start: {ours:.2f} s, {ours / alone:.0f} x an empty interpreter")


if __name__ == "__main__":
    simulation()
    writes()
    start()
    cycles()
