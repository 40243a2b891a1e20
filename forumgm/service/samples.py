"""Samples: real views for a dry run of the templates, from simulated games.

Law: nothing here is made up where the game can say it: a whole game is played in memory and everything that it would
have said is handed out; only refusals get invented facts.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from forumgm.app.house import House
from forumgm.core.effects import Effect, StatusEdit, ThreadFlair, View
from forumgm.core.events import Event, Fact, Recorded, record
from forumgm.core.orders import Actor, ActorKind, Order
from forumgm.games.resistance import events
from forumgm.games.resistance.refusals import REFUSALS
from forumgm.games.resistance.simulate import simulate
from forumgm.games.resistance.terms import Card, Flagged, IdleAction, NewCeiling, NewLeader, Withdrawn

PLAYERS = (5, 8)
"""Seats of the games that are played: with and without a mission that two sabotages fail."""
_AT = 1_767_225_600
FACTS: Mapping[str, Any] = {
    "at": _AT,
    "card": "close_eye",
    "cards": ("close_eye",),
    "closed_at": _AT,
    "current": "team_vote",
    "ended_at": _AT,
    "got": 2,
    "leader": "Ann",
    "member": "Bob",
    "name": "Rowan",
    "need": 3,
    "nickname": "Annie",
    "number": 41,
    "opened_at": _AT,
    "options": ("Ann", "Bob"),
    "player": "Bob",
    "players": ("Ann", "Bob"),
    "problems": ("plot: allowed is true or false",),
    "reserve": True,
    "since": _AT,
    "taken": "Ann",
    "where": "thread",
    "wrong": "Cid",
}
"""A value for every fact that a refusal may name."""


ADMINISTRATION: tuple[Event, ...] = (
    events.GamePaused(),
    events.GameResumed(_AT),
    events.CeilingChanged(_AT, NewCeiling.OVERRIDE),
    events.ItemFlagged("t1_abc", Flagged.EDITED),
    events.Overridden("mara", "void", "because"),
    events.Announced("mara", "Back on Monday."),
    events.IdleActed(IdleAction.RANDOM, "Ann"),
    events.LeaderChanged("Bob", NewLeader.OVERRIDE),
    events.ProposalVoided(1, 1),
    events.CardMoved(Card.OPINION_MAKER, None, "Bob"),
    events.NicknameSet("Bob", ("Bobby",)),
    events.PlayerAbsent("Bob", "until Monday"),
    events.PlayerReplaced("Bob", "Zoe", "t2_zoe"),
    events.TeamVoteWithdrawn("Ann", Withdrawn.STRIKE),
)
"""What moderators cause, which no simulated game has."""

MODERATION: tuple[tuple[Event, str, View], ...] = (
    (events.Overridden("mara", "replace", None), "replace", {"old": "Bob", "new": "Zoe"}),
    (events.Overridden("mara", "remind", None), "remind", {}),
    (events.SecretsViewed("mara", "roles and votes"), "whois", {}),
)
"""What a moderator's order makes the GM say to him."""


def samples(house: House) -> Iterator[tuple[str, View]]:
    """Yield templates with a view each, many of them more than once."""
    for players in PLAYERS:
        yield from _game(house, players)
    for code, row in REFUSALS.items():
        yield f"refusals/{code}", {"code": code, **{name: FACTS[name] for name in row.facts}}


def _game(house: House, players: int) -> Iterator[tuple[str, View]]:
    played = next(iter(simulate(players=players, games=1, seed="samples", keep_lines=True)))
    before = house.initial()
    for line in played.lines:
        recorded = house.codec.decode(line)
        after = house.system.apply(before, recorded)
        yield from _said(house, before, recorded, after)
        if players == PLAYERS[0] and recorded.event.type == "mission_started":
            for event in ADMINISTRATION:
                by_hand = record(Fact(recorded.at, event), seq=recorded.seq + 1, previous=line, source=None)
                yield from _said(house, after, by_hand, house.system.apply(after, by_hand))
            yield from _moderated(house, recorded, after)
        before = after


def _moderated(house: House, last: Recorded, state: Any) -> Iterator[tuple[str, View]]:
    for event, verb, args in MODERATION:
        by_hand = record(Fact(last.at, event), seq=last.seq + 1, previous=last.line, source=None)
        order = Order(verb, Actor(ActorKind.MODERATOR, "mara", "t2_mara"), last.at, args)
        for effect in house.system.react(state, by_hand, house.system.apply(state, by_hand), order):
            yield from _worded(effect)


def _said(house: House, before: Any, recorded: Recorded, after: Any) -> Iterator[tuple[str, View]]:
    """Yield what an event makes the GM say: alone, merged with others, and as a receipt to who caused it."""
    effects = list(house.system.react(before, recorded, after, None))
    player = getattr(recorded.event, "player", None)
    order = Order("", Actor(ActorKind.PERSON, player, f"t2_{player}"), recorded.at) if player else None
    receipts = house.system.react(before, recorded, after, order) if order else ()
    for effect in (*effects, *house.compose(effects), *receipts):
        yield from _worded(effect)


def _worded(effect: Effect) -> Iterator[tuple[str, View]]:
    match effect:
        case StatusEdit():
            yield "resistance/status", effect.view
        case ThreadFlair():
            return
        case _:
            yield effect.template, effect.view
