"""narrative.md B7: the complete list of keys, their defaults, the alternatives, and what is refused."""

import tomllib
from typing import Any

import pytest

from forumgm.games.narrative.choices import SystemName
from forumgm.games.narrative.options import (
    FITD_DEFAULTS,
    OptionsError,
    ResistanceOptions,
    fitd_options,
    known_keys,
    resistance_options,
)

B7 = tomllib.loads("""
[resistance_system]
resistances = ["BODY", "FAITH", "GOLD", "SOUL"]
max_skill_dice = 1
max_domain_dice = 1
difficulty_per_source_max = 2
difficulty_total_max = "none"
difficulty_stacking = "sum"
impossible_costs_stress = false
downgraded_ten_bonus = false
tens_bonus = "each"
inflict_on = "success_at_cost"
ladder = [3, 6, 8]
below_lowest = "one"
partial_halves_crit = false
double = "times_two"
max_helpers = 2
helper_limit_counts = "helpers"
unqualified_helper = "ignored"
helper_stress = "own_roll"
helper_consent = true
group_success_from = "success_at_cost"
group_on_failure = "roll_plain"
check_when = "any_stress"
check_per = "event"
compare = "lower"
levels = {minor = 2, moderate = 5, severe = 9}
removal = {minor = 3, moderate = 5, severe = 7}
removal_basis = "final_severity"
removal_from = "trigger_then_largest"
removal_includes_slots = false
fallout_type = "most"
split = "gm_only"
upgrade = "gm_only"
upgrade_same_level = true
clear_order = "counted_first"
refresh_scope = "any_split"
repair_leftover = "clears_stress"
repair_may_accumulate = false
default_die = 6
default_difficulty = 0

[fitd]
base_cost = 6
zero_dice = "two_lowest"
track_size = 9
trauma = false
trauma_max = 4
overflow = "lost"
reduce_harm_by = 1
reduce_ticks_by = 1
window_hours = 48
on_timeout = "apply"
harm_rows = {level1 = 2, level2 = 2, level3 = 1}
overflow_up = true
catastrophe = "ask_gm"
fatal_confirm = true
position_harm = {controlled = 1, risky = 2, desperate = 3}
boxes_per_consequence = "any"
roll_after_armour = true
special = false

[fitd_protection]
attributes = ["body", "wits", "will"]
decide = "before"
must_fit = false
default_effect = "avoid"
critical = "two_sixes"
critical_clears = 1
detail_dice = 1
forced = true
forced_bands = {reduced = 4, avoided = 6}
forced_crit_clears = false
fortune_avoid_from = 4
armour = true
armour_effect = "avoid"
armour_after_roll = false
shield = 1
restore_on = "restock"
who = "sufferer"

[fitd_choice]
attributes = ["insight", "prowess", "resolve"]
decide = "after"
must_fit = true
fit_checked = "after_roll"
default_effect = "reduce"
critical = "none"
zero_dice = "flat_six"
detail_dice = 0
forced = false
armour = false
who = "roller_only"
sources = "action_rolls_1_to_5"
in_job_only = true
decline_timeout_hours = 48

[blades]
attributes = ["insight", "prowess", "resolve"]
decide = "before"
must_fit = false
default_effect = "reduce"
critical = "two_sixes"
critical_clears = 1
detail_dice = 0
forced = false
armour = true
armour_effect = "reduce"
armour_after_roll = true
shield = 0
restore_on = "load"
trauma = true
who = "sufferer"
""")


def test_b7_resistance_defaults_are_complete() -> None:
    assert known_keys(SystemName.RESISTANCE_SYSTEM) == set(B7["resistance_system"])
    assert resistance_options(B7["resistance_system"]) == ResistanceOptions()


@pytest.mark.parametrize("system", [SystemName.FITD_PROTECTION, SystemName.FITD_CHOICE, SystemName.BLADES])
def test_b7_fitd_defaults_are_complete(system: SystemName) -> None:
    page = {**B7["fitd"], **B7[system]}
    assert known_keys(system) == set(page)
    assert fitd_options(system, page) == FITD_DEFAULTS[system]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("difficulty_total_max", 2),
        ("difficulty_stacking", "highest"),
        ("tens_bonus", "beyond_first"),
        ("inflict_on", "success"),
        ("ladder", [3, 4, 6, 8, 10, 12]),
        ("helper_limit_counts", "participants"),
        ("unqualified_helper", "stress_only"),
        ("group_success_from", "success"),
        ("removal_from", "gm"),
        ("fallout_type", "source"),
        ("split", "off"),
        ("upgrade", "auto"),
    ],
)
def test_alternatives_load(key: str, value: Any) -> None:
    found = getattr(resistance_options({key: value}), key)
    assert found == (tuple(value) if isinstance(value, list) else value)


@pytest.mark.parametrize(
    ("given", "about"),
    [
        ({"colour": 1}, "colour"),
        ({"compare": "higher"}, "lower, lower_or_equal"),
        ({"max_helpers": "two"}, "max_helpers"),
        ({"max_helpers": True}, "max_helpers"),
        ({"ladder": [8, 3]}, "ladder"),
        ({"default_die": 10}, "default_die"),
        ({"levels": {"minor": 2}}, "levels"),
        ({"levels": {"minor": 5, "moderate": 2, "severe": 9}}, "levels"),
        ({"inflict_on": "failure"}, "inflict_on"),
        ({"resistances": ["BODY", "Body"]}, "resistances"),
    ],
)
def test_what_is_refused_names_the_key_and_what_is_allowed(given: dict[str, Any], about: str) -> None:
    with pytest.raises(OptionsError, match=about):
        resistance_options(given)


def test_all_problems_are_found_at_once_and_keys_of_another_profile_do_not_exist() -> None:
    with pytest.raises(OptionsError) as refused:
        fitd_options(SystemName.FITD_CHOICE, {"shield": 1, "track_size": 0, "decide": "never"})
    assert len(refused.value.problems) == 3
