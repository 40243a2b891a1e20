"""Dice: the rule commands and plain dice, and what a roll has to wait for (narrative.md C6, C7).

Laws: everything is checked before the first die; a command's dice come from its own comment and index, also when they
fall later; the limits of C4 count rolls, not attempts.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from forumgm.core.errors import Refusal
from forumgm.dice import DiceError, canonical_text, evaluate, parse
from forumgm.games.narrative.choices import Row
from forumgm.games.narrative.commands import Command
from forumgm.games.narrative.faces import POOL
from forumgm.games.narrative.plain import to_plain
from forumgm.games.narrative.replies import harmless
from forumgm.games.narrative.scene.cases import (
    NO_STAKES,
    Chosen,
    Stakeholder,
    case_of,
    changes_data,
    changes_in,
    stakes_for,
    system_of,
)
from forumgm.games.narrative.scene.events import Acted, Assisted, CharacterSet, RequestDropped, Requested, Rolled
from forumgm.games.narrative.scene.state import Awaiting, Character, Request, Where, Without
from forumgm.games.narrative.scene.turn import RecordedFaces, Turn, facts_only, no
from forumgm.games.narrative.sheets import ResistanceSheet, frozen
from forumgm.games.narrative.systems import Refusal as RuleRefusal
from forumgm.games.narrative.systems.fitd import ResistPlan
from forumgm.games.narrative.systems.fitd_gm import ForcedPlan
from forumgm.games.narrative.systems.pool_rolls import FailPlan, RollPlan
from forumgm.games.narrative.words import Verb

ROLLS_AN_HOUR = 20
"""Of one user (C4)."""
ROLLS_A_DAY = 200
"""Of one scene (C4)."""
_HOUR, _DAY = 3_600, 86_400
ACTION_ROLLS = frozenset({Verb.ROLL, Verb.LEAD, Verb.FOLLOW})
_CARE = frozenset({Verb.CLEAR, Verb.REFRESH, Verb.REPAIR})
_ABOUT_CONSEQUENCES = frozenset({Verb.RESIST, Verb.ARMOUR, Verb.ACCEPT, Verb.PAY, Verb.DECLINE})


# Players' commands ----------------------------------------------------------------------------------------------------


def player_command(turn: Turn) -> Refusal | None:
    """A rule command of somebody with a character."""
    command = turn.command
    target = turn.me
    if command.users and turn.is_gm:
        target = turn.scene.by_name(command.users[0])
        if target is None:
            return no("no_such_player", name=command.users[0])
    elif command.users and _names_another(turn, command):
        return no("not_for_others", name=command.users[0])
    if target is None:
        target = _unwritten(turn, command)
    if target is None:
        return no("no_character", fitd=turn.scene.is_fitd)
    if isinstance(target.sheet, ResistanceSheet):
        command = _on_sheet(command, target.sheet)
    if command.verb in ACTION_ROLLS and not turn.scene.is_fitd:
        return _action_roll(turn, target, command)
    refused = _about_others(turn, target, command) if turn.scene.is_fitd else None
    if refused is not None:
        return refused
    if command.verb in _CARE and not turn.is_gm:
        command = _capped(turn, target, command)
    return carry(turn, target, command, where=turn.where)


def _names_another(turn: Turn, command: Command) -> bool:
    return command.users[0].casefold() != turn.order.by.name.casefold()


def _on_sheet(command: Command, sheet: ResistanceSheet) -> Command:
    """A GM may roll for anybody, with what stands on that sheet."""
    skills = tuple(name for name in command.skills if not name or name in sheet.skills)
    domains = tuple(name for name in command.domains if not name or name in sheet.domains)
    lost = [name for name in (*command.skills, *command.domains) if name not in (*skills, *domains)]
    return replace(command, skills=skills, domains=domains, unused=(*command.unused, *lost))


def _unwritten(turn: Turn, command: Command) -> Character | None:
    """In a scene where nobody has a sheet, whoever rolls plays with an empty one."""
    scene = turn.scene
    if scene.is_fitd or any(not each.given_by_rule for each in scene.characters.values()):
        return None
    if command.verb not in ACTION_ROLLS:
        return None
    stress = frozen(dict.fromkeys(scene.pool.resistances, 0))
    sheet = ResistanceSheet(name=turn.order.by.name, stress=stress)
    turn.add(CharacterSet(turn.order.by.name, turn.account, to_plain(sheet), (), by_rule=True))
    return turn.me


def _about_others(turn: Turn, target: Character, command: Command) -> Refusal | None:
    """Somebody else's consequence is not his to answer, nor one outside a job where the rules need one."""
    scene = turn.scene
    if command.verb not in _ABOUT_CONSEQUENCES:
        return None
    threat = scene.threats.get(target.account)
    numbers = {each.number for each in threat.consequences} if threat else set()
    others = [
        scene.characters[account].player
        for account, row in scene.threats.items()
        if account != target.account
        and account in scene.characters
        and row.open
        and (command.consequence is None or any(each.number == command.consequence for each in row.open))
    ]
    is_mine = command.consequence in numbers if command.consequence is not None else bool(numbers)
    if others and not is_mine:
        return no("not_your_consequence", players=others, number=command.consequence)
    if scene.fitd.in_job_only and not scene.in_job and not numbers and command.verb is Verb.RESIST:
        return no("no_job")
    return None


