"""narrative.md B3: alternatives of the ambiguity register beyond the worked examples; C4, C5 precedence."""

from typing import Any

import pytest

from forumgm.games.narrative.choices import SystemName
from forumgm.games.narrative.commands import Command
from forumgm.games.narrative.faces import ScriptedFaces
from forumgm.games.narrative.sheet_reader import read_case
from forumgm.games.narrative.systems import RESISTANCE, Refusal
from forumgm.games.narrative.words import Verb
from tests.games.narrative.helpers import attempt, resistance

OGRE = {"Ogre": {"resistance": 50, "difficulty": 2}}


def options(**given: object) -> dict[str, Any]:
    return {"options": given}


def test_2_difficulty_from_two_sources_may_be_the_highest() -> None:
    facts = resistance(
        "!roll vs ogre", 10, npcs=OGRE, stakes={"difficulty": 1}, **options(difficulty_stacking="highest")
    )
    assert facts.facts["steps"] == 1


def test_4_two_relevant_skills_may_be_two_dice() -> None:
    sheet = {"skills": ["Sneak", "Hide"], **options(max_skill_dice=2)}
    assert len(resistance("!roll sneak hide", 9, 1, 1, **sheet).facts["dice"]) == 3  # type: ignore[arg-type]


def test_5_a_downgraded_ten_may_keep_its_bonus() -> None:
    assert resistance("!roll diff 2", 10, **options(downgraded_ten_bonus=True)).facts["tens"] == 1


def test_6_the_first_ten_may_not_count() -> None:
    assert resistance("!roll", 10, **options(tens_bonus="beyond_first")).facts["tens"] == 0


def test_9_partial_on_a_longer_ladder() -> None:
    sheet = {"stakes": {"die": 8, "partial": True}, **options(ladder=[3, 4, 6, 8, 10, 12])}
    assert resistance("!roll", 6, 6, 10, **sheet).facts["die"] == 6
    off = {"stakes": {"die": 10, "partial": True}}
    assert resistance("!roll", 6, 8, 10, **off).facts["die"] == 8


DEE = [{"name": "dee"}]


@pytest.mark.parametrize(
    ("option", "faces", "refused", "stressed"),
    [
        ("ignored", (5, 1, 10), None, 0),
        ("refused", (), "helper_unqualified", 0),
        ("stress_only", (5, 1, 10, 1, 10), None, 1),
    ],
)
def test_11_a_helper_without_skill_or_domain(
    option: str, faces: tuple[int, ...], refused: str | None, stressed: int
) -> None:
    facts: Any = resistance("!roll help from u/dee", *faces, helpers=DEE, **options(unqualified_helper=option)).facts
    assert facts.get("refused") == refused
    assert len(facts.get("helpers", [])) == stressed


def test_12_helper_limit() -> None:
    three = "!roll help from u/a, u/b, u/c"
    assert resistance(three).facts["refused"] == "too_many_helpers"
    assert resistance(three, 9, 1, 1, 1, stakes={"max_helpers": 3}).facts["row"] == "success"
    two = "!roll help from u/a, u/b"
    assert resistance(two, **options(helper_limit_counts="participants")).facts["refused"] == "too_many_helpers"


def test_r13_a_helper_who_did_not_consent_is_asked() -> None:
    case: Any = read_case(SystemName.RESISTANCE_SYSTEM, {})
    table = type(case.table)(consented=frozenset({"cy"}))
    asked = type(case)(case.sheet, table, case.options)
    system = RESISTANCE[SystemName.RESISTANCE_SYSTEM]
    refused = system.plan(Command(Verb.ROLL, helpers=("Cy", "dee")), asked)
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.about) == ("needs_consent", ("dee",))
    plan = system.plan(Command(Verb.ROLL, helpers=("Cy",)), asked)
    assert not isinstance(plan, Refusal)
    outcome = plan.resolve(ScriptedFaces([9, 1]))
    assert outcome.facts["dice"] == [9, 1]
    assert system.apply(outcome, asked).sheet == asked.sheet


