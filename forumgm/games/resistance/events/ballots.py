"""Rounds, teams, missions, the end; delays and idle acts. Laws: see the package."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from forumgm.core.events import Event
from forumgm.games.resistance.terms import Card, Deed, Ending, IdleAction, NewLeader, Side, Vote, Withdrawn


@dataclass(frozen=True, slots=True)
class RoundStarted(Event):
    """A round begins."""

    type: ClassVar[str] = "round_started"
    round: int
    leader: str


@dataclass(frozen=True, slots=True)
class LeaderChanged(Event):
    """Somebody else leads."""

    type: ClassVar[str] = "leader_changed"
    leader: str
    because: NewLeader


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
