"""Making the choice of an at-once card; for Establish Confidence this is how the Leader deals it (section 4)."""

from forumgm.core.errors import Refusal
from forumgm.core.items import Channel
from forumgm.core.orders import Order
from forumgm.games.resistance.actions._rows import row
from forumgm.games.resistance.actions._using import use
from forumgm.games.resistance.actions.deal_card import deal_as_leader
from forumgm.games.resistance.cards import CARDS
from forumgm.games.resistance.guards import not_now, wrong_channel
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.model import WINDOW_CARD
from forumgm.games.resistance.pieces import Action
from forumgm.games.resistance.refusals import refuse
from forumgm.games.resistance.terms import Card, Phase


def _use(ledger: Ledger, order: Order, player: str) -> Refusal | None:
    state = ledger.state
    named = order.args.get("card")
    if named is None:
        possible = tuple(dict.fromkeys(c.card for c in state.cards.choices if c.player == player))
        if state.window is not None and player in state.window.holders:
            possible = (WINDOW_CARD[state.window.window],)
        if len(possible) != 1:
            return refuse("which_card", options=possible)
        named = possible[0]
    card = Card(named)
    if card is not Card.ESTABLISH_CONFIDENCE:
        return use(ledger, order, player, card)
    if order.channel is not Channel.THREAD:
        return wrong_channel(CARDS[card].channels)
    if state.phase is not Phase.PLOT_DEAL:
        return not_now(state, order, (Phase.PLOT_DEAL,))
    target = order.args.get("target")
    if target is None:
        return refuse("target_needed", card=card, options=CARDS[card].targets(state, player))
    return deal_as_leader(ledger, order, player, card=card, to=target)


ACTION = Action(row("use_card"), _use)
