"""Dealing a drawn card (resistance.md section 2, step 2).

Law: the Leader passes a card to another player, unless the options let him keep it; Establish Confidence never.
"""

from forumgm.games.resistance.cards import CARDS
from forumgm.games.resistance.events import CardGiven
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.model import State
from forumgm.games.resistance.terms import Card


def receivers(state: State, card: Card) -> tuple[str, ...]:
    """Return to whom the Leader may deal this card, in player order."""
    may_keep = state.options.leader_may_keep_cards and card is not Card.ESTABLISH_CONFIDENCE
    return tuple(p for p in state.table.order if may_keep or p != state.round.leader)


def deal(ledger: Ledger, card: Card, to: str, *, at: int) -> None:
    """The card is given, and what it does at once has happened."""
    ledger.write(CardGiven(card, ledger.state.round.leader, to), at=at)
    CARDS[card].dealt(ledger, to, at)
