"""narrative.md B4.3: marking, slots, fallout, recovery (X1-X29)."""

from typing import Any

import pytest

from tests.games.narrative.helpers import resistance

FIGHT = {"name": "BLEEDING", "level": "minor", "source": "fight"}
BROKEN = {"name": "BROKEN LIMB", "level": "moderate", "source": "fight"}


def sheet(stress: dict[str, int] | None = None, **more: object) -> dict[str, Any]:
    """A sheet with BODY stakes."""
    return {"stress": stress or {}, "stakes": {"die": 8, "resistance": "BODY"}, **more}


SLOTS = {"BODY": {"size": 2, "used": 0}}

# id, sheet, stress rolled (a failure of one die), d10, expected
EVENTS: list[tuple[str, dict[str, Any], int, int, dict[str, Any]]] = [
    ("X1", sheet(slots=SLOTS), 5, 2, {"stress": 5, "total": 3, "fallout": "minor", "total_after": 0}),
    ("X2", sheet(slots=SLOTS), 2, 1, {"stress": 2, "total": 0, "fallout": None, "total_after": 0}),
    ("X3", sheet({"BODY": 1}, slots={"BODY": {"size": 2, "used": 1}}), 3, 10, {"total": 3, "fallout": None}),
    ("X5", sheet(), 1, 1, {"total": 1, "fallout": None, "total_after": 1}),
    ("X6", sheet(), 2, 1, {"total": 2, "fallout": "minor", "total_after": 0}),
    ("X7", sheet({"BODY": 3}), 1, 3, {"total": 4, "fallout": "minor", "total_after": 1}),
    ("X8", sheet({"BODY": 3}), 2, 5, {"total": 5, "fallout": None, "total_after": 5}),
    ("X9", sheet({"BODY": 3}), 2, 4, {"total": 5, "fallout": "moderate", "total_after": 0}),
    ("X10", sheet({"BODY": 6}), 2, 7, {"total": 8, "fallout": "moderate", "total_after": 3}),
    ("X11", sheet({"BODY": 6}), 3, 8, {"total": 9, "fallout": "severe", "total_after": 2}),
    ("X12", sheet({"BODY": 8}), 2, 10, {"total": 10, "fallout": None, "total_after": 10}),
    ("X13", sheet({"BODY": 8}), 3, 10, {"total": 11, "fallout": "severe", "total_after": 4}),
    ("X14", sheet({"BODY": 2, "FAITH": 3}), 2, 2, {"total": 7, "fallout": "moderate", "total_after": 2}),
    ("X16", sheet({"BODY": 2}, fallouts=[FIGHT]), 2, 1, {"total": 4, "fallout": "minor", "total_after": 1}),
    ("X17", sheet({"BODY": 4}, fallouts=[FIGHT]), 2, 1, {"total": 6, "fallout": "moderate", "total_after": 1}),
    (
        "register 16: T 1 under lower_or_equal is minor",
        sheet(options={"compare": "lower_or_equal"}),
        1,
        1,
        {"total": 1, "fallout": "minor", "total_after": 0},
    ),
    (
        "register 19: automatic upgrade",
        sheet({"BODY": 2}, fallouts=[FIGHT], options={"upgrade": "auto"}),
        2,
        1,
        {"fallout": "moderate", "total_after": 0},
    ),
    (
        "removal_from gm: nothing comes off by itself",
        sheet({"BODY": 3}, options={"removal_from": "gm"}),
        2,
        4,
        {"fallout": "moderate", "total_after": 5},
    ),
]


@pytest.mark.parametrize(("before", "shown", "d10", "expected"), [pytest.param(*row[1:], id=row[0]) for row in EVENTS])
def test_event(before: dict[str, Any], shown: int, d10: int, expected: dict[str, Any]) -> None:
    facts = resistance("!roll", 2, shown, d10, **before).as_json()
    assert {name: facts[name] for name in expected} == expected


def test_x1_slots_stay_marked_and_are_not_counted() -> None:
    after: Any = resistance("!roll", 2, 5, 2, **sheet(slots=SLOTS)).after
    assert after.sheet.slots["BODY"].used == 2
    assert after.sheet.stress["BODY"] == 0


