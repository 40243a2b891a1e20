"""Games in memory without a forum: simulated players, a simulated clock, real records (interfaces.md, ``simulate``).

Laws: everything follows from the seed; times begin at 2026-01-01T00:00:00Z. Players answer late, miss, change and
withdraw votes and leave standing orders, so that ceilings, delays and windows all occur.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from forumgm.core.chance import GameSecret, Stream
from forumgm.core.errors import Refusal
from forumgm.core.events import Recorded, record
from forumgm.core.items import Channel
from forumgm.core.orders import CLOCK, GM, Actor, ActorKind, Order, Source
from forumgm.games.resistance import bots
from forumgm.games.resistance.bots import Sight, Wish, chance_in_hundred
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.model import State
from forumgm.games.resistance.system import ResistanceSystem
from forumgm.games.resistance.terms import Card, Phase, Side
from forumgm.games.resistance.views import handshake_code

EPOCH = 1_767_225_600
"""2026-01-01T00:00:00Z."""
NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal", "Ivy", "Joe")
HOST = Actor(ActorKind.MODERATOR, "host", "t2_host")
GRACE = 180
"""Seconds after a ceiling before the GM acts on it."""
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_ROUGH_CEILING = 24 * 60
"""Minutes within which most answers come."""


@dataclass(frozen=True, slots=True)
class Planned:
    """An order that a player will give, unless the game has moved on by then."""

    at: int
    place: int
    player: str
    again: bool = False
    """Think again: change or withdraw what is down."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game that is over."""

    state: State
    lines: tuple[str, ...]
    events: int

    @property
    def winner(self) -> Side | None:
        """Who won."""
        return self.state.result.winner if self.state.result is not None else None


def simulate(*, players: int, games: int, seed: str, keep_lines: bool = True) -> Iterator[Played]:
    """Play so many games one after the other; each is over when it is given."""
    for number in range(1, games + 1):
        yield Simulation(players=players, number=number, seed=seed, keep_lines=keep_lines).run()


def _bytes(seed: str, number: int, what: str) -> bytes:
    return hashlib.sha256(f"forumgm/simulate|{what}|{seed}|{number}".encode()).digest()


