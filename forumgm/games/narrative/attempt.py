"""One comment on one sheet: read, plan, resolve, apply, answer; `forumgm try` without a forum (interfaces.md).

Laws: commands are carried out in the order written, each on what the one before left; helpers named in the text are
taken to have consented; what was resisted, absorbed or accepted happens at the comment's end. The writer may use the
GM's verbs, since there is nobody else at this table.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from forumgm.dice import DiceError
from forumgm.games.narrative.choices import SystemName
from forumgm.games.narrative.commands import Command, Doubt, PlainDice, Question, Reading, Vocabulary
from forumgm.games.narrative.faces import Faces
from forumgm.games.narrative.reader import SourceLine, read
from forumgm.games.narrative.replies import harmless, joined
from forumgm.games.narrative.sheet_reader import read_case
from forumgm.games.narrative.sheets import AnyCase, FitdSheet, ResistanceSheet
from forumgm.games.narrative.systems import FITD, RESISTANCE, Outcome, Refusal, System
from forumgm.games.narrative.systems.base import Fact, Facts, No
from forumgm.games.narrative.systems.fitd_boxes import land_touched, landing_facts, landing_line
from forumgm.games.narrative.thrown import throw
from forumgm.games.narrative.words import Verb

_DOUBTS = {
    Doubt.NEAR_MISS: "No dice yet: did you mean *{suggestion}*? Write it again in a new comment.",
    Doubt.TWO_NUMBERS: "No dice yet: two different values for {about}. Write it again in a new comment.",
    Doubt.HIDDEN_CHARACTERS: "No dice yet: there are characters that nobody can see in {about}.",
    Doubt.LINK_IN_COMMAND: "No dice yet: a link in a command says something else than its text.",
    Doubt.TOO_MANY_COMMANDS: "At most {about} commands in one comment; the rest was left out.",
    Doubt.TOO_LONG: "No dice yet: a command has at most {about} characters.",
}

_OF_SCENES = frozenset(Verb).difference(
    *(system.verbs for system in RESISTANCE.values()), *(system.verbs for system in FITD.values())
)
"""Verbs that no rules system has: they speak of the scene, its people or its log."""


@dataclass(frozen=True, slots=True)
class TryResult:
    """What one comment did: ``facts`` as in interfaces.md, later commands over earlier ones; ``each`` has their own."""

    facts: Mapping[str, Fact]
    each: tuple[Mapping[str, Fact], ...]
    reply: str
    after: AnyCase

    def as_json(self) -> dict[str, Fact]:
        """Return the JSON object: the keys that apply, and ``reply`` always."""
        several: Facts = {"each": [dict(facts) for facts in self.each]} if len(self.each) > 1 else {}
        return {**self.facts, **several, "reply": self.reply}


@dataclass(frozen=True, slots=True)
class _Step:
    """One command carried out."""

    facts: Facts
    lines: tuple[str, ...]


def try_comment(
    system: SystemName, sheet: Mapping[str, object], lines: Sequence[SourceLine], *, faces: Faces
) -> TryResult:
    """Carry out a normalised comment on a sheet given as plain data.

    Raises `SheetError` for a sheet that cannot be and `BadFacesError` for scripted faces that do not fit.
    """
    case = read_case(system, sheet)
    if isinstance(case.sheet, ResistanceSheet):
        return _run(RESISTANCE[system], case, lines, faces)
    return _run(FITD[system], case, lines, faces)


def vocabulary_of(case: AnyCase, *, bot: str = "forumgm") -> Vocabulary:
    """Return the names that the reader may find on this case."""
    sheet, table = case.sheet, case.table
    people = tuple(helper.sheet.name for helper in table.helpers.values())
    if isinstance(sheet, ResistanceSheet):
        return Vocabulary(
            bot=bot,
            skills=sheet.skills,
            domains=sheet.domains,
            mastery=sheet.mastery,
            resistances=tuple(sheet.stress),
            npcs=tuple(npc.name for npc in table.npcs.values()),
            people=people,
            fallouts=tuple(fallout.name for fallout in sheet.fallouts),
        )
    return Vocabulary(bot=bot, attributes=tuple(sheet.ratings))


def _run(system: System[Any, Any], case: AnyCase, lines: Sequence[SourceLine], faces: Faces) -> TryResult:
    merged: Facts = {}
    each: list[Facts] = []
    said: list[str] = []
    for reading in read(lines, vocabulary_of(case)):
        step, case = _step(system, case, reading, faces)
        each.append(step.facts)
        said.extend(step.lines)
        if "refused" in step.facts and "track" in merged:
            # A refusal changes nothing: what the track was after an earlier cost stands.
            merged |= {**step.facts, "track": merged["track"]}
        else:
            merged |= step.facts
    if not each:
        said.append("Nothing here is a command.")
    last, case = _landed(case)
    return TryResult(merged | last.facts, tuple(each), joined([*said, *last.lines]), case)


def _step(system: System[Any, Any], case: AnyCase, reading: Reading, faces: Faces) -> tuple[_Step, AnyCase]:
    match reading:
        case Question(doubt, about, suggestion):
            words = _DOUBTS[doubt].format(about=harmless(about), suggestion=harmless(suggestion))
            return _Step({"refused": str(doubt)}, (words,)), case
        case PlainDice():
            return roll_plain(reading, who=case.sheet.name, faces=faces), case
        case Command():
            return _command(system, case, reading, faces)


def _command(system: System[Any, Any], case: AnyCase, command: Command, faces: Faces) -> tuple[_Step, AnyCase]:
    if command.verb in _OF_SCENES:
        text = f"`!{command.verb}` is for scenes on a forum; here the sheet holds everything."
        return _command_refused(Refusal(No.NOT_HERE, text), case)
    plan = system.plan(command, case)
    if isinstance(plan, Refusal):
        return _command_refused(plan, case)
    outcome: Outcome[Any, Any] = plan.resolve(faces)
    return _Step(dict(outcome.facts), outcome.lines), system.apply(outcome, case)


def _command_refused(refusal: Refusal, case: AnyCase) -> tuple[_Step, AnyCase]:
    facts: Facts = {"refused": str(refusal.code)}
    if refusal.resisting:
        facts["effect"] = "refused"
    if isinstance(case.sheet, FitdSheet):
        facts["track"] = case.sheet.track
    return _Step(facts, (refusal.text,)), case


def roll_plain(plain: PlainDice, *, who: str, faces: Faces) -> _Step:
    """Roll plain expressions in one stream: a bold line for each, or the reason why not."""
    try:
        thrown = throw(plain.rolls, faces)
    except DiceError as refused:
        return _Step({"refused": str(refused.code)}, (f"Not rolled: {harmless(refused.message)}.",))
    facts: Facts = {
        "dice": [face for each in thrown for face in each.dice],
        "expr": ", ".join(each.expression for each in thrown),
        "values": [value for each in thrown for value in each.values],
    }
    labels = (f" {harmless(each.label)}" if each.label else "" for each in thrown)
    lines = (f"**{harmless(who)}** -{label} {each.runs}." for label, each in zip(labels, thrown, strict=True))
    return _Step(facts, tuple(lines))


def _landed(case: AnyCase) -> tuple[_Step, AnyCase]:
    """What was acted upon happens now (Forged in the Dark)."""
    if not isinstance(case.sheet, FitdSheet):
        return _Step({}, ()), case
    after, landed = land_touched(case)
    lines = tuple(line for one in landed if (line := landing_line(one)))
    facts = landing_facts(landed)
    if after.sheet.dead:
        facts["dead"] = True
    return _Step(facts, lines), after
