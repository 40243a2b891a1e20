"""What PRAW raises, in the port's words: one table, a row for each kind of trouble (reddit.md 1.7).

Laws: nothing that PRAW raises crosses the port untranslated. A refusal is only what the forum said for certain;
whatever else ends a write is unclear. No text of a message, and no cause that carries one, leaves with the error.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum

import praw.exceptions
import prawcore
import requests

from forumgm.app.ports import ForumError, ForumUnreachableError, WriteRefusedError, WriteUnclearError

RATELIMIT_DEFAULT = 600
"""Seconds to wait when the forum says "too fast" in words we can't read (reddit.md 1.8)."""
_PART = re.compile(
    r"(?<![\w.])(\d{1,6}|an?|one)\s?(milliseconds?|ms|hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s)(?![a-z])"
)
_UNITS = {"ms": 0.001, "mi": 60.0, "m": 60.0, "h": 3600.0, "s": 1.0}
_LONGEST = 24 * 3600
_CODE = re.compile(r"[A-Z][A-Z0-9_]{2,60}")
_UNSURE_CODES = frozenset({"SOMETHING_IS_BROKEN"})
"""JSON errors that are server errors in disguise: the write may have happened."""


class Doing(Enum):
    """What we were about when it happened."""

    READING = "reading"
    WRITING = "writing"
    """A write that must not be done twice."""
    REPEATABLE = "repeatable"
    """A write that does no harm when done twice."""


class AbsentError(ForumUnreachableError):
    """A read was answered 403 or 404: this thing is not there for us."""


Translation = Callable[[Exception], ForumError]


@dataclass(frozen=True, slots=True)
class Row:
    """One kind of trouble and what it means for a read, a write, and a write that may be repeated."""

    kind: type[Exception]
    reading: Translation
    writing: Translation
    repeatable: Translation


def _unreachable(error: Exception) -> ForumError:
    return ForumUnreachableError(type(error).__name__)


def _unclear(error: Exception) -> ForumError:
    return WriteUnclearError(type(error).__name__)


def _absent(error: Exception) -> ForumError:
    return AbsentError(type(error).__name__)


def _refused(code: str) -> Translation:
    return lambda _: WriteRefusedError(code)


def _status(error: Exception) -> int:
    return error.response.status_code if isinstance(error, prawcore.ResponseException) else 0


def _by_status(error: Exception) -> ForumError:
    """A status that prawcore has no class for: a 4xx is a no, anything else may be anything."""
    status = _status(error)
    return WriteRefusedError(str(status)) if 400 <= status < 500 else _unclear(error)


def _wait(error: Exception) -> int | None:
    text = getattr(error, "retry_after", None)
    return int(text) if isinstance(text, str) and text.isdecimal() else None


def _too_many_reads(error: Exception) -> ForumError:
    return ForumUnreachableError("429", retry_after=_wait(error))


def _too_many_writes(error: Exception) -> ForumError:
    wait = _wait(error)
    return WriteRefusedError("429", retry_after=60 if wait is None else wait)


def _api_refusal(error: Exception) -> ForumError:
    items = error.items if isinstance(error, praw.exceptions.RedditAPIException) else []
    if not items:
        return _unclear(error)
    code, message = items[0].error_type, items[0].message or ""
    if code == "RATELIMIT":
        return WriteRefusedError(code, retry_after=ratelimit_seconds(message))
    if code in _UNSURE_CODES:
        return WriteUnclearError(code)
    return WriteRefusedError(code if _CODE.fullmatch(code) else "400")


def _no(kind: type[Exception], code: str, *, reading: Translation = _unreachable) -> Row:
    return Row(kind, reading, _refused(code), _refused(code))


ROWS = (
    Row(praw.exceptions.RedditAPIException, _unreachable, _api_refusal, _api_refusal),
    Row(prawcore.TooManyRequests, _too_many_reads, _too_many_writes, _too_many_writes),
    _no(prawcore.InsufficientScope, "INSUFFICIENT_SCOPE"),
    _no(prawcore.Forbidden, "403", reading=_absent),
    _no(prawcore.NotFound, "404", reading=_absent),
    _no(prawcore.BadRequest, "400"),
    _no(prawcore.Conflict, "409"),
    _no(prawcore.TooLarge, "413"),
    _no(prawcore.URITooLong, "414"),
    _no(prawcore.SpecialError, "415"),
    _no(prawcore.UnavailableForLegalReasons, "451", reading=_absent),
    _no(prawcore.Redirect, "302"),
    Row(prawcore.InvalidToken, _unreachable, _unreachable, _unreachable),
    Row(prawcore.OAuthException, _unreachable, _unreachable, _unreachable),
    Row(prawcore.InvalidInvocation, _unreachable, _unreachable, _unreachable),
    Row(praw.exceptions.ReadOnlyException, _unreachable, _unreachable, _unreachable),
    Row(prawcore.RequestException, _unreachable, _unreachable, _unreachable),
    Row(prawcore.ServerError, _unreachable, _unclear, _unreachable),
    Row(prawcore.BadJSON, _unreachable, _unclear, _unclear),
    Row(prawcore.ResponseException, _unreachable, _by_status, _by_status),
    Row(prawcore.PrawcoreException, _unreachable, _unclear, _unclear),
    Row(praw.exceptions.PRAWException, _unreachable, _unclear, _unclear),
    Row(requests.RequestException, _unreachable, _unclear, _unreachable),
    Row(LookupError, _unreachable, _unclear, _unclear),
    Row(ValueError, _unreachable, _unclear, _unclear),
    Row(AttributeError, _unreachable, _unclear, _unclear),
    Row(AssertionError, _unreachable, _unclear, _unclear),
    Row(TypeError, _unreachable, _unclear, _unclear),
)
"""First match counts. The requestor has dealt with unclear sockets and statuses of writes before; what prawcore still
raises as RequestException was never sent."""
TROUBLE = tuple(row.kind for row in ROWS)


def translate(error: Exception, doing: Doing) -> ForumError:
    """Return the port's error for anything in ``TROUBLE``."""
    row = next(row for row in ROWS if isinstance(error, row.kind))
    match doing:
        case Doing.READING:
            return row.reading(error)
        case Doing.WRITING:
            return row.writing(error)
        case Doing.REPEATABLE:
            return row.repeatable(error)


@contextmanager
def translated(doing: Doing) -> Iterator[None]:
    """Turn whatever a PRAW call raises in the block into the port's errors, without its texts."""
    try:
        yield
    except ForumError:
        raise
    except TROUBLE as error:
        raise translate(error, doing) from None


def ratelimit_seconds(message: str) -> int:
    """Return the seconds that a RATELIMIT text asks for, one added; 600 where it can't be read (reddit.md 1.8).

    Reads "350 milliseconds", "2 seconds", "4 minutes", "4m3s", "a minute", "an hour" and sums of them.
    """
    parts = [(count, unit) for count, unit in _PART.findall(_spaced(message.lower()))]
    if not parts:
        return RATELIMIT_DEFAULT
    seconds = sum((float(count) if count.isdecimal() else 1.0) * _unit(unit) for count, unit in parts)
    return min(int(seconds) + 1, _LONGEST)


def _spaced(text: str) -> str:
    """Set a space between a unit and the number after it: "4m3s" becomes "4m 3s"."""
    return re.sub(r"(?<=\d[hms])(?=\d)", " ", text)


def _unit(unit: str) -> float:
    if unit == "ms" or unit.startswith("milli"):
        return _UNITS["ms"]
    return _UNITS[unit[0]]
