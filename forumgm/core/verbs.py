"""Verb rows: what a game understands, as data. Reading, legality, help and the docs come from the same rows.

Law: the reader knows rows, no game. A game's ``actions/`` hold one file and one row for each command.
"""

from dataclasses import dataclass
from enum import Enum, IntEnum

from forumgm.core.items import Channel


class Arg(Enum):
    """The shape of one argument."""

    PLAYER = "player"
    PLAYERS = "players"
    """As many as the context says (a team)."""
    CARD = "card"
    BALLOT = "ballot"
    """One of the words of the open ballot."""
    CHOICE = "choice"
    """One of the words that the row lists."""
    DURATION = "duration"
    NUMBER = "number"
    NEW_NAME = "new_name"
    """A forum name that need not be in the game (a newcomer)."""
    NAMES = "names"
    """Free nicknames."""
    OPTIONS = "options"
    """Pairs of name and value (``players 8 plot on``)."""
    CONDITION = "condition"
    """``if [not] @p [and @q]``: gives the arguments ``on`` or ``unless_on``."""
    TEXT = "text"
    """The rest of the line, as written."""


class Who(Enum):
    """Whose command it is."""

    ANYONE = "anyone"
    PLAYER = "player"
    LEADER = "leader"
    MODERATOR = "moderator"


class Weight(IntEnum):
    """The harder to undo, the less may be guessed (resistance.md section 8)."""

    TALK = 0
    VOTE = 1
    PROPOSAL = 2
    CARD = 3
    SABOTAGE = 4


@dataclass(frozen=True, slots=True)
class Parameter:
    """One argument of a command."""

    name: str
    arg: Arg
    required: bool = True
    before: tuple[str, ...] = ()
    """Words that may stand before it (``with``, ``to``, ``on``)."""
    choices: tuple[str, ...] = ()
    or_reserve: bool = False
    """A player, or a reserve by his whole name."""


@dataclass(frozen=True, slots=True)
class Verb:
    """One command: what it is called, who may say it where and when, and how help explains it."""

    name: str
    """The order's verb, the same as the game's action."""
    words: tuple[str, ...]
    """What people write behind the mark; the first is what help shows."""
    summary: str
    """One line for help and docs: what one does with it."""
    example: str
    """A whole line that works, as shown in refusals and help."""
    parameters: tuple[Parameter, ...] = ()
    channels: frozenset[Channel] = frozenset(Channel)
    phases: frozenset[str] = frozenset()
    """Names of the game's phases; empty means any."""
    who: Who = Who.PLAYER
    weight: Weight = Weight.TALK
    ask_first: bool = False
    """Carried out only after the reading was stated and a plain yes came (undo, abort)."""
    reads_bare: bool = False
    """In a private message the word may stand without a mark (status, me, help)."""
    told_by_game: bool = False
    """Out of its phases the order still goes to the game, which says what is possible instead (join, leave)."""
    guides: tuple[str, ...] = ()
    """Words that may stand before the first argument and mean nothing (``as``, ``team``)."""
