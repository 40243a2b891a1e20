"""Events: what happened, in the past tense, and how they stand in the record (record.md).

Laws: an event is a fact with its results, so replaying never draws and never posts. ``Recorded`` lines form a
chain: each holds the digest of the line before.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from functools import lru_cache
from types import MappingProxyType
from typing import Any, ClassVar

from forumgm.core.errors import BrokenRecordError
from forumgm.core.orders import Source

_DIGEST_DIGITS = 16


@dataclass(frozen=True, slots=True)
class Event:
    """Base of all facts. A subclass sets ``type`` and has one field for each field of its row in record.md.

    A field whose record name is a Python word ends in an underscore (``from_`` is written ``from``).
    """

    type: ClassVar[str] = ""
    times: ClassVar[tuple[str, ...]] = ()
    """Fields that are moments: epoch seconds here, stamps in the record (None stays None)."""
    texts: ClassVar[Mapping[str, tuple[Callable[[Any], str], Callable[[str], Any]]]] = MappingProxyType({})
    """Fields that the record holds as a text: how it is written and how it is read."""
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


_DAY = 86_400


@lru_cache(maxsize=256)
def _date(day: int) -> str:
    return datetime.fromtimestamp(day * _DAY, UTC).strftime("%Y-%m-%d")


def stamp(at: int) -> str:
    """Write epoch seconds as the record does: whole seconds, UTC, ``Z``."""
    day, second = divmod(at, _DAY)
    minute, second = divmod(second, 60)
    return f"{_date(day)}T{minute // 60:02}:{minute % 60:02}:{second:02}Z"


def parse_stamp(text: str) -> int:
    """Read a record's time. Raises ValueError if it is not whole seconds in UTC with ``Z``."""
    return int(datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC).timestamp())


@dataclass(frozen=True, slots=True)
class _Field:
    """How one field of a type stands in the record."""

    attribute: str
    name: str
    write: Callable[[Any], Any] | None
    read: Callable[[Any], Any] | None
    is_optional: bool


_SHAPES: dict[type[Event], tuple[_Field, ...]] = {}


def _shape(cls: type[Event]) -> tuple[_Field, ...]:
    shape = _SHAPES.get(cls)
    if shape is None:
        shape = _SHAPES[cls] = tuple(_field(cls, f.name) for f in fields(cls))
    return shape


def _field(cls: type[Event], attribute: str) -> _Field:
    write, read = (stamp, parse_stamp) if attribute in cls.times else cls.texts.get(attribute, (None, None))
    return _Field(attribute, attribute.rstrip("_"), write, read, attribute in cls.optional)


_encode = json.JSONEncoder(ensure_ascii=False, separators=(", ", ": ")).encode
_quote = json.encoder.encode_basestring


def record(fact: Fact, *, seq: int, previous: str | None, source: Source | None) -> Recorded:
    """Give a fact its place in the log behind the line ``previous`` (None at the start)."""
    event = fact.event
    prev = digest(previous) if previous is not None else ""
    parts = [f'{{"seq": {seq}, "at": "{stamp(fact.at)}", "type": "{event.type}", "prev": "{prev}"']
    if source is not None:
        parts.append(f'"source": {{"id": {_quote(source.id)}, "author": {_quote(source.author)}}}')
    for field in _shape(type(event)):
        value = getattr(event, field.attribute)
        if value is None and field.is_optional:
            continue
        if field.write is not None and value is not None:
            value = field.write(value)
        parts.append(f'"{field.name}": {_written(value)}')
    return Recorded(seq, fact.at, event, source, ", ".join(parts) + "}")


def _written(value: Any) -> str:
    """Write one value as JSON; texts, truth and whole numbers, which most are, without the encoder."""
    if isinstance(value, str):
        return _quote(value)
    if value is True:
        return "true"
    if value is False:
        return "false"
    return str(value) if type(value) is int else _encode(value)


class Codec:
    """Reads a game's lines back into events. Made from the explicit tuple of a game's event types."""

    def __init__(self, types: Iterable[type[Event]]) -> None:
        self._types = {cls.type: cls for cls in types}

    def decode(self, line: str) -> Recorded:
        """Read one line. Raises BrokenRecordError on an unknown type or a missing field."""
        try:
            row = json.loads(line)
        except ValueError as error:
            raise BrokenRecordError("a stored event is no JSON") from error
        return self.read(row, line=line)

    def read(self, row: Any, *, line: str = "") -> Recorded:
        """Read one line that is parsed already. Raises BrokenRecordError like ``decode``."""
        try:
            cls = self._types[row["type"]]
            values = {f.attribute: _read(f, row[f.name]) for f in _shape(cls) if f.name in row}
            source = Source(**row["source"]) if row.get("source") else None
            return Recorded(row["seq"], parse_stamp(row["at"]), cls(**values), source, line)
        except (KeyError, TypeError, ValueError) as error:
            raise BrokenRecordError(f"a stored event cannot be read: {type(error).__name__}") from error


def _read(field: _Field, value: Any) -> Any:
    return _frozen(value) if field.read is None or value is None else field.read(value)


def _frozen(value: Any) -> Any:
    """Lists become tuples, so that events stay values."""
    if isinstance(value, list):
        return tuple(_frozen(v) for v in value)
    if isinstance(value, Mapping):
        return {k: _frozen(v) for k, v in value.items()}
    return value
