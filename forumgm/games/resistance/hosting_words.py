"""Hosting words: ``name value`` pairs of a hosting command, as options of record.md."""

from collections.abc import Mapping, Sequence
from typing import Any

from forumgm.games.resistance.options import KEYS, duration

ALIASES = {"players": "start_at", "cards": "plot"}
LISTS = frozenset({"reminders"})
"""Options with several values: ``12h``, ``12h,3h`` or ``12h 3h``; ``none`` for no value at all."""
_NOTHING = frozenset({"none", "no", "off", "never"})
_MAY_BE_NONE = frozenset({"start_at"})
_FLAGS = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}


def pairs(words: Sequence[str]) -> tuple[dict[str, Any], list[str]]:
    """Return the options named, and what could not be understood. Values are checked by ``parse_options``."""
    options: dict[str, Any] = {}
    wrong: list[str] = []
    rest = list(words)
    while rest:
        name = rest.pop(0).lower().replace("-", "_").rstrip(":")
        key = ALIASES.get(name, name)
        if key not in KEYS:
            wrong.append(f"{name!r} is no option. Options are: {', '.join(KEYS)}.")
            if rest and rest[0].lower() not in KEYS:
                rest.pop(0)
        elif not rest:
            wrong.append(f"{name!r} needs a value behind it, as 'plot on' or 'team_vote_ceiling 24h'.")
        elif key in LISTS:
            options[key] = _list(rest)
        elif key in _MAY_BE_NONE and rest[0].lower() in _NOTHING:
            rest.pop(0)
            options[key] = None
        else:
            options[key] = _value(rest.pop(0))
    return options, wrong


def _list(rest: list[str]) -> Any:
    """Take a list from the front of the words; what is none is returned as it was written."""
    first = rest.pop(0).lower()
    if first in _NOTHING:
        return []
    found = [part for part in first.split(",") if part]
    if not all(map(_is_duration, found)):
        return first
    while rest and all(map(_is_duration, more := [part for part in rest[0].lower().split(",") if part])):
        found += more
        rest.pop(0)
    return found


def _is_duration(word: str) -> bool:
    try:
        duration(word)
    except ValueError:
        return False
    return True


def chosen_preset(
    words: Sequence[str], presets: Mapping[str, Mapping[str, Any]]
) -> tuple[list[str], Mapping[str, Any], list[str]]:
    """Return the words without ``preset NAME``, the options of the preset, and what is wrong. The last one counts."""
    rest: list[str] = []
    chosen: Mapping[str, Any] = {}
    wrong: list[str] = []
    waits = False
    for word in words:
        if waits:
            waits = False
            if word.lower() in presets:
                chosen = presets[word.lower()]
            else:
                wrong.append(f"{word!r} is no preset. Presets are: {', '.join(sorted(presets)) or 'none'}.")
        elif word.lower() == "preset":
            waits = True
        else:
            rest.append(word)
    if waits:
        wrong.append("'preset' needs a name behind it, as 'preset classic'.")
    return rest, chosen, wrong


def _value(word: str) -> Any:
    if word.lower() in _FLAGS:
        return _FLAGS[word.lower()]
    return int(word) if word.isascii() and word.isdigit() and len(word) <= 9 else word.lower()