def test_13_14_group_actions() -> None:
    led = resistance("!lead skill", 7, 1, 1, 10)
    assert led.after.table.lead.row == "success_at_cost"  # type: ignore[union-attr]
    lead = {"by": "ann", "row": "success_at_cost"}
    assert resistance("!follow", 9, 1, lead=lead).facts["dice"] == [9, 1]
    assert resistance("!follow", 9, lead=lead, **options(group_success_from="success")).facts["dice"] == [9]
    failed = resistance("!follow", 3, 10, lead={"by": "ann", "row": "failure"}, **options(group_on_failure="all_fail"))
    assert (failed.facts["row"], failed.facts["dice"], failed.facts["stress"]) == ("failure", [], 3)
    assert resistance("!follow").facts["refused"] == "no_leader"


def test_17_removal_by_the_gms_order_and_slots() -> None:
    before = {"stress": {"BODY": 3, "FAITH": 2}, "stakes": {"resistance": "BODY"}}
    text = "!roll\n\n!fallout keep FAITH, BODY"
    after: Any = resistance(text, 3, 2, 1, **before, **options(removal_from="gm")).after.sheet
    # T 7, moderate: 5 comes off, FAITH 2 first, then BODY 3 of 5
    assert (after.stress["FAITH"], after.stress["BODY"]) == (0, 2)
    slotted = {"slots": {"BODY": {"size": 2, "used": 0}}, "stakes": {"resistance": "BODY"}}
    slots: Any = resistance("!roll", 3, 4, 1, **slotted, **options(removal_includes_slots=True)).after.sheet
    assert (slots.total, slots.slots["BODY"].used) == (0, 1)


def test_r24_the_kind_of_fallout_may_be_the_source() -> None:
    before = {"stress": {"FAITH": 4}, "stakes": {"resistance": "BODY"}}
    most: Any = resistance("!roll", 3, 2, 1, **before).after.sheet
    source: Any = resistance("!roll", 3, 2, 1, **before, **options(fallout_type="source")).after.sheet
    assert [sheet.fallouts[0].name for sheet in (most, source)] == ["moderate FAITH fallout", "moderate BODY fallout"]


def test_19_options_off() -> None:
    before = {"stress": {"BODY": 2}, "fallouts": [{"name": "X", "level": "minor"}]}
    for ruling, option in (("upgrade Y", "upgrade"), ("split A, B", "split")):
        found = resistance(f"!roll\n\n!fallout {ruling}", 3, 2, 1, **before, **options(**{option: "off"}))
        assert found.facts["refused"] == "option_off"


def test_24_six_and_seven_may_not_inflict() -> None:
    npcs = {"Ogre": {"resistance": 5}}
    assert "npc" in resistance("!roll vs ogre weapon d6", 7, 3, 1, 10, npcs=npcs).facts
    option = options(inflict_on="success")
    assert "npc" not in resistance("!roll vs ogre weapon d6", 7, 1, 10, npcs=npcs, **option).facts


@pytest.mark.parametrize(
    ("stakes", "opts", "faces", "row"),
    [
        ({"possible": "no_roll_needed"}, {}, (), None),
        ({"possible": "impossible"}, {}, (), None),
        ({"possible": "impossible"}, {"impossible_costs_stress": True}, (4, 10), "failure"),
    ],
)
def test_r1_no_dice_where_nothing_is_at_stake(
    stakes: dict[str, str], opts: dict[str, Any], faces: tuple[int, ...], row: str | None
) -> None:
    facts = resistance("!roll", *faces, stakes=stakes, options=opts).facts
    assert (facts["row"], facts["dice"]) == (row, [])


def test_a9_a_players_own_numbers_make_it_harder_never_easier() -> None:
    stakes = {"difficulty": 1, "die": 6, "resistance": "BODY", "partial": False}
    easier = resistance("!roll skill diff 0 d3 FAITH partial", 6, 5, 10, stakes=stakes)
    assert (easier.facts["die"], easier.facts["stress"], easier.facts["steps"]) == (6, 5, 0)
    assert easier.after.sheet.stress["BODY"] == 5  # type: ignore[union-attr]
    harder = resistance("!roll diff 2 d8", 6, 8, 10, stakes=stakes)
    assert (harder.facts["die"], harder.facts["steps"]) == (8, 1)
    assert resistance("!roll diff 3").facts["refused"] == "out_of_range"