def _capped(turn: Turn, target: Character, command: Command) -> Command:
    """The GM sets the die by effort (R34): without him it is the default at most."""
    card = turn.scene.own_stakes.get(target.account)
    most = (card.stakes.die if card else None) or turn.scene.pool.default_die if not turn.scene.is_fitd else None
    if most is None or command.die is None or command.die <= most:
        return command
    return replace(command, die=most, unused=(*command.unused, f"d{command.die}"))


# The action roll and what it waits for --------------------------------------------------------------------------------


def _action_roll(turn: Turn, target: Character, command: Command) -> Refusal | None:
    scene = turn.scene
    refused = _followed_already(turn, target, command)
    if refused is not None:
        return refused
    chosen = stakes_for(scene, target.account, command)
    if chosen.source is Stakeholder.USED and chosen.used_by is not None:
        return no("stakes_used", roll=chosen.used_by.number, comment=chosen.used_by.where.item, thread=scene.thread)
    helpers = _helpers(turn, target, command)
    if isinstance(helpers, Refusal):
        return helpers
    command = replace(command, helpers=tuple(each.name for each in helpers))
    waiting = scene.requests.get(target.account)
    agreed = waiting.agreed if waiting is not None else ()
    asked = tuple(each.account for each in helpers)
    if scene.pool.helper_consent and not set(asked) <= set(agreed):
        return _request(turn, target, command, Awaiting.HELPERS, asked=asked, agreed=agreed)
    if chosen.source is Stakeholder.DEFAULT and scene.setup.roll_without_stakes is not Without.DEFAULT_NOW:
        if scene.setup.roll_without_stakes is Without.REFUSE:
            return no("no_stakes", gm=scene.gm)
        return _request(turn, target, command, Awaiting.GM, asked=asked, agreed=asked)
    return carry(turn, target, command, where=turn.where, chosen=chosen)


def _followed_already(turn: Turn, target: Character, command: Command) -> Refusal | None:
    scene = turn.scene
    if command.verb is not Verb.FOLLOW or scene.lead is None:
        return None
    if scene.lead.by == target.name:
        return no("leader_follows")
    for entry in reversed(scene.rolls):
        if entry.after.lead is not None and entry.void is None:
            return None
        if entry.account == target.account and entry.verb == "follow" and entry.void is None:
            return no("stakes_used", roll=entry.number, comment=entry.where.item, thread=scene.thread)
    return None


def _helpers(turn: Turn, target: Character, command: Command) -> list[Character] | Refusal:
    found: list[Character] = []
    for name in command.helpers:
        helper = turn.scene.by_name(name)
        if helper is None:
            return no("no_such_player", name=name)
        if helper.account == target.account:
            return no("helps_himself")
        if helper not in found:
            found.append(helper)
    return found


def _request(
    turn: Turn,
    target: Character,
    command: Command,
    awaiting: Awaiting,
    *,
    asked: tuple[str, ...],
    agreed: tuple[str, ...],
) -> Refusal | None:
    """Let a roll wait, if it could be rolled at all."""
    planned = _plan(turn, target, command, stakes_for(turn.scene, target.account, command))
    if isinstance(planned, Refusal):
        return planned
    due = turn.order.at + turn.scene.setup.wait_for_gm_hours * _HOUR
    kept = tuple(each for each in asked if each in agreed)
    turn.add(
        Requested(
            player=target.player,
            account=target.account,
            command=to_plain(command),
            comment=turn.where.item,
            index=turn.where.index,
            awaiting=str(awaiting),
            asked=asked,
            agreed=kept,
            closes_at=due,
        )
    )
    return None


