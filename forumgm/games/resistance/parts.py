"""The parts of the state: small frozen values, so that a change copies little.

Law: data only. Players are named as the forum spells them now; everything secret says so.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType

from forumgm.games.resistance.options import DEFAULTS, Options
from forumgm.games.resistance.terms import Card, Deed, Ending, Passed, Role, Side, Vote, Window


class Next(Enum):
    """What the GM does of itself as soon as it can; ``WAIT`` is when others must act (``phases`` has the laws)."""

    WAIT = "wait"
    START_ROUND = "start_round"
    ASK_STRONG_LEADERS = "ask_strong_leaders"
    CROWN = "crown"
    """Strong Leader was played: its holder leads."""
    DRAW = "draw"
    TAKE_NOTHING = "take_nothing"
    """Take Responsibility finds no card to take."""
    CLOSE_BALLOT = "close_ballot"
    DROP_PRIVATE_VOTE = "drop_private_vote"
    """A new Opinion Maker's private vote counts no more."""
    ASK_CONFIDENCE = "ask_confidence"
    CANCEL_TEAM = "cancel_team"
    ASK_SPOTLIGHT = "ask_spotlight"
    START_MISSION = "start_mission"
    END_MISSION_VOTE = "end_mission_vote"
    TELL_RESULT = "tell_result"
    CLOSE_WINDOW = "close_window"
    LEAD_ON = "lead_on"
    """The team was rejected: the next player leads."""
    ROUND_OVER = "round_over"
    """The mission is over: the next player leads the next round."""
    END_GAME = "end_game"


@dataclass(frozen=True, slots=True)
class Opening:
    """What was fixed when the game opened."""

    game: str = ""
    thread: str = ""
    commitment: str = ""
    options: Options = DEFAULTS


@dataclass(frozen=True, slots=True)
class Former:
    """Who held a seat before; his items stamped up to ``until`` still count."""

    name: str
    account: str
    until: int


