"""A playbook: transcripts of the engine, in the manner of mitmproxy's.

``play >> says("ann", "propose", team=["ann", "bob"]) << "team_proposed"`` gives the order and compares what followed:
the types of the events, or ``refused CODE``; ``...`` at the end stands for whatever else followed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from forumgm.core.chance import GameSecret, Stream
from forumgm.core.effects import Effect
from forumgm.core.errors import Refusal
from forumgm.core.events import Event, Recorded
from forumgm.core.items import Channel
from forumgm.core.kernel import replay, step
from forumgm.core.orders import CLOCK, GM, Actor, ActorKind, Order, Source
from forumgm.games.resistance.ceilings import deadlines
from forumgm.games.resistance.events import CODEC
from forumgm.games.resistance.model import State
from forumgm.games.resistance.system import ResistanceSystem
from forumgm.games.resistance.terms import Role
from forumgm.record.verify import verify_text

NAMES = ("ann", "bob", "cid", "dee", "eve", "fay", "gus", "hal", "ivy", "joe")
SECRET = bytes(range(32))
EPOCH = 1_767_225_600
HOUR = 3600
DAY = 24 * HOUR
MODERATOR = Actor(ActorKind.MODERATOR, "host", "t2_host")
_PUBLIC = frozenset({"propose", "deal_card", "use_card", "sign_up"})


class Mute(ResistanceSystem):
    """The engine alone: what is said because of an event has tests of its own."""

    def react(self, *_: Any) -> tuple[Effect, ...]:
        return ()


class StackedStream(Stream):
    """Gives what was stacked instead of a shuffle; draws that were not stacked are real."""

    def __init__(self, secret: bytes, label: str, stacked: Sequence[Any] | None) -> None:
        super().__init__(secret, label)
        self._stacked = stacked

    def shuffle(self, items: Sequence[Any]) -> list[Any]:
        return list(self._stacked) if self._stacked is not None else super().shuffle(items)


@dataclass(frozen=True)
class Stacked:
    """A secret whose order, roles and deck are chosen by the test."""

    stacks: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    commitment: str = GameSecret(SECRET, game="g1").commitment

    def for_roster(self, names: Sequence[str]) -> "Stacked":
        return self

    def stream(self, label: str) -> Stream:
        return StackedStream(SECRET, label, self.stacks.get(label))

    def reveal(self) -> str:
        return SECRET.hex()


@dataclass(frozen=True)
class Saying:
    """One order to be given."""

    order: Order
    lag: int


def account(name: str) -> Actor:
    return Actor(ActorKind.PERSON, name, f"t2_{name}")


class Play:
    """A game at the table of a test."""

    def __init__(self, chance: Any = None, *, options: Mapping[str, Any] | None = None) -> None:
        self.system = Mute()
        self.chance = chance if chance is not None else Stacked()
        self.state = State()
        self.log: list[Recorded] = []
        self.now = EPOCH
        self.refusal: Refusal | None = None
        self.new: list[Recorded] = []
        self.give(Order("open", GM, EPOCH, {"game": "g1", "thread": "t3_abc", "options": options or {}}), now=EPOCH)

    def give(self, order: Order, *, now: int) -> None:
        """Carry out an order; nothing changes on a refusal."""
        before = self.state
        done = step(
            self.system,
            self.state,
            order,
            last=self.log[-1] if self.log else None,
            now=now,
            chance=self.chance,
            log=lambda: self.log,
        )
        self.refusal, self.new = done.refusal, list(done.recorded)
        if self.refusal is not None:
            assert done.state is before, "a refusal changes nothing"
        self.state = done.state
        self.log += self.new

    def __rshift__(self, saying: "Saying | Said") -> "Outcome":
        made = saying.made(self) if isinstance(saying, Said) else saying
        self.now = max(self.now, made.order.at + made.lag)
        self.give(made.order, now=self.now)
        return Outcome(self)

    @property
    def types(self) -> list[str]:
        """The types of the newest order's events."""
        return [r.event.type for r in self.new]

    def event(self, kind: str) -> Any:
        """The last event of this type."""
        return next(r.event for r in reversed(self.log) if r.event.type == kind)

    def recorded(self, kind: str) -> Recorded:
        return next(r for r in reversed(self.log) if r.event.type == kind)

    def text(self) -> str:
        return "".join(f"{r.line}\n" for r in self.log)

    def check(self) -> None:
        """Replay equals live, also from the record's text; the referee finds nothing in an unfinished record."""
        assert replay(self.system, State(), self.log) == self.state
        assert replay(self.system, State(), [CODEC.decode(r.line) for r in self.log]) == self.state
        if not self.state.is_over:
            verdict = verify_text(self.text(), running=True)
            assert not verdict.problems, verdict.problems

    # --- shorthand -------------------------------------------------------------------------------------------

    def votes(self, approve: Sequence[str] = (), reject: Sequence[str] = ()) -> "Play":
        for name in approve:
            self >> says(name, "vote", value="approve", public=self.state.must_vote_in_public(name))
            assert self.refusal is None, self.refusal
        for name in reject:
            self >> says(name, "vote", value="reject", public=self.state.must_vote_in_public(name))
            assert self.refusal is None, self.refusal
        return self

    def everybody(self, value: str) -> "Play":
        names = self.state.players
        return self.votes(approve=names) if value == "approve" else self.votes(reject=names)

    def team(self, *team: str) -> "Play":
        self >> says(self.state.round.leader, "propose", team=team or self.default_team())
        assert self.refusal is None, self.refusal
        return self

    def default_team(self) -> tuple[str, ...]:
        return self.state.players[: self.state.team_size()]

    def deal(self, **to: str) -> "Play":
        """Deal drawn cards: ``deal(close_eye="bob")``."""
        for card, receiver in to.items():
            self >> says(self.state.round.leader, "deal_card", card=card, to=receiver)
            assert self.refusal is None, self.refusal
        return self

    def mission(self, *saboteurs: str) -> "Play":
        assert self.state.mission is not None
        for name in self.state.mission.team:
            self >> says(name, "mission", value="sabotage" if name in saboteurs else "support")
            assert self.refusal is None, self.refusal
        return self

    def ceiling(self) -> "Outcome":
        """The clock strikes the running period's ceiling, seen three minutes later."""
        due = next(d for d in deadlines(self.state) if d.verb in {"ceiling", "idle_ceiling"})
        return self >> Saying(Order(due.verb, CLOCK, due.at, dict(due.args)), 180)


