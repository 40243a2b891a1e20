"""Issue "a whole game": 5 to 10 players, through reader, rules, wording, store and forum; the referee judges."""

import re
from collections import Counter

import pytest

from forumgm.record.verify import verify_text
from tests.app.village import NAMES, Village

TAG = re.compile(r"\^\((G1 · \S+)\)$")


@pytest.mark.parametrize("players", [5, 6, 7, 8, 9, 10])
def test_a_whole_game(players: int) -> None:
    village = Village()
    game = village.open(f"players {players}")
    village.seat(game, NAMES[:players])
    state = village.play(game, seed=f"{players}")
    verdict = verify_text("".join(f"{line}\n" for line in village.log(game)))
    assert verdict.ok, verdict.problems[:3]
    assert state.result is not None
    texts = village.texts(game)
    assert state.result.seed in texts[-1]
    tags = Counter(m.group(1) for t in texts if (m := TAG.search(t.strip())))
    assert max(tags.values()) == 1
    numbers = sorted(int(t.rsplit(" ", 1)[1]) for t in tags if t.rsplit(" ", 1)[1].isdigit())
    assert numbers == list(range(2, 2 + len(numbers))), "the thread itself is post 1, none is missing or doubled"
    assert all(len(t) <= 9_500 for t in texts)


def test_several_games_run_side_by_side_in_one_subreddit() -> None:
    """Many games at once, each in its own thread; one player in two of them."""
    village = Village()
    first = village.open("players 5")
    second = village.open("players 5")
    village.seat(first, NAMES[:5])
    village.seat(second, NAMES[5:10])
    for game in (first, second):
        village.play(game, seed=game.id)
        assert verify_text("".join(f"{line}\n" for line in village.log(game))).ok


def test_the_digest_in_the_end_post_is_that_of_the_records_last_line() -> None:
    """record.md: a record rewritten as a whole is found out by the digest of the end post."""
    village = Village()
    game = village.open("players 5")
    village.seat(game, NAMES[:5])
    village.play(game)
    text = "".join(f"{line}\n" for line in village.log(game))
    printed = re.findall(r"`([0-9a-f]{16})`", village.texts(game)[-1])
    assert printed
    assert verify_text(text, digest=printed[-1]).ok
    assert not verify_text(text, digest="0" * 16).ok
