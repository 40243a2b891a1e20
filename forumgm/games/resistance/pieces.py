"""The row types of commands and cards.

Law: a new command is a file in ``actions/`` and its row, a new card a file in ``cards/`` and its row; nothing else
knows them by name but the tuples in their ``__init__``.
"""

from collections.abc import Callable
from dataclasses import dataclass

from forumgm.core.errors import Refusal
from forumgm.core.items import Channel
from forumgm.core.orders import Order
from forumgm.core.verbs import Verb
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.model import State
from forumgm.games.resistance.terms import Card, CardKind, Window

BOTH = frozenset(Channel)
THREAD = frozenset({Channel.THREAD})


@dataclass(frozen=True, slots=True)
class Action:
    """A player's command: its row for the reader, and what it does."""

    verb: Verb
    decide: Callable[[Ledger, Order, str], Refusal | None]
    """Writes what follows, or says why not. The last argument is the player's name ("" for somebody without a seat)."""
    for_players: bool = True
    """Only a player of the game may say it."""
    in_pause: bool = False
    """Taken and answered while the game is paused (resistance.md section 3, Pause)."""


@dataclass(frozen=True, slots=True)
class Use:
    """A card that somebody wants to use."""

    player: str
    target: str | None
    at: int
    takes: Card | None = None
    """Take Responsibility: which card, where the target holds several kinds."""


@dataclass(frozen=True, slots=True)
class CardRow:
    """A plot card (resistance.md section 4)."""

    card: Card
    title: str
    kind: CardKind
    effect: str
    """One line for help and the first post."""
    example: str
    """A whole line that works."""
    channels: frozenset[Channel]
    needs_target: bool = False
    window: Window | None = None
    """Where a held card may be played."""
    targets: Callable[[State, str], tuple[str, ...]] = lambda _state, _player: ()
    """Whom the player may choose, in player order."""
    object_to: Callable[[State, Use], Refusal | None] = lambda _state, _use: None
    """Say what is wrong with the target, once holder and time are checked."""
    play: Callable[[Ledger, Use], None] | None = None
    """Write what happens when the card is used; None where it only has to be held or dealt."""
    dealt: Callable[[Ledger, str, int], None] = lambda _ledger, _receiver, _at: None
    """Write what happens at once when the card is dealt to the receiver."""
