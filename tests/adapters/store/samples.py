"""Small games, items and rows for the store's tests."""

from dataclasses import dataclass, replace
from typing import ClassVar

from forumgm.app.ports import Game, GameKind, OutboxRow, Road, Transaction
from forumgm.core.events import Event, Recorded
from forumgm.core.items import Account, Item, Via

ANN = Account("t2_ann", "Ann")
BOB = Account("t2_bob", "Bob")


@dataclass(frozen=True, slots=True)
class Noted(Event):
    """An event of the tests."""

    type: ClassVar[str] = "noted"
    text: str = ""


def recorded(seq: int, *, at: int = 100, line: str | None = None) -> Recorded:
    """One event with its line."""
    return Recorded(seq, at, Noted(), None, f'{{"seq": {seq}}}' if line is None else line)


def a_game(game_id: str = "g1", *, opened_at: int = 10, thread: str = "t3_one") -> Game:
    """An open game of Ann's."""
    return Game(
        id=game_id,
        kind=GameKind(game_id[0]),
        subreddit="play",
        thread=thread,
        secret=b"\x00\xffsecret",
        opened_at=opened_at,
        host=ANN,
    )


def add_games(tx: Transaction, *ids: str) -> None:
    """Add open games, the first one the oldest."""
    for age, game_id in enumerate(ids):
        tx.add_game(a_game(game_id, opened_at=10 + age))


def comment(item_id: str = "t1_a", *, at: int = 50, body: str = "!join", author: Account | None = BOB) -> Item:
    """A comment in a thread."""
    return Item(item_id, Via.COMMENT, author, at, body, thread="t3_one", parent="t3_one", subreddit="play")


def message(item_id: str = "t4_a", *, at: int = 50, body: str = "!vote yes", author: Account | None = BOB) -> Item:
    """A private message."""
    return Item(item_id, Via.MESSAGE, author, at, body)


def post(number: int, *, game: str = "g1", created: int = 100) -> OutboxRow:
    """A numbered post."""
    row = OutboxRow(key=f"{game}:post:{number}", road=Road.POST, game=game, text="words", tag="", created=created)
    return replace(row, number=number, target="t3_one", tag=f"{game.upper()} · {number}")


def note(key: str, *, game: str | None = "g1", created: int = 100, slot: str = "") -> OutboxRow:
    """A private message to Bob."""
    row = OutboxRow(key=key, road=Road.MESSAGE, game=game, text="you are a spy", tag="G1 · ab", created=created)
    return replace(row, to=BOB.name, account=BOB.id, subject="[G1]", slot=slot)
