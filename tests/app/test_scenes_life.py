"""narrative.md C6, C7, E: what waits and for how long, sheets, jobs, voids, several scenes, a scene beside a game."""

import pytest

from forumgm.app.ports import GameStatus
from tests.app.scenes import SECRET, Stage


def test_d_the_commitment_stands_before_the_first_roll_and_the_close_publishes_the_secret() -> None:
    scene = Stage("resistance_system")
    assert "becc257b30a7dfc35bb62ec17e733b4f519b76d860ab3c8458caff27267a7721" in scene.posts()[0]
    roll = scene.says("ann", "!roll 3d10")
    assert "**ann** - base" in roll
    scene.say("Mara", "!scene close")
    assert SECRET.hex() in scene.posts()[-1]
    assert scene.game().status is GameStatus.ENDED
    assert "no open scene" in scene.says("ann", "!roll 2d6")


def test_c6_1_a_present_gm_is_waited_for_and_then_the_defaults_count() -> None:
    scene = Stage("resistance_system gm present")
    scene.say("ann", "!character Ann skills Sneak")
    waiting = scene.says("ann", "!roll sneak")
    assert "No stakes yet; u/Mara, reply `!stakes ...`, or `!ok` for the defaults; otherwise defaults at" in waiting
    scene.waits(11)
    assert len(scene.posts()) == 1
    scene.waits(2, 8, 3)
    assert "The time is up" in scene.posts()[-1]
    assert "**8**, 3 = **Success**" in scene.posts()[-1]
    assert "used the default" in scene.posts()[-1]


def test_c6_1_ok_rolls_at_once_and_stakes_roll_with_them() -> None:
    scene = Stage("resistance_system gm present")
    scene.say("ann", "!character Ann skills Sneak")
    scene.say("ann", "!roll sneak")
    assert "**Success**" in scene.says("Mara", "!ok", 8, 3)
    request = scene.say("ann", "!roll sneak")
    reply = scene.says("Mara", "!stakes diff 1 d8 GOLD", 4, 2, 9, parent=request)
    assert "Stakes for ann: difficulty 1, D8 GOLD" in reply
    assert "less difficulty 1" in reply
    assert "D8 -> 2 GOLD" in reply
    assert "Nothing waits" in scene.says("Mara", "!ok")


def test_c6_1_refuse() -> None:
    scene = Stage("resistance_system roll_without_stakes refuse")
    scene.say("ann", "!character Ann skills Sneak")
    assert "No stakes are set" in scene.says("ann", "!roll sneak")


def test_d2_dice_that_fall_later_come_from_the_original_comment() -> None:
    """Part D: on a time-out the comment is the original one; the dice are those of its id, whoever lets them fall."""
    now = Stage("resistance_system")
    now.say("ann", "!character Ann skills Sneak")
    at_once = now.says("ann", "!roll sneak")
    late = Stage("resistance_system gm present")
    late.say("ann", "!character Ann skills Sneak")
    late.say("ann", "!roll sneak")
    assert at_once.splitlines()[0] in late.says("Mara", "!ok")


def test_r13_all_helpers_agreed_is_enough_and_silence_rolls_without_them() -> None:
    scene = Stage("resistance_system")
    for name in ("bo", "cy", "dee"):
        scene.say(name, f"!character {name} skills Fight")
    scene.say("bo", "!roll fight help from u/cy")
    assert "Fight + 1 helper; 3 dice: **9**, 1, 1" in scene.says("cy", "!assist", 9, 1, 1)
    scene.say("bo", "!roll fight help from u/cy and u/dee")
    scene.say("dee", "!assist")
    scene.waits(13, 8, 1, 1)
    assert "Fight + 1 helper; 3 dice" in scene.posts()[-1]
    assert "Nobody has asked you" in scene.says("cy", "!assist")


