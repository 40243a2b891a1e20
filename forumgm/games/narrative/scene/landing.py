"""Consequences that happen: after a comment's last command, or because nobody answered in time (C6, F20-F23).

Laws: a time-out never accepts fatal harm; what waits for a choice waits; each consequence happens once.
"""

from dataclasses import replace

from forumgm.core.errors import Refusal
from forumgm.games.narrative.commands import Command
from forumgm.games.narrative.harm import FATAL
from forumgm.games.narrative.scene.cases import case_of, changes_data, system_of
from forumgm.games.narrative.scene.events import GmAsked, Landed
from forumgm.games.narrative.scene.state import Changes, Character
from forumgm.games.narrative.scene.turn import Turn
from forumgm.games.narrative.sheets import Case, Consequence, FitdCase, FitdSheet, frozen
from forumgm.games.narrative.systems.base import Settled
from forumgm.games.narrative.systems.fitd import describe
from forumgm.games.narrative.systems.fitd_boxes import land_touched, landing_facts, landing_line
from forumgm.games.narrative.words import Verb


def settle(turn: Turn) -> Refusal | None:
    """Let happen what this comment has resisted, absorbed or accepted."""
    if not turn.scene.is_fitd:
        return None
    for account in list(turn.scene.threats):
        character = turn.scene.characters.get(account)
        if character is not None:
            case = _fitd_case(turn, character)
            _land(turn, character, case, case, because="answer", words=())
    return None


def time_out(turn: Turn, account: str) -> Refusal | None:
    """Nobody answered: choices are declined, the rest happens in full; what is fatal waits for a person."""
    character = turn.scene.characters[account]
    before = case = _fitd_case(turn, character)
    words: list[str] = []
    for each in case.table.consequences:
        if each.landed or each.closed:
            continue
        if each.pending is not None:
            case, line = _declined(turn, case, each)
            words.append(line)
        elif each.level >= FATAL and not each.avoided:
            continue
        else:
            words.append(f"Nobody answered: {describe(each)}, in full.")
            row = tuple(replace(o, closed=True) if o.number == each.number else o for o in case.table.consequences)
            case = Case(case.sheet, replace(case.table, consequences=row), case.options)
    _land(turn, character, before, case, because="ceiling", words=tuple(words))
    fatal = tuple(each.number for each in turn.scene.threats[account].open if each.level >= FATAL)
    if fatal and not turn.scene.threats[account].asked:
        turn.add(GmAsked(character.player, account, fatal))
    return None


def _fitd_case(turn: Turn, character: Character) -> FitdCase:
    case = case_of(turn.scene, character)
    assert isinstance(case.sheet, FitdSheet), "the scene's sheets are of its system"
    return Case(case.sheet, case.table, turn.scene.fitd)


def _declined(turn: Turn, case: FitdCase, waiting: Consequence) -> tuple[FitdCase, str]:
    plan = system_of(turn.scene).plan(Command(Verb.DECLINE, consequence=waiting.number), case)
    assert isinstance(plan, Settled), "what waits for a choice can be declined, without dice"
    outcome = plan.outcome
    return Case(outcome.after.sheet, outcome.after.table, case.options), f"No choice came. {outcome.lines[0]}"


def _land(
    turn: Turn, character: Character, before: FitdCase, case: FitdCase, *, because: str, words: tuple[str, ...]
) -> None:
    after, landed = land_touched(case)
    if after.table.consequences == before.table.consequences:
        return
    account = character.account
    changes = Changes(
        sheets=frozen({account: after.sheet} if after.sheet != before.sheet else {}),
        consequences=frozen({account: after.table.consequences}),
    )
    facts = landing_facts(landed)
    if after.sheet.dead:
        facts["dead"] = True
    lines = (*words, *(line for one in landed if (line := landing_line(one))))
    turn.add(Landed(character.player, account, because, facts, changes_data(changes), lines))
