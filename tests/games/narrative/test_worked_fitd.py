"""narrative.md B4.4: every worked example of Forged in the Dark (K1-K44)."""

from typing import Any

import pytest

from forumgm.games.narrative.attempt import TryResult
from tests.games.narrative.helpers import attempt

ALL = ("fitd_protection", "fitd_choice", "blades")
ATTRIBUTE = {"fitd_protection": "will", "fitd_choice": "prowess", "blades": "prowess"}
CLOCK = [{"number": 1, "kind": "clock", "ticks": 2, "effect": "reduce"}]


def resist(system: str, rating: int, track: int, *faces: int, text: str = "", **sheet: object) -> TryResult:
    """A resist roll with this rating from this track."""
    attribute = ATTRIBUTE[system]
    text = text or f"!resist {attribute}"
    return attempt(system, text, *faces, ratings={attribute: rating}, stress={"track": track}, **sheet)


# id, systems, rating, track, options, faces, cost, critical, track after the cost (with a choice: unchanged)
COSTS: list[tuple[str, tuple[str, ...], int, int, dict[str, Any], tuple[int, ...], int, bool, int]] = [
    ("K1", ALL, 1, 0, {}, (4,), 2, False, 2),
    ("K2", ALL, 1, 0, {}, (6,), 0, False, 0),
    ("K3", ALL, 3, 0, {}, (2, 5, 1), 1, False, 1),
    ("K4", ("fitd_protection", "blades"), 2, 4, {}, (6, 6), 0, True, 3),
    ("K5", ("fitd_choice",), 2, 4, {}, (6, 6), 0, False, 4),
    ("K6", ("fitd_protection", "blades"), 3, 0, {}, (6, 6, 1), 0, True, 0),
    ("K7", ALL, 3, 0, {}, (6, 1, 1), 0, False, 0),
    ("K8", ("fitd_protection", "blades"), 0, 0, {}, (3, 5), 3, False, 3),
    ("K9", ALL, 0, 2, {"zero_dice": "two_lowest"}, (6, 6), 0, False, 2),
    ("K10", ALL, 0, 0, {"zero_dice": "two_lowest"}, (1, 1), 5, False, 5),
    ("K11", ALL, 0, 0, {"zero_dice": "flat_six"}, (), 6, False, 6),
]


@pytest.mark.parametrize("row", COSTS, ids=[row[0] for row in COSTS])
def test_cost(row: tuple[str, tuple[str, ...], int, int, dict[str, Any], tuple[int, ...], int, bool, int]) -> None:
    _, systems, rating, track, options, faces, cost, critical, after = row
    for system in systems:
        facts = resist(system, rating, track, *faces, options=options).facts
        assert (facts["dice"], facts["cost"], facts["critical"]) == (list(faces), cost, critical), system
        waits = system == "fitd_choice"
        assert facts["track"] == (track if waits else after)
        assert (facts["effect"] == "choice") is waits


def test_k11_fitd_choice_takes_the_flat_six_by_default() -> None:
    """F5: seed 002 says that resisting takes 6 stress and that no dice are added."""
    facts = resist("fitd_choice", 0, 0).facts
    assert (facts["dice"], facts["cost"], facts["effect"]) == ([], 6, "choice")


def test_zero_dice_refuse() -> None:
    facts = resist("blades", 0, 0, options={"zero_dice": "refuse"}).facts
    assert (facts["effect"], facts["refused"]) == ("refused", "no_dice")


def test_k12_k13_a_detail_adds_one_die_in_protection_only() -> None:
    assert resist("fitd_protection", 0, 0, 2, text="!resist will detail").facts["cost"] == 4
    assert resist("fitd_protection", 2, 0, 1, 1, 4, text="!resist will detail").facts["cost"] == 2
    other = resist("blades", 1, 0, 4, text="!resist prowess detail")
    assert other.facts["cost"] == 2
    assert "no dice" in other.reply


def test_k14_a_cost_that_does_not_fit_cannot_be_paid() -> None:
    result = resist("fitd_choice", 1, 7, 3, text="!resist 1 prowess", consequences=CLOCK)
    assert (result.facts["cost"], result.facts["effect"], result.facts["track"]) == (3, "none", 7)
    assert result.facts["clocks"] == [{"number": 1, "ticks": 2}]
    assert "cannot be resisted" in result.reply