def test_c5_own_stakes_then_the_opponent_then_the_default() -> None:
    npcs = {"Ogre": {"resistance": 5, "weapon": 8}}
    assert resistance("!roll vs ogre", 3, 1, 10, npcs=npcs).facts["die"] == 8
    assert resistance("!roll vs ogre", 3, 1, 10, npcs=npcs, stakes={"die": 3}).facts["die"] == 3
    assert resistance("!roll", 3, 1, 10).facts["die"] == 6
    assert resistance("!roll vs troll", npcs=npcs).facts["refused"] == "no_such_thing"


def test_c4_a_typed_pool_gives_way_to_the_sheet() -> None:
    result = resistance("!roll 5d10", 9, skills=["Sneak"])
    assert "does not fit the sheet" in result.reply


def test_r28_a_minor_goes_at_once_and_more_cannot() -> None:
    minor = {"fallouts": [{"name": "CUT", "level": "minor"}]}
    assert resistance("!repair CUT", **minor).after.sheet.fallouts == ()  # type: ignore[union-attr]
    moderate = {"fallouts": [{"name": "LIMB", "level": "moderate"}]}
    assert resistance("!repair LIMB", **moderate).facts["refused"] == "out_of_range"


def test_a_pool_has_at_most_twelve_dice() -> None:
    assert resistance("!roll 13d10").facts["refused"] == "too_many_dice"


def test_resist_with_armour_marks_a_box() -> None:
    consequences = [{"number": 2, "kind": "harm", "level": 2}]
    found = attempt("blades", "!resist 2 armour", consequences=consequences, boxes={"light": {"size": 1}})
    assert (found.facts["effect"], found.facts["boxes"]) == ("reduced", {"light": 0})
    assert attempt("fitd_choice", "!armour 2", consequences=consequences).facts["refused"] == "option_off"


def test_a_verb_of_the_other_family_is_refused_in_words() -> None:
    action = attempt("blades", "!roll skirmish")
    assert action.facts["refused"] == "not_judged"
    assert "plain dice" in action.reply
    assert attempt("blades", "!roll 2d6", 3, 4).facts["values"] == [7]
    assert resistance("!resist 1").facts["refused"] == "not_here"


def test_a_verb_of_scenes_is_told_from_one_of_another_system() -> None:
    for system in ("resistance_system", "blades"):
        for verb in ("help", "status", "stakes", "void"):
            told = attempt(system, f"!{verb}")
            assert told.facts["refused"] == "not_here"
            assert "for scenes on a forum" in told.reply
    assert "has no meaning in Blades" in attempt("blades", "!lay low").reply


def test_several_expressions_of_one_command_go_on_in_one_stream() -> None:
    """Part D 2: in the order written; a note is fiction and holds no roll."""
    told = attempt("blades", "!roll 1d20+5 to hit, 1d8+3 damage", 11, 4)
    assert (told.facts["expr"], told.facts["values"]) == ("1d20+5, 1d8+3", [16, 7])
    assert "**you** - to hit 1d20" in told.reply
    assert "**you** - damage 1d8" in told.reply
    assert attempt("blades", "[[1d6, 1d4]] lands", 6, 4).facts["dice"] == [6, 4]
    assert attempt("blades", "!roll 1d20 -- with luck, 1d8 of them", 11).facts["dice"] == [11]


def test_a9_whether_it_takes_a_roll_is_not_the_players_to_say() -> None:
    result = resistance("!roll no roll", 9)
    assert "Whether it takes a roll is for the stakes to say." in result.reply
    assert "Whether" not in resistance("!roll", 9).reply


def test_c4_two_resistances_where_the_stakes_left_it_open() -> None:
    asked = resistance("!roll BODY GOLD", stakes={"difficulty": 0})
    assert asked.facts["refused"] == "which_one"
    assert "which takes the stress, BODY or GOLD?" in asked.reply
    assert resistance("!roll BODY GOLD", 9, stakes={"resistance": "BODY"}).facts["row"] == "success"


