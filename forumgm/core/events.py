"""Events: what happened, in the past tense, and how they stand in the record (record.md).

Laws: an event is a fact with its results, so replaying never draws and never posts. ``Recorded`` lines form a
chain: each holds the digest of the line before.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, ClassVar

from forumgm.core.errors import BrokenRecordError
from forumgm.core.orders import Source

_DIGEST_DIGITS = 16
FRAME = ("seq", "at", "type", "prev", "source")


@dataclass(frozen=True, slots=True)
class Event:
    """Base of all facts. A subclass sets ``type`` and has one field for each field of its row in record.md.

    A field whose record name is a Python word ends in an underscore (``from_`` is written ``from``).
    """

    type: ClassVar[str] = ""
    times: ClassVar[tuple[str, ...]] = ()
    """Fields that are moments: epoch seconds here, stamps in the record (None stays None)."""
    optional: ClassVar[tuple[str, ...]] = ()
    """Fields that stand in the record only where they are not None."""


@dataclass(frozen=True, slots=True)
class Rewind(Event):
    """Base of the facts that take others back: what stands behind ``to_seq`` counts no more (record.md)."""

    to_seq: int


@dataclass(frozen=True, slots=True)
class Fact:
    """An event and the moment the rules count for it (epoch seconds)."""

    at: int
    event: Event


@dataclass(frozen=True, slots=True)
class Recorded:
    """An event in its place in a game's log."""

    seq: int
    at: int
    event: Event
    source: Source | None
    line: str
    """The record's line, without its line end."""

    @property
    def digest(self) -> str:
        """What the next line carries as ``prev``; of the last line the end post prints it."""
        return digest(self.line)


def digest(line: str) -> str:
    """Return the first 16 hex digits of SHA-256 over a line's bytes."""
    return hashlib.sha256(line.encode()).hexdigest()[:_DIGEST_DIGITS]


@lru_cache(maxsize=1024)
def stamp(at: int) -> str:
    """Write epoch seconds as the record does: whole seconds, UTC, ``Z``."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def parse_stamp(text: str) -> int:
    """Read a record's time. Raises ValueError if it is not whole seconds in UTC with ``Z``."""
    return int(datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC).timestamp())


@dataclass(frozen=True, slots=True)
class _Shape:
    """How a type's fields are written: attribute, name in the record, is it a moment, may it be left out."""

    fields: tuple[tuple[str, str, bool, bool], ...]


_SHAPES: dict[type[Event], _Shape] = {}


def _shape(cls: type[Event]) -> _Shape:
    shape = _SHAPES.get(cls)
    if shape is None:
        rows = ((f.name, f.name.rstrip("_"), f.name in cls.times, f.name in cls.optional) for f in fields(cls))
        shape = _SHAPES[cls] = _Shape(tuple(rows))
    return shape


_encode = json.JSONEncoder(ensure_ascii=False, separators=(", ", ": ")).encode


def record(fact: Fact, *, seq: int, previous: str | None, source: Source | None) -> Recorded:
    """Give a fact its place in the log behind the line ``previous`` (None at the start)."""
    event = fact.event
    row: dict[str, Any] = {
        "seq": seq,
        "at": stamp(fact.at),
        "type": event.type,
        "prev": digest(previous) if previous is not None else "",
    }
    if source is not None:
        row["source"] = {"id": source.id, "author": source.author}
    for attribute, name, is_time, is_optional in _shape(type(event)).fields:
        value = getattr(event, attribute)
        if value is None and is_optional:
            continue
        row[name] = stamp(value) if is_time and value is not None else value
    return Recorded(seq, fact.at, event, source, _encode(row))


class Codec:
    """Reads a game's lines back into events. Made from the explicit tuple of a game's event types."""

    def __init__(self, types: Iterable[type[Event]]) -> None:
        self._types = {cls.type: cls for cls in types}

    def decode(self, line: str) -> Recorded:
        """Read one line. Raises BrokenRecordError on an unknown type or a missing field."""
        try:
            row = json.loads(line)
            cls = self._types[row["type"]]
            values = {
                attribute: parse_stamp(row[name]) if is_time and row[name] is not None else _frozen(row[name])
                for attribute, name, is_time, _ in _shape(cls).fields
                if name in row
            }
            source = Source(**row["source"]) if row.get("source") else None
            return Recorded(row["seq"], parse_stamp(row["at"]), cls(**values), source, line)
        except (KeyError, TypeError, ValueError) as error:
            raise BrokenRecordError(f"a stored event cannot be read: {type(error).__name__}") from error


def _frozen(value: Any) -> Any:
    """Lists become tuples, so that events stay values."""
    if isinstance(value, list):
        return tuple(_frozen(v) for v in value)
    if isinstance(value, Mapping):
        return {k: _frozen(v) for k, v in value.items()}
    return value
