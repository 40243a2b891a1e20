"""Samples of narrative scenes: a few scenes in memory, from the words of their players to what is said.

Law: every line below is read, decided and worded as in a running scene; what cannot be provoked by a few lines (limits
of an hour or a day) is left to the facts in ``refusals``.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from forumgm.app.house import House
from forumgm.app.ports import Game, GameKind
from forumgm.core.chance import SECRET_BYTES, commitment
from forumgm.core.effects import Effect
from forumgm.core.events import Event, Fact, Recorded, record
from forumgm.core.items import Account, Channel, Item, Via
from forumgm.core.kernel import step
from forumgm.core.orders import CLOCK, GM, Actor, ActorKind, Order, Source
from forumgm.games.narrative.scene import events

AT = 1_767_225_600
HOUR = 3_600
HOST = "Mara"
BY_HAND = (events.RequestDropped("ann", "t2_ann", "rule"),)
"""What these scenes never come to: a roll that waited and can no longer be made."""


@dataclass(frozen=True, slots=True)
class Said:
    """Somebody comments, or sends a message."""

    who: str
    text: str
    private: bool = False


@dataclass(frozen=True, slots=True)
class Waited:
    """Nobody says anything for so many hours; what is due by then happens."""

    hours: int


@dataclass(frozen=True, slots=True)
class Script:
    """A scene: how it is opened, and what happens in it."""

    opening: str
    acts: Sequence[Said | Waited]


_POOL = Script(
    "resistance_system gm present",
    (
        Said("Mara", "!stakes group diff 1"),
        Said("ann", "!log"),
        Said("ann", "!scene histogram"),
        Said("ann", "!sheet"),
        Said("Mara", "!void 1 no such"),
        Said("Mara", "!npc Ogre resistance much weapon d7"),
        Said("ann", "!character Ann skills Sneak domains Docks stress BODY 3"),
        Said("ann", "!character Ann skills Sneak domains Docks"),
        Said("ann", "!character Ann stress BODY 2"),
        Said("ann", "!character Zoe skills Fight"),
        Said("bo", "!character Ann skills Fight"),
        Said("bo", "!character Bo skills Fight"),
        Said("bo", "!character Bo skills Fight, Hunt"),
        Said("cy", "!character Cy domains Docks"),
        Said("dee", "!character Dee mastery Singing"),
        Said("eve", "!character"),
        Said("Mara", "!stakes u/ann diff 1, d6 to GOLD"),
        Said("ann", "!status"),
        Said("ann", "!roll sneak docks"),
        Said("ann", "!roll sneak"),
        Said("eve", "!character Eve skills Lore"),
        Said("eve", "!roll lore"),
        Said("eve", "!status"),
        Said("Mara", "!ok"),
        Said("Mara", "!ok"),
        Said("eve", "!roll lore"),
        Waited(13),
        Said("eve", "!roll lore"),
        Waited(13),
        Said("bo", "!roll fight help from u/dee and u/eve"),
        Said("bo", "!status"),
        Waited(13),
        Said("bo", "!roll fight help from u/cy and u/dee"),
        Said("cy", "!assist"),
        Said("cy", "!assist"),
        Said("ann", "!assist"),
        Waited(13),
        Said("bo", "!roll fight vs Ogre"),
        Said("Mara", "!npc Ogre resistance 1 diff 1 weapon d6"),
        Said("bo", "!roll fight vs Ogre"),
        Said("bo", "!roll fight help from u/nobody"),
        Said("bo", "!roll fight help from u/bo"),
        Said("bo", "!roll u/ann sneak"),
        Said("ann", "!roll Sneek"),
        Said("bo", "!roll fight diff 1 diff 2"),
        Said("bo", "!roll [fight](http://example.com/sneak)"),
        Said("bo", "!roll fi\u200bght"),
        Said("bo", f"!roll {'x' * 600}"),
        Said("bo", "\n\n".join(["!r 1d6"] * 7)),
        Said("bo", "!r 1d0"),
        Said("bo", "ann is away, I roll for ann: [[1d20+2]]"),
        Said("bo", "!scene diff 1 d8 BODY"),
        Said("bo", "!roll fight", private=True),
        Said("Mara", "!scene clear"),
        Said("Mara", "!stakes u/ann"),
        Said("Mara", "!stakes u/ann d6 HONOUR"),
        Said("Mara", "!stakes u/ann BODY GOLD"),
        Said("Mara", "!stakes diff 1"),
        Said("Mara", "!npc Goblin"),
        Said("Mara", "!void 1"),
        Said("Mara", "!void 3 a mistake"),
        Said("Mara", "!void 7 the yard was dark"),
        Said("Mara", "!void 7 the yard was dark"),
        Said("Mara", "!void 900 no such"),
        Waited(13),
        Said("Mara", "!scene diff 1 d8 BODY"),
        Said("ann", "!status"),
        Said("Mara", "!scene clear"),
        Said("ann", "!sheet"),
        Said("ann", "!sheet u/nobody"),
        Said("ann", "!log"),
        Said("ann", "!scene histogram"),
        Said("ann", "!scene help"),
        Said("Mara", "!scene help"),
        Said("ann", "!odds sneak docks"),
        Said("zed", "!odds sneak docks"),
        *(Said("cy", "\n\n".join(["!r 1d6"] * 5)) for _ in range(5)),
        Said("ann", "!log"),
        Said("Mara", "!scene close"),
        Said("ann", "!r 1d6"),
    ),
)
_FORGED = Script(
    "blades",
    (
        Said("ian", "!character Ian insight 1 prowess 2 resolve 1 light stress 2"),
        Said("bo", "!character Bo insight 1 prowess 2 resolve 1"),
        Said("bo", "!character"),
        Said("zed", "!resist 1"),
        Said("zed", "!sheet"),
        Said("Mara", '!threat u/ian 1: harm 2 "Cut" prowess; 2: harm 4 "Crushed" prowess'),
        Said("bo", "!resist 1"),
        Said("bo", "!armour"),
        Said("ian", "!status"),
        Said("ian", "!resist 1"),
        Said("ian", "!resist 1"),
        Waited(49),
        Said("Mara", '!threat u/bo harm 4 "Crushed" prowess'),
        Said("ian", "!sheet"),
        Said("Mara", "!job maybe"),
        Said("ian", "!scene help"),
        Said("Mara", "!scene close"),
    ),
)
_JOBS = Script(
    "fitd_choice",
    (
        Said("sol", "!character Sol insight 2 prowess 1 resolve 1 stress 3"),
        Said("Mara", "!threat u/sol clock +2, insight"),
        Said("sol", "!resist 1"),
        Waited(49),
        Said("Mara", "!job end"),
        Said("sol", "!status"),
        Said("Mara", "!scene help"),
        Said("Mara", "!job end"),
        Said("tam", "!character Tam insight 1 prowess 1 resolve 1"),
        Said("tam", "!resist 1"),
        Said("Mara", "!job start"),
        Said("Mara", "!job start"),
    ),
)
_STRICT = Script(
    "resistance_system roll_without_stakes refuse gm Nim",
    (
        Said("Mara", "!stakes d6 BODY"),
        Said("Nim", "!stakes d6 BODY"),
        Said("ann", "!character Ann skills Sneak"),
        Said("ann", "!roll sneak"),
        Said("bo", "!character Bo skills Fight"),
        Said("Nim", "!scene d6 BODY"),
        Said("ann", "!lead sneak group"),
        Said("ann", "!follow"),
        Said("bo", "!follow"),
        Said("bo", "!follow"),
    ),
)
SCRIPTS = (_POOL, _FORGED, _JOBS, _STRICT)


def scenes(house: House) -> Iterator[Effect]:
    """Yield everything that is said in the scripts' scenes."""
    for script in SCRIPTS:
        stage = _Stage(house)
        yield from stage.open(script.opening)
        for act in script.acts:
            yield from stage.says(act) if isinstance(act, Said) else stage.waits(act.hours)
        for event in BY_HAND:
            yield from stage.lets_happen(event)


