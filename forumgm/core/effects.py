"""Effects: what should be said or changed on the forum because of an event. Nouns; nothing here acts.

Laws (design.md 2.3, resistance.md 7): an effect carries a view for one audience, as plain JSON data, never the
state. What is public never depends on a role or a mission vote before it is revealed: neither in words, nor in
number, order or time.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Any

View = Mapping[str, Any]
"""Plain JSON data (str, int, bool, None, list, dict) for one audience; all that a template gets to see."""


@dataclass(frozen=True, slots=True)
class PublicPost:
    """A numbered comment in the thread (the first post and the end too). Exactly once, whatever happens."""

    template: str
    view: View
    opens_period: int | None = None
    """Seq of the event that opened a period which this post announces (resistance.md section 3, posted late)."""


@dataclass(frozen=True, slots=True)
class StatusEdit:
    """The game's one status comment says something else now. Only the newest counts."""

    view: View


class Purpose(Enum):
    """What a private note is for; receipts give way to the sender's newer ones."""

    ROLE = "role"
    HANDSHAKE = "handshake"
    ASK = "ask"
    REMINDER = "reminder"
    SHOWN = "shown"
    RECEIPT = "receipt"
    NEWS = "news"


@dataclass(frozen=True, slots=True)
class PrivateNote:
    """A message to one person. Safe to receive twice."""

    to: str
    """The player's name as the forum spells it."""
    account: str
    template: str
    view: View
    purpose: Purpose


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to the item at hand, by the road it came (a reply below a comment, a reply to a message)."""

    template: str
    view: View
    private: bool = False
    """True: the answer goes privately even if the item was a comment (mission votes, secrets)."""
    receipt: bool = False
    """True: it only says what was taken down; a newer receipt to the same person takes its place."""
    mark: str = ""
    """What the last line of the writing says behind its tag (``roll 417``); no brackets."""


class Alert(StrEnum):
    """A trouble of which moderators are told once, and once more when it is over (hosting.md)."""

    DELAYS = "delays"
    """A player has missed votes."""
    DOWN = "down"
    """The forum can't be read."""
    IDLE = "idle"
    """An action without a ceiling waits for long."""
    RIGHTS = "rights"
    """The bot is no moderator of the game's subreddit."""
    SET_ASIDE = "set_aside"
    """The game stands still after an error."""
    STUCK = "stuck"
    """A writing was refused for good."""
    THREAD_CLOSED = "thread_closed"
    """The thread can't be read or takes nothing."""
    UNREACHABLE = "unreachable"
    """Messages don't reach somebody."""

    def about(self, what: str) -> str:
        """Return the key of this trouble with one account, code or period of several."""
        return f"{self}:{what}"


@dataclass(frozen=True, slots=True)
class ModeratorNote:
    """A message to the moderators who hold no seat in this game."""

    template: str
    view: View
    alert: str | None = None
    """Key of the trouble (an ``Alert``, or what it is ``about``): told once, and once more when it is over."""


@dataclass(frozen=True, slots=True)
class ThreadFlair:
    """The thread's flair: phase and score."""

    text: str


Effect = PublicPost | StatusEdit | PrivateNote | Answer | ModeratorNote | ThreadFlair
