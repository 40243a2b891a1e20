"""Giving up a seat before the start, or a reserve's place at any time (resistance.md section 1)."""

from dataclasses import replace

from forumgm.core.errors import Refusal
from forumgm.core.orders import Order
from forumgm.games.resistance.actions._rows import row
from forumgm.games.resistance.events import PlayerLeft
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.pieces import Action
from forumgm.games.resistance.refusals import refuse


def _leave(ledger: Ledger, order: Order, _player: str) -> Refusal | None:
    state = ledger.state
    place = state.reserve_of(order.by.account)
    if place is None and not state.has_started:
        place = state.seat_of(order.by.account)
    if place is None:
        return refuse("no_seat" if state.seat_of(order.by.account) is None else "seat_stays")
    ledger.write(PlayerLeft(place.name), at=order.at)
    return None


ACTION = Action(replace(row("leave"), phases=frozenset()), _leave, for_players=False, in_pause=True)
