"""The table as the referee sees it: who sits where, what lies there, what is awaited.

Laws: seats are numbers in player order, so that a replaced player changes one name and nothing else; all that
an undo takes back is in ``Table`` and nothing else is.
"""

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

from forumgm.core.chance import Stream

MOST_KEPT = 300
"""More cards in a hand or orders of a player than this are not kept: no deck has so many, and reading stays linear."""


@dataclass(slots=True)
class Cast:
    """What one player last said in a ballot."""

    at: int
    vote: str | None
    """Null once it was withdrawn."""
    public: bool


@dataclass(slots=True)
class Period:
    """A ballot or window that is open."""

    opened_seq: int
    opened_at: int
    closes_at: int
    ceiling: int
    resumed_at: int | None = None
    """When a pause ended in which the last answer came."""
    outage: int = 0
    """Seconds given back for outages so far."""
    loose: bool = False
    """A moderator moved cards under it: who is awaited is his affair."""


@dataclass(slots=True)
class Ballot(Period):
    """A team vote or the mission votes."""

    voters: frozenset[int] = frozenset()
    casts: dict[int, Cast] = field(default_factory=dict)
    of_mission: bool = False
    by_hand: bool = False
    """A moderator ended it before its time."""

    def votes(self) -> dict[int, str]:
        """Return the votes that count, by seat."""
        return {seat: cast.vote for seat, cast in self.casts.items() if cast.vote is not None}

    def is_complete(self) -> bool:
        """Say whether everybody has voted."""
        return len(self.votes()) == len(self.voters)

    def last_at(self) -> int:
        """Return the latest stamp among the votes that count."""
        return max((cast.at for cast in self.casts.values() if cast.vote is not None), default=self.opened_at)


@dataclass(slots=True)
class Window(Period):
    """A card window."""

    name: str = ""
    holders: tuple[int, ...] = ()
    earliest: int = 0
    """From when on answers count: a card may be announced before its window opens."""
    answers: dict[int, list[int]] = field(default_factory=dict)
    """The stamps of each holder's answers, as far as they stand."""
    passed: set[int] = field(default_factory=set)
    played_at: int | None = None
    """The stamp of the card that ended it."""

    def is_complete(self) -> bool:
        """Say whether all holders have answered."""
        return all(seat in self.answers for seat in self.holders)


@dataclass(frozen=True, slots=True)
class Due:
    """An event that must come next, with the fields that the rules fix."""

    type: str
    fields: dict[str, Any]
    since: int
    """It is dated no earlier than this."""


@dataclass(frozen=True, slots=True)
class Pending:
    """An at-once card whose receiver has still to act."""

    card: str
    seat: int
    at: int


@dataclass(slots=True)
class Idle:
    """The program is acting for an idle player."""

    action: str
    seat: int
    at: int
    stream: Stream | None
    used: bool = False
    """Its first consequence is there; what follows is its own only at the same time."""


@dataclass(slots=True)
class Undo:
    """What an undo still asks for."""

    at: int
    left: int | None
    """Seconds that the reopened period had left, or null if none was running."""
    names: tuple[str, ...]
    """The names that the seats had before; empty once they have them again."""


class LeaderWindow(Enum):
    """Whether a Strong Leader window may open between two proposals."""

    NONE = auto()
    MAY = auto()


@dataclass(slots=True)
class Table:
    """Everything that an undo takes back."""

    names: list[str] = field(default_factory=list)
    roles: list[str] | None = None
    hands: list[list[str]] = field(default_factory=list)
    standing: list[list[str]] = field(default_factory=list)
    leader: int = 0
    lead_since: int = 0
    seated_at: dict[int, int] = field(default_factory=dict)
    """When a seat that was replaced got its newest player."""
    round: int = 0
    rejections: int = 0
    attempt: int = 0
    won: int = 0
    lost: int = 0
    deck_used: int = 0
    seen: list[str] = field(default_factory=list)
    undealt: list[str] = field(default_factory=list)
    maybe_dealt: list[str] = field(default_factory=list)
    """Cards that a moderator gave from nowhere and that may have been undealt ones."""
    dealt_at: int = 0
    pending: list[Pending] = field(default_factory=list)
    has_drawn: bool = False
    period: Ballot | Window | None = None
    mission: Ballot | None = None
    team: list[int] = field(default_factory=list)
    looks: set[int] = field(default_factory=set)
    spotlight: int | None = None
    window_end: int | None = None
    """When the Close Eye window of this mission closed."""
    vote_end: int = 0
    """When the last vote that counts here ended."""
    mission_end: int = 0
    """When the last mission's result was there."""
    dues: list[Due] = field(default_factory=list)
    leader_window: LeaderWindow = LeaderWindow.NONE
    late: set[int] = field(default_factory=set)
    late_noted: set[int] = field(default_factory=set)
    late_period: int = 0
    late_at: int = 0
    paused_at: int | None = None
    pause_unclear: bool = False
    """After an undo across a pause nobody can say whether it still holds."""
    idle: Idle | None = None
    """The last act for an idle player, while its consequences may still come."""
    replaced_at: int | None = None
    """The stamp of a replacement with nothing in the game after it yet."""
    replaced_in_pause: bool = False
    undone: Undo | None = None
    was_undone: bool = False

    @property
    def players(self) -> int:
        """The number of seats that play; 0 before the start."""
        return len(self.names)

    def after(self, seat: int) -> int:
        """Return the next seat in player order."""
        return (seat + 1) % len(self.names)

    def holders(self, card: str) -> list[int]:
        """Return the seats that hold a card, in player order."""
        return [seat for seat, hand in enumerate(self.hands) if card in hand]

    def hold(self, seat: int, card: str) -> None:
        """Put a card into a hand."""
        if len(self.hands[seat]) < MOST_KEPT:
            self.hands[seat].append(card)

    def await_receiver(self, card: str, *, seat: int, at: int) -> None:
        """Let an at-once card wait for its receiver."""
        if len(self.pending) < MOST_KEPT:
            self.pending.append(Pending(card, seat, at))

    def name_list(self, seats: list[int]) -> list[str]:
        """Return the names on these seats."""
        return [self.names[seat] for seat in seats]
