"""Plot cards: draws, hands, at-once choices, windows and standing orders.

Laws: no card is ever lost: it is undealt, in a hand, awaited as a choice, or discarded. Standing card orders lapse
when the card leaves the hand, ballots when their player receives Opinion Maker (resistance.md section 5).
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from forumgm.core.events import Event
from forumgm.games.resistance.events import (
    CardGiven,
    CardMoved,
    CardPlayed,
    CardsDrawn,
    CardTaken,
    RoleShown,
    StandingOrderCleared,
    StandingOrderSet,
    WindowClosed,
    WindowOpened,
    WindowPassed,
    WindowPassWithdrawn,
)
from forumgm.games.resistance.evolve import evolve
from forumgm.games.resistance.model import (
    AT_ONCE,
    CARD_WINDOW,
    WINDOW_CARD,
    WINDOW_PHASE,
    Cards,
    CardWindow,
    Choice,
    Closed,
    Orders,
    Passing,
    Period,
    Play,
    Shown,
    Standing,
    State,
)
from forumgm.games.resistance.standing import order_from, replaces
from forumgm.games.resistance.terms import Card, Passed, Phase, Window


def _cards_drawn(state: State, event: CardsDrawn, at: int, seq: int) -> State:
    drawn = tuple(Card(card) for card in event.cards)
    cards = state.cards
    if drawn:
        cards = evolve(cards, undealt=drawn, drawn=cards.drawn + len(drawn), drawn_at=at)
    return evolve(state, at=at, seq=seq, cards=cards, round=evolve(state.round, has_drawn=True), window=None)


def _without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    if card not in cards:
        return cards
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def _taken_from(cards: Cards, player: str, card: Card) -> Cards:
    hands = dict(cards.hands)
    hands[player] = _without(hands.get(player, ()), card)
    if not hands[player]:
        del hands[player]
    return evolve(cards, hands=hands)


def _given_to(cards: Cards, player: str, card: Card) -> Cards:
    return evolve(cards, hands={**cards.hands, player: (*cards.hands.get(player, ()), card)})


def lapsed(standing: Orders, cards: Cards) -> Orders:
    """Return the standing orders without those whose card has left the hand, or whose ballot went public."""
    if not standing:
        return standing
    kept = {}
    for player, orders in standing.items():
        hand = cards.hands.get(player, ())
        left = tuple(o for o in orders if (o.card in hand if o.card is not None else Card.OPINION_MAKER not in hand))
        if left:
            kept[player] = left
    return kept


def _card_given(state: State, event: CardGiven, at: int, seq: int) -> State:
    card = Card(event.card)
    cards = evolve(state.cards, undealt=_without(state.cards.undealt, card))
    if card is Card.ESTABLISH_CONFIDENCE:
        cards = evolve(cards, discarded=(*cards.discarded, card))
    elif card in AT_ONCE:
        cards = evolve(cards, choices=(*cards.choices, Choice(event.to, card, seq, at)))
    else:
        cards = _given_to(cards, event.to, card)
    return evolve(state, at=at, seq=seq, cards=cards, standing=lapsed(state.standing, cards))


def _choice_made(cards: Cards, player: str, card: Card) -> Cards:
    """The first awaited choice of this card is done and the card discarded."""
    choices = list(cards.choices)
    made = next((c for c in choices if c.player == player and c.card == card), None)
    if made is not None:
        choices.remove(made)
    return evolve(cards, choices=tuple(choices), discarded=(*cards.discarded, card))


def _card_played(state: State, event: CardPlayed, at: int, seq: int) -> State:
    card = Card(event.card)
    play = Play(card, event.player, event.target, at)
    chronicle = evolve(state.chronicle, plays=(*state.chronicle.plays, play))
    if card in AT_ONCE:
        cards = _choice_made(state.cards, event.player, card)
        return evolve(state, at=at, seq=seq, cards=cards, chronicle=chronicle)
    cards = _taken_from(state.cards, event.player, card)
    cards = evolve(cards, discarded=(*cards.discarded, card))
    window = state.window
    if window is not None and CARD_WINDOW.get(card) == window.window:
        window = evolve(window, plays=(*window.plays, play))
    return evolve(
        state,
        at=at,
        seq=seq,
        cards=cards,
        chronicle=chronicle,
        window=window,
        standing=lapsed(state.standing, cards),
    )


def _card_taken(state: State, event: CardTaken, at: int, seq: int) -> State:
    cards = _choice_made(state.cards, event.by, Card.TAKE_RESPONSIBILITY)
    if event.card is not None and event.from_ is not None:
        card = Card(event.card)
        cards = _given_to(_taken_from(cards, event.from_, card), event.by, card)
    return evolve(state, at=at, seq=seq, cards=cards, standing=lapsed(state.standing, cards))


def _card_moved(state: State, event: CardMoved, at: int, seq: int) -> State:
    card, cards = Card(event.card), state.cards
    if event.from_ is not None:
        cards = _taken_from(cards, event.from_, card)
    elif card in cards.undealt:
        cards = evolve(cards, undealt=_without(cards.undealt, card))
    elif card in cards.discarded:
        cards = evolve(cards, discarded=_without(cards.discarded, card))
    cards = _given_to(cards, event.to, card) if event.to else evolve(cards, discarded=(*cards.discarded, card))
    after = evolve(state, at=at, seq=seq, cards=cards, standing=lapsed(state.standing, cards))
    window = state.window
    if window is None or window.closed_at is not None or WINDOW_CARD[window.window] != card:
        return after
    able = after.leader_window_holders() if window.window == Window.STRONG_LEADER else after.holders_of(card)
    answered = {*window.passes, *(play.player for play in window.plays)}
    holders = tuple(p for p in state.table.order if p in able or p in answered)
    return evolve(after, window=evolve(window, holders=holders))


def _role_shown(state: State, event: RoleShown, at: int, seq: int) -> State:
    shown = Shown(event.of, event.to, Card(event.because), state.round.number, None)
    return evolve(state, at=at, seq=seq, chronicle=evolve(state.chronicle, shown=(*state.chronicle.shown, shown)))


# --- windows -----------------------------------------------------------------------------------------------------


def _window_opened(state: State, event: WindowOpened, at: int, seq: int) -> State:
    window = CardWindow(Window(event.window), tuple(event.holders))
    period = Period(seq, at, event.closes_at, at)
    if window.window is not Window.CLOSE_EYE or state.mission is None or state.period is None:
        return evolve(state, at=at, seq=seq, window=window, period=period)
    ran = state.period
    ended = mission_vote_end(state, at)
    mission = evolve(state.mission, ended_at=ended, troubled=ran.troubled)
    closed = {**state.closed, Phase.MISSION: Closed(ran.opened_at, ended, seq)}
    return evolve(state, at=at, seq=seq, window=window, period=period, mission=mission, closed=closed)


def mission_vote_end(state: State, at: int) -> int:
    """Return when the mission's voting ended: at its latest vote if all are in, else at its ceiling (or by hand)."""
    mission, period = state.mission, state.period
    assert mission is not None
    assert period is not None
    if len(mission.votes) == len(mission.team):
        return max(period.not_before, *(sent.at for sent in mission.votes.values()))
    return min(at, period.closes_at) if period.closes_at is not None else at


