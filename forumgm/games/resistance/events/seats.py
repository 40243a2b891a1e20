"""Who sits there: sign-up, start, seats that change hands. Laws: see the package."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from forumgm.core.events import Event
from forumgm.games.resistance.terms import Role


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
class PlayerReplaced(Event):
    """Another account holds the seat."""

    type: ClassVar[str] = "player_replaced"
    old: str
    new: str
    account: str
