"""Stored games to look at: simulated, cut off wherever a test likes, and changed in what nobody may see."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from starlette.applications import Starlette

from forumgm.adapters.store import SqlStore, open_store
from forumgm.app.house import House
from forumgm.app.ports import Game, GameKind, GameStatus, OutboxRow, Person, Road, RowState
from forumgm.app.resistance_house import ResistanceHouse
from forumgm.core.events import Recorded
from forumgm.core.items import Account, Item, Via
from forumgm.core.kernel import replay
from forumgm.games.resistance.simulate import simulate
from forumgm.record.lines import chain
from forumgm.service.gallery import StoreBackstage, StoreGallery
from forumgm.web import pages, staff
from forumgm.web.links import Links

LINKS = Links("https://forum.test")
SUBREDDIT = "resistance"
MODERATOR = Account("t2_mod", "mod_ada")
HOUSES: dict[GameKind, House] = {GameKind.RESISTANCE: ResistanceHouse(bot="gm", defaults={})}


@lru_cache(maxsize=8)
def whole(*, players: int = 7, seed: str = "pages") -> tuple[str, ...]:
    """The lines of a simulated game from its opening to its end."""
    return next(simulate(players=players, games=1, seed=seed)).lines


def until(lines: Sequence[str], type_: str, *, nth: int = 1) -> tuple[str, ...]:
    """The lines up to and with the nth of a type."""
    places = [place for place, line in enumerate(lines) if json.loads(line)["type"] == type_]
    return tuple(lines[: places[nth - 1] + 1])


def changed(lines: Sequence[str], change: Callable[[dict[str, Any]], dict[str, Any] | None]) -> tuple[str, ...]:
    """The lines with every event changed (None: left out), chained anew."""
    events = [change(json.loads(line)) for line in lines]
    return tuple(chain([e for e in events if e is not None]))


def store_game(store: SqlStore, lines: Sequence[str], *, game_id: str = "g1") -> None:
    """Store a game as the daemon would have."""
    house = HOUSES[GameKind.RESISTANCE]
    log: list[Recorded] = [house.codec.decode(line) for line in lines]
    state = replay(house.system, house.initial(), log)
    over = house.is_over(state)
    game = Game(
        id=game_id, kind=GameKind.RESISTANCE, subreddit=SUBREDDIT, thread="t3_sim1", secret=b"s" * 32,
        opened_at=log[0].at, host=MODERATOR,
    )  # fmt: skip
    with store.transaction() as tx:
        tx.new_game_id(GameKind.RESISTANCE)
        tx.add_game(game)
        tx.append(game_id, log, expected=0)
        stored = tx.game(game_id)
        assert stored is not None
        tx.save_game(replace(stored, phase=house.phase(state), status=GameStatus.ENDED if over else GameStatus.OPEN))
        tx.set_value(f"seats:{game_id}", sorted(house.seats(state)))
        tx.set_value("last-poll", max(log[-1].at + 3600, int(tx.value("last-poll") or 0)))
        rows = [[MODERATOR.id, MODERATOR.name], ["t2_ann", "Ann"]]
        tx.set_value(f"moderators:{SUBREDDIT}", {"read_at": log[0].at, "accounts": rows})


def add_work(store: SqlStore, *, game_id: str = "g1") -> None:
    """Put things into the outbox and before the GM, some of them secret."""
    with store.transaction() as tx:
        now = int(tx.value("last-poll"))
        row = OutboxRow(key="k1", road=Road.MESSAGE, game=game_id, text="You are a SECRETSPY", tag="", created=now)
        tx.queue(replace(row, to="Cid"))
        tx.queue(OutboxRow(key="k2", road=Road.POST, game=game_id, text="The team", tag="", created=now, number=7))
        failed = OutboxRow(key="k3", road=Road.ANSWER, game=game_id, text="No", tag="", created=now - 60, attempts=3)
        tx.queue(replace(failed, state=RowState.FAILED, error="THREAD_LOCKED"))
        cid = Account("t2_cid", "Cid")
        tx.save_person(Person(cid, unreachable=True))
        for alert in ("thread_closed", "unreachable:t2_cid", "set_aside"):
            tx.set_value(f"alert:{game_id}:{alert}", now - 120)
        tx.set_value(f"alert:{game_id}:idle:9", None)
        tx.see(Item("t4_9", Via.MESSAGE, cid, now, "sabotage SECRETVOTE"), now=now)
        tx.see(Item("t1_9", Via.COMMENT, cid, now, "!vote", thread="t3_sim1"), now=now)
        tx.set_members(game_id, ["t2_cid", "t2_ann"])


def site(store: SqlStore) -> Starlette:
    """The pages of a store."""
    backstage = StoreBackstage(lambda: store, lambda: HOUSES, LINKS, keys=lambda: store, subreddits=lambda: [SUBREDDIT])
    gallery = StoreGallery(lambda: store, lambda: HOUSES)
    return Starlette(routes=[*pages.routes(gallery, LINKS), *staff.routes(backstage, secure=False)])


def site_of(directory: Path, *games: Sequence[str]) -> tuple[Starlette, SqlStore]:
    """A new store with these games, and its pages."""
    store = open_store(f"sqlite:///{directory / 'games.sqlite3'}")
    for number, lines in enumerate(games, start=1):
        own = changed(lines, lambda e, n=number: {**e, "game": f"g{n}"} if e["type"] == "game_opened" else e)  # type: ignore[misc]
        store_game(store, own, game_id=f"g{number}")
    return site(store), store
