"""Hosting: how a game comes to be, by a moderator's word.

Laws: only a moderator of the subreddit opens a game there, by account id. The game's secret is drawn from the operating
system when it is opened, and the first post carries its commitment before anybody has signed up (resistance.md 6).
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from forumgm.app.house import House
from forumgm.app.ports import Game, GameKind, OutboxRow, Renderer, Road, Transaction
from forumgm.app.table import Table
from forumgm.app.tags import post_tag, tagged
from forumgm.core.chance import commitment
from forumgm.core.effects import PublicPost
from forumgm.core.items import Account
from forumgm.core.orders import GM, GmVerb, Order

SUBMISSION_LIMIT = 39_000


class Opening:
    """Opens games: the row, the first post, and the first event once the thread is known."""

    def __init__(
        self, *, table: Table, houses: Mapping[GameKind, House], renderer: Renderer, draw_secret: Callable[[], bytes]
    ) -> None:
        self._table = table
        self._houses = houses
        self._renderer = renderer
        self._draw_secret = draw_secret

    def open(
        self,
        tx: Transaction,
        kind: GameKind,
        *,
        subreddit: str,
        host: Account,
        options: Mapping[str, Any],
        now: int,
        thread: str | None = None,
    ) -> Game:
        """Open a game in a thread of its own, or take ``thread`` over; return it. Options must be valid."""
        game = Game(
            id=tx.new_game_id(kind),
            kind=kind,
            subreddit=subreddit,
            thread=thread or "",
            secret=self._draw_secret(),
            opened_at=now,
            host=host,
        )
        tx.add_game(game)
        tx.set_value(_options(game), dict(options))
        return self._submit(tx, game, options) if thread is None else self._begin(tx, game, now=now, own_thread=False)

    def _submit(self, tx: Transaction, game: Game, options: Mapping[str, Any]) -> Game:
        """Queue a thread of the game's own; it begins once that stands."""
        title, post = self._houses[game.kind].first_post(game, options)
        tag = post_tag(game.id, 1)
        text = self._renderer.fit(self._renderer.render(post.template, post.view), limit=SUBMISSION_LIMIT)[0]
        row = OutboxRow(
            key=f"{game.id}:submission",
            road=Road.SUBMIT,
            game=game.id,
            text=tagged(text, tag),
            tag=tag,
            created=game.opened_at,
            subreddit=game.subreddit,
            subject=title,
            number=1,
        )
        tx.queue(row)
        game = replace(game, posts=1)
        tx.save_game(game)
        return game

    def submitted(self, tx: Transaction, row: OutboxRow) -> None:
        """The thread stands: the game begins in it, as of when it was ordered, so that nobody can be there earlier."""
        game = tx.game(row.game) if row.game else None
        if game is not None and not game.thread and row.sent_id:
            game = replace(game, thread=row.sent_id)
            tx.save_game(game)
            self._begin(tx, game, now=row.created, own_thread=True)

    def _begin(self, tx: Transaction, game: Game, *, now: int, own_thread: bool) -> Game:
        options = tx.value(_options(game)) or {}
        args = {
            "game": game.id,
            "thread": game.thread,
            "options": options,
            "commitment": commitment(game.secret),
            "host": game.host.name,
            "host_account": game.host.id,
        }
        played = self._table.play(tx, game, Order(GmVerb.OPEN, GM, now, args), now=now)
        assert played.refusal is None, "options are checked before a game is opened"
        effects = [e for e in played.effects if not (own_thread and isinstance(e, PublicPost))]
        tx.set_value(_options(game), None)
        return self._table.say(tx, played.game, effects, now=now)


def _options(game: Game) -> str:
    """Return the key of the small value that holds the options until the game begins."""
    return f"opening:{game.id}"
