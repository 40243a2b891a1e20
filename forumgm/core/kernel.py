"""The kernel: one step of any rule system, and replay.

Laws: ``decide``, ``apply`` and ``react`` are pure. An illegal order gives a refusal and the old state. Replay runs
``apply`` alone, so replaying never posts and never draws (design.md section 1).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from forumgm.core.effects import Effect
from forumgm.core.errors import BrokenRecordError, Refusal
from forumgm.core.events import Fact, Recorded, Rewind, record
from forumgm.core.orders import Order

S = TypeVar("S")

Log = Callable[[], Sequence[Recorded]]
"""Gives a game's whole log so far; asked only by the few orders that look back."""


class RuleSystem(Protocol[S]):
    """A game as three pure functions."""

    def decide(self, state: S, order: Order, *, now: int, chance: Any) -> Sequence[Fact] | Refusal:
        """Return everything that follows from the order, in the order it takes effect; or why not.

        ``now`` is forum time: what the GM decides of itself (a period that opens) is dated with it. ``chance`` is
        what the system draws from: a ``core.chance.Chance``, or a ``SealedChance`` where the roster comes later.
        """
        ...

    def apply(self, state: S, recorded: Recorded) -> S:
        """Return the state after the event."""
        ...

    def react(self, before: S, recorded: Recorded, after: S, order: Order | None) -> Iterable[Effect]:
        """Return what should be said because of the event. ``order`` is the one that caused it."""
        ...


@runtime_checkable
class Rewinding(Protocol):
    """A rule system with events that take others back (``Rewind``). States are not kept: the log is folded again."""

    def initial(self) -> Any:
        """Return the state before the first event."""
        ...

    def with_log(self, log: Log) -> Any:
        """Return the system as it is for one step on the game with this log."""
        ...

    def rewound(self, before: Any, past: Any, recorded: Recorded) -> Any:
        """Return the state after a ``Rewind``: ``past`` is the one after ``to_seq``, ``before`` the newest."""
        ...


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """What one order came to."""

    state: S
    recorded: tuple[Recorded, ...]
    effects: tuple[Effect, ...]
    refusal: Refusal | None = None


def step(
    system: RuleSystem[S],
    state: S,
    order: Order,
    *,
    last: Recorded | None,
    now: int,
    chance: Any,
    log: Log | None = None,
) -> Step[S]:
    """Carry an order out on ``state``, whose newest event is ``last``. ``log`` is needed by a ``Rewinding`` system."""
    if log is not None and isinstance(system, Rewinding):
        system = system.with_log(log)
    decided = system.decide(state, order, now=now, chance=chance)
    if isinstance(decided, Refusal):
        return Step(state, (), (), decided)
    recorded_now: list[Recorded] = []
    effects: list[Effect] = []
    for fact in decided:
        recorded = record(
            fact,
            seq=last.seq + 1 if last else 1,
            previous=last.line if last else None,
            source=order.source,
        )
        past = [*log(), *recorded_now] if log is not None and isinstance(recorded.event, Rewind) else ()
        after = _applied(system, state, recorded, past)
        effects.extend(system.react(state, recorded, after, order))
        recorded_now.append(recorded)
        state, last = after, recorded
    return Step(state, tuple(recorded_now), tuple(effects))


def replay(system: RuleSystem[S], state: S, log: Iterable[Recorded]) -> S:
    """Return the state after all these events, the first of which follows on ``state``."""
    seen: list[Recorded] = []
    for recorded in log:
        state = _applied(system, state, recorded, seen)
        seen.append(recorded)
    return state


def standing(log: Iterable[Recorded]) -> list[Recorded]:
    """Return the events that still count: without those that a later ``Rewind`` took back, the rewinds included."""
    counted: list[Recorded] = []
    for recorded in log:
        if isinstance(recorded.event, Rewind):
            to_seq = recorded.event.to_seq
            counted = [r for r in counted if r.seq <= to_seq]
        counted.append(recorded)
    return counted


def _applied(system: RuleSystem[S], state: S, recorded: Recorded, past: Sequence[Recorded]) -> S:
    if not isinstance(recorded.event, Rewind):
        return system.apply(state, recorded)
    if not isinstance(system, Rewinding):
        raise BrokenRecordError("an event takes others back in a game that cannot rewind")
    return rewind(system, state, recorded, past)


def rewind(system: Any, state: S, recorded: Recorded, past: Sequence[Recorded]) -> S:
    """Return the state after a ``Rewind`` event. Each rewind that counts is folded once, so this is linear."""
    to_seq = recorded.event.to_seq  # type: ignore[attr-defined]
    folded = system.initial()
    for earlier in standing(r for r in past if r.seq <= to_seq):
        is_rewind = isinstance(earlier.event, Rewind)
        folded = system.rewound(folded, folded, earlier) if is_rewind else system.apply(folded, earlier)
    result: S = system.rewound(state, folded, recorded)
    return result
