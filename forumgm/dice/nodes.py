"""The tree of one expression, and its canonical text.

Law: ``parse(canonical_text(tree))`` is the same tree; nodes know nothing of chance.
"""

from dataclasses import dataclass
from enum import Enum, StrEnum

FUDGE = 0
"""The ``sides`` of a Fate die: -1, 0 or 1, drawn as d3 - 2 (narrative.md part D)."""


class Operator(StrEnum):
    """How two values are joined."""

    ADD = "+"
    SUBTRACT = "-"
    MULTIPLY = "*"


class End(Enum):
    """Which end of the dice is kept."""

    HIGHEST = "kh"
    LOWEST = "kl"


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep ``count`` dice from one end; the rest are dropped and stay visible."""

    end: End
    count: int


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number, 0 or more."""

    value: int


@dataclass(frozen=True, slots=True)
class Dice:
    """``count`` dice of ``sides`` faces (2-256, or `FUDGE`), of which some may be kept."""

    count: int
    sides: int
    keep: Keep | None = None


@dataclass(frozen=True, slots=True)
class Negate:
    """Minus what follows."""

    of: "Node"


@dataclass(frozen=True, slots=True)
class Binary:
    """Two values joined."""

    operator: Operator
    left: "Node"
    right: "Node"


Node = Number | Dice | Negate | Binary


@dataclass(frozen=True, slots=True)
class Roll:
    """One expression, rolled ``times`` times over, each with dice of its own."""

    node: Node
    times: int = 1


def canonical_text(roll: Roll) -> str:
    """Return the one spelling of this roll: no spaces, counts written out, ``kh``/``kl``, ``dF``."""
    prefix = f"{roll.times}x" if roll.times > 1 else ""
    return prefix + _text(roll.node, tight=0)


def dice_in(node: Node) -> tuple[Dice, ...]:
    """Return the dice of a tree in the order in which they are rolled."""
    match node:
        case Number():
            return ()
        case Dice():
            return (node,)
        case Negate(of):
            return dice_in(of)
        case Binary(_, left, right):
            return dice_in(left) + dice_in(right)


def has_dice(roll: Roll) -> bool:
    """True when there is something to roll."""
    return bool(dice_in(roll.node))


def dice_text(dice: Dice) -> str:
    """Return one dice term, as ``4d6kh3``."""
    sides = "F" if dice.sides == FUDGE else str(dice.sides)
    kept = f"{dice.keep.end.value}{dice.keep.count}" if dice.keep else ""
    return f"{dice.count}d{sides}{kept}"


_TIGHTNESS = {Operator.ADD: 1, Operator.SUBTRACT: 1, Operator.MULTIPLY: 2}


def _text(node: Node, *, tight: int) -> str:
    match node:
        case Number(value):
            return str(value)
        case Dice():
            return dice_text(node)
        case Negate(of):
            return f"-{_text(of, tight=3)}" if tight < 1 else f"(-{_text(of, tight=3)})"
        case Binary(operator, left, right):
            own = _TIGHTNESS[operator]
            text = f"{_text(left, tight=own - 1 if own == 1 else own)}{operator}{_text(right, tight=own + 1)}"
            return f"({text})" if own < tight else text
