"""What the scene's GM says: stakes, opponents, consequences, forced rolls, fallout, voids, jobs (narrative.md C5, C7).

Laws: nobody but the scene's GM uses these; whom a line is about is named, or is the writer of the comment it answers,
or the only one possible; nothing is guessed between two.
"""

import re
from dataclasses import replace

from forumgm.core.errors import Refusal
from forumgm.games.narrative.choices import Possible
from forumgm.games.narrative.commands import Command
from forumgm.games.narrative.plain import to_plain
from forumgm.games.narrative.scene.carrying import carry
from forumgm.games.narrative.scene.changing import before_of
from forumgm.games.narrative.scene.declared import read_npc, read_threat, read_void
from forumgm.games.narrative.scene.events import (
    JobChanged,
    NpcSet,
    RollVoided,
    StakesCleared,
    StakesSet,
    Threatening,
)
from forumgm.games.narrative.scene.rolling import resume
from forumgm.games.narrative.scene.state import Awaiting, Character, Entry, Request, Scene, expected
from forumgm.games.narrative.scene.turn import Turn, no
from forumgm.games.narrative.sheets import Stakes

_HOUR = 3_600
_NAMED = re.compile(r"\s*([\w-]+)[:,]\s")
"""A bare name that opens a line: ``ian: harm 2``."""


def _target(turn: Turn, names: tuple[str, ...], *, among: list[Character] | None = None) -> Character | Refusal:
    """Whom the GM means: named, or answered, or the only one possible."""
    if names:
        found = turn.scene.by_name(names[0])
        return found if found is not None else no("no_such_player", name=names[0])
    answered = turn.scene.characters.get(turn.above)
    if answered is not None:
        return answered
    possible = list(turn.scene.characters.values()) if among is None else among
    if len(possible) == 1:
        return possible[0]
    return no("which_player", players=[each.player for each in possible])


# Stakes ---------------------------------------------------------------------------------------------------------------


def stakes(turn: Turn) -> Refusal | None:
    """``!stakes u/ann diff 1, d6, SAFETY, partial``: for the next roll of those named (C5)."""
    if turn.scene.is_fitd:
        return no("rule", rule="not_here", text="Stakes belong to the Resistance System; here it is `!threat`.")
    command = turn.command
    made = _stakes_of(turn, command)
    if isinstance(made, Refusal):
        return made
    people = _people(turn, command)
    if isinstance(people, Refusal):
        return people
    players, accounts = tuple(people.values()), tuple(people)
    turn.add(StakesSet(players, accounts, to_plain(made), command.note or None))
    for account in accounts:
        waiting = turn.scene.requests.get(account)
        if waiting is not None and waiting.awaiting is Awaiting.GM:
            refused = resume(turn, waiting)
            if refused is not None:
                return refused
    return None


def _people(turn: Turn, command: Command) -> dict[str, str] | Refusal:
    """Whom the stakes are for: account to player, in the order named."""
    scene = turn.scene
    if command.group:
        everybody = {each.account: each.player for each in scene.characters.values()}
        return everybody or no("no_characters")
    if not command.users:
        target = _target(turn, ())
        return target if isinstance(target, Refusal) else {target.account: target.player}
    people: dict[str, str] = {}
    for name in command.users:
        found = scene.by_name(name)
        if found is not None:
            people[found.account] = found.player
        elif scene.is_sheetless:
            people[expected(name)] = name
        else:
            return no("no_such_player", name=name)
    return people


def scene_stakes(turn: Turn) -> Refusal | None:
    """``!scene diff 0 d6 BODY``: for every roll without stakes of its own."""
    if turn.scene.is_fitd:
        return no("rule", rule="not_here", text="Stakes belong to the Resistance System; here it is `!threat`.")
    made = _stakes_of(turn, turn.command)
    if isinstance(made, Refusal):
        return made
    turn.add(StakesSet((), (), to_plain(made), turn.command.note or None))
    return None


def clear_stakes(turn: Turn) -> Refusal | None:
    """``!scene clear``."""
    if turn.scene.scene_stakes is None:
        return no("no_scene_stakes")
    turn.add(StakesCleared())
    return None


def _stakes_of(turn: Turn, command: Command) -> Stakes | Refusal:
    options = turn.scene.pool
    made = Stakes(
        difficulty=command.difficulty,
        die=command.die if command.die is not None else command.weapon,
        resistance=next(iter(command.resistances), None),
        partial=command.partial,
        possible=command.possible or Possible.YES,
    )
    if command.unused:
        return no("stakes_unread", words=list(command.unused), resistances=list(options.resistances))
    if made == Stakes():
        return no("stakes_empty")
    if len(command.resistances) > 1:
        return no("stakes_one_resistance", names=list(command.resistances))
    if made.difficulty is not None and made.difficulty > options.difficulty_per_source_max:
        return no("rule", rule="out_of_range", text=f"Difficulty goes from 0 to {options.difficulty_per_source_max}.")
    if made.die is not None and made.die not in options.ladder:
        allowed = ", ".join(f"d{each}" for each in options.ladder)
        return no("rule", rule="out_of_range", text=f"d{made.die} is no stress die here: {allowed}.")
    return made


