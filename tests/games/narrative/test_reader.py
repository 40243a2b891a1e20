"""narrative.md C1-C4: the vectors of C10, near misses, limits, plain dice."""

import json
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forumgm.dice import DiceError, canonical
from forumgm.games.narrative.choices import Box, Possible
from forumgm.games.narrative.commands import Amount, Command, Doubt, PlainDice, Question, Reading, Vocabulary
from forumgm.games.narrative.near import distance, nearest
from forumgm.games.narrative.reader import read
from forumgm.games.narrative.words import Verb
from forumgm.language.normalise import normalise

WORDS = Vocabulary(
    skills=("Sneak", "Fight"),
    domains=("Streets", "Docks"),
    mastery=(),
    resistances=("BODY", "FAITH"),
    npcs=("Ogre",),
)
FITD = Vocabulary(attributes=("insight", "prowess", "resolve"))


def readings(text: str, vocabulary: Vocabulary = WORDS) -> tuple[Reading, ...]:
    """What a comment's source is read as."""
    return read(normalise(text).lines, vocabulary)


def one(text: str, vocabulary: Vocabulary = WORDS) -> Command:
    """The one command of a comment."""
    found = readings(text, vocabulary)
    assert len(found) == 1
    assert isinstance(found[0], Command), found
    return found[0]


GENERIC = ("",)
# comment source, fields of the one command
C10: list[tuple[str, dict[str, Any]]] = [
    (
        "I vault the wall. !Roll Sneak + Streets, mastery \u2014 past the guards",
        {"skills": ("Sneak",), "domains": ("Streets",), "mastery": True, "note": "past the guards"},
    ),
    (r"\!roll sneak \+ streets \-\- quiet", {"skills": ("Sneak",), "domains": ("Streets",), "note": "quiet"}),
    ("**!roll** skill, domain &amp; mastery", {"skills": GENERIC, "domains": GENERIC, "mastery": True}),
    ("u/forumgm roll sneak help from u/Bob_X and u/Cy", {"skills": ("Sneak",), "helpers": ("Bob_X", "Cy")}),
    (
        "/u/forumgm: !ROLL Fight vs Ogre weapon D6 d8 body diff 1",
        {"skills": ("Fight",), "resistances": ("BODY",), "npc": "Ogre", "weapon": 6, "die": 8, "difficulty": 1},
    ),
    ("Amazing!\n!roll&#x200B;&nbsp;skill", {"skills": GENERIC}),
    (r"1\. !roll skill", {"skills": GENERIC}),
    ("# !roll domain", {"domains": GENERIC}),
    ("!roll d 8 faith # to keep my nerve", {"die": 8, "resistances": ("FAITH",), "note": "to keep my nerve"}),
]


@pytest.mark.parametrize(("source", "expected"), C10, ids=[row[0][:30] for row in C10])
def test_c10_vectors(source: str, expected: dict[str, Any]) -> None:
    command = one(source)
    assert command.verb is Verb.ROLL
    assert {name: getattr(command, name) for name in expected} == expected
    assert command.unused == ()


@pytest.mark.parametrize(
    "source",
    [
        "> !roll skill",
        "Try `!roll skill` like this",
        "    !roll skill",
        "~~!roll skill~~ never mind",
        "wow!roll that",
        "&gt;!roll skill!&lt;",
        "u/forumgm_fan roll skill",
        "I bought a lovely brass d20 yesterday",
        "Rolled a natural 20 here at home, trust me",
        "that is important! really",
    ],
)
def test_c10_nothing(source: str) -> None:
    assert readings(source) == ()


def test_c10_two_commands() -> None:
    first, second = readings("* !resist 2 armour\n* !accept 1", FITD)
    assert isinstance(first, Command)
    assert isinstance(second, Command)
    assert (first.verb, first.consequence, first.armour) == (Verb.RESIST, 2, True)
    assert (second.verb, second.consequence) == (Verb.ACCEPT, 1)


def test_c10_fenced_block_then_status() -> None:
    assert one("```\n!roll skill\n```\n!status").verb is Verb.STATUS


def test_c1_a_command_runs_to_the_next_and_a_note_is_fiction() -> None:
    first, second = readings("!roll sneak !roll fight -- and then !roll docks diff 2")
    assert isinstance(first, Command)
    assert isinstance(second, Command)
    assert (first.skills, second.skills, second.domains) == (("Sneak",), ("Fight",), ())
    assert "docks" in second.note
    for delimiter in (" -- ", " # ", " // ", " | ", " \u2014 "):
        assert one(f"!roll sneak{delimiter}diff 2").difficulty is None


def test_c1_long_dashes_without_spaces_and_minus_signs() -> None:
    command = one("!roll sneak docks\u2014quietly, diff 2")
    assert (command.domains, command.difficulty, command.note) == (("Docks",), None, "quietly, diff 2")
    assert readings("!roll 2d6 - 1 - carefully") == (PlainDice("2d6 - 1", "carefully"),)
    assert one("!roll sneak - 2 guards ahead").note == "2 guards ahead"