@dataclass(frozen=True)
class Said:
    """An order whose stamp is a minute after the GM's last look, unless the test sets it."""

    name: str
    verb: str
    args: Mapping[str, Any]
    channel: Channel
    at: int | None
    lag: int
    kind: ActorKind

    def made(self, play: Play) -> Saying:
        at = self.at if self.at is not None else play.now + 60
        actor = MODERATOR if self.kind is ActorKind.MODERATOR else account(self.name)
        if self.kind is ActorKind.GM:
            actor = GM
        source = Source(f"t1_{len(play.log)}", actor.name) if actor.name else None
        return Saying(Order(self.verb, actor, at, self.args, self.channel, source), self.lag)


def says(
    name: str, verb: str, *, at: int | None = None, lag: int = 30, public: bool | None = None, **args: Any
) -> Said:
    """A player's order; teams, deals and choices go by the thread, everything else by message, unless said."""
    thread = verb in _PUBLIC if public is None else public
    fixed = {k: tuple(v) if isinstance(v, list) else v for k, v in args.items()}
    return Said(name, verb, fixed, Channel.THREAD if thread else Channel.PRIVATE, at, lag, ActorKind.PERSON)


def orders(verb: str, *, at: int | None = None, lag: int = 30, **args: Any) -> Said:
    """A moderator's order."""
    return Said("host", verb, args, Channel.PRIVATE, at, lag, ActorKind.MODERATOR)


def gm(verb: str, *, at: int | None = None, lag: int = 0, **args: Any) -> Said:
    """An order of the GM itself."""
    return Said("", verb, args, Channel.PRIVATE, at, lag, ActorKind.GM)


@dataclass(frozen=True)
class Outcome:
    """What an order came to."""

    play: Play

    def __lshift__(self, expected: str) -> Play:
        play = self.play
        if expected.startswith("refused "):
            assert play.refusal is not None, f"not refused: {play.types}"
            assert play.refusal.code == expected.removeprefix("refused "), play.refusal
            return play
        assert play.refusal is None, play.refusal
        wanted = expected.split()
        if wanted and wanted[-1] == "...":
            wanted.pop()
            assert play.types[: len(wanted)] == wanted, play.types
        else:
            assert play.types == wanted, play.types
        return play


def started(
    players: int = 5,
    *,
    spies: Sequence[str] | None = None,
    deck: Sequence[str] = (),
    draw: int | None = None,
    options: Mapping[str, Any] | None = None,
) -> Play:
    """A game that has just begun: leader order as in ``NAMES``, the last ones spies unless said, this deck,
    ``draw`` cards a round (default: all in the first)."""
    names = NAMES[:players]
    counts = {5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4}[players]
    secret = spies if spies is not None else names[-counts:]
    roles = [Role.SPY if n in secret else Role.RESISTANCE for n in names]
    stacks: dict[str, Sequence[Any]] = {"order": names, "roles": roles, "deck": list(deck)}
    chosen: dict[str, Any] = {"handshake": False, "plot": bool(deck)}
    if deck:
        chosen["deck"] = {str(players): {card: list(deck).count(card) for card in dict.fromkeys(deck)}}
        chosen["cards_per_round"] = {str(players): draw if draw is not None else len(deck)}
    chosen |= options or {}
    play = Play(Stacked(stacks), options=chosen)
    for name in names:
        play >> says(name, "sign_up") << "player_joined"
    play >> orders("start")
    assert play.refusal is None, play.refusal
    return play


def of_type(play: Play, kind: type[Event]) -> list[Any]:
    """All events of this type, in order."""
    return [r.event for r in play.log if isinstance(r.event, kind)]
