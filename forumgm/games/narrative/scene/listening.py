"""A comment's readings -> orders of a scene (narrative.md C1-C4, part E).

Laws: the command index counts all commands of a comment from 0; expressions inside the text are one command, rolled in
one stream; beside a running game of The Resistance the shared verbs mean the game.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from forumgm.core.reading import Command as OrderCommand
from forumgm.core.reading import Kind
from forumgm.core.reading import Reading as Heard
from forumgm.games.narrative.commands import Command, PlainDice, Question, Reading, Vocabulary
from forumgm.games.narrative.faces import key
from forumgm.games.narrative.items import ItemReader
from forumgm.games.narrative.plain import to_plain
from forumgm.games.narrative.reader import SourceLine, read
from forumgm.games.narrative.scene.deciding import CLEAR_STAKES, CLOSE, DOUBT, SCENE_STAKES, SETTLE
from forumgm.games.narrative.scene.state import Scene
from forumgm.games.narrative.sheets import ResistanceSheet
from forumgm.games.narrative.words import Verb

SHARED = frozenset({Verb.STATUS, Verb.LOG, Verb.VOID, Verb.HELP})
"""Verbs that a game of The Resistance in the same thread understands too (part D)."""
_MAYBE_SHARED = frozenset({Verb.PAY, Verb.DECLINE, Verb.ACCEPT, Verb.OK})
_SCENE_WORDS = {
    "status": Verb.STATUS,
    "log": Verb.LOG,
    "void": Verb.VOID,
    "help": Verb.HELP,
    "histogram": Verb.HISTOGRAM,
    "sheet": Verb.SHEET,
}
_FOR_ANOTHER = re.compile(
    r"\broll(?:ing|s)?\b[^.!?\[\]]{0,60}?\b(?:for|instead of)\s+(?:him|her|them|(?:/?u/|@)?(?P<name>[\w-]{2,30}))\b"
    r"|\b(?:on behalf of|in (?:his|her|their) (?:stead|place))\b",
    re.IGNORECASE,
)
MAX_CHECKED = 4_000
_LANDING = frozenset({Verb.RESIST, Verb.ARMOUR, Verb.ACCEPT, Verb.PAY, Verb.DECLINE, Verb.FORCE})


@dataclass(frozen=True, slots=True)
class Listener:
    """Who writes, where, and in answer to whom."""

    account: str
    name: str
    bot: str
    beside_game: bool = False
    above: str = ""
    for_another: bool = False
    """The words say that somebody else's dice are rolled."""


def vocabulary(scene: Scene, listener: Listener) -> Vocabulary:
    """Return the names that the writer may mean."""
    mine = scene.characters.get(listener.account)
    people = tuple(
        name for each in scene.characters.values() for name in dict.fromkeys((each.player, each.name)) if name
    )
    if scene.is_fitd:
        return Vocabulary(bot=listener.bot, attributes=scene.fitd.attributes, people=people)
    is_gm = scene.is_gm(account=listener.account, name=listener.name)
    meant = scene.characters.values() if is_gm else [mine] if mine is not None else []
    sheets = [each.sheet for each in meant if isinstance(each.sheet, ResistanceSheet)]
    return Vocabulary(
        bot=listener.bot,
        skills=_each(name for sheet in sheets for name in sheet.skills),
        domains=_each(name for sheet in sheets for name in sheet.domains),
        mastery=_each(name for sheet in sheets for name in sheet.mastery),
        resistances=scene.pool.resistances,
        npcs=tuple(npc.name for npc in scene.npcs.values()),
        people=people,
        fallouts=_each(each.name for sheet in sheets for each in sheet.fallouts),
    )


def _each(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))


