"""Trials: what an order would do, said without doing it (hosting, ``--try`` and questions before a yes).

Laws: nothing is stored and nothing is posted. Whatever chance or a secret would decide is left untold: a trial shows
no card, role, vote or result before its time. What waits for a yes is tried first, so that nobody is asked in vain.
"""

from dataclasses import replace
from typing import Any

from forumgm.app.desk import Desk
from forumgm.app.ports import Game, Transaction
from forumgm.app.table import Played, Table
from forumgm.core.effects import Answer, Effect, ModeratorNote, PrivateNote, PublicPost
from forumgm.core.orders import Order

PREVIEW = "answers/undo_preview"


class Trials:
    """Tries orders on stored games."""

    def __init__(self, *, table: Table, desk: Desk) -> None:
        self._table = table
        self._desk = desk

    def tried(self, tx: Transaction, game: Game, order: Order, *, now: int) -> list[Effect]:
        """Return the answer to a command with ``--try``: why not, or what would be said and to whom."""
        played = self._table.dry(tx, game, _with(order, "trial"), now=now)
        if played.refusal is not None:
            return [e for e in played.effects if isinstance(e, Answer)]
        composed = self._table.house(game).compose(played.effects)
        said = [line for effect in composed for line in self._told(effect)]
        view = {"game": game.id.upper(), "text": order.text[:200], "said": said}
        return [Answer("answers/dry_run", view, private=True)]

    def _told(self, effect: Effect) -> list[dict[str, Any]]:
        match effect:
            case PublicPost():
                return [{"where": "thread", "to": "", "text": self._desk.draft(effect)}]
            case PrivateNote():
                return [{"where": "message", "to": effect.to, "text": ""}]
            case ModeratorNote():
                return [{"where": "moderators", "to": "", "text": ""}]
            case Answer():
                return [{"where": "you", "to": "", "text": self._desk.draft(effect)}]
        return []

    def before_yes(self, tx: Transaction, game: Game, order: Order, *, now: int) -> Played:
        """Return what the order would come to, to be asked about; of its effects only a preview stays."""
        played = self._table.dry(tx, game, _with(order, "trial", "preview"), now=now)
        if played.refusal is not None:
            return played
        return replace(played, effects=tuple(e for e in played.effects if _is_preview(e)))


def _is_preview(effect: Effect) -> bool:
    return isinstance(effect, Answer) and effect.template == PREVIEW


def _with(order: Order, *marks: str) -> Order:
    return replace(order, args={**order.args, **dict.fromkeys(marks, True)})
