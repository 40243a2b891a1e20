"""narrative.md B5 and B6: our odds against odds.json, icepool and closed forms; dice against the odds."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import icepool
import pytest

from forumgm.core.chance import roll_stream
from forumgm.games.narrative import chances
from forumgm.games.narrative.choices import Row, SystemName
from forumgm.games.narrative.options import FITD_DEFAULTS, ResistanceOptions, resistance_options
from forumgm.games.narrative.pool import row_of
from tests.games.narrative.helpers import attempt, resistance

ODDS = json.loads((Path(__file__).parent / "odds.json").read_text())
POOL = ODDS["resistance_d10"]
FITD = ODDS["fitd_resistance"]
DEFAULT = ResistanceOptions()


def exact(table: dict[str, Any]) -> dict[str, Fraction]:
    """Return a table of odds.json, without what cannot happen."""
    found = {name: Fraction(cell["fraction"]) for name, cell in table.items()}
    return {name: chance for name, chance in found.items() if chance}


def named(found: dict[Any, Fraction]) -> dict[str, Fraction]:
    """Return our table in the same form."""
    return {str(name): chance for name, chance in found.items() if chance}


@pytest.mark.parametrize("dice", range(1, 7))
def test_b51_b52_pools(dice: int) -> None:
    pool = POOL["pools"][str(dice)]
    assert named(chances.highest(dice, sides=10)) == exact(pool["highest"])
    assert named(chances.tens(dice)) == exact(pool["tens_shown"])
    for steps, table in pool["downgrade"].items():
        rows = {name: cell for name, cell in table.items() if name in set(Row)}
        assert named(chances.rows(dice, steps=int(steps))) == exact(rows)


@pytest.mark.parametrize("net", POOL["stress_after_action"])
@pytest.mark.parametrize("die", [3, 6, 8])
@pytest.mark.parametrize("mode", ["full", "partial"])
def test_b53_stress_of_one_roll(net: str, die: int, mode: str) -> None:
    found = chances.stress(int(net), die, is_partial=mode == "partial", options=DEFAULT)
    table = POOL["stress_after_action"][net][f"D{die}"][mode]
    assert named(found) == exact(table["distribution"])
    mean = sum((amount * chance for amount, chance in found.items()), Fraction(0))
    assert mean == Fraction(table["mean"]["fraction"])


@pytest.mark.parametrize("total", ODDS["fallout"]["by_total"])
def test_b54_fallout_by_total(total: str) -> None:
    row = ODDS["fallout"]["by_total"][total]
    chance, level = chances.fallout(int(total), DEFAULT)
    assert (chance, level or "none") == (Fraction(row["chance"]["fraction"]), row["level"])
    equal = resistance_options({"compare": "lower_or_equal"})
    assert chances.fallout(int(total), equal)[0] == Fraction(row["chance_if_lower_or_equal"]["fraction"])


@pytest.mark.parametrize("net", POOL["fallout_after_action"])
def test_b54_fallout_of_one_roll(net: str) -> None:
    for die, modes in POOL["fallout_after_action"][net].items():
        for mode, starts in modes.items():
            for start, cell in starts.items():
                found = chances.fallout_of_roll(
                    int(start), int(net), int(die[1:]), is_partial=mode == "partial", options=DEFAULT
                )
                assert found == Fraction(cell["fraction"]), (net, die, mode, start)


@pytest.mark.parametrize("dice", range(7))
def test_b55_b56_b57_resist_costs(dice: int) -> None:
    blades = FITD_DEFAULTS[SystemName.BLADES]
    choice = FITD_DEFAULTS[SystemName.FITD_CHOICE]
    protection = FITD_DEFAULTS[SystemName.FITD_PROTECTION]
    assert named(chances.costs(dice, blades)) == exact(FITD["with_critical_001_003"][str(dice)]["distribution"])
    assert named(dict(chances.forced(dice, protection))) == exact(FITD["forced_roll_bands"][str(dice)])
    if dice:
        without = FITD["without_critical_002"][str(dice)]
        assert named(chances.costs(dice, choice)) == exact(without["distribution"])
        for boxes, cell in without["fits_in_boxes_left"].items():
            assert chances.fits(dice, int(boxes), choice) == Fraction(cell["fraction"])
    else:
        assert named(chances.costs(0, choice)) == exact(FITD["zero_dice_alternatives"]["flat_six"])


@pytest.mark.parametrize("dice", range(1, 7))
def test_icepool_agrees(dice: int) -> None:
    pool = icepool.d10.highest(dice)
    for steps in range(3):
        rows = pool.map(lambda face, steps=steps: str(row_of(face, steps=steps)))
        assert named(chances.rows(dice, steps=steps)) == {
            row: Fraction(n, rows.denominator()) for row, n in rows.items()
        }
    sixes = icepool.d6.map(lambda face: int(face == 6)).pool(dice).sum()
    assert chances.two_sixes(dice) == sixes.probability(">=", 2)


CRITICAL_VALUES = {2: 27.63, 4: 33.38, 5: 35.89, 7: 40.52, 9: 44.81}
"""B6: chi-square values that chance passes once in a million."""


@pytest.mark.parametrize("sides", [3, 6, 8, 10])
def test_b6_chi_square_of_the_stream(sides: int) -> None:
    stream = roll_stream(bytes(range(32)), scene="g1", comment="t1_abc123", command=0, purpose="pool")
    throws = 200_000
    counts = [0] * sides
    for _ in range(throws):
        counts[stream.below(sides)] += 1
    expected = throws / sides
    assert sum((count - expected) ** 2 / expected for count in counts) < CRITICAL_VALUES[sides - 1]


def test_c9_12_odds_of_a_roll() -> None:
    """Exchange 12: 2 dice, mean stress 1.75, fallout from a total of 5 369/1000 = 36.9%."""
    sheet = {"skills": ["Sneak"], "domains": ["Docks"], "stress": {"BODY": 5}}
    reply = resistance("!odds sneak docks diff 1", **sheet).reply
    assert reply.startswith(
        "2 dice: critical failure 1%, failure 24%, at a cost 24%, success 32%, critical 19%. D6: mean stress 1.75; "
        "chance of fallout from your total 5: 369/1000 = 36.9%."
    )
    assert "clears 1 (2.8%)" in attempt("blades", "!odds prowess", ratings={"prowess": 2}).reply
