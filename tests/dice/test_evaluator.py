"""Values, kept dice and text from given faces."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forumgm.core.chance import roll_stream
from forumgm.dice import DiceError, DiceProblem, Draw, Roll, draw_from, evaluate, odds, parse
from tests.dice.test_parser import nodes

SECRET = bytes(range(32))


def faces(*given: int) -> Draw:
    """A draw that gives these faces in order."""
    source: Iterator[int] = iter(given)
    return lambda _: next(source)


@pytest.mark.parametrize(
    ("expression", "given_faces", "value", "text"),
    [
        ("2d6+1", (3, 5), 9, "2d6 [3, 5] + 1"),
        ("4d6kh3", (1, 6, 3, 1), 10, "4d6kh3 [1, 6, 3, ~~1~~]"),
        ("2d20kl1-1", (17, 4), 3, "2d20kl1 [~~17~~, 4] - 1"),
        ("4dF", (1, 2, 3, 3), 1, "4dF [-1, 0, 1, 1]"),
        ("1d20-(1d6-1)", (10, 4), 7, "1d20 [10] - (1d6 [4] - 1)"),
        ("(1d6+1)*2", (3,), 8, "(1d6 [3] + 1) * 2"),
        ("1+2*3", (), 7, "1 + 2 * 3"),
    ],
)
def test_value_and_text(expression: str, given_faces: tuple[int, ...], value: int, text: str) -> None:
    rolled = evaluate(parse(expression), faces(*given_faces))
    assert rolled.values == (value,)
    assert rolled.runs[0].text == text


def test_dropped_dice_stay_visible() -> None:
    rolled = evaluate(parse("3d6kh2"), faces(2, 5, 2))
    assert [(die.face, die.kept) for die in rolled.runs[0].fell[0].dice] == [(2, True), (5, True), (2, False)]
    assert rolled.faces == (2, 5, 2)


def test_several_runs_each_have_their_own_dice() -> None:
    assert evaluate(parse("3x 1d6+1"), faces(1, 2, 3)).values == (2, 3, 4)


def test_part_d_vectors_pool_4d6_and_3d10() -> None:
    """narrative.md part D: `pool` 4d6 is 3, 6, 6, 4 and 3d10 is 9, 10, 10 for the page's secret."""
    for expression, expected in (("4d6", (3, 6, 6, 4)), ("3d10", (9, 10, 10))):
        stream = roll_stream(SECRET, scene="g1", comment="t1_abc123", command=0, purpose="pool")
        assert evaluate(parse(expression), draw_from(stream)).faces == expected


def test_too_big_and_too_much_output_have_their_codes() -> None:
    with pytest.raises(DiceError) as big:
        evaluate(parse("1000000*1000000"), faces())
    assert big.value.code is DiceProblem.TOO_BIG
    long = parse("20x 1d2+" + "+".join(["1000000"] * 20))
    with pytest.raises(DiceError) as output:
        evaluate(long, lambda _: 1)
    assert output.value.code is DiceProblem.TOO_MUCH_OUTPUT


@settings(deadline=None)
@given(nodes(), st.binary(min_size=32, max_size=32))
def test_a_value_is_one_that_the_odds_know(node: object, secret: bytes) -> None:
    roll = Roll(node)  # type: ignore[arg-type]
    stream = roll_stream(secret, scene="s1", comment="t1_a", command=0, purpose="pool")
    try:
        value = evaluate(roll, draw_from(stream)).values[0]
        chances = odds(roll)
    except DiceError:
        return
    assert chances[value] > 0
    assert sum(chances.values()) == 1
