"""What can happen in a game of The Resistance: one class for each row of record.md, with the row's fields.

Laws: an event is a fact with its results; field order is the record's; times are epoch seconds here and stamps in
the record. A value read back from a record is a plain text equal to its member of ``terms``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar

from forumgm.core.events import Codec, Event, Rewind
from forumgm.games.resistance.order_text import read_order, write_order
from forumgm.games.resistance.terms import (
    Card,
    Deed,
    Ending,
    Flagged,
    IdleAction,
    NewCeiling,
    NewLeader,
    Passed,
    Role,
    Side,
    Vote,
    Window,
    Withdrawn,
)

RECORD_VERSION = 1
_ORDER: Mapping[str, Any] = MappingProxyType({"order": (write_order, read_order)})


@dataclass(frozen=True, slots=True)
class GameOpened(Event):
    """Sign-up is open; the commitment binds the secret before anybody has signed up."""

    type: ClassVar[str] = "game_opened"
    version: int
    game: str
    thread: str
    options: Mapping[str, Any]
    """Only those that differ from their default."""
    commitment: str


@dataclass(frozen=True, slots=True)
class PlayerJoined(Event):
    """A seat is taken."""

    type: ClassVar[str] = "player_joined"
    player: str
    account: str
    nicknames: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatReady(Event):
    """The player's messages work both ways."""

    type: ClassVar[str] = "seat_ready"
    player: str


@dataclass(frozen=True, slots=True)
class PlayerLeft(Event):
    """A seat or a reserve's place is free again."""

    type: ClassVar[str] = "player_left"
    player: str


@dataclass(frozen=True, slots=True)
class ReserveJoined(Event):
    """Somebody stands by as a reserve."""

    type: ClassVar[str] = "reserve_joined"
    player: str
    account: str


@dataclass(frozen=True, slots=True)
class NicknameSet(Event):
    """The player goes by these nicknames now."""

    type: ClassVar[str] = "nickname_set"
    player: str
    nicknames: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayerAbsent(Event):
    """The player says that he will be away (or asks for a substitute)."""

    type: ClassVar[str] = "player_absent"
    player: str
    text: str


@dataclass(frozen=True, slots=True)
class GameStarted(Event):
    """Roles are dealt and the leader order is drawn."""

    type: ClassVar[str] = "game_started"
    order: tuple[str, ...]
    roles: Mapping[str, Role]
    leader: str
    commitment: str


@dataclass(frozen=True, slots=True)
class RoleConfirmed(Event):
    """The player has read his role (``confirm_roles``).

    The one type beside record.md's table, which has none for it: readers skip types that they don't know.
    """

    type: ClassVar[str] = "role_confirmed"
    player: str


@dataclass(frozen=True, slots=True)
class RoundStarted(Event):
    """A round begins."""

    type: ClassVar[str] = "round_started"
    round: int
    leader: str


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
class LeaderChanged(Event):
    """Somebody else leads."""

    type: ClassVar[str] = "leader_changed"
    leader: str
    because: NewLeader


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
class TeamProposed(Event):
    """The Leader's proposal stands and the ballot is open (from ``closes_at`` minus the ceiling)."""

    type: ClassVar[str] = "team_proposed"
    times: ClassVar[tuple[str, ...]] = ("closes_at",)
    round: int
    attempt: int
    leader: str
    team: tuple[str, ...]
    closes_at: int


@dataclass(frozen=True, slots=True)
class ProposalVoided(Event):
    """A moderator took the proposal back; its number is free again."""

    type: ClassVar[str] = "proposal_voided"
    round: int
    attempt: int


@dataclass(frozen=True, slots=True)
class TeamVoteCast(Event):
    """A player voted on the team. ``public``: it was read in the thread."""

    type: ClassVar[str] = "team_vote_cast"
    player: str
    vote: Vote
    public: bool


