"""Data for pictures, and the histogram as text: a scene's dice, a roll's odds (issue 4.7).

Laws: plain data, exact fractions as whole numbers; voided rolls count, since the dice fell; the text chart is narrow
enough for a phone.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from forumgm.games.narrative import chances
from forumgm.games.narrative.options import FITD_DEFAULTS, FitdOptions, Options
from forumgm.games.narrative.replies import count_words
from forumgm.games.narrative.scene.state import Scene

BAR = 16
"""Characters of the longest bar."""
MOST_FACES = 20


def rolled_dice(scene: Scene) -> dict[int, list[int]]:
    """Return for each size of die how often each face fell, from face 1 up."""
    counts: dict[int, list[int]] = {}
    for entry in scene.rolls:
        for sides, face in entry.fell:
            counts.setdefault(sides, [0] * sides)[face - 1] += 1
    return dict(sorted(counts.items()))


def histogram(scene: Scene) -> list[dict[str, Any]]:
    """Return the scene's dice as data: ``sides``, ``counts`` (face 1 up), ``dice``, ``mean`` and ``expected``."""
    return [
        {
            "sides": sides,
            "counts": counts,
            "dice": sum(counts),
            "mean": _decimal(Fraction(sum(face * n for face, n in enumerate(counts, 1)), sum(counts))),
            "expected": _decimal(Fraction(sides + 1, 2)),
        }
        for sides, counts in rolled_dice(scene).items()
    ]


def histogram_lines(scene: Scene) -> list[str]:
    """Return the histogram as lines of a code block."""
    lines: list[str] = []
    for row in histogram(scene):
        lines += [f"d{row['sides']}: {count_words(row['dice'], 'die')}, mean {row['mean']} (fair {row['expected']})"]
        lines += [*_bars(row["counts"]), ""]
    return lines[:-1]


def _bars(counts: Sequence[int]) -> list[str]:
    groups = _grouped(counts)
    most = max(n for _, n in groups) or 1
    width = max(len(name) for name, _ in groups)
    return [f"{name:>{width}} {'#' * -(-n * BAR // most)} {n}" for name, n in groups]


def _grouped(counts: Sequence[int]) -> list[tuple[str, int]]:
    """Faces one by one, or in equal groups where a die has many."""
    if len(counts) <= MOST_FACES:
        return [(str(face), n) for face, n in enumerate(counts, 1)]
    size = -(-len(counts) // 10)
    starts = range(0, len(counts), size)
    return [(f"{at + 1}-{min(at + size, len(counts))}", sum(counts[at : at + size])) for at in starts]


def fairness(counts: Sequence[int]) -> tuple[int, str, str]:
    """Return how many dice of a size fell, their mean, and the mean of fair ones."""
    n = sum(counts)
    mean = Fraction(sum(face * each for face, each in enumerate(counts, 1)), n or 1)
    return n, _decimal(mean), _decimal(Fraction(len(counts) + 1, 2))


def roll_odds(system: str, pool: Mapping[str, Any], options: Options) -> dict[str, Any]:
    """Return the exact odds of a recorded roll's ``pool``: ``outcomes`` of name and fraction, worst first.

    For the Resistance System the rows of the table; for Forged in the Dark the costs (``clear 1`` before ``0``).
    Plain dice and rolls without a pool give no outcomes.
    """
    outcomes: list[dict[str, str]] = []
    if system in FITD_DEFAULTS and isinstance(options, FitdOptions) and "attribute" in pool:
        for cost, chance in chances.costs(int(pool["dice"]), options).items():
            name = f"clear {-cost}" if cost < 0 else str(cost)
            outcomes.append({"name": name, "chance": str(chance)})
    elif pool.get("sides") == 10 and pool.get("dice"):
        for row, chance in chances.rows(int(pool["dice"]), steps=int(pool.get("steps", 0))).items():
            outcomes.append({"name": str(row), "chance": str(chance)})
    return {"pool": dict(pool), "outcomes": outcomes}


def _decimal(value: Fraction) -> str:
    hundredths = int(value * 100 + Fraction(1, 2))
    return f"{hundredths // 100}.{hundredths % 100:02d}"
