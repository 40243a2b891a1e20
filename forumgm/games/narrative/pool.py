"""The D10 pool: how many dice, which row, how much stress (B1.2-B1.5).

Laws: one die at least is rolled; the row is stepped down after the die is chosen and never below the lowest; a
downgraded 10 is no critical success.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from forumgm.games.narrative.choices import Below, Double, Row, Stacking, TensBonus
from forumgm.games.narrative.faces import POOL, Faces
from forumgm.games.narrative.options import ResistanceOptions

POOL_DIE = 10
MAX_POOL = 12
_BANDS = ((10, Row.CRITICAL_SUCCESS), (8, Row.SUCCESS), (6, Row.SUCCESS_AT_COST), (2, Row.FAILURE))


@dataclass(frozen=True, slots=True)
class Pool:
    """The pool before the roll: ``net`` is P, which may be zero or negative (R4, R5)."""

    base: int
    difficulty: int

    @property
    def net(self) -> int:
        """P."""
        return self.base - self.difficulty

    @property
    def dice(self) -> int:
        """Dice rolled: max(1, P)."""
        return max(1, self.net)

    @property
    def steps(self) -> int:
        """Downgrades: max(0, -P); P = 0 is none (R7)."""
        return max(0, -self.net)


@dataclass(frozen=True, slots=True)
class PoolRolled:
    """The pool's faces in order, the row after downgrading, and the bonus for tens (R30)."""

    pool: Pool
    dice: tuple[int, ...]
    row: Row
    tens: int

    @property
    def highest(self) -> int:
        """The die that counts."""
        return max(self.dice)


@dataclass(frozen=True, slots=True)
class StressDie:
    """What is rolled for stress: ``sides`` 0 is a flat 1, None nothing at all."""

    sides: int | None
    doubled: bool = False


def joined_difficulty(sources: Sequence[int], options: ResistanceOptions) -> int:
    """Return the difficulty of several sources together (R6)."""
    total = sum(sources) if options.difficulty_stacking is Stacking.SUM else max(sources, default=0)
    most = options.difficulty_total_max
    return total if most is None else min(total, most)


def row_of(face: int, *, steps: int = 0) -> Row:
    """Return the row of the die that counts, ``steps`` rows further down (B1.2, R7)."""
    row = next((row for least, row in _BANDS if face >= least), Row.CRITICAL_FAILURE)
    return list(Row)[max(0, row.rank - steps)]


def roll_pool(pool: Pool, *, faces: Faces, options: ResistanceOptions) -> PoolRolled:
    """Roll the pool and read the table."""
    dice = tuple(faces.draw(POOL, sides=POOL_DIE) for _ in range(pool.dice))
    row = row_of(max(dice), steps=pool.steps)
    shown = dice.count(POOL_DIE)
    counts = row is Row.CRITICAL_SUCCESS or (options.downgraded_ten_bonus and shown > 0)
    tens = shown if counts else 0
    if options.tens_bonus is TensBonus.BEYOND_FIRST:
        tens = max(0, tens - 1)
    return PoolRolled(pool, dice, row, tens)


def lower_die(die: int, options: ResistanceOptions) -> int | None:
    """Return the die below on the ladder: 0 for a flat 1, None for nothing (R9)."""
    below = [step for step in options.ladder if step < die]
    if below:
        return max(below)
    return {Below.ONE: 0, Below.ZERO: None, Below.SAME: die, Below.D2: 2}[options.below_lowest]


def stress_die(row: Row, die: int, *, is_partial: bool, options: ResistanceOptions) -> StressDie:
    """Return what is rolled for stress on this row (B1.2, R8, R17)."""
    match row:
        case Row.CRITICAL_FAILURE:
            halved = is_partial and options.partial_halves_crit
            return StressDie(lower_die(die, options) if halved else die, doubled=True)
        case Row.FAILURE:
            return StressDie(die)
        case Row.SUCCESS_AT_COST:
            return StressDie(lower_die(die, options) if is_partial else die)
        case Row.SUCCESS | Row.CRITICAL_SUCCESS:
            return StressDie(None)


def roll_stress(die: StressDie, *, purpose: str, faces: Faces, options: ResistanceOptions) -> tuple[int, ...]:
    """Return the shown numbers, whose sum is the stress: doubled as the option says (R17)."""
    if die.sides is None:
        return ()

    def once(sides: int) -> int:
        return faces.draw(purpose, sides=sides) if sides else 1

    shown = once(die.sides)
    if not die.doubled:
        return (shown,)
    return (shown, shown) if options.double is Double.TIMES_TWO else (shown, once(die.sides))
