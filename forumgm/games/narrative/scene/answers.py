"""Questions about a scene: status, sheets, log, histogram, odds, help. They change nothing.

Laws: everything in a scene is public, so every answer may go where it was asked; answers are short enough for a phone.
"""

from collections.abc import Callable, Mapping
from typing import Any

from forumgm.core.effects import Answer, Effect
from forumgm.core.orders import Order
from forumgm.dice import DiceError, has_dice, odds, parse
from forumgm.dice.odds import mean
from forumgm.games.narrative.commands import Command
from forumgm.games.narrative.plain import from_plain
from forumgm.games.narrative.scene.cases import case_of, stakes_for, system_of
from forumgm.games.narrative.scene.pictures import histogram_lines
from forumgm.games.narrative.scene.posts import describe_plain, sheet_view, stakes_words
from forumgm.games.narrative.scene.state import Character, Scene
from forumgm.games.narrative.systems import Refusal
from forumgm.games.narrative.systems.odds_words import decimal, percent
from forumgm.games.narrative.words import Verb

LOG_LINES = 12
SHEETS = 12
ODDS_LINES = 24


def answer(scene: Scene, order: Order, *, now: int) -> list[Effect]:
    """Return the answer to a question."""
    command = from_plain(Command, order.args["command"]) if "command" in order.args else Command(Verb.STATUS)
    ask = QUESTIONS[order.verb]
    effects: list[Effect] = ask(scene, order, command, now)
    return effects


def _status(scene: Scene, _order: Order, _command: Command, now: int) -> list[Effect]:
    view = {
        "scene": scene.id.upper(),
        "title": system_of(scene).title,
        "gm": scene.gm,
        "present": scene.gm_is_there,
        "rolls": len(scene.rolls),
        "in_job": scene.in_job if scene.is_fitd and scene.fitd.in_job_only else None,
        "stakes": stakes_words(scene.scene_stakes) if scene.scene_stakes else [],
        "own": [
            [scene.characters[account].player, stakes_words(card.stakes)]
            for account, card in scene.own_stakes.items()
            if card.used_by is None and account in scene.characters
        ],
        "npcs": [[npc.name, npc.marked, npc.resistance, npc.difficulty] for npc in scene.npcs.values()],
        "people": [_state(scene, each) for each in list(scene.characters.values())[:SHEETS]],
        "waiting": [
            [scene.characters[account].player, str(each.awaiting), each.due] for account, each in scene.requests.items()
        ],
        "now": now,
    }
    return [Answer("narrative/status", view)]


def _state(scene: Scene, character: Character) -> dict[str, Any]:
    threat = scene.threats.get(character.account)
    parts = [text if not title else f"{title} {text}" for title, text in sheet_view(scene, character)["parts"]]
    shown = [part for part in parts if part.startswith(("Stress", "Harm", "Fallout", "Dead", "Trauma"))]
    over = [f"{each.number}: {describe_plain(each)}" for each in threat.open] if threat else []
    return {"name": character.name, "player": character.player, "state": shown, "threats": over}


def _sheet(scene: Scene, order: Order, command: Command, _now: int) -> list[Effect]:
    named = command.users[0] if command.users else command.rest.strip()
    found = scene.by_name(named) if named else scene.characters.get(order.by.account)
    if found is None:
        names = [each.player for each in scene.characters.values()]
        return [
            Answer("narrative/no_sheet", {"name": named, "players": names[:SHEETS], "attributes": scene.attributes})
        ]
    return [Answer("narrative/sheet", sheet_view(scene, found))]


def _log(scene: Scene, _order: Order, _command: Command, _now: int) -> list[Effect]:
    rolls = [
        {
            "number": each.number,
            "line": each.words,
            "void": each.void,
            "flag": each.flag or "",
            "comment": each.where.item.removeprefix("t1_"),
        }
        for each in scene.rolls[-LOG_LINES:]
    ]
    view = {"rolls": rolls, "total": len(scene.rolls), "thread": scene.thread.removeprefix("t3_")}
    return [Answer("narrative/log", view)]


def _histogram(scene: Scene, _order: Order, _command: Command, _now: int) -> list[Effect]:
    return [Answer("narrative/histogram", {"bars": histogram_lines(scene), "rolls": len(scene.rolls)})]


def _help(scene: Scene, order: Order, _command: Command, _now: int) -> list[Effect]:
    view = {"scene": scene.id.upper(), "fitd": scene.is_fitd, "system": str(scene.system), "gm": scene.gm}
    is_gm = scene.is_gm(account=order.by.account, name=order.by.name)
    return [Answer("narrative/help", {**view, "is_gm": is_gm})]


def _odds(scene: Scene, order: Order, command: Command, _now: int) -> list[Effect]:
    plain = _plain_odds(command)
    if plain is not None:
        return [Answer("narrative/reply", {"lines": plain, "scene": scene.id.upper()})]
    mine = scene.characters.get(order.by.account)
    if mine is None:
        return [Answer("narrative/refusals/no_character", {"code": "no_character", "attributes": scene.attributes})]
    chosen = stakes_for(scene, mine.account, command)
    case = case_of(scene, mine, stakes=chosen.stakes)
    plan = system_of(scene).plan(command, case)
    if isinstance(plan, Refusal):
        view = {"code": "rule", "rule": str(plan.code), "text": plan.text}
        return [Answer("narrative/refusals/rule", view)]
    lines = [line for line in plan.resolve(_NoFaces()).lines if line]
    return [Answer("narrative/reply", {"lines": lines, "scene": scene.id.upper()})]


class _NoFaces:
    """Odds need no dice."""

    def draw(self, purpose: str, *, sides: int) -> int:
        """Never asked."""
        raise AssertionError(f"odds draw nothing ({purpose}, d{sides})")


def _plain_odds(command: Command) -> list[str] | None:
    """Exact chances of a plain expression; None if it is none."""
    if not any(char.isdigit() or char == "%" for char in command.rest) or command.skills or command.domains:
        return None
    try:
        roll = parse(command.rest)
        if not has_dice(roll):
            return None
        found = odds(roll)
    except DiceError as wrong:
        too_much = str(wrong.code) in ("too_much_work", "too_many_rolls", "too_many_dice")
        return [f"No odds: {wrong.message}."] if too_much else None
    shown = list(found.items())[:ODDS_LINES]
    words = ", ".join(f"{value}: {percent(chance)}" for value, chance in shown)
    more = f" and {len(found) - len(shown)} more values" if len(found) > len(shown) else ""
    middle = mean(found)
    return [f"Mean {'-' if middle < 0 else ''}{decimal(abs(middle))}. {words}{more}."]


QUESTIONS: Mapping[str, Callable[[Scene, Order, Command, int], list[Effect]]] = {
    str(Verb.STATUS): _status,
    str(Verb.SHEET): _sheet,
    str(Verb.LOG): _log,
    str(Verb.HISTOGRAM): _histogram,
    str(Verb.HELP): _help,
    str(Verb.ODDS): _odds,
}
"""Verbs that only ask."""
