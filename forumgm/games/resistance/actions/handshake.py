"""The handshake: a private message that quotes the code, or answers the one that asked for it (section 1).

Law: it proves that this account's messages reach the GM; it needs no secret, as only that account's message counts.
"""

from forumgm.core.errors import Refusal
from forumgm.core.orders import Order
from forumgm.games.resistance.actions._rows import row
from forumgm.games.resistance.events import SeatReady
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.pieces import Action
from forumgm.games.resistance.refusals import refuse
from forumgm.games.resistance.starting import start_if_full
from forumgm.games.resistance.views import handshake_code


def _handshake(ledger: Ledger, order: Order, player: str) -> Refusal | None:
    state = ledger.state
    seat = state.seat(player)
    if seat is None or seat.ready:
        return refuse("already_ready")
    code = order.args.get("code")
    if code is not None and str(code).strip().upper() != handshake_code(state, seat.account):
        return refuse("wrong_code")
    ledger.write(SeatReady(player), at=order.at)
    start_if_full(ledger)
    return None


ACTION = Action(row("handshake"), _handshake)
