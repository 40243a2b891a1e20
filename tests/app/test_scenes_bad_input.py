"""Issue 4, bad input: each has an answer, and nothing that should not happen does. Corpus D027, D028, D041."""

import pytest

from tests.app.scenes import Stage


def resistance() -> Stage:
    scene = Stage("resistance_system")
    scene.say("ann", "!character Ann skills Sneak domains Docks")
    return scene


def blades() -> Stage:
    scene = Stage("blades")
    scene.say("ian", "!character Ian insight 1 prowess 2 resolve 1 light")
    scene.say("bo", "!character Bo insight 1 prowess 2 resolve 1")
    scene.say("Mara", '!threat u/ian 1: harm 2 "Cut" prowess')
    return scene


def test_a_roll_with_no_scene_is_answered_once_a_day() -> None:
    scene = Stage()
    assert "no open scene in this thread" in scene.says("ann", "!roll 2d6")
    assert scene.says("ann", "!roll 2d6") == ""
    assert scene.says("bo", "I would roll 2d6 if I could") == ""


def test_a_stranger_is_told_how_to_join_once_a_day() -> None:
    scene = resistance()
    assert "You have no character in this scene" in scene.says("zed", "!roll sneak")
    assert scene.says("zed", "!roll sneak") == ""
    assert "= **" in scene.says("zed", "!roll 2d6")  # plain dice work in any scene


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("!roll 999999d6", "dice"),
        ("[[999999999999d6]]", "dice"),
        ("!roll 1d0", "sides"),
        ("[[1d0]]", "sides"),
        ("[[0d6]]", "die"),
        ("!r 1d257", "sides"),
        ("!r " + "(" * 60 + "1d6" + ")" * 60, "nest"),
        ("!r banana", ""),
        ("[[9**9**9**9]]", ""),
    ],
)
def test_plain_dice_that_cannot_be_rolled_say_why(text: str, reason: str) -> None:
    scene = resistance()
    reply = scene.says("ann", text)
    assert reply.startswith("Not rolled: ")
    assert reason in reply
    assert len(scene.log()) == 2


def test_a_roll_on_somebody_elses_consequence() -> None:
    scene = blades()
    assert scene.says("bo", "!resist 1") == "Consequence 1 is for ian to answer, not for you."
    assert "What is open here is for ian" in scene.says("bo", "!armour")
    assert "Only the GM may do that for ian" in scene.says("bo", "!resist u/ian 1")


def test_a_second_roll_on_one_consequence_is_refused_with_a_link() -> None:
    """F6, C4."""
    scene = blades()
    first = scene.say("ian", "!resist 1", 5, 1)
    reply = scene.says("ian", "!resist 1")
    assert "There was a roll against this one already." in reply
    assert f"[roll 1](/comments/{scene.thread[3:]}/_/{first[3:]})" in reply


def test_two_rolls_on_one_consequence_in_one_comment() -> None:
    scene = blades()
    reply = scene.says("ian", "!resist 1\n\n!resist 1", 5, 1)
    assert reply.count("**Ian** resists") == 1
    assert "already" in reply


def test_a_comment_edited_or_deleted_after_its_roll_changes_nothing_and_is_flagged() -> None:
    scene = resistance()
    roll = scene.say("ann", "!roll sneak docks", 1, 4, 2, 3, 9)
    sheet = scene.says("ann", "!sheet")
    scene.forum.delete_as("ann", roll)
    scene.cycle(after=300, times=8)
    assert scene.says("ann", "!sheet") == sheet
    assert "(comment deleted since)" in scene.says("bo", "!log")


def test_d027_a_deleted_roll_is_told_with_the_next_one() -> None:
    """The corpus: roll it only together with a visible remark that an earlier roll was deleted."""
    scene = resistance()
    bad = scene.say("ann", "[[1d20+5]] Perception", 4)
    scene.forum.delete_as("ann", bad)
    scene.cycle(after=300, times=8)
    again = scene.says("ann", "[[1d20+5]] Perception", 17)
    assert "= **22**" in again
    assert "An earlier comment was deleted; its roll 1 stands" in again
    assert "**9**" in again
    assert "earlier comment" not in scene.says("ann", "[[1d20+5]] Perception", 3)


def test_d028_who_rolls_is_who_is_named() -> None:
    """The corpus: only a moderator or stand-in rolls for another; the result must name who asked."""
    scene = resistance()
    scene.say("juni", "!character Juni skills Sing")
    reply = scene.says("ann", "Juni is away this week, roll her save for her: [[1d20+2]]")
    assert "Everybody rolls their own dice" in reply
    assert "= **" not in reply
    assert "**Juni** - Sing; 2 dice" in scene.says("Mara", "!roll u/juni sing", 8, 2)
    assert "Only the GM may do that for juni" in scene.says("ann", "!roll u/juni sing")


def test_d041_a_label_has_no_power() -> None:
    scene = resistance()
    reply = scene.says("ann", "[[1d20+5]] | pwned\n|:-|\n", 4)
    assert "**Ann** -" in reply
    assert "|" not in reply


