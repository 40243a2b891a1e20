"""Reading and writing the lines of a record: JSON Lines with a chain of digests (record.md).

Laws: nothing here raises on what stands in a file; the chain is over the bytes as they stand, never over
what we would have written; a file is read in time linear in its length.
"""

import hashlib
import json
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from forumgm.record.verdict import Findings, Flaw, quote

LONGEST_LINE = 1_000_000
"""Bytes; the longest line that a game can write is far shorter."""
LONGEST_FILE = 20_000_000
"""Bytes."""
DIGEST_DIGITS = 16

_TIME = re.compile(r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)Z", re.ASCII)


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a record, as it was read."""

    seq: int
    """The place in the file, from 1 (not what the line claims)."""
    at: int
    """Epoch seconds; -1 if the line has no readable time."""
    type: str
    data: Mapping[str, Any]
    """All fields of the line."""

    @property
    def source(self) -> object:
        """The item behind the event, or null."""
        return self.data.get("source")


@dataclass(frozen=True, slots=True)
class Record:
    """A whole file as far as it could be read."""

    events: tuple[Event, ...]
    last_digest: str
    """The digest of the last line that is not blank."""


def to_line(event: Mapping[str, Any]) -> str:
    """Return the event as one line of compact JSON in the order of its keys, without a line end."""
    return json.dumps(event, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def digest(line: str | bytes) -> str:
    """Return the first 16 hex digits of SHA-256 over a line without its line end."""
    raw = line.encode("utf-8", "surrogatepass") if isinstance(line, str) else line
    return hashlib.sha256(raw).hexdigest()[:DIGEST_DIGITS]


def chain(events: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the lines of these events, numbered from 1 and chained anew; their old seq and prev are dropped."""
    lines: list[str] = []
    prev = ""
    for seq, event in enumerate(events, start=1):
        rest = {key: value for key, value in event.items() if key not in ("seq", "at", "type", "prev")}
        line = to_line({"seq": seq, "at": event["at"], "type": event["type"], "prev": prev, **rest})
        lines.append(line)
        prev = digest(line)
    return lines


def to_epoch(text: object) -> int | None:
    """Return the epoch seconds of a time as records write it, or None if it is none."""
    match = _TIME.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        return None
    try:
        return int(datetime(*map(int, match.groups()), tzinfo=UTC).timestamp())  # type: ignore[arg-type,misc]
    except ValueError:
        return None


@lru_cache(maxsize=4096)
def to_stamp(seconds: int) -> str:
    """Return epoch seconds as records write times; beyond the year 9999 a plain number."""
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (ValueError, OverflowError, OSError):
        return f"second {quote(seconds)}"


def read_record(text: str | bytes, *, found: Findings) -> Record:
    """Return what can be read of a record; everything wrong with lines, numbers, chain and times is noted."""
    raw = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if len(raw) > LONGEST_FILE:
        found.add(None, Flaw.LINE_TOO_LONG, f"The file has more than {LONGEST_FILE} bytes; no record has.")
        return Record((), "")
    events: list[Event] = []
    prev = ""
    seq = 0
    for line in raw.split(b"\n"):
        line = line.removesuffix(b"\r")
        if not line.strip():
            continue
        seq += 1
        data = _parse(line, seq=seq, found=found)
        if data is not None:
            _check_frame(data, seq=seq, prev=prev, found=found)
            events.append(_event(data, seq=seq, found=found))
        prev = digest(line)
        if found.full:
            break
    if not seq:
        found.add(None, Flaw.EMPTY, "The file holds no line; a record begins with game_opened.")
    return Record(tuple(events), prev)


def _parse(line: bytes, *, seq: int, found: Findings) -> dict[str, Any] | None:
    if len(line) > LONGEST_LINE:
        found.add(seq, Flaw.LINE_TOO_LONG, f"The line has {len(line)} bytes; the limit is {LONGEST_LINE}.")
        return None
    try:
        data = json.loads(
            line.decode("utf-8"), object_pairs_hook=_once, parse_constant=_no_constant, parse_float=_finite
        )
    except UnicodeDecodeError as error:
        found.add(seq, Flaw.NOT_UTF8, f"The line is not UTF-8 at byte {error.start + 1}.")
        return None
    except (ValueError, RecursionError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else quote(str(error))
        found.add(seq, Flaw.NOT_JSON, f"The line is not JSON as records have it: {reason}.")
        return None
    if not isinstance(data, dict):
        found.add(seq, Flaw.NOT_JSON, f"The line is {quote(data)}; an event is a JSON object.")
        return None
    return data


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise ValueError("a key stands twice in one object")
    return data


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON number")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError("a number is too large")
    return value


def _check_frame(data: dict[str, Any], *, seq: int, prev: str, found: Findings) -> None:
    claimed = data.get("seq")
    if type(claimed) is not int or claimed != seq:
        found.add(seq, Flaw.WRONG_SEQ, f"seq is {quote(claimed)}; the line stands at {seq}.")
    if data.get("prev") != prev:
        wanted = prev or "empty for the first line"
        found.add(
            seq,
            Flaw.BROKEN_CHAIN,
            f"prev is {quote(data.get('prev'))}, the line before has {wanted}: "
            "a line was changed, dropped, added or moved here.",
        )


def _event(data: dict[str, Any], *, seq: int, found: Findings) -> Event:
    at = to_epoch(data.get("at"))
    if at is None:
        found.add(seq, Flaw.BAD_TIME, f"at is {quote(data.get('at'))}; a time reads 2026-11-30T12:00:00Z.")
    kind = data.get("type")
    if not isinstance(kind, str):
        found.add(seq, Flaw.WRONG_FIELD, f"type is {quote(kind)}; it is the name of an event.")
        kind = ""
    return Event(seq, -1 if at is None else at, kind, data)
