"""narrative.md C8, C9: how results look, and that people's words have no power."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from forumgm.games.narrative.replies import MAX_REPLY, harmless, joined
from tests.games.narrative.helpers import attempt, resistance

ANN = {"name": "ann", "skills": ["Sneak", "Fight"], "domains": ["Docks"]}


def test_c9_1_a_normal_roll() -> None:
    sheet: dict[str, Any] = {
        **ANN,
        "stress": {"SAFETY": 1},
        "stakes": {"difficulty": 1, "die": 6, "resistance": "SAFETY"},
    }
    # 3 dice less difficulty 1 are two; the page's example shows the same words.
    assert resistance("!roll sneak + docks", 3, 7, 4, 8, **sheet).reply == (
        "**ann** - Sneak + Docks; 3 dice less difficulty 1: 3, **7** = **Success at a cost**.\n\n"
        "Stress: D6 -> 4 SAFETY (1 -> 5), total 5. Fallout check d10: 8, safe."
    )


def test_c9_2_defaults_are_named() -> None:
    reply = resistance("!Roll Fight", 9, 2, **{**ANN, "name": "bo"}).reply
    assert "**9**, 2 = **Success**. No stress." in reply
    assert "No stakes were set" in reply


def test_c9_3_pool_below_zero() -> None:
    npcs = {"Warden": {"resistance": 6, "difficulty": 2, "weapon": 6}}
    reply = resistance("I shove him! !roll vs warden weapon d6", 10, 3, name="cy", npcs=npcs).reply
    assert "1 die less difficulty 2 is -1: one die, 1 step down: **10** = **Success**. No stress." in reply
    assert "Warden takes D6 -> 3 (3 of 6)." in reply


def test_c9_4_pool_exactly_zero() -> None:
    sheet = {"name": "dee", "skills": ["Haggle"], "stakes": {"difficulty": 2, "die": 3, "resistance": "GOLD"}}
    reply = resistance("!roll haggle partial", 6, 9, **sheet).reply
    assert "2 dice less difficulty 2 is 0: one die, read normally: **6** = **Success at a cost**, partial." in reply
    assert "flat 1: 1 GOLD (0 -> 1), total 1" in reply


def test_c9_7_two_tens_against_an_opponent() -> None:
    reply = resistance(
        "!roll fight mastery vs Ogre weapon d6", 10, 10, 4, 3, **ANN, npcs={"Ogre": {"resistance": 5}}
    ).reply
    assert "Ogre takes D6 -> 3, +2 for 2 tens = 5 (5 of 5): at your mercy." in reply


def test_c9_10_the_choice_is_offered() -> None:
    clock = [{"number": 1, "kind": "clock", "ticks": 2, "attribute": "insight"}]
    reply = attempt(
        "fitd_choice", "!resist insight", 5, name="sol", ratings={"insight": 1}, stress={"track": 7}, consequences=clock
    ).reply
    assert reply == (
        "**sol** resists **1** - Insight 1: **5** -> cost 1. Stress would go 7 -> 8 of 9: clock +1 instead of "
        "clock +2. `!pay` or `!decline` within 48 h."
    )


def test_unused_words_are_echoed_harmlessly() -> None:
    reply = resistance("!roll banana *bold* u/x", 9).reply
    assert "not used: banana, bold" in reply


def test_names_and_notes_have_no_power() -> None:
    assert harmless("a_b*c") == r"a\_b\*c"
    assert "u/ann" not in harmless("hello u/ann and /r/all")
    assert "\n" not in harmless("one\n\n# two")
    assert len(harmless("x" * 999)) == 200
    assert "://" not in harmless("see https://evil.example")
    assert harmless("a\u202eb\u200bc") == "abc"


@given(st.text(max_size=300))
def test_every_markdown_sign_is_escaped(text: str) -> None:
    found = harmless(text, limit=1000)
    for at, sign in enumerate(found):
        if sign in "`*_[]<>#~|^":
            before = found[:at]
            assert (len(before) - len(before.rstrip("\\"))) % 2 == 1
    assert "\n" not in found


def test_a_reply_stays_under_the_limit() -> None:
    assert len(joined(["x" * 6000, "y" * 6000])) == MAX_REPLY
