"""What each fact does to the scene.

Law: pure and total over what ``events`` can hold; data that cannot be raises ``BrokenRecordError``.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from forumgm.core.errors import BrokenRecordError
from forumgm.core.events import Event
from forumgm.games.narrative.choices import SystemName
from forumgm.games.narrative.commands import Command
from forumgm.games.narrative.faces import key
from forumgm.games.narrative.options import OptionsError
from forumgm.games.narrative.plain import from_plain
from forumgm.games.narrative.scene import events
from forumgm.games.narrative.scene.changing import before_of, changes_of, sheet_of
from forumgm.games.narrative.scene.setup import build
from forumgm.games.narrative.scene.state import (
    Awaiting,
    Card,
    Changes,
    Character,
    Entry,
    Request,
    Ruling,
    Scene,
    Threatened,
    Where,
    expected,
    with_entry,
    with_key,
    without_key,
)
from forumgm.games.narrative.sheets import Consequence, Npc, ResistanceSheet, Stakes, frozen
from forumgm.games.narrative.words import Verb

RULING_HOURS = 24
_HOUR = 3_600


def applied(scene: Scene, event: Event, *, at: int) -> Scene:
    """Return the scene after the event."""
    do = _APPLY.get(type(event))
    if do is None:
        raise BrokenRecordError(f"a scene has no {event.type}")
    after: Scene = do(scene, event, at)
    return after


def put(scene: Scene, changes: Changes, *, at: int) -> Scene:
    """Return the scene with these changes in place."""
    characters = dict(scene.characters)
    for account, sheet in changes.sheets.items():
        if account not in characters:
            raise BrokenRecordError("a sheet of nobody was changed")
        characters[account] = replace(characters[account], sheet=sheet)
    threats = dict(scene.threats)
    for account, consequences in changes.consequences.items():
        have = threats.get(account, Threatened((), at + _window(scene)))
        newly_rolled = _waits(consequences) and not _waits(have.consequences)
        due = at + _choice_window(scene) if newly_rolled else have.due
        threats[account] = replace(have, consequences=consequences, due=due)
    rulings = dict(scene.rulings)
    for account, given in changes.given.items():
        if given is None:
            rulings.pop(account, None)
        else:
            is_awaited = scene.gm_is_there and not given.owed
            rulings[account] = Ruling(given, at + RULING_HOURS * _HOUR if is_awaited else None)
    return replace(
        scene,
        characters=frozen(characters),
        threats=frozen(threats),
        rulings=frozen({name: each for name, each in rulings.items() if _stands(characters.get(name), each)}),
        npcs=frozen({**scene.npcs, **changes.npcs}),
        lead=changes.lead or scene.lead,
    )


def _stands(character: Character | None, ruling: Ruling) -> bool:
    """A fallout that was repaired or given back is nothing to rule on any more."""
    if character is None or not isinstance(character.sheet, ResistanceSheet):
        return False
    return any(each.name == ruling.given.name for each in character.sheet.fallouts)


def _waits(consequences: tuple[Consequence, ...]) -> bool:
    return any(each.pending is not None for each in consequences)


def _window(scene: Scene) -> int:
    return scene.fitd.window_hours * _HOUR if scene.is_fitd else RULING_HOURS * _HOUR


def _choice_window(scene: Scene) -> int:
    return scene.fitd.decline_timeout_hours * _HOUR if scene.is_fitd else RULING_HOURS * _HOUR


# Each fact ------------------------------------------------------------------------------------------------------------


def _opened(scene: Scene, event: events.SceneOpened, at: int) -> Scene:
    try:
        options, setup = build(event.system, _thawed(event.options))
        system = SystemName(event.system)
    except (OptionsError, ValueError) as wrong:
        raise BrokenRecordError("a scene was opened with options that cannot be") from wrong
    return replace(
        scene,
        id=event.scene,
        thread=event.thread,
        system=system,
        options=options,
        setup=setup,
        gm=event.gm,
        gm_account=event.gm_account,
        opened_at=at,
    )


def _thawed(value: Any) -> Any:
    """Tuples back to lists, as options are read."""
    if isinstance(value, Mapping):
        return {name: _thawed(each) for name, each in value.items()}
    return [_thawed(each) for each in value] if isinstance(value, tuple) else value


def _gm_known(scene: Scene, event: events.GmKnown, _at: int) -> Scene:
    return replace(scene, gm=event.gm, gm_account=event.account)


def _character(scene: Scene, event: events.CharacterSet, _at: int) -> Scene:
    character = Character(event.player, event.account, sheet_of(scene, event.sheet), event.by_rule)
    is_new = event.account not in scene.characters or scene.characters[event.account].name != character.name
    scene = replace(scene, characters=with_key(scene.characters, event.account, character))
    waiting = expected(event.player)
    if waiting in scene.own_stakes:
        cards = with_key(scene.own_stakes, event.account, scene.own_stakes[waiting])
        scene = replace(scene, own_stakes=without_key(cards, waiting))
    if is_new:
        # What hung over the one before him is not his.
        return replace(
            scene,
            threats=without_key(scene.threats, event.account),
            rulings=without_key(scene.rulings, event.account),
        )
    return scene


def _stakes(scene: Scene, event: events.StakesSet, _at: int) -> Scene:
    stakes = from_plain(Stakes, event.stakes)
    if not event.accounts:
        return replace(scene, scene_stakes=stakes, own_stakes=frozen(_unused(scene)))
    cards = dict(scene.own_stakes)
    for account in event.accounts:
        cards[account] = Card(stakes)
    return replace(scene, own_stakes=frozen(cards))


def _unused(scene: Scene) -> dict[str, Card]:
    return {account: card for account, card in scene.own_stakes.items() if card.used_by is None}


def _cleared(scene: Scene, _event: events.StakesCleared, _at: int) -> Scene:
    return replace(scene, scene_stakes=None, own_stakes=frozen(_unused(scene)))


def _npc(scene: Scene, event: events.NpcSet, _at: int) -> Scene:
    npc = from_plain(Npc, event.npc)
    return replace(scene, npcs=with_key(scene.npcs, key(npc.name), npc))


def _threatened(scene: Scene, event: events.Threatening, _at: int) -> Scene:
    row = tuple(from_plain(Consequence, each) for each in event.consequences)
    return replace(scene, threats=with_key(scene.threats, event.account, Threatened(row, event.closes_at)))


def _job(scene: Scene, event: events.JobChanged, _at: int) -> Scene:
    return replace(scene, in_job=event.running)


def _requested(scene: Scene, event: events.Requested, _at: int) -> Scene:
    request = Request(
        account=event.account,
        command=from_plain(Command, event.command),
        where=Where(event.comment, event.index),
        awaiting=Awaiting(event.awaiting),
        due=event.closes_at,
        asked=tuple(event.asked),
        agreed=tuple(event.agreed),
    )
    return replace(scene, requests=with_key(scene.requests, event.account, request))


def _assisted(scene: Scene, event: events.Assisted, _at: int) -> Scene:
    request = scene.requests.get(event.account)
    if request is None:
        raise BrokenRecordError("somebody helps where nobody asked")
    request = replace(request, agreed=(*request.agreed, event.helper_account))
    return replace(scene, requests=with_key(scene.requests, event.account, request))


def _dropped(scene: Scene, event: events.RequestDropped, _at: int) -> Scene:
    return replace(scene, requests=without_key(scene.requests, event.account))


def _rolled(scene: Scene, event: events.Rolled, at: int) -> Scene:
    changes = changes_of(scene, event.changes)
    where = Where(event.comment, event.index)
    entry = Entry(
        number=event.roll,
        at=at,
        account=event.account,
        player=event.player,
        where=where,
        verb=str(event.command.get("verb", "roll")),
        words=event.words[0] if event.words else "",
        before=before_of(scene, changes),
        after=changes,
        fell=tuple((int(die["sides"]), int(face)) for die in event.dice for face in die["faces"]),
    )
    told = tuple(
        replace(each, told=True) if each.account == event.account and each.flag and not each.told else each
        for each in scene.rolls
    )
    if event.roll != len(told) + 1:
        raise BrokenRecordError("a roll's number is not the next")
    after = put(scene, changes, at=at)
    cards = after.own_stakes
    if event.stakes == "own" and event.account in cards:
        cards = with_key(cards, event.account, replace(cards[event.account], used_by=event.roll))
    is_waiting = event.account in after.requests and after.requests[event.account].where == where
    requests = without_key(after.requests, event.account) if is_waiting else after.requests
    return replace(after, rolls=(*told, entry), own_stakes=cards, requests=requests, done=scene.done | {where})


def _acted(scene: Scene, event: events.Acted, at: int) -> Scene:
    """Stakes that need no dice are used by the roll that they answer."""
    card = scene.own_stakes.get(event.account)
    is_roll = event.command.get("verb") in (Verb.ROLL, Verb.LEAD, Verb.FOLLOW)
    if is_roll and card is not None and card.used_by is None:
        scene = replace(scene, own_stakes=without_key(scene.own_stakes, event.account))
    waiting = scene.requests.get(event.account)
    if is_roll and waiting is not None and waiting.where == Where(event.comment, event.index):
        scene = replace(scene, requests=without_key(scene.requests, event.account))
    return put(scene, changes_of(scene, event.changes), at=at)


def _landed(scene: Scene, event: events.Landed, at: int) -> Scene:
    """What a roll let happen belongs to it, so that a void gives both back."""
    changes = changes_of(scene, event.changes)
    before = before_of(scene, changes)
    entry = next((each for each in reversed(scene.rolls) if each.account == event.account), None)
    after = put(scene, changes, at=at)
    if entry is None or not _still_holds(entry.after, before, event.account):
        return after
    grown = replace(
        entry,
        before=_joined(before, entry.before),
        after=_joined(entry.after, changes),
    )
    return with_entry(after, grown)


def _still_holds(after: Changes, now: Changes, account: str) -> bool:
    return after.consequences.get(account) == now.consequences.get(account) and after.sheets.get(
        account, now.sheets.get(account)
    ) == now.sheets.get(account)


def _joined(first: Changes, then: Changes) -> Changes:
    return replace(
        first,
        sheets=frozen({**first.sheets, **then.sheets}),
        consequences=frozen({**first.consequences, **then.consequences}),
    )


def _gm_asked(scene: Scene, event: events.GmAsked, _at: int) -> Scene:
    threat = scene.threats.get(event.account)
    if threat is None:
        raise BrokenRecordError("the GM was asked about nothing")
    return replace(scene, threats=with_key(scene.threats, event.account, replace(threat, asked=True)))


def _kept(scene: Scene, event: events.RulingKept, _at: int) -> Scene:
    return replace(scene, rulings=without_key(scene.rulings, event.account))


def _voided(scene: Scene, event: events.RollVoided, at: int) -> Scene:
    entry = scene.roll(event.roll)
    if entry is None:
        raise BrokenRecordError("a roll that never was is voided")
    scene = with_entry(scene, replace(entry, void=event.reason))
    if event.restored:
        scene = put(scene, entry.before, at=at)
        given = {name: ruling for name, ruling in scene.rulings.items() if name not in entry.after.given}
        scene = replace(scene, rulings=frozen(given))
    card = scene.own_stakes.get(entry.account)
    if card is not None and card.used_by == entry.number:
        scene = replace(scene, own_stakes=with_key(scene.own_stakes, entry.account, replace(card, used_by=None)))
    return scene


def _flagged(scene: Scene, event: events.ItemFlagged, _at: int) -> Scene:
    for entry in scene.rolls:
        if entry.where.item == event.item:
            scene = with_entry(scene, replace(entry, flag=event.because))
    return scene


def _closed(scene: Scene, _event: events.SceneClosed, _at: int) -> Scene:
    return replace(scene, is_over=True, requests=frozen(), rulings=frozen())


_APPLY: Mapping[type[Event], Callable[[Scene, Any, int], Scene]] = {
    events.SceneOpened: _opened,
    events.GmKnown: _gm_known,
    events.CharacterSet: _character,
    events.StakesSet: _stakes,
    events.StakesCleared: _cleared,
    events.NpcSet: _npc,
    events.Threatening: _threatened,
    events.JobChanged: _job,
    events.Requested: _requested,
    events.Assisted: _assisted,
    events.RequestDropped: _dropped,
    events.Rolled: _rolled,
    events.Acted: _acted,
    events.Landed: _landed,
    events.GmAsked: _gm_asked,
    events.RulingKept: _kept,
    events.RollVoided: _voided,
    events.ItemFlagged: _flagged,
    events.SceneClosed: _closed,
}
