"""narrative.md B6: what holds whatever the dice, the sheet and the words."""

from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from forumgm.games.narrative import chances
from forumgm.games.narrative.attempt import try_comment
from forumgm.games.narrative.choices import Row, SystemName
from forumgm.games.narrative.faces import StreamFaces
from forumgm.games.narrative.options import ResistanceOptions
from forumgm.games.narrative.pool import row_of
from forumgm.games.narrative.replies import MAX_REPLY
from forumgm.games.narrative.sheets import Boxes, ResistanceSheet, frozen
from forumgm.games.narrative.stress import Hit, suffer
from forumgm.language.normalise import normalise

SECRETS = st.binary(min_size=32, max_size=32)
NUMBERS = st.integers(0, 14)


def faces(secret: bytes) -> StreamFaces:
    return StreamFaces(secret, scene="s1", comment="t1_a", command=0)


@given(st.integers(1, 10), st.integers(0, 5))
def test_the_row_never_rises_with_a_downgrade(face: int, steps: int) -> None:
    assert row_of(face, steps=steps + 1).rank <= row_of(face, steps=steps).rank


@given(st.integers(1, 11), st.integers(0, 2))
def test_more_dice_never_lower_the_chance_of_success(dice: int, steps: int) -> None:
    def success(count: int) -> Fraction:
        rows = chances.rows(count, steps=steps)
        return sum((rows[row] for row in Row if row.at_least(Row.SUCCESS_AT_COST)), Fraction(0))

    assert success(dice + 1) >= success(dice)


@given(SECRETS, NUMBERS, NUMBERS, st.integers(0, 4), st.integers(0, 20))
def test_the_total_is_never_negative_and_slots_hold(
    secret: bytes, body: int, faith: int, slots: int, amount: int
) -> None:
    sheet = ResistanceSheet(stress=frozen({"BODY": body, "FAITH": faith}), slots=frozen({"BODY": Boxes(slots)}))
    found = suffer(sheet, [Hit("BODY", amount)], faces=faces(secret), options=ResistanceOptions())
    assert min(found.after.stress.values()) >= 0
    assert 0 <= found.after.slots["BODY"].used <= slots
    assert found.total == body + faith + amount - min(slots, amount)
    removed = sum(check.removed for check in found.checks)
    assert found.after.total == found.total - removed


_PIECES = [
    "!roll", "!resist", "!armour", "!accept", "!pay", "!decline", "!lead", "!follow", "!clear", "!refresh", "!repair",
    "!lay low", "!stress", "!fallout", "!force", "!fortune", "!restock", "!load", "!odds", "!r", "!help", "sneak",
    "docks", "skill", "mastery", "vs", "ogre", "weapon", "d6", "d8", "diff", "1", "2", "9", "BODY", "partial", "light",
    "heavy", "both", "death", "prowess", "insight", "help from", "u/cy", "split", "upgrade", "keep", "--", "[[2d6]]",
    "3d10", "detail", "reduce", "avoid", "impossible", "\n\n", '"X"',
]  # fmt: skip
SHEET: dict[str, Any] = {
    "skills": ["Sneak"],
    "domains": ["Docks"],
    "fallouts": [{"name": "BLEEDING", "level": "minor"}],
    "consequences": [
        {"number": 1, "kind": "harm", "level": 4},
        {"number": 2, "kind": "clock", "ticks": 1},
        {"number": 9, "kind": "other"},
    ],
    "boxes": {"light": {"size": 1}, "heavy": {"size": 2}, "spell": {"size": 1}},
    "harm": {"level3": ["x"]},
    "npcs": {"Ogre": {"resistance": 5, "difficulty": 1, "weapon": 6}},
}
COMMENTS = st.lists(st.sampled_from(_PIECES), max_size=14).map(" ".join)


@settings(deadline=None, max_examples=300)
@given(st.sampled_from(SystemName), COMMENTS | st.text(max_size=80), SECRETS)
def test_any_comment_ends_in_an_answer_and_the_same_dice_give_the_same(
    system: SystemName, text: str, secret: bytes
) -> None:
    lines = normalise(text).lines
    first = try_comment(system, SHEET, lines, faces=faces(secret))
    again = try_comment(system, SHEET, lines, faces=faces(secret))
    assert first.as_json() == again.as_json()
    assert first.reply
    assert len(first.reply) <= MAX_REPLY


@settings(deadline=None)
@given(COMMENTS, SECRETS)
def test_a_resolved_consequence_is_never_resolved_again(text: str, secret: bytes) -> None:
    sheet = {"consequences": [{"number": 1, "kind": "clock", "ticks": 3}], "ratings": {"prowess": 2}}
    lines = normalise("!resist 1 prowess\n\n" + text + "\n\n!resist 1 prowess").lines
    result = try_comment(SystemName.BLADES, sheet, lines, faces=faces(secret))
    rolled = [facts for facts in result.each if "cost" in facts and facts.get("dice")]
    assert len(rolled) == 1
