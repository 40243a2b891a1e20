"""What can happen in a game of The Resistance: one class for each row of record.md, with the row's fields.

    seats.py    who sits there          cards.py    windows, draws, plays, standing orders
    ballots.py  teams, missions, end    clocks.py   pauses, ceilings, moderators

Laws: an event is a fact with its results; field order is the record's; times are epoch seconds here and stamps in
the record. A value read back from a record is a plain text equal to its member of ``terms``.
"""

from forumgm.core.events import Codec, Event
from forumgm.games.resistance.events.ballots import (
    DelayNoted,
    GameEnded,
    IdleActed,
    LeaderChanged,
    MissionClosed,
    MissionStarted,
    MissionVoteCast,
    MissionVoteShown,
    MissionVoteWithdrawn,
    ProposalVoided,
    RoundStarted,
    TeamCancelled,
    TeamProposed,
    TeamVoteCast,
    TeamVoteClosed,
    TeamVoteWithdrawn,
)
from forumgm.games.resistance.events.cards import (
    CardGiven,
    CardMoved,
    CardPlayed,
    CardsDrawn,
    CardTaken,
    RoleShown,
    StandingOrderCleared,
    StandingOrderSet,
    WindowClosed,
    WindowOpened,
    WindowPassed,
    WindowPassWithdrawn,
)
from forumgm.games.resistance.events.clocks import (
    Announced,
    CeilingChanged,
    GamePaused,
    GameResumed,
    ItemFlagged,
    NoteAdded,
    Overridden,
    SecretsViewed,
    Undone,
)
from forumgm.games.resistance.events.seats import (
    GameOpened,
    GameStarted,
    NicknameSet,
    PlayerAbsent,
    PlayerJoined,
    PlayerLeft,
    PlayerReplaced,
    ReserveJoined,
    RoleConfirmed,
    SeatReady,
)

__all__ = [
    "CODEC",
    "EVENT_TYPES",
    "RECORD_VERSION",
    "Announced",
    "CardGiven",
    "CardMoved",
    "CardPlayed",
    "CardTaken",
    "CardsDrawn",
    "CeilingChanged",
    "DelayNoted",
    "GameEnded",
    "GameOpened",
    "GamePaused",
    "GameResumed",
    "GameStarted",
    "IdleActed",
    "ItemFlagged",
    "LeaderChanged",
    "MissionClosed",
    "MissionStarted",
    "MissionVoteCast",
    "MissionVoteShown",
    "MissionVoteWithdrawn",
    "NicknameSet",
    "NoteAdded",
    "Overridden",
    "PlayerAbsent",
    "PlayerJoined",
    "PlayerLeft",
    "PlayerReplaced",
    "ProposalVoided",
    "ReserveJoined",
    "RoleConfirmed",
    "RoleShown",
    "RoundStarted",
    "SeatReady",
    "SecretsViewed",
    "StandingOrderCleared",
    "StandingOrderSet",
    "TeamCancelled",
    "TeamProposed",
    "TeamVoteCast",
    "TeamVoteClosed",
    "TeamVoteWithdrawn",
    "Undone",
    "WindowClosed",
    "WindowOpened",
    "WindowPassWithdrawn",
    "WindowPassed",
]

RECORD_VERSION = 1

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
