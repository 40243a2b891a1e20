"""The heart: what the worker thread does in each beat. It alone owns the forum (reddit.md 1.4).

Laws: nothing that goes wrong in a beat ends the process but a database that takes no more. While we stop, the network
is not asked any more, so a beat ends with the item in hand. A reload that is wrong changes nothing.
"""

import threading
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from forumgm.adapters.metrics import Meter, Metrics, Quota, Sources
from forumgm.adapters.shadow import ShadowForum, claim, numbers
from forumgm.adapters.store import SqlStore, open_store
from forumgm.app import daemon
from forumgm.app.health import Census, Pulse, census
from forumgm.app.journal import Journal
from forumgm.app.ports import (
    Forum,
    ForumUnreachableError,
    LoginRefusedError,
    StoreDamagedError,
    StoreError,
    StoreFullError,
    StoreInUseError,
    StoreReadOnlyError,
)
from forumgm.core.errors import ForumGmError
from forumgm.core.items import Account
from forumgm.service import recovery, reliving, starts, upkeep
from forumgm.service.guard import Guard
from forumgm.service.terms import patience, prepared
from forumgm.settings import Settings, SettingsError, load, to_run

if TYPE_CHECKING:  # loaded by the worker thread in its first beat, so that the start is quick
    from forumgm.adapters.reddit import RedditForum
    from forumgm.bootstrap import Rooms
    from forumgm.rendering import Renderer

FATAL = (StoreFullError, StoreReadOnlyError, StoreDamagedError, StoreInUseError)
"""What ends the process: going on would lose what people write."""

Connect = Callable[[Settings], "RedditForum"]


class Furnish(Protocol):
    """Puts the rooms together for a configuration (``wiring.rooms_for``)."""

    def __call__(
        self,
        settings: Settings,
        *,
        store: SqlStore,
        forum: Forum,
        renderer: "Renderer",
        journal: Journal,
        monotonic: Callable[[], float],
    ) -> "Rooms":
        """Log in to learn the bot's account; return the rooms. May raise ForumUnreachableError."""
        ...


