"""The daemon's heartbeat: jobs at fixed intervals on one worker thread, by APScheduler.

Laws: one worker, so whoever owns the forum owns its thread (reddit.md 1.4). Missed beats are one beat. Jobs live in
memory: what must survive is a row in the store. A job that fails is told of and beats on.
"""

import logging
from collections.abc import Callable
from datetime import UTC

from apscheduler.events import EVENT_JOB_ERROR, JobExecutionEvent
from apscheduler.executors.pool import ThreadPoolExecutor
from apscheduler.jobstores.memory import MemoryJobStore
from apscheduler.schedulers.background import BackgroundScheduler


class Scheduler:
    """Runs functions again and again on one thread of its own."""

    def __init__(self, *, on_error: Callable[[Exception], None]) -> None:
        """Prepare; ``on_error`` is called on the worker thread with whatever a job raised."""
        self._on_error = on_error
        self._scheduler = BackgroundScheduler(
            timezone=UTC,
            executors={"default": ThreadPoolExecutor(max_workers=1)},
            jobstores={"default": MemoryJobStore()},
            job_defaults={"coalesce": True, "max_instances": 1, "misfire_grace_time": None},
        )
        self._scheduler.add_listener(self._failed, EVENT_JOB_ERROR)
        logging.getLogger("apscheduler").setLevel(logging.CRITICAL)  # a missed beat is none of the log's business

    def every(self, seconds: float, function: Callable[[], object]) -> None:
        """Run a function every so many seconds, a beat's length after ``start`` for the first time.

        Said again of the same function, the new interval takes the old one's place.
        """
        name = getattr(function, "__qualname__", repr(function))
        self._scheduler.add_job(function, "interval", seconds=seconds, id=name, replace_existing=True)

    def once(self, function: Callable[[], object]) -> None:
        """Run a function one time, as soon as the thread is free."""
        self._scheduler.add_job(function)

    def start(self) -> None:
        """Begin to beat; returns at once."""
        self._scheduler.start()

    def stop(self) -> None:
        """Begin nothing new; returns when the running job has ended. Does nothing if it is not running."""
        if self._scheduler.running:
            self._scheduler.shutdown(wait=True)

    def _failed(self, event: JobExecutionEvent) -> None:
        self._on_error(event.exception)