def test_r12_a_third_helper_is_too_many() -> None:
    scene = Stage("resistance_system")
    for name in ("bo", "cy", "dee", "eve"):
        scene.say(name, f"!character {name} skills Fight")
    assert "At most 2 may take part" in scene.says("bo", "!roll fight help from u/cy and u/dee and u/eve")


def test_c6_4_unanswered_consequences_happen_and_fatal_ones_wait_for_a_person() -> None:
    scene = Stage("blades")
    scene.say("ian", "!character ian insight 1 prowess 2 resolve 1")
    scene.say("Mara", '!threat u/ian 1: harm 2 "Cut" prowess; 2: harm 4 "Crushed" prowess')
    scene.waits(49)
    posts = "\n".join(scene.posts())
    assert "Nobody answered: harm 2 Cut, in full." in posts
    assert "u/Mara: nobody answered what is fatal to ian (2)" in posts
    assert "Dead" not in scene.says("ian", "!sheet")
    assert "type `!accept 2 death`" in scene.says("ian", "!accept 2")
    assert "That is death" in scene.says("ian", "!accept 2 death")
    assert "Dead" in scene.says("ian", "!sheet")
    assert "**New**" in scene.says("ian", "!character New insight 1 prowess 1 resolve 1")


def test_f8_no_choice_within_48_hours_is_declined() -> None:
    scene = Stage("fitd_choice")
    scene.say("sol", "!character sol insight 2 prowess 1 resolve 1 stress 3")
    scene.say("Mara", "!threat u/sol clock +2, insight")
    scene.say("sol", "!resist 1", 4, 1)
    scene.waits(47)
    assert len(scene.posts()) == 1
    scene.waits(2)
    assert "No choice came. Declined: clock +2, in full. Stress stays 3." in scene.posts()[-1]
    assert "Too late" in scene.says("sol", "!pay")


def test_r26_an_upgrade_is_open_for_24_hours_only() -> None:
    scene = Stage("resistance_system gm present roll_without_stakes default_now")
    scene.say("ann", "!character ann stress BODY 4")
    scene.say("ann", "!roll", 5, 1, 2)
    scene.waits(25)
    assert "no fallout to rule on" in scene.says("Mara", "!fallout split ONE, TWO")


def test_k19_outside_a_job_nothing_is_resisted() -> None:
    scene = Stage("fitd_choice")
    scene.say("sol", "!character sol insight 1 prowess 1 resolve 1")
    assert "The job is over" in scene.says("Mara", "!job end")
    scene.say("Mara", "!threat u/sol clock +1, insight")
    assert "Outside a job" in scene.says("sol", "!resist 1")
    assert "The job begins" in scene.says("Mara", "!job start")
    scene.say("Mara", "!threat u/sol 2: clock +1, insight, from fortune")
    assert "Only what follows from an action roll" in scene.says("sol", "!resist 2")


def test_c5_void_keeps_the_roll_and_gives_back_what_it_changed() -> None:
    scene = Stage("resistance_system")
    scene.say("ann", "!character ann skills Sneak")
    scene.say("Mara", "!stakes u/ann d6 GOLD")
    scene.say("ann", "!roll sneak", 4, 1, 5, 9)
    assert "Say why" in scene.says("Mara", "!void 1")
    assert "What it changed is given back" in scene.says("Mara", "!void 1 the yard was dark")
    assert "Stress none, total 0" in scene.says("ann", "!sheet")
    assert "**Void:** “the yard was dark”" in scene.says("ann", "!log")
    assert "**8**" in scene.says("ann", "!roll sneak", 8, 1)
    assert "Which roll?" in scene.says("Mara", "!void 9 no")
    assert "is for the scene" in scene.says("ann", "!void 2 me")


def test_void_gives_back_a_consequence_with_what_it_let_happen() -> None:
    scene = Stage("blades")
    scene.say("ian", "!character ian insight 1 prowess 2 resolve 1")
    scene.say("Mara", '!threat u/ian harm 2 "Cut" prowess')
    scene.say("ian", "!resist 1", 3, 1)
    assert "1: Cut" in scene.says("ian", "!sheet")
    assert "given back" in scene.says("Mara", "!void 1 wrong attribute")
    sheet = scene.says("ian", "!sheet")
    assert "Stress 0 of 9" in sheet
    assert "Cut" not in sheet
    assert "**ian** resists **1**" in scene.says("ian", "!resist 1", 6, 1)