def listen(scene: Scene, lines: Sequence[SourceLine], listener: Listener) -> Heard:
    """Return the orders of one text; talk is ignored."""
    known = vocabulary(scene, listener)
    found = read(lines, known)
    if not scene.is_gm(account=listener.account, name=listener.name):
        others = [name for name in known.people if name.casefold() != listener.name.casefold()]
        text = " ".join(line.source for line in lines)
        listener = replace(listener, for_another=rolls_for_another(text, others))
    orders: list[OrderCommand] = []
    index = 0
    lands = False
    for reading in _merged(found):
        order = _order(scene, reading, listener, index=index)
        index += 1
        if order is not None:
            orders.append(order)
            lands = lands or (isinstance(reading, Command) and reading.verb in _LANDING)
    if not orders:
        return Heard(Kind.IGNORE)
    if lands and scene.is_fitd:
        orders.append(OrderCommand(SETTLE, {"index": index}))
    return Heard(Kind.ACCEPT if len(orders) == 1 else Kind.ACCEPT_MANY, tuple(orders))


def rolls_for_another(text: str, people: Sequence[str]) -> bool:
    """True where the words say that the dice are somebody else's (corpus D028)."""
    names = {name.casefold() for name in people}
    for found in _FOR_ANOTHER.finditer(text[:MAX_CHECKED]):
        if found["name"] is None or found["name"].casefold() in names:
            return True
    return False


_Grouped = Command | Question | tuple[PlainDice, ...]


def _merged(found: Sequence[Reading]) -> list[_Grouped]:
    """Join the expressions inside the text into the first one's place."""
    inline = tuple(each for each in found if isinstance(each, PlainDice) and each.inline)
    merged: list[_Grouped] = []
    for each in found:
        if not isinstance(each, PlainDice):
            merged.append(each)
        elif not each.inline:
            merged.append((each,))
        elif each is inline[0]:
            merged.append(inline)
    return merged


def _order(scene: Scene, reading: _Grouped, listener: Listener, *, index: int) -> OrderCommand | None:
    args: dict[str, Any] = {"index": index, "above": listener.above}
    if isinstance(reading, tuple) and listener.for_another:
        return OrderCommand(DOUBT, {**args, "doubt": "rolls_for_another"}, reading[0].expression)
    if isinstance(reading, tuple):
        rolls = [{"expr": expr, "label": label} for each in reading for expr, label in each.rolls]
        return OrderCommand(str(Verb.DICE), {**args, "rolls": rolls}, rolls[0]["expr"])
    if isinstance(reading, Question):
        about = {"doubt": str(reading.doubt), "about": reading.about, "suggestion": reading.suggestion}
        return OrderCommand(DOUBT, {**args, **about}, reading.about)
    if reading.verb is Verb.SCENE:
        return _scene_order(scene, reading, listener, args)
    if listener.beside_game and _means_game(scene, reading.verb, listener):
        return None
    return _plain_order(str(reading.verb), reading, args)


def _means_game(scene: Scene, verb: Verb, listener: Listener) -> bool:
    if verb in _MAYBE_SHARED:
        threat = scene.threats.get(listener.account)
        return threat is None and not scene.is_gm(account=listener.account, name=listener.name)
    return verb in SHARED


def _scene_order(scene: Scene, reading: Command, listener: Listener, args: dict[str, Any]) -> OrderCommand | None:
    word, _, rest = reading.rest.strip().partition(" ")
    meant = key(word)
    if meant == "open":
        return None
    if meant in ("close", "end", "closed"):
        return OrderCommand(CLOSE, args, "!scene close")
    if meant == "clear":
        return OrderCommand(CLEAR_STAKES, args, "!scene clear")
    if meant in _SCENE_WORDS:
        verb = _SCENE_WORDS[meant]
        return _plain_order(str(verb), Command(verb, users=reading.users, note=reading.note, rest=rest.strip()), args)
    if not meant:
        return _plain_order(str(Verb.STATUS), Command(Verb.STATUS), args)
    stakes = ItemReader(Verb.STAKES, reading.rest, vocabulary(scene, listener)).read(reading.note)
    if isinstance(stakes, Question):
        return _order(scene, stakes, listener, index=args["index"])
    return _plain_order(SCENE_STAKES, stakes, args)


def _plain_order(verb: str, command: Command, args: dict[str, Any]) -> OrderCommand:
    return OrderCommand(verb, {**args, "command": to_plain(command)}, f"!{command.verb} {command.rest}".strip()[:200])
