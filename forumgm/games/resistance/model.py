"""The state of a game: small frozen values in one ``State``, and predicates that speak like a referee.

Laws: nothing here changes anything; only ``apply`` makes new states. Players are named as the forum spells them now;
identity is the account. Public knowledge and secrets stand side by side here: what leaves, leaves through ``views``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from forumgm.games.resistance.options import Options, VoteSecrecy, fails_needed
from forumgm.games.resistance.parts import (
    Anew,
    Cards,
    CardWindow,
    Cast,
    Choice,
    Chronicle,
    Closed,
    Delay,
    Former,
    Mission,
    Next,
    Opening,
    Orders,
    Passing,
    PastBallot,
    PastMission,
    Period,
    Play,
    Proposal,
    Result,
    Round,
    Seat,
    Sent,
    Shown,
    Standing,
    Stepped,
    Table,
)
from forumgm.games.resistance.tables import CRITICAL_MISSION
from forumgm.games.resistance.terms import Card, Deed, Phase, Role, Side, Window

__all__ = [
    "AT_ONCE",
    "CARD_WINDOW",
    "WINDOW_CARD",
    "WINDOW_PHASE",
    "Anew",
    "CardWindow",
    "Cards",
    "Cast",
    "Choice",
    "Chronicle",
    "Closed",
    "Delay",
    "Former",
    "Mission",
    "Next",
    "Opening",
    "Orders",
    "Passing",
    "PastBallot",
    "PastMission",
    "Period",
    "Play",
    "Proposal",
    "Result",
    "Round",
    "Seat",
    "Sent",
    "Shown",
    "Standing",
    "State",
    "Stepped",
    "Table",
]


@dataclass(frozen=True, slots=True)
class State:
    """A game at one moment."""

    seq: int = 0
    """Of the last event."""
    at: int = 0
    """The moment of the last event."""
    phase: Phase = Phase.SIGNUP
    next: Next = Next.WAIT
    opening: Opening = field(default_factory=Opening)
    table: Table = field(default_factory=Table)
    cards: Cards = field(default_factory=Cards)
    round: Round = field(default_factory=Round)
    period: Period | None = None
    proposal: Proposal | None = None
    mission: Mission | None = None
    window: CardWindow | None = None
    standing: Orders = field(default_factory=lambda: MappingProxyType({}))
    closed: Mapping[Phase, Closed] = field(default_factory=lambda: MappingProxyType({}))
    """How the last period of each kind ended."""
    chronicle: Chronicle = field(default_factory=Chronicle)
    paused_at: int | None = None
    result: Result | None = None

    # --- who -------------------------------------------------------------------------------------------------

    @property
    def options(self) -> Options:
        """The options pinned at the opening."""
        return self.opening.options

    @property
    def is_open(self) -> bool:
        """Whether the game has been opened."""
        return self.seq > 0

    @property
    def has_started(self) -> bool:
        """Whether roles are dealt."""
        return bool(self.table.order)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.phase is Phase.ENDED

    @property
    def is_paused(self) -> bool:
        """Whether the clocks stand still."""
        return self.paused_at is not None

    @property
    def players(self) -> tuple[str, ...]:
        """The player list: leader order once started, order of joining before."""
        return self.table.order or tuple(seat.name for seat in self.table.seats)

    def seat_of(self, account: str, at: int | None = None) -> Seat | None:
        """Return the seat of this account; ``at``: also one that it held at that stamp and lost later."""
        for seat in self.table.seats:
            if seat.account == account:
                return seat
        if at is not None:
            for seat in self.table.seats:
                if any(f.account == account and at < f.until for f in seat.former):
                    return seat
        return None

    def seat(self, name: str) -> Seat | None:
        """Return the seat with this name, present or former."""
        for seat in self.table.seats:
            if seat.name == name:
                return seat
        for seat in self.table.seats:
            if any(f.name == name for f in seat.former):
                return seat
        return None

    def reserve_of(self, account: str) -> Seat | None:
        """Return this account's place among the reserves."""
        return next((seat for seat in self.table.reserves if seat.account == account), None)

    def role_of(self, player: str) -> Role:
        """Return a player's role. A secret."""
        return self.table.roles[player]

    def next_leader(self) -> str:
        """Return who leads after the Leader on the circular player list."""
        order = self.table.order
        return order[(order.index(self.round.leader) + 1) % len(order)]

    def neighbours(self, player: str) -> tuple[str, ...]:
        """Return the two players adjacent on the player list."""
        order = self.table.order
        place = order.index(player)
        return tuple(dict.fromkeys((order[place - 1], order[(place + 1) % len(order)])))

    def is_past_end(self, at: int) -> bool:
        """Whether something stamped ``at`` came after the running period's ceiling, reckoning with a pause."""
        period = self.period
        if period is None or period.closes_at is None or at <= period.closes_at:
            return False
        return self.paused_at is None or self.paused_at > period.closes_at or at < self.paused_at

    def last_end(self) -> int:
        """Return when the last ballot, mission or window ended (0 before the first): no move counts from before it."""
        return max((c.ended_at for c in self.closed.values()), default=0)

    # --- cards -----------------------------------------------------------------------------------------------

    def hand(self, player: str) -> tuple[Card, ...]:
        """Return the cards that a player holds."""
        return self.cards.hands.get(player, ())

    def holds(self, player: str, card: Card) -> bool:
        """Whether the player holds this card."""
        return card in self.cards.hands.get(player, ())

    def holders_of(self, card: Card) -> tuple[str, ...]:
        """Return who holds at least one copy, each once, in player order."""
        hands = self.cards.hands
        if not hands:
            return ()
        return tuple(p for p in self.table.order if card in hands.get(p, ()))

    def leader_window_holders(self) -> tuple[str, ...]:
        """Return who may play Strong Leader now: holders but the Leader, unless one was played since the last Vote."""
        if self.round.leader_card_used:
            return ()
        return tuple(p for p in self.holders_of(Card.STRONG_LEADER) if p != self.round.leader)

    def takeable_from(self, taker: str) -> tuple[str, ...]:
        """Return the players from whom Take Responsibility may take a held card."""
        return tuple(p for p in self.table.order if p != taker and self.hand(p))

    def choice_of(self, player: str, card: Card) -> Choice | None:
        """Return the at-once choice of this card that is awaited from the player."""
        return next((c for c in self.cards.choices if c.player == player and c.card == card), None)

    # --- ballots ---------------------------------------------------------------------------------------------

    def must_vote_in_public(self, player: str) -> bool:
        """Whether this player's team votes belong in the thread (Opinion Maker, or ``votes = public``)."""
        return self.options.votes is VoteSecrecy.PUBLIC or self.holds(player, Card.OPINION_MAKER)

    def team_size(self) -> int:
        """Return how many go on this round's mission."""
        return self.options.teams[len(self.table.order)][self.round.number - 1]

    def fails_needed(self) -> int:
        """Return how many sabotages make this round's mission fail."""
        players = len(self.table.order)
        return fails_needed(players, self.round.number, self.options.two_fails_from, CRITICAL_MISSION)

    def awaited(self) -> tuple[str, ...]:
        """Return who must still answer, in player order. On a mission this is a secret but for its length."""
        if self.phase is Phase.TEAM_VOTE and self.proposal is not None:
            votes = self.proposal.votes
            return tuple(p for p in self.table.order if p not in votes)
        if self.phase is Phase.MISSION and self.mission is not None:
            sent = self.mission.votes
            return tuple(p for p in self.table.order if p in self.mission.team and p not in sent)
        if self.window is not None and self.window.closed_at is None:
            return self.unanswered()
        if self.phase is Phase.ROLE_CONFIRM:
            return tuple(seat.name for seat in self.table.seats if not seat.ready)
        if self.phase is Phase.PLOT_DEAL:
            leader = (self.round.leader,) if self.cards.undealt else ()
            return tuple(dict.fromkeys((*leader, *(c.player for c in self.cards.choices))))
        return (self.round.leader,) if self.phase is Phase.PROPOSAL else ()

    def unanswered(self) -> tuple[str, ...]:
        """Return the window's holders who have neither passed nor played."""
        window = self.window
        if window is None:
            return ()
        played = {play.player for play in window.plays}
        return tuple(p for p in window.holders if p not in window.passes and p not in played)

    def deed_of(self, player: str) -> Deed:
        """Return what a member's mission vote counts as; one that is missing as the options say. A secret."""
        assert self.mission is not None
        sent = self.mission.votes.get(player)
        return sent.vote if sent is not None else self.options.missing_mission_vote

    def score(self) -> dict[Side, int]:
        """Return the missions won by each side."""
        won = sum(m.succeeded for m in self.chronicle.missions)
        return {Side.RESISTANCE: won, Side.SPIES: len(self.chronicle.missions) - won}


WINDOW_PHASE: Mapping[Window, Phase] = MappingProxyType(
    {
        Window.STRONG_LEADER: Phase.STRONG_LEADER_WINDOW,
        Window.NO_CONFIDENCE: Phase.NO_CONFIDENCE_WINDOW,
        Window.SPOTLIGHT: Phase.SPOTLIGHT_WINDOW,
        Window.CLOSE_EYE: Phase.CLOSE_EYE_WINDOW,
    }
)
WINDOW_CARD: Mapping[Window, Card] = MappingProxyType(
    {
        Window.STRONG_LEADER: Card.STRONG_LEADER,
        Window.NO_CONFIDENCE: Card.NO_CONFIDENCE,
        Window.SPOTLIGHT: Card.IN_THE_SPOTLIGHT,
        Window.CLOSE_EYE: Card.CLOSE_EYE,
    }
)
CARD_WINDOW: Mapping[Card, Window] = MappingProxyType({card: window for window, card in WINDOW_CARD.items()})
AT_ONCE: frozenset[Card] = frozenset(
    {Card.TAKE_RESPONSIBILITY, Card.OVERHEARD_CONVERSATION, Card.ESTABLISH_CONFIDENCE, Card.OPEN_UP}
)