def test_k15_exactly_filling_the_track_fits() -> None:
    facts = resist("fitd_choice", 1, 7, 4, text="!resist 1 prowess\n\n!pay", consequences=CLOCK).facts
    assert (facts["cost"], facts["effect"], facts["track"]) == (2, "reduced", 9)
    assert facts["clocks"] == [{"number": 1, "ticks": 1}]


def test_k16_a_six_fits_a_full_track() -> None:
    facts = resist("fitd_choice", 1, 9, 6, text="!resist 1 prowess !pay", consequences=CLOCK).facts
    assert (facts["cost"], facts["effect"], facts["track"]) == (0, "reduced", 9)
    before = resist("fitd_choice", 1, 9, options={"fit_checked": "before_roll"}, consequences=CLOCK).facts
    assert before["refused"] == "track_full"


def test_k17_declined_in_full_and_no_second_try() -> None:
    text = "!resist 1 prowess\n\n!decline\n\n!resist 1 prowess"
    result = resist("fitd_choice", 1, 3, 1, text=text, consequences=CLOCK)
    assert [facts.get("effect") for facts in result.each] == ["choice", "none", "refused"]
    assert (result.facts["track"], result.facts["refused"]) == (3, "already_rolled")
    assert result.facts["clocks"] == [{"number": 1, "ticks": 2}]


@pytest.mark.parametrize(
    ("row", "key", "value", "code"),
    [
        ("K18", "roller", "somebody else", "not_yours"),
        ("K19", "source", "fortune", "not_resistable"),
        ("K19 outside a job", "in_job", False, "not_resistable"),
    ],
)
def test_k18_k19_what_fitd_choice_refuses(row: str, key: str, value: object, code: str) -> None:
    facts = resist("fitd_choice", 2, 0, text="!resist 1 prowess", consequences=[{**CLOCK[0], key: value}]).facts
    assert (facts["effect"], facts["refused"], facts["track"]) == ("refused", code, 0)


def test_b2_2_who_suffers_may_resist_whoevers_roll_it_was() -> None:
    """B7 `who`: with "sufferer" the roll that caused it does not matter."""
    bobs = [{**CLOCK[0], "roller": "Bob"}]
    facts = resist(
        "fitd_choice", 1, 0, 4, consequences=bobs, text="!resist 1 prowess", options={"who": "sufferer"}
    ).facts
    assert (facts["effect"], facts["cost"]) == ("choice", 2)


def test_k20_overflow_and_trauma() -> None:
    """K20: track 9, 3 lost, trauma: stress starts again at 0; the resist still works."""
    result = resist("blades", 1, 8, 2, text="!resist 1 prowess", consequences=CLOCK)
    assert (result.facts["cost"], result.facts["track"], result.facts["effect"]) == (4, 9, "reduced")
    sheet: Any = result.after.sheet
    assert (sheet.track, sheet.trauma) == (0, 1)
    assert "3 lost" in result.reply
    off: Any = resist("blades", 1, 8, 2, options={"trauma": False}).after.sheet
    assert (off.track, off.trauma) == (9, 0)
    carried: Any = resist("blades", 1, 8, 2, options={"overflow": "carried"}).after.sheet
    assert (carried.track, carried.trauma) == (3, 1)


def test_k21_once_rolled_the_cost_is_suffered() -> None:
    for no in ("!decline 1", "!accept 1"):
        result = resist("blades", 1, 5, 2, text=f"!resist 1 prowess\n\n{no}", consequences=CLOCK)
        assert (result.facts["track"], result.facts["effect"]) == (9, "reduced")
        assert result.facts["refused"] == "too_late"


@pytest.mark.parametrize(
    ("row", "rating", "faces", "effect", "critical"),
    [
        ("K22", 2, (3, 5), "reduced", False),
        ("K23", 2, (6, 6), "avoided", True),
        ("K24", 0, (6, 6), "avoided", False),
        ("full", 1, (3,), "none", False),
    ],
)
def test_k22_k24_forced_rolls_cost_nothing(
    row: str, rating: int, faces: tuple[int, ...], effect: str, critical: bool
) -> None:
    facts = resist("fitd_protection", rating, 4, *faces, text="!force will -- the mesmerist looks up").facts
    assert (facts["effect"], facts["track"], facts["critical"], facts["cost"]) == (effect, 4, critical, 0)