class _Stage:
    """One scene: its state, its clock, and who speaks."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._state: Any = house.initial()
        self._last: Recorded | None = None
        self._now = AT
        self._items = 0
        host = Account(f"t2_{HOST.lower()}", HOST)
        secret = bytes(SECRET_BYTES)
        self._game = Game("s1", GameKind.NARRATIVE, "games", "t3_docks", secret, AT, host)

    def open(self, words: str) -> Iterator[Effect]:
        options, problems = self._house.read_options(words.split())
        assert not problems, problems
        args = {
            "game": self._game.id,
            "thread": self._game.thread,
            "options": options,
            "commitment": commitment(self._game.secret),
            "host": self._game.host.name,
            "host_account": self._game.host.id,
        }
        yield from self._take(Order("open", GM, self._now, args))

    def says(self, act: Said) -> Iterator[Effect]:
        self._now += 60
        self._items += 1
        channel = Channel.PRIVATE if act.private else Channel.THREAD
        via, prefix = (Via.MESSAGE, "t4") if act.private else (Via.COMMENT, "t1")
        author = Account(f"t2_{act.who.lower()}", act.who)
        item = Item(f"{prefix}_{self._items}", via, author, self._now, body=act.text, thread=self._game.thread)
        context = self._house.context(
            self._state, self._game, author, channel=channel, moderator=act.who == HOST, pending=None
        )
        reading = self._house.read(self._state, item, context=context, above="")
        assert reading is not None, "a scene reads itself"
        for command in reading.commands:
            kind = ActorKind.PERSON
            if act.who == HOST and self._house.overrides(command.verb):
                kind = ActorKind.MODERATOR
            by = Actor(kind, author.name, author.id)
            source = Source(item.id, author.name)
            yield from self._take(Order(command.verb, by, item.at, command.args, channel, source, command.text))

    def waits(self, hours: int) -> Iterator[Effect]:
        self._now += hours * HOUR
        for due in self._house.due(self._state):
            if due.at <= self._now:
                yield from self._take(Order(due.verb, CLOCK, due.at, due.args))

    def lets_happen(self, event: Event) -> Iterator[Effect]:
        assert self._last is not None, "the scene is open"
        recorded = record(Fact(self._now, event), seq=self._last.seq + 1, previous=self._last.line, source=None)
        after = self._house.system.apply(self._state, recorded)
        yield from self._house.system.react(self._state, recorded, after, None)

    def _take(self, order: Order) -> Iterator[Effect]:
        house, state = self._house, self._state
        if house.answers(order.verb):
            yield from house.answer(state, order, now=self._now, game=self._game)
            return
        chance = house.chance(self._game)
        done = step(house.system, state, order, last=self._last, now=self._now, chance=chance)
        if done.refusal is not None:
            yield from house.refuse(state, order, done.refusal)
            return
        self._state = done.state
        self._last = done.recorded[-1] if done.recorded else self._last
        yield from house.compose(done.effects)
