"""What is said because of a fact: an answer below the comment that caused it, a post where the clock did.

Laws: one reply for a comment (the app joins the answers of one item); ``u/`` only for somebody who must act; a view is
plain data, finished Markdown stands only under ``lines``.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from forumgm.core.effects import Answer, Effect, PublicPost
from forumgm.core.events import Event, Recorded
from forumgm.core.orders import ActorKind, Order
from forumgm.games.narrative.harm import FATAL
from forumgm.games.narrative.plain import from_plain
from forumgm.games.narrative.replies import MAX_REPLY, harmless
from forumgm.games.narrative.scene import events
from forumgm.games.narrative.scene.applying import RULING_HOURS
from forumgm.games.narrative.scene.cases import system_of
from forumgm.games.narrative.scene.changing import changes_of
from forumgm.games.narrative.scene.pictures import fairness, rolled_dice
from forumgm.games.narrative.scene.state import Character, Scene, Where
from forumgm.games.narrative.sheets import Case, Consequence, FitdSheet, Given, Npc, ResistanceSheet, Stakes, Table
from forumgm.games.narrative.stress import just_given, repeated_fallout, without
from forumgm.games.narrative.systems.fitd import attribute_of, describe, effect_of, may_not_resist
from forumgm.games.narrative.systems.fitd_boxes import may_absorb

_MOST_LINES = 40


def react(before: Scene, recorded: Recorded, after: Scene, order: Order | None) -> list[Effect]:
    """Return what should be said because of the event."""
    if isinstance(recorded.event, events.Requested):
        return _requested(recorded.event, before, after)
    say = _SAY.get(type(recorded.event))
    if say is None:
        return []
    effects: list[Effect] = say(recorded.event, after)
    if order is not None and order.by.kind is ActorKind.CLOCK:
        return [_as_post(effect, recorded.event, after) for effect in effects]
    return effects


def _reply(lines: Sequence[str], after: Scene, *, mark: str = "") -> Answer:
    view = {"lines": [line[:MAX_REPLY] for line in lines[:_MOST_LINES] if line], "scene": after.id.upper()}
    return Answer("narrative/reply", view, mark=mark)


def _as_post(effect: Effect, event: Any, after: Scene) -> Effect:
    """Where a clock struck there is no comment to answer: the words go into the thread."""
    if not isinstance(effect, Answer):
        return effect
    view = {
        "mark": effect.mark,
        "player": getattr(event, "player", ""),
        "comment": getattr(event, "comment", "").removeprefix("t1_"),
        "thread": after.thread.removeprefix("t3_"),
    }
    return PublicPost("narrative/late", {**effect.view, **view})


# Each fact ------------------------------------------------------------------------------------------------------------


def _opened(event: events.SceneOpened, after: Scene) -> list[Effect]:
    view = {
        "scene": event.scene,
        "title": system_of(after).title,
        "system": event.system,
        "gm": event.gm,
        "present": after.gm_is_there,
        "fitd": after.is_fitd,
        "resistances": [] if after.is_fitd else list(after.pool.resistances),
        "attributes": after.attributes,
        "options": [f"{name} {_option(value)}" for name, value in event.options.items()],
        "commitment": event.commitment,
    }
    return [PublicPost("narrative/opened", view)]


def _option(value: Any) -> str:
    if isinstance(value, Mapping):
        return ",".join(f"{name}:{each}" for name, each in value.items())
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _character(event: events.CharacterSet, after: Scene) -> list[Effect]:
    if event.by_rule:
        return []
    view = {**sheet_view(after, after.characters[event.account]), "changed": list(event.changed)}
    return [Answer("narrative/character", view)]


def sheet_view(scene: Scene, character: Character) -> dict[str, Any]:
    """Return a sheet for a template: name, player and its parts as pairs of title and text."""
    sheet = character.sheet
    parts = _fitd_parts(scene, sheet) if isinstance(sheet, FitdSheet) else _pool_parts(sheet)
    return {"name": sheet.name, "player": character.player, "parts": [[title, text] for title, text in parts if text]}


def _fitd_parts(scene: Scene, sheet: FitdSheet) -> list[tuple[str, str]]:
    boxes = ", ".join(f"{kind} {row.free} of {row.size}" for kind, row in sheet.boxes.items())
    harm = "; ".join(f"{row}: {', '.join(names)}" for row, names in sorted(sheet.harm.items()) if names)
    return [
        ("", ", ".join(f"{name.capitalize()} {value}" for name, value in sheet.ratings.items())),
        ("Stress", f"{sheet.track} of {scene.fitd.track_size}"),
        ("Trauma", str(sheet.trauma) if sheet.trauma else ""),
        ("Boxes free", boxes),
        ("Harm", harm),
        ("", "Dead." if sheet.dead else ""),
    ]


def _pool_parts(sheet: ResistanceSheet) -> list[tuple[str, str]]:
    marks = ", ".join(f"{name} {value}" for name, value in sheet.stress.items() if value)
    return [
        ("Skills", ", ".join(sheet.skills)),
        ("Domains", ", ".join(sheet.domains)),
        ("Mastery", ", ".join(sheet.mastery)),
        ("Stress", f"{marks or 'none'}, total {sheet.total}"),
        ("Slots", ", ".join(f"{name} {row.used} of {row.size} marked" for name, row in sheet.slots.items())),
        (
            "Fallout",
            ", ".join(each.name if each.is_unnamed else f"{each.name} ({each.level})" for each in sheet.fallouts),
        ),
    ]


def stakes_words(stakes: Stakes) -> list[str]:
    """Return stakes in words."""
    kind = " ".join(part for part in (f"D{stakes.die}" if stakes.die else "", stakes.resistance or "") if part)
    words = [f"difficulty {stakes.difficulty}" if stakes.difficulty is not None else "", kind]
    words.append("partial" if stakes.partial else "full" if stakes.partial is False else "")
    words.append("" if stakes.possible == "yes" else str(stakes.possible).replace("_", " "))
    return [word for word in words if word]


def _stakes(event: events.StakesSet, _after: Scene) -> list[Effect]:
    words = stakes_words(from_plain(Stakes, event.stakes))
    return [Answer("narrative/stakes", {"players": list(event.players), "words": words})]


def _cleared(_event: events.StakesCleared, _after: Scene) -> list[Effect]:
    return [Answer("narrative/stakes_cleared", {})]


def _npc(event: events.NpcSet, _after: Scene) -> list[Effect]:
    npc = from_plain(Npc, event.npc)
    view = {"name": npc.name, "resistance": npc.resistance, "marked": npc.marked, "difficulty": npc.difficulty}
    return [Answer("narrative/npc", {**view, "weapon": npc.weapon})]


def _threatened(event: events.Threatening, after: Scene) -> list[Effect]:
    options, sheet = after.fitd, after.characters[event.account].sheet
    assert isinstance(sheet, FitdSheet), "consequences hang over sheets of Forged in the Dark"
    row = [from_plain(Consequence, each) for each in event.consequences]
    case = Case(sheet, Table(consequences=tuple(row)), options)
    barred = [may_not_resist(each, case) for each in row]
    first = next((at for at, why in enumerate(barred) if why is None), 0)
    number, is_fatal = row[first].number, row[first].level >= FATAL
    view = {
        "player": event.player,
        "threats": [
            {
                "number": each.number,
                "what": describe_plain(each),
                "attribute": attribute_of(each, options) or "",
                "effect": f"{effect_of(each, options)}s",
                "fatal": each.level >= FATAL,
                "barred": why.text[0].lower() + why.text[1:].rstrip(".") if why else "",
            }
            for each, why in zip(row, barred, strict=True)
        ],
        "replies": [
            *([] if all(barred) else [f"!resist {number}"]),
            *([f"!armour {number}"] if may_absorb(sheet, options) else []),
            f"!accept {number}" + (" death" if is_fatal else ""),
        ],
        "closes_at": event.closes_at,
        "rolls": None if all(barred) else str(options.decide),
        "attributes": after.attributes,
    }
    return [Answer("narrative/threat", view)]


def describe_plain(consequence: Consequence) -> str:
    """Return a consequence in words that a template still makes inert."""
    return describe(consequence).replace("\\", "")


def _job(event: events.JobChanged, _after: Scene) -> list[Effect]:
    return [Answer("narrative/job", {"running": event.running})]


def _requested(event: events.Requested, before: Scene, after: Scene) -> list[Effect]:
    """Say what a roll waits for, and that it takes the place of one that waited."""
    waited = before.requests.get(event.account)
    asked = [after.characters[each] for each in event.asked if each in after.characters]
    fits = {each.name: _fits(each) for each in asked}
    view = {
        "player": event.player,
        "gm": after.gm,
        "awaiting": event.awaiting,
        "asked": [each.player for each in asked if each.account not in event.agreed],
        "qualify": [[each.player, fits[each.name]] for each in asked if fits[each.name]],
        "unfit": [each.player for each in asked if not fits[each.name]],
        "closes_at": event.closes_at,
        "again": waited is not None and waited.where != Where(event.comment, event.index),
    }
    return [Answer("narrative/requested", view)]


def _fits(character: Character) -> str:
    sheet = character.sheet
    if not isinstance(sheet, ResistanceSheet):
        return ""
    return next(iter((*sheet.domains, *sheet.skills)), "")


def _assisted(event: events.Assisted, after: Scene) -> list[Effect]:
    request = after.requests.get(event.account)
    missing = [each for each in request.asked if each not in request.agreed] if request else []
    view = {
        "helper": event.helper,
        "player": event.player,
        "missing": [after.characters[each].player for each in missing],
        "closes_at": request.due if request else None,
    }
    return [Answer("narrative/assisted", view)] if missing else []


def _dropped(event: events.RequestDropped, _after: Scene) -> list[Effect]:
    if event.because == "replaced":
        return []
    return [PublicPost("narrative/dropped", {"player": event.player, "because": event.because})]


def _rolled(event: events.Rolled, after: Scene) -> list[Effect]:
    mark = f"roll {event.roll}" + (f" · {event.stakes} stakes" if event.stakes else "")
    lines = [*event.words, *_rulings(event, after)]
    return [_reply(lines, after, mark=mark)]


def _acted(event: events.Acted, after: Scene) -> list[Effect]:
    return [_reply([*event.words, *_rulings(event, after)], after)]


def _landed(event: events.Landed, after: Scene) -> list[Effect]:
    if not event.words:
        return []
    lines = [asks_gm(line, after) for line in event.words]
    return [_reply(lines, after)]


def asks_gm(line: str, scene: Scene) -> str:
    """Return a line in which the GM who has to act is called by his name (C8)."""
    name = f"u/{harmless(scene.gm)}, "
    return re.sub(r"(?<=[.:] )GM, (?=name|decide)", lambda _: name, line)


def _rulings(event: events.Rolled | events.Acted, after: Scene) -> list[str]:
    """Ask a present GM for a ruling on each new fallout (R25, R26)."""
    if not after.gm_is_there:
        return []
    lines: list[str] = []
    for account, given in changes_of(after, event.changes).given.items():
        character = after.characters.get(account)
        if given is not None and character is not None and isinstance(character.sheet, ResistanceSheet):
            lines.append(_ask(after, character, character.sheet, given))
    return lines


def _ask(after: Scene, character: Character, sheet: ResistanceSheet, given: Given) -> str:
    name, gm = harmless(character.name), f"u/{harmless(after.gm)}"
    if given.owed:
        return f"{gm}, where do {given.owed} stress come off? `!fallout keep BODY` names the resistance."
    bare = ResistanceSheet(fallouts=without(sheet.fallouts, just_given(sheet, given)))
    earlier = repeated_fallout(bare, given.level, source=None, options=after.pool) if given.level.above else None
    if earlier is not None:
        return (
            f"{name} already has {harmless(earlier.name)}. {gm}: `!fallout keep` or `!fallout upgrade NAME` "
            f"(default keep in {RULING_HOURS} h)."
        )
    return (
        f"{gm}, {name}'s fallout: reply `!fallout name ...`, or `!fallout split ONE, TWO` "
        f"(default keep in {RULING_HOURS} h)."
    )


def _gm_asked(event: events.GmAsked, after: Scene) -> list[Effect]:
    view = {"gm": after.gm, "player": event.player, "numbers": list(event.numbers)}
    return [PublicPost("narrative/gm_asked", view)]


def _voided(event: events.RollVoided, after: Scene) -> list[Effect]:
    entry = after.rolls[event.roll - 1]
    view = {"roll": event.roll, "reason": event.reason, "restored": event.restored, "player": entry.player}
    return [Answer("narrative/voided", {**view, "changed": bool(entry.after.sheets or entry.after.npcs)})]


def _closed(event: events.SceneClosed, after: Scene) -> list[Effect]:
    dice = rolled_dice(after)
    view = {
        "scene": after.id,
        "secret": event.secret,
        "rolls": len(after.rolls),
        "voided": sum(1 for each in after.rolls if each.void is not None),
        "dice": sum(sum(row) for row in dice.values()),
        "fairness": [[f"d{sides}", *fairness(row)] for sides, row in sorted(dice.items())],
        "open": [each.player for a, each in after.characters.items() if a in after.threats and after.threats[a].open],
    }
    return [PublicPost("narrative/closed", view)]


_SAY: Mapping[type[Event], Callable[[Any, Scene], list[Effect]]] = {
    events.SceneOpened: _opened,
    events.CharacterSet: _character,
    events.StakesSet: _stakes,
    events.StakesCleared: _cleared,
    events.NpcSet: _npc,
    events.Threatening: _threatened,
    events.JobChanged: _job,
    events.Assisted: _assisted,
    events.RequestDropped: _dropped,
    events.Rolled: _rolled,
    events.Acted: _acted,
    events.Landed: _landed,
    events.GmAsked: _gm_asked,
    events.RollVoided: _voided,
    events.SceneClosed: _closed,
}