class Heart:
    """Beats on one thread; what other threads may ask is ``pulse``, ``metrics`` and ``stop``."""

    def __init__(
        self,
        settings: Settings,
        *,
        path: Path | None,
        monotonic: Callable[[], float],
        connect: Connect,
        furnish: Furnish,
        journal: Journal,
    ) -> None:
        """Prepare; opens the database. ``path`` is the configuration file to read again on a reload."""
        self.settings = settings
        self._path = path
        self._monotonic = monotonic
        self._connect = connect
        self._furnish = furnish
        self.store: SqlStore = open_store(prepared(settings.storage.url))
        self._looker: SqlStore | None = None
        self.pulse = Pulse(monotonic, interval=settings.daemon.poll_interval, patience=patience(settings))
        self.metrics = Metrics(Sources(self.pulse, self.census, self._quota))
        self.journal: Journal = Meter(journal, self.metrics, progress=self.pulse.progress)
        self.working = threading.Lock()
        """Held during a beat."""
        self.fatal: StoreError | None = None
        """Why no further beat makes sense."""
        self._stopping = threading.Event()
        self._reload = threading.Event()
        self._forum: RedditForum | None = None
        self._rooms: Rooms | None = None
        self._found: starts.Found | None = None
        self._not_before = 0.0
        self._started_well = False

    # -- from the process

    def begin(self) -> None:
        """Claim the database and say what the last run left. Raises StoreInUseError if another daemon has it."""
        self.store.lock()
        claim(self.store, shadow=self.settings.daemon.shadow)
        found = self._found = starts.begin(self.store)
        self._not_before = self._monotonic() + found.delay
        what = "started after a crash" if found.crashed else "started"
        places = ", ".join(self.settings.forum.subreddits)
        facts: dict[str, Any] = {
            "version": version("forumgm"),
            "subreddits": places,
            "delay": found.delay,
            **found.facts,
        }
        self.journal.note(what, **facts)

    def stop(self) -> None:
        """Ask the network for nothing more; a beat that runs ends with what it has in hand."""
        if self._rooms is not None:
            self._rooms.daemon.stopping = True
        self._stopping.set()

    def reload(self) -> None:
        """Read the configuration and the templates again at the next beat."""
        self._reload.set()

    def close(self) -> None:
        """Give everything back; only while no beat runs."""
        if self._forum is not None:
            self._forum.close()
        if self._looker is not None:
            self._looker.close()
        self.store.close()

    # -- a beat

    def beat(self) -> None:
        """Do one cycle; the first one logs in and puts the rooms together."""
        with self.working:
            if self._stopping.is_set() or self.fatal is not None:
                return
            try:
                if self._reload.is_set():
                    self._reload.clear()
                    self._reloaded()
                if self._monotonic() < self._not_before:
                    self.pulse.progress()  # to wait on purpose is no stall
                else:
                    self._cycle()
            except FATAL as error:
                self._database_failed(error)
            except Exception as error:  # noqa: BLE001 - nothing that goes wrong in a beat ends the daemon
                self.metrics.cycles.labels("failed").inc()
                if isinstance(error, StoreError):
                    self.pulse.store_trouble = type(error).__name__
                self.journal.trouble("cycle failed", error)

    def _cycle(self) -> None:
        try:
            if self._rooms is None:
                self._forum = self._forum or self._connect(self.settings)
                renderer = self._renderer(self.settings)
                self._remember_account(self._forum.me())
                self._catch_up(self._forum, renderer)
                self._rooms = self._assembled(self.settings, self._forum, renderer)
                self.pulse.logged_in = True
        except ForumUnreachableError as trouble:
            wait = trouble.retry_after or 0
            self.pulse.login_refused = isinstance(trouble, LoginRefusedError)
            what = "login refused" if self.pulse.login_refused else "no login yet"
            self.journal.note(what, reason=str(trouble), wait=wait)
            self._not_before = self._monotonic() + wait
            self.pulse.cycled(read=False)
            return
        read = self._rooms.daemon.cycle()
        self.metrics.cycles.labels("read" if read else "not_read").inc()
        self.pulse.cycled(read=read)
        if read:
            self._after_reading()

    def _remember_account(self, bot: Account) -> None:
        with self.store.transaction() as tx:
            tx.set_value(recovery.BOT, [bot.id, bot.name])

    def _catch_up(self, reddit: "RedditForum", renderer: "Renderer") -> None:
        """Live through the time since the backup, if the database was restored (hosting.md, "After a restore")."""
        forum = Guard.around(reddit, self._stopping)
        if self.settings.daemon.shadow or not reliving.is_behind(self.store, forum):
            return
        self.journal.note("the database is older than the forum, so we live through the time since")
        places = self.settings.forum
        found = reliving.Reliving(
            store=self.store,
            forum=forum,
            sources=daemon.Sources(places.subreddits, places.modmail),
            furnish=lambda past: self._furnished(self.settings, past, renderer),
            progress=self._goes_on,
        ).run()
        self.journal.note(
            "lived through the time since the backup",
            since=found.since,
            items=found.items,
            posts=found.posts,
            asked=", ".join(found.asked),
        )

    def _goes_on(self) -> bool:
        self.pulse.progress()
        return not self._stopping.is_set()

    def _after_reading(self) -> None:
        """Do what needs doing only once in a while, now that the forum was read."""
        if not self._started_well:
            starts.worked(self.store)
            self._started_well = True
        if self._found is not None and self._found.in_doubt:
            became = starts.settled(self.store, self._found.in_doubt)
            if became is not None:
                counts: dict[str, Any] = dict(became)
                self.journal.note("settled what was in doubt", **counts)
                self._found = None
        assert self._forum is not None, "the forum was read"
        days = self.settings.storage.purge_after_days
        upkeep.purge(self.store, days=days, now=self._forum.now(), journal=self.journal)

    def _database_failed(self, error: StoreError) -> None:
        self.pulse.store_trouble = type(error).__name__
        self.fatal = error
        self.journal.trouble("the database takes no more", error)

    # -- reloading

    def _reloaded(self) -> None:
        """Take a new configuration and new templates, or keep the old ones and say why."""
        try:
            settings = self._pinned(load(self._path))
            if problems := to_run(settings):
                raise SettingsError(problems)
            forum = self._forum
            if forum is None or settings.forum != self.settings.forum:
                forum = self._connect(settings)
            renderer = self._renderer(settings)
            rooms = None if self._rooms is None else self._assembled(settings, forum, renderer)
        except ForumGmError as error:
            self.journal.note("reload refused, the old configuration stays", reason=str(error))
            return
        if self._forum is not None and forum is not self._forum:
            self._forum.close()
        self._forum, self._rooms, self.settings = forum, rooms, settings
        self._not_before = 0.0  # what we waited for may be what was changed
        self.pulse.expect(interval=settings.daemon.poll_interval, patience=patience(settings))
        self.journal.note("reloaded")

    def _pinned(self, new: Settings) -> Settings:
        """Return new settings without the changes that a running process can't make, and tell of each."""
        old = self.settings
        for key in _needs_restart(old, new):
            self.journal.note("this change needs a restart", key=key)
        return new.model_copy(
            update={
                "storage": new.storage.model_copy(update={"url": old.storage.url}),
                "web": new.web.model_copy(update={"listen": old.web.listen}),
                "daemon": new.daemon.model_copy(update={"shadow": old.daemon.shadow}),
            }
        )

    def _renderer(self, settings: Settings) -> "Renderer":
        """Return a renderer that has read all templates, so that none changes under a running game."""
        from forumgm.rendering import Renderer

        own = settings.daemon.templates
        renderer = Renderer([Path(own)] if own else [], bot=settings.forum.username, pages_at=settings.web.public_url)
        renderer.preload()
        return renderer

    def _assembled(self, settings: Settings, reddit: "RedditForum", renderer: "Renderer") -> "Rooms":
        forum = Guard.around(reddit, self._stopping)
        if settings.daemon.shadow:
            forum = ShadowForum(forum, next_number=numbers(self.store))
        return self._furnished(settings, forum, renderer)

    def _furnished(self, settings: Settings, forum: Forum, renderer: "Renderer") -> "Rooms":
        return self._furnish(
            settings, store=self.store, forum=forum, renderer=renderer, journal=self.journal, monotonic=self._monotonic
        )

    # -- for those who look

    def census(self) -> Census:
        """Count what the store holds, over connections that never wait for the writer. Raises StoreError."""
        looker = self.looker()
        try:
            now = self._forum.wire.time.now() if self._forum is not None else 0
        except ForumUnreachableError:
            now = 0
        return census(looker, now=now)

    def looker(self) -> SqlStore:
        """Return a store that only reads and never waits for the writer. Raises StoreError."""
        if self._looker is None and not self.settings.storage.url.endswith(":memory:"):
            self._looker = open_store(self.settings.storage.url, read_only=True)
        return self._looker or self.store

    def _quota(self) -> Quota | None:
        return None if self._forum is None else self._forum.wire.budget


def _needs_restart(old: Settings, new: Settings) -> list[str]:
    pairs = {
        "storage.url": (old.storage.url, new.storage.url),
        "web.listen": (old.web.listen, new.web.listen),
        "daemon.shadow": (old.daemon.shadow, new.daemon.shadow),
    }
    return [key for key, (before, after) in pairs.items() if before != after]
