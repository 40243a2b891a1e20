"""Moderators' overrides: a decider for each verb, beside those of ``hosting`` (start, pause, resume, extend, abort).

votes.py   setvote, strikevote                 teams.py   void, propose_for, leader, close
cards.py   give, take, play_for                people.py  alias, kick, announce, note, whois

Laws (hosting.md, record.md): each writes ``overridden`` right before what it causes. An override may break the rules of
turn, hand, time and count, never those of deck, roles and scoring. Whoever holds a seat sees and sets no secrets.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from forumgm.core.errors import Refusal
from forumgm.core.orders import Order
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.overrides import cards, people, teams, votes

__all__ = ["OVERRIDES"]

OVERRIDES: Mapping[str, Callable[[Ledger, Order], Refusal | None]] = MappingProxyType(
    {
        "setvote": votes.set_vote,
        "strikevote": votes.strike_vote,
        "void": teams.void,
        "propose_for": teams.propose_for,
        "leader": teams.appoint,
        "close": teams.close,
        "give": cards.give,
        "take": cards.take,
        "play_for": cards.play_for,
        "alias": people.alias,
        "kick": people.kick,
        "announce": people.announce,
        "note": people.note,
        "whois": people.whois,
    }
)
