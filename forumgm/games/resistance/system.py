"""The Resistance as a rule system: wiring only.

    phases, follow_up   where the game stands and what the GM does of itself
    actions/, cards/    players' commands and plot cards, a file and a row each
    hosting, ceilings   orders of host, GM and clock
    overrides/          what moderators may do to a running game
    applying/           what each event does to the state
    posts               what is said because of it

Laws: a refusal leaves nothing behind; what follows from an order is decided in one go, to a fixed point.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from forumgm.core.chance import SealedChance
from forumgm.core.effects import Effect
from forumgm.core.errors import Refusal
from forumgm.core.events import Fact, Recorded
from forumgm.core.kernel import Log
from forumgm.core.orders import ActorKind, GmVerb, Order
from forumgm.games.resistance.actions import BY_VERB
from forumgm.games.resistance.applying import applied
from forumgm.games.resistance.applying.clocks import rewound
from forumgm.games.resistance.ceilings import ceiling, idle_ceiling
from forumgm.games.resistance.follow_up import follow_up
from forumgm.games.resistance.guards import pass_ladder, player_of
from forumgm.games.resistance.hosting import HOSTING
from forumgm.games.resistance.ledger import Ledger, no_log
from forumgm.games.resistance.model import State
from forumgm.games.resistance.overrides import OVERRIDES, SEATING
from forumgm.games.resistance.posts import react
from forumgm.games.resistance.refusals import refuse

Decider = Callable[[Ledger, Order], Refusal | None]

CLOCK_ORDERS: Mapping[str, Decider] = MappingProxyType({"ceiling": ceiling, "idle_ceiling": idle_ceiling})
_GM_ONLY = frozenset({GmVerb.OPEN, GmVerb.POSTED_LATE, GmVerb.OUTAGE, GmVerb.FLAG_ITEM})
GM_ORDERS: Mapping[str, Decider] = MappingProxyType({**HOSTING, **SEATING})
MODERATOR_ORDERS: Mapping[str, Decider] = MappingProxyType(
    {**{verb: decider for verb, decider in HOSTING.items() if verb not in _GM_ONLY}, **OVERRIDES}
)


@dataclass(frozen=True, slots=True)
class ResistanceSystem:
    """The game as three pure functions (``core.kernel.RuleSystem``, ``Rewinding``)."""

    log: Log = no_log
    """The log of the game at hand, for orders that look back (undo)."""

    def initial(self) -> State:
        """Return the state before the first event."""
        return State()

    def with_log(self, log: Log) -> "ResistanceSystem":
        """Return the system as it is for one step on the game with this log."""
        return replace(self, log=log)

    def decide(self, state: State, order: Order, *, now: int, chance: SealedChance) -> Sequence[Fact] | Refusal:
        """Return everything that follows from the order, in the order it takes effect; or why not."""
        played = self.play(state, order, now=now, chance=chance)
        return played if isinstance(played, Refusal) else played.facts

    def play(self, state: State, order: Order, *, now: int, chance: SealedChance) -> Ledger | Refusal:
        """Decide, and return the ledger: the facts with the state that they make."""
        ledger = Ledger(state, now, chance, log=self.log)
        refusal = _carry_out(ledger, order)
        if refusal is not None:
            return refusal
        follow_up(ledger)
        return ledger

    def apply(self, state: State, recorded: Recorded) -> State:
        """Return the state after the event."""
        return applied(state, recorded.event, at=recorded.at, seq=recorded.seq)

    def rewound(self, before: State, past: State, recorded: Recorded) -> State:
        """Return the state after an undo that goes back to ``past``."""
        return rewound(before, past, at=recorded.at, seq=recorded.seq)

    def react(self, before: State, recorded: Recorded, after: State, order: Order | None) -> Iterable[Effect]:
        """Return what should be said because of the event."""
        return react(before, recorded, after, order)


def _carry_out(ledger: Ledger, order: Order) -> Refusal | None:
    match order.by.kind:
        case ActorKind.PERSON:
            return _by_person(ledger, order)
        case ActorKind.CLOCK:
            return _by_office(ledger, order, CLOCK_ORDERS)
        case ActorKind.GM:
            return _by_office(ledger, order, GM_ORDERS)
        case ActorKind.MODERATOR:
            return _by_office(ledger, order, MODERATOR_ORDERS)


def _by_person(ledger: Ledger, order: Order) -> Refusal | None:
    action = BY_VERB.get(order.verb)
    if action is None:
        return refuse("not_moderator" if order.verb in MODERATOR_ORDERS else "no_such_action")
    player = player_of(ledger.state, order)
    refusal = pass_ladder(ledger.state, action, order, player)
    return refusal if refusal is not None else action.decide(ledger, order, player)


def _by_office(ledger: Ledger, order: Order, table: Mapping[str, Decider]) -> Refusal | None:
    decider = table.get(order.verb)
    if decider is None:
        return refuse("no_such_action")
    if ledger.state.is_over:
        return refuse("game_over")
    if not ledger.state.is_open and order.verb != GmVerb.OPEN:
        return refuse("not_open")
    return decider(ledger, order)
