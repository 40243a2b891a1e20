"""Frozen records <-> plain JSON data, so that the scene's log holds whole sheets and commands (record.md).

Laws: what has its default is left out; reading back what was written gives an equal value; data that does not fit
raises ``BrokenRecordError`` and nothing else.
"""

import types
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from forumgm.core.errors import BrokenRecordError

T = TypeVar("T")


def to_plain(value: Any) -> Any:
    """Return a value of this package as JSON data."""
    if isinstance(value, StrEnum):
        return str(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: to_plain(v) for f in fields(value) if (v := getattr(value, f.name)) != _default(f)}
    if isinstance(value, Mapping):
        return {str(key): to_plain(each) for key, each in value.items()}
    if isinstance(value, frozenset):
        return sorted(to_plain(each) for each in value)
    if isinstance(value, tuple | list):
        return [to_plain(each) for each in value]
    return value


def from_plain(kind: type[T], data: Any) -> T:
    """Return the record that ``to_plain`` wrote. Raises BrokenRecordError."""
    try:
        value: T = _read(kind, data)
    except (TypeError, ValueError, KeyError, AttributeError) as error:
        raise BrokenRecordError(f"no {kind.__name__}: {type(error).__name__}") from error
    return value


def _default(of: "Field[Any]") -> Any:
    if of.default is not MISSING:
        return of.default
    return of.default_factory() if of.default_factory is not MISSING else MISSING


@lru_cache(maxsize=64)
def _hints(kind: type) -> Mapping[str, Any]:
    return get_type_hints(kind)


def _read(kind: Any, data: Any) -> Any:
    if kind is Any:
        return data
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return _union(get_args(kind), data)
    if origin is tuple:
        return _row(get_args(kind), data)
    if origin is frozenset:
        return frozenset(_row((get_args(kind)[0], ...), data))
    if origin is not None and issubclass(origin, Mapping):
        of_key, of_value = get_args(kind)
        return MappingProxyType({_key(of_key, key): _read(of_value, each) for key, each in data.items()})
    if is_dataclass(kind):
        return _record(kind, data)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return kind(data)
    return _scalar(kind, data)


def _union(kinds: tuple[Any, ...], data: Any) -> Any:
    if data is None:
        if type(None) in kinds:
            return None
        raise ValueError("not null")
    rest = [each for each in kinds if each is not type(None)]
    return _read(rest[0], data)


def _row(of: tuple[Any, ...], data: Any) -> tuple[Any, ...]:
    if not isinstance(data, list | tuple):
        raise TypeError("a list")
    if len(of) == 2 and of[1] is ...:
        return tuple(_read(of[0], each) for each in data)
    if len(of) != len(data):
        raise ValueError("length")
    return tuple(_read(kind, each) for kind, each in zip(of, data, strict=True))


def _key(kind: Any, text: str) -> Any:
    return int(text) if kind is int else _read(kind, text)


def _record(kind: Any, data: Any) -> Any:
    if not isinstance(data, Mapping):
        raise TypeError("an object")
    hints = _hints(kind)
    return kind(**{name: _read(hints[name], each) for name, each in data.items()})


def _scalar(kind: Any, data: Any) -> Any:
    if isinstance(data, bool) is not (kind is bool) or not isinstance(data, kind):
        raise TypeError(f"not {kind.__name__}")
    return data
