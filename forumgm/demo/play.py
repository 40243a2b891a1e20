"""The play: sign-up, the game with everything that happens in one, the end, the record and its verdict.

Laws: forum time passes only here. While a person at a browser is awaited it passes as real time does, up to
``patience``; otherwise it jumps from one thing to the next, ceilings included.
"""

import hashlib
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from forumgm.app.ports import GameStatus
from forumgm.core.chance import Stream
from forumgm.core.kernel import replay
from forumgm.demo.cast import Actor
from forumgm.demo.people import Person
from forumgm.demo.show import Audience
from forumgm.demo.stage import BOT, HOST, DaemonLostError, Stage
from forumgm.games.resistance import views
from forumgm.games.resistance.events import CODEC
from forumgm.games.resistance.model import State
from forumgm.games.resistance.system import ResistanceSystem
from forumgm.record.verify import verify_text

NAMES = (
    ("MarlowQuill", "Marlow"),
    ("tin_lantern", "Lantern"),
    ("Bexhill42", "Bex"),
    ("OldPaperKite", "Kite"),
    ("sorrel-vane", "Sorrel"),
    ("Grumbleweed_", "Grum"),
    ("TeaAtNoon", "Tea"),
    ("juniper_ash", "Juni"),
    ("copperfern", "Copper"),
    ("passerby_no9", "Pass9"),
)
"""Accounts and what their friends call them."""
HUMAN = "newcomer"
"""What the person at the browser is told to call himself. "you" would make odd sentences: "you gives No Confidence"."""
CLOSE_GRACE = 180
PAUSES = (40, 200, 900, 3_000, 7_000)
"""Seconds of forum time between two things that happen."""
MISSES = 25
"""A simulated player lets a ceiling go by once in so many times."""
SECOND_THOUGHTS = 8
TALKS = 6
MOST_STEPS = 4_000
REAL_STEP = 0.25


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the evening ended."""

    winner: str | None
    because: str
    players: int
    record: Path
    verified: bool
    seconds: float
    thread: str


class Play:
    """One game on a stage."""

    def __init__(
        self, stage: Stage, audience: Audience, *, players: int, seed: str, humans: int = 0, patience: float = 600.0
    ) -> None:
        self._stage = stage
        self._audience = audience
        self._stream = Stream(hashlib.sha256(seed.encode()).digest(), "forumgm/demo|play")
        cast = [
            Actor(name, nickname, Stream(hashlib.sha256(f"{seed}|{name}".encode()).digest(), "forumgm/demo|actor"))
            for name, nickname in NAMES[: players - humans]
        ]
        self._actors = {actor.name: actor for actor in cast}
        self._people: dict[str, Person] = {}
        self._players = players
        self._humans = humans
        self._patience = patience
        self._system = ResistanceSystem()
        self._skipped: set[tuple[str, int]] = set()
        self._game = ""
        self._thread = ""

    def run(self) -> Outcome:
        """Play the game to its end; return how it went. The record stands in the stage's folder."""
        began = time.monotonic()
        self._open()
        self._sign_up()
        for _ in range(MOST_STEPS):
            state = self._look()
            if state.is_over:
                break
            self._step(state)
        state = self._look()
        return self._finish(state, began)

    def linger(self) -> None:
        """Keep the forum open for the person at the browser until patience ends or he presses Ctrl-C."""
        self._audience.say(f"Read the end at {self._url}; Ctrl-C closes the forum.")
        give_up = time.monotonic() + self._patience
        with suppress(KeyboardInterrupt):
            while time.monotonic() < give_up:
                self._real_time()

    # -- before the game

    def _open(self) -> None:
        host = Person(self._stage.server.url, HOST)
        self._wait_for_daemon()
        host.message(BOT, f"!host resistance start_at {self._players}")
        self._pass()
        self._pass()
        game = self._stage.games()[0]
        self._game, self._thread = game.id, game.thread
        self._audience.say(f"The thread: {self._url}")

    def _wait_for_daemon(self) -> None:
        self._stage.settle()

    def _sign_up(self) -> None:
        for actor in self._actors.values():
            person = Person(self._stage.server.url, actor.name)
            self._people[actor.name] = person
            person.comment(self._thread, f"!join as {actor.nickname}")
            self._stage.advance(30)
        self._pass()
        state = self._look()
        for actor in self._actors.values():
            seat = next((s for s in state.table.seats if s.name == actor.name), None)
            if seat is not None and not seat.ready:
                self._people[actor.name].message(BOT, f"confirm {views.handshake_code(state, seat.account)}")
        self._pass()
        if self._humans:
            self._audience.say(f"A seat is free. Open {self._url}, write as '{HUMAN}' and comment !join")
            self._audience.say(f"The GM's messages to you: {self._stage.server.url}/inbox/{HUMAN}")
            self._wait_for_start()

    def _wait_for_start(self) -> None:
        give_up = time.monotonic() + self._patience
        while not self._look().has_started and time.monotonic() < give_up:
            self._real_time()
        if not self._look().has_started:
            Person(self._stage.server.url, HOST).comment(self._thread, "!start")
            self._pass()

    # -- the game

    def _step(self, state: State) -> None:
        """Let something happen: those who are awaited act, others talk; if nobody will act, time runs out."""
        acted = False
        for name in state.awaited():
            actor = self._actors.get(name)
            if actor is None or self._lets_it_go(actor, state):
                continue
            if len(state.awaited()) > 1 and actor.chance(3):
                continue  # later
            line = actor.answer(state)
            if line is None:
                continue
            self._write(actor, line.text, in_thread=line.in_thread)
            acted = True
        self._asides(state)
        if acted:
            self._pass()
        elif set(state.awaited()) - set(self._actors) and self._humans:
            self._wait_for_human(state)
        elif all(self._lets_it_go(self._actors[p], state) for p in state.awaited() if p in self._actors):
            self._run_out()
        else:
            self._pass()

    def _asides(self, state: State) -> None:
        """Second thoughts and talk."""
        actors = list(self._actors.values())
        actor = actors[self._stream.below(len(actors))]
        if self._stream.below(TALKS) == 0:
            self._write(actor, actor.talk().text, in_thread=True)
        voted = state.proposal is not None and actor.name in state.proposal.votes
        private = voted and not state.must_vote_in_public(actor.name)
        if private and str(state.phase) == "team_vote" and self._stream.below(SECOND_THOUGHTS) == 0:
            self._write(actor, actor.changed_vote(state).text, in_thread=False)

    def _lets_it_go(self, actor: Actor, state: State) -> bool:
        """Whether this player misses the running period's ceiling, decided once for each period."""
        if state.period is None or state.period.closes_at is None:
            return False
        key = (actor.name, state.period.seq)
        if key not in self._skipped and (actor.name, -state.period.seq) not in self._skipped:
            missed = actor.chance(MISSES)
            self._skipped.add(key if missed else (actor.name, -state.period.seq))
        return key in self._skipped

    def _run_out(self) -> None:
        """Nobody will act: time goes on to the next thing that is due, and beyond its grace."""
        with self._stage.store().transaction() as tx:
            due = [d.due for d in tx.deadlines(self._game)]
        now = self._stage.now()
        wait = min((d - now for d in due if d > now), default=3_600)
        self._stage.advance(max(wait, 0) + CLOSE_GRACE + 1)
        self._pass()

    def _wait_for_human(self, state: State) -> None:
        """A person is awaited: forum time runs at real speed until he acts or patience ends."""
        self._audience.say(f"Waiting for {', '.join(p for p in state.awaited() if p not in self._actors)} ...")
        version = state.seq
        give_up = time.monotonic() + self._patience
        while time.monotonic() < give_up:
            self._real_time()
            if self._look().seq != version:
                return
        self._run_out()

    # -- small things

    @property
    def _url(self) -> str:
        return f"{self._stage.server.url}/f/{self._stage.subreddit}/{self._thread[3:]}"

    def _write(self, actor: Actor, text: str, *, in_thread: bool) -> None:
        person = self._people[actor.name]
        if in_thread:
            person.comment(self._thread, text)
        else:
            person.message(BOT, text)
        self._stage.advance(1 + self._stream.below(20))

    def _pass(self) -> None:
        """Let the daemon answer, then a little forum time go by."""
        self._stage.settle()
        self._stage.advance(PAUSES[self._stream.below(len(PAUSES))])
        if self._thread:
            self._audience.look(self._stage.server.forum, self._thread, bot=BOT)

    def _real_time(self) -> None:
        time.sleep(REAL_STEP)
        self._stage.advance(REAL_STEP)
        self._audience.look(self._stage.server.forum, self._thread, bot=BOT)

    def _lines(self) -> Sequence[str]:
        aside = [g for g in self._stage.games() if g.id == self._game and g.status is GameStatus.ASIDE]
        if aside:
            raise DaemonLostError(f"the game was set aside: {aside[0].error}")
        return self._stage.log(self._game)

    def _look(self) -> State:
        """Return the game's state, from the record that the daemon keeps."""
        state: State = replay(self._system, self._system.initial(), [CODEC.decode(line) for line in self._lines()])
        return state

    def _finish(self, state: State, began: float) -> Outcome:
        self._pass()
        path = self._stage.folder / f"{self._game}.jsonl"
        text = "".join(f"{line}\n" for line in self._lines())
        path.write_text(text, "utf-8")
        verdict = verify_text(text)
        result = state.result
        return Outcome(
            winner=str(result.winner) if result is not None and result.winner else None,
            because=str(result.because) if result is not None else "unfinished",
            players=len(state.players),
            record=path,
            verified=verdict.ok,
            seconds=round(time.monotonic() - began, 1),
            thread=self._thread,
        )
