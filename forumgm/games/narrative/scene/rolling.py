"""Players' rule commands, and what a roll has to wait for: the GM, or helpers (narrative.md C6, C7).

Laws: nobody acts for somebody else but the GM; what waits keeps its comment and index, and falls once.
"""

from dataclasses import replace

from forumgm.core.errors import Refusal
from forumgm.games.narrative.commands import Command
from forumgm.games.narrative.plain import to_plain
from forumgm.games.narrative.scene.carrying import ACTION_ROLLS, carry, plan_for
from forumgm.games.narrative.scene.cases import (
    Stakeholder,
    stakes_for,
)
from forumgm.games.narrative.scene.events import Assisted, CharacterSet, Requested
from forumgm.games.narrative.scene.state import Awaiting, Character, Request, Without
from forumgm.games.narrative.scene.turn import Turn, no
from forumgm.games.narrative.sheets import ResistanceSheet, frozen
from forumgm.games.narrative.words import Verb

_HOUR = 3_600
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
        return no("no_character", attributes=turn.scene.attributes)
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
    if not scene.is_sheetless or command.verb not in ACTION_ROLLS:
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
        return no(
            "stakes_used",
            roll=chosen.used_by.number,
            comment=chosen.used_by.where.item,
            thread=scene.thread,
            gm=scene.gm,
        )
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
            return no("stakes_used", roll=entry.number, comment=entry.where.item, thread=scene.thread, gm=scene.gm)
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
    planned = plan_for(turn, target, command, stakes_for(turn.scene, target.account, command))
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
        return no("no_character", attributes=turn.scene.attributes)
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
