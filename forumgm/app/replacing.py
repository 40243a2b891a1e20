"""Replacing: a newcomer is asked to take a seat, and takes it when he answers (hosting.md, "Replacing").

Laws: until he answers the seat is the old player's. He answers by private message, with the code that he was sent; his
account becomes known with that message, so nobody can take the seat in his name.
"""

from collections.abc import Mapping
from typing import Any

from forumgm.app.desk import Desk
from forumgm.app.ports import Game, GameStatus, Transaction
from forumgm.app.table import Table
from forumgm.app.tags import private_tag
from forumgm.core.effects import Answer
from forumgm.core.items import Account, Channel, Item
from forumgm.core.orders import GM, GmVerb, Order, Source

_READY = frozenset({"yes", "ready", "handshake", "ok", "okay", "sure", "here"})


class Replacing:
    """Keeps who was asked to take which seat."""

    def __init__(self, *, table: Table, desk: Desk) -> None:
        self._table = table
        self._desk = desk

    def ordered(self, tx: Transaction, game: Game, *, old: str, new: str, key: str, now: int) -> None:
        """A moderator ordered a replacement: ask the newcomer. A newer order for the same seat takes its place."""
        waiting = {name: seat for name, seat in _waiting(tx, game).items() if seat != old}
        tx.set_value(_key(game), {**waiting, new.lower(): old})
        view = {"game": game.id.upper(), "player": new, "old": old, "code": code_for(game, new)}
        person = Account("", new)
        self._desk.letter(tx, person, Answer("resistance/private/invited", view), game=game, key=key, now=now)

    def take(self, tx: Transaction, item: Item, *, now: int) -> bool:
        """Seat the newcomer if this is his answer; return whether it was."""
        if item.channel is not Channel.PRIVATE or item.author is None:
            return False
        for game in tx.games(GameStatus.OPEN):
            old = _waiting(tx, game).get(item.author.name.lower())
            if old is not None and self._answers(tx, game, item):
                self._seat(tx, game, item, old, now=now)
                return True
        return False

    def _answers(self, tx: Transaction, game: Game, item: Item) -> bool:
        assert item.author is not None, "checked by the caller"
        if code_for(game, item.author.name) in item.body.upper():
            return True
        words = item.body.lower().split()
        asked_else = tx.question(item.author.id, item.channel.value) is not None
        return bool(words) and words[0].strip(".,!") in _READY and not asked_else

    def _seat(self, tx: Transaction, game: Game, item: Item, old: str, *, now: int) -> None:
        assert item.author is not None, "checked by the caller"
        left = {n: seat for n, seat in _waiting(tx, game).items() if n != item.author.name.lower()}
        tx.set_value(_key(game), left or None)
        args: Mapping[str, Any] = {"old": old, "new": item.author.name, "account": item.author.id}
        source = Source(item.id, item.author.name)
        order = Order(GmVerb.SEAT_NEWCOMER, GM, item.at, args, source=source, text=item.body[:200])
        played = self._table.play(tx, game, order, now=now)
        self._table.say(tx, played.game, played.effects, item=item, now=now)


def code_for(game: Game, name: str) -> str:
    """Return the code that a newcomer is asked for. No secret: only his own account's message counts."""
    return private_tag(None, f"invited|{game.id}|{name.lower()}").rpartition(" ")[2].upper()


def _waiting(tx: Transaction, game: Game) -> dict[str, str]:
    return dict(tx.value(_key(game)) or {})


def _key(game: Game) -> str:
    return f"replacing:{game.id}"
