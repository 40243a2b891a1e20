"""Saying that one will be away (hosting.md): everybody sees it, nothing waits for less."""

from forumgm.core.errors import Refusal
from forumgm.core.orders import Order
from forumgm.games.resistance.actions._rows import row
from forumgm.games.resistance.events import PlayerAbsent
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.pieces import Action


def _note(ledger: Ledger, order: Order, player: str) -> Refusal | None:
    ledger.write(PlayerAbsent(player, str(order.args["text"])), at=order.at)
    return None


ACTION = Action(row("note_absence"), _note, in_pause=True)
