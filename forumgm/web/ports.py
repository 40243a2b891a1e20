"""What the pages need from outside, as protocols: games to show and, for moderators, the workshop behind them.

Law: ``PublicGame`` holds only what everybody may know; nothing that a page gets leads to a state or a store.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from forumgm.app.keyring import Holder

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Listed:
    """A game in the list."""

    id: str
    kind: str
    """``g``: a game of The Resistance, ``s``: a scene."""
    subreddit: str
    thread: str
    opened_at: int
    status: str
    """``open``, ``ended`` or ``aside``."""


@dataclass(frozen=True, slots=True)
class PublicGame:
    """A game as everybody may know it."""

    listed: Listed
    record: str
    """Its public record; the whole one after the end."""
    status: Json | None
    """The public view of its state, None where it has none."""
    now: int
    """Forum time when this was read."""
    rolls: Sequence[tuple[int, int]] = ()
    """Sides and face of each die that fell in a scene."""


class Gallery(Protocol):
    """The games that everybody may look at. Every method may raise StoreError."""

    def games(self) -> Sequence[Listed]:
        """Return all games, the newest first."""
        ...

    def game(self, game_id: str) -> PublicGame | None:
        """Return one game, None if there is none."""
        ...


@dataclass(frozen=True, slots=True)
class Writing:
    """A row of the outbox without its text."""

    game: str
    what: str
    state: str
    created: int
    attempts: int
    to: str = ""
    """Recipient of a message; empty where the reader has a seat in that game."""
    link: str | None = None
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Pending:
    """Something that was written to the GM and is not handled yet."""

    at: int
    game: str
    channel: str
    state: str
    link: str | None = None


@dataclass(frozen=True, slots=True)
class Watched:
    """A game as its moderators see it: nothing secret either."""

    listed: Listed
    phase: str
    awaited: str
    """Whom it waits for, as far as everybody may know."""
    due: Sequence[tuple[str, int]]
    has_seat: bool
    """The reader plays in it, so rows that hint at others' private mail are left out."""
    story: Sequence[str]
    """What happened, as the public record tells it, the newest last."""


@dataclass(frozen=True, slots=True)
class Raised:
    """A trouble that moderators were told of and that is not over."""

    game: str
    what: str
    since: int
    """When they were told, forum time."""


@dataclass(frozen=True, slots=True)
class Workshop:
    """Everything on the moderators' page."""

    now: int
    subreddits: Sequence[str]
    alerts: Sequence[str]
    raised: Sequence[Raised]
    games: Sequence[Watched]
    pending: Sequence[Pending]
    writings: Sequence[Writing]


class Backstage(Protocol):
    """What only moderators see, and their keys. Every method may raise StoreError."""

    def log_in(self, link: str) -> str | None:
        """Use up a one-time link; return the session's key, None if the link is no good."""
        ...

    def holder(self, session: str) -> Holder | None:
        """Return whose session this is, None if it is over."""
        ...

    def log_out(self, session: str) -> None:
        """End a session."""
        ...

    def workshop(self, holder: Holder) -> Workshop | None:
        """Return what this account may see, None if it moderates nothing here."""
        ...