def _window_passed(state: State, event: WindowPassed, at: int, seq: int) -> State:
    window = state.window
    if window is None:
        return evolve(state, at=at, seq=seq)
    passes = {**window.passes, event.player: Passing(Passed(event.because), at)}
    return evolve(state, at=at, seq=seq, window=evolve(window, passes=passes))


def _window_pass_withdrawn(state: State, event: WindowPassWithdrawn, at: int, seq: int) -> State:
    window = state.window
    if window is None:
        return evolve(state, at=at, seq=seq)
    passes = {player: passing for player, passing in window.passes.items() if player != event.player}
    return evolve(state, at=at, seq=seq, window=evolve(window, passes=passes))


def _window_closed(state: State, event: WindowClosed, at: int, seq: int) -> State:
    window, closed = state.window, state.closed
    if state.period is not None:
        closed = {**closed, WINDOW_PHASE[event.window]: Closed(state.period.opened_at, at, seq)}
    if window is not None:
        window = evolve(window, closed_at=at)
    used = state.round
    if window is not None and window.window is Window.STRONG_LEADER and window.plays:
        used = evolve(used, leader_card_used=True)
    return evolve(state, at=at, seq=seq, window=window, period=None, closed=closed, round=used)


# --- standing orders ---------------------------------------------------------------------------------------------


def _standing_order_set(state: State, event: StandingOrderSet, at: int, seq: int) -> State:
    order = order_from(event.order, at=at)
    copies = state.hand(event.player).count(order.card) if order.card is not None else 0
    kept = _making_room(state.standing.get(event.player, ()), order, copies)
    return evolve(state, at=at, seq=seq, standing={**state.standing, event.player: (*kept, order)})


def _making_room(orders: tuple[Standing, ...], new: Standing, copies: int) -> tuple[Standing, ...]:
    """A new order replaces the older of its kind; answers given early may be as many as there are copies."""
    rivals = [o for o in orders if replaces(new, o)]
    if new.round is not None:
        same = [o for o in rivals if o.target == new.target]
        rivals = same or (rivals[-1:] if len(rivals) >= copies else [])
    return tuple(o for o in orders if o not in rivals)


def _standing_order_cleared(state: State, event: StandingOrderCleared, at: int, seq: int) -> State:
    gone = order_from(event.order, at=0)
    left = tuple(o for o in state.standing.get(event.player, ()) if evolve(o, at=0) != gone)
    standing = {p: o for p, o in state.standing.items() if p != event.player}
    if left:
        standing[event.player] = left
    return evolve(state, at=at, seq=seq, standing=standing)


CARDS: Mapping[type[Event], Callable[[State, Any, int, int], State]] = MappingProxyType(
    {
        CardsDrawn: _cards_drawn,
        CardGiven: _card_given,
        CardPlayed: _card_played,
        CardTaken: _card_taken,
        CardMoved: _card_moved,
        RoleShown: _role_shown,
        WindowOpened: _window_opened,
        WindowPassed: _window_passed,
        WindowPassWithdrawn: _window_pass_withdrawn,
        WindowClosed: _window_closed,
        StandingOrderSet: _standing_order_set,
        StandingOrderCleared: _standing_order_cleared,
    }
)
