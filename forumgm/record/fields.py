"""The fields of every event of a game: what must be there and what it may hold (the table of record.md).

Law: a field that is not in these tables is skipped and named as unchecked, never judged.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from forumgm.record.lines import Event, to_epoch
from forumgm.record.verdict import Findings, Flaw, quote

CARDS = (
    "strong_leader",
    "close_eye",
    "no_confidence",
    "opinion_maker",
    "take_responsibility",
    "overheard_conversation",
    "establish_confidence",
    "open_up",
    "in_the_spotlight",
)
"""Card ids in the order in which the deck is laid out before it is shuffled."""

WINDOWS = ("strong_leader", "no_confidence", "spotlight", "close_eye")

_FRAME = frozenset({"seq", "at", "type", "prev", "source"})
_HEX64 = re.compile(r"[0-9a-f]{64}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Kind:
    """What a field may hold."""

    expects: str
    accepts: Callable[[Any], bool]


def _is_name(value: object) -> bool:
    return isinstance(value, str) and value != ""


def _all(value: object, accepts: Callable[[Any], bool]) -> bool:
    return isinstance(value, list) and all(accepts(item) for item in value)


def _map(value: object, accepts: Callable[[Any], bool]) -> bool:
    return isinstance(value, dict) and all(accepts(item) for item in value.values())


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value < 10**9


def _or_null(kind: Kind) -> Kind:
    return Kind(f"{kind.expects} or null", lambda value: value is None or kind.accepts(value))


def _one_of(*words: str) -> Kind:
    allowed = frozenset(words)
    return Kind("one of " + ", ".join(words), lambda value: isinstance(value, str) and value in allowed)


def _words(*words: str) -> Kind:
    one = _one_of(*words)
    return Kind("an object of names and " + " or ".join(words), lambda value: _map(value, one.accepts))


NAME = Kind("a name", _is_name)
NAMES = Kind("a list of names", lambda value: _all(value, _is_name))
TEXT = Kind("a text", lambda value: isinstance(value, str))
TEXTS = Kind("a list of texts", lambda value: _all(value, lambda item: isinstance(item, str)))
TIME = Kind("a time as 2026-11-30T12:00:00Z", lambda value: to_epoch(value) is not None)
COUNT = Kind("a whole number from 0", _is_count)
BOOL = Kind("true or false", lambda value: isinstance(value, bool))
CARD = _one_of(*CARDS)
CARD_LIST = Kind("a list of card ids", lambda value: _all(value, CARD.accepts))
WINDOW = _one_of(*WINDOWS)
OBJECT = Kind("an object", lambda value: isinstance(value, dict))
HEX64 = Kind("64 hex digits in lower case", lambda value: isinstance(value, str) and bool(_HEX64.fullmatch(value)))
TEAM_VOTE = _one_of("approve", "reject")
MISSION_VOTE = _one_of("support", "sabotage")
SCORE = Kind(
    "an object with the numbers resistance and spies",
    lambda value: _map(value, _is_count) and {"resistance", "spies"} == value.keys(),
)

FIELDS: dict[str, dict[str, Kind]] = {
    "game_opened": {
        "version": COUNT,
        "game": NAME,
        "thread": TEXT,
        "options": OBJECT,
        "commitment": HEX64,
        "public": BOOL,
    },
    "player_joined": {"player": NAME, "account": NAME, "nicknames": TEXTS},
    "seat_ready": {"player": NAME},
    "player_left": {"player": NAME},
    "reserve_joined": {"player": NAME, "account": NAME, "nicknames": TEXTS},
    "nickname_set": {"player": NAME, "nicknames": TEXTS},
    "player_absent": {"player": NAME, "text": TEXT},
    "game_started": {"order": NAMES, "roles": _words("resistance", "spy"), "leader": NAME, "commitment": HEX64},
    "round_started": {"round": COUNT, "leader": NAME},
    "window_opened": {"window": WINDOW, "holders": NAMES, "closes_at": TIME},
    "window_passed": {"window": WINDOW, "player": NAME, "because": _one_of("answer", "standing_order", "ceiling")},
    "window_pass_withdrawn": {"window": WINDOW, "player": NAME},
    "window_closed": {"window": WINDOW},
    "leader_changed": {
        "leader": NAME,
        "because": _one_of("rejected", "mission_over", "strong_leader", "idle", "override"),
    },
    "cards_drawn": {"cards": CARD_LIST},
    "card_given": {"card": CARD, "by": NAME, "to": NAME},
    "card_played": {"card": CARD, "player": NAME, "target": _or_null(NAME)},
    "card_taken": {"card": _or_null(CARD), "by": NAME, "from": _or_null(NAME)},
    "card_moved": {"card": CARD, "from": _or_null(NAME), "to": _or_null(NAME)},
    "role_shown": {"of": NAME, "to": NAME, "because": CARD},
    "team_proposed": {"round": COUNT, "attempt": COUNT, "leader": NAME, "team": NAMES, "closes_at": TIME},
    "proposal_voided": {"round": COUNT, "attempt": COUNT},
    "team_vote_cast": {"player": NAME, "vote": TEAM_VOTE, "public": BOOL},
    "team_vote_withdrawn": {"player": NAME, "because": _one_of("player", "strike", "opinion_maker")},
    "team_vote_closed": {
        "votes": _words("approve", "reject"),
        "missing": NAMES,
        "approved": BOOL,
        "rejections": COUNT,
    },
    "team_cancelled": {"player": NAME, "rejections": COUNT},
    "mission_started": {"round": COUNT, "team": NAMES, "closes_at": TIME},
    "mission_vote_cast": {"player": NAME, "vote": MISSION_VOTE},
    "mission_vote_withdrawn": {"player": NAME, "because": _one_of("player", "strike")},
    "mission_vote_shown": {"of": NAME, "to": _or_null(NAME), "because": CARD},
    "mission_closed": {
        "round": COUNT,
        "votes": _words("support", "sabotage"),
        "missing": NAMES,
        "sabotages": COUNT,
        "succeeded": BOOL,
        "score": SCORE,
    },
    "game_ended": {
        "winner": _or_null(_one_of("resistance", "spies")),
        "because": _one_of("three_missions", "five_rejections", "override"),
        "seed": HEX64,
    },
    "delay_noted": {"player": NAME, "period": COUNT},
    "idle_acted": {"action": NAME, "player": NAME},
    "standing_order_set": {"player": NAME, "order": TEXT},
    "standing_order_cleared": {"player": NAME, "order": _or_null(TEXT)},
    "game_paused": {},
    "game_resumed": {"closes_at": _or_null(TIME)},
    "ceiling_changed": {
        "closes_at": TIME,
        "because": _one_of("override", "outage", "replaced", "posted_late", "asked_again", "undone"),
    },
    "player_replaced": {"old": NAME, "new": NAME, "account": NAME},
    "item_flagged": {"item": NAME, "because": _one_of("edited", "deleted")},
    "overridden": {"moderator": NAME, "command": TEXT, "reason": _or_null(TEXT)},
    "secrets_viewed": {"moderator": NAME, "what": TEXT},
    "note_added": {"moderator": NAME, "text": TEXT},
    "announced": {"moderator": NAME, "text": TEXT},
    "undone": {"to_seq": COUNT},
}
"""Every type of event of a game with its own fields."""

OPTIONAL: dict[str, frozenset[str]] = {
    "game_opened": frozenset({"public", "options"}),
    "player_joined": frozenset({"nicknames"}),
    "reserve_joined": frozenset({"nicknames"}),
    "card_played": frozenset({"target"}),
    "game_resumed": frozenset({"closes_at"}),
    "standing_order_cleared": frozenset({"order"}),
}
"""Fields that may be absent."""

WITHHELD: dict[str, frozenset[str]] = {
    "player_joined": frozenset({"account"}),
    "reserve_joined": frozenset({"account"}),
    "player_replaced": frozenset({"account"}),
    "game_started": frozenset({"roles"}),
    "mission_closed": frozenset({"votes", "missing", "sabotages"}),
}
"""Fields that the public record of a running game leaves out (``sabotages`` where they are not announced)."""

_NONE: frozenset[str] = frozenset()


def check_fields(event: Event, *, public: bool, found: Findings) -> bool:
    """Note everything wrong with the fields of a known type; True if the referee can work with them."""
    kinds = FIELDS[event.type]
    good = _check_source(event, found=found)
    optional = OPTIONAL.get(event.type, _NONE) | (WITHHELD.get(event.type, _NONE) if public else _NONE)
    for name, kind in kinds.items():
        if name not in event.data:
            if name not in optional:
                found.add(event.seq, Flaw.MISSING_FIELD, f"{event.type} has no {name}; it must be {kind.expects}.")
                good = False
        elif not kind.accepts(event.data[name]):
            value = quote(event.data[name])
            found.add(event.seq, Flaw.WRONG_FIELD, f"{event.type}: {name} is {value}; it must be {kind.expects}.")
            good = False
    for name in event.data:
        if name not in kinds and name not in _FRAME:
            found.skip(f"field {quote(name)} of {event.type}: not known to this version")
    return good


def _check_source(event: Event, *, found: Findings) -> bool:
    source: object = event.source
    if source is None or (
        isinstance(source, Mapping)
        and _is_name(source.get("id"))
        and (source.get("author") is None or isinstance(source.get("author"), str))
    ):
        return True
    found.add(event.seq, Flaw.WRONG_FIELD, 'source is unreadable; it reads {"id": "t1_abc", "author": "name"}.')
    return False
