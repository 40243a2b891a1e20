"""Plain dice in a comment: where they stand, how many there are (narrative.md, head and C1)."""

import pytest

from forumgm.core.items import Channel
from forumgm.core.reading import ReadContext
from forumgm.language.normalise import normalise
from forumgm.language.rolls import MAX_ROLLS, read_rolls
from forumgm.reader import load_words

WORDS = load_words()
SCENE = ReadContext(author="ann", channel=Channel.THREAD, phase="rpg_scene")


def rolled(text: str) -> list[tuple[str, str]]:
    """Return expression and label of each roll that a comment asks for."""
    reading = read_rolls(normalise(text), SCENE, WORDS)
    if reading is None or not reading.commands:
        return []
    return [(roll["expr"], roll.get("label", "")) for roll in reading.commands[0].args["rolls"]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("!roll 1d20+5, 1d8+3", [("1d20+5", ""), ("1d8+3", "")]),
        ("/roll 1d20 to hit, 1d8 damage", [("1d20", "to hit"), ("1d8", "damage")]),
        ("roll 1d20 and 1d6", [("1d20", ""), ("1d6", "")]),
        ("[[1d20+5, 1d8]]", [("1d20+5", ""), ("1d8", "")]),
        ("!roll 1d20 !roll 1d6", [("1d20", ""), ("1d6", "")]),
        ("I strike! !roll 1d20+5 to hit", [("1d20+5", "to hit")]),
        ("!roll 1d20+5 (perception)", [("1d20+5", "(perception)")]),
        ("!roll 1d20+5 -- with luck, 1d8 of them", [("1d20+5", "with luck, 1d8 of them")]),
        ("!roll 1d20 — stealth", [("1d20", "stealth")]),
        ("!roll 1d20 # fire, 1d8 more", [("1d20", "fire, 1d8 more")]),
        ("!roll 1d20 - 2", [("1d20-2", "")]),
        ("!roll 1d6 fire and ice", [("1d6", "fire and ice")]),
        ("You can use !roll for that", []),
        ("I would roll 2d6 there", []),
    ],
)
def test_several_rolls_in_one_comment(text: str, expected: list[tuple[str, str]]) -> None:
    assert rolled(text) == expected


def test_too_many_are_refused_at_once() -> None:
    reading = read_rolls(normalise("!roll d6" + ", d6" * 2_000), SCENE, WORDS)
    assert reading is not None
    assert (reading.code, reading.facts["limit"]) == ("too_many_rolls", MAX_ROLLS)
