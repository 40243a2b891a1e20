"""Taking a pass back while the window is open (resistance.md section 4)."""

from forumgm.core.errors import Refusal
from forumgm.core.orders import Order
from forumgm.games.resistance.actions._rows import row
from forumgm.games.resistance.events import WindowPassWithdrawn
from forumgm.games.resistance.guards import past_end
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.pieces import Action
from forumgm.games.resistance.refusals import refuse


def _withdraw(ledger: Ledger, order: Order, player: str) -> Refusal | None:
    state, window = ledger.state, ledger.state.window
    if window is None or window.closed_at is not None or player not in window.passes:
        return refuse("no_pass")
    refusal = past_end(state, order)
    if refusal is not None:
        return refusal
    passed = window.passes[player]
    if order.at < passed.at:
        return refuse("superseded", at=passed.at)
    ledger.write(WindowPassWithdrawn(window.window, player), at=order.at)
    return None


ACTION = Action(row("withdraw_decline"), _withdraw, in_pause=True)
