"""core.kernel: one step, replay, and events that take others back, on a toy game."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from forumgm.core.chance import GameSecret, commitment
from forumgm.core.effects import Effect, ThreadFlair
from forumgm.core.errors import BrokenRecordError, Refusal
from forumgm.core.events import Event, Fact, Recorded, Rewind
from forumgm.core.kernel import Log, Step, replay, standing, step
from forumgm.core.orders import GM, Order, Source


@dataclass(frozen=True, slots=True)
class Added(Event):
    type: ClassVar[str] = "added"
    number: int


@dataclass(frozen=True, slots=True)
class TakenBack(Rewind):
    type: ClassVar[str] = "taken_back"


@dataclass(frozen=True)
class Sum:
    """Adds numbers; may take back all behind an event."""

    log: Log = list

    def initial(self) -> int:
        return 0

    def with_log(self, log: Log) -> "Sum":
        return Sum(log)

    def decide(self, state: int, order: Order, *, now: int, chance: Any) -> Sequence[Fact] | Refusal:
        if order.verb == "back":
            assert len(self.log()) >= order.args["to"], "the log is at hand"
            return [Fact(now, TakenBack(order.args["to"])), Fact(now, Added(100))]
        if order.args["number"] < 0:
            return Refusal("negative")
        return [Fact(now, Added(order.args["number"]))]

    def apply(self, state: int, recorded: Recorded) -> int:
        event = recorded.event
        return state + event.number if isinstance(event, Added) else state

    def rewound(self, before: int, past: int, recorded: Recorded) -> int:
        return past

    def react(self, before: int, recorded: Recorded, after: int, order: Order | None) -> list[Effect]:
        return [ThreadFlair(f"{before}->{after}")]


def play(*orders: Order) -> tuple[int, list[Recorded], Step[int]]:
    state, log = 0, list[Recorded]()
    done: Step[int] = Step(0, (), ())

    def whole() -> list[Recorded]:
        return log

    for order in orders:
        last = log[-1] if log else None
        done = step(Sum(), state, order, last=last, now=order.at, chance=None, log=whole)
        state = done.state
        log += done.recorded
    return state, log, done


def add(number: int) -> Order:
    return Order("add", GM, 5, {"number": number}, source=Source("t1_a", "ann"))


def back(to: int) -> Order:
    return Order("back", GM, 5, {"to": to})


def test_a_step_records_applies_and_reacts() -> None:
    state, log, done = play(add(1), add(2))
    assert state == 3
    assert [r.seq for r in log] == [1, 2]
    assert done.effects == (ThreadFlair("1->3"),)
    assert log[1].source == Source("t1_a", "ann")


def test_a_refusal_leaves_the_old_state() -> None:
    state, log, done = play(add(1), add(-1))
    assert (state, len(log)) == (1, 1)
    assert done.refusal == Refusal("negative")


def test_a_rewind_folds_the_log_again() -> None:
    """record.md, ``undone``: everything behind to_seq counts no more; what stands behind it does."""
    state, log, _ = play(add(1), add(2), add(4), back(1), add(8))
    assert state == 1 + 100 + 8
    assert replay(Sum(), 0, log) == state
    assert [r.seq for r in standing(log)] == [1, 4, 5, 6]


def test_a_rewind_may_go_back_behind_a_rewind() -> None:
    state, log, _ = play(add(1), add(2), back(1), add(4), back(4))
    assert state == 1 + 100 + 100
    assert replay(Sum(), 0, log) == state


def test_a_system_that_cannot_rewind_says_so() -> None:
    class Plain:
        decide, apply, react = Sum.decide, Sum.apply, Sum.react
        log: Log = list

    _, log, _ = play(add(1), back(1))
    with pytest.raises(BrokenRecordError):
        replay(Plain(), 0, log)


def test_a_game_secret_waits_for_its_roster() -> None:
    """resistance.md section 6: the roster is part of every stream; the secret is revealed in lower-case hex."""
    secret = GameSecret(bytes(range(32)), game="g1")
    names = ["eve", "ann", "cid", "bob", "dee"]
    assert secret.commitment == commitment(bytes(range(32)))
    assert secret.for_roster(names).stream("order").byte() == 0xD1
    assert secret.for_roster(names).stream("order").byte() == 0xD1, "each roster's streams start anew"
    assert secret.reveal() == bytes(range(32)).hex()
