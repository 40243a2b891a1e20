"""The options of a game (record.md): their defaults, what is allowed, and how they are read and written.

Laws: a game pins its options when it opens. Loading lists every problem with key, value and what is allowed; an
absent option has its default; the record holds only what differs from it.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any

from forumgm.core.errors import ForumGmError
from forumgm.games.resistance.tables import (
    CARDS_PER_ROUND,
    DECKS,
    MAX_PLAYERS,
    MIN_PLAYERS,
    ROLES,
    ROUNDS,
    TEAMS,
    Deck,
    RoleCount,
)
from forumgm.games.resistance.terms import Card, Deed, IdleAction

HOUR = 3600
DAY = 24 * HOUR
MIN_DURATION = 60
MAX_DURATION = 60 * DAY
_MAX_COPIES = 20


class VoteSecrecy(StrEnum):
    """Where team votes are cast."""

    PRIVATE = "private"
    PUBLIC = "public"


class VoteChange(StrEnum):
    """Whether a cast vote may be changed."""

    UNTIL_CLOSED = "until_closed"
    NEVER = "never"


class MissingVote(StrEnum):
    """What a missing team vote counts as."""

    ABSTAIN = "abstain"
    REJECT = "reject"
    APPROVE = "approve"


class ShowWaiting(StrEnum):
    """What a running team vote tells of those awaited."""

    NAMES = "names"
    COUNT = "count"
    NONE = "none"


class Ask(StrEnum):
    """Whether each who must answer is asked in a message, or by the post alone."""

    PRIVATE = "private"
    PUBLIC = "public"


class LeaderWindow(StrEnum):
    """When Strong Leader may be played."""

    BEFORE_DRAW = "before_draw"
    EVERY_LEADER = "every_leader"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with the options."""

    key: str
    value: Any
    allowed: str

    @property
    def text(self) -> str:
        """What is wrong, without key and remedy."""
        return f"{self.value!r} cannot be used."


