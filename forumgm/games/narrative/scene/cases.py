"""From the scene to what a rules system looks at, and back: one character's case, and what an outcome changed.

Law: stakes are chosen in the order own, opponent's, scene's, default (C5); nothing is decided here but that.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from forumgm.games.narrative.choices import Kind
from forumgm.games.narrative.commands import Command
from forumgm.games.narrative.faces import key
from forumgm.games.narrative.plain import to_plain
from forumgm.games.narrative.scene.state import Changes, Character, Entry, Scene
from forumgm.games.narrative.sheets import (
    AnyCase,
    Case,
    Consequence,
    FitdSheet,
    Helper,
    ResistanceSheet,
    Stakes,
    Table,
    frozen,
)
from forumgm.games.narrative.systems import FITD, RESISTANCE, Outcome, System
from forumgm.games.narrative.words import Verb


class Stakeholder(StrEnum):
    """Where a roll's stakes came from."""

    OWN = "own"
    NPC = "npc"
    SCENE = "scene"
    DEFAULT = "default"
    USED = "used"
    """His own, but a roll has used them already."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """The stakes of one roll and where they came from; ``used_by`` the roll that has used them."""

    stakes: Stakes
    source: Stakeholder
    used_by: Entry | None = None


def system_of(scene: Scene) -> System[Any, Any]:
    """Return the scene's rules."""
    return FITD[scene.system] if scene.is_fitd else RESISTANCE[scene.system]


def stakes_for(scene: Scene, account: str, command: Command) -> Chosen:
    """Return the stakes that hold for a roll (C5)."""
    card = scene.own_stakes.get(account)
    if card is not None and card.used_by is None:
        return Chosen(card.stakes, Stakeholder.OWN)
    if command.verb is Verb.FOLLOW and scene.lead is not None:
        leader = scene.by_name(scene.lead.by)
        led = scene.own_stakes.get(leader.account) if leader else None
        if led is not None:
            return Chosen(led.stakes, Stakeholder.SCENE)
    common = scene.scene_stakes
    npc = scene.npcs.get(key(command.npc)) if command.npc else None
    if npc is not None:
        base = Stakes() if common is None else replace(common, difficulty=0, die=npc.weapon or common.die)
        return Chosen(base, Stakeholder.NPC)
    if card is not None:
        return Chosen(card.stakes, Stakeholder.USED, scene.roll(card.used_by))
    if common is not None:
        return Chosen(common, Stakeholder.SCENE)
    return Chosen(Stakes(), Stakeholder.DEFAULT)


NO_STAKES = Stakes()
_NEEDS_NONE = frozenset({Verb.FORCE, Verb.FORTUNE})


def case_of(
    scene: Scene, character: Character, *, stakes: Stakes = NO_STAKES, command: Command | None = None
) -> AnyCase:
    """Return what the rules look at for one character, for this command of his or the GM's.

    The GM's own rolls need no consequence: with none open they stand alone.
    """
    ruling = scene.rulings.get(character.account)
    given = ruling.given if ruling else None
    if isinstance(character.sheet, FitdSheet):
        threat = scene.threats.get(character.account)
        row = threat.consequences if threat else ()
        if command is not None and command.verb in _NEEDS_NONE and command.consequence is None:
            row = threat.consequences if threat and threat.open else ()
        sheet = character.sheet
        if command is not None and command.verb is Verb.ARMOUR:
            sheet, row = _reopened(scene, character, sheet, row, command)
        return Case(sheet, Table(consequences=row, given=given), scene.fitd)
    helpers = {
        key(each.name): Helper(each.sheet, qualified=bool(each.sheet.skills or each.sheet.domains))
        for each in scene.characters.values()
        if each.account != character.account and isinstance(each.sheet, ResistanceSheet)
    }
    table = Table(stakes=stakes, npcs=scene.npcs, helpers=frozen(helpers), lead=scene.lead, given=given)
    return Case(character.sheet, table, scene.pool)


def _reopened(
    scene: Scene, character: Character, sheet: FitdSheet, row: tuple[Consequence, ...], command: Command
) -> tuple[FitdSheet, tuple[Consequence, ...]]:
    """Armour after a roll (F16) also works in a later comment: what the roll left is taken back and falls anew.

    Only until the player's next roll; where armour after a roll is allowed at all.
    """
    last = next((each for each in reversed(scene.rolls) if each.account == character.account), None)
    meant = [each for each in row if command.consequence in (None, each.number)]
    if last is None or len(meant) != 1 or not scene.fitd.armour_after_roll or sheet.dead:
        return sheet, row
    one = meant[0]
    rolled_now = any(each.number == one.number for each in last.after.consequences.get(character.account, ()))
    if not (one.landed and one.rolled and rolled_now) or one.avoided:
        return sheet, row
    if one.kind is Kind.HARM:
        name = one.name or f"harm {one.level}"
        at = next((level for level, names in sheet.harm.items() if level >= one.level and name in names), None)
        if at is None:
            return sheet, row
        names = list(sheet.harm[at])
        names.reverse()
        names.remove(name)
        names.reverse()
        sheet = replace(sheet, harm=MappingProxyType({**sheet.harm, at: tuple(names)}))
    again = replace(one, landed=False, closed=False)
    return sheet, tuple(again if each.number == one.number else each for each in row)


def changes_in(scene: Scene, character: Character, case: AnyCase, outcome: Outcome[Any, Any]) -> Changes:
    """Return what an outcome changed."""
    before, after = case.table, outcome.after.table
    account = character.account
    sheets: dict[str, Any] = {}
    given: dict[str, Any] = {}
    if outcome.after.sheet != case.sheet:
        sheets[account] = outcome.after.sheet
    for other in scene.characters.values():
        name = key(other.name)
        helper = after.helpers.get(name)
        if helper is not None and helper != before.helpers.get(name) and other.account != account:
            sheets[other.account] = helper.sheet
        if name in after.helpers_given and other.account != account:
            given[other.account] = after.helpers_given[name]
    if outcome.verb is Verb.FALLOUT:
        given[account] = after.given if after.given is not None and after.given.owed else None
    elif after.given is not None and after.given is not before.given:
        given[account] = after.given
    return Changes(
        sheets=frozen(sheets),
        consequences=frozen({account: after.consequences} if after.consequences != before.consequences else {}),
        npcs=frozen({name: npc for name, npc in after.npcs.items() if npc != before.npcs.get(name)}),
        given=frozen(given),
        lead=after.lead if after.lead is not before.lead else None,
    )


def changes_data(changes: Changes) -> dict[str, Any]:
    """Return changes as plain data for the record; what did not change is left out."""
    parts: dict[str, Any] = {
        "sheets": {account: to_plain(sheet) for account, sheet in changes.sheets.items()},
        "consequences": {account: to_plain(row) for account, row in changes.consequences.items()},
        "npcs": {name: to_plain(npc) for name, npc in changes.npcs.items()},
        "given": {account: to_plain(given) for account, given in changes.given.items()},
        "lead": to_plain(changes.lead),
    }
    return {name: part for name, part in parts.items() if part}
