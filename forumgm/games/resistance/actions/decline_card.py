"""Passing in a card window: in the thread or by message, until the window closes (resistance.md section 4)."""

from forumgm.core.errors import Refusal
from forumgm.core.orders import Order
from forumgm.games.resistance.actions._rows import row
from forumgm.games.resistance.cards import CARDS
from forumgm.games.resistance.events import WindowPassed
from forumgm.games.resistance.guards import not_now, past_end, too_early
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.model import WINDOW_CARD, WINDOW_PHASE
from forumgm.games.resistance.pieces import Action
from forumgm.games.resistance.refusals import refuse
from forumgm.games.resistance.terms import Card, Passed
from forumgm.games.resistance.windows import earliest


def _decline(ledger: Ledger, order: Order, player: str) -> Refusal | None:
    state, window = ledger.state, ledger.state.window
    named = order.args.get("card")
    asked = window is not None and window.closed_at is None
    if named is not None and (not asked or window is None or WINDOW_CARD[window.window] != named):
        own = CARDS[Card(named)].window
        return not_now(state, order, (WINDOW_PHASE[own],)) if own is not None else refuse("nothing_to_pass")
    if not asked or window is None or player not in window.holders:
        return refuse("nothing_to_pass")
    refusal = past_end(state, order) or too_early(order, earliest(state, window.window))
    if refusal is not None:
        return refusal
    if player not in state.unanswered():
        return refuse("already_passed", card=WINDOW_CARD[window.window])
    ledger.write(WindowPassed(window.window, player, Passed.ANSWER), at=order.at)
    return None


ACTION = Action(row("decline_card"), _decline, in_pause=True)
