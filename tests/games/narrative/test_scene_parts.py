"""The pure parts of scenes: plain data, small grammars, pictures (narrative.md C5, B5, issue 4.7)."""

from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import pytest

from forumgm.core.errors import BrokenRecordError
from forumgm.games.narrative.choices import Box, Effect, Kind, Level, Source, SystemName
from forumgm.games.narrative.commands import Amount, Command
from forumgm.games.narrative.options import FITD_DEFAULTS, FitdOptions, ResistanceOptions
from forumgm.games.narrative.plain import from_plain, to_plain
from forumgm.games.narrative.scene.declared import read_character, read_npc, read_threat, read_void
from forumgm.games.narrative.scene.pictures import histogram, histogram_lines, roll_odds
from forumgm.games.narrative.scene.state import Changes, Entry, Scene, Where
from forumgm.games.narrative.sheets import Boxes, Consequence, Fallout, FitdSheet, Npc, ResistanceSheet, Stakes, frozen
from forumgm.games.narrative.words import Item, Verb

BLADES = FITD_DEFAULTS[SystemName.BLADES]


@pytest.mark.parametrize(
    "value",
    [
        ResistanceSheet("Ann", ("Sneak",), stress=frozen({"BODY": 2}), slots=frozen({"BODY": Boxes(2, 1)})),
        ResistanceSheet("Bo", fallouts=(Fallout("X", Level.SEVERE, "fight", 2),)),
        FitdSheet(
            "Ian",
            frozen({"insight": 1}),
            3,
            boxes=MappingProxyType({Box.LIGHT: Boxes(1)}),
            harm=MappingProxyType({2: ("Cut",)}),
        ),
        Consequence(1, Kind.HARM, 3, attribute="prowess", effect=Effect.AVOID, source=Source.FORTUNE),
        Npc("Ogre", 5, weapon=8),
        Stakes(1, 6, "BODY", partial=False),
        Command(Verb.STRESS, amounts=(Amount("BODY", 2),), ruling=Item.KEEP, boxes=(Box.HEAVY,), users=("a",)),
    ],
)
def test_plain_data_reads_back_as_it_was_written(value: Any) -> None:
    assert from_plain(type(value), to_plain(value)) == value


@pytest.mark.parametrize("data", [None, [], {"name": 5}, {"nme": "x"}, {"resistance": True, "name": "x"}, "x"])
def test_data_that_does_not_fit_is_a_broken_record(data: object) -> None:
    with pytest.raises(BrokenRecordError):
        from_plain(Npc, data)


def test_a_sheet_by_line() -> None:
    """Issue 4.1."""
    as_typed = read_character("name: Silas; insight: 2; prowess 3, resolve 1; light, heavy", BLADES)
    said = read_character("Silas insight 2 prowess 3 resolve 1 light heavy", BLADES)
    assert (as_typed.name, as_typed.values, as_typed.problems) == (said.name, said.values, said.problems)
    assert (said.name, said.problems) == ("Silas", [])
    assert said.values["ratings"] == {"insight": 2, "prowess": 3, "resolve": 1}
    assert said.values["boxes"] == {"light": {"size": 1}, "heavy": {"size": 2}}
    line = '"Ann of the Docks" skills Sneak, Street Fighting domains Docks slots BODY 2'
    pool = read_character(line, ResistanceOptions())
    assert pool.name == "Ann of the Docks"
    assert pool.values["skills"] == ["Sneak", "Street Fighting"]
    assert pool.values["slots"] == {"BODY": {"size": 2}}