def test_sheets_are_changed_with_a_trace_and_numbers_in_play_by_the_gm() -> None:
    scene = Stage("blades")
    made = scene.says("sia", "!character Silas insight 2 prowess 3 resolve 1 light heavy")
    assert made == (
        "**Silas** (played by sia): Insight 2, Prowess 3, Resolve 1; Stress 0 of 9; "
        "Boxes free light 1 of 1, heavy 2 of 2."
    )
    assert "Changed: prowess 3 to 4." in scene.says("sia", "!character prowess 4")
    assert "set by the GM, Mara" in scene.says("sia", "!character stress 2")
    assert "stress track 0 to 2" in scene.says("Mara", "!character u/sia stress 2")
    assert "You play Silas" in scene.says("sia", "!character Somebody insight 1")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("!character Silas insight 9", "ratings.insight: a whole number from 0 to 6"),
        ("!character Silas insight 2 insight 3", "insight: two different values"),
        ("!character Silas charm 2", "charm"),
        ("!character Silas insight", "a number must follow"),
        ("!character", "A sheet looks so"),
    ],
)
def test_a_sheet_that_contradicts_itself_is_refused_with_its_reasons(line: str, reason: str) -> None:
    scene = Stage("blades")
    if "charm" in line:
        assert "Silas charm 2" in scene.says("sia", line)  # no keyword: it is all a name
        return
    assert reason in scene.says("sia", line)
    assert "no sheet" in scene.says("bo", "!sheet u/sia")


def test_a_name_whose_key_is_taken_is_refused() -> None:
    """Part D2."""
    scene = Stage("resistance_system")
    scene.say("ann", "!character The-Fox skills Sneak")
    assert "another name" in scene.says("bo", "!character the fox skills Fight")


def test_a_sheet_may_come_by_message() -> None:
    scene = Stage("blades")
    scene.forum.write("sia", "S1 !character Silas insight 2 prowess 3 resolve 1 light")
    scene.cycle(times=3)
    assert "**Silas**" in scene.forum.messages("sia")[-1].body
    assert "Silas" in scene.says("Mara", "!sheet u/sia")
    scene.forum.write("sia", "S1 !resist insight")
    scene.cycle(times=3)
    assert "Write that in the thread" in scene.forum.messages("sia")[-1].body


def test_any_number_of_scenes_run_side_by_side_each_with_its_own_people() -> None:
    scene = Stage("blades", "resistance_system")
    asked = scene.says("ann", "!character Ann skills Sneak")
    assert "S1 !character" in asked
    assert "S2 !character" in asked
    assert "**Ann**" in scene.says("ann", "S2 !character Ann skills Sneak")
    reply = scene.say("ann", "!roll sneak", 8, 9)
    assert "^(S2 · " in scene.footer(reply)
    assert "Scene S1" in scene.says("Mara", "S1 !scene status")


def test_d_beside_a_game_only_where_its_host_allows_dice_and_shared_verbs_mean_the_game() -> None:
    scene = Stage(with_game=True)
    scene.say("Mara", "!host resistance here")
    assert "runs without dice" in scene.says("Mara", "!scene open blades")
    allowed = Stage(with_game=True)
    allowed.say("Mara", "!host resistance here dice_in_game_thread true")
    allowed.say("Mara", "!scene open resistance_system")
    assert allowed.game("s1").status is GameStatus.OPEN
    roll = allowed.say("ann", "!roll 2d6", 3, 4)
    assert "= **7**" in allowed.reply(roll)
    assert "^(S1 · " in allowed.footer(roll)
    assert "^(G1 · " in allowed.footer(allowed.say("ann", "!status"))
    assert "Scene S1" in allowed.says("ann", "!scene status")
    assert allowed.errors() == []


