"""The ledger of one decision: the facts written so far and the state that they make.

Law: ``decide`` changes nothing but its ledger; every fact is applied as it is written, so that what follows can look at
the state as it then is.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from forumgm.core.chance import SealedChance, Stream
from forumgm.core.events import Event, Fact, Recorded, Rewind
from forumgm.core.kernel import Log
from forumgm.games.resistance.applying import applied
from forumgm.games.resistance.applying.clocks import rewound
from forumgm.games.resistance.model import State


def no_log() -> Sequence[Recorded]:
    """The log of a game that has none yet."""
    return ()


@dataclass(slots=True)
class Ledger:
    """What one order comes to."""

    state: State
    now: int
    """Forum time at which the GM decides (epoch seconds): what it does of itself is dated with it."""
    chance: SealedChance
    facts: list[Fact] = field(default_factory=list)
    log: Log = no_log
    """The game's log, for the few orders that look back."""

    def copy(self) -> "Ledger":
        """Return a ledger on which an order can be tried without leaving anything on this one."""
        return Ledger(self.state, self.now, self.chance, list(self.facts), self.log)

    def write(self, event: Event, *, at: int) -> None:
        """The event has happened, at the moment that the rules count."""
        self.facts.append(Fact(at, event))
        self.state = applied(self.state, event, at=at, seq=self.state.seq + 1)

    def go_back(self, event: Rewind, past: State, *, at: int) -> None:
        """Everything behind the state ``past`` counts no more."""
        self.facts.append(Fact(at, event))
        self.state = rewound(self.state, past, at=at, seq=self.state.seq + 1)

    def idle_stream(self) -> Stream:
        """Return the draws that belong to the ``idle_acted`` just written (resistance.md section 3)."""
        return self.chance.for_roster(self.state.table.roster).stream(f"idle|{self.state.seq}")
