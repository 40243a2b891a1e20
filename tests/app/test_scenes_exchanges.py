"""narrative.md C9: the twelve exchanges, as transcripts through the whole pipeline."""

from tests.app.scenes import Stage

POOL = "resistance_system resistances BODY,SAFETY,GOLD"


def test_c9_1_stakes_first_a_normal_roll() -> None:
    scene = Stage(POOL)
    scene.say("ann", "!character ann skills Sneak domains Docks stress SAFETY 1")
    stakes = scene.says("Mara", "!stakes u/ann diff 1, d6 to SAFETY -- the yard is lit")
    assert stakes == "Stakes for ann: difficulty 1, D6 SAFETY, next roll only."
    roll = scene.say("ann", "I go from crate to crate. !roll sneak + docks", 3, 7, 4, 8)
    assert scene.reply(roll) == (
        "**ann** - Sneak + Docks; 3 dice less difficulty 1: 3, **7** = **Success at a cost**.\n\n"
        "Stress: D6 -> 4 SAFETY (1 -> 5), total 5. Fallout check d10: 8, safe."
    )
    assert scene.footer(roll).startswith("^(S1 · ")
    assert scene.footer(roll).endswith(" · roll 1 · own stakes)")


def test_c9_1_stakes_as_a_reply_need_no_name() -> None:
    """C5: as a reply to the player's comment the name may be left out; also below the GM's own answer to it."""
    scene = Stage(POOL)
    scene.say("bo", "!character bo skills Fight")
    scene.say("ann", "!character ann skills Sneak")
    comment = scene.say("ann", "May I try to climb over? !sheet")
    assert "Stakes for ann" in scene.says("Mara", "!stakes diff 2 d3 GOLD", parent=comment)
    answer = next(note.id for note in scene.forum.posts(scene.thread) if note.parent == comment)
    assert "Stakes for ann: difficulty 1, D3 GOLD" in scene.says("Mara", "!stakes diff 1 d3 GOLD", parent=answer)
    assert "For whom? Name bo or ann" in scene.says("Mara", "!stakes diff 1 d3 GOLD")


def test_c9_1_stakes_wait_for_a_player_who_has_written_nothing_yet() -> None:
    """C5: `!stakes u/ann` is for her next roll, also when that is her first word in a scene without sheets."""
    scene = Stage(POOL)
    assert "Stakes for Ann and bo: difficulty 1" in scene.says("Mara", "!stakes u/Ann u/bo diff 1, d3 SAFETY")
    roll = scene.say("ann", "!roll skill", 3, 2, 8)
    assert "2 dice less difficulty 1" in scene.reply(roll)
    assert scene.footer(roll).endswith("own stakes)")
    assert scene.footer(scene.say("bo", "!roll skill", 9)).endswith("own stakes)")
    scene = Stage(POOL)
    scene.say("Mara", "!stakes u/ann diff 1, d3 SAFETY")
    scene.say("ann", "!character Ruth skills Sneak")
    assert scene.footer(scene.say("ann", "!roll sneak", 9)).endswith("own stakes)")
    assert "Nobody called “an” has a character here." in scene.says("Mara", "!stakes u/an diff 1, d3 SAFETY")


def test_c9_2_nothing_set_automated() -> None:
    scene = Stage("resistance_system")
    scene.say("bo", "!character bo skills Fight")
    reply = scene.says("bo", "!Roll Fight", 9, 2)
    assert "**bo** - Fight; 2 dice: **9**, 2 = **Success**. No stress." in reply
    assert "No stakes were set; used the default: difficulty 0, D6, BODY." in reply


def test_c9_3_pool_below_zero() -> None:
    scene = Stage("resistance_system")
    scene.say("cy", "!character cy domains Docks")
    assert "**Warden**: 0 of 6, difficulty 2, weapon D6" in scene.says(
        "Mara", "!npc Warden resistance 6 diff 2 weapon d6"
    )
    reply = scene.says("cy", "I shove him! !roll vs warden weapon d6", 10, 3)
    assert "1 die less difficulty 2 is -1: one die, 1 step down: **10** = **Success**. No stress." in reply
    assert "Warden takes D6 -> 3 (3 of 6)." in reply
    assert "Warden: 3 of 6" in scene.says("cy", "!status")


