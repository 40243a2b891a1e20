"""Faults: a spec of rates for whole games, and targeted ones for tests.

Laws:
* ``--faults`` is a comma list of ``kind=rate``; a rate is that kind's share of the requests that it can meet. Each
  request meets at most one. The choice is drawn from a seed, so the same requests in the same order fail alike.
* ``timeout``, ``5xx-after`` and ``ratelimit`` meet writes, ``stale`` and ``drop`` listings, the others everything.
* Nothing here touches the token endpoint, ``/sandbox/*`` or the pages; a targeted fault may name the token endpoint.
"""

import random  # noqa: TID251 - weather of a stand-in, no chance of a game: core.chance keeps those apart
import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from forumgm.sandbox.sight import LONGEST_LAG, Lag


class FaultKind(StrEnum):
    """The kinds of ``--faults``."""

    TIMEOUT = "timeout"
    BEFORE = "5xx-before"
    AFTER = "5xx-after"
    TOO_MANY = "429"
    RATELIMIT = "ratelimit"
    SLOW = "slow"
    STALE = "stale"
    DROP = "drop"


class Mode(StrEnum):
    """What a targeted fault does."""

    DO_THEN_STATUS = "do_then_status"
    STATUS = "status"
    DO_THEN_DROP = "do_then_drop"
    DROP = "drop"
    DELAY = "delay"
    DO_THEN_DELAY = "do_then_delay"
    JSON = "json"


POSTING = re.compile(r"/api/(?:comment|compose|submit)|/api/mod/conversations(?:/\w+)?", re.ASCII)
LISTING = re.compile(
    r"/r/[^/]+(?:/comments|/new|/hot|/about/edited)?|(?:/r/[^/]+)?/comments/.+|/user/[^/]+(?:/\w+)?|/message/.+",
    re.ASCII,
)
WORDINGS = (
    "Looks like you've been doing that a lot. Take a break for 2 seconds before trying again.",
    "you are doing that too much. try again in 350 milliseconds.",
    "you are doing that too much. try again in 4 minutes.",
    "Looks like you've been doing that a lot. Take a break for 4m3s before trying again.",
    "you are doing that too much. try again in an hour.",
)
SERVER_ERRORS = (500, 502, 503, 504)


@dataclass(frozen=True, slots=True)
class Fault:
    """What happens to one request."""

    kind: FaultKind | None = None
    status: int = 500
    seconds: float = 0.0
    wording: str = ""
    lag: Lag = field(default_factory=Lag)


@dataclass(slots=True)
class Targeted:
    """A fault for the next ``times`` requests whose ``METHOD /path`` begins as ``match`` says."""

    match: re.Pattern[str]
    times: int
    mode: Mode
    status: int = 500
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0


def parse_spec(spec: str) -> dict[FaultKind, float]:
    """The rates of a ``--faults`` spec; ValueError that says what is wrong with it."""
    rates: dict[FaultKind, float] = {}
    for part in filter(None, (piece.strip() for piece in spec.split(","))):
        name, _, text = part.partition("=")
        try:
            kind = FaultKind(name.strip())
        except ValueError:
            allowed = ", ".join(FaultKind)
            raise ValueError(f"unknown fault {name.strip()!r}; the kinds are {allowed}") from None
        try:
            rate = float(text)
        except ValueError:
            raise ValueError(f"fault {kind} needs a rate from 0 to 1, as in {kind}=0.02") from None
        if not 0 <= rate <= 1:
            raise ValueError(f"the rate of fault {kind} is a share of requests, from 0 to 1")
        rates[kind] = rate
    return rates


class Weather:
    """Decides the fault that each request meets."""

    def __init__(self, spec: str | None = None, *, seed: int = 0) -> None:
        """Rates from the spec; ValueError when it is wrong."""
        self._rates = parse_spec(spec or "")
        self._random = random.Random(seed)  # noqa: S311 - not for secrets
        self.targeted: list[Targeted] = []

    def strike(self, method: str, path: str) -> Targeted | None:
        """The targeted fault for this request, used up once more."""
        for fault in self.targeted:
            if fault.times > 0 and fault.match.match(f"{method} {path}"):
                fault.times -= 1
                return fault
        return None

    def meet(self, method: str, path: str) -> Fault | None:
        """The fault of the spec for this request, or None."""
        if not self._rates:
            return None
        drawn = self._random.random()
        for kind, rate in self._rates.items():
            if not _can_meet(kind, method, path):
                continue
            if drawn < rate:
                return self._fault(kind)
            drawn -= rate
        return None

    def _fault(self, kind: FaultKind) -> Fault:
        roll = self._random.random()
        match kind:
            case FaultKind.BEFORE:
                return Fault(kind, status=SERVER_ERRORS[int(roll * len(SERVER_ERRORS))])
            case FaultKind.RATELIMIT:
                return Fault(kind, wording=WORDINGS[int(roll * len(WORDINGS))])
            case FaultKind.SLOW:
                return Fault(kind, seconds=1 + 4 * roll)
            case FaultKind.STALE:
                return Fault(kind, lag=Lag(younger_than=1 + int(roll * LONGEST_LAG)))
            case FaultKind.DROP:
                return Fault(kind, lag=Lag(skip=int(roll * 8)))
        return Fault(kind)


def _can_meet(kind: FaultKind, method: str, path: str) -> bool:
    if kind in {FaultKind.TIMEOUT, FaultKind.AFTER}:
        return method != "GET" and path != "/api/morechildren"
    if kind is FaultKind.RATELIMIT:
        return method == "POST" and POSTING.fullmatch(path) is not None
    if kind in {FaultKind.STALE, FaultKind.DROP}:
        return path == "/api/morechildren" or (method == "GET" and LISTING.fullmatch(path) is not None)
    return True
