"""Playing a held card in its window; final (resistance.md section 4)."""

from forumgm.core.errors import Refusal
from forumgm.core.orders import Order
from forumgm.games.resistance.actions._rows import row
from forumgm.games.resistance.actions._using import use
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.pieces import Action
from forumgm.games.resistance.terms import Card


def _play(ledger: Ledger, order: Order, player: str) -> Refusal | None:
    return use(ledger, order, player, Card(order.args["card"]))


ACTION = Action(row("play_card"), _play)
