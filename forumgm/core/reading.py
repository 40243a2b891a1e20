"""What reading works with: the context that a game gives, and the reading that comes out.

Both games (which make contexts and rows) and the language (which reads) use these values; neither knows the other.

Laws: a reading is a value and changes nothing. Whatever cannot be read for certain is asked about or refused with a
code and the facts for one answer: what was understood, what is wrong, the exact line to send (resistance.md section 7).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Any

from forumgm.core.items import Channel
from forumgm.core.verbs import Verb

_NOTHING: Mapping[str, Any] = MappingProxyType({})
_NO_HANDS: Mapping[str, tuple[str, ...]] = MappingProxyType({})
_NO_CODES: Mapping[str, str] = MappingProxyType({})


class Kind(Enum):
    """What the GM makes of a text."""

    ACCEPT = "accept"
    """One order, certain."""
    ACCEPT_MANY = "accept_many"
    """Several orders, to be carried out in this sequence."""
    CONFIRM = "confirm"
    """Nothing yet: the GM states its reading, and a plain yes carries the commands out."""
    ASK = "ask"
    """Nothing: one short answer asks to say it again."""
    REFUSE = "refuse"
    """Nothing: one short answer with the reason."""
    IGNORE = "ignore"
    """Talk. No answer."""
    FLAG = "flag"
    """Nothing: the moderators are told."""
    STATUS = "status"
    """The state of the game is asked for; ``code`` says which part."""
    ANSWER = "answer"
    """A question about the rules or the GM's own questions; ``code`` names the topic."""


@dataclass(frozen=True, slots=True)
class Command:
    """One order as read: the verb of a row and its arguments, names in the forum's spelling."""

    verb: str
    args: Mapping[str, Any] = field(default_factory=lambda: _NOTHING)
    text: str = ""
    """The words it was read from."""
    trial: bool = False
    """``--try``: show what would happen, change nothing."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a part of a text was not taken as an order: a code of ``templates/refusals`` and its facts."""

    code: str
    facts: Mapping[str, Any] = field(default_factory=lambda: _NOTHING)
    """``understood`` (text), ``wrong`` (the words it is about), ``line`` (what to send), ``options`` (list)."""
    kind: Kind = Kind.ASK


@dataclass(frozen=True, slots=True)
class Reading:
    """What one text came to."""

    kind: Kind
    commands: tuple[Command, ...] = ()
    """To carry out now (accept, accept_many) or after a plain yes (confirm)."""
    code: str = ""
    """Reason of an ask, refuse or flag; topic of a status or answer."""
    facts: Mapping[str, Any] = field(default_factory=lambda: _NOTHING)
    """Plain data for the answer, as in ``Problem.facts``."""
    left_over: tuple[Problem, ...] = ()
    """Parts of an accepted text that were not orders but deserve a word in the receipt or to the moderators."""
    private: bool = False
    """True: whatever is answered goes privately, even if the text stood in the thread (mission votes)."""
    game: str | None = None
    """Id of the game it belongs to, where several were possible."""


class Standing(Enum):
    """What the writer is to this game."""

    PLAYER = "player"
    RESERVE = "reserve"
    FORMER = "former"
    """Held a seat once; it belongs to somebody else now."""
    OUTSIDER = "outsider"


class ThreadKind(Enum):
    """What is played in a thread."""

    GAME = "game"
    SCENE = "scene"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat of the roster: the name that counts, and what else people call it."""

    name: str
    nicknames: tuple[str, ...] = ()
    former: tuple[str, ...] = ()
    """Names of those who held the seat before; they still mean the seat."""


@dataclass(frozen=True, slots=True)
class Ballot:
    """A ballot that is open, as it looks from the writer."""

    verb: str
    """The order that answers it (``vote``, ``mission``)."""
    values: tuple[str, ...]
    """Its two words as orders carry them."""
    mine: bool = True
    """The writer may answer it."""
    roads: frozenset[Channel] = frozenset({Channel.PRIVATE})
    """Where the writer has to answer: an Opinion Maker in the thread only."""
    own: str | None = None
    """What is down for the writer."""
    final: bool = False
    """What was said once stands (``vote_change = "never"``)."""
    barred: Mapping[str, str] = field(default_factory=lambda: _NO_CODES)
    """Values that this writer may not use, with the code to refuse them by. May stay empty: the game decides too."""
    withdraw: str = "withdraw_vote"
    """The order that takes an answer back."""
    guarded: bool = False
    """The hardest to undo: nothing is guessed, and answers go privately (missions)."""


@dataclass(frozen=True, slots=True)
class CardOption:
    """What the writer may do with one card at this moment."""

    card: str
    verb: str
    """``play_card`` for cards that are held, ``use_card`` for choices awaited at once."""
    targets: tuple[str, ...] | None = None
    """Players it may be used on; None when it takes no target."""
    off_target: str = "target_not_allowed"
    """Code for a player who is not among the targets."""
    may_pass: bool = False
    awaited: bool = True
    """The game waits for this answer from the writer; else it is only possible."""
    takes: Mapping[str, tuple[str, ...]] | None = None
    """For a card that takes another: what may be taken from whom."""


@dataclass(frozen=True, slots=True)
class ReadContext:
    """All that reading a text depends on, apart from the text and the vocabulary."""

    author: str
    channel: Channel
    phase: str
    game: str = ""
    """Id of the game (``g1``)."""
    is_bot: bool = False
    """The GM itself or another known program: never read."""
    standing: Standing = Standing.PLAYER
    leader: str | None = None
    moderator: bool = False
    thread: ThreadKind = ThreadKind.GAME
    bot: str = ""
    """The GM's own account name, for ``u/bot verb`` and for being addressed."""
    roster: tuple[Seat, ...] = ()
    """In seat order; seat numbers count from 1."""
    rows: tuple[Verb, ...] = ()
    needed: int | None = None
    """Size of the team that the Leader has to name."""
    team: tuple[str, ...] = ()
    """Proposed or on the mission."""
    ballot: Ballot | None = None
    drawn: tuple[str, ...] = ()
    """Cards the Leader still has to deal (card ids)."""
    at_once: frozenset[str] = frozenset()
    """Cards that take effect when dealt; a proposal cannot stand behind them in one comment."""
    leader_may_keep: bool = False
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: _NO_HANDS)
    options: tuple[CardOption, ...] = ()
    reserves: tuple[str, ...] = ()
    """Names of those who stand by."""
    handshake: str | None = None
    """Code that this person was asked for."""
    replies: bool = False
    """The message answers the GM's handshake message (forum threading says so)."""
    pending: Reading | None = None
    """The GM's newest question to this person in this channel, if it waits for a yes."""
    deleted_roll: bool = False
    """The writer's last roll in this scene was deleted (narrative.md A8)."""

    @property
    def is_leader(self) -> bool:
        """The writer is the Leader."""
        return self.leader is not None and self.leader == self.author

    @property
    def is_player(self) -> bool:
        """The writer holds a seat."""
        return self.standing is Standing.PLAYER