def test_c9_4_pool_exactly_zero() -> None:
    """Part E: a sheet's name wins over a synonym: haggle is the skill here, partial is said apart."""
    scene = Stage(POOL)
    scene.say("dee", "!character dee skills Haggle")
    scene.say("Mara", "!stakes u/dee diff 2, d3, GOLD")
    reply = scene.says("dee", "!roll haggle partial", 6, 9)
    assert "2 dice less difficulty 2 is 0: one die, read normally: **6** = **Success at a cost**, partial." in reply
    assert "flat 1: 1 GOLD (0 -> 1), total 1" in reply


def test_c9_5_helpers() -> None:
    scene = Stage("resistance_system gm present roll_without_stakes default_now")
    scene.say("bo", "!character bo skills Fight")
    scene.say("cy", "!character cy domains Docks stress BODY 2")
    scene.say("dee", "!character dee mastery Singing")
    scene.say("Mara", "!scene diff 1 d8 BODY")
    asked = scene.says("bo", "!roll fight help from u/cy and u/dee -- we hold the door")
    assert "u/cy and u/dee: reply `!assist` to join; you take stress as bo does." in asked
    assert "cy qualifies by *Docks*; dee has nothing that fits and would not add a die" in asked
    assert "cy joins bo. Still asked: dee" in scene.says("cy", "!assist")
    reply = scene.says("bo", "!roll fight help from u/cy", 4, 5, 6, 6, 3, 4)
    assert "**bo** - Fight + 1 helper; 3 dice less difficulty 1: 4, **5** = **Failure**." in reply
    assert "| who | D8 BODY | total | check |" in reply
    assert "| bo | 6 | 0 -> 6 | d10 6, safe |" in reply
    assert "| cy | 3 | 2 -> 5 | d10 4, **moderate** BODY, -5 -> 0 |" in reply
    assert "u/Mara, cy's fallout: reply `!fallout name ...`" in reply
    named = scene.says("Mara", "!fallout u/cy name CRACKED RIBS")
    assert "**CRACKED RIBS** (moderate) stays." in named


def test_c9_6_group() -> None:
    scene = Stage(POOL)
    scene.say("ann", "!character ann skills Sneak domains Docks")
    scene.say("bo", "!character bo skills Fight")
    scene.say("Mara", "!scene d6 SAFETY")
    led = scene.says("ann", "!lead sneak docks group", 2, 8, 5)
    assert "**ann** leads - Sneak + Docks; 3 dice: 2, **8**, 5 = **Success**." in led
    assert "`!follow` with mastery" in led
    followed = scene.says("bo", "!follow", 6, 1, 2, 9)
    assert "**bo** follows - mastery; 2 dice: **6**, 1 = **Success at a cost**." in followed
    assert "D6 -> 2 SAFETY (0 -> 2), total 2. Fallout check d10: 9, safe." in followed
    assert "rolled already" in scene.says("bo", "!follow")


def test_c9_7_two_tens_against_an_npc() -> None:
    scene = Stage("resistance_system")
    scene.say("ann", "!character ann skills Fight")
    scene.say("Mara", "!npc Ogre resistance 5")
    reply = scene.says("ann", "!roll fight mastery vs Ogre weapon d6", 10, 10, 4, 3)
    assert "Fight + mastery; 3 dice: **10**, 10, 4 = **Critical success**. No stress." in reply
    assert "Ogre takes D6 -> 3, +2 for 2 tens = 5 (5 of 5): at your mercy." in reply


def test_c9_8_fallout_with_an_upgrade() -> None:
    scene = Stage("resistance_system gm present roll_without_stakes default_now")
    scene.say("ann", "!character ann skills Fight stress BODY 3")
    scene.say("ann", "!roll", 4, 1, 3)  # total 4, d10 3: minor, total 1
    assert "BLEEDING" in scene.says("Mara", "!fallout name BLEEDING")
    reply = scene.says("ann", "!roll fight", 7, 2, 3, 2)
    assert "D6 -> 3 BODY (1 -> 4), total 4. Fallout check d10: 2, **minor**" in reply
    assert (
        "ann already has BLEEDING. u/Mara: `!fallout keep` or `!fallout upgrade NAME` (default keep in 24 h)" in reply
    )
    upgraded = scene.says("Mara", "!fallout upgrade BROKEN LIMB")
    assert "BLEEDING is replaced by **BROKEN LIMB** (moderate). Stress: none, total 0." in upgraded