class Simulation:
    """One game."""

    def __init__(self, *, players: int, number: int, seed: str, keep_lines: bool) -> None:
        self._system = ResistanceSystem()
        self._game = f"g{number}"
        self._secret = GameSecret(_bytes(seed, number, "secret"), game=self._game)
        self._stream = Stream(_bytes(seed, number, "players"), "bots")
        self._actors = {n: Actor(ActorKind.PERSON, n, f"t2_{n.lower()}") for n in NAMES[:players]}
        self._state = State()
        self._lines: list[str] = []
        self._last: Recorded | None = None
        self._events = 0
        self._keep_lines = keep_lines
        self._items = 0
        self._now = EPOCH

    def run(self) -> Played:
        """Play from the opening to the end."""
        self._sign_up()
        while not self._state.is_over:
            self._play_wait()
        return Played(self._state, tuple(self._lines), self._events)

    # --- carrying out ----------------------------------------------------------------------------------------

    def _order(self, order: Order, *, now: int) -> bool:
        played = self._system.play(self._state, order, now=now, chance=self._secret)
        if isinstance(played, Refusal):
            return False
        self._write(played, order.source)
        return True

    def _write(self, ledger: Ledger, source: Source | None) -> None:
        self._state = ledger.state
        self._events += len(ledger.facts)
        if not self._keep_lines:
            return
        last = self._last
        for fact in ledger.facts:
            seq = last.seq + 1 if last is not None else 1
            last = record(fact, seq=seq, previous=last.line if last is not None else None, source=source)
            self._lines.append(last.line)
        self._last = last

    def _source(self, author: str, channel: Channel) -> Source:
        self._items += 1
        number, digits = self._items, ""
        while number:
            number, rest = divmod(number, len(_DIGITS))
            digits = _DIGITS[rest] + digits
        return Source(("t1_" if channel is Channel.THREAD else "t4_") + digits.rjust(4, "0"), author)

    def _say(self, player: str, wish: Wish, *, at: int) -> bool:
        source = self._source(player, wish.channel)
        order = Order(wish.verb, self._actors[player], at, wish.args, wish.channel, source)
        return self._order(order, now=self._read_at(at))

    def _read_at(self, at: int) -> int:
        """Return when the GM has read something written at ``at``."""
        self._now = max(self._now, at + 5 + self._stream.below(55))
        return self._now

    # --- the game --------------------------------------------------------------------------------------------

    def _sign_up(self) -> None:
        args = {"game": self._game, "thread": f"t3_sim{self._game[1:]}", "options": {}}
        self._order(Order("open", GM, EPOCH, args), now=EPOCH)
        at = EPOCH
        for name, actor in self._actors.items():
            at += 60 + self._stream.below(240)
            self._say(name, Wish("sign_up", {}, Channel.THREAD), at=at)
            at += 60 + self._stream.below(240)
            self._say(name, Wish("handshake", {"code": handshake_code(self._state, actor.account)}), at=at)
        source = self._source(HOST.name, Channel.PRIVATE)
        at = self._now + 600
        self._order(Order("start", HOST, at, source=source), now=self._read_at(at))

    def _play_wait(self) -> None:
        """Play what the game waits for now to its end: by the players' orders or at the ceiling."""
        suspicion = bots.suspicion_of_all(self._state)
        self._standing_orders(suspicion)
        period = self._state.period
        assert period is not None
        waits = (period.seq, self._state.cards.choices, self._state.cards.undealt)
        for planned in self._plan():
            period = self._state.period
            if period is None or (period.seq, self._state.cards.choices, self._state.cards.undealt) != waits:
                return
            if period.closes_at is not None and planned.at > period.closes_at:
                break
            wish = self._wish(planned, suspicion)
            if wish is not None:
                self._say(planned.player, wish, at=planned.at)
        period = self._state.period
        if period is not None and period.seq == waits[0] and period.closes_at is not None:
            due = period.closes_at
            self._now = max(self._now, due + GRACE + self._stream.below(60))
            self._order(Order("ceiling", CLOCK, due, {"period": period.seq}), now=self._now)

    def _wish(self, planned: Planned, suspicion: dict[str, int]) -> Wish | None:
        sight = Sight(self._state, planned.player, suspicion)
        if planned.again and self._state.phase in {Phase.TEAM_VOTE, Phase.MISSION}:
            if chance_in_hundred(self._stream, 30):
                return Wish("withdraw_vote")
            choose = bots.choose_vote if self._state.phase is Phase.TEAM_VOTE else bots.choose_deed
            return choose(sight, self._stream)
        if planned.again:
            if self._state.phase is Phase.MISSION or self._state.window is None:
                return None
            return Wish("withdraw_decline", {})
        if self._state.phase is Phase.MISSION and self._names_early(planned.player):
            early = bots.choose_early_look(sight, self._stream)
            if early is not None:
                self._say(planned.player, early, at=planned.at)
        return bots.wish(sight, self._stream)

    def _names_early(self, player: str) -> bool:
        return self._state.holds(player, Card.CLOSE_EYE) and chance_in_hundred(self._stream, 30)

    def _plan(self) -> list[Planned]:
        """Draw when each awaited player answers, who thinks again, and who never comes."""
        stream, state = self._stream, self._state
        has_ceiling = state.period is not None and state.period.closes_at is not None
        plan = []
        for place, player in enumerate(state.awaited()):
            first = stream.below(256)
            if has_ceiling and first < 3:
                continue
            minutes = 5 + 2 * stream.below(200)
            if has_ceiling and first > 252:
                minutes += _ROUGH_CEILING
            at = self._now + 60 * minutes + stream.below(60)
            plan.append(Planned(at, place, player))
            if has_ceiling and 10 <= first < 20:
                plan.append(Planned(at + 60 * (1 + stream.below(120)), place, player, again=True))
                plan.append(Planned(at + 60 * (121 + stream.below(120)), place, player))
        return sorted(plan, key=lambda p: (p.at, p.place))

    def _standing_orders(self, suspicion: dict[str, int]) -> None:
        """Now and then somebody leaves an order while the Leader thinks or the others vote."""
        for player in self._state.table.order:
            if self._state.phase is not Phase.PROPOSAL and self._state.phase is not Phase.MISSION:
                return
            if self._stream.below(256) >= 7:
                continue
            wish = bots.choose_standing(Sight(self._state, player, suspicion), self._stream)
            if self._state.standing.get(player) and chance_in_hundred(self._stream, 40):
                wish = Wish("standing", {"what": "clear"})
            if wish is not None:
                self._say(player, wish, at=self._now + 1 + self._stream.below(60))
