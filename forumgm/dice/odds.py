"""Exact odds of an expression, with whole numbers and fractions.

Laws: nothing is sampled or rounded; work is counted before it is done, and what would take too long is refused with
``too_much_work``. All dice of an expression are independent, so every value is a distribution of ways.
"""

from fractions import Fraction
from math import comb
from typing import assert_never

from forumgm.dice.errors import DiceError, DiceProblem
from forumgm.dice.nodes import FUDGE, Binary, Dice, End, Negate, Node, Number, Operator, Roll

MAX_WORK = 400_000

Ways = dict[int, int]
"""Value -> number of equally likely ways to get it."""


class _Budget:
    """What may still be done for one question."""

    def __init__(self) -> None:
        self._left = MAX_WORK

    def spend(self, steps: int) -> None:
        self._left -= steps
        if self._left < 0:
            raise DiceError(DiceProblem.TOO_MUCH_WORK, "the exact odds of this would take too long")


def odds(roll: Roll) -> dict[int, Fraction]:
    """Return value -> exact chance of one run of the roll, by rising value; raises `DiceError` ``too_much_work``."""
    ways = _ways(roll.node, _Budget())
    total = sum(ways.values())
    return {value: Fraction(ways[value], total) for value in sorted(ways)}


def mean(chances: dict[int, Fraction]) -> Fraction:
    """Return the mean of a distribution."""
    return sum((value * chance for value, chance in chances.items()), Fraction(0))


def _ways(node: Node, budget: _Budget) -> Ways:
    match node:
        case Number(value):
            return {value: 1}
        case Dice():
            return _dice_ways(node, budget)
        case Negate(of):
            return {-value: ways for value, ways in _ways(of, budget).items()}
        case Binary(operator, left, right):
            return _joined(operator, _ways(left, budget), _ways(right, budget), budget)
        case _:
            assert_never(node)


def _joined(operator: Operator, left: Ways, right: Ways, budget: _Budget) -> Ways:
    budget.spend(len(left) * len(right))
    joined: Ways = {}
    for a, a_ways in left.items():
        for b, b_ways in right.items():
            match operator:
                case Operator.ADD:
                    value = a + b
                case Operator.SUBTRACT:
                    value = a - b
                case Operator.MULTIPLY:
                    value = a * b
            joined[value] = joined.get(value, 0) + a_ways * b_ways
    return joined


def _dice_ways(dice: Dice, budget: _Budget) -> Ways:
    faces = [-1, 0, 1] if dice.sides == FUDGE else list(range(1, dice.sides + 1))
    if dice.keep is None or dice.keep.count == dice.count:
        return _sum_ways(dice.count, faces, budget)
    if dice.keep.end is End.HIGHEST:
        faces.reverse()
    return _kept_ways(dice.count, dice.keep.count, faces, budget)


def _sum_ways(count: int, faces: list[int], budget: _Budget) -> Ways:
    """Sum of all dice: each die is a sliding window over the ways so far, so a die costs one pass."""
    sides, low = len(faces), min(faces)
    ways = [1]
    for _ in range(count):
        size = len(ways) + sides - 1
        budget.spend(size)
        window, grown = 0, []
        for i in range(size):
            window += ways[i] if i < len(ways) else 0
            window -= ways[i - sides] if i >= sides else 0
            grown.append(window)
        ways = grown
    return {low * count + i: n for i, n in enumerate(ways)}


def _kept_ways(count: int, kept: int, faces: list[int], budget: _Budget) -> Ways:
    """Sum of the ``kept`` dice that come first in ``faces``: how many dice show each face, face by face."""
    states: dict[int, Ways] = {0: {0: 1}}
    for face in faces:
        grown: dict[int, Ways] = {}
        for placed, sums in states.items():
            budget.spend(len(sums) * (count - placed + 1))
            for here in range(count - placed + 1):
                counted = min(here, max(0, kept - placed))
                arrangements = comb(count - placed, here)
                into = grown.setdefault(placed + here, {})
                for value, ways in sums.items():
                    into[value + face * counted] = into.get(value + face * counted, 0) + ways * arrangements
        states = grown
    return states[count]
