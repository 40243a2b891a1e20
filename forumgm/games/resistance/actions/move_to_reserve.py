"""Standing by as a reserve: from a seat before the start, or from outside at any time (resistance.md section 1)."""

from forumgm.core.errors import Refusal
from forumgm.core.orders import Order
from forumgm.games.resistance.actions._rows import row
from forumgm.games.resistance.events import PlayerLeft, ReserveJoined
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.pieces import Action
from forumgm.games.resistance.refusals import refuse


def _move(ledger: Ledger, order: Order, player: str) -> Refusal | None:
    state, person = ledger.state, order.by
    if state.reserve_of(person.account) is not None:
        return refuse("already_reserve")
    if player and state.has_started:
        return refuse("seat_stays")
    if player:
        ledger.write(PlayerLeft(player), at=order.at)
    ledger.write(ReserveJoined(person.name, person.account), at=order.at)
    return None


ACTION = Action(row("move_to_reserve"), _move, for_players=False, in_pause=True)
