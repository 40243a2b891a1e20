"""narrative.md B4.1 and B4.2: every worked example of the pool, the row and the stress (P1-P23, S1-S11)."""

from typing import Any

import pytest

from tests.games.narrative.helpers import resistance

SKILLED = {"skills": ["Sneak"], "domains": ["Docks"], "mastery": ["Climb"]}
OGRE = {"npcs": {"Ogre": {"resistance": 50, "difficulty": 2}}, "stakes": {"difficulty": 1}}
SAFE = (1, 10)
"""A stress die and a safe check, for rows where the roller takes stress."""
MORE = {"skills": ["Sneak", "Hide"], "domains": ["Docks", "Streets"]}
HELP = {
    "skills": ["Sneak"],
    "domains": ["Docks"],
    "stakes": {"difficulty": 1},
    "helpers": [{"name": "cy", "skills": ["Sneak"]}, {"name": "dee", "domains": ["Docks"]}],
}
UNFIT = {**HELP, "helpers": [{"name": "cy", "skills": ["Sneak"]}, {"name": "dee"}]}

# id, text, sheet, dice of the pool, the other faces, expected facts
ROWS: list[tuple[str, str, dict[str, Any], tuple[int, ...], tuple[int, ...], dict[str, Any]]] = [
    ("P1", "!roll", {}, (7,), SAFE, {"row": "success_at_cost", "steps": 0, "tens": 0, "die": 6}),
    ("P2", "!roll sneak docks climb", SKILLED, (2, 2, 9, 5), (), {"row": "success", "stress": 0, "tens": 0}),
    ("P3", "!roll sneak climb mastery", SKILLED, (1, 6, 4), SAFE, {"row": "success_at_cost"}),
    ("P4", "!roll climb", SKILLED, (5, 3), SAFE, {"row": "failure", "tens": 0}),
    ("P5", "!roll diff 1", {}, (10,), (), {"row": "critical_success", "steps": 0, "tens": 1}),
    ("P6", "!roll skill diff 2", {}, (6,), SAFE, {"row": "success_at_cost", "steps": 0}),
    ("P7", "!roll diff 2", {}, (10,), (), {"row": "success", "steps": 1, "tens": 0}),
    ("P8", "!roll diff 2", {}, (9,), SAFE, {"row": "success_at_cost", "steps": 1}),
    ("P8b", "!roll diff 2", {}, (8,), SAFE, {"row": "success_at_cost", "steps": 1}),
    ("P9", "!roll diff 2", {}, (7,), SAFE, {"row": "failure", "steps": 1}),
    ("P9b", "!roll diff 2", {}, (6,), SAFE, {"row": "failure", "steps": 1}),
    ("P10", "!roll diff 2", {}, (5,), SAFE, {"row": "critical_failure", "stress": 2}),
    ("P10b", "!roll diff 2", {}, (2,), SAFE, {"row": "critical_failure", "stress": 2}),
    ("P11", "!roll diff 2", {}, (1,), SAFE, {"row": "critical_failure", "stress": 2}),
    ("P12", "!roll vs ogre", OGRE, (10,), SAFE, {"row": "success_at_cost", "steps": 2, "tens": 0}),
    ("P13", "!roll vs ogre", OGRE, (8,), SAFE, {"row": "failure", "steps": 2}),
    ("P14", "!roll vs ogre", OGRE, (6,), SAFE, {"row": "critical_failure", "stress": 2}),
    (
        "P15",
        "!roll vs ogre",
        {**OGRE, "options": {"difficulty_total_max": 2}},
        (10,),
        (),
        {"row": "success", "steps": 1, "stress": 0},
    ),
    (
        "P16",
        "!roll sneak docks help from u/cy and u/dee",
        HELP,
        (4, 5, 3, 5),
        (2, 10, 3, 10, 4, 10),
        {"row": "failure", "stress": 2},
    ),
    ("P17", "!roll sneak docks help from u/cy and u/dee", UNFIT, (4, 5, 3), (2, 10, 3, 10), {"row": "failure"}),
    ("P18", "!roll sneak hide docks streets", MORE, (8, 8, 1), (), {"row": "success"}),
    ("P19", "!roll 3d10", {}, (10, 10, 4), (), {"row": "critical_success", "tens": 2}),
    ("P20", "!roll skill", {}, (1, 1), SAFE, {"row": "critical_failure", "stress": 2}),
    ("P21", "!roll skill", {}, (1, 6), SAFE, {"row": "success_at_cost", "stress": 1}),
    (
        "P22",
        "!follow sneak climb",
        {**SKILLED, "lead": {"by": "ann", "row": "success_at_cost"}},
        (8, 1, 1),
        (),
        {"row": "success"},
    ),
    ("P23", "!follow sneak", {**SKILLED, "lead": {"by": "ann", "row": "failure"}}, (8, 1), (), {"row": "success"}),
]


