"""What happens on the wire: one HTTP request, its outcome, the forum's time and our request budget.

Laws:
* A write that the forum may have carried out is never sent a second time (reddit.md 1.6): where prawcore would repeat
  it, ``WriteUnclearError`` is raised from below, past its retries. What certainly never left the machine may repeat.
* Headers that prawcore chokes on (1.7) are put right before it sees them.
* Forum time is the Date of the answers, never later than it really is (design.md law 4).
"""

import math
import re
from collections import Counter
from collections.abc import Callable, MutableMapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from enum import Enum
from typing import Any
from urllib.parse import urlsplit

import prawcore
import requests
import urllib3

from forumgm.app.ports import ForumUnreachableError, LoginRefusedError, WriteRefusedError, WriteUnclearError

TIMEOUTS = (5, 20)
"""Seconds to connect, and between two bytes of the answer (reddit.md 1.5: PRAW's own option does nothing)."""
LOGIN_RETRY = 3600
"""Seconds until a refused login is tried again (reddit.md 5, failure 59)."""
REPEATABLE = frozenset(
    {
        "/api/approve",
        "/api/del",
        "/api/distinguish",
        "/api/editusertext",
        "/api/flair",
        "/api/morechildren",
        "/api/read_message",
        "/api/selectflair",
    }
)
"""POSTs that do the same when done twice; every other one is sent once."""
TOKEN_PATH = "/api/v1/access_token"  # noqa: S105 - a path
_CODE = re.compile(r"[A-Z][A-Z0-9_]{2,60}")
_VARIABLE = re.compile(r"(?<=^/r/)[^/]+|(?<=^/user/)[^/]+|(?<=^/comments/).+|(?<=^/api/mod/conversations/)[^/]+")


class Purpose(Enum):
    """What a request is for, as far as repeating it goes."""

    READ = "read"
    REPEATABLE_WRITE = "repeatable_write"
    WRITE_ONCE = "write_once"
    TOKEN = "token"  # noqa: S105 - a name


@dataclass(frozen=True, slots=True)
class Budget:
    """What the forum said of our request quota (reddit.md 1.8)."""

    used: int
    remaining: int
    resets_in: int
    """Seconds until the window starts anew, counted from the answer that told it."""


class ForumTime:
    """The forum's time in whole seconds: the best lower bound from all Date headers, carried on between them.

    A bound that an answer shows to be too high, since the clock was put back or stands still, is given up.
    """

    STALE = 600
    """Seconds without an answer after which the time must be asked for again."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._offset: float | None = None
        self._heard = 0.0

    def heard(self, date: int, *, asked: float | None = None) -> None:
        """Take in the Date of an answer just received to what was ``asked`` at this moment (None: just now).

        The answer is on its way for a moment and Date is cut to whole seconds, so each is a lower bound and the largest
        is the best one; but when we asked, it was less than a second past Date.
        """
        self._heard = self._monotonic()
        lower, upper = date - self._heard, date + 1 - (self._heard if asked is None else asked)
        if self._offset is None or not lower < self._offset < upper:
            self._offset = lower

    @property
    def known(self) -> bool:
        """Whether the time can be told without asking the forum."""
        return self._offset is not None and self._monotonic() - self._heard <= self.STALE

    def now(self) -> int:
        """Return forum time. Raises ForumUnreachableError if no answer ever told it."""
        if self._offset is None:
            raise ForumUnreachableError("the forum's time is not known yet")
        return math.floor(self._offset + self._monotonic())


class Wire:
    """Observes every request: time, budget and counts, for the daemon and its metrics."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._budget_heard = 0.0
        self.time = ForumTime(monotonic)
        self.budget: Budget | None = None
        self.requests: Counter[str] = Counter()
        """Requests by method and path, names and ids starred out; prawcore's repeats count too."""
        self.malformed = 0
        """Things in listings that could not be read."""
        self.answered_from: int | None = None
        """Forum time before which the last answered request was certainly not yet sent."""

    def timed(self, method: str, path: str, send: Callable[[], requests.Response]) -> requests.Response:
        """Send a request and take in its answer's headers, mending those that prawcore can't take."""
        self.requests[f"{method} {_VARIABLE.sub('*', path)}"] += 1
        began = self._monotonic()
        answer = send()
        date = _date(answer.headers.get("date"))
        if date is not None:
            self.time.heard(date, asked=began)
            self.answered_from = date - math.ceil(self._monotonic() - began)
        _mend(answer.headers, status=answer.status_code, date=date)
        if "x-ratelimit-remaining" in answer.headers:
            numbers = (answer.headers[f"x-ratelimit-{part}"] for part in ("used", "remaining", "reset"))
            self.budget = Budget(*(int(float(n)) for n in numbers))
            self._budget_heard = self._monotonic()
        return answer

    def check_budget(self) -> None:
        """Raise ForumUnreachableError while the quota is used up: prawcore would sleep minutes on our only thread."""
        if self.budget is None or self.budget.remaining > 0:
            return
        left = self._budget_heard + max(1, self.budget.resets_in) - self._monotonic()
        if left > 0:
            raise ForumUnreachableError("the request quota is used up", retry_after=math.ceil(left))


