"""The options of a game as the referee needs them: defaults, tables and what a value may be.

Law: these tables are the referee's own reading of the rules (resistance.md sections 1 and 4), so that a slip
in the game's tables is found out; an absent option has its default; an unknown one is skipped and named.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from forumgm.record.fields import CARDS
from forumgm.record.verdict import Findings, Flaw, quote

FEWEST_PLAYERS = 5
MOST_PLAYERS = 10
MISSIONS = 5

_LARGEST_DECK = 256  # a draw is one byte
_LONGEST = 10**9  # seconds; some thirty years

_SPIES = {5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4}
_DRAWN = {5: 1, 6: 1, 7: 2, 8: 2, 9: 3, 10: 3}
_TEAMS = {
    5: (2, 3, 2, 3, 3),
    6: (2, 3, 4, 3, 4),
    7: (2, 3, 3, 4, 4),
    8: (3, 4, 4, 5, 5),
    9: (3, 4, 4, 5, 5),
    10: (3, 4, 4, 5, 5),
}
_SMALL_DECK = dict(zip(CARDS, (2, 2, 1, 1, 1, 0, 0, 0, 0), strict=True))
_LARGE_DECK = dict(zip(CARDS, (2, 2, 3, 2, 1, 2, 1, 1, 1), strict=True))
_LARGE_FROM = 8


@dataclass(frozen=True, slots=True)
class Rules:
    """What is in force in one game."""

    options: Mapping[str, Any]
    """Every option that the referee knows, defaults filled in."""

    def flag(self, name: str) -> bool:
        """Return an option that is on or off."""
        return bool(self.options[name])

    def number(self, name: str) -> int:
        """Return a number; ceilings are seconds."""
        return int(self.options[name])

    def word(self, name: str) -> str:
        """Return an option that is one of several words."""
        return str(self.options[name])

    def spies(self, players: int) -> int:
        """Return how many spies there are."""
        table = self._table("roles", players)
        return int(table["spies"]) if table is not None else _SPIES[players]

    def drawn(self, players: int) -> int:
        """Return how many plot cards each round draws."""
        table = self._table("cards_per_round", players)
        return int(table) if table is not None else _DRAWN[players]

    def team_size(self, players: int, *, mission: int) -> int:
        """Return the size of the team of a mission (1-5)."""
        table = self._table("teams", players)
        sizes = table if table is not None else _TEAMS[players]
        return int(sizes[mission - 1])

    def deck(self, players: int) -> list[str]:
        """Return the deck before it is shuffled."""
        table = self._table("deck", players)
        if table is None:
            table = _LARGE_DECK if players >= _LARGE_FROM else _SMALL_DECK
        return [card for card in CARDS for _ in range(table.get(card, 0))]

    def sabotages_to_fail(self, players: int, *, mission: int) -> int:
        """Return how many sabotages make a mission fail."""
        return 2 if mission == 4 and players >= self.number("two_fails_from") else 1

    def _table(self, name: str, players: int) -> Any:
        return self.options[name].get(str(players))


@dataclass(frozen=True, slots=True)
class _Option:
    default: Any
    expects: str
    accepts: Callable[[Any], bool]


def _flag(*, default: bool) -> _Option:
    return _Option(default, "true or false", lambda value: isinstance(value, bool))


def _word(default: str, *others: str) -> _Option:
    allowed = (default, *others)
    return _Option(default, "one of " + ", ".join(allowed), lambda value: isinstance(value, str) and value in allowed)


def _number(default: int, *, least: int = 0) -> _Option:
    return _Option(default, f"a number from {least} to {_LONGEST}", lambda value: _is_number(value, least, _LONGEST))


def _is_number(value: object, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def _by_count(expects: str, accepts: Callable[[Any, int], bool]) -> _Option:
    def good(value: object) -> bool:
        return isinstance(value, dict) and all(
            key in _COUNTS and accepts(entry, _COUNTS[key]) for key, entry in value.items()
        )

    return _Option({}, f"an object from player counts (5-10) to {expects}", good)


_COUNTS = {str(count): count for count in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)}


def _is_roles(value: object, players: int) -> bool:
    if not isinstance(value, dict) or value.keys() != {"resistance", "spies"}:
        return False
    return all(_is_number(n, 0, players) for n in value.values()) and sum(value.values()) == players


def _is_teams(value: object, players: int) -> bool:
    return isinstance(value, list) and len(value) == MISSIONS and all(_is_number(n, 2, players - 1) for n in value)


def _is_deck(value: object, _players: int) -> bool:
    if not isinstance(value, dict) or not value.keys() <= set(CARDS):
        return False
    return all(_is_number(n, 0, _LARGEST_DECK) for n in value.values()) and sum(value.values()) <= _LARGEST_DECK


_OPTIONS: dict[str, _Option] = {
    "roles": _by_count("numbers of resistance and spies that add up", _is_roles),
    "teams": _by_count("five team sizes from 2 to players - 1", _is_teams),
    "cards_per_round": _by_count("a number", lambda value, _players: _is_number(value, 0, _LARGEST_DECK)),
    "deck": _by_count("copies of each card", _is_deck),
    "plot": _flag(default=True),
    "two_fails_from": _number(8),
    "rejections_to_lose": _number(5, least=1),
    "spies_know_each_other": _flag(default=False),
    "handshake": _flag(default=True),
    "start_at": _Option(
        None,
        f"null or a number from {FEWEST_PLAYERS} to {MOST_PLAYERS}",
        lambda value: value is None or _is_number(value, FEWEST_PLAYERS, MOST_PLAYERS),
    ),
    "confirm_roles": _flag(default=False),
    "votes": _word("private", "public"),
    "vote_change": _word("until_closed", "never"),
    "team_vote_ceiling": _number(86_400, least=1),
    "mission_vote_ceiling": _number(86_400, least=1),
    "window_ceiling": _number(86_400, least=1),
    "idle_ceiling": _number(172_800, least=1),
    "idle_action": _word("alert", "random", "pass_lead"),
    "outage_limit": _number(3_600),
    "reminders": _Option(
        [43_200, 10_800],
        "a list of seconds",
        lambda value: isinstance(value, list) and all(_is_number(n, 0, _LONGEST) for n in value),
    ),
    "missing_team_vote": _word("abstain", "reject", "approve"),
    "missing_mission_vote": _word("support"),
    "show_waiting": _word("names", "count", "none"),
    "ask": _word("private", "public"),
    "strikes_before_alert": _number(2),
    "leader_may_keep_cards": _flag(default=False),
    "strong_leader_when": _word("before_draw", "every_leader"),
    "announce_sabotages": _flag(default=True),
    "announce_close_eye": _flag(default=True),
    "dice_in_game_thread": _flag(default=False),
}


def read_rules(given: Mapping[str, Any], *, seq: int | None, found: Findings) -> Rules:
    """Return the rules in force; an option that cannot be so is noted and has its default."""
    options = {name: option.default for name, option in _OPTIONS.items()}
    for name, value in given.items():
        option = _OPTIONS.get(name)
        if option is None:
            found.skip(f"option {quote(name)}: not known to this version")
        elif not option.accepts(value):
            found.add(seq, Flaw.BAD_OPTION, f"option {name} is {quote(value)}; it must be {option.expects}.")
        else:
            options[name] = value
    return Rules(options)