def test_c9_9_blades_several_consequences() -> None:
    scene = Stage("blades")
    scene.say("ian", "!character ian insight 1 prowess 2 resolve 1 light stress 2")
    threat = scene.says("Mara", '!threat u/ian 1: harm 2 "Cut to the Ribs" prowess; 2: she gets away, prowess, avoid')
    assert "u/ian, 2 threats. **1** harm 2 Cut to the Ribs, Prowess, resisting reduces it." in threat
    assert "**2** she gets away, Prowess, resisting avoids it." in threat
    assert "Rolling is final here." in threat
    reply = scene.says("ian", "!resist 2\n\n!armour 1", 3, 1)
    assert "**ian** resists **2** - Prowess 2: **3**, 1 -> 3 stress (2 -> 5 of 9). It is avoided." in reply
    assert "armour on **1**: harm 1 Cut to the Ribs. Boxes left: light 0 of 1." in reply
    assert "Harm 1 Cut to the Ribs is recorded." in reply
    assert "1: Cut to the Ribs" in scene.says("ian", "!sheet")


def test_c9_10_choice_roll_first_then_choose() -> None:
    scene = Stage("fitd_choice")
    scene.say("sol", "!character sol insight 1 prowess 1 resolve 1 stress 7")
    scene.say("tam", "!character tam insight 1 prowess 1 resolve 1 stress 7")
    scene.say("Mara", "!threat u/sol bomb clock +2, insight")
    reply = scene.says("sol", "!resist insight", 5)
    assert "Insight 1: **5** -> cost 1. Stress would go 7 -> 8 of 9: bomb clock +1 instead of bomb clock +2." in reply
    assert "`!pay` or `!decline` within 48 h." in reply
    assert "Paid. Stress 8 of 9. It is reduced: bomb clock +1." in scene.says("sol", "!pay")
    scene.say("Mara", "!threat u/tam bomb clock +2, insight")
    reply = scene.says("tam", "!resist insight", 3)
    assert "cost 3, but only 2 boxes are left: it cannot be resisted. In full: bomb clock +2." in reply


def test_c9_11_protection_and_a_forced_roll() -> None:
    scene = Stage("fitd_protection")
    scene.say("rhea", "!character rhea body 1 wits 1 will 2 heavy shield stress 4")
    scene.say("Mara", "!threat u/rhea harm 2 body")
    absorbed = scene.says("rhea", "!armour shield")
    assert "it is avoided, no stress. Boxes left: heavy 2 of 2, shield 0 of 1." in absorbed
    assert "No harm." in absorbed
    forced = scene.says("Mara", "!force u/rhea will -- the mesmerist looks up", 5, 2)
    assert "**rhea** (forced, costs nothing) - Will 2: **5**, 2 = **reduced**. Stress 4." in forced
    assert "*the mesmerist looks up*" in forced


def test_c9_12_phones_typos_edits_odds() -> None:
    scene = Stage("resistance_system")
    scene.say("ann", "!character ann skills Sneak domains Docks stress BODY 5")
    typo = scene.say("ann", r"\!Roll Sneek \+ docks — quietly")
    assert scene.reply(typo) == "No dice yet: did you mean *Sneak*? Write it again in a new comment."
    roll = scene.say("ann", "!roll sneak docks — quietly", 1, 4, 9)
    assert "**ann** - Sneak + Docks; 3 dice: 1, 4, **9** = **Success**. No stress." in scene.reply(roll)
    before = len(scene.forum.posts())
    scene.cycle(after=300)
    scene.forum.edit_as("ann", roll, "!roll sneak docks mastery — quietly")
    scene.cycle(after=300, times=8)
    assert len(scene.forum.posts()) == before
    assert "(comment edited since)" in scene.says("ann", "!log")
    odds = scene.says("ann", "!odds sneak docks diff 1")
    assert odds == (
        "2 dice: critical failure 1%, failure 24%, at a cost 24%, success 32%, critical 19%. D6: mean stress 1.75; "
        "chance of fallout from your total 5: 369/1000 = 36.9%."
    )
