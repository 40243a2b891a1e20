"""A `Roll` and a source of faces -> what fell, what counted, what it comes to.

Laws: dropped dice stay in the value, marked; text is made from the value and never recomputes it; one draw is made
for each die, in the order written (narrative.md part D).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import assert_never

from forumgm.core.chance import Stream
from forumgm.dice.errors import DiceError, DiceProblem
from forumgm.dice.nodes import FUDGE, Binary, Dice, End, Negate, Node, Number, Operator, Roll, dice_text

Draw = Callable[[int], int]
"""``draw(sides)`` gives a face from 1 to sides (2-256)."""

MAX_VALUE = 1_000_000_000
MAX_OUTPUT = 2_000


@dataclass(frozen=True, slots=True)
class Die:
    """One die as it fell; ``kept`` is false when a keep left it out."""

    face: int
    kept: bool


@dataclass(frozen=True, slots=True)
class DiceFell:
    """The dice of one term in the order rolled."""

    term: Dice
    dice: tuple[Die, ...]


@dataclass(frozen=True, slots=True)
class One:
    """One run of the expression: its value, its dice, and its text."""

    value: int
    fell: tuple[DiceFell, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Rolled:
    """All the runs of a roll, in order."""

    roll: Roll
    runs: tuple[One, ...]

    @property
    def faces(self) -> tuple[int, ...]:
        """Every face in the order rolled, dropped ones too."""
        return tuple(die.face for run in self.runs for fell in run.fell for die in fell.dice)

    @property
    def values(self) -> tuple[int, ...]:
        """The value of each run."""
        return tuple(run.value for run in self.runs)


def draw_from(stream: Stream) -> Draw:
    """Return a draw that reads one of the program's streams (narrative.md D3)."""
    return lambda sides: 1 + stream.below(sides)


def evaluate(roll: Roll, draw: Draw) -> Rolled:
    """Roll it. Raises `DiceError`: ``too_big`` past a thousand million, ``too_much_output`` past 2,000 characters."""
    runs: list[One] = []
    length = 0
    for _ in range(roll.times):
        fell: list[DiceFell] = []
        value, text = _value(roll.node, draw, fell)
        length += len(text)
        if length > MAX_OUTPUT:
            raise DiceError(DiceProblem.TOO_MUCH_OUTPUT, f"the result is longer than {MAX_OUTPUT} characters")
        runs.append(One(value, tuple(fell), text))
    return Rolled(roll, tuple(runs))


def _value(node: Node, draw: Draw, fell: list[DiceFell]) -> tuple[int, str]:
    match node:
        case Number(value):
            return value, str(value)
        case Dice():
            dice = _fall(node, draw)
            fell.append(dice)
            return sum(die.face for die in dice.dice if die.kept), _dice_result(dice)
        case Negate(of):
            value, text = _value(of, draw, fell)
            return -value, f"-{_bracketed(of, text)}"
        case Binary(operator, left, right):
            first, first_text = _value(left, draw, fell)
            second, second_text = _value(right, draw, fell)
            value = _join(operator, first, second)
            if abs(value) > MAX_VALUE:
                raise DiceError(DiceProblem.TOO_BIG, f"results go to {MAX_VALUE}")
            if operator is Operator.MULTIPLY:
                first_text = _bracketed(left, first_text)
            tight = operator is not Operator.ADD or isinstance(right, Negate)
            return value, f"{first_text} {operator} {_bracketed(right, second_text) if tight else second_text}"
        case _:
            assert_never(node)


def _fall(dice: Dice, draw: Draw) -> DiceFell:
    faces = [draw(3) - 2 if dice.sides == FUDGE else draw(dice.sides) for _ in range(dice.count)]
    if dice.keep is None:
        return DiceFell(dice, tuple(Die(face, kept=True) for face in faces))
    # The sort is stable: of equal dice the one rolled first is kept.
    order = sorted(range(len(faces)), key=faces.__getitem__, reverse=dice.keep.end is End.HIGHEST)
    kept = set(order[: dice.keep.count])
    return DiceFell(dice, tuple(Die(face, kept=i in kept) for i, face in enumerate(faces)))


def _join(operator: Operator, first: int, second: int) -> int:
    match operator:
        case Operator.ADD:
            return first + second
        case Operator.SUBTRACT:
            return first - second
        case Operator.MULTIPLY:
            return first * second


def _bracketed(node: Node, text: str) -> str:
    return f"({text})" if isinstance(node, Binary | Negate) else text


def _dice_result(fell: DiceFell) -> str:
    faces = ", ".join(str(die.face) if die.kept else f"~~{die.face}~~" for die in fell.dice)
    return f"{dice_text(fell.term)} [{faces}]"
