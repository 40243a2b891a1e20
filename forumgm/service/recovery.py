"""Recovery: going on with a game that was set aside by an error (design.md law 9, hosting.md).

Laws: its items wait in their order and are handled first; its clocks stood still, so the running period gets the time
back. What still fails leaves everything as it was.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from forumgm.app.desk import Desk
from forumgm.app.house import House
from forumgm.app.moderators import Moderators
from forumgm.app.ports import Game, GameKind, GameStatus, ItemState, Renderer, Store, Transaction
from forumgm.app.table import Table
from forumgm.core.errors import ForumGmError
from forumgm.core.items import Account
from forumgm.core.orders import GM, Order

BOT = "bot"
"""Key of the small value that holds the bot's account id and name since its last login."""


class NothingToRetryError(ForumGmError):
    """The game was not set aside."""


@dataclass(frozen=True, slots=True)
class Retried:
    """How a game goes on."""

    game: Game
    items: int
    """Items that waited and are handled next."""
    given_back: int
    """Seconds that its clocks stood still."""


def retry(store: Store, houses: Mapping[GameKind, House], renderer: Renderer, game_id: str) -> Retried | None:
    """Let a game go on; return how, None if there is no such game. Raises NothingToRetryError, or what still fails."""
    with store.transaction() as tx:
        game = tx.game(game_id)
        if game is None:
            return None
        if game.status is not GameStatus.ASIDE:
            raise NothingToRetryError(f"{game.id.upper()} was not set aside, it is {game.status.value}")
        game = replace(game, status=GameStatus.OPEN, error=None)
        tx.save_game(game)
        held = [item for item in tx.held_items(game.id) if not item.removed]
        for item in held:
            tx.settle_item(item.id, ItemState.NEW, game=game.id, order=False)
        marker = f"alert:{game.id}:set_aside"
        since = tx.value(marker)
        tx.set_value(marker, None)
        now = int(tx.value("last-poll") or 0)
        stood = max(0, now - since) if isinstance(since, int) else 0
        _give_back(tx, houses, renderer, game, start=now - stood, end=now)
        return Retried(tx.game(game.id) or game, len(held), stood)


def _give_back(
    tx: Transaction, houses: Mapping[GameKind, House], renderer: Renderer, game: Game, *, start: int, end: int
) -> None:
    """Tell the game for how long nothing was handled; replays it on the way, so what is broken shows here."""
    bot = tx.value(BOT) or ["", ""]
    table = Table(houses, Desk(renderer, Moderators(Account(*bot))))
    if table.running_since(tx, game) is None:
        return
    order = Order("outage", GM, end, {"start": start, "end": end, "total": end - start})
    played = table.play(tx, game, order, now=end)
    table.say(tx, played.game, played.effects, now=end)
