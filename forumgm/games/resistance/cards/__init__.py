"""The plot cards: a file and a row for each, in the order of record.md. Cards are strangers to each other."""

from collections.abc import Mapping
from types import MappingProxyType

from forumgm.games.resistance.cards import (
    close_eye,
    establish_confidence,
    in_the_spotlight,
    no_confidence,
    open_up,
    opinion_maker,
    overheard_conversation,
    strong_leader,
    take_responsibility,
)
from forumgm.games.resistance.pieces import CardRow
from forumgm.games.resistance.terms import Card

__all__ = ["CARDS", "ROWS"]

ROWS: tuple[CardRow, ...] = (
    strong_leader.ROW,
    close_eye.ROW,
    no_confidence.ROW,
    opinion_maker.ROW,
    take_responsibility.ROW,
    overheard_conversation.ROW,
    establish_confidence.ROW,
    open_up.ROW,
    in_the_spotlight.ROW,
)
CARDS: Mapping[Card, CardRow] = MappingProxyType({row.card: row for row in ROWS})
