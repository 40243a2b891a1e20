"""narrative.md C4-C8, D: what a scene's answers say, as somebody reads them on a phone."""

import hashlib
import hmac
import re

import pytest

from forumgm.games.narrative.scene.posts import asks_gm
from forumgm.games.narrative.scene.state import Scene
from tests.app.scenes import SECRET, Stage


def test_d_the_method_of_the_first_post_gives_the_dice() -> None:
    """The message is spelled as it is hashed: whoever fills it in gets the faces."""
    scene = Stage("resistance_system")
    comment = scene.say("ann", "!roll 5d200")
    (method,) = re.findall(r"`(forumgm/roll/v1[^`]*)`", scene.posts()[0])
    for name, value in (("scene", "s1"), ("comment", comment), ("command", "0"), ("purpose", "pool"), ("block", "0")):
        method = method.replace(f"|{name}", f"|{value}")
    block = hmac.new(SECRET, method.encode(), hashlib.sha256).digest()
    faces = [1 + byte % 200 for byte in block if byte < 200][:5]
    assert f"5d200 [{', '.join(map(str, faces))}] = **{sum(faces)}**" in scene.reply(comment).replace("\\", "")


@pytest.mark.parametrize(
    ("stakes", "answer"), [("no roll", "works without a roll"), ("impossible", "cannot be done; no roll, no stress")]
)
def test_c5_stakes_without_a_roll_are_for_one_request_only(stakes: str, answer: str) -> None:
    """R1 ends the request, C5 says "next roll only"."""
    scene = Stage("resistance_system")
    scene.say("ann", "!character Ann skills Sneak")
    scene.say("Mara", f"!stakes u/ann {stakes}")
    assert answer in scene.says("ann", "!odds sneak")
    assert answer in scene.says("ann", "!roll sneak")
    assert "**Success**" in scene.says("ann", "!roll sneak", 8, 1)


def test_c6_a_roll_that_waited_for_stakes_without_a_roll_is_answered_once() -> None:
    scene = Stage("resistance_system gm present")
    scene.say("ann", "!character Ann skills Sneak")
    request = scene.say("ann", "!roll sneak")
    assert "works without a roll" in scene.says("Mara", "!stakes no roll", parent=request)
    posts = len(scene.posts())
    scene.waits(13)
    assert len(scene.posts()) == posts
    assert scene.game().error is None


def test_a_fallout_without_a_name_says_its_level_once() -> None:
    scene = Stage("resistance_system")
    scene.say("ann", "!character Ann")
    scene.say("Mara", "!stress u/ann 3 BODY", 1)
    assert "Fallout minor BODY fallout" in scene.says("ann", "!sheet")
    assert "minor)" not in scene.says("ann", "!sheet").replace("\\", "")
    scene.say("Mara", "!fallout name BLEEDING")
    assert "Fallout BLEEDING (minor)" in scene.says("ann", "!sheet").replace("\\", "")


def test_what_is_absorbed_is_said_with_all_boxes_left() -> None:
    """C9.11."""
    scene = Stage("fitd_protection")
    scene.say("rhea", "!character Rhea body 1 heavy shield stress 4")
    scene.say("Mara", "!threat u/rhea harm 2 body")
    assert scene.says("rhea", "!armour shield") == (
        "**Rhea** - armour on **1**: it is avoided, no stress. Boxes left: heavy 2 of 2, shield 0 of 1.\n\nNo harm."
    )


@pytest.mark.parametrize(("system", "attribute"), [("blades", "prowess"), ("fitd_protection", "body")])
def test_the_example_of_a_sheet_has_the_attributes_of_the_game(system: str, attribute: str) -> None:
    scene = Stage(system)
    for words in ("!sheet", "!resist 1", "!character"):
        (example,) = re.findall(r"`(!character [^`]*)`", scene.says(f"zed_{words[1:4]}", words))
        assert attribute in example


def test_boxes_may_be_announced_by_that_word() -> None:
    scene = Stage("blades")
    assert "Boxes free light 1 of 1, heavy 2 of 2" in scene.says(
        "ian", "!character Ian prowess 2 boxes light 1 heavy 2"
    )
    wrong = scene.says("bo", "!character Bo prowess 2 helmet 1")
    assert "helmet: there are insight, prowess, resolve; boxes light, heavy, shield" in wrong


def test_a_refusal_links_a_roll_only_where_it_is_about_one() -> None:
    scene = Stage("blades")
    scene.say("ian", "!character Ian prowess 2")
    scene.say("Mara", "!threat u/ian harm 2 prowess")
    scene.say("ian", "!resist", 3, 1)
    assert "already. ([roll 1]" in scene.says("ian", "!resist 1")
    scene.say("Mara", "!threat u/ian harm 1 prowess; she runs, insight")
    assert scene.says("ian", "!resist").endswith("Which one: 1, 2?")


