"""Dice fall: a command is planned, drawn, and noted with all that it changed (narrative.md C4, C7, D).

Laws: everything is checked before the first die; a command's dice come from its own comment and index, also when they
fall later, and it has them once; the limits of C4 count rolls, not attempts.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from forumgm.core.errors import Refusal
from forumgm.dice import DiceError
from forumgm.games.narrative.choices import Row
from forumgm.games.narrative.commands import Command
from forumgm.games.narrative.plain import to_plain
from forumgm.games.narrative.replies import harmless
from forumgm.games.narrative.scene.cases import (
    NO_STAKES,
    Chosen,
    case_of,
    changes_data,
    changes_in,
    system_of,
)
from forumgm.games.narrative.scene.events import Acted, RequestDropped, Rolled
from forumgm.games.narrative.scene.state import Character, Scene, Where
from forumgm.games.narrative.scene.turn import RecordedFaces, Turn, facts_only, no
from forumgm.games.narrative.systems import Refusal as RuleRefusal
from forumgm.games.narrative.systems.base import No, Outcome
from forumgm.games.narrative.systems.fitd import ResistPlan
from forumgm.games.narrative.systems.fitd_gm import ForcedPlan
from forumgm.games.narrative.systems.pool_rolls import FailPlan, RollPlan
from forumgm.games.narrative.thrown import Thrown, throw
from forumgm.games.narrative.words import Verb

ROLLS_AN_HOUR = 20
"""Of one user (C4)."""
ROLLS_A_DAY = 200
"""In one thread (C4)."""
ROLLED_BESIDE = "rolled_beside"
"""Argument of an order: its author's rolls of the last hour and all of the last day in other scenes of the thread."""
_HOUR, _DAY = 3_600, 86_400
ACTION_ROLLS = frozenset({Verb.ROLL, Verb.LEAD, Verb.FOLLOW})


def plan_for(turn: Turn, target: Character, command: Command, chosen: Chosen | None) -> Any:
    """Return the rules' plan for a command, or why there is none as a refusal of the scene."""
    case = case_of(turn.scene, target, stakes=chosen.stakes if chosen else NO_STAKES, command=command)
    plan = system_of(turn.scene).plan(command, case)
    if isinstance(plan, RuleRefusal):
        earlier = _earlier(turn, target, command) if plan.code is No.ALREADY_ROLLED else {}
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
    plan = plan_for(turn, target, command, chosen)
    if isinstance(plan, Refusal):
        return plan
    refused = _too_many(turn)
    if refused is not None:
        return refused
    case = case_of(turn.scene, target, stakes=chosen.stakes if chosen else NO_STAKES, command=command)
    faces = RecordedFaces(turn.draws.faces(where.item, command=where.index))
    outcome = plan.resolve(faces)
    told = _told(outcome, command, changes_data(changes_in(turn.scene, target, case, outcome)))
    if not faces.drawn:
        turn.add(_acted(turn, target, command, where=where, told=told))
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
            result=told.result,
            facts=told.facts,
            changes=told.changes,
            words=(*told.words, *_deleted_before(turn, target.account)),
            pool=pool_of(plan),
            stakes=str(chosen.source) if chosen else None,
        )
    )
    return None


@dataclass(frozen=True, slots=True)
class _Told:
    """What came of a command, for its event."""

    result: str
    facts: dict[str, Any]
    changes: dict[str, Any]
    words: tuple[str, ...]


def _told(outcome: Outcome[Any, Any], command: Command, changes: dict[str, Any]) -> _Told:
    words = tuple(line for line in outcome.lines if line)
    if command.note and words:
        words = (*words, f"*{harmless(command.note)}*")
    return _Told(result_of(outcome.facts), facts_only(outcome.facts), changes, words)


def _acted(turn: Turn, target: Character, command: Command, *, where: Where, told: _Told) -> Acted:
    """Return the event of a command that needed no dice."""
    return Acted(
        target.player,
        target.account,
        turn.order.by.name,
        where.item,
        where.index,
        to_plain(command),
        told.result,
        told.facts,
        told.changes,
        told.words,
    )


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


def lately(scene: Scene, account: str, at: int) -> tuple[int, int]:
    """Return how many rolls somebody made in the last hour in this scene, and how many all made in the last day."""
    mine = sum(1 for each in scene.rolls if each.account == account and each.at > at - _HOUR)
    return mine, sum(1 for each in scene.rolls if each.at > at - _DAY)


def _too_many(turn: Turn) -> Refusal | None:
    """The limits of C4."""
    mine, all_rolls = lately(turn.scene, turn.account, turn.order.at)
    mine_beside, all_beside = turn.order.args.get(ROLLED_BESIDE, (0, 0))
    if turn.account and mine + mine_beside >= ROLLS_AN_HOUR:
        return no("too_many_rolls_an_hour", limit=ROLLS_AN_HOUR)
    if all_rolls + all_beside >= ROLLS_A_DAY:
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
    who = turn.me.name if turn.me else turn.order.by.name
    try:
        wanted = [(str(each["expr"]), str(each.get("label", ""))) for each in turn.order.args["rolls"]]
        thrown = throw(wanted, faces)
    except DiceError as wrong:
        return no("bad_dice", problem=str(wrong.code), message=wrong.message)
    if not faces.drawn:
        return no("bad_dice", problem="bad_dice", message="there are no dice in it")
    values = [value for each in thrown for value in each.values]
    turn.add(
        Rolled(
            roll=len(turn.scene.rolls) + 1,
            player=turn.order.by.name,
            account=turn.account,
            character=who,
            comment=where.item,
            index=where.index,
            command={"verb": "r", "rolls": [_said(each) for each in thrown]},
            dice=tuple(faces.drawn),
            result=", ".join(str(value) for value in values),
            facts={"values": values, "dice": [face for each in thrown for face in each.dice]},
            changes={},
            words=(*(_line(each, who=who) for each in thrown), *_deleted_before(turn, turn.account)),
            pool={"expr": "; ".join(each.expression for each in thrown)},
        )
    )
    return None


def _said(thrown: Thrown) -> dict[str, str]:
    """Return the expression for the record, with its label if it has one."""
    return {"expr": thrown.expression, **({"label": thrown.label} if thrown.label else {})}


def _line(thrown: Thrown, *, who: str) -> str:
    return f"**{harmless(who)}** -{' ' + harmless(thrown.label) + ':' if thrown.label else ''} {thrown.runs}"
