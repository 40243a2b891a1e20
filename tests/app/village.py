"""A village that plays The Resistance in memory: the real app, reader, rules and wording, simulated players.

Players write what the demo's cast writes; everything goes through the whole pipeline on the memory forum.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from forumgm.adapters.memory import MemoryForum
from forumgm.adapters.store import SqlStore, open_store
from forumgm.app.journal import SilentJournal
from forumgm.app.places import Place
from forumgm.app.ports import Game, GameKind, GameStatus
from forumgm.app.resistance_house import ResistanceHouse
from forumgm.bootstrap import Rooms, Timing, assemble
from forumgm.core.chance import Stream
from forumgm.core.kernel import replay
from forumgm.demo.cast import Actor
from forumgm.games.resistance import views
from forumgm.games.resistance.model import State
from forumgm.reader import make_reader
from forumgm.rendering import Renderer

BOT = "gm_bot"
SUBREDDIT = "games"
NAMES = ("Ann", "bob_b", "Cid", "dee-dee", "Eve", "Fay42", "Gus", "Hal_", "Ivy", "Jon")
READER = make_reader()
RENDERER = Renderer(bot=BOT)
_SPEAK_UP = 40


class Loud(SilentJournal):
    """A journal that makes every trouble fail the test."""

    def trouble(self, what: str, error: BaseException, *, game: str | None = None, item: str | None = None) -> None:
        """Raise what went wrong."""
        raise AssertionError(f"{what}: {error!r}") from error


class Village:
    """One forum with one app and any number of games."""

    def __init__(
        self,
        *,
        house: ResistanceHouse | None = None,
        secret: Callable[[], bytes] = lambda: bytes(range(32)),
        store: SqlStore | None = None,
        timing: Timing | None = None,
        presets: Mapping[str, Mapping[str, Any]] | None = None,
        modmail: Sequence[str] = (),
        place: Place | None = None,
    ) -> None:
        self.forum = MemoryForum(bot=BOT)
        self.forum.appoint(SUBREDDIT, BOT)
        self.forum.appoint(SUBREDDIT, "mara")
        self.store = store or open_store("sqlite:///:memory:")
        self.house = house or ResistanceHouse(bot=BOT, defaults={}, presets=presets)
        self._assemble = partial(
            assemble,
            store=self.store,
            forum=self.forum,
            renderer=RENDERER,
            houses={GameKind.RESISTANCE: self.house},
            reader=READER,
            subreddits=[SUBREDDIT],
            modmail=modmail,
            places=lambda _subreddit: place or Place(),
            journal=Loud(),
            monotonic=lambda: float(self.forum.now()),
            timing=timing or Timing(),
            draw_secret=secret,
        )
        self.rooms: Rooms = self._assemble()

    def restart(self) -> None:
        """Let the program begin anew with what is stored."""
        self.rooms = self._assemble()

    def cycle(self, times: int = 1, *, after: int = 30) -> None:
        """Let the daemon do so many cycles, this many seconds of forum time apart."""
        for _ in range(times):
            self.forum.advance(after)
            self.rooms.daemon.cycle()

    def open(self, words: str) -> Game:
        """Let the moderator host a game with these words; return it."""
        self.cycle()
        self.forum.write("mara", f"!host resistance {words}")
        self.cycle(3)
        return self.games()[-1]

    def games(self) -> list[Game]:
        """Return all games, oldest first."""
        with self.store.transaction() as tx:
            return tx.games()

    def log(self, game: Game) -> list[str]:
        """Return a game's record."""
        with self.store.transaction() as tx:
            return tx.log(game.id)

    def state(self, game: Game) -> State:
        """Return a game's state by replay."""
        log = [self.house.codec.decode(line) for line in self.log(game)]
        state: State = replay(self.house.system, self.house.initial(), log)
        return state

    def seat(self, game: Game, names: Sequence[str]) -> None:
        """Let these join and answer the handshake."""
        for name in names:
            self.forum.say(name, game.thread, "!join")
        self.cycle(2)
        state = self.state(game)
        for seat in state.table.seats:
            self.forum.write(seat.name, f"!handshake {views.handshake_code(state, seat.account)}")
        self.cycle(2)

    def actors(self, game: Game, *, seed: str = "village") -> dict[str, Actor]:
        """Return simulated players for the seats of a started game."""
        return {
            name: Actor(name, name, Stream(hashlib.sha256(f"{seed}|{name}".encode()).digest(), "tests/village"))
            for name in self.state(game).players
        }

    def play_on(self, game: Game, rounds: int) -> None:
        """Let whoever is awaited write, so many times."""
        actors = self.actors(game)
        for _ in range(rounds):
            self._round(game, self.state(game), actors)
            self.cycle(2)

    def play(self, game: Game, *, seed: str = "village") -> State:
        """Play a started game to its end with simulated players; return the last state."""
        actors = self.actors(game, seed=seed)
        for _ in range(2_000):
            state = self.state(game)
            if state.is_over:
                self.cycle(4)
                return self.state(game)
            acted = self._round(game, state, actors)
            self.cycle(1 if acted else 3, after=30 if acted else 30_000)
        raise AssertionError("the game does not end")

    def _round(self, game: Game, state: State, actors: Mapping[str, Actor]) -> bool:
        acted = False
        for name in state.awaited():
            line = None if actors[name].chance(_SPEAK_UP) else actors[name].answer(state)
            if line is None:
                continue
            if line.in_thread:
                self.forum.say(name, game.thread, line.text)
            else:
                self.forum.write(name, line.text)
            acted = True
        return acted

    def is_set_aside(self, game: Game) -> bool:
        """Return whether the game failed."""
        return any(g.id == game.id and g.status is GameStatus.ASIDE for g in self.games())

    def texts(self, game: Game) -> list[str]:
        """Return the GM's comments in the game's thread, oldest first."""
        return [n.body for n in self.forum.posts(game.thread)]


def options_of(words: Mapping[str, Any]) -> str:
    """Return options as a host writes them."""
    return " ".join(f"{k} {v}" for k, v in words.items())