class OnceRequestor(prawcore.Requestor):
    """Sends what prawcore asks for, and sees to the laws above."""

    def __init__(self, *, wire: Wire, **settings: Any) -> None:
        super().__init__(**settings)
        self._wire = wire

    def request(self, *args: Any, timeout: float | None = None, **kwargs: Any) -> requests.Response:  # noqa: ARG002
        """Send one request. Raises the port's errors where the outcome is settled or must not be repeated."""
        method, path = str(args[0]).upper(), urlsplit(str(args[1])).path.rstrip("/")
        purpose = purpose_of(method, path)
        ask = super().request
        try:
            answer = self._wire.timed(method, path, lambda: ask(*args, timeout=TIMEOUTS, **kwargs))  # type: ignore[arg-type]
        except prawcore.RequestException as trouble:
            if purpose is Purpose.WRITE_ONCE and not never_sent(trouble.original_exception):
                raise WriteUnclearError(type(trouble.original_exception).__name__) from None
            raise
        _judge(answer, purpose)
        return answer


def purpose_of(method: str, path: str) -> Purpose:
    """Return what a request is for; an unknown POST counts as a write that must not be repeated."""
    if path.endswith(TOKEN_PATH):
        return Purpose.TOKEN
    if method == "GET":
        return Purpose.READ
    tail = path[path.rfind("/api/") :] if "/api/" in path else path
    return Purpose.REPEATABLE_WRITE if tail in REPEATABLE else Purpose.WRITE_ONCE


def never_sent(trouble: Exception) -> bool:
    """Return whether the request certainly never reached the forum: no connection was made."""
    if isinstance(trouble, requests.exceptions.ConnectTimeout):
        return True
    reason = getattr(trouble.args[0] if trouble.args else None, "reason", None)
    return isinstance(reason, urllib3.exceptions.NewConnectionError)


def _judge(answer: requests.Response, purpose: Purpose) -> None:
    status = answer.status_code
    if purpose is Purpose.TOKEN:
        _judge_token(answer)
    elif purpose is Purpose.WRITE_ONCE and (status >= 500 or status == 408):
        raise WriteUnclearError(f"HTTP {status}")
    elif purpose is Purpose.WRITE_ONCE and status < 300 and not answer.content:
        raise WriteUnclearError("empty answer")
    elif purpose is not Purpose.READ and status == 400:
        raise WriteRefusedError(_reason(answer))


def _judge_token(answer: requests.Response) -> None:
    if answer.status_code in (400, 401):
        raise LoginRefusedError(f"no token: HTTP {answer.status_code}", retry_after=LOGIN_RETRY)
    if answer.status_code != 200:
        wait = _seconds(answer.headers.get("retry-after"))
        raise ForumUnreachableError(f"no token: HTTP {answer.status_code}", retry_after=wait)
    try:
        told = answer.json()
    except ValueError:
        told = None
    if not isinstance(told, dict):
        raise ForumUnreachableError("no token: odd answer")
    if "error" in told:
        error = str(told["error"])
        code = error if re.fullmatch(r"[a-z_]{1,40}", error) else "refused"
        raise LoginRefusedError(f"no token: {code}", retry_after=LOGIN_RETRY)
    if not (isinstance(told.get("access_token"), str) and isinstance(told.get("expires_in"), int) and "scope" in told):
        raise ForumUnreachableError("no token: odd answer")


def _reason(answer: requests.Response) -> str:
    """Return the code that a 400 names, or "400": PRAW stumbles over most of its forms (reddit.md 1.7)."""
    try:
        reason = answer.json()["reason"]
    except (ValueError, KeyError, TypeError):
        return "400"
    return reason if isinstance(reason, str) and _CODE.fullmatch(reason) else "400"


def _mend(headers: MutableMapping[str, str], *, status: int, date: int | None) -> None:
    quota = [headers.get(f"x-ratelimit-{part}") for part in ("used", "remaining", "reset")]
    if any(value is not None for value in quota):
        numbers = [_seconds(value) for value in quota]
        for part, number in zip(("used", "remaining", "reset"), numbers, strict=True):
            headers.pop(f"x-ratelimit-{part}", None)
            if None not in numbers:
                headers[f"x-ratelimit-{part}"] = str(number)
    if "retry-after" in headers:
        wait = _seconds(headers.pop("retry-after"), date=date)
        if wait is not None:
            headers["retry-after"] = str(wait)
    if status == 401 and "=" not in headers.get("www-authenticate", ""):
        headers["www-authenticate"] = 'Bearer realm="reddit", error="invalid_token"'


def _seconds(text: str | None, *, date: int | None = None) -> int | None:
    """Return a header's number of seconds, or those from ``date`` until the moment it names; None if it is neither."""
    if text is None:
        return None
    try:
        number = float(text)
    except ValueError:
        until = _date(text)
        return max(0, until - date) if until is not None and date is not None else None
    return math.ceil(number) if 0 <= number < 10**9 else None


def _date(text: str | None) -> int | None:
    try:
        return int(parsedate_to_datetime(text or "").timestamp())
    except (ValueError, TypeError, OverflowError):
        return None
