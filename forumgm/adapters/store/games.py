"""Games, their members and their ids."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import RowMapping, Select, select, update

from forumgm.adapters.store.tables import counters, games, members
from forumgm.adapters.store.work import Work
from forumgm.app.ports import Game, GameKind, GameStatus, StoreError
from forumgm.core.items import Account

_AGE = (games.c.opened_at, games.c.number)


class GamesPart(Work):
    """The part of a transaction that keeps games."""

    def new_game_id(self, kind: GameKind) -> str:
        """Return an id that no game ever had (``g1``, ``g2``, ...)."""
        self.add_once(counters, {"kind": kind, "last": 0}, key="kind")
        following = update(counters).where(counters.c.kind == kind).values(last=counters.c.last + 1)
        row = self.first(following.returning(counters.c.last))
        if row is None:
            raise StoreError("the counter of games is gone")
        return f"{kind.value}{row['last']}"

    def add_game(self, game: Game) -> None:
        """Store a game that is new."""
        self.add(games, [{"id": game.id, "version": game.version, **_fields(game)}])

    def save_game(self, game: Game) -> None:
        """Write every field but ``version``. Raises StoreError if there is no such game."""
        if not self.change(update(games).where(games.c.id == game.id).values(**_fields(game))):
            raise StoreError("a game that was never added cannot be saved")

    def game(self, game_id: str) -> Game | None:
        """Return a game by its id, None if there is none."""
        row = self.first(select(games).where(games.c.id == game_id))
        return None if row is None else _game(row)

    def games(self, status: GameStatus | None = None) -> list[Game]:
        """Return all games, or those in one status, oldest first."""
        return self._games(select(games) if status is None else select(games).where(games.c.status == status))

    def games_in_thread(self, thread: str) -> list[Game]:
        """Return the games of a thread, oldest first."""
        return self._games(select(games).where(games.c.thread == thread))

    def set_members(self, game: str, accounts: Collection[str]) -> None:
        """Say whose private messages may mean this game; who was named before and is not now is out."""
        self.change(members.delete().where(members.c.game == game))
        self.add(members, [{"game": game, "account": account} for account in sorted(set(accounts))])

    def games_of(self, account: str) -> list[Game]:
        """Return the games that are not ended and have this member, oldest first."""
        theirs = select(members.c.game).where(members.c.account == account)
        return self._games(select(games).where(games.c.id.in_(theirs), games.c.status != GameStatus.ENDED))

    def _games(self, statement: Select[Any]) -> list[Game]:
        return [_game(row) for row in self.rows(statement.order_by(*_AGE))]


def _fields(game: Game) -> dict[str, Any]:
    return {
        "kind": game.kind,
        "number": int(game.id.removeprefix(game.kind.value)),
        "subreddit": game.subreddit,
        "thread": game.thread,
        "secret": game.secret,
        "opened_at": game.opened_at,
        "host_id": game.host.id,
        "host_name": game.host.name,
        "status": game.status,
        "phase": game.phase,
        "posts": game.posts,
        "status_post": game.status_post,
        "error": game.error,
    }


def _game(row: RowMapping) -> Game:
    return Game(
        id=row["id"],
        kind=row["kind"],
        subreddit=row["subreddit"],
        thread=row["thread"],
        secret=bytes(row["secret"]),
        opened_at=row["opened_at"],
        host=Account(row["host_id"], row["host_name"]),
        status=row["status"],
        phase=row["phase"],
        version=row["version"],
        posts=row["posts"],
        status_post=row["status_post"],
        error=row["error"],
    )