@dataclass(frozen=True, slots=True)
class Seat:
    """A place in the game."""

    name: str
    account: str
    nicknames: tuple[str, ...] = ()
    ready: bool = False
    """The handshake is done; after the start with ``confirm_roles``: the role is confirmed."""
    strikes: int = 0
    absent: str | None = None
    """What the player said about being away."""
    former: tuple[Former, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """Who sits there. Before the start in the order of joining, afterwards in the leader order (*the player list*)."""

    seats: tuple[Seat, ...] = ()
    reserves: tuple[Seat, ...] = ()
    roster: tuple[str, ...] = ()
    """The starting players' names as they were then: draws depend on them, whoever plays now."""
    order: tuple[str, ...] = ()
    """The player list: names now. Empty before the start."""
    roles: Mapping[str, Role] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Anew:
    """An idle wait that began again: whoever is awaited got the seat (hosting.md, "Replacing")."""

    seq: int
    """Of the replacement: the new wait's name."""
    at: int


@dataclass(frozen=True, slots=True)
class Choice:
    """An at-once card whose effect is awaited from its receiver."""

    player: str
    card: Card
    seq: int
    """Of the event that dealt it: the period's name."""
    since: int
    anew: Anew | None = None
    """The idle wait began again with a newcomer; None: with the deal."""


@dataclass(frozen=True, slots=True)
class Cards:
    """Where the plot cards are. The rest of the deck is never stored: it is drawn again from chance when needed."""

    hands: Mapping[str, tuple[Card, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """Held cards by player, oldest first; players without any may be absent."""
    undealt: tuple[Card, ...] = ()
    choices: tuple[Choice, ...] = ()
    drawn: int = 0
    """How many cards have left the deck."""
    drawn_at: int = 0
    """When cards were drawn last: nobody can have dealt them before."""
    discarded: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Round:
    """The running round."""

    number: int = 0
    leader: str = ""
    rejections: int = 0
    has_drawn: bool = False
    leader_card_used: bool = False
    """A Strong Leader was played and no Vote has been taken since."""


@dataclass(frozen=True, slots=True)
class Period:
    """Something the GM waits for. ``closes_at`` is None where there is no ceiling (a Leader's action)."""

    seq: int
    """Of the event that opened it: its name."""
    opened_at: int
    closes_at: int | None
    not_before: int
    """It cannot end earlier: its opening, or the last resuming."""
    given_back: int = 0
    """Seconds of outage that were added already."""
    asked_again: int = 0
    restart: bool = False
    """A seat it awaits was replaced during the pause: it starts anew on resuming."""
    troubled: bool = False
    """Something was down at a reminder's time or in the last hour: no delay is counted."""
    anew: Anew | None = None
    """The idle wait began again with a newcomer; None: with the opening."""


@dataclass(frozen=True, slots=True)
class Cast:
    """A team vote and when it was stamped."""

    vote: Vote
    at: int
    public: bool


@dataclass(frozen=True, slots=True)
class Proposal:
    """The team on the table and the votes on it."""

    attempt: int
    leader: str
    team: tuple[str, ...]
    votes: Mapping[str, Cast] = field(default_factory=lambda: MappingProxyType({}))
    withdrawn: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """When a player last took his vote back: what was stamped before counts no more."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A mission vote and when it was stamped."""

    vote: Deed
    at: int


@dataclass(frozen=True, slots=True)
class Mission:
    """The running mission."""

    team: tuple[str, ...]
    seq: int
    votes: Mapping[str, Sent] = field(default_factory=lambda: MappingProxyType({}))
    withdrawn: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    spotlight: str | None = None
    ended_at: int | None = None
    """When the voting ended; None while it runs."""
    troubled: bool = False


@dataclass(frozen=True, slots=True)
class Passing:
    """A holder's pass in a window."""

    because: Passed
    at: int


@dataclass(frozen=True, slots=True)
class Play:
    """A card that was used."""

    card: Card
    player: str
    target: str | None
    at: int


@dataclass(frozen=True, slots=True)
class CardWindow:
    """The open window, or the one that was just closed and has its effect still to come."""

    window: Window
    holders: tuple[str, ...]
    passes: Mapping[str, Passing] = field(default_factory=lambda: MappingProxyType({}))
    plays: tuple[Play, ...] = ()
    closed_at: int | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """An order left for later (resistance.md section 5). ``what``: pass, use, approve or reject."""

    what: str
    at: int
    card: Card | None = None
    target: str | None = None
    on: tuple[str, ...] = ()
    unless_on: tuple[str, ...] = ()
    round: int | None = None
    """Set for an answer that was given before its window opened: it holds for this round alone."""


@dataclass(frozen=True, slots=True)
class Closed:
    """How a period ended."""

    opened_at: int
    ended_at: int
    seq: int
    """Of the closing event."""


@dataclass(frozen=True, slots=True)
class PastBallot:
    """A team that was voted on."""

    round: int
    attempt: int
    leader: str
    team: tuple[str, ...]
    votes: Mapping[str, Vote]
    missing: tuple[str, ...]
    approved: bool
    rejections: int
    cancelled_by: str | None = None


@dataclass(frozen=True, slots=True)
class PastMission:
    """A mission that is over. ``votes`` is secret until the end."""

    round: int
    team: tuple[str, ...]
    votes: Mapping[str, Deed]
    missing: tuple[str, ...]
    sabotages: int
    succeeded: bool
    spotlight: str | None


@dataclass(frozen=True, slots=True)
class Shown:
    """Something was shown to somebody: a role, or a mission vote (``deed``). ``to`` None is everybody. A secret."""

    of: str
    to: str | None
    because: Card
    round: int
    deed: Deed | None
    """What was seen of a mission; None for a role (which never changes)."""


@dataclass(frozen=True, slots=True)
class Delay:
    """A vote that was missing at its ceiling."""

    player: str
    period: int
    on_mission: bool
    """Mission delays are shown to players only at the end."""


@dataclass(frozen=True, slots=True)
class Stepped:
    """A moderator's override or note, for the reveal at the end."""

    moderator: str
    what: str
    text: str
    at: int


@dataclass(frozen=True, slots=True)
class Chronicle:
    """What is over, for status, reveal and reminders of what cannot be unseen."""

    ballots: tuple[PastBallot, ...] = ()
    missions: tuple[PastMission, ...] = ()
    plays: tuple[Play, ...] = ()
    shown: tuple[Shown, ...] = ()
    delays: tuple[Delay, ...] = ()
    overrides: tuple[Stepped, ...] = ()
    viewed: tuple[Stepped, ...] = ()
    notes: tuple[Stepped, ...] = ()
    flagged: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """How it ended."""

    winner: Side | None
    because: Ending
    seed: str


Orders = Mapping[str, tuple[Standing, ...]]