def test_register_29_forced_critical_may_clear() -> None:
    options = {"forced_crit_clears": True}
    assert resist("fitd_protection", 2, 4, 6, 6, text="!force will", options=options).facts["track"] == 3
    assert resist("blades", 2, 4, text="!force prowess").facts["refused"] == "option_off"


HITS = [{"number": n, "kind": "harm", "level": 2} for n in range(1, 5)]
WARRIOR = {"heavy": {"size": 2}, "shield": {"size": 1}}


def test_k25_k26_three_hits_then_restock() -> None:
    text = "!armour 1\n\n!armour 2\n\n!armour 3\n\n!armour 4"
    result = attempt("fitd_protection", text, consequences=HITS, boxes=WARRIOR)
    assert [facts["effect"] for facts in result.each] == ["avoided", "avoided", "avoided", "refused"]
    assert result.each[2]["boxes"] == {"heavy": 0, "shield": 0}
    used = {"heavy": {"size": 2, "used": 2}, "shield": {"size": 1, "used": 1}}
    assert attempt("fitd_protection", "!restock", boxes=used).facts["boxes"] == {"heavy": 2, "shield": 1}


def test_k27_a_spell_fades() -> None:
    boxes = {"spell": {"size": 2}}
    result = attempt(
        "fitd_protection", "!armour 1 spell\n\n!armour 2 spell\n\n!restock", consequences=HITS, boxes=boxes
    )
    assert "The spell is over" in result.reply
    assert result.facts["boxes"] == {"spell": 0}


STAB = [{"number": 1, "kind": "harm", "level": 3, "attribute": "prowess", "effect": "reduce"}]


@pytest.mark.parametrize(
    ("row", "more", "boxes", "options", "level"),
    [
        ("K28", "", {}, {}, 2),
        ("K29", "\n\n!armour 1 light", {"light": {"size": 1}}, {}, 1),
        ("K30", "\n\n!armour 1 heavy both", {"heavy": {"size": 2}}, {}, 0),
        ("K30 in two commands", "\n\n!armour 1 heavy\n\n!armour 1 heavy", {"heavy": {"size": 2}}, {}, 0),
        ("K31", "\n\n!armour 1 light", {"light": {"size": 1}}, {"armour_after_roll": False}, 2),
    ],
)
def test_k28_k31_armour_after_a_roll(row: str, more: str, boxes: Any, options: Any, level: int) -> None:
    text = "!resist 1" + more
    result = resist("blades", 3, 0, 1, 5, 2, text=text, consequences=STAB, boxes=boxes, options=options)
    harm: Any = result.facts["harm"]
    assert (result.facts["cost"], result.facts["track"], harm[0]["level"]) == (1, 1, level)
    if row == "K31":
        assert (result.facts["effect"], result.facts["refused"]) == ("refused", "too_late")
    if row.startswith("K30"):
        assert result.facts["boxes"] == {"heavy": 0}


TWO = [
    {"number": 1, "kind": "harm", "level": 2, "name": "Cut to the Ribs", "attribute": "prowess"},
    {"number": 2, "kind": "other", "name": "she gets away", "attribute": "prowess", "effect": "avoid"},
]


def test_k32_only_the_second_is_resisted_and_the_first_lands_in_full() -> None:
    result = resist("blades", 2, 0, 3, 1, text="!resist 2\n\n!accept 1", consequences=TWO)
    assert (result.each[0]["cost"], result.each[0]["effect"], result.facts["track"]) == (3, "avoided", 3)
    harm: Any = result.facts["harm"]
    assert (harm[0]["number"], harm[0]["level"]) == (1, 2)


def test_k33_two_rolls_for_two_consequences() -> None:
    result = resist("blades", 2, 0, 3, 1, 6, 2, text="!resist 1\n\n!resist 2", consequences=TWO)
    assert [facts["cost"] for facts in result.each] == [3, 0]
    assert result.facts["track"] == 3


def test_k34_the_same_consequence_twice_is_refused() -> None:
    result = resist("blades", 1, 0, 4, text="!resist 1\n\n!resist 1", consequences=STAB)
    assert (result.facts["effect"], result.facts["refused"], result.facts["track"]) == ("refused", "already_rolled", 2)


