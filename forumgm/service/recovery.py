"""Recovery: going on with a game that was set aside by an error (design.md law 9, hosting.md).

Laws: its items wait in their order and are handled first; its clocks stood still, so the running period gets the time
back. What still fails leaves everything as it was.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from forumgm.app.desk import Desk, alert_marker
from forumgm.app.house import House
from forumgm.app.moderators import Moderators
from forumgm.app.outage import last_poll
from forumgm.app.ports import Game, GameKind, GameStatus, ItemState, Renderer, RowState, Store, Transaction
from forumgm.app.table import Table
from forumgm.core.effects import Alert, ModeratorNote, PublicPost
from forumgm.core.errors import ForumGmError
from forumgm.core.items import Account
from forumgm.core.orders import GM, GmVerb, Order

BOT = "bot"
"""Key of the small value that holds the bot's account id and name since its last login."""
STANDS_STILL = "restored"
"""Why a game is set aside, and its writings held, until it is clear which of two tellings holds (``reliving``)."""


def stands_still(game_id: str) -> str:
    """Return the key of the small value that holds which numbered posts a game and the forum disagree on."""
    return f"{STANDS_STILL}:{game_id}"


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
        since = tx.value(alert_marker(game, Alert.SET_ASIDE))
        now = last_poll(tx)
        stood = max(0, now - since) if isinstance(since, int) else 0
        desk = Desk(renderer, Moderators(Account(*(tx.value(BOT) or ["", ""]))))
        table = Table(houses, desk)
        _give_back(tx, table, game, start=now - stood, end=now)
        _let_go(tx, table, tx.game(game.id) or game, now=now)
        view = {"game": game.id.upper(), "items": len(held), "stood": stood}
        note = ModeratorNote("moderators/retried", view, alert=Alert.SET_ASIDE)
        desk.clear_alert(tx, game, note, key=f"{game.id}:retried:{since}", now=now)
        return Retried(tx.game(game.id) or game, len(held), stood)


def _let_go(tx: Transaction, table: Table, game: Game, *, now: int) -> None:
    """After a restore: send what was held, and say in public which posts don't hold (hosting.md)."""
    first = tx.value(stands_still(game.id))
    if first is None:
        return
    tx.set_value(stands_still(game.id), None)
    for row in tx.rows_of(game.id):
        if row.state is RowState.FAILED and row.error == STANDS_STILL:
            tx.save_row(replace(row, state=RowState.QUEUED, error=None, next_try=0))
    view = {"game": game.id.upper(), "first": first["number"], "last": first["highest"]}
    table.say(tx, game, [PublicPost("answers/restored", view)], now=now)


def _give_back(tx: Transaction, table: Table, game: Game, *, start: int, end: int) -> None:
    """Tell the game for how long nothing was handled; replays it on the way, so what is broken shows here."""
    if table.running_since(tx, game) is None:
        return
    order = Order(GmVerb.OUTAGE, GM, end, {"start": start, "end": end, "total": end - start})
    played = table.play(tx, game, order, now=end)
    table.say(tx, played.game, played.effects, now=end)
