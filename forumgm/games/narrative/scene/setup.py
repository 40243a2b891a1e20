"""Opening a scene: ``!scene open SYSTEM key value ...`` -> a system, its options, who the GM is (narrative.md B7, E).

Laws: a key that is not in B7 does not exist; every problem is named at once; nothing is guessed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, get_origin, get_type_hints

from forumgm.games.narrative.choices import SystemName
from forumgm.games.narrative.options import (
    FITD_DEFAULTS,
    FitdOptions,
    Options,
    OptionsError,
    ResistanceOptions,
    fitd_options,
    known_keys,
    resistance_options,
)
from forumgm.games.narrative.scene.state import Presence, Setup, Without

_TRUE = frozenset({"true", "on", "yes"})
_FALSE = frozenset({"false", "off", "no"})
_SCENE_KEYS = ("gm", "roll_without_stakes", "wait_for_gm_hours")
_ALIASES = {"resistance": "resistance_system", "protection": "fitd_protection", "choice": "fitd_choice"}
MAX_HOURS = 720


@dataclass(frozen=True, slots=True)
class Wanted:
    """What an opening asks for, as plain data for the event; ``gm`` empty means who opened it."""

    system: str
    options: Mapping[str, Any]
    gm: str = ""


def read_opening(words: Sequence[str]) -> tuple[Wanted, list[str]]:
    """Read the words behind ``!scene open``; return what is wanted and every problem."""
    if not words or _system(words[0]) is None:
        names = ", ".join(SystemName)
        return Wanted("", {}), [f"Name the rules first: {names}. For example `!scene open blades`."]
    system = _system(words[0])
    assert system is not None, "looked at above"
    given: dict[str, Any] = {}
    gm = ""
    problems: list[str] = []
    rest = [word for word in words[1:] if word not in ("=", ":")]
    for name, value in zip(rest[::2], [*rest[1::2], None], strict=False):
        name = name.lower().rstrip(":=")
        if value is None:
            problems.append(f"{name}: a value is missing")
        elif name == "gm" and value.lower() not in tuple(Presence):
            gm = value.removeprefix("/").removeprefix("u/").removeprefix("@")
        elif name in given:
            problems.append(f"{name}: given twice")
        else:
            given[name] = _value(system, name, value)
    return Wanted(str(system), given, gm), problems + check(str(system), given)


def check(system: str, given: Mapping[str, Any]) -> list[str]:
    """Return what is wrong with these options; empty when they hold."""
    try:
        build(system, given)
    except OptionsError as wrong:
        return list(wrong.problems)
    return []


def build(system: str, given: Mapping[str, Any]) -> tuple[Options, Setup]:
    """Return the system's options and the scene's setup. Raises ``OptionsError`` with every problem."""
    name = SystemName(system)
    rules = {key: value for key, value in given.items() if key not in _SCENE_KEYS}
    problems: list[str] = []
    setup = _setup(given, problems)
    options: Options
    try:
        options = resistance_options(rules) if name is SystemName.RESISTANCE_SYSTEM else fitd_options(name, rules)
    except OptionsError as wrong:
        raise OptionsError((*wrong.problems, *problems)) from None
    if problems:
        raise OptionsError(tuple(problems))
    return options, setup


def _setup(given: Mapping[str, Any], problems: list[str]) -> Setup:
    gm = _choice(Presence, given.get("gm", "absent"), "gm", problems)
    default = Without.WAIT if gm is Presence.PRESENT else Without.DEFAULT_NOW
    without = _choice(Without, given.get("roll_without_stakes", str(default)), "roll_without_stakes", problems)
    hours = given.get("wait_for_gm_hours", 12)
    if isinstance(hours, bool) or not isinstance(hours, int) or not 1 <= hours <= MAX_HOURS:
        problems.append(f"wait_for_gm_hours: a whole number from 1 to {MAX_HOURS}")
        hours = 12
    return Setup(Presence(gm), Without(without), hours)


def _choice(of: type[StrEnum], value: object, name: str, problems: list[str]) -> str:
    allowed = [str(member) for member in of]
    if value in allowed:
        return of(str(value))
    problems.append(f"{name}: one of {', '.join(allowed)}")
    return next(iter(of))


def _system(word: str) -> SystemName | None:
    written = word.lower().replace("-", "_")
    name = _ALIASES.get(written, written)
    return SystemName(name) if name in tuple(SystemName) else None


def _value(system: SystemName, name: str, text: str) -> Any:
    """Return a written value as what its key takes: text, number, truth, list, table."""
    record = FitdOptions if system in FITD_DEFAULTS else ResistanceOptions
    hint = get_type_hints(record).get(name) if name in known_keys(system) else None
    if get_origin(hint) is tuple:
        return [_plain(each) for each in text.split(",") if each]
    if hint is not None and isinstance(get_origin(hint), type) and issubclass(get_origin(hint), Mapping):
        pairs = [each.partition(":")[::2] for each in text.split(",") if each]
        return {key: _plain(value) for key, value in pairs}
    if hint is bool and text.lower() in _TRUE | _FALSE:
        return text.lower() in _TRUE
    return _plain(text)


def _plain(text: str) -> Any:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else text