def test_a_restart_between_the_comment_and_the_answer_changes_no_die() -> None:
    """A7: dice are re-derivable and stored; a crash cannot change them."""
    scene = Stage("resistance_system")
    scene.say("ann", "!character ann skills Sneak")
    first = scene.says("ann", "!roll sneak")
    scene.restart()
    assert first.splitlines()[0].partition(" - ")[2] in scene.says("ann", "!log")
    assert len(scene.log()) == 3
    scene.cycle(times=4)
    assert len(scene.log()) == 3


def test_the_gm_may_be_somebody_else_and_is_known_by_account_from_his_first_word() -> None:
    scene = Stage("resistance_system gm u/Otto")
    scene.say("ann", "!character ann skills Sneak")
    assert "GM, Otto" in scene.says("Mara", "!stakes u/ann d6")
    assert "Stakes for ann" in scene.says("otto", "!stakes u/ann d6")
    assert any('"gm_known"' in line for line in scene.log())


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("", "Name the rules first"),
        ("", "For example `!scene open blades`."),
        ("chess", "Name the rules first"),
        ("blades luck 3", "luck: there is no such option"),
        ("blades track_size", "a value is missing"),
        ("resistance_system below_lowest two", "one of one, zero, same, D2"),
        ("blades gm u/x wait_for_gm_hours 0", "from 1 to 720"),
    ],
)
def test_b7_an_opening_that_cannot_hold_opens_nothing(words: str, reason: str) -> None:
    scene = Stage()
    assert reason in scene.says("Mara", f"!scene open {words}")
    assert scene.posts() == []


def test_b7_options_of_every_shape() -> None:
    scene = Stage("resistance_system levels minor:1,moderate:4,severe:8 ladder 4,6,8 max_helpers 1 default_die 8")
    assert scene.errors() == []
    scene.say("ann", "!character ann")
    assert "D8, BODY" in scene.says("ann", "!roll", 9)


def test_only_moderators_open_scenes() -> None:
    scene = Stage()
    assert scene.says("ann", "!scene open blades") == "Moderators open scenes."
    assert scene.says("ann", "> !scene open blades") == ""


def test_a_fallout_that_is_gone_is_nothing_to_rule_on() -> None:
    scene = Stage("resistance_system")
    scene.say("ann", "!character ann stress BODY 4")
    scene.say("ann", "!roll", 5, 1, 2)
    assert "is repaired" in scene.says("ann", "!repair d6", 5)
    assert "no fallout to rule on" in scene.says("Mara", "!fallout split ONE, TWO")


def test_f16_armour_after_the_roll_may_come_in_a_later_comment() -> None:
    """K28, K29: harm 3 resisted to 2, light armour makes it 1; not once the player has rolled for something else."""
    scene = Stage("blades")
    scene.say("ian", "!character ian insight 1 prowess 3 resolve 1 light heavy")
    scene.say("Mara", '!threat u/ian desperate harm "Cut" prowess')
    assert "Harm 2 Cut is recorded" in scene.says("ian", "!resist", 1, 5, 2)
    reply = scene.says("ian", "!armour light")
    assert "harm 1 Cut. Boxes left: light 0 of 1, heavy 2 of 2." in reply
    assert "Harm 1 Cut is recorded" in reply
    assert "Harm 1: Cut." in scene.says("ian", "!sheet")
    scene.say("ian", "!r 2d6", 1, 1)
    assert "settled" in scene.says("ian", "!armour 1 heavy")


def test_f16_no_armour_after_the_roll_where_the_rules_have_none() -> None:
    scene = Stage("fitd_protection")
    scene.say("rhea", "!character rhea body 1 wits 1 will 2 heavy")
    scene.say("Mara", "!threat u/rhea harm 2 body, reduce")
    scene.say("rhea", "!resist 1", 4)
    assert "no armour after that" in scene.says("rhea", "!armour 1")
