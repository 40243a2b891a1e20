"""Pauses, ceilings, and what moderators do. Laws: see the package."""

from dataclasses import dataclass
from typing import ClassVar

from forumgm.core.events import Event, Rewind
from forumgm.games.resistance.terms import Flagged, NewCeiling


@dataclass(frozen=True, slots=True)
class GamePaused(Event):
    """The clocks stand still."""

    type: ClassVar[str] = "game_paused"


@dataclass(frozen=True, slots=True)
class GameResumed(Event):
    """The clocks run again; ``closes_at`` of the running period, None where nothing with a ceiling runs."""

    type: ClassVar[str] = "game_resumed"
    times: ClassVar[tuple[str, ...]] = ("closes_at",)
    closes_at: int | None


@dataclass(frozen=True, slots=True)
class CeilingChanged(Event):
    """The running period ends at another time."""

    type: ClassVar[str] = "ceiling_changed"
    times: ClassVar[tuple[str, ...]] = ("closes_at",)
    closes_at: int
    because: NewCeiling


@dataclass(frozen=True, slots=True)
class ItemFlagged(Event):
    """An item that was read has been edited or deleted since."""

    type: ClassVar[str] = "item_flagged"
    item: str
    because: Flagged


@dataclass(frozen=True, slots=True)
class Overridden(Event):
    """A moderator stepped in; the events he causes follow."""

    type: ClassVar[str] = "overridden"
    moderator: str
    command: str
    reason: str | None


@dataclass(frozen=True, slots=True)
class SecretsViewed(Event):
    """A moderator without a seat looked at secrets."""

    type: ClassVar[str] = "secrets_viewed"
    moderator: str
    what: str


@dataclass(frozen=True, slots=True)
class NoteAdded(Event):
    """A moderator's note."""

    type: ClassVar[str] = "note_added"
    moderator: str
    text: str


@dataclass(frozen=True, slots=True)
class Announced(Event):
    """A moderator's announcement in the thread."""

    type: ClassVar[str] = "announced"
    moderator: str
    text: str


@dataclass(frozen=True, slots=True)
class Undone(Rewind):
    """Everything behind ``to_seq`` counts no more."""

    type: ClassVar[str] = "undone"
