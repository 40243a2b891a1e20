"""Consequences that happen: after a comment's last command, or because nobody answered in time (C6, F20-F23).

Laws: a time-out never accepts fatal harm; what waits for a choice waits; each consequence happens once.
"""

from dataclasses import dataclass, replace
from typing import Any

from forumgm.core.errors import Refusal
from forumgm.games.narrative.commands import Command
from forumgm.games.narrative.harm import FATAL
from forumgm.games.narrative.scene.cases import case_of, changes_data, system_of
from forumgm.games.narrative.scene.events import GmAsked, Landed
from forumgm.games.narrative.scene.state import Changes, Scene
from forumgm.games.narrative.scene.turn import Turn
from forumgm.games.narrative.sheets import Case, Consequence, FitdCase, FitdSheet, frozen
from forumgm.games.narrative.systems.base import Facts, Settled
from forumgm.games.narrative.systems.fitd import describe
from forumgm.games.narrative.systems.fitd_boxes import land_touched, landing_facts, landing_line
from forumgm.games.narrative.words import Verb


@dataclass(frozen=True, slots=True)
class Happened:
    """What happened to one character: the changes and facts of the record, and the words."""

    changes: dict[str, Any]
    facts: Facts
    words: tuple[str, ...]


def settle(turn: Turn) -> Refusal | None:
    """Let happen what this comment has resisted, absorbed or accepted."""
    if turn.scene.is_fitd:
        for account in list(turn.scene.threats):
            _land(turn, account, because="answer")
    return None


def time_out(turn: Turn, account: str) -> Refusal | None:
    """Nobody answered: choices are declined, the rest happens in full; what is fatal waits for a person."""
    _land(turn, account, because="ceiling")
    threat = turn.scene.threats[account]
    fatal = tuple(each.number for each in threat.open if each.level >= FATAL)
    if fatal and not threat.asked:
        turn.add(GmAsked(turn.scene.characters[account].player, account, fatal))
    return None


def landed_again(scene: Scene, account: str, *, because: str) -> tuple[dict[str, Any], Facts]:
    """Return the changes and facts of a landing in this scene, for a referee; empty where nothing lands."""
    found = _happening(scene, account, because=because)
    return (found.changes, found.facts) if found is not None else ({}, {})


def _land(turn: Turn, account: str, *, because: str) -> None:
    found = _happening(turn.scene, account, because=because)
    if found is not None:
        player = turn.scene.characters[account].player
        turn.add(Landed(player, account, because, found.facts, found.changes, found.words))


def _happening(scene: Scene, account: str, *, because: str) -> Happened | None:
    character = scene.characters.get(account)
    if character is None or not isinstance(character.sheet, FitdSheet):
        return None
    table = case_of(scene, character).table
    before = case = Case(character.sheet, table, scene.fitd)
    words: list[str] = []
    if because == "ceiling":
        case, words = _unanswered(scene, case)
    after, landed = land_touched(case)
    if after.table.consequences == before.table.consequences:
        return None
    changes = Changes(
        sheets=frozen({account: after.sheet} if after.sheet != before.sheet else {}),
        consequences=frozen({account: after.table.consequences}),
    )
    facts = landing_facts(landed)
    if after.sheet.dead:
        facts["dead"] = True
    words += [line for one in landed if (line := landing_line(one))]
    return Happened(changes_data(changes), facts, tuple(words))


def _unanswered(scene: Scene, case: FitdCase) -> tuple[FitdCase, list[str]]:
    """Close what nobody answered, but never what is fatal (F22)."""
    words: list[str] = []
    for each in case.table.consequences:
        if each.landed or each.closed:
            continue
        if each.pending is not None:
            case, line = _declined(scene, case, each)
            words.append(line)
        elif each.level < FATAL or each.avoided:
            words.append(f"Nobody answered: {describe(each)}, in full.")
            row = tuple(replace(o, closed=True) if o.number == each.number else o for o in case.table.consequences)
            case = Case(case.sheet, replace(case.table, consequences=row), case.options)
    return case, words


def _declined(scene: Scene, case: FitdCase, waiting: Consequence) -> tuple[FitdCase, str]:
    plan = system_of(scene).plan(Command(Verb.DECLINE, consequence=waiting.number), case)
    assert isinstance(plan, Settled), "what waits for a choice can be declined, without dice"
    outcome = plan.outcome
    return Case(outcome.after.sheet, outcome.after.table, case.options), f"No choice came. {outcome.lines[0]}"