@pytest.mark.parametrize(
    ("text", "reply"),
    [
        ("!roll mastry", "did you mean *mastery*?"),
        ("!rool sneak", ""),
        ("!roll sneak diff 1 diff 2", "two different values for difficulty"),
        ("!roll sneak d6 d8", "two different values for die"),
        ("!roll sneak vs Nobody", "There is no Nobody here"),
        ("!roll sneak diff 9", "Difficulty goes from 0 to 2"),
        ("!follow", "Nobody leads a group action now"),
        ("!pay", "has no meaning in the Resistance System"),
        ("!assist", "Nobody has asked you for help"),
        ("!roll sneak help from u/nobody", "Nobody called"),
        ("!roll sneak help from u/ann", "Nobody helps himself"),
        ("!stakes u/ann d6", "That is for the scene's GM, Mara"),
        ("!scene close", "That is for the scene's GM, Mara"),
    ],
)
def test_commands_that_cannot_be_carried_out(text: str, reply: str) -> None:
    scene = resistance()
    assert reply in scene.says("ann", text)
    assert len(scene.log()) == 2


@pytest.mark.parametrize(
    ("text", "reply"),
    [
        ("!stakes u/ann", "Which stakes?"),
        ("!stakes u/ann d7 GOLD", "d7 is no stress die here"),
        ("!stakes u/ann diff 3", "Difficulty goes from 0 to 2"),
        ("!stakes u/ann d6 HONOUR", "I cannot read HONOUR"),
        ("!stakes u/zed d6", "Nobody called"),
        ("!stakes u/ann BODY GOLD", "One resistance at a time"),
        ("!npc Ogre", "a resistance from 1 to 1000"),
        ("!npc resistance 5", "A name first"),
        ("!threat u/ann harm 2", "Consequences belong to Forged in the Dark"),
        ("!force u/ann body", "has no meaning"),
        ("!ok", "Nothing waits"),
        ("!job maybe", "`!job start` or `!job end`"),
        ("!scene clear", "no stakes to clear"),
        ("!stress u/ann 900 BODY", "At most 100 stress"),
        ("!fallout upgrade X", "no fallout to rule on"),
    ],
)
def test_what_a_gm_cannot_do(text: str, reply: str) -> None:
    scene = resistance()
    assert reply in scene.says("Mara", text)
    assert len(scene.log()) == 2


@pytest.mark.parametrize(
    ("text", "reply"),
    [
        ("!threat u/ian harm 7 prowess", "Harm goes from 1 to 4"),
        ("!threat u/ian clock +99", "A clock gains 1 to 12"),
        ("!threat u/ian", "What happens?"),
        ("!stakes u/ian d6", "it is `!threat`"),
        ("!force u/ian prowess", "There are no forced rolls in this game"),
    ],
)
def test_what_a_gm_cannot_do_in_blades(text: str, reply: str) -> None:
    scene = blades()
    assert reply in scene.says("Mara", text)
    assert len(scene.log()) == 4


def test_c4_at_most_five_commands_a_comment() -> None:
    scene = resistance()
    reply = scene.says("ann", "\n\n".join(["!r 1d6"] * 7))
    assert reply.count("**Ann** -") == 5
    assert "At most 5 commands in one comment" in reply


def test_c4_twenty_rolls_an_hour() -> None:
    scene = resistance()
    for _ in range(4):
        scene.say("ann", "\n\n".join(["!r 1d6"] * 5))
    assert "20 rolls in an hour is the limit" in scene.says("ann", "!r 1d6")
    scene.waits(1)
    assert "= **" in scene.says("ann", "!r 1d6")


def test_c4_the_limits_hold_for_a_thread_whatever_the_number_of_its_scenes() -> None:
    """C4: 20 rolls per user and hour, 200 rolls per thread and day; a new scene is no way around it."""
    scene = resistance()
    for _ in range(4):
        scene.say("ann", "\n\n".join(["!r 1d6"] * 5))
    scene.say("Mara", "!scene close")
    scene.say("Mara", "!scene open resistance_system")
    scene.say("ann", "!character Ann skills Sneak")
    assert "20 rolls in an hour is the limit" in scene.says("ann", "!r 1d6")
    for n in range(9):
        for _ in range(4):
            scene.say(f"user{n}", "\n\n".join(["!r 1d6"] * 5))
    assert "200 rolls" in scene.says("Mara", "!r 1d6")


def test_c4_error_hints_three_a_day() -> None:
    scene = resistance()
    answered = [scene.says("ann", f"!roll mastry {n}") for n in range(5)]
    assert [bool(each) for each in answered] == [True, True, True, False, False]
    scene.waits(2)
    assert scene.says("ann", "!roll mastry") == ""


def test_c4_a_pool_has_twelve_dice_at_most() -> None:
    scene = Stage("resistance_system")
    assert "A pool has at most 12 dice" in scene.says("ann", "!roll 99d10")


def test_names_and_notes_ping_nobody_and_break_nothing() -> None:
    scene = Stage("resistance_system")
    made = scene.says("ann", "!character x](http://evil.example) skills *a*, <b>")
    assert "](http" not in made
    reply = scene.says("ann", "!roll -- hello u/bo *and* http://evil.example", 9)
    assert "u/bo" not in reply
    assert "](http" not in reply
    assert scene.errors() == []


def test_a_change_on_the_gms_side_keeps_no_roll_waiting_forever() -> None:
    """A request whose opponent is gone or changed is still rolled, or dropped in words."""
    scene = Stage("resistance_system gm present")
    scene.say("ann", "!character Ann skills Sneak")
    scene.say("ann", "!roll sneak")
    scene.say("Mara", "!scene close")
    scene.waits(20)
    assert "is closed" in scene.posts()[-1]
    assert scene.errors() == []
