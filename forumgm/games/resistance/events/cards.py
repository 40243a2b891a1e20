"""Plot cards: windows, draws, deals, plays, and standing orders. Laws: see the package."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar

from forumgm.core.events import Event
from forumgm.games.resistance.order_text import read_order, write_order
from forumgm.games.resistance.terms import Card, Passed, Window

_ORDER: Mapping[str, Any] = MappingProxyType({"order": (write_order, read_order)})


@dataclass(frozen=True, slots=True)
class WindowOpened(Event):
    """The holders of a card may play it now."""

    type: ClassVar[str] = "window_opened"
    times: ClassVar[tuple[str, ...]] = ("closes_at",)
    window: Window
    holders: tuple[str, ...]
    closes_at: int


@dataclass(frozen=True, slots=True)
class WindowPassed(Event):
    """A holder lets the window go by."""

    type: ClassVar[str] = "window_passed"
    window: Window
    player: str
    because: Passed


@dataclass(frozen=True, slots=True)
class WindowPassWithdrawn(Event):
    """A holder took his pass back."""

    type: ClassVar[str] = "window_pass_withdrawn"
    window: Window
    player: str


@dataclass(frozen=True, slots=True)
class WindowClosed(Event):
    """The window is over."""

    type: ClassVar[str] = "window_closed"
    window: Window


@dataclass(frozen=True, slots=True)
class CardsDrawn(Event):
    """The round's plot cards; none when the deck is empty."""

    type: ClassVar[str] = "cards_drawn"
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CardGiven(Event):
    """The Leader dealt a card."""

    type: ClassVar[str] = "card_given"
    card: Card
    by: str
    to: str


@dataclass(frozen=True, slots=True)
class CardPlayed(Event):
    """A card was used. ``target`` is None where it has none."""

    type: ClassVar[str] = "card_played"
    optional: ClassVar[tuple[str, ...]] = ("target",)
    card: Card
    player: str
    target: str | None = None


@dataclass(frozen=True, slots=True)
class CardTaken(Event):
    """Take Responsibility took a card; ``card`` and ``from_`` are None where there was none to take."""

    type: ClassVar[str] = "card_taken"
    card: Card | None
    by: str
    from_: str | None


@dataclass(frozen=True, slots=True)
class CardMoved(Event):
    """A moderator moved a card; None is nowhere (``from_``) or the discard pile (``to``)."""

    type: ClassVar[str] = "card_moved"
    card: Card
    from_: str | None
    to: str | None


@dataclass(frozen=True, slots=True)
class RoleShown(Event):
    """``to`` was told the role of ``of``; which, is in nobody's record but the game's start."""

    type: ClassVar[str] = "role_shown"
    of: str
    to: str
    because: Card


@dataclass(frozen=True, slots=True)
class StandingOrderSet(Event):
    """A player left an order. Keys: ``what`` and, where it has them, ``card``, ``target``, ``on``, ``unless_on``,
    ``round`` (an answer kept for this round's mission only)."""

    type: ClassVar[str] = "standing_order_set"
    texts: ClassVar[Mapping[str, Any]] = _ORDER
    player: str
    order: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class StandingOrderCleared(Event):
    """A player took an order back."""

    type: ClassVar[str] = "standing_order_cleared"
    texts: ClassVar[Mapping[str, Any]] = _ORDER
    player: str
    order: Mapping[str, Any]
