"""The forum clock."""

import pytest

from forumgm.sandbox.clock import ForumClock, Pace


def test_running_clock_goes_at_its_speed() -> None:
    machine = [1000.0]
    clock = ForumClock(speed=60, start=5000, machine=lambda: machine[0])
    machine[0] += 2
    assert clock.now() == 5120
    clock.run_at(1)
    machine[0] += 2
    assert clock.now() == 5122
    clock.advance(10)
    assert clock.stamp() == 5132


def test_manual_clock_stands_still() -> None:
    machine = [1000.0]
    clock = ForumClock(pace=Pace.MANUAL, machine=lambda: machine[0])
    machine[0] += 50
    assert clock.now() == 1000
    clock.advance(86_400)
    assert clock.now() == 87_400


def test_time_never_runs_backwards() -> None:
    machine = [1000.0]
    clock = ForumClock(machine=lambda: machine[0])
    clock.not_before(4000)
    clock.not_before(3000)
    machine[0] -= 100
    assert clock.now() == 4000
    for wrong in (-1, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="advance"):
            clock.advance(wrong)
