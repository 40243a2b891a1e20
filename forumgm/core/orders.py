"""Orders: what somebody wants done. A player's line, a clock that struck and a moderator's override are all orders.

Law: an order says who wants what and when; whether it may be is decided by the game alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from types import MappingProxyType
from typing import Any

from forumgm.core.items import Channel

_NOTHING: Mapping[str, Any] = MappingProxyType({})


class ActorKind(Enum):
    """In whose right an order comes."""

    PERSON = "person"
    """Somebody with an account: player, reserve or stranger; the game knows which."""
    MODERATOR = "moderator"
    """A moderator of the subreddit, using a moderator's command."""
    CLOCK = "clock"
    """A due time that was reached."""
    GM = "gm"
    """This program itself (``GmVerb``)."""


class GmVerb(StrEnum):
    """What the program orders of itself, in any game that takes it."""

    OPEN = "open"
    """The thread stands: the game begins in it."""
    PAUSE = "pause"
    RESUME = "resume"
    OUTAGE = "outage"
    """The forum was down: a period may get the time back."""
    POSTED_LATE = "posted_late"
    """What opened a period stood on the forum late."""
    FLAG_ITEM = "flag_item"
    """An item was edited or deleted after it was read."""
    SEAT_NEWCOMER = "seat_newcomer"
    """Whoever was asked to take a seat has answered."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Who gives an order. ``account`` is the identity; ``name`` is how the forum spells it."""

    kind: ActorKind
    name: str = ""
    account: str = ""


CLOCK = Actor(ActorKind.CLOCK)
GM = Actor(ActorKind.GM)


@dataclass(frozen=True, slots=True)
class Source:
    """The forum item behind an order; stands in the record beside each event it caused."""

    id: str
    author: str


@dataclass(frozen=True, slots=True)
class Order:
    """One order. ``verb`` names an action of the game; ``args`` are values that the reader has resolved."""

    verb: str
    by: Actor
    at: int
    """Stamp in forum time, epoch seconds."""
    args: Mapping[str, Any] = field(default_factory=lambda: _NOTHING)
    channel: Channel = Channel.PRIVATE
    source: Source | None = None
    text: str = ""
    """The words as written, for answers and for the record of overrides."""
