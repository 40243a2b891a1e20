"""Hosting words: ``name value`` pairs of a hosting command, as options of record.md."""

from collections.abc import Mapping, Sequence
from typing import Any

from forumgm.games.resistance.options import KEYS

ALIASES = {"players": "start_at", "cards": "plot"}
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
        else:
            options[key] = _value(rest.pop(0))
    return options, wrong


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
    if "," in word:
        return [_value(part) for part in word.split(",") if part]
    return int(word) if word.isascii() and word.isdigit() and len(word) <= 9 else word.lower()
