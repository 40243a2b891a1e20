"""The service around the toy game of ``tests.app.support``: on the memory forum in here, or as a process of its own.

Run as a script it is the real daemon process, over real HTTP, with the toy game in place of the rules.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from forumgm.adapters.memory import MemoryForum
from forumgm.adapters.reddit import RedditForum
from forumgm.adapters.store import SqlStore
from forumgm.app.journal import Journal
from forumgm.app.ports import Forum, GameKind
from forumgm.bootstrap import Rooms, Timing, assemble
from forumgm.service.heart import Furnish, Heart
from forumgm.settings import Settings
from tests.app.support import PlainRenderer, TallyHouse, read


def toy_rooms(
    settings: Settings,
    *,
    store: SqlStore,
    forum: Forum,
    renderer: object,
    journal: Journal,
    monotonic: Callable[[], float],
) -> Rooms:
    """Put the rooms together around the toy game."""
    return assemble(
        store=store,
        forum=forum,
        renderer=PlainRenderer(),
        houses={GameKind.RESISTANCE: TallyHouse()},
        reader=read,
        subreddits=settings.forum.subreddits,
        journal=journal,
        monotonic=monotonic,
        timing=Timing(close_grace=settings.daemon.close_grace, reconcile_wait=settings.daemon.reconcile_wait),
        draw_secret=lambda: bytes(32),
    )


class NotedJournal:
    """Keeps what was noted."""

    def __init__(self) -> None:
        self.notes: list[tuple[str, dict[str, Any]]] = []
        self.troubles: list[tuple[str, BaseException]] = []

    def note(self, what: str, *, game: str | None = None, item: str | None = None, **facts: str | float | bool) -> None:
        self.notes.append((what, {"game": game, "item": item, **facts}))

    def trouble(self, what: str, error: BaseException, *, game: str | None = None, item: str | None = None) -> None:
        self.troubles.append((what, error))

    def of(self, what: str) -> list[dict[str, Any]]:
        return [facts for name, facts in self.notes if name == what]


class _Time:
    known = True

    def __init__(self, forum: MemoryForum) -> None:
        self._forum = forum

    def now(self) -> int:
        return self._forum.now()


class Wired(MemoryForum):
    """The memory forum with what the heart asks of a wire."""

    class _Wire:
        budget = None
        time: _Time

    def __init__(self, *, bot: str = "gm_bot") -> None:
        super().__init__(bot=bot)
        self.wire = self._Wire()
        self.wire.time = _Time(self)

    def close(self) -> None:
        """Nothing to close."""


class Body:
    """A heart on the memory forum, with its clock in our hands."""

    def __init__(
        self, folder: Path, *, forum: Wired | None = None, furnish: Furnish = toy_rooms, **daemon: object
    ) -> None:
        self.forum = forum or Wired()
        if forum is None:
            self.forum.appoint("games", "gm_bot")
            self.forum.appoint("games", "mara")
        self.file = folder / "forumgm.toml"
        self.url = f"sqlite:///{folder / 'games.sqlite3'}"
        self.settings = Settings.model_validate(
            {
                "forum": {"username": "gm_bot", "subreddits": ["games"]},
                "daemon": {"reconcile_wait": 60, **daemon},
                "storage": {"url": self.url, "purge_after_days": 30},
            }
        )
        self.journal = NotedJournal()
        self.seconds = 0.0
        self.connected = 0
        self.heart = Heart(
            self.settings,
            path=self.file,
            monotonic=lambda: self.seconds,
            connect=self._connect,
            furnish=furnish,
            journal=self.journal,
        )

    def _connect(self, _settings: Settings) -> RedditForum:
        self.connected += 1
        return cast("RedditForum", self.forum)

    def beat(self, *, after: int = 30, times: int = 1) -> None:
        for _ in range(times):
            self.seconds += after
            self.forum.advance(after)
            self.heart.beat()

    def host(self) -> str:
        """Let the moderator open a game; return its thread."""
        self.beat()
        self.forum.write("mara", "!host resistance")
        self.beat(times=2)
        return self.forum.topics()[-1].id

    def metrics(self) -> str:
        return self.heart.metrics.text().decode()


def main() -> int:
    """Run the daemon with the toy game; the argument is its configuration."""
    from forumgm.adapters.journal import configure
    from forumgm.service import serve
    from forumgm.settings import load

    path = Path(sys.argv[1])
    configure()
    return serve(load(path), path=path, furnish=toy_rooms)


if __name__ == "__main__":
    sys.exit(main())
