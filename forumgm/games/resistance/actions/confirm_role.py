"""Confirming that the role was read; with ``confirm_roles`` the first round waits for everybody."""

from forumgm.core.errors import Refusal
from forumgm.core.orders import Order
from forumgm.games.resistance.actions._rows import row
from forumgm.games.resistance.events import RoleConfirmed
from forumgm.games.resistance.guards import not_now
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.pieces import Action
from forumgm.games.resistance.refusals import refuse
from forumgm.games.resistance.terms import Phase


def _confirm(ledger: Ledger, order: Order, player: str) -> Refusal | None:
    state = ledger.state
    if state.phase is not Phase.ROLE_CONFIRM:
        return not_now(state, order, (Phase.ROLE_CONFIRM,))
    seat = state.seat(player)
    if seat is None or seat.ready:
        return refuse("already_ready")
    ledger.write(RoleConfirmed(player), at=order.at)
    return None


ACTION = Action(row("confirm_role"), _confirm)
