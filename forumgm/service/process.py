"""The process: signals, threads and exit codes around the heart.

Laws: signals are blocked everywhere and taken one by one by the main thread, so nothing runs in between. SIGTERM and
SIGINT end with the item in hand, within ``LAST_SECONDS`` whatever the network does: the outbox makes that safe. The
watchdog is fed only by progress; waiting on purpose counts as such.
"""

import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from forumgm.adapters.clock import WallClock
from forumgm.adapters.journal import LogJournal, configure
from forumgm.adapters.scheduler import Scheduler
from forumgm.app.health import STALLED_AFTER
from forumgm.app.ports import StoreError
from forumgm.service import starts
from forumgm.service.heart import Furnish, Heart
from forumgm.service.notify import Notifier
from forumgm.settings import Problem, Settings, SettingsError
from forumgm.web.listener import bound

if TYPE_CHECKING:  # loaded when they are needed, so that the start is quick
    from forumgm.adapters.reddit import RedditForum
    from forumgm.bootstrap import Rooms
    from forumgm.web.server import WebServer

STOP_SIGNALS = frozenset({signal.SIGTERM, signal.SIGINT})
SIGNALS = STOP_SIGNALS | {signal.SIGHUP}
TICK = 0.5
"""Seconds between two looks at what the worker thread came to."""
PATIENCE = 3.5
"""Seconds that a running beat gets to finish what it has in hand."""
LAST_SECONDS = 4.7
"""Seconds after which we are gone in any case."""
FAILED = 1
_WEB_SECONDS = 2


class Process:
    """The daemon of one configuration."""

    def __init__(self, settings: Settings, *, path: Path | None = None, furnish: Furnish | None = None) -> None:
        """Prepare; opens the database. ``furnish`` takes the place of ``wiring.rooms_for`` in tests."""
        clock = WallClock()
        self._settings = settings
        self._notify = Notifier()
        self._heart = Heart(
            settings,
            path=path,
            monotonic=clock.monotonic,
            connect=lambda s: _connect(s, monotonic=clock.monotonic),
            furnish=furnish or _furnish,
            journal=LogJournal(),
        )
        self._scheduler = Scheduler(on_error=lambda error: self._heart.journal.trouble("beat failed", error))
        self._web: WebThread | None = None
        self._steps = -1

    def run(self) -> int:
        """Run until told to stop; return the exit code. Raises StoreInUseError if another daemon has the database."""
        signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
        try:
            self._heart.begin()
        except BaseException:
            self._heart.close()
            raise
        try:
            self._listen()
        except BaseException:
            starts.ended(self._heart.store)
            self._heart.close()
            raise
        self._scheduler.every(self._settings.daemon.poll_interval, self._heart.beat)
        self._scheduler.once(self._heart.beat)
        self._scheduler.start()
        self._notify.say("READY=1", f"MAINPID={os.getpid()}")
        self._stretch_watchdog()
        self._wait()
        return self._leave()

    def _listen(self) -> None:
        address = self._settings.web.address
        if address is None:
            return
        try:
            listening = bound(*address)
        except OSError as error:
            text = f"nothing can listen there: {error.strerror}."
            raise SettingsError([Problem("FGM-E014", "web.listen", text, "Choose another port, or empty.")]) from None
        self._web = WebThread(self._heart, listening)

    # -- while it runs

    def _wait(self) -> None:
        """Return when we are told to stop or can't go on."""
        while self._heart.fatal is None:
            told = signal.sigtimedwait(SIGNALS, TICK)
            if told is not None and told.si_signo in STOP_SIGNALS:
                self._heart.journal.note("told to stop", signal=signal.Signals(told.si_signo).name)
                return
            if told is not None:
                self._heart.journal.note("told to reload")
                self._heart.reload()
                self._scheduler.once(self._heart.beat)
            self._tick()

    def _tick(self) -> None:
        """Feed the watchdog if there was progress, and follow a reload."""
        pulse = self._heart.pulse
        if pulse.steps != self._steps:
            self._steps = pulse.steps
            ready = pulse.ready()
            self._notify.say("WATCHDOG=1")
            self._notify.status("running" if ready.ok else "; ".join(ready.reasons))
        if self._heart.settings is not self._settings:
            before, self._settings = self._settings, self._heart.settings
            if before.daemon.poll_interval != self._settings.daemon.poll_interval:
                self._scheduler.every(self._settings.daemon.poll_interval, self._heart.beat)
                self._stretch_watchdog()
            if before.log.level != self._settings.log.level:
                configure(level=self._settings.log.level)

    def _stretch_watchdog(self) -> None:
        """Ask for a longer watchdog where polls are so far apart that the unit's would bite in between."""
        allowed = int(os.environ.get("WATCHDOG_USEC", "0"))
        needed = int((2 * self._settings.daemon.poll_interval + STALLED_AFTER) * 1_000_000)
        if 0 < allowed < needed:
            self._notify.say(f"WATCHDOG_USEC={needed}")

    # -- leaving

    def _leave(self) -> int:
        """Stop everything; return the exit code, or end the process here if the network hangs."""
        heart = self._heart
        code = FAILED if heart.fatal is not None else 0
        last = threading.Timer(LAST_SECONDS, os._exit, [code])
        last.daemon = True
        last.start()
        self._notify.say("STOPPING=1", "STATUS=stopping")
        heart.stop()
        at_rest = heart.working.acquire(timeout=PATIENCE)
        if heart.fatal is None:
            with suppress(StoreError):
                starts.ended(heart.store)
        if not at_rest:
            heart.journal.note("stopped while the network hangs; what was on its way is settled at the next start")
            sys.stderr.flush()
            os._exit(code)
        heart.working.release()
        self._scheduler.stop()
        if self._web is not None:
            self._web.stop()
        heart.journal.note(
            "stopped" if heart.fatal is None else "stopped, nothing is lost", because=str(heart.fatal or "")
        )
        heart.close()
        last.cancel()
        return code


class WebThread:
    """The web server on a thread of its own, which also loads it: that takes longer than the rest of the start."""

    def __init__(self, heart: Heart, listening: socket.socket) -> None:
        """Answer from now on; returns at once."""
        self._server: WebServer | None = None
        self._thread = threading.Thread(target=self._serve, args=(heart, listening), name="web", daemon=True)
        self._thread.start()

    def _serve(self, heart: Heart, listening: socket.socket) -> None:
        from forumgm.service.pages import pages_for
        from forumgm.web.server import WebServer

        self._server = WebServer(heart, listening, pages=pages_for(heart))
        self._server.run()

    def stop(self) -> None:
        """Answer no more."""
        if self._server is not None:
            self._server.stop()
            self._thread.join(_WEB_SECONDS)


def _connect(settings: Settings, *, monotonic: Callable[[], float]) -> "RedditForum":
    from forumgm.adapters.reddit import RedditForum
    from forumgm.service.wiring import reddit_settings

    return RedditForum(reddit_settings(settings), monotonic=monotonic)


def _furnish(settings: Settings, **parts: Any) -> "Rooms":
    from forumgm.service.wiring import rooms_for

    return rooms_for(settings, **parts)


def serve(settings: Settings, *, path: Path | None = None, furnish: Furnish | None = None) -> int:
    """Run the daemon until it is told to stop; return the exit code."""
    return Process(settings, path=path, furnish=furnish).run()
