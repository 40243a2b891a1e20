"""Plain expressions thrown in one stream, in the order written (narrative.md part D).

Law: all are understood before the first die falls.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from forumgm.dice import canonical_text, evaluate, parse
from forumgm.games.narrative.faces import POOL, Faces


@dataclass(frozen=True, slots=True)
class Thrown:
    """One expression with its dice."""

    expression: str
    """In its plain form."""
    label: str
    runs: str
    """What fell, in words."""
    values: tuple[int, ...]
    dice: tuple[int, ...]


def throw(rolls: Sequence[tuple[str, str]], faces: Faces) -> list[Thrown]:
    """Throw these expressions with their labels; raises DiceError."""
    parsed = [(parse(expression), label) for expression, label in rolls]
    thrown = []
    for roll, label in parsed:
        fell = evaluate(roll, lambda sides: faces.draw(POOL, sides=sides))
        runs = "; ".join(f"{run.text} = **{run.value}**" for run in fell.runs)
        thrown.append(Thrown(canonical_text(roll), label, runs, tuple(fell.values), tuple(fell.faces)))
    return thrown