def test_x2_with_counted_stress_there_is_no_check() -> None:
    result = resistance("!roll", 2, 2, **sheet(slots=SLOTS, options={"check_when": "counted_stress"}))
    assert result.facts["total"] == 0


def test_x4_slots_of_one_resistance_do_not_help_another() -> None:
    stakes = {"die": 8, "resistance": "FAITH"}
    facts = resistance("!roll", 2, 4, 4, slots=SLOTS, stakes=stakes).facts
    assert (facts["total"], facts["fallout"]) == (4, None)


def test_x14_removal_takes_the_trigger_then_the_largest() -> None:
    after: Any = resistance("!roll", 2, 2, 2, **sheet({"BODY": 2, "FAITH": 3})).after
    assert (after.sheet.stress["BODY"], after.sheet.stress["FAITH"]) == (0, 2)


# id, before, shown, d10, ruling, options, level, total after, names
EACH = {"removal_basis": "each_result"}
FIRST = {"tens_bonus": "beyond_first"}
TENS = (10, 10, 4, 3)
RULINGS: list[tuple[str, dict[str, Any], int, int, str, str, int]] = [
    ("X15", sheet({"BODY": 2}, fallouts=[FIGHT]), 2, 1, "!fallout upgrade BROKEN LIMB", "moderate", 0),
    ("X18", sheet({"BODY": 6}), 3, 4, "!fallout split KNOCKED, DIZZY", "moderate", 2),
    (
        "X18 each",
        sheet({"BODY": 6}, options=EACH),
        3,
        4,
        "!fallout split A, B",
        "moderate",
        0,
    ),
    ("X19", sheet({"BODY": 3}), 2, 3, "!fallout split BLEEDING, PANICKED", "minor", 0),
    ("X19 each", sheet({"BODY": 3}, options=EACH), 2, 3, "!fallout split", "minor", 0),
    ("X21", sheet({"BODY": 4}, fallouts=[BROKEN]), 2, 1, "!fallout upgrade MAIMED", "severe", 0),
    (
        "X15 rolled_level",
        sheet({"BODY": 2}, fallouts=[FIGHT], options={"removal_basis": "rolled_level"}),
        2,
        1,
        "!fallout upgrade X",
        "moderate",
        1,
    ),
]


@pytest.mark.parametrize(
    ("before", "shown", "d10", "ruling", "level", "after"), [pytest.param(*row[1:], id=row[0]) for row in RULINGS]
)
def test_gm_rules_on_fallout(before: dict[str, Any], shown: int, d10: int, ruling: str, level: str, after: int) -> None:
    facts = resistance(f"!roll\n\n{ruling}", 2, shown, d10, **before).facts
    assert (facts["fallout"], facts["total_after"]) == (level, after)


def test_x15_the_old_minor_is_gone_and_x18_there_are_two() -> None:
    upgraded: Any = resistance(
        "!roll\n\n!fallout upgrade BROKEN LIMB", 2, 2, 1, **sheet({"BODY": 2}, fallouts=[FIGHT])
    ).after
    assert [(each.name, each.level) for each in upgraded.sheet.fallouts] == [("BROKEN LIMB", "moderate")]
    split: Any = resistance("!roll\n\n!fallout split KNOCKED, DIZZY", 2, 3, 4, **sheet({"BODY": 6})).after
    assert [each.name for each in split.sheet.fallouts] == ["KNOCKED", "DIZZY"]


def test_x17_levels_differ_so_nothing_is_upgraded() -> None:
    facts = resistance("!roll\n\n!fallout upgrade X", 2, 2, 1, **sheet({"BODY": 4}, fallouts=[FIGHT])).facts
    assert (facts["fallout"], facts["total_after"], facts["refused"]) == ("moderate", 1, "no_fallout")


def test_x20_a_minor_is_not_split() -> None:
    result = resistance("!roll\n\n!fallout split A, B", 2, 1, 1, **sheet({"BODY": 2}))
    assert (result.facts["fallout"], result.facts["refused"]) == ("minor", "out_of_range")
    assert "nothing below" in result.reply


