"""One request to the Reddit side of the forum, and its answer, free of any web framework.

Laws:
* A handler gets a ``Call`` whose viewer is known, changes the forum and returns an ``Answer``; it never waits.
* ``Refused`` and ``Barred`` may be raised anywhere below a handler.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from forumgm.sandbox.forum import ForumState
from forumgm.sandbox.sight import NO_LAG, Lag
from forumgm.sandbox.things import Account
from forumgm.sandbox.writing import Barred

Body = dict[str, Any] | list[Any] | str | None


@dataclass(frozen=True, slots=True)
class Answer:
    """Status, body (JSON, HTML text or nothing) and extra headers."""

    body: Body
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


OK = Answer({"json": {"errors": []}})
EMPTY = Answer({})


@dataclass(frozen=True, slots=True)
class Call:
    """A request whose sender is known; ``viewer`` is None in read-only mode."""

    forum: ForumState
    method: str
    path: str
    viewer: Account | None
    query: dict[str, str]
    form: dict[str, str]
    base: str
    """Scheme and host that the client used, for links."""
    parts: tuple[str, ...] = ()
    """What the row's pattern caught."""
    lag: Lag = NO_LAG

    def need(self, name: str) -> str:
        """A form value; Barred(400) when it is missing."""
        if name not in self.form:
            raise Barred(400)
        return self.form[name]

    def flag(self, name: str, *, default: bool) -> bool:
        """A form value that says true or false in any of the usual spellings."""
        value = self.form.get(name)
        return default if value is None else value.lower() in {"true", "1", "yes", "on"}

    def me(self) -> Account:
        """The account that is logged in; Barred(403) in read-only mode."""
        if self.viewer is None:
            raise Barred(403)
        return self.viewer


Handler = Callable[[Call], Answer]


@dataclass(frozen=True, slots=True)
class Row:
    """One endpoint: method, pattern of the whole path (without trailing slash) and handler."""

    method: str
    pattern: str
    handler: Handler


def error(status: int) -> Answer:
    """A bare status in Reddit's dress."""
    words = {400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 409: "Conflict"}
    words |= {413: "Request Entity Too Large", 429: "Too Many Requests"}
    return Answer({"message": words.get(status, "Internal Server Error"), "error": status}, status)


def refusal(code: str, text: str, about: str) -> Answer:
    """A JSON error in a 200, as Reddit words it."""
    return Answer({"json": {"errors": [[code, text, about]]}})
