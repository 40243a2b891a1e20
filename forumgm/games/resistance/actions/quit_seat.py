"""Asking for a substitute (hosting.md): the seat stays the player's until a moderator has replaced him.

The record has no type of its own for it: it is an absence with these words.
"""

from forumgm.core.errors import Refusal
from forumgm.core.orders import Order
from forumgm.games.resistance.actions._rows import row
from forumgm.games.resistance.events import PlayerAbsent
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.pieces import Action

WANTS_SUBSTITUTE = "asks for a substitute"


def _quit(ledger: Ledger, order: Order, player: str) -> Refusal | None:
    ledger.write(PlayerAbsent(player, WANTS_SUBSTITUTE), at=order.at)
    return None


ACTION = Action(row("quit"), _quit, in_pause=True)
