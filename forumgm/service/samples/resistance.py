"""Samples of games of The Resistance: whole games in memory, and what people might ask or order at each point.

Laws: what is said comes from the game's own decisions; nothing that is tried beside the game stays in it. The few
events that no order tried here brings are let happen by hand.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from forumgm.app.house import House
from forumgm.app.ports import Game, GameKind
from forumgm.core.chance import SECRET_BYTES
from forumgm.core.effects import Effect
from forumgm.core.events import Event, Fact, Recorded, record
from forumgm.core.items import Account, Channel
from forumgm.core.kernel import Step, step
from forumgm.core.orders import GM, Actor, ActorKind, Order, Source
from forumgm.games.resistance import events, replies
from forumgm.games.resistance.model import State
from forumgm.games.resistance.simulate import EPOCH, HOST, Simulation
from forumgm.games.resistance.terms import (
    Card,
    Ending,
    Flagged,
    IdleAction,
    NewCeiling,
    NewLeader,
    Phase,
    Side,
    Window,
    Withdrawn,
)


@dataclass(frozen=True, slots=True)
class Plan:
    """A game to be played: seats, what chance follows from, and what its host chose."""

    players: int
    seed: str
    options: Mapping[str, Any]
    tries: bool = False
    """Everything else is tried beside it."""


_OTHER: Mapping[str, Any] = {
    "announce_close_eye": False,
    "announce_sabotages": False,
    "ask": "public",
    "idle_action": "random",
    "leader_may_keep_cards": True,
    "missing_team_vote": "reject",
    "reminders": [],
    "show_waiting": "none",
    "spies_know_each_other": True,
    "vote_change": "never",
    "votes": "public",
}
PLANS = (
    Plan(8, "samples 18", {"confirm_roles": True, "strikes_before_alert": 1}, tries=True),
    Plan(5, "samples", _OTHER, tries=True),
    Plan(10, "samples", {"missing_team_vote": "approve", "show_waiting": "count", "idle_action": "pass_lead"}),
    Plan(5, "samples 5", {"plot": False, "two_fails_from": 11, "spies_know_each_other": True}),
)
"""Together they come to nearly all that can happen, and to each way to say it; a test counts, and finds out if a change
of the rules calls for other seeds.
"""
_STRANGER = Actor(ActorKind.PERSON, "Zoe", "t2_zoe")
_RESERVE = Actor(ActorKind.PERSON, "Yan", "t2_yan")
Wish = tuple[str, Mapping[str, Any]]
"""An order's verb and arguments."""

QUESTIONS: Sequence[Wish] = (
    *((verb, {}) for verb in sorted(replies.QUESTIONS)),
    *(("status", {"topic": t}) for t in ("deadline", "history", "who_holds_what", "own_vote")),
    *(("help", {"topic": t}) for t in ("propose", "vote")),
)
RULES: Sequence[Wish] = [("rules", {"topic": t}) for t in ("dropped", *replies.TOPICS, *map(str, Card))]
BY_PLAYERS: Sequence[Wish] = (
    ("quit", {}),
    ("leave", {}),
    ("note_absence", {"text": "until Monday"}),
    ("sign_up", {"nicknames": ("Bobby",)}),
    ("move_to_reserve", {}),
    ("standing", {"what": "approve", "on": ("Bob",)}),
)
BY_MODERATOR: Sequence[Wish] = (
    ("pause", {}),
    ("abort", {}),
    ("close", {}),
    ("remind", {}),
    ("extend", {"seconds": 43_200}),
    ("void", {}),
    ("whois", {}),
    ("whois", {"trial": True}),
    ("all_votes", {}),
    ("announce", {"text": "Back on Monday."}),
    ("leader", {"player": "Cid"}),
    ("alias", {"player": "Bob", "alias": "Bobby"}),
    ("kick", {"player": "Yan"}),
    ("resend", {"player": "Bob"}),
    ("replace", {"old": "Bob", "new": "Zoe"}),
    ("undo", {}),
    ("undo", {"trial": True, "preview": True}),
)
ON_ANYBODY: Sequence[Wish] = (
    ("setvote", {"value": "reject"}),
    ("setvote", {"value": "sabotage"}),
    ("strikevote", {}),
)
"""What a moderator may do about each player."""
BY_GM: Sequence[Wish] = (("seat_newcomer", {"old": "Bob", "new": "Zoe", "account": "t2_zoe"}),)
STAYING: Sequence[tuple[Actor, Wish]] = (
    (HOST, ("note", {"text": "Ruling on edits."})),
    (HOST, ("announce", {"text": "Back on Monday.", "reason": "a holiday"})),
    (HOST, ("whois", {})),
    (HOST, ("all_votes", {})),
    (GM, ("flag_item", {"item": "t1_abc", "because": str(Flagged.EDITED)})),
    (GM, ("flag_item", {"item": "t1_abd", "because": str(Flagged.DELETED)})),
    (Actor(ActorKind.PERSON, "Ann", "t2_ann"), ("note_absence", {"text": "until Monday"})),
    (_RESERVE, ("move_to_reserve", {})),
)
"""What is carried out for good in these games, so that logs and ends have something to tell."""
REMINDERS = ("reminder", "idle_alert")
BY_HAND: Sequence[Event] = (
    events.GameResumed(EPOCH),
    events.GameResumed(None),
    events.IdleActed(IdleAction.RANDOM, "Ann"),
    events.IdleActed(IdleAction.PASS_LEAD, "Ann"),
    events.LeaderChanged("Bob", NewLeader.IDLE),
    events.CeilingChanged(EPOCH, NewCeiling.OUTAGE),
    events.CardsDrawn(()),
    events.CardMoved(Card.OPINION_MAKER, None, "Bob"),
    events.CardMoved(Card.OPINION_MAKER, "Bob", None),
    events.TeamVoteWithdrawn("Ann", Withdrawn.OPINION_MAKER),
    events.GameEnded(Side.SPIES, Ending.FIVE_REJECTIONS, "00" * 32),
    events.ReserveJoined("Zoe", "t2_zoe"),
    events.WindowPassWithdrawn(Window.NO_CONFIDENCE, "Ann"),
)
"""What these games never come to: resuming, an idle Leader, a corrected hand, a late start, a pass taken back."""
_LOOKS = (1, 4)
"""At which orders of a phase the rest is tried: nothing is in yet, and some answers are."""
_SOURCE = Source("t4_abc", "")