def assist(turn: Turn) -> Refusal | None:
    """``!assist``: a helper agrees (R13)."""
    me = turn.me
    if me is None:
        return no("no_character", fitd=turn.scene.is_fitd)
    waiting = [r for r in turn.scene.requests.values() if me.account in r.asked]
    chosen = next((r for r in waiting if r.account == turn.above), waiting[-1] if waiting else None)
    if chosen is None:
        return no("nobody_asked")
    if me.account in chosen.agreed:
        return no("agreed_already")
    leader = turn.scene.characters[chosen.account]
    turn.add(Assisted(leader.player, me.player, leader.account, me.account))
    request = turn.scene.requests[chosen.account]
    if request.awaiting is Awaiting.HELPERS and set(request.asked) <= set(request.agreed):
        return resume(turn, request)
    return None


def resume(turn: Turn, request: Request) -> Refusal | None:
    """A waiting roll gets its dice, with the helpers who agreed (C7)."""
    scene = turn.scene
    target = scene.characters[request.account]
    names = tuple(scene.characters[each].name for each in request.agreed if each in scene.characters)
    command = replace(request.command, helpers=names if request.asked else request.command.helpers)
    chosen = stakes_for(scene, target.account, command)
    needs_gm = chosen.source is Stakeholder.DEFAULT and scene.setup.roll_without_stakes is Without.WAIT
    if needs_gm and request.awaiting is Awaiting.HELPERS and request.due > turn.order.at:
        asked = request.asked
        where = request.where
        turn.add(
            Requested(
                target.player,
                target.account,
                to_plain(command),
                where.item,
                where.index,
                "gm",
                asked,
                request.agreed,
                request.due,
            )
        )
        return None
    return carry(turn, target, command, where=request.where, chosen=chosen)


# Dice -----------------------------------------------------------------------------------------------------------------


def _plan(turn: Turn, target: Character, command: Command, chosen: Chosen | None) -> Any:
    case = case_of(turn.scene, target, stakes=chosen.stakes if chosen else NO_STAKES, command=command)
    plan = system_of(turn.scene).plan(command, case)
    if isinstance(plan, RuleRefusal):
        earlier = _earlier(turn, target, command)
        return no("rule", rule=str(plan.code), text=plan.text, thread=turn.scene.thread, **earlier)
    return plan


def _earlier(turn: Turn, target: Character, command: Command) -> Mapping[str, Any]:
    """The earlier roll on a consequence, to link it."""
    if command.verb not in (Verb.RESIST, Verb.FORCE):
        return {}
    for entry in reversed(turn.scene.rolls):
        row = entry.after.consequences.get(target.account, ())
        before = {each.number: each.rolled for each in entry.before.consequences.get(target.account, ())}
        rolled = [each for each in row if each.rolled and not before.get(each.number)]
        if entry.void is None and any(command.consequence in (None, each.number) for each in rolled):
            return {"roll": entry.number, "comment": entry.where.item}
    return {}


def carry(
    turn: Turn, target: Character, command: Command, *, where: Where, chosen: Chosen | None = None
) -> Refusal | None:
    """Carry a rule command out on somebody's sheet: plan, draw, note what changed."""
    if where in turn.scene.done:
        return no("done_already")
    plan = _plan(turn, target, command, chosen)
    if isinstance(plan, Refusal):
        return plan
    refused = _too_many(turn)
    if refused is not None:
        return refused
    case = case_of(turn.scene, target, stakes=chosen.stakes if chosen else NO_STAKES, command=command)
    faces = RecordedFaces(turn.draws.faces(where.item, command=where.index))
    outcome = plan.resolve(faces)
    changes = changes_data(changes_in(turn.scene, target, case, outcome))
    facts = facts_only(outcome.facts)
    words = tuple(line for line in outcome.lines if line)
    if command.note and words:
        words = (*words, f"*{harmless(command.note)}*")
    result = result_of(outcome.facts)
    if not faces.drawn:
        turn.add(
            Acted(
                target.player,
                target.account,
                turn.order.by.name,
                where.item,
                where.index,
                to_plain(command),
                result,
                facts,
                changes,
                words,
            )
        )
        return None
    _drop_waiting(turn, target, command, where)
    turn.add(
        Rolled(
            roll=len(turn.scene.rolls) + 1,
            player=target.player,
            account=target.account,
            character=target.name,
            comment=where.item,
            index=where.index,
            command=to_plain(command),
            dice=tuple(faces.drawn),
            result=result,
            facts=facts,
            changes=changes,
            words=(*words, *_deleted_before(turn, target.account)),
            pool=pool_of(plan),
            stakes=str(chosen.source) if chosen else None,
        )
    )
    return None