FATAL = [{"number": 1, "kind": "harm", "level": 4, "attribute": "prowess"}]
ROW3 = {"level3": ["Gut Stabbed"]}


@pytest.mark.parametrize(
    ("row", "text", "faces", "level", "harm", "options", "landing", "written"),
    [
        ("K35", "!resist 1", (2,), 4, {}, {}, "recorded", 3),
        ("K36", "!resist 1", (2,), 4, ROW3, {}, "catastrophe", 0),
        ("K37", "!accept 1 death", (), 4, {}, {}, "dead", 0),
        ("K39", "!accept 1", (), 3, ROW3, {}, "catastrophe", 0),
        ("K39 death", "!accept 1", (), 3, ROW3, {"catastrophe": "death"}, "dead", 0),
        ("K40", "!accept 1", (), 1, {"level1": ["a", "b"]}, {}, "recorded", 2),
        ("K41", "!accept 1", (), 1, {"level1": ["a", "b"], "level2": ["c", "d"]}, {}, "recorded", 3),
        ("overflow_up off", "!accept 1", (), 1, {"level1": ["a", "b"]}, {"overflow_up": False}, "no_room", 0),
    ],
)
def test_k35_k41_where_harm_lands(
    row: str, text: str, faces: tuple[int, ...], level: int, harm: Any, options: Any, landing: str, written: int
) -> None:
    consequences = [{**FATAL[0], "level": level}]
    result = resist("blades", 1, 0, *faces, text=text, consequences=consequences, harm=harm, options=options)
    found: Any = result.facts["harm"]
    assert (found[0]["landing"], found[0]["row"]) == (landing, written)
    assert bool(result.facts.get("dead")) is (landing == "dead")
    if faces:
        assert (result.facts["cost"], result.facts["track"]) == (4, 4)


def test_k38_fatal_harm_waits_for_a_word() -> None:
    result = resist("blades", 1, 0, text="!accept 1", consequences=FATAL)
    assert result.facts["refused"] == "confirm_death"
    assert "harm" not in result.facts
    assert "`!accept 1 death`" in result.reply


def test_k42_a_clock_is_reduced_by_one() -> None:
    alert = [{"number": 1, "kind": "clock", "ticks": 3, "effect": "reduce"}]
    facts = resist("blades", 1, 0, 4, text="!resist 1 prowess", consequences=alert).facts
    assert (facts["track"], facts["clocks"]) == (2, [{"number": 1, "ticks": 2}])


@pytest.mark.parametrize("system", ["fitd_choice", "blades"])
def test_k43_a_mild_harm_vanishes(system: str) -> None:
    punch = [{"number": 1, "kind": "harm", "level": 1, "effect": "reduce"}]
    pay = "\n\n!pay" if system == "fitd_choice" else ""
    facts = resist(system, 1, 0, 5, text=f"!resist 1{pay}", consequences=punch).facts
    harm: Any = facts["harm"]
    assert (facts["cost"], facts["track"], harm[0]["landing"]) == (1, 1, "no_harm")


def test_k44_a_box_reduces_fatal_harm() -> None:
    result = attempt("blades", "!armour 1", consequences=FATAL, boxes={"light": {"size": 1}})
    harm: Any = result.facts["harm"]
    assert (harm[0]["level"], harm[0]["row"]) == (3, 3)


@pytest.mark.parametrize(("face", "effect"), [(4, "avoided"), (3, "reduced")])
def test_f10_a_fortune_roll_settles_the_effect(face: int, effect: str) -> None:
    assert attempt("fitd_protection", "!fortune 1d", face).facts["effect"] == effect


@pytest.mark.parametrize(
    ("option", "text", "code"),
    [
        ({"boxes_per_consequence": 1}, "!armour 1 heavy both", "too_late"),
        ({"roll_after_armour": False}, "!armour 1 heavy\n\n!resist 1", "too_late"),
        ({}, "!armour 1 special", "option_off"),
        ({}, "!armour 1 shield", "no_box"),
    ],
)
def test_register_15_17_and_boxes_that_blades_lacks(option: Any, text: str, code: str) -> None:
    boxes = {"heavy": {"size": 2}, "special": {"size": 1}, "shield": {"size": 1}}
    assert resist("blades", 1, 0, text=text, consequences=STAB, boxes=boxes, options=option).facts["refused"] == code
