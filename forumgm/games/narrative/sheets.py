"""Characters and what lies on the table: frozen records.

Laws: a sheet belongs to one character; the table (stakes, NPCs, consequences, helpers) belongs to the scene; nothing
here draws or decides. Names of resistances and attributes keep the spelling of the game's list.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Generic, TypeVar

from forumgm.games.narrative.choices import Box, Effect, Kind, Level, Possible, Row, Source
from forumgm.games.narrative.options import FitdOptions, ResistanceOptions

V = TypeVar("V")


def frozen(values: Mapping[str, V] | None = None) -> Mapping[str, V]:
    """Return a read-only copy."""
    return MappingProxyType(dict(values or {}))


@dataclass(frozen=True, slots=True)
class Boxes:
    """A row of boxes, ``used`` of ``size``: additional slots (R18) or a protection (F14)."""

    size: int
    used: int = 0

    @property
    def free(self) -> int:
        """Boxes that can still be marked."""
        return self.size - self.used


def is_unnamed(name: str, level: Level) -> bool:
    """Whether a fallout goes by the name that the rules gave it, which begins with its level."""
    return name.startswith(f"{level} ")


@dataclass(frozen=True, slots=True)
class Fallout:
    """A fallout that a character has; ``repaired`` counts points towards its repair (R28)."""

    name: str
    level: Level
    source: str | None = None
    repaired: int = 0

    @property
    def is_unnamed(self) -> bool:
        """Nobody has named it yet: it is called by its level."""
        return is_unnamed(self.name, self.level)


@dataclass(frozen=True, slots=True)
class ResistanceSheet:
    """A character of the Resistance System; ``stress`` is counted stress by resistance."""

    name: str = "you"
    skills: tuple[str, ...] = ()
    domains: tuple[str, ...] = ()
    mastery: tuple[str, ...] = ()
    stress: Mapping[str, int] = field(default_factory=frozen)
    slots: Mapping[str, Boxes] = field(default_factory=frozen)
    fallouts: tuple[Fallout, ...] = ()

    @property
    def total(self) -> int:
        """T: counted stress over all resistances (R19)."""
        return sum(self.stress.values())


@dataclass(frozen=True, slots=True)
class FitdSheet:
    """A Forged-in-the-Dark character; ``harm`` holds the names on rows 1 to 3."""

    name: str = "you"
    ratings: Mapping[str, int] = field(default_factory=frozen)
    track: int = 0
    trauma: int = 0
    boxes: Mapping[Box, Boxes] = field(default_factory=lambda: MappingProxyType({}))
    harm: Mapping[int, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    dead: bool = False


@dataclass(frozen=True, slots=True)
class Npc:
    """An opponent of the Resistance System (R29); ``weapon`` is the die of the stress it deals, or None."""

    name: str
    resistance: int
    marked: int = 0
    difficulty: int = 0
    weapon: int | None = None

    @property
    def is_at_mercy(self) -> bool:
        """True when its stress reaches or passes its number."""
        return self.marked >= self.resistance


@dataclass(frozen=True, slots=True)
class Stakes:
    """What the GM set for a roll; None leaves it to the NPC, the player or the default (C5)."""

    difficulty: int | None = None
    die: int | None = None
    resistance: str | None = None
    partial: bool | None = None
    possible: Possible = Possible.YES
    source: str | None = None
    max_helpers: int | None = None


@dataclass(frozen=True, slots=True)
class PendingChoice:
    """A roll of ``fitd_choice`` that waits for pay or decline (F8)."""

    cost: int


@dataclass(frozen=True, slots=True)
class Consequence:
    """Something that is about to happen to a character (F1), with what was already done against it."""

    number: int
    kind: Kind = Kind.OTHER
    level: int = 0
    ticks: int = 0
    name: str = ""
    attribute: str | None = None
    effect: Effect | None = None
    source: Source = Source.ACTION
    in_job: bool = True
    roller: str | None = None
    rolled: bool = False
    boxes_used: int = 0
    avoided: bool = False
    closed: bool = False
    landed: bool = False
    pending: PendingChoice | None = None


@dataclass(frozen=True, slots=True)
class Helper:
    """Someone who may help: with a relevant skill or domain or without (R10), with a sheet of their own."""

    sheet: ResistanceSheet
    qualified: bool = True
    resistance: str | None = None


@dataclass(frozen=True, slots=True)
class Lead:
    """How the leader of a group action did (R14)."""

    by: str
    row: Row


@dataclass(frozen=True, slots=True)
class Given:
    """The fallout just given, which a GM may still split or upgrade (R25, R26)."""

    level: Level
    resistance: str
    name: str
    owed: int = 0


@dataclass(frozen=True, slots=True)
class Table:
    """What lies between the players; ``consented`` None means that consent is taken for granted."""

    stakes: Stakes = Stakes()
    npcs: Mapping[str, Npc] = field(default_factory=frozen)
    consequences: tuple[Consequence, ...] = ()
    helpers: Mapping[str, Helper] = field(default_factory=frozen)
    consented: frozenset[str] | None = None
    lead: Lead | None = None
    given: Given | None = None
    helpers_given: Mapping[str, Given] = field(default_factory=frozen)
    """Fallout that helpers were given, by the key of their characters' names."""


S = TypeVar("S", ResistanceSheet, FitdSheet)
O = TypeVar("O", ResistanceOptions, FitdOptions)  # noqa: E741 - the pair of S


@dataclass(frozen=True, slots=True)
class Case(Generic[S, O]):
    """All that a command needs: one character's sheet, the table, the options of the scene."""

    sheet: S
    table: Table
    options: O


ResistanceCase = Case[ResistanceSheet, ResistanceOptions]
FitdCase = Case[FitdSheet, FitdOptions]
AnyCase = ResistanceCase | FitdCase
