"""Beside the game: orders that are no game's own, though they are given in one.

    quiet           no receipts for its author, in any game, until he takes it back (hosting.md)
    pause, resume   a moderator's word stands over the pause calendar: what he says is not ended by it

Law: nothing of it stands in a game's record.
"""

from dataclasses import replace

from forumgm.app import calendar
from forumgm.app.ports import Game, Person, Transaction
from forumgm.core.effects import Answer, Effect
from forumgm.core.items import Account
from forumgm.core.orders import ActorKind, Order

QUIET, PAUSE, RESUME = "quiet", "pause", "resume"
_OFF = "off"


def carry_out(tx: Transaction, game: Game, order: Order, *, trial: bool) -> list[Effect] | None:
    """Carry out what is no game's own and return the answer; None if the order is the game's."""
    if order.verb == QUIET:
        return _quieten(tx, order, trial=trial)
    if trial or order.by.kind is not ActorKind.MODERATOR:
        return None
    if order.verb == PAUSE and calendar.let_go(tx, game):
        return [Answer("answers/pause_kept", {"game": game.id.upper()})]
    if order.verb == RESUME:
        calendar.let_go(tx, game)
    return None


def _quieten(tx: Transaction, order: Order, *, trial: bool) -> list[Effect]:
    """Stop the author's receipts, or send them again."""
    quiet = order.args.get("on") != _OFF
    if not trial:
        person = tx.person(order.by.account) or Person(Account(order.by.account, order.by.name))
        tx.save_person(replace(person, quiet=quiet))
    return [Answer("answers/quiet", {"quiet": quiet, "trial": trial}, private=True)]
