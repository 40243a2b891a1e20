"""The kernel: one step of any rule system, and replay.

Laws: ``decide``, ``apply`` and ``react`` are pure. An illegal order gives a refusal and the old state. Replay runs
``apply`` alone, so replaying never posts and never draws (design.md section 1).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from forumgm.core.chance import Chance
from forumgm.core.effects import Effect
from forumgm.core.errors import Refusal
from forumgm.core.events import Fact, Recorded, record
from forumgm.core.orders import Order

S = TypeVar("S")


class RuleSystem(Protocol[S]):
    """A game as three pure functions."""

    def decide(self, state: S, order: Order, *, now: int, chance: Chance) -> Sequence[Fact] | Refusal:
        """Return everything that follows from the order, in the order it takes effect; or why not.

        ``now`` is forum time: what the GM decides of itself (a period that opens) is dated with it.
        """
        ...

    def apply(self, state: S, recorded: Recorded) -> S:
        """Return the state after the event."""
        ...

    def react(self, before: S, recorded: Recorded, after: S, order: Order | None) -> Iterable[Effect]:
        """Return what should be said because of the event. ``order`` is the one that caused it."""
        ...


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """What one order came to."""

    state: S
    recorded: tuple[Recorded, ...]
    effects: tuple[Effect, ...]
    refusal: Refusal | None = None


def step(system: RuleSystem[S], state: S, order: Order, *, last: Recorded | None, now: int, chance: Chance) -> Step[S]:
    """Carry an order out on ``state``, whose newest event is ``last``."""
    decided = system.decide(state, order, now=now, chance=chance)
    if isinstance(decided, Refusal):
        return Step(state, (), (), decided)
    log: list[Recorded] = []
    effects: list[Effect] = []
    for fact in decided:
        recorded = record(
            fact,
            seq=last.seq + 1 if last else 1,
            previous=last.line if last else None,
            source=order.source,
        )
        after = system.apply(state, recorded)
        effects.extend(system.react(state, recorded, after, order))
        log.append(recorded)
        state, last = after, recorded
    return Step(state, tuple(log), tuple(effects))


def replay(system: RuleSystem[S], state: S, log: Iterable[Recorded]) -> S:
    """Return the state after all these events."""
    for recorded in log:
        state = system.apply(state, recorded)
    return state
