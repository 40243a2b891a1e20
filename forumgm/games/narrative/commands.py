"""What the reader makes of one comment: commands, plain dice, questions.

Law: these are readings, not rulings: nothing here knows the stakes or whether the thing is allowed.
"""

from dataclasses import dataclass
from enum import StrEnum

from forumgm.games.narrative.choices import Box, Effect, Possible
from forumgm.games.narrative.words import Item, Verb


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The names that the reader knows besides its own words: the bot's, the sheet's, the table's."""

    bot: str = "forumgm"
    skills: tuple[str, ...] = ()
    domains: tuple[str, ...] = ()
    mastery: tuple[str, ...] = ()
    resistances: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    npcs: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    fallouts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Amount:
    """Stress in a number or a die against a resistance: ``2 BODY``, ``d6 HOPE``."""

    resistance: str
    number: int | None = None
    die: int | None = None


@dataclass(frozen=True, slots=True)
class Command:
    """One rule command as read; None and empty mean that it was not said."""

    verb: Verb
    skills: tuple[str, ...] = ()
    domains: tuple[str, ...] = ()
    mastery: bool = False
    helpers: tuple[str, ...] = ()
    users: tuple[str, ...] = ()
    group: bool = False
    npc: str | None = None
    weapon: int | None = None
    die: int | None = None
    difficulty: int | None = None
    resistances: tuple[str, ...] = ()
    amounts: tuple[Amount, ...] = ()
    partial: bool | None = None
    possible: Possible | None = None
    pool: int | None = None
    """``3d10`` typed where a pool is meant."""
    attribute: str | None = None
    consequence: int | None = None
    level: int | None = None
    ticks: int | None = None
    effect: Effect | None = None
    detail: bool = False
    armour: bool = False
    boxes: tuple[Box, ...] = ()
    death: bool = False
    ruling: Item | None = None
    """Keep, upgrade or split, after ``!fallout``."""
    fallouts: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    """Texts in quotes."""
    count: int | None = None
    """A bare number that is no consequence."""
    dice_count: int | None = None
    """``2d`` or ``2d6``: how many dice the GM named for a fortune roll."""
    unused: tuple[str, ...] = ()
    note: str = ""
    rest: str = ""
    """Everything behind the verb, without the note."""


@dataclass(frozen=True, slots=True)
class PlainDice:
    """A plain dice expression as typed, and its label."""

    expression: str
    label: str = ""
    inline: bool = False
    """Stands inside the text (``[[ ]]``, ``[roll]``): the expressions of one comment that do so are one command."""
    also: tuple[tuple[str, str], ...] = ()
    """Expressions and labels that go on behind it: ``1d20+5 to hit, 1d8 damage``."""

    @property
    def rolls(self) -> tuple[tuple[str, str], ...]:
        """Every expression of the command with its label, in the order written."""
        return ((self.expression, self.label), *self.also)


class Doubt(StrEnum):
    """Why the reader asks instead of rolling (C4)."""

    NEAR_MISS = "near_miss"
    TWO_NUMBERS = "two_numbers"
    HIDDEN_CHARACTERS = "hidden_characters"
    LINK_IN_COMMAND = "link_in_command"
    TOO_MANY_COMMANDS = "too_many_commands"
    TOO_LONG = "too_long"


@dataclass(frozen=True, slots=True)
class Question:
    """No dice: what the doubt is about and, where there is one, what may have been meant."""

    doubt: Doubt
    about: str
    suggestion: str = ""


Reading = Command | PlainDice | Question
