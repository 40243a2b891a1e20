"""What each event does to the state: one function for each event type, and the table of all of them.

    seats.py    who sits there, before and after the start
    cards.py    draws, hands, windows
    ballots.py  proposals, team votes, missions, the end
    clocks.py   pauses, ceilings, moderators' marks, undo

Laws: a function sets the fields of its event and nothing else; where the game stands then (phase, what comes next,
which wait begins) follows from ``phases.TRANSITIONS``. Nothing is drawn, refused or said here.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from forumgm.core.events import Event
from forumgm.games.resistance.applying.ballots import BALLOTS
from forumgm.games.resistance.applying.cards import CARDS
from forumgm.games.resistance.applying.clocks import CLOCKS
from forumgm.games.resistance.applying.seats import SEATS
from forumgm.games.resistance.events import LeaderChanged
from forumgm.games.resistance.evolve import evolve
from forumgm.games.resistance.model import Next, Period, State
from forumgm.games.resistance.phases import ACTION_PHASES, TRANSITIONS

__all__ = ["APPLIERS", "applied"]

Applier = Callable[[State, Any, int, int], State]

APPLIERS: Mapping[type[Event], Applier] = MappingProxyType({**SEATS, **CARDS, **BALLOTS, **CLOCKS})


def applied(state: State, event: Event, *, at: int, seq: int) -> State:
    """Return the state after the event, which takes effect at ``at`` (epoch seconds) as number ``seq``."""
    kind = type(event)
    after = APPLIERS[kind](state, event, at, seq)
    transition = TRANSITIONS.get(kind)
    if transition is None:
        return after
    phase, then = transition(after, event)
    if phase is after.phase and then is after.next and (after.period is not None or then is not Next.WAIT):
        return _new_wait(after, at, seq) if kind is LeaderChanged and phase in ACTION_PHASES else after
    moved = phase is not after.phase or after.period is None or kind is LeaderChanged
    if then is Next.WAIT and phase in ACTION_PHASES and moved:
        return evolve(after, phase=phase, next=then, period=Period(seq, at, None, at))
    return evolve(after, phase=phase, next=then)


def _new_wait(state: State, at: int, seq: int) -> State:
    """Every new Leader gets the full time, however he came to it (resistance.md section 3)."""
    return evolve(state, period=Period(seq, at, None, at))
