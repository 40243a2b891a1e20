"""Dealing a drawn plot card (resistance.md section 2, step 2): the Leader, in public, final when read."""

from forumgm.core.errors import Refusal
from forumgm.core.orders import Order
from forumgm.games.resistance.actions._rows import row
from forumgm.games.resistance.dealing import deal, receivers
from forumgm.games.resistance.guards import known, too_early, unknown_name
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.pieces import Action
from forumgm.games.resistance.refusals import refuse
from forumgm.games.resistance.terms import Card


def _deal(ledger: Ledger, order: Order, player: str) -> Refusal | None:
    return deal_as_leader(ledger, order, player, card=Card(order.args["card"]), to=order.args["to"])


def deal_as_leader(ledger: Ledger, order: Order, player: str, *, card: Card, to: str) -> Refusal | None:
    """Deal the card if the Leader may; say why not otherwise."""
    state = ledger.state
    if player != state.round.leader:
        return refuse("not_leader", leader=state.round.leader)
    early = too_early(order, state.cards.drawn_at)
    if early is not None:
        return early
    if card not in state.cards.undealt:
        return refuse("card_not_drawn", card=card, options=state.cards.undealt)
    receiver = known(state, to)
    if receiver is None:
        return unknown_name(state, to)
    if receiver not in receivers(state, card):
        return refuse("leader_keeps_no_card", card=card)
    deal(ledger, card, receiver, at=order.at)
    return None


ACTION = Action(row("deal_card"), _deal)