def test_c1_a_space_behind_the_mark_only_at_a_lines_start() -> None:
    assert one("! roll sneak").skills == ("Sneak",)
    assert readings("I say ! roll sneak") == ()


def test_c4_near_misses_ask_and_other_words_are_echoed() -> None:
    for text, meant in (("!roll mastry", "mastery"), ("!Roll Sneek", "Sneak"), ("!resits 1", "resist")):
        (question,) = readings(text)
        assert isinstance(question, Question)
        assert (question.doubt, question.suggestion) == (Doubt.NEAR_MISS, meant)
    assert one("!roll sneak banana").unused == ("banana",)


def test_c4_a_word_of_the_other_family_is_no_keyword() -> None:
    """ "light" is a box of armour; the Resistance System has none, so "fight" is no slip of it."""
    assert one("!roll fight", Vocabulary(resistances=("BODY",))).unused == ("fight",)
    (question,) = readings("!armour 1 lihgt", FITD)
    assert isinstance(question, Question)
    assert question.suggestion == "light"


def test_c1_the_first_ten_thousand_characters_are_read() -> None:
    (noted,) = readings("!roll sneak -- " + "x" * 10_000)
    assert isinstance(noted, Command)
    assert noted.skills == ("Sneak",)
    assert readings("x" * 9_990 + " !roll sneak docks") == (), "cut off inside the command"
    assert readings("x" * 10_000 + "\n!roll sneak") == ()


@pytest.mark.parametrize(
    ("word", "known", "found"),
    [
        ("sneek", "Sneak", "Sneak"),
        ("snek", "Sneak", None),
        ("dificulti", "difficulty", "difficulty"),
        ("mastrey", "mastery", "mastery"),
        ("mstrey", "mastery", None),
    ],
)
def test_c4_distance_1_from_five_letters_2_from_eight(word: str, known: str, found: str | None) -> None:
    assert nearest(word, [known]) == found


def test_distance_counts_a_swap_as_one() -> None:
    assert (distance("abc", "acb"), distance("abc", "abc"), distance("abc", "axyc")) == (1, 0, 2)


def test_c4_two_numbers_for_one_thing() -> None:
    (question,) = readings("!roll diff 1 difficulty 2")
    assert isinstance(question, Question)
    assert question.doubt is Doubt.TWO_NUMBERS


def test_hidden_characters_and_false_links_are_asked_about() -> None:
    (hidden,) = readings("!roll sn\u200beak")
    (link,) = readings("!roll [sneak](https://example.org/fight)")
    assert isinstance(hidden, Question)
    assert isinstance(link, Question)
    assert (hidden.doubt, link.doubt) == (Doubt.HIDDEN_CHARACTERS, Doubt.LINK_IN_COMMAND)


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("!roll haggle", "partial", True),
        ("!roll dodge only", "partial", True),
        ("!roll very hard", "difficulty", 2),
        ("!roll difficulty: one", "difficulty", 1),
        ("!roll -2d", "difficulty", 2),
        ("!roll mastered", "mastery", True),
        ("!roll str", "domains", ("Streets",)),
        ("!roll assisted by u/cy", "helpers", ("cy",)),
        ("!roll 3d10", "pool", 3),
        ("!roll (carefully)", "note", "carefully"),
        ("!stress 2 BODY, 1 FAITH", "amounts", (Amount("BODY", 2), Amount("FAITH", 1))),
        ("!stress BODY 2, FAITH d6", "amounts", (Amount("BODY", 2), Amount("FAITH", None, 6))),
        ("!armor shield", "boxes", (Box.SHIELD,)),
        ("!accept 1 death", "death", True),
        ("!lie low", "verb", Verb.LAY_LOW),
        ("!r 2d6", "", None),
    ],
)
def test_c3_synonyms(text: str, field: str, value: object) -> None:
    if field:
        assert getattr(one(text), field) == value
    else:
        assert readings(text) == (PlainDice("2d6"),)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("!roll sneak/docks", {"skills": ("Sneak",), "domains": ("Docks",), "unused": ()}),
        ("!roll [sneak] <docks>", {"skills": ("Sneak",), "domains": ("Docks",), "unused": ()}),
        ("!roll sneak dc1 weapond6", {"difficulty": 1, "weapon": 6, "unused": ()}),
        ("!roll sneak diff2", {"difficulty": 2, "unused": ()}),
        ("!roll skill: sneak, domain: docks", {"skills": ("Sneak",), "domains": ("Docks",)}),
        ("!roll sneak with u/cy and u/Bob_X", {"helpers": ("cy", "Bob_X"), "users": ()}),
        ("!roll sneak help u/cy", {"helpers": ("cy",), "unused": ()}),
        ("!roll sneak u/cy", {"helpers": (), "users": ("cy",)}),
    ],
)
def test_c2_as_people_write_it(text: str, expected: dict[str, Any]) -> None:
    command = one(text)
    assert {name: getattr(command, name) for name in expected} == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("!roll sneak without docks", {"domains": (), "unused": ("without docks",)}),
        ("!roll sneak, no domain", {"domains": (), "unused": ("no domain",)}),
        ("!roll fight, not my sneak", {"skills": ("Fight",), "unused": ("not my sneak",)}),
        ("!roll sneak no mastery docks", {"mastery": False, "domains": ("Docks",)}),
        ("!roll sneak no banana", {"unused": ("no", "banana")}),
        ("!stakes no roll", {"possible": Possible.NO_ROLL_NEEDED, "unused": ()}),
    ],
)
def test_a9_what_somebody_says_he_does_without_gives_no_die(text: str, expected: dict[str, Any]) -> None:
    command = one(text)
    assert {name: getattr(command, name) for name in expected} == expected


