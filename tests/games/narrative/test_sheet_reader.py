"""interfaces.md, `try`: the sheet by example, and sheets that contradict themselves."""

import tomllib
from typing import Any

import pytest

from forumgm.games.narrative.choices import SystemName
from forumgm.games.narrative.sheet_reader import SheetError, read_case

EXAMPLE = """
name = "Silas"
skills = ["Sneak"]
domains = ["Docks"]
mastery = ["Sneak"]
fallouts = [{name = "BLEEDING", level = "minor", source = "fight"}]
consequences = [
  {number = 1, kind = "harm", level = 3, attribute = "prowess", effect = "reduce", source = "action", in_job = true},
]
ratings = {prowess = 3}
slots = {BODY = {size = 2, used = 1}}
boxes = {light = {size = 1, used = 0}}
harm = {level1 = ["Bruised"]}
npcs = {Ogre = {resistance = 5, marked = 3, difficulty = 1, weapon = 6}}
stakes = {difficulty = 1, die = 6, resistance = "BODY", partial = false}
"""


def test_the_example_serves_both_families() -> None:
    resistance: Any = read_case(
        SystemName.RESISTANCE_SYSTEM,
        tomllib.loads(EXAMPLE + 'stress = {BODY = 3}\noptions = {below_lowest = "one"}'),
    )
    assert (resistance.sheet.total, resistance.table.npcs["ogre"].weapon) == (3, 6)
    blades: Any = read_case(SystemName.BLADES, tomllib.loads(EXAMPLE + "stress = {track = 4}"))
    assert (blades.sheet.track, blades.sheet.ratings["prowess"], blades.sheet.harm[1]) == (4, 3, ("Bruised",))


@pytest.mark.parametrize("system", SystemName)
def test_the_example_as_it_stands_serves_every_system(system: SystemName) -> None:
    """interfaces.md: options are any key of B7; what belongs to another system is left alone."""
    options = 'below_lowest = "one", track_size = 9, decline_timeout_hours = 24, detail_dice = 1, gm = "absent"'
    text = f"{EXAMPLE}stress = {{BODY = 3, track = 4}}\noptions = {{{options}}}"
    case: Any = read_case(system, tomllib.loads(text))
    if system is SystemName.RESISTANCE_SYSTEM:
        assert case.sheet.total == 3
        assert "track" not in case.options.resistances
    else:
        assert (case.sheet.track, case.sheet.ratings["prowess"]) == (4, 3)
        assert case.table.consequences[0].attribute == "prowess"


@pytest.mark.parametrize(
    ("system", "data", "about"),
    [
        ("resistance_system", {"slots": {"BODY": {"size": 1, "used": 2}}}, "2 used of 1"),
        ("resistance_system", {"stress": {"BODY": -1}}, "stress.BODY"),
        ("resistance_system", {"stress": {"HOPE": 1}, "options": {"resistances": ["BODY"]}}, "one of BODY"),
        ("resistance_system", {"stakes": {"difficulty": 3}}, "stakes.difficulty"),
        ("resistance_system", {"skills": ["Sneak", "sneak"]}, "same name twice"),
        ("resistance_system", {"nonsense": 1}, "no such key"),
        ("resistance_system", {"npcs": {"Ogre": {"resistance": 0}}}, "npcs.Ogre.resistance"),
        ("resistance_system", {"options": {"nonsense": 1}}, "options: nonsense"),
        ("blades", {"options": {"below_lowset": "one"}}, "options: below_lowset"),
        ("resistance_system", {"fallouts": [{"name": "X", "level": "huge"}]}, "minor, moderate, severe"),
        ("blades", {"stress": {"track": 10}}, "stress.track"),
        ("blades", {"ratings": {"brawn": 2}}, "insight, prowess, resolve"),
        ("blades", {"ratings": {"prowess": 7}}, "ratings.prowess"),
        ("blades", {"harm": {"level3": ["a", "b"]}}, "2 harms on a row of 1"),
        ("blades", {"boxes": {"light": {"size": 1, "used": 2}}}, "2 used of 1"),
        ("blades", {"consequences": [{"kind": "harm"}]}, "consequences.level"),
        ("blades", {"consequences": [{"kind": "clock", "ticks": 1, "level": 2}]}, "consequences.level"),
        ("blades", {"consequences": [{"number": 1}, {"number": 1}]}, "same number twice"),
    ],
)
def test_a_sheet_that_contradicts_itself_is_refused_with_the_reason(
    system: str, data: dict[str, Any], about: str
) -> None:
    with pytest.raises(SheetError, match=about):
        read_case(SystemName(system), data)


def test_a_named_resistance_joins_the_default_list() -> None:
    case: Any = read_case(SystemName.RESISTANCE_SYSTEM, {"stress": {"HOPE": 2}})
    assert case.options.resistances == ("BODY", "FAITH", "GOLD", "SOUL", "HOPE")