class OptionsError(ForumGmError):
    """The options cannot be used; ``problems`` lists everything that is wrong."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("; ".join(f"{p.key}: {p.text} Allowed: {p.allowed}." for p in problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Options:
    """Everything a host can choose. Durations in seconds; tables by player count, complete."""

    roles: Mapping[int, RoleCount] = field(default_factory=lambda: ROLES)
    teams: Mapping[int, tuple[int, ...]] = field(default_factory=lambda: TEAMS)
    cards_per_round: Mapping[int, int] = field(default_factory=lambda: CARDS_PER_ROUND)
    deck: Mapping[int, Deck] = field(default_factory=lambda: DECKS)
    plot: bool = True
    two_fails_from: int = 8
    rejections_to_lose: int = 5
    spies_know_each_other: bool = False
    handshake: bool = True
    start_at: int | None = None
    confirm_roles: bool = False
    votes: VoteSecrecy = VoteSecrecy.PRIVATE
    vote_change: VoteChange = VoteChange.UNTIL_CLOSED
    team_vote_ceiling: int = DAY
    mission_vote_ceiling: int = DAY
    window_ceiling: int = DAY
    idle_ceiling: int = 2 * DAY
    idle_action: IdleAction = IdleAction.ALERT
    outage_limit: int = HOUR
    reminders: tuple[int, ...] = (12 * HOUR, 3 * HOUR)
    missing_team_vote: MissingVote = MissingVote.ABSTAIN
    missing_mission_vote: Deed = Deed.SUPPORT
    show_waiting: ShowWaiting = ShowWaiting.NAMES
    ask: Ask = Ask.PRIVATE
    strikes_before_alert: int = 2
    leader_may_keep_cards: bool = False
    strong_leader_when: LeaderWindow = LeaderWindow.BEFORE_DRAW
    announce_sabotages: bool = True
    announce_close_eye: bool = True
    dice_in_game_thread: bool = False


DEFAULTS = Options()
KEYS: tuple[str, ...] = tuple(f.name for f in fields(Options))

_DURATION = re.compile(r"(\d{1,9})\s*([smhd]?)", re.ASCII)
_UNITS = {"": 1, "s": 1, "m": 60, "h": HOUR, "d": DAY}


class _BadValueError(Exception):
    """A value is not allowed; the text says what is."""


def duration(value: Any) -> int:
    """Read seconds, also from a text such as ``24h`` or ``90m``. Raises ValueError."""
    if isinstance(value, str) and (found := _DURATION.fullmatch(value.strip().lower())):
        return int(found[1]) * _UNITS[found[2]]
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise ValueError(f"{value!r} is no duration")


def _time(value: Any) -> int:
    allowed = f"seconds or a text such as 24h or 90m, from {MIN_DURATION} s to {MAX_DURATION // DAY} days"
    try:
        seconds = duration(value)
    except ValueError:
        raise _BadValueError(allowed) from None
    if not MIN_DURATION <= seconds <= MAX_DURATION:
        raise _BadValueError(allowed)
    return seconds


def _times(value: Any) -> tuple[int, ...]:
    if not isinstance(value, list | tuple):
        raise _BadValueError('a list of durations, such as ["12h", "3h"] or [] (behind !host: 12h,3h or none)')
    return tuple(sorted({_time(v) for v in value}, reverse=True))


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise _BadValueError("true or false")
    return value


def _whole(least: int, most: int) -> Callable[[Any], int]:
    def read(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise _BadValueError(f"a whole number from {least} to {most}")
        return value

    return read


def _or_none(read: Callable[[Any], int]) -> Callable[[Any], int | None]:
    def optional(value: Any) -> int | None:
        try:
            return None if value is None else read(value)
        except _BadValueError as bad:
            raise _BadValueError(f"{bad} (behind !host also none)") from None

    return optional


def _choice(choices: type[StrEnum]) -> Callable[[Any], StrEnum]:
    def read(value: Any) -> StrEnum:
        try:
            return choices(value)
        except ValueError:
            raise _BadValueError(" or ".join(c.value for c in choices)) from None

    return read


def _only(choice: StrEnum) -> Callable[[Any], StrEnum]:
    def read(value: Any) -> StrEnum:
        if value != choice.value:
            raise _BadValueError(choice.value)
        return choice

    return read


def _table(default: Mapping[int, Any], read_row: Callable[[int, Any], Any]) -> Callable[[Any], Mapping[int, Any]]:
    """Read rows by player count; those that are absent keep their default."""

    def read(value: Any) -> Mapping[int, Any]:
        if not isinstance(value, Mapping):
            raise _BadValueError(f"a table by player count ({MIN_PLAYERS} to {MAX_PLAYERS})")
        rows = dict(default)
        for key, row in value.items():
            if str(key) not in {str(n) for n in default}:
                raise _BadValueError(f"player counts from {MIN_PLAYERS} to {MAX_PLAYERS}, not {key!r}")
            rows[int(key)] = read_row(int(key), row)
        return rows

    return read


def _roles_row(players: int, row: Any) -> RoleCount:
    if isinstance(row, Mapping) and set(row) == {"resistance", "spies"}:
        resistance, spies = row["resistance"], row["spies"]
        whole = all(isinstance(n, int) and not isinstance(n, bool) and n > 0 for n in (resistance, spies))
        if whole and resistance + spies == players:
            return RoleCount(resistance, spies)
    raise _BadValueError(f"resistance and spies, each at least 1, {players} together")


def _teams_row(players: int, row: Any) -> tuple[int, ...]:
    fits = isinstance(row, list | tuple) and len(row) == ROUNDS
    if not fits or not all(isinstance(n, int) and not isinstance(n, bool) and 2 <= n <= players - 1 for n in row):
        raise _BadValueError(f"{ROUNDS} team sizes from 2 to {players - 1} for {players} players")
    return tuple(row)


def _deck_row(_players: int, row: Any) -> Deck:
    if isinstance(row, Mapping) and all(card in set(Card) for card in row):
        return {card: _whole(0, _MAX_COPIES)(row.get(card, 0)) for card in Card}
    raise _BadValueError(f"card ids ({', '.join(Card)}) with their copies")


_READERS: Mapping[str, Callable[[Any], Any]] = {
    "roles": _table(ROLES, _roles_row),
    "teams": _table(TEAMS, _teams_row),
    "cards_per_round": _table(CARDS_PER_ROUND, lambda _, row: _whole(0, 10)(row)),
    "deck": _table(DECKS, _deck_row),
    "plot": _flag,
    "two_fails_from": _whole(1, MAX_PLAYERS + 1),
    "rejections_to_lose": _whole(1, 20),
    "spies_know_each_other": _flag,
    "handshake": _flag,
    "start_at": _or_none(_whole(MIN_PLAYERS, MAX_PLAYERS)),
    "confirm_roles": _flag,
    "votes": _choice(VoteSecrecy),
    "vote_change": _choice(VoteChange),
    "team_vote_ceiling": _time,
    "mission_vote_ceiling": _time,
    "window_ceiling": _time,
    "idle_ceiling": _time,
    "idle_action": _choice(IdleAction),
    "outage_limit": _time,
    "reminders": _times,
    "missing_team_vote": _choice(MissingVote),
    "missing_mission_vote": _only(Deed.SUPPORT),
    "show_waiting": _choice(ShowWaiting),
    "ask": _choice(Ask),
    "strikes_before_alert": _whole(1, 100),
    "leader_may_keep_cards": _flag,
    "strong_leader_when": _choice(LeaderWindow),
    "announce_sabotages": _flag,
    "announce_close_eye": _flag,
    "dice_in_game_thread": _flag,
}


def parse_options(raw: Mapping[str, Any]) -> tuple[Options, tuple[Problem, ...]]:
    """Read options from plain data, and list everything that is wrong; what is wrong has its default."""
    values, problems = _read(raw)
    return Options(**values) if values else DEFAULTS, problems


def load(raw: Mapping[str, Any]) -> Options:
    """Read options from plain data (a configuration, a host's command, a record). Raises OptionsError."""
    options, problems = parse_options(raw)
    if problems:
        raise OptionsError(problems)
    return options


def _read(raw: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[Problem, ...]]:
    values: dict[str, Any] = {}
    problems: list[Problem] = []
    for key, value in raw.items():
        reader = _READERS.get(key)
        if reader is None:
            problems.append(Problem(key, value, f"one of {', '.join(KEYS)}"))
            continue
        try:
            values[key] = reader(value)
        except _BadValueError as bad:
            problems.append(Problem(key, value, str(bad)))
    return values, tuple(problems)


def to_record(options: Options) -> dict[str, Any]:
    """Return what differs from the defaults, as the record writes it: seconds, words, table rows that differ."""
    written: dict[str, Any] = {}
    for key in KEYS:
        value, default = getattr(options, key), getattr(DEFAULTS, key)
        if value == default:
            continue
        if isinstance(value, Mapping):
            written[key] = {str(n): _plain(row) for n, row in value.items() if row != default[n]}
        else:
            written[key] = _plain(value)
    return written


def _plain(value: Any) -> Any:
    if isinstance(value, RoleCount):
        return {"resistance": value.resistance, "spies": value.spies}
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, Mapping):
        return {str(card): copies for card, copies in value.items()}
    return value


def fails_needed(players: int, mission: int, two_fails_from: int, critical: int) -> int:
    """Return how many sabotages make this mission fail (resistance.md section 1)."""
    return 2 if mission == critical and players >= two_fails_from else 1