def test_k30_both_boxes_in_either_order() -> None:
    for text in ("!armour heavy, both boxes", "!armour both heavy boxes"):
        assert one(text, FITD).boxes == (Box.HEAVY, Box.HEAVY)


def test_e_a_sheet_name_wins_over_a_synonym() -> None:
    command = one("!roll haggle partial", Vocabulary(skills=("Haggle",), resistances=("GOLD",)))
    assert (command.skills, command.partial) == (("Haggle",), True)


# The dice cases of the corpus: text, canonical expression, label
PLAIN: list[tuple[str, str, str | None]] = [
    ("Brother Alder leans over the rail. [[1d20+5]] Perception", "1d20+5", "Perception"),
    ("/roll 2d6", "2d6", ""),
    ("!r 4d6kh3", "4d6kh3", ""),
    ("roll 3d6 drop lowest", "3d6kh2", ""),
    ("[[4d6^3]]", "4d6kh3", ""),
    ("[dice=Stealth]1d20+7[/dice]", "1d20+7", "Stealth"),
    ("[roll]2d6[/roll]", "2d6", ""),
    ("[[1d20 adv]] to stay hidden", "2d20kh1", "to stay hidden"),
    ("[[2d20kl1-1]]", "2d20kl1-1", ""),
    ("/roll 4dF", "4dF", ""),
    ("[[2d6+1d4+3]] # fire", "2d6+1d4+3", "fire"),
    ("[[1D20 \u2013 2]]", "1d20-2", ""),
    ("flip a coin", "1d2", ""),
    ("!roll 2d6+1 sneak", "2d6+1", "sneak"),
    ("!roll 6x 3d6", "6x3d6", ""),
    ("!roll (2d6)*3", "2d6*3", ""),
]


@pytest.mark.parametrize(("text", "expression", "label"), PLAIN)
def test_plain_dice(text: str, expression: str, label: str) -> None:
    (plain,) = readings(text)
    assert isinstance(plain, PlainDice)
    assert (canonical(plain.expression), plain.label) == (expression, label)


def test_several_plain_rolls_in_one_comment() -> None:
    found = readings("[[1d20+5]] to hit, [[2d6]] damage")
    assert found == (PlainDice("1d20+5", "to hit", inline=True), PlainDice("2d6", "damage", inline=True))
    found = readings(
        "I swing at him [[1d20+5]] and, if that is a hit, [[2d6]] and so on and on, as it were, for many a long hour"
    )
    assert found == (PlainDice("1d20+5", "if that is a hit", inline=True), PlainDice("2d6", "", inline=True))
    assert readings("[[1d20+5]] and [[2d6]]")[0] == PlainDice("1d20+5", "", inline=True)


@pytest.mark.parametrize("text", ["[[0d6]]", "[[999999999999d6]]", "[[9**9**9**9]]", "!r banana"])
def test_a_bad_expression_is_read_and_refused_later(text: str) -> None:
    (plain,) = readings(text)
    assert isinstance(plain, PlainDice)
    with pytest.raises(DiceError):
        canonical(plain.expression)


def test_limits_five_commands_and_sixty_lines() -> None:
    found = readings("\n\n".join(["!roll sneak"] * 7))
    assert len(found) == 6
    assert found[5] == Question(Doubt.TOO_MANY_COMMANDS, "5")
    assert readings("\n".join(["fiction"] * 60 + ["!roll sneak"])) == ()
    (long,) = readings("!roll " + "sneak " * 100)
    assert isinstance(long, Question)
    assert len(one("!roll sneak -- " + "x" * 400).note) == 200


@pytest.mark.parametrize(
    "piece", ["!roll ", "[[", "u/forumgm ", "! ", "help from u/x ", "[dice=", "diff ", "(", '"', " -- "]
)
def test_hostile_repetition_is_quick(piece: str) -> None:
    begun = time.process_time()
    readings("!roll " + piece * 3_000)
    readings(piece * 10_000)
    assert time.process_time() - begun < 3


@settings(deadline=None)
@given(st.text(max_size=300) | st.text(alphabet='!roll sneakdif[]()"u/#-d6 \n', max_size=200))
def test_any_text_is_read(text: str) -> None:
    for reading in readings(text):
        json.dumps(str(reading))
