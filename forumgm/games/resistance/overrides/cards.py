"""Cards that a moderator moves or plays for somebody."""

from dataclasses import replace

from forumgm.core.errors import Refusal
from forumgm.core.items import Channel
from forumgm.core.orders import Order
from forumgm.games.resistance.actions._using import use
from forumgm.games.resistance.cards import CARDS
from forumgm.games.resistance.events import CardMoved
from forumgm.games.resistance.guards import known, unknown_name
from forumgm.games.resistance.hosting import override
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.refusals import refuse
from forumgm.games.resistance.terms import Card


def give(ledger: Ledger, order: Order) -> Refusal | None:
    """The card is in that player's hand: from its one holder, or a used one. Args: ``card``, ``to``."""
    state, card = ledger.state, Card(order.args["card"])
    to = known(state, str(order.args["to"]))
    if to is None or to not in state.table.order:
        return unknown_name(state, str(order.args["to"]))
    holders = [p for p in state.holders_of(card) if p != to]
    if not holders and card not in state.cards.discarded:
        return refuse("no_such_copy", card=card)
    override(ledger, order)
    ledger.write(CardMoved(card, holders[0] if len(holders) == 1 else None, to), at=order.at)
    return None


def take(ledger: Ledger, order: Order) -> Refusal | None:
    """The card is out of that player's hand and of play. Args: ``card``, ``player``."""
    state, card = ledger.state, Card(order.args["card"])
    player = known(state, str(order.args["player"]))
    if player is None:
        return unknown_name(state, str(order.args["player"]))
    if not state.holds(player, card):
        return refuse("does_not_hold_card", card=card)
    override(ledger, order)
    ledger.write(CardMoved(card, player, None), at=order.at)
    return None


def play_for(ledger: Ledger, order: Order) -> Refusal | None:
    """The card is used in that player's name, by the card's own rules. Args: ``player``, ``card``, ``target``."""
    state, card = ledger.state, Card(order.args["card"])
    player = known(state, str(order.args["player"]))
    if player is None:
        return unknown_name(state, str(order.args["player"]))
    override(ledger, order)
    channels = CARDS[card].channels
    channel = Channel.THREAD if Channel.THREAD in channels else Channel.PRIVATE
    return use(ledger, replace(order, channel=channel), player, card)