def go_on(turn: Turn) -> Refusal | None:
    """``!ok``: a roll that waits for the GM happens with the defaults, now."""
    waiting = [r for r in turn.scene.requests.values() if r.awaiting is Awaiting.GM]
    chosen = _request_meant(turn, turn.command, waiting)
    if isinstance(chosen, Refusal):
        return chosen
    return resume(turn, chosen)


def _request_meant(turn: Turn, command: Command, waiting: list[Request]) -> Request | Refusal:
    if not waiting:
        return no("nothing_waits")
    people = [turn.scene.characters[each.account] for each in waiting]
    target = _target(turn, command.users, among=people)
    if isinstance(target, Refusal):
        return target
    return next((each for each in waiting if each.account == target.account), no("nothing_waits"))


# Opponents and consequences -------------------------------------------------------------------------------------------


def npc(turn: Turn) -> Refusal | None:
    """``!npc Ogre resistance 5 diff 1 weapon d8`` (R29)."""
    if turn.scene.is_fitd:
        return no("rule", rule="not_here", text="Opponents with numbers belong to the Resistance System.")
    found = read_npc(turn.command.rest, turn.scene.pool, turn.scene.npcs)
    if isinstance(found, str):
        return no("declared_wrong", problems=[found])
    turn.add(NpcSet(to_plain(found)))
    return None


def threat(turn: Turn) -> Refusal | None:
    """``!threat u/ian 1: harm 2 "Cut" prowess; 2: she gets away`` (F1)."""
    scene, command = turn.scene, turn.command
    if not scene.is_fitd:
        return no("rule", rule="not_here", text="Consequences belong to Forged in the Dark; here it is `!stakes`.")
    named = None if command.users else _NAMED.match(command.rest)
    meant = scene.by_name(named[1]) if named else None
    rest = command.rest[named.end() :] if named and meant else command.rest
    target = meant or _target(turn, command.users)
    if isinstance(target, Refusal):
        return target
    hangs = scene.threats.get(target.account)
    still = hangs.open if hangs else ()
    found = read_threat(rest, scene.fitd, taken=[each.number for each in still], in_job=scene.in_job)
    if isinstance(found, str):
        return no("declared_wrong", problems=[found])
    row = tuple(to_plain(each) for each in (*still, *found))
    closes_at = turn.order.at + scene.fitd.window_hours * _HOUR
    turn.add(Threatening(target.player, target.account, row, closes_at))
    return None


def on_somebody(turn: Turn) -> Refusal | None:
    """``!force``, ``!fortune``, ``!stress``: a rule command of the GM's on a player's character."""
    target = _target(turn, turn.command.users)
    if isinstance(target, Refusal):
        return target
    return carry(turn, target, turn.command, where=turn.where)


def fallout(turn: Turn) -> Refusal | None:
    """``!fallout keep | upgrade NAME | split A, B | name NAME`` (R25-R27)."""
    scene = turn.scene
    waiting = [scene.characters[account] for account in scene.rulings if account in scene.characters]
    if not waiting:
        return no("rule", rule="no_fallout", text="There is no fallout to rule on.")
    command = turn.command
    named = command.users or ()
    answered = scene.characters.get(turn.above)
    if not named and answered is not None and answered not in waiting:
        target: Character | Refusal = waiting[-1]
    else:
        target = _target(turn, named, among=waiting[-1:])
    if isinstance(target, Refusal):
        return target
    rest = " ".join(word for word in command.rest.split() if not word.lower().lstrip("/").startswith(("u/", "@")))
    return carry(turn, target, replace(command, rest=rest), where=turn.where)


def job(turn: Turn) -> Refusal | None:
    """``!job start | end`` (part E)."""
    words = turn.command.rest.lower().split()
    if not words or words[0] not in ("start", "begin", "end", "over"):
        return no("job_words")
    running = words[0] in ("start", "begin")
    if running == turn.scene.in_job:
        return no("job_already", running=running)
    turn.add(JobChanged(running))
    return None


# Void -----------------------------------------------------------------------------------------------------------------


def void(turn: Turn) -> Refusal | None:
    """``!void 417 reason``: the roll stays in the log; what it changed is given back where nothing has built on it."""
    number, reason = read_void(turn.command.rest)
    entry = turn.scene.roll(number)
    if entry is None:
        return no("no_such_roll", number=number, last=len(turn.scene.rolls))
    if entry.void is not None:
        return no("void_already", number=entry.number)
    if not reason and not turn.command.note:
        return no("void_reason", number=entry.number)
    restored = is_latest(turn.scene, entry)
    turn.add(RollVoided(entry.number, turn.order.by.name, reason or turn.command.note, restored))
    return None


def is_latest(scene: Scene, entry: Entry) -> bool:
    """Return true when everything that the roll changed still stands as it left it."""
    now = before_of(scene, entry.after)
    left = entry.after
    return (now.sheets, now.consequences, now.npcs) == (left.sheets, left.consequences, left.npcs)