def _drop_waiting(turn: Turn, target: Character, command: Command, where: Where) -> None:
    """A new roll takes the place of one that waits."""
    waiting = turn.scene.requests.get(target.account)
    if waiting is not None and waiting.where != where and command.verb in ACTION_ROLLS:
        turn.add(RequestDropped(target.player, target.account, "replaced"))


def result_of(facts: Mapping[str, Any]) -> str:
    """Return the result's name: the row, the effect, or ``done``."""
    for name in ("row", "effect"):
        if isinstance(facts.get(name), str):
            return str(facts[name])
    return "done"


def pool_of(plan: Any) -> dict[str, Any] | None:
    """Return what a plan rolls, for the record and for pictures of its odds; None where it has no pool."""
    if isinstance(plan, FailPlan):
        return {"dice": 0, "sides": 10, "row": str(Row.FAILURE)}
    if isinstance(plan, RollPlan):
        pool = plan.pool
        return {"dice": pool.dice, "sides": 10, "difficulty": pool.difficulty, "steps": pool.steps, "net": pool.net}
    if isinstance(plan, ResistPlan | ForcedPlan):
        return {"dice": plan.rating, "sides": 6, "attribute": plan.attribute}
    return None


def _too_many(turn: Turn) -> Refusal | None:
    """The limits of C4."""
    at = turn.order.at
    mine = sum(1 for each in turn.scene.rolls if each.account == turn.account and each.at > at - _HOUR)
    if turn.account and mine >= ROLLS_AN_HOUR:
        return no("too_many_rolls_an_hour", limit=ROLLS_AN_HOUR)
    if sum(1 for each in turn.scene.rolls if each.at > at - _DAY) >= ROLLS_A_DAY:
        return no("too_many_rolls_a_day", limit=ROLLS_A_DAY)
    return None


def _deleted_before(turn: Turn, account: str) -> tuple[str, ...]:
    """A deleted roll is never forgotten: the next one says what it was (A8)."""
    gone = [each for each in turn.scene.rolls if each.account == account and each.flag == "deleted" and not each.told]
    return tuple(f"An earlier comment was deleted; its roll {each.number} stands: {each.words}" for each in gone[:3])


# Plain dice -----------------------------------------------------------------------------------------------------------


def plain_dice(turn: Turn) -> Refusal | None:
    """Plain expressions: one stream, in the order written (part D)."""
    where = turn.where
    if where in turn.scene.done:
        return no("done_already")
    refused = _too_many(turn)
    if refused is not None:
        return refused
    faces = RecordedFaces(turn.draws.faces(where.item, command=where.index))
    rolls = [(str(each["expr"]), str(each.get("label", ""))) for each in turn.order.args["rolls"]]
    lines: list[str] = []
    exprs: list[str] = []
    values: list[int] = []
    fell: list[int] = []
    who = turn.me.name if turn.me else turn.order.by.name
    try:
        parsed = [parse(expression) for expression, _ in rolls]
        for roll, (_, label) in zip(parsed, rolls, strict=True):
            rolled = evaluate(roll, lambda sides: faces.draw(POOL, sides=sides))
            runs = "; ".join(f"{run.text} = **{run.value}**" for run in rolled.runs)
            lines.append(f"**{harmless(who)}** -{' ' + harmless(label) + ':' if label else ''} {runs}")
            exprs.append(canonical_text(roll))
            values.extend(rolled.values)
            fell.extend(rolled.faces)
    except DiceError as wrong:
        return no("bad_dice", problem=str(wrong.code), message=wrong.message)
    if not faces.drawn:
        return no("bad_dice", problem="bad_dice", message="there are no dice in it")
    said = [
        {"expr": expr, "label": label} if label else {"expr": expr}
        for expr, (_, label) in zip(exprs, rolls, strict=True)
    ]
    turn.add(
        Rolled(
            roll=len(turn.scene.rolls) + 1,
            player=turn.order.by.name,
            account=turn.account,
            character=who,
            comment=where.item,
            index=where.index,
            command={"verb": "r", "rolls": said},
            dice=tuple(faces.drawn),
            result=", ".join(str(value) for value in values),
            facts={"values": values, "dice": fell},
            changes={},
            words=(*lines, *_deleted_before(turn, turn.account)),
            pool={"expr": "; ".join(exprs)},
        )
    )
    return None