def test_c5_a_threat_names_the_attribute_that_harm_has_or_says_that_none_is_set() -> None:
    scene = Stage("blades")
    scene.say("ian", "!character Ian prowess 2 insight 1")
    assert "harm 3 Smashed, Prowess, resisting reduces it" in scene.says("Mara", '!threat u/ian harm 3 "Smashed"')
    asked = scene.says("Mara", "!threat u/ian 2: she is scared")
    assert "**2** she is scared, resisting reduces it (with insight, prowess or resolve: you name it)." in asked


def test_a_threat_offers_only_what_the_character_can_do() -> None:
    scene = Stage("blades")
    scene.say("ian", "!character Ian prowess 2")
    assert "armour" not in scene.says("Mara", "!threat u/ian harm 2 prowess")
    scene.say("bo", "!character Bo prowess 2 light")
    assert "`!resist 1`, `!armour 1` or `!accept 1`" in scene.says("Mara", "!threat u/bo harm 2 prowess")
    job = Stage("fitd_choice")
    job.say("sol", "!character Sol prowess 2")
    job.say("Mara", "!job end")
    told = job.says("Mara", "!threat u/sol harm 2 prowess")
    assert "Prowess; outside a job nothing can be resisted." in told
    assert "!resist" not in told
    fortune = Stage("fitd_choice")
    fortune.say("sol", "!character Sol prowess 2")
    assert "!resist" not in fortune.says("Mara", "!threat u/sol harm 2 prowess from fortune")


def test_a_second_roll_while_one_waits_says_that_it_takes_its_place() -> None:
    scene = Stage("resistance_system gm present")
    scene.say("ann", "!character Ann skills Sneak")
    scene.say("ann", "!roll sneak")
    assert "in place of the one that waited" in scene.says("ann", "!roll")


def test_words_that_stakes_cannot_take_are_named() -> None:
    scene = Stage("resistance_system")
    scene.say("ann", "!character Ann")
    assert "I cannot read HONOUR" in scene.says("Mara", "!stakes u/ann d6 HONOUR")


def test_reddit_63_names_in_a_gms_line_need_no_mark() -> None:
    scene = Stage("resistance_system")
    scene.say("ann", "!character Ann")
    scene.say("bo", "!character Bo")
    assert "Stakes for bo and ann: difficulty 1" in scene.says("Mara", "!stakes u/bo, ann diff 1")
    fitd = Stage("blades")
    fitd.say("ian", "!character Ian prowess 2")
    fitd.say("zoe", "!character Zoe prowess 2")
    assert "u/zoe, one threat. **1** harm 3 Broken Leg, Prowess" in fitd.says("Mara", "!threat zoe: harm 3 Broken Leg")


def test_c9_9_the_gm_is_asked_once_for_the_name_of_a_harm() -> None:
    scene = Stage("blades")
    scene.say("ian", "!character Ian prowess 1")
    scene.say("Mara", "!threat u/ian harm 2 prowess")
    told = scene.says("ian", "!resist 1", 5)
    assert told.endswith("Harm 1 is recorded. u/Mara, name it.")
    assert asks_gm("Harm 1 is recorded. GM, name it.", Scene(gm="The_GM")) == (
        r"Harm 1 is recorded. u/The\_GM, name it."
    )
    scene.say("Mara", '!threat u/ian harm 3 "Cut" prowess')
    scene.say("ian", "!accept 1")
    scene.say("Mara", "!threat u/ian harm 3 prowess")
    assert "a catastrophe. u/Mara, decide: permanent loss or sudden death." in scene.says("ian", "!accept 1")


def test_one_die_is_no_dice() -> None:
    scene = Stage("resistance_system")
    scene.say("ann", "!character Ann")
    assert scene.says("ann", "!roll vs ogre") == "There is no ogre here; the GM names opponents with `!npc`."
    scene.say("ann", "!roll 1d8", 5)
    assert "d8: 1 die, mean 5.00 (fair 4.50)" in scene.says("ann", "!histogram")
    scene.say("Mara", "!scene close")
    assert "1 roll, 1 die." in scene.posts()[-1]
    assert "d8: 1 die, mean 5.00 (fair dice: 4.50)." in scene.posts()[-1]


def test_used_stakes_say_who_sets_new_ones() -> None:
    scene = Stage("resistance_system")
    scene.say("ann", "!character Ann")
    scene.say("Mara", "!stakes u/ann d6")
    scene.say("ann", "!roll", 9)
    assert "New dice need new stakes: Mara sets them with `!stakes`." in scene.says("ann", "!roll")
