"""Cards by a moderator's hand: playing for somebody, putting a card into a hand, taking one out (hosting.md).

Laws: a card played for somebody is played by the card's own rules, only the hand is another's. No card comes from
nowhere: it is dealt, moved from another hand or brought back from the discard pile, never out of the deck.
"""

from dataclasses import replace

from forumgm.core.errors import Refusal
from forumgm.core.orders import Order
from forumgm.games.resistance.actions._using import use
from forumgm.games.resistance.actions.deal_card import deal_as_leader
from forumgm.games.resistance.cards import CARDS
from forumgm.games.resistance.dealing import deal, receivers
from forumgm.games.resistance.events import CardMoved
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.model import AT_ONCE, State
from forumgm.games.resistance.overrides.stepping import player_named
from forumgm.games.resistance.refusals import refuse
from forumgm.games.resistance.terms import Card, Phase


def play_for(ledger: Ledger, order: Order) -> Refusal | None:
    """The card is played in that player's name. Args: ``player``, ``card``, ``target``."""
    state = ledger.state
    player = player_named(state, order.args["player"])
    if isinstance(player, Refusal):
        return player
    card = Card(order.args["card"])
    if card is Card.ESTABLISH_CONFIDENCE:
        target = order.args.get("target")
        if target is None:
            return refuse("target_needed", card=card, options=receivers(state, card))
        if state.phase is not Phase.PLOT_DEAL:
            return refuse("wrong_phase", current=state.phase.value)
        return deal_as_leader(ledger, order, player, card=card, to=target)
    by_road = replace(order, channel=next(iter(CARDS[card].channels)))
    return use(ledger, by_road, player, card)


def give(ledger: Ledger, order: Order) -> Refusal | None:
    """The card is in that player's hand. Args: ``card``, ``to``. One that waits to be dealt is dealt."""
    state = ledger.state
    to = player_named(state, order.args["to"])
    if isinstance(to, Refusal):
        return to
    if not state.has_started:
        return refuse("not_started")
    card = Card(order.args["card"])
    if state.phase is Phase.PLOT_DEAL and card in state.cards.undealt:
        if to not in receivers(state, card):
            return refuse("leader_keeps_no_card", card=card)
        deal(ledger, card, to, at=order.at)
        return None
    if card in AT_ONCE:
        return refuse("card_works_at_once", card=card)
    source = _source(state, card, to)
    if isinstance(source, Refusal):
        return source
    ledger.write(CardMoved(card, source, to), at=order.at)
    return None


def _source(state: State, card: Card, to: str) -> str | Refusal | None:
    """Return whose hand the card comes from, None for the discard pile."""
    if card in state.cards.discarded:
        return None
    holders = [p for p in state.holders_of(card) if p != to]
    if len(holders) == 1:
        return holders[0]
    if holders:
        return refuse("take_first", card=card, options=tuple(holders))
    return refuse("no_such_copy", card=card)


def take(ledger: Ledger, order: Order) -> Refusal | None:
    """The card is out of that player's hand, discarded. Args: ``card``, ``player``."""
    state = ledger.state
    player = player_named(state, order.args["player"])
    if isinstance(player, Refusal):
        return player
    card = Card(order.args["card"])
    if not state.holds(player, card):
        return refuse("does_not_hold_card", card=card)
    ledger.write(CardMoved(card, player, None), at=order.at)
    return None