def test_consequences_by_line() -> None:
    """C5."""
    text = 'u/ian 1: harm 2 "Cut; to the Ribs" prowess; 2: she gets away, prowess, avoid; bomb clock +2 from fortune'
    found = read_threat(text, BLADES, taken=(), in_job=True)
    assert isinstance(found, list)
    cut, away, bomb = found
    assert (cut.number, cut.kind, cut.level, cut.name, cut.attribute) == (
        1,
        Kind.HARM,
        2,
        "Cut; to the Ribs",
        "prowess",
    )
    assert (away.number, away.kind, away.name, away.effect) == (2, Kind.OTHER, "she gets away", Effect.AVOID)
    assert (bomb.number, bomb.kind, bomb.ticks, bomb.name, bomb.source) == (3, Kind.CLOCK, 2, "bomb", Source.FORTUNE)


@pytest.mark.parametrize(("text", "level"), [("harm", 2), ("harm desperate", 3), ("controlled harm", 1), ("harm 4", 4)])
def test_f18_harm_follows_the_position(text: str, level: int) -> None:
    """C6.3: level 2 (risky) where nothing is said."""
    found = read_threat(text, BLADES, taken=(), in_job=True)
    assert isinstance(found, list)
    assert found[0].level == level


def test_a_number_in_use_gives_the_next_free_one() -> None:
    found = read_threat("1: harm 1; 1: harm 1", BLADES, taken=(1,), in_job=True)
    assert isinstance(found, list)
    assert [each.number for each in found] == [2, 3]
    assert isinstance(read_threat("harm 1", BLADES, taken=range(1, 10), in_job=True), str)


def test_an_opponent_keeps_what_is_not_named() -> None:
    old = {"ogre": Npc("Ogre", 5, marked=3, difficulty=1, weapon=8)}
    assert read_npc("ogre diff 2", ResistanceOptions(), old) == Npc("Ogre", 5, 3, 2, 8)
    assert isinstance(read_npc("Ogre resistance 5 weapon d7", ResistanceOptions(), {}), str)


def test_void_by_line() -> None:
    assert read_void("417 the yard was dark") == (417, "the yard was dark")
    assert read_void("roll #3: x") == (3, "x")
    assert read_void("because") == (None, "")


def entry(number: int, fell: tuple[tuple[int, int], ...]) -> Entry:
    return Entry(number, 0, "t2_a", "ann", Where("t1_a", number), "roll", "", Changes(), Changes(), fell=fell)


def test_the_histogram_counts_every_die_voided_rolls_too() -> None:
    scene = Scene(rolls=(entry(1, ((6, 1), (6, 6), (10, 4))), replace(entry(2, ((6, 6),)), void="no")))
    six, ten = histogram(scene)
    assert (six["sides"], six["counts"], six["dice"], six["mean"], six["expected"]) == (
        6, [1, 0, 0, 0, 0, 2], 3, "4.33", "3.50",
    )  # fmt: skip
    assert ten["counts"][3] == 1
    lines = histogram_lines(scene)
    assert lines[:3] == ["d6: 3 dice, mean 4.33 (fair 3.50)", "1 ######## 1", "2  0"]
    assert max(map(len, lines)) <= 40


def test_a_die_with_many_faces_is_drawn_in_groups() -> None:
    lines = histogram_lines(Scene(rolls=(entry(1, ((100, 1), (100, 100))),)))
    assert len(lines) == 11
    assert lines[1].strip() == "1-10 ################ 1"


def test_a_rolls_odds_are_exact() -> None:
    """B5.1 (2 dice, no downgrade) and B5.5 (rating 1)."""
    found = roll_odds("resistance_system", {"dice": 2, "sides": 10, "steps": 0}, ResistanceOptions())["outcomes"]
    assert [each["chance"] for each in found] == ["1/100", "6/25", "6/25", "8/25", "19/100"]
    costs = roll_odds("blades", {"dice": 1, "sides": 6, "attribute": "prowess"}, BLADES)["outcomes"]
    assert {each["name"]: Fraction(each["chance"]) for each in costs if Fraction(each["chance"])} == {
        str(cost): Fraction(1, 6) for cost in range(6)
    }
    assert roll_odds("blades", {"expr": "2d6"}, FitdOptions())["outcomes"] == []
