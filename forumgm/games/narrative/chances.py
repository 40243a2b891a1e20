"""Exact odds of the rule rolls (narrative.md B5, B6): whole numbers and fractions only.

Laws: nothing is sampled; the tables follow from the same `row_of`, `stress_die` and `is_fallout` that rule the play.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb

from forumgm.games.narrative.choices import Critical, Double, Level, Row, ZeroDice
from forumgm.games.narrative.options import FitdOptions, ResistanceOptions
from forumgm.games.narrative.pool import POOL_DIE, StressDie, row_of, stress_die
from forumgm.games.narrative.stress import CHECK_DIE, is_fallout, level_at

FITD_DIE = 6


def highest(count: int, *, sides: int) -> dict[int, Fraction]:
    """Return the chance of each highest face of some dice: (k^n - (k-1)^n) / s^n."""
    return {k: Fraction(k**count - (k - 1) ** count, sides**count) for k in range(1, sides + 1)}


def rows(dice: int, *, steps: int = 0) -> dict[Row, Fraction]:
    """Return the chance of each row of the table, worst first (B5.1)."""
    chances = {row: Fraction(0) for row in Row}
    for face, chance in highest(dice, sides=POOL_DIE).items():
        chances[row_of(face, steps=steps)] += chance
    return chances


def tens(dice: int) -> dict[int, Fraction]:
    """Return the chance of each number of tens shown (B5.2)."""
    return {n: Fraction(comb(dice, n) * 9 ** (dice - n), 10**dice) for n in range(dice + 1)}


def stress(net: int, die: int, *, is_partial: bool, options: ResistanceOptions) -> dict[int, Fraction]:
    """Return the chance of each amount of stress from one roll of this net pool (B5.3)."""
    chances: dict[int, Fraction] = {}
    for row, chance in rows(max(1, net), steps=max(0, -net)).items():
        rolled = stress_die(row, die, is_partial=is_partial, options=options)
        for amount, share in _amounts(rolled, options):
            chances[amount] = chances.get(amount, Fraction(0)) + chance * share
    return dict(sorted(chances.items()))


def _amounts(die: StressDie, options: ResistanceOptions) -> Iterator[tuple[int, Fraction]]:
    if die.sides is None:
        yield 0, Fraction(1)
        return
    faces = range(1, die.sides + 1) if die.sides else range(1, 2)
    for face in faces:
        if not die.doubled:
            yield face, Fraction(1, len(faces))
        elif options.double is Double.TIMES_TWO:
            yield 2 * face, Fraction(1, len(faces))
        else:
            for other in faces:
                yield face + other, Fraction(1, len(faces) ** 2)


def fallout(total: int, options: ResistanceOptions) -> tuple[Fraction, Level | None]:
    """Return the chance of fallout at this total, and its level if it can happen (B5.4)."""
    hits = sum(is_fallout(face, total, options) for face in range(1, CHECK_DIE + 1))
    return Fraction(hits, CHECK_DIE), level_at(total, options) if hits else None


def fallout_of_roll(start: int, net: int, die: int, *, is_partial: bool, options: ResistanceOptions) -> Fraction:
    """Return the chance that one roll from this total ends in fallout (B5.4)."""
    amounts = stress(net, die, is_partial=is_partial, options=options)
    return sum(
        (chance * fallout(start + amount, options)[0] for amount, chance in amounts.items() if amount), Fraction(0)
    )


def costs(rating: int, options: FitdOptions) -> dict[int, Fraction]:
    """Return the chance of each cost of a resist roll; -n is a critical that clears n (B5.5, B5.6)."""
    if rating <= 0 and options.zero_dice is ZeroDice.FLAT_SIX:
        return {options.base_cost: Fraction(1)}
    if rating <= 0:
        counted = {face: Fraction((7 - face) ** 2 - (6 - face) ** 2, 36) for face in range(1, FITD_DIE + 1)}
    else:
        counted = highest(rating, sides=FITD_DIE)
    critical = two_sixes(rating) if options.critical is Critical.TWO_SIXES else Fraction(0)
    chances: dict[int, Fraction] = {-options.critical_clears: critical} if critical else {}
    for face, chance in counted.items():
        cost = max(0, options.base_cost - face)
        chances[cost] = chances.get(cost, Fraction(0)) + chance - (critical if face == FITD_DIE else 0)
    return dict(sorted(chances.items()))


def two_sixes(rating: int) -> Fraction:
    """Return the chance of two or more sixes: 1 - (5/6)^n - n (1/6) (5/6)^(n-1)."""
    if rating < 2:
        return Fraction(0)
    return 1 - Fraction(5, 6) ** rating - rating * Fraction(1, 6) * Fraction(5, 6) ** (rating - 1)


def fits(rating: int, boxes: int, options: FitdOptions) -> Fraction:
    """Return the chance that the cost fits the boxes left (002)."""
    return sum((chance for cost, chance in costs(rating, options).items() if cost <= boxes), Fraction(0))


def forced(rating: int, options: FitdOptions) -> Mapping[str, Fraction]:
    """Return the chances of a forced roll: full, reduced, avoided, critical (B5.7)."""
    bands = options.forced_bands
    if rating <= 0:
        counted = {face: Fraction((7 - face) ** 2 - (6 - face) ** 2, 36) for face in range(1, FITD_DIE + 1)}
    else:
        counted = highest(rating, sides=FITD_DIE)
    critical = two_sixes(rating) if options.critical is Critical.TWO_SIXES else Fraction(0)
    full = sum((chance for face, chance in counted.items() if face < bands["reduced"]), Fraction(0))
    avoided = sum((chance for face, chance in counted.items() if face >= bands["avoided"]), Fraction(0))
    return {"full": full, "reduced": 1 - full - avoided, "avoided": avoided - critical, "critical": critical}
