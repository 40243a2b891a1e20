"""The notation people type (narrative.md: plain dice), its canonical text, and every limit."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forumgm.dice import DiceError, DiceProblem, canonical, canonical_text, parse, split_label, split_more
from forumgm.dice.nodes import Binary, Dice, End, Keep, Negate, Node, Number, Operator, Roll

CANONICAL = [
    ("2d6+1", "2d6+1"),
    ("4d6kh3", "4d6kh3"),
    ("4d6k3", "4d6kh3"),
    ("2d20kl1", "2d20kl1"),
    ("2d20kl1-1", "2d20kl1-1"),
    ("3d6dl1", "3d6kh2"),
    ("3d6 dh1", "3d6kl2"),
    ("3d6 drop lowest", "3d6kh2"),
    ("4d6 drop the lowest 2", "4d6kh2"),
    ("4d6 keep highest 3", "4d6kh3"),
    ("4d6^3", "4d6kh3"),
    ("d%", "1d100"),
    ("4dF", "4dF"),
    ("4df", "4dF"),
    ("6x 3d6", "6x3d6"),
    ("6x3d6", "6x3d6"),
    ("6\u00d7 3d6", "6x3d6"),
    ("1d20 adv", "2d20kh1"),
    ("adv", "2d20kh1"),
    ("dis", "2d20kl1"),
    ("adv+5", "2d20kh1+5"),
    ("2x dis", "2x2d20kl1"),
    ("1d20 dis", "2d20kl1"),
    ("1d20+5 advantage", "2d20kh1+5"),
    ("d20", "1d20"),
    ("1D20 \u2013 2", "1d20-2"),
    ("(1d6+1)*2", "(1d6+1)*2"),
    ("1d6-(1d6-1)", "1d6-(1d6-1)"),
    ("flip a coin", "1d2"),
    ("2d6+1d4+3", "2d6+1d4+3"),
]


@pytest.mark.parametrize(("text", "expected"), CANONICAL)
def test_canonical_text(text: str, expected: str) -> None:
    assert canonical(text) == expected


REFUSED = [
    ("0d6", DiceProblem.BAD_DICE),
    ("1d0", DiceProblem.BAD_DICE),
    ("1d1", DiceProblem.BAD_DICE),
    ("3d6kh9", DiceProblem.BAD_DICE),
    ("3d6kh0", DiceProblem.BAD_DICE),
    ("3d6kh2kl1", DiceProblem.BAD_DICE),
    ("2d20 adv", DiceProblem.BAD_DICE),
    ("0x 3d6", DiceProblem.BAD_DICE),
    ("999999999999d6", DiceProblem.TOO_MANY_DICE),
    ("2147483647d2147483647", DiceProblem.TOO_MANY_DICE),
    ("50d6+51d6", DiceProblem.TOO_MANY_DICE),
    ("20x 9d6", DiceProblem.TOO_MANY_DICE),
    ("1d257", DiceProblem.TOO_MANY_SIDES),
    ("21x 1d6", DiceProblem.TOO_MANY_ROLLS),
    ("1000001", DiceProblem.TOO_BIG),
    ("9**9**9**9", DiceProblem.BAD_EXPRESSION),
    ("9**9", DiceProblem.BAD_EXPRESSION),
    ("9^9", DiceProblem.BAD_EXPRESSION),
    ("", DiceProblem.BAD_EXPRESSION),
    ("1d6+", DiceProblem.BAD_EXPRESSION),
    ("(1d6", DiceProblem.BAD_EXPRESSION),
    ("1d6)", DiceProblem.BAD_EXPRESSION),
    ("__import__('os')", DiceProblem.BAD_EXPRESSION),
    ("\u0661d\u0666", DiceProblem.BAD_EXPRESSION),
    ("(" * 21 + "1" + ")" * 21, DiceProblem.TOO_DEEP),
    ("-" * 21 + "1", DiceProblem.TOO_DEEP),
    ("1" * 201, DiceProblem.TOO_LONG),
    ("+".join("1" * 61), DiceProblem.TOO_MUCH_WORK),
]


@pytest.mark.parametrize(("text", "code"), REFUSED)
def test_each_limit_has_its_own_code(text: str, code: DiceProblem) -> None:
    with pytest.raises(DiceError) as refused:
        parse(text)
    assert refused.value.code is code
    assert refused.value.message


def test_limits_are_inclusive() -> None:
    assert parse("100d256").node == Dice(100, 256)
    assert parse("(" * 20 + "1d2" + ")" * 20).node == Dice(1, 2)
    assert parse("20x 5d6").times == 20


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1d20+5 Perception", ("1d20+5", "Perception")),
        ("2d6+1d4+3 # fire", ("2d6+1d4+3", "fire")),
        ("4d6 drop lowest for str", ("4d6 drop lowest", "for str")),
        ("1d20 disgust", ("1d20", "disgust")),
        ("1d20+5 (perception)", ("1d20+5", "(perception)")),
        ("(1d6+2)*3 fire", ("(1d6+2)*3", "fire")),
        ("9**9", ("9**9", "")),
        ("hello", ("", "hello")),
    ],
)
def test_a_label_is_what_stands_behind_the_dice(text: str, expected: tuple[str, str]) -> None:
    assert split_label(text) == expected


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("to hit, 1d8 damage", ("to hit", (("1d8", "damage"),))),
        (", 1d8; 2d6+1 and d4", ("", (("1d8", ""), ("2d6+1", ""), ("d4", "")))),
        ("fire and ice, then", ("fire and ice, then", ())),
        ("", ("", ())),
    ],
)
def test_rolls_may_go_on_behind_a_comma_or_an_and(label: str, expected: tuple[str, object]) -> None:
    assert split_more(label) == expected


def test_a_very_long_text_is_refused_at_once() -> None:
    for piece in ("9**", "(", "d", "1d6+", "adv ", "\u0000", "drop  "):
        begun = time.process_time()
        with pytest.raises(DiceError):
            parse(piece * 300_000)
        split_label(piece * 3_000)
        split_more(f"{piece}, " * 3_000)
        assert time.process_time() - begun < 2


@settings(deadline=None)
@given(st.text(max_size=220))
def test_any_text_is_a_roll_or_a_dice_error(text: str) -> None:
    try:
        roll = parse(text)
    except DiceError:
        return
    assert parse(canonical_text(roll)) == roll


@settings(deadline=None)
@given(st.text(alphabet="0123456789dDkhlFx%()+-* adv^", max_size=40))
def test_dice_like_text_is_a_roll_or_a_dice_error(text: str) -> None:
    try:
        roll = parse(text)
    except DiceError:
        return
    assert parse(canonical_text(roll)) == roll


def _dice() -> st.SearchStrategy[Node]:
    return st.builds(
        lambda count, sides, end, kept: Dice(count, sides, Keep(end, min(kept, count)) if end else None),
        st.integers(1, 5),
        st.integers(2, 20) | st.just(0),
        st.sampled_from([None, End.HIGHEST, End.LOWEST]),
        st.integers(1, 5),
    )


def nodes() -> st.SearchStrategy[Node]:
    """Trees as the parser makes them."""
    return st.recursive(
        st.builds(Number, st.integers(0, 99)) | _dice(),
        lambda inner: st.builds(Negate, inner) | st.builds(Binary, st.sampled_from(Operator), inner, inner),
        max_leaves=6,
    )


@settings(deadline=None)
@given(st.builds(Roll, nodes(), st.integers(1, 3)))
def test_canonical_text_parses_back_to_the_same_tree(roll: Roll) -> None:
    assert parse(canonical_text(roll)) == roll
