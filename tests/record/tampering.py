"""Changes to records that a forger might make: one value of one field of one line, of every sort that fits."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from forumgm.record.fields import CARDS, WINDOWS
from forumgm.record.lines import to_epoch, to_stamp

HOUR = 3_600
GONE = object()
"""The field is taken away."""

_WORDS: tuple[tuple[str, ...], ...] = (
    CARDS,
    WINDOWS,
    ("approve", "reject"),
    ("support", "sabotage"),
    ("resistance", "spies"),
    ("resistance", "spy"),
    ("answer", "ceiling", "standing_order"),
    ("rejected", "mission_over", "strong_leader", "idle", "override"),
    ("three_missions", "five_rejections", "override"),
    ("player", "strike", "opinion_maker"),
    ("override", "outage", "replaced", "posted_late", "asked_again", "undone"),
    ("edited", "deleted"),
)


def changes(value: Any, *, names: list[str]) -> Iterator[tuple[str, Any]]:
    """Give every changed value with a word for the change."""
    yield "gone", GONE
    if value is not None:
        yield "null", None
    if isinstance(value, bool):
        yield "flipped", not value
    elif isinstance(value, int):
        yield "one more", value + 1
        yield "one less", value - 1
    elif isinstance(value, str):
        yield from _texts(value, names=names)
    elif isinstance(value, list):
        yield from _lists(value, names=names)
    elif isinstance(value, dict):
        yield from _objects(value, names=names)
    elif value is None:
        yield "a name", names[0]


def _texts(value: str, *, names: list[str]) -> Iterator[tuple[str, Any]]:
    at = to_epoch(value)
    if at is not None:
        yield "later", to_stamp(at + 1)
        yield "much later", to_stamp(at + HOUR)
        yield "earlier", to_stamp(at - 1)
        yield "much earlier", to_stamp(at - HOUR)
        return
    yield "nobody", "Zed"
    if value in names:
        for name in names:
            if name != value:
                yield "another player", name
    for words in _WORDS:
        if value in words:
            for word in words:
                if word != value:
                    yield "another word", word


def _lists(value: list[Any], *, names: list[str]) -> Iterator[tuple[str, Any]]:
    if value:
        yield "one dropped", value[1:]
        yield "one twice", [*value, value[0]]
    if len(set(map(str, value))) > 1:
        yield "turned", value[::-1]
    yield "one more", [*value, "Zed"]
    others = [name for name in names if name not in value]
    if value and value[0] in names and others:
        yield "one exchanged", [others[0], *value[1:]]


def _objects(value: dict[str, Any], *, names: list[str]) -> Iterator[tuple[str, Any]]:
    for key in value:
        yield "one dropped", {name: item for name, item in value.items() if name != key}
        for word, changed in changes(value[key], names=names):
            if changed is not GONE:
                yield f"one {word}", {**value, key: changed}


def tampered(events: list[dict[str, Any]], *, names: list[str]) -> Iterator[tuple[int, str, str, list[dict[str, Any]]]]:
    """Give every changed record: the line, the field, the word for the change, the events."""
    for place, event in enumerate(events):
        for field, value in event.items():
            for word, changed in changes(value, names=names):
                forged = copy.copy(events)
                forged[place] = {name: item for name, item in event.items() if name != field or changed is not GONE}
                if changed is not GONE:
                    forged[place][field] = changed
                yield place, field, word, forged
