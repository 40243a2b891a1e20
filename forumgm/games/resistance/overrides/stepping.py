"""Stepping in: what all overrides share.

Laws: an override is first tried on a ledger of its own, so that what is refused leaves nothing behind; then
``overridden`` is written, and what it causes behind it.
"""

from collections.abc import Callable

from forumgm.core.errors import Refusal
from forumgm.core.orders import Order
from forumgm.games.resistance.guards import known, unknown_name
from forumgm.games.resistance.hosting import override
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.model import State
from forumgm.games.resistance.refusals import refuse

Decider = Callable[[Ledger, Order], Refusal | None]


def stepping_in(decide: Decider, *, touches_secrets: bool = False, in_pause: bool = True) -> Decider:
    """Return the decider with ``overridden`` before what it writes.

    ``touches_secrets``: refused to a moderator who holds a seat. ``in_pause``: possible while the clocks stand still.
    """

    def decider(ledger: Ledger, order: Order) -> Refusal | None:
        if touches_secrets and holds_seat(ledger.state, order):
            return refuse("seated_moderator")
        if not in_pause and ledger.state.is_paused:
            return refuse("game_paused", since=ledger.state.paused_at)
        trial = ledger.copy()
        refusal = decide(trial, order)
        if refusal is not None:
            return refusal
        override(ledger, order)
        return decide(ledger, order)

    return decider


def holds_seat(state: State, order: Order) -> bool:
    """Whether the moderator plays in this game."""
    return state.seat_of(order.by.account) is not None


def player_named(state: State, name: str) -> str | Refusal:
    """Return the present name of a player, or why it is nobody."""
    return known(state, name) or unknown_name(state, name)