def games(house: House) -> Iterator[Effect]:
    """Yield what is said in whole games, and what would be said to whoever asks or steps in."""
    host = Account(HOST.account, HOST.name)
    game = Game("g1", GameKind.RESISTANCE, "games", "t3_sim1", bytes(SECRET_BYTES), EPOCH, host)
    yield house.first_post(game, {})[1]
    for plan in PLANS:
        told = _Told(house, game, plan)
        told.run()
        yield from told.said


class _Told(Simulation):
    """A simulated game that says what it would say."""

    def __init__(self, house: House, game: Game, plan: Plan) -> None:
        super().__init__(players=plan.players, number=1, seed=plan.seed, keep_lines=False)
        self._played = plan
        self._house = house
        self._looks: Counter[Phase] = Counter()
        self._hosted = game
        self._log: list[Recorded] = []
        self.said: list[Effect] = []

    def _order(self, order: Order, *, now: int) -> bool:
        if order.verb == "open":
            order = replace(order, args={**order.args, "options": self._played.options})
        self._look_round(order.at, now=now)
        return self._carry_out(order, now=now)

    def _carry_out(self, order: Order, *, now: int) -> bool:
        done = self._step(order, now=now)
        self._state = done.state
        self._log += done.recorded
        self._tell(done.effects)
        return done.refusal is None

    def _tell(self, effects: Sequence[Effect]) -> None:
        """Say it alone and, where that differs, merged with the rest of its step."""
        self.said += [*effects, *(e for e in self._house.compose(effects) if e not in effects)]

    def _step(self, order: Order, *, now: int) -> Step[State]:
        system, last = self._house.system, self._log[-1] if self._log else None
        return step(system, self._state, order, last=last, now=now, chance=self._secret, log=lambda: self._log)

    def _look_round(self, at: int, *, now: int) -> None:
        """Try everything beside the game, twice in each of its phases."""
        self._looks[self._state.phase] += 1
        if not self._played.tries or not self._state.table.seats or self._looks[self._state.phase] not in _LOOKS:
            return
        if self._state.phase is Phase.TEAM_VOTE and self._looks[Phase.TEAM_VOTE] == 1:
            self._once(at, now=now)
        for order in self._wishes(at):
            self._try(order, now=now)

    def _once(self, at: int, *, now: int) -> None:
        """What stays, what no order brings, and the questions whose answer is the same in every phase."""
        for actor, (verb, args) in STAYING:
            self._carry_out(Order(verb, actor, at, args, Channel.PRIVATE, _SOURCE, f"!{verb}"), now=now)
        for event in BY_HAND:
            recorded = record(Fact(at, event), seq=len(self._log) + 1, previous=self._log[-1].line, source=None)
            after = self._house.system.apply(self._state, recorded)
            self.said += self._house.system.react(self._state, recorded, after, None)
        for verb, args in RULES:
            self._try(Order(verb, _STRANGER, at, args, Channel.THREAD, _SOURCE), now=now)

    def _wishes(self, at: int) -> Iterator[Order]:
        """Yield what people, a moderator, the clock and the GM might want now."""
        players = [Actor(ActorKind.PERSON, seat.name, seat.account) for seat in self._state.table.seats]
        for verb, args in QUESTIONS:
            yield Order(verb, players[0], at, args, Channel.PRIVATE, _SOURCE, f"!{verb}")
            yield Order(verb, _STRANGER, at, args, Channel.THREAD, _SOURCE, f"!{verb}")
        yield from (Order("me", actor, at, {}, Channel.PRIVATE, _SOURCE, "!me") for actor in (*players[1:], _RESERVE))
        for actor in (*players[:2], _STRANGER):
            yield from (Order(v, actor, at, a, Channel.PRIVATE, _SOURCE, f"!{v}") for v, a in BY_PLAYERS)
        on_all = ((v, {**a, "player": p.name}) for v, a in ON_ANYBODY for p in players)
        for verb, args in (*BY_MODERATOR, *on_all):
            yield Order(verb, HOST, at, args, Channel.PRIVATE, _SOURCE, f"!{verb}")
        yield from (Order(v, GM, at, a, source=_SOURCE) for v, a in BY_GM)
        yield from (Order(v, GM, at, {"period": 1}) for v in REMINDERS)

    def _try(self, order: Order, *, now: int) -> None:
        house, state = self._house, self._state
        if house.answers(order.verb):
            self.said += house.answer(state, order, now=now, game=self._hosted)
        elif order.verb in REMINDERS:
            self.said += house.remind(state, order, now=now)
        else:
            done = self._step(order, now=now)
            refused = done.refusal
            self._tell(done.effects if refused is None else house.refuse(state, order, refused))