@dataclass(frozen=True, slots=True)
class TeamVoteWithdrawn(Event):
    """A player's team vote is gone."""

    type: ClassVar[str] = "team_vote_withdrawn"
    player: str
    because: Withdrawn


@dataclass(frozen=True, slots=True)
class TeamVoteClosed(Event):
    """The ballot is over and public."""

    type: ClassVar[str] = "team_vote_closed"
    votes: Mapping[str, Vote]
    missing: tuple[str, ...]
    approved: bool
    rejections: int
    """Rejected teams of the round so far, this one included."""


@dataclass(frozen=True, slots=True)
class TeamCancelled(Event):
    """No Confidence undid an approval; it counts as a rejection."""

    type: ClassVar[str] = "team_cancelled"
    player: str
    rejections: int


@dataclass(frozen=True, slots=True)
class MissionStarted(Event):
    """The team is on its mission and votes."""

    type: ClassVar[str] = "mission_started"
    times: ClassVar[tuple[str, ...]] = ("closes_at",)
    round: int
    team: tuple[str, ...]
    closes_at: int


@dataclass(frozen=True, slots=True)
class MissionVoteCast(Event):
    """A member voted on the mission. A secret."""

    type: ClassVar[str] = "mission_vote_cast"
    player: str
    vote: Deed


@dataclass(frozen=True, slots=True)
class MissionVoteWithdrawn(Event):
    """A member's mission vote is gone."""

    type: ClassVar[str] = "mission_vote_withdrawn"
    player: str
    because: Withdrawn


@dataclass(frozen=True, slots=True)
class MissionVoteShown(Event):
    """A member's mission vote was shown to a player, or to everybody (None)."""

    type: ClassVar[str] = "mission_vote_shown"
    of: str
    to: str | None
    because: Card


@dataclass(frozen=True, slots=True)
class MissionClosed(Event):
    """The mission's result."""

    type: ClassVar[str] = "mission_closed"
    round: int
    votes: Mapping[str, Deed]
    missing: tuple[str, ...]
    sabotages: int
    succeeded: bool
    score: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """It is over; everything is revealed, the secret too."""

    type: ClassVar[str] = "game_ended"
    winner: Side | None
    because: Ending
    seed: str


@dataclass(frozen=True, slots=True)
class DelayNoted(Event):
    """A vote was missing at its ceiling. ``period``: seq of the event that opened it."""

    type: ClassVar[str] = "delay_noted"
    player: str
    period: int


@dataclass(frozen=True, slots=True)
class IdleActed(Event):
    """The GM acted for somebody who let an action wait for too long; the events behind it say how."""

    type: ClassVar[str] = "idle_acted"
    action: IdleAction
    player: str


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
class PlayerReplaced(Event):
    """Another account holds the seat."""

    type: ClassVar[str] = "player_replaced"
    old: str
    new: str
    account: str


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


EVENT_TYPES: tuple[type[Event], ...] = (
    GameOpened, PlayerJoined, SeatReady, PlayerLeft, ReserveJoined, NicknameSet, PlayerAbsent, GameStarted,
    RoleConfirmed, RoundStarted, WindowOpened, WindowPassed, WindowPassWithdrawn, WindowClosed, LeaderChanged,
    CardsDrawn, CardGiven,
    CardPlayed, CardTaken, CardMoved, RoleShown, TeamProposed, ProposalVoided, TeamVoteCast, TeamVoteWithdrawn,
    TeamVoteClosed, TeamCancelled, MissionStarted, MissionVoteCast, MissionVoteWithdrawn, MissionVoteShown,
    MissionClosed, GameEnded, DelayNoted, IdleActed, StandingOrderSet, StandingOrderCleared, GamePaused, GameResumed,
    CeilingChanged, PlayerReplaced, ItemFlagged, Overridden, SecretsViewed, NoteAdded, Announced, Undone,
)  # fmt: skip

CODEC = Codec(EVENT_TYPES)