@pytest.mark.parametrize(
    ("text", "sheet", "pool", "others", "expected"), [pytest.param(*row[1:], id=row[0]) for row in ROWS]
)
def test_pool_and_row(
    text: str, sheet: dict[str, Any], pool: tuple[int, ...], others: tuple[int, ...], expected: dict[str, Any]
) -> None:
    facts = resistance(text, *pool, *others, **sheet).as_json()
    assert facts["dice"] == list(pool)
    assert {name: facts[name] for name in expected} == expected


def test_p16_and_p17_each_qualified_helper_takes_stress_too() -> None:
    both: Any = resistance("!roll sneak docks help from u/cy, u/dee", 4, 5, 3, 5, 2, 10, 3, 10, 4, 10, **HELP).as_json()
    assert [(each["name"], each["stress"]) for each in both["helpers"]] == [("cy", 3), ("dee", 4)]
    one: Any = resistance("!roll sneak docks help from u/cy, u/dee", 4, 5, 3, 2, 10, 3, 10, **UNFIT)
    assert [each["name"] for each in one.facts["helpers"]] == ["cy"]
    assert "dee: no skill or domain" in one.reply


def _stakes(die: int, *, partial: bool = False, **options: object) -> dict[str, Any]:
    return {"stakes": {"die": die, "partial": partial, "resistance": "BODY"}, "options": options}


# id, die, partial, options, text, faces, expected
AMOUNTS: list[tuple[str, dict[str, Any], str, tuple[int, ...], dict[str, Any]]] = [
    ("S1", _stakes(6), "!roll", (3, 4, 10), {"stress": 4, "die": 6}),
    ("S2", _stakes(6), "!roll", (1, 5, 10), {"stress": 10, "row": "critical_failure"}),
    ("S2 roll_twice", _stakes(6, double="roll_twice"), "!roll", (1, 5, 2, 10), {"stress": 7}),
    ("S3", _stakes(3), "!roll", (1, 3, 10), {"stress": 6, "die": 3}),
    ("S4", _stakes(8, partial=True), "!roll", (6, 6, 10), {"stress": 6, "die": 6}),
    ("S5", _stakes(6, partial=True), "!roll", (7, 2, 10), {"stress": 2, "die": 3}),
    ("S6", _stakes(3, partial=True), "!roll", (6, 10), {"stress": 1, "die": 0}),
    ("S6 zero", _stakes(3, partial=True, below_lowest="zero"), "!roll", (6,), {"stress": 0, "fallout": None}),
    ("S6 same", _stakes(3, partial=True, below_lowest="same"), "!roll", (6, 2, 10), {"stress": 2, "die": 3}),
    ("S6 D2", _stakes(3, partial=True, below_lowest="D2"), "!roll", (6, 2, 10), {"stress": 2, "die": 2}),
    ("S7", _stakes(8, partial=True), "!roll", (5, 7, 10), {"stress": 7, "die": 8}),
    ("S8", _stakes(8, partial=True), "!roll", (1, 7, 10), {"stress": 14, "die": 8}),
    (
        "register 8: partial_halves_crit",
        _stakes(8, partial=True, partial_halves_crit=True),
        "!roll",
        (1, 5, 10),
        {"stress": 10, "die": 6},
    ),
    ("S9", _stakes(6, partial=True), "!roll diff 2", (9, 3, 10), {"stress": 3, "die": 3, "row": "success_at_cost"}),
    ("S10", _stakes(8), "!roll", (9,), {"stress": 0, "fallout": None, "total": 0}),
    ("S10 critical", _stakes(8), "!roll", (10,), {"stress": 0, "fallout": None}),
]


@pytest.mark.parametrize(("sheet", "text", "faces", "expected"), [pytest.param(*row[1:], id=row[0]) for row in AMOUNTS])
def test_stress_amount(sheet: dict[str, Any], text: str, faces: tuple[int, ...], expected: dict[str, Any]) -> None:
    facts = resistance(text, *faces, **sheet).as_json()
    assert {name: facts[name] for name in expected} == expected
    if not facts["stress"]:
        assert "die" not in facts


@pytest.mark.parametrize(
    ("option", "faces", "expected"),
    [
        ("own_roll", (5, 4, 3, 6, 10, 3, 10, 8, 10), [3, 8]),
        ("same_number", (5, 4, 3, 6, 10, 10, 10), [6, 6]),
        ("none", (5, 4, 3, 6, 10), None),
    ],
)
def test_s11_helpers_stress(option: str, faces: tuple[int, ...], expected: list[int] | None) -> None:
    """S11: helpers A, B on D8, row failure: 6, 3, 8 (`same_number`: 6, 6, 6)."""
    facts = resistance("!roll help from u/A and u/B", *faces, **_stakes(8, helper_stress=option)).as_json()
    assert facts["stress"] == 6
    helpers: Any = facts.get("helpers")
    assert (helpers and [each["stress"] for each in helpers]) == expected
