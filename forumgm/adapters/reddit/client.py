"""The one PRAW instance, how it is set up, and the only two ways to use it: reading raw JSON and writing.

Laws:
* One thread uses it (reddit.md 1.4); another one is a bug and is told so at once.
* Every option is a keyword argument: PRAW ignores the environment for half of them and obeys it for the rest (1.3).
* Listings are read as JSON through PRAW's own ``request`` and never as PRAW objects: those fetch behind our back when a
  field is missing, and one malformed message takes a whole page with it (failures 29 and 33).
"""

import itertools
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import praw
import requests

from forumgm.adapters.reddit import shapes
from forumgm.adapters.reddit.errors import Doing, translated
from forumgm.adapters.reddit.wire import OnceRequestor, Wire

_NEVER = -1
"""``ratelimit_seconds`` for which PRAW never sleeps and repeats by itself after a RATELIMIT error (1.8)."""
_SMALLEST_FULL_PAGE = 91


@dataclass(frozen=True, slots=True)
class RedditSettings:
    """Where Reddit is and who we are. Password login if ``password`` is set, else the refresh token."""

    client_id: str
    client_secret: str = field(repr=False)
    user_agent: str
    """``<platform>:<app>:<version> (by u/<owner>)`` (reddit.md 1.9)."""
    username: str
    password: str = field(default="", repr=False)
    refresh_token: str = field(default="", repr=False)
    oauth_url: str = "https://oauth.reddit.com"
    reddit_url: str = "https://www.reddit.com"
    short_url: str = "https://redd.it"

    def login(self) -> dict[str, str]:
        """Return PRAW's arguments for the login; PRAW prefers the password where both are given."""
        if self.password:
            return {"username": self.username, "password": self.password}
        return {"refresh_token": self.refresh_token}


def connect(settings: RedditSettings, wire: Wire, *, session: requests.Session) -> praw.Reddit:
    """Return a PRAW instance that has not yet talked to anybody."""
    return praw.Reddit(
        client_id=settings.client_id,
        client_secret=settings.client_secret,
        user_agent=settings.user_agent,
        oauth_url=settings.oauth_url.rstrip("/"),
        reddit_url=settings.reddit_url.rstrip("/"),
        short_url=settings.short_url.rstrip("/"),
        check_for_updates=False,
        check_for_async=False,
        ratelimit_seconds=_NEVER,
        requestor_class=OnceRequestor,
        requestor_kwargs={"session": session, "wire": wire},
        **settings.login(),
    )


class Client:
    """PRAW on a leash: one thread, translated errors, a quota that is never overrun."""

    def __init__(self, settings: RedditSettings, *, monotonic: Callable[[], float]) -> None:
        self.wire = Wire(monotonic)
        self._session = requests.Session()
        self._session.trust_env = False  # neither HTTP_PROXY nor .netrc may come between us and the forum
        self._reddit = connect(settings, self.wire, session=self._session)
        self._thread: int | None = None
        self._limits = itertools.cycle(range(100, _SMALLEST_FULL_PAGE - 1, -1))

    def page_size(self) -> int:
        """Return a page size near 100 that differs from the last one, so that no cache answers twice (3.5)."""
        return next(self._limits)

    def get(self, path: str, **params: Any) -> Any:
        """Return the JSON of a GET. Raises AbsentError on 403 and 404, ForumUnreachableError on other trouble."""
        with self.praw(Doing.READING) as reddit:
            return reddit.request(method="GET", path=path, params=params)

    def pages(self, path: str, *, size: Callable[[], int], **params: Any) -> Iterator[Any]:
        """Yield the pages of a listing, newest first, each asked for when it is wanted. ``size``: of the next page."""
        cursor: dict[str, str] = {}
        while True:
            told = self.get(path, limit=size(), **params, **cursor)
            yield told
            with translated(Doing.READING):
                older = shapes.after(told)
            if older is None:
                return
            cursor = {"after": older}

    def ask(self, path: str, **data: Any) -> Any:
        """Return the JSON of a POST that only reads. Raises as ``get``."""
        with self.praw(Doing.READING) as reddit:
            return reddit.request(method="POST", path=path, data=data)

    @contextmanager
    def praw(self, doing: Doing) -> Iterator[praw.Reddit]:
        """Lend out the PRAW instance; what it raises leaves the block as one of the port's errors."""
        thread = threading.get_ident()
        self._thread = self._thread or thread
        if thread != self._thread:
            raise RuntimeError("the Reddit adapter belongs to one thread (reddit.md 1.4)")
        self.wire.check_budget()
        with translated(doing):
            yield self._reddit

    def close(self) -> None:
        """Close the connections; from any thread, once nobody uses them."""
        self._session.close()