@pytest.mark.parametrize(
    ("system", "text", "faces", "facts", "words"),
    [
        # K28, K29 without a threat of the GM's: harm 3 is resisted to 2, light armour makes it 1.
        (
            "blades",
            "!resist harm 3\n!armour light",
            (1, 5, 2),
            {"cost": 1, "effect": "reduced", "track": 1},
            "Harm 1 is recorded",
        ),
        ("blades", "!resist insight ticks 3", (4, 1), {"cost": 2, "effect": "reduced", "track": 2}, "clock +2"),
        ("blades", "!armour harm 1", (), {"effect": "avoided"}, "No harm."),
        ("fitd_choice", "!resist harm 2", (1, 4, 1), {"cost": 2, "effect": "choice", "track": 0}, "harm 1 instead of"),
        ("fitd_protection", "!resist harm 2", (1, 4, 1), {"cost": 2, "effect": "avoided"}, "No harm."),
        ("blades", "!resist harm 5", (), {"refused": "out_of_range", "effect": "refused"}, "Harm goes from 1 to 4."),
    ],
)
def test_a10_what_is_resisted_may_be_named_in_the_command(
    system: str, text: str, faces: tuple[int, ...], facts: dict[str, Any], words: str
) -> None:
    sheet = {"ratings": {"body": 3} if system == "fitd_protection" else {"prowess": 3, "insight": 2}}
    boxes = {} if system == "fitd_choice" else {"boxes": {"light": {"size": 1, "used": 0}}}
    result = attempt(system, text, *faces, **sheet, **boxes)
    assert {name: result.facts.get(name) for name in facts} == facts
    assert words in result.reply


def test_b5_5_odds_of_a_cost_in_words() -> None:
    reply = attempt("blades", "!odds prowess", ratings={"prowess": 2}).reply
    assert reply == (
        "Prowess 2, stress it costs: 0 (27.8%), 1 (25%), 2 (19.4%), 3 (13.9%), 4 (8.3%), 5 (2.8%); "
        "clears 1 (2.8%). Mean 1.50."
    )


def test_a_kept_fallout_without_a_name_says_its_level_once() -> None:
    kept = resistance("!roll\n!fallout keep", 5, 2, 1, stress={"BODY": 1})
    assert "**minor BODY fallout** stays. Stress: none, total 0." in kept.reply
    named = resistance("!roll\n!fallout name Bruised", 5, 2, 1, stress={"BODY": 1})
    assert "**Bruised** (minor) stays." in named.reply


def test_f12_the_last_trauma_retires_the_character() -> None:
    options = {"trauma_max": 1}
    retired = attempt("blades", "!resist", 1, ratings={"prowess": 1}, stress={"track": 7}, options=options, **ONE_HARM)
    assert "The track is full: trauma 1, the last one: a retirement." in retired.reply


ONE_HARM = {"consequences": [{"number": 1, "kind": "harm", "level": 2, "attribute": "prowess"}]}

TWO_OPEN = {
    "ratings": {"prowess": 2, "insight": 1},
    "consequences": [
        {"number": 1, "kind": "harm", "level": 2, "attribute": "prowess"},
        {"number": 2, "kind": "clock", "ticks": 2, "attribute": "insight"},
    ],
}


def test_the_attribute_says_which_of_two_consequences_is_meant() -> None:
    assert "resists **2** - Insight 1" in attempt("blades", "!resist insight", 5, **TWO_OPEN).reply
    asked = attempt("blades", "!resist resolve", **TWO_OPEN)
    assert (asked.facts["refused"], asked.reply) == ("which_one", "Which one: 1, 2?")


def test_odds_need_no_consequence() -> None:
    assert attempt("blades", "!odds resolve", **TWO_OPEN).reply.startswith("Resolve 0, stress it costs: 0 (2.8%)")
    assert attempt("blades", "!odds 2", **TWO_OPEN).reply.startswith("Insight 1, stress it costs: 0 (16.7%)")


@pytest.mark.parametrize("dice", ["1d", "+1d", "3d6"])
def test_c4_dice_that_disagree_with_the_sheet_are_said_not_to_count(dice: str) -> None:
    result = attempt("blades", f"!resist prowess {dice}", 4, 2, ratings={"prowess": 2})
    assert f"{dice.lstrip('+')[0]}d does not fit the sheet; 2 dice counted." in result.reply
    assert "does not fit" not in attempt("blades", "!resist prowess 2d", 4, 2, ratings={"prowess": 2}).reply
