"""The numbers of the rules, by player count (resistance.md sections 1 and 4). A host can override each row.

Law: data only. A table override in the options replaces a row; ``options`` validates it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from forumgm.games.resistance.terms import Card

MIN_PLAYERS = 5
MAX_PLAYERS = 10
ROUNDS = 5
MISSIONS_TO_WIN = 3
CRITICAL_MISSION = 4
"""The mission that may need two sabotages."""
LARGE_GAME = 8
"""From here on the second column of copies counts."""


@dataclass(frozen=True, slots=True)
class RoleCount:
    """How many of each side are dealt."""

    resistance: int
    spies: int


ROLES: Mapping[int, RoleCount] = MappingProxyType(
    {
        5: RoleCount(3, 2),
        6: RoleCount(4, 2),
        7: RoleCount(4, 3),
        8: RoleCount(5, 3),
        9: RoleCount(6, 3),
        10: RoleCount(6, 4),
    }
)

CARDS_PER_ROUND: Mapping[int, int] = MappingProxyType({5: 1, 6: 1, 7: 2, 8: 2, 9: 3, 10: 3})

TEAMS: Mapping[int, tuple[int, ...]] = MappingProxyType(
    {
        5: (2, 3, 2, 3, 3),
        6: (2, 3, 4, 3, 4),
        7: (2, 3, 3, 4, 4),
        8: (3, 4, 4, 5, 5),
        9: (3, 4, 4, 5, 5),
        10: (3, 4, 4, 5, 5),
    }
)

COPIES: Mapping[Card, tuple[int, int]] = MappingProxyType(
    {
        Card.STRONG_LEADER: (2, 2),
        Card.CLOSE_EYE: (2, 2),
        Card.NO_CONFIDENCE: (1, 3),
        Card.OPINION_MAKER: (1, 2),
        Card.TAKE_RESPONSIBILITY: (1, 1),
        Card.OVERHEARD_CONVERSATION: (0, 2),
        Card.ESTABLISH_CONFIDENCE: (0, 1),
        Card.OPEN_UP: (0, 1),
        Card.IN_THE_SPOTLIGHT: (0, 1),
    }
)
"""Copies in the deck for fewer than eight players, and for eight or more."""

Deck = Mapping[Card, int]


def default_deck(players: int) -> Deck:
    """Return how often each card is in the deck of a game with this many players."""
    column = 1 if players >= LARGE_GAME else 0
    return MappingProxyType({card: copies[column] for card, copies in COPIES.items()})


DECKS: Mapping[int, Deck] = MappingProxyType({n: default_deck(n) for n in range(MIN_PLAYERS, MAX_PLAYERS + 1)})


def deck_list(deck: Deck) -> list[Card]:
    """Return the unshuffled deck: the card ids in the record's order, each as often as the table says."""
    return [card for card in Card for _ in range(deck.get(card, 0))]
