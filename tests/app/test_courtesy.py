"""resistance.md section 8, "Answers": how many refusals a person gets, and that the last one in an hour says so."""

import pytest

from tests.app.village import NAMES, Village

LAST = "last correction"


@pytest.mark.parametrize(
    ("name", "line", "answered"),
    [
        (NAMES[0], "!vote perhaps", 10),
        ("mara", "!setvote @nobody reject", 12),  # silence would leave a moderator guessing what was done
    ],
)
def test_refusals_by_message_in_an_hour(name: str, line: str, answered: int) -> None:
    village = Village()
    game = village.open("players 5 plot off")
    village.seat(game, NAMES[:5])
    village.forum.advance(3_600 - village.forum.now() % 3_600)
    before = len(village.forum.inbox(name))
    for _ in range(12):
        village.forum.write(name, line)
        village.cycle(2, after=10)
    said = [m.body for m in village.forum.inbox(name)[before:]]
    assert len(said) == answered
    assert [number for number, text in enumerate(said, 1) if LAST in text] == ([10] if answered == 10 else [])