def test_x22_two_resistances_one_check() -> None:
    options = {"resistances": ["BODY", "HOPE"]}
    facts = resistance("!stress 2 BODY, 1 HOPE", 2, options=options).facts
    assert (facts["total"], facts["fallout"]) == (3, "minor")
    # check_per = resistance: after BODY +2 (T 2, d10 9 safe), after HOPE +1 (T 3, d10 2 minor)
    facts = resistance("!stress BODY 2, HOPE 1", 9, 2, options={**options, "check_per": "resistance"}).facts
    assert (facts["total"], facts["fallout"]) == (3, "minor")


@pytest.mark.parametrize(
    ("row", "text", "ogre", "faces", "options", "marked", "mercy"),
    [
        ("X23", "!roll vs ogre weapon d3", {"resistance": 5, "marked": 3}, (8, 2), {}, 5, True),
        ("X24", "!roll 3d10 vs Ogre weapon d6", {"resistance": 5}, TENS, {}, 5, True),
        (
            "X24b",
            "!roll 3d10 vs Ogre weapon d6",
            {"resistance": 5},
            TENS,
            {"tens_bonus": "beyond_first"},
            4,
            False,
        ),
    ],
)
def test_x23_x24_opponents(
    row: str, text: str, ogre: dict[str, int], faces: tuple[int, ...], options: dict[str, str], marked: int, mercy: bool
) -> None:
    facts: Any = resistance(text, *faces, npcs={"Ogre": ogre}, options=options).facts
    assert (facts["npc"]["marked"], facts["npc"]["at_mercy"]) == (marked, mercy)


def test_x25_lay_low() -> None:
    before = {"stress": {"BODY": 3, "HOPE": 1}, "slots": {"BODY": {"size": 2, "used": 2}}, "fallouts": [FIGHT]}
    after: Any = resistance("!lay low", **before).after.sheet
    assert (after.total, after.slots["BODY"].used, len(after.fallouts)) == (0, 0, 1)


def test_x26_act_counted_first_then_slots() -> None:
    before = {"stress": {"BODY": 3}, "slots": {"BODY": {"size": 2, "used": 1}}}
    result = resistance("!clear BODY d6", 5, **before)
    after: Any = result.after.sheet
    assert (after.total, after.slots["BODY"].used) == (0, 0)
    assert "1 not used" in result.reply
    slots_first: Any = resistance("!act BODY d6", 2, options={"clear_order": "slots_first"}, **before).after.sheet
    assert (slots_first.total, slots_first.slots["BODY"].used) == (2, 0)


def test_x27_refresh_in_the_players_order() -> None:
    before = {"stress": {"BODY": 3, "HOPE": 2}}
    split: Any = resistance("!refresh d6 HOPE first", 4, **before).after.sheet
    assert (split.stress["HOPE"], split.stress["BODY"]) == (0, 1)
    one: Any = resistance("!refresh d6 HOPE", 4, options={"refresh_scope": "one"}, **before).after.sheet
    assert (one.stress["HOPE"], one.stress["BODY"]) == (0, 3)


@pytest.mark.parametrize(
    ("row", "level", "options", "left", "body"),
    [
        ("X28", "minor", {}, 0, 1),
        ("X28 lost", "minor", {"repair_leftover": "lost"}, 0, 2),
        ("X29", "moderate", {}, 1, 2),
        ("X29 accumulate", "moderate", {"repair_may_accumulate": True}, 1, 2),
    ],
)
def test_x28_x29_repair(row: str, level: str, options: dict[str, Any], left: int, body: int) -> None:
    fallouts = [{"name": "WOUND", "level": level}]
    after: Any = resistance("!repair d6", 4, stress={"BODY": 2}, fallouts=fallouts, options=options).after.sheet
    assert (len(after.fallouts), after.stress["BODY"]) == (left, body)
    if "accumulate" in row:
        assert after.fallouts[0].repaired == 4
