"""How reading grows with the length of a text: the ratio of the times for n and 2n characters, in one run.

Run it by hand: ``python benchmarks/reading.py``. A ratio near 2 is linear; 4 would be quadratic.
"""

import time
from dataclasses import replace

from forumgm.core.items import Channel
from forumgm.core.reading import Ballot, ReadContext, Seat
from forumgm.games.resistance.vocabulary import ROWS
from forumgm.language.read import read
from forumgm.reader import load_words

PIECES = (
    "a",
    "\n",
    ">",
    "`",
    "**a",
    "~~x",
    ">!x",
    "[",
    "[a](b",
    "Ann ",
    "&#x200B;",
    "a\u0301",
    "approve ",
    "no. ",
    "[[",
)
ROSTER = tuple(Seat(name) for name in ("Ann", "Bob", "Cid", "Dee", "Eve"))
LENGTH = 5_000


def main() -> None:
    """Print the slowest texts and their growth."""
    words = load_words()
    ballot = Ballot("vote", ("approve", "reject"))
    vote = ReadContext("Bob", Channel.PRIVATE, "team_vote", roster=ROSTER, rows=ROWS, needed=2, ballot=ballot)
    lead = replace(vote, author="Ann", leader="Ann", channel=Channel.THREAD, phase="proposal", ballot=None)
    found: list[tuple[float, float, str]] = []
    for context in (vote, lead):
        for piece in PIECES:
            short, long = (_seconds((piece * n)[:n], context, words) for n in (LENGTH, 2 * LENGTH))
            found.append((long * 1_000, long / short, f"{piece!r} in {context.phase}"))
    for milliseconds, ratio, what in sorted(found, reverse=True):
        print(f"{milliseconds:8.1f} ms  x{ratio:.1f}  {what}")


def _seconds(text: str, context: ReadContext, words: object) -> float:
    best = float("inf")
    for _ in range(3):
        begun = time.perf_counter()
        read(text, context, words)  # type: ignore[arg-type]
        best = min(best, time.perf_counter() - begun)
    return best


if __name__ == "__main__":
    main()
