"""The scheduler and the clock. No test sleeps: jobs tell by events that they ran."""

import threading

from forumgm.adapters.clock import WallClock
from forumgm.adapters.scheduler import Scheduler

LONG = 20
BEAT = 0.01


def test_jobs_run_again_and_again_on_one_thread_of_their_own() -> None:
    threads: set[int] = set()
    enough = threading.Event()
    beats = []

    def beat() -> None:
        threads.add(threading.get_ident())
        beats.append(1)
        if len(beats) >= 6:
            enough.set()

    scheduler = Scheduler(on_error=lambda _: None)
    scheduler.every(BEAT, beat)
    scheduler.every(BEAT, beat)
    scheduler.start()
    assert enough.wait(LONG)
    scheduler.stop()
    assert len(threads) == 1
    assert threading.get_ident() not in threads


def test_an_error_is_told_and_does_not_end_the_job() -> None:
    errors: list[Exception] = []
    enough = threading.Event()

    def fail() -> None:
        raise ValueError("no")

    def told(error: Exception) -> None:
        errors.append(error)
        if len(errors) >= 2:
            enough.set()

    scheduler = Scheduler(on_error=told)
    scheduler.every(BEAT, fail)
    scheduler.start()
    assert enough.wait(LONG)
    scheduler.stop()
    assert all(isinstance(error, ValueError) for error in errors)


def test_stop_lets_the_running_job_finish() -> None:
    begun, go_on, done = threading.Event(), threading.Event(), threading.Event()

    def slow() -> None:
        begun.set()
        go_on.wait(LONG)
        done.set()

    scheduler = Scheduler(on_error=lambda _: None)
    scheduler.every(BEAT, slow)
    scheduler.start()
    assert begun.wait(LONG)
    threading.Timer(BEAT, go_on.set).start()
    scheduler.stop()
    assert done.is_set()
    scheduler.stop()


def test_the_clock_tells_seconds() -> None:
    clock = WallClock()
    first = clock.monotonic()
    assert isinstance(clock.now(), int)
    assert clock.monotonic() >= first
