"""A toy game and a whole app around it in memory, for tests of the app's own laws.

In the game *Tally* everybody may ``!count`` until the ceiling closes it; each count is posted.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from forumgm.adapters.memory import MemoryForum
from forumgm.adapters.store import SqlStore, open_store
from forumgm.app.house import Due
from forumgm.app.journal import SilentJournal
from forumgm.app.ports import Game, GameKind
from forumgm.bootstrap import Rooms, Timing, assemble
from forumgm.core.effects import Answer, Effect, PrivateNote, PublicPost, Purpose, StatusEdit
from forumgm.core.errors import Refusal
from forumgm.core.events import Codec, Event, Fact, Recorded
from forumgm.core.items import Account, Channel, Item
from forumgm.core.orders import Order
from forumgm.core.reading import Command, Kind, ReadContext, Reading

CEILING = 86_400


@dataclass(frozen=True, slots=True)
class Opened(Event):
    type: ClassVar[str] = "opened"
    closes_at: int


@dataclass(frozen=True, slots=True)
class Counted(Event):
    type: ClassVar[str] = "counted"
    player: str


@dataclass(frozen=True, slots=True)
class Closed(Event):
    type: ClassVar[str] = "closed"
    excused: bool


@dataclass(frozen=True, slots=True)
class Noted(Event):
    type: ClassVar[str] = "noted"
    what: str


@dataclass(frozen=True, slots=True)
class State:
    closes_at: int = 0
    counts: tuple[str, ...] = ()
    over: bool = False


class TallySystem:
    def decide(self, state: State, order: Order, *, now: int, chance: Any) -> Sequence[Fact] | Refusal:
        match order.verb:
            case "open":
                return [Fact(now, Opened(now + CEILING))]
            case "count" if state.over or order.at > state.closes_at:
                return Refusal("too_late", {"closed_at": state.closes_at})
            case "count":
                return [Fact(order.at, Counted(order.by.name))]
            case "boom":
                raise RuntimeError("a fault in the game")
            case "ceiling":
                return [Fact(order.at, Closed(order.args["excused"]))]
        return [Fact(now, Noted(order.verb))]

    def apply(self, state: State, recorded: Recorded) -> State:
        match recorded.event:
            case Opened(closes_at):
                return replace(state, closes_at=closes_at)
            case Counted(player):
                return replace(state, counts=(*state.counts, player))
            case Closed():
                return replace(state, over=True)
        return state

    def react(self, before: State, recorded: Recorded, after: State, order: Order | None) -> list[Effect]:
        match recorded.event:
            case Opened():
                return [PublicPost("first", {}), StatusEdit({"counts": 0})]
            case Counted(player):
                note = PrivateNote(player, order.by.account, "receipt", {"n": len(after.counts)}, Purpose.RECEIPT)
                posts: list[Effect] = [PublicPost("counted", {"player": player, "n": len(after.counts)})]
                return [*posts, note, StatusEdit({"counts": len(after.counts)})]
            case Closed():
                return [PublicPost("closed", {"n": len(after.counts)})]
            case Noted(what):
                return [PublicPost("noted", {"what": what})]
        return []


class TallyHouse:
    kind = GameKind.RESISTANCE
    system = TallySystem()
    codec = Codec((Opened, Counted, Closed, Noted))

    def initial(self) -> State:
        return State()

    def chance(self, game: Game) -> None:
        return None

    def first_post(self, game: Game, options: Mapping[str, Any]) -> tuple[str, PublicPost]:
        return "Tally", PublicPost("first", {})

    def read_options(self, words: Sequence[str]) -> tuple[dict[str, Any], list[str]]:
        return {}, [f"{w} is no option" for w in words]

    def due(self, state: State) -> list[Due]:
        reminder = Due("remind", state.closes_at - 3600, "reminder", {}, ceiling=False)
        return [reminder, Due("close", state.closes_at, "ceiling", {}, ceiling=True)]

    def running_since(self, state: State) -> int | None:
        return None

    def members(self, state: State) -> list[str]:
        return []

    def seats(self, state: State) -> list[str]:
        return []

    def phase(self, state: State) -> str:
        return "over" if state.over else "counting"

    def is_over(self, state: State) -> bool:
        return state.over

    def context(
        self, state: State, game: Game, who: Account, *, channel: Channel, moderator: bool, pending: Reading | None
    ) -> ReadContext:
        return ReadContext(who.name, channel, self.phase(state), pending=pending)

    def read(self, state: State, item: Item, *, context: ReadContext, above: str) -> Reading | None:
        return None

    def allows_dice(self, state: State) -> bool:
        return True

    def beside(self, others: Sequence[State], account: str, at: int) -> Mapping[str, Any]:
        return {}

    def overrides(self, verb: str) -> bool:
        return False

    def replacement(self, state: State, order: Order) -> tuple[str, str]:
        raise LookupError("no seats")

    def answers(self, verb: str) -> bool:
        return verb == "status"

    def answer(self, state: State, order: Order, *, now: int, game: Game) -> list[Effect]:
        return [Answer("status", {"n": len(state.counts)})]

    def remind(self, state: State, order: Order, *, now: int) -> list[Effect]:
        return [PublicPost("reminder", {})]

    def refuse(self, state: State, order: Order, refusal: Refusal) -> list[Effect]:
        return [Answer(f"refusals/{refusal.code}", dict(refusal.facts))]

    def compose(self, effects: Sequence[Effect]) -> Sequence[Effect]:
        return effects


class PlainRenderer:
    """Words a view as ``template key=value``."""

    def render(self, template: str, view: Mapping[str, Any]) -> str:
        return " ".join([template, *(f"{k}={v}" for k, v in view.items())])

    def fit(self, text: str, *, limit: int) -> list[str]:
        return [text[i : i + limit] for i in range(0, len(text), limit)]


def read(text: str, context: ReadContext) -> Reading:
    """``!word`` is a command, ``maybe word`` is to be confirmed, ``yes`` answers a question; the rest is talk."""
    if text == "yes" and context.pending is not None:
        return replace(context.pending, kind=Kind.ACCEPT)
    if text.startswith("maybe "):
        return Reading(Kind.CONFIRM, (Command(text.removeprefix("maybe ")),))
    commands = tuple(Command(line[1:]) for line in text.splitlines() if line.startswith("!"))
    if not commands:
        return Reading(Kind.IGNORE)
    return Reading(Kind.ACCEPT if len(commands) == 1 else Kind.ACCEPT_MANY, commands)


class App:
    """The whole program in memory, with its forum at hand."""

    def __init__(self, *, store: SqlStore | None = None, forum: MemoryForum | None = None) -> None:
        self.forum = forum or MemoryForum(bot="gm_bot")
        self.store = store or open_store("sqlite:///:memory:")
        if forum is None:
            self.forum.appoint("games", "gm_bot")
            self.forum.appoint("games", "mara")
        self.rooms: Rooms = self._assemble()

    def _assemble(self) -> Rooms:
        return assemble(
            store=self.store,
            forum=self.forum,
            renderer=PlainRenderer(),
            houses={GameKind.RESISTANCE: TallyHouse()},
            reader=read,
            subreddits=["games"],
            journal=SilentJournal(),
            monotonic=lambda: float(self.forum.now()),
            timing=Timing(close_grace=180, reconcile_wait=60, patience=120),
            draw_secret=lambda: bytes(32),
        )

    def restart(self) -> None:
        """Forget everything that is not stored, as after a crash."""
        self.rooms = self._assemble()

    def cycle(self, *, after: int = 30, times: int = 1) -> None:
        for _ in range(times):
            self.forum.advance(after)
            self.rooms.daemon.cycle()

    def host(self) -> str:
        """Let the moderator open a game; return its thread."""
        self.cycle()
        self.forum.write("mara", "!host resistance")
        self.cycle(times=2)
        return self.forum.topics()[-1].id

    def texts(self, thread: str) -> list[str]:
        return [n.body.partition("\n")[0] for n in self.forum.posts(thread)]
