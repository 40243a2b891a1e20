"""Samples of refusals: each code with the facts that are always there, and where the reader gives it, with its own.

Law: a fact's value is made up, its name is not: tests compare the names with what rules and reader really give.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from forumgm.app.house import House
from forumgm.core.effects import Answer, Effect
from forumgm.core.errors import Refusal
from forumgm.core.items import Channel
from forumgm.core.orders import Actor, ActorKind, Order, Source
from forumgm.games.resistance.refusals import REFUSALS

_AT = 1_767_225_600
FACTS: Mapping[str, Any] = MappingProxyType(
    {
        "at": _AT,
        "card": "close_eye",
        "cards": ("close_eye",),
        "closed_at": _AT,
        "current": "team_vote",
        "ended_at": _AT,
        "got": 2,
        "leader": "Ann",
        "limit": 8,
        "line": "!propose Ann, Bob",
        "member": "Bob",
        "message": "a die has at least 2 sides",
        "missing": "player",
        "name": "Rowan",
        "need": 3,
        "nickname": "Annie",
        "number": 41,
        "opened_at": _AT,
        "options": ("Ann", "Bob"),
        "phase": "team_vote",
        "player": "Bob",
        "players": ("Ann", "Bob"),
        "problems": ("plot: allowed is true or false",),
        "reserve": True,
        "since": _AT,
        "taken": "Ann",
        "text": "!propose Ann, Cid",
        "understood": "propose Ann, Cid",
        "where": "thread",
        "wrong": "Cid",
    }
)
"""A value for every fact that a refusal may name."""
READ: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "ambiguous_name": ("text", "wrong", "options"),
        "ambiguous_target": ("text",),
        "answer_yes_or_no": ("text",),
        "bad_dice": ("wrong", "message"),
        "bad_expression": ("wrong", "message"),
        "both_marked": ("text",),
        "card_not_drawn": ("text", "card", "wrong", "options"),
        "cards_undealt": ("text", "options"),
        "choice_awaited": ("text", "options"),
        "conditional_vote": ("text", "options"),
        "correction": ("text", "line"),
        "does_not_hold_card": ("text", "card"),
        "duplicate_member": ("text", "member"),
        "game_over": ("text",),
        "gm_does_not_choose": ("text", "options"),
        "hidden_characters": (),
        "hidden_text": ("text", "line"),
        "leader_keeps_no_card": ("text", "card"),
        "link_in_command": ("text",),
        "low_confidence_name": ("text", "wrong", "options"),
        "missing_argument": ("text", "missing"),
        "mission_votes_private": ("text", "line", "where"),
        "must_choose": ("text", "card"),
        "no_delegation": ("text", "line"),
        "no_expression": ("line",),
        "no_such_action": ("text", "line"),
        "no_such_vote": ("text", "options"),
        "no_team": ("text",),
        "no_question": ("text",),
        "not_a_player": (),
        "not_adjacent": ("text", "card", "wrong", "options"),
        "not_leader": ("text", "leader"),
        "not_moderator": ("understood",),
        "not_on_team": ("text",),
        "nothing_marked": ("text", "options"),
        "nothing_to_deal": ("text",),
        "proxy_vote": ("text", "options"),
        "question": ("text",),
        "relative_vote": ("text", "options"),
        "resistance_must_support": ("text", "options"),
        "rolls_for_another": ("understood",),
        "sarcasm": ("text", "options"),
        "secret_information": ("text",),
        "standing_order": ("text",),
        "target_not_on_team": ("text", "card", "wrong", "options"),
        "target_needed": ("text",),
        "thread_only": ("text", "line"),
        "too_many_dice": ("wrong", "message"),
        "too_many_orders": ("text", "limit"),
        "too_many_rolls": (),
        "two_cards": ("text", "wrong"),
        "unclear": ("text",),
        "unclear_team": ("text", "wrong"),
        "unknown_command": ("text", "wrong", "line"),
        "unknown_name": ("text", "wrong"),
        "vote_in_public": ("text", "line"),
        "votes_final": ("text",),
        "votes_private": ("text", "line", "where"),
        "which_card": ("text", "options"),
        "window_closed": ("text", "card"),
        "wrong_ballot_word": ("text", "options"),
        "wrong_code": ("text", "line"),
        "wrong_channel": ("text", "line", "where"),
        "wrong_phase": ("current",),
        "wrong_size": ("text", "need", "got"),
    }
)
"""The codes of the reader, with the facts that each of their readings has."""
SCENE: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"done_already": (), "no_such_action": (), "too_many_characters": ("limit",), "too_many_rolls_a_day": ("limit",)}
)
"""What the scenes of ``narrative`` never come to, with all facts."""
_ORDER = Order("vote", Actor(ActorKind.PERSON, "Bob", "t2_bob"), _AT, {}, Channel.PRIVATE, Source("t4_1", "Bob"))


def of_games(house: House) -> Iterator[Effect]:
    """Yield every refusal of the rules as the game words it, and every one of the reader as it comes."""
    for code, row in REFUSALS.items():
        yield from house.refuse(house.initial(), _ORDER, Refusal(code, _facts(row.facts)))
    for code, names in READ.items():
        yield Answer(f"refusals/{code}", {"code": code, "game": "G1", **_facts(names)})


def of_scenes(house: House) -> Iterator[Effect]:
    """Yield the refusals that no scene here comes to."""
    for code, names in SCENE.items():
        yield from house.refuse(house.initial(), _ORDER, Refusal(code, _facts(names)))


def _facts(names: tuple[str, ...]) -> dict[str, Any]:
    return {name: FACTS[name] for name in names}
