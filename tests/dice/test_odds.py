"""Exact odds against closed forms (narrative.md B6) and against icepool."""

from fractions import Fraction

import icepool
import pytest

from forumgm.dice import DiceError, DiceProblem, odds, parse
from forumgm.dice.odds import mean


@pytest.mark.parametrize("count", range(1, 7))
@pytest.mark.parametrize("sides", [6, 10])
def test_highest_of_n_by_the_closed_form_of_b6(count: int, sides: int) -> None:
    chances = odds(parse(f"{count}d{sides}kh1"))
    for k in range(1, sides + 1):
        assert chances[k] == Fraction(k**count - (k - 1) ** count, sides**count)


def test_lowest_of_two_by_the_closed_form_of_b6() -> None:
    chances = odds(parse("2d6kl1"))
    for k in range(1, 7):
        assert chances[k] == Fraction((7 - k) ** 2 - (6 - k) ** 2, 36)


@pytest.mark.parametrize(
    ("expression", "die"),
    [
        ("3d6", 3 @ icepool.d6),
        ("4d6kh3", icepool.d6.highest(4, 3)),
        ("5d8kl2", icepool.d8.lowest(5, 2)),
        ("2d20kl1-1", icepool.d20.lowest(2, 1) - 1),
        ("4dF", 4 @ (icepool.d3 - 2)),
        ("1d6*1d4", icepool.d6 * icepool.d4),
        ("2d6-(1d4-1)", (2 @ icepool.d6) - (icepool.d4 - 1)),
        ("d%+5", icepool.d(100) + 5),
        ("-2d4", -(2 @ icepool.d4)),
    ],
)
def test_same_as_icepool(expression: str, die: "icepool.Die[int]") -> None:
    assert odds(parse(expression)) == {value: Fraction(n, die.denominator()) for value, n in die.items()}


def test_mean_of_known_dice() -> None:
    assert mean(odds(parse("2d6+1"))) == 8
    assert mean(odds(parse("d%"))) == Fraction(101, 2)


@pytest.mark.parametrize("expression", ["100d256kh50", "*".join(["9d250"] * 9)])
def test_too_much_work_is_refused_not_done(expression: str) -> None:
    with pytest.raises(DiceError) as refused:
        odds(parse(expression))
    assert refused.value.code is DiceProblem.TOO_MUCH_WORK


def test_a_hundred_dice_are_still_exact() -> None:
    chances = odds(parse("100d20"))
    assert sum(chances.values()) == 1
    assert chances[100] == Fraction(1, 20**100)
