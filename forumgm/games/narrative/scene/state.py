"""The state of one scene: who plays what, what lies on the table, what waits, and what was rolled.

Laws: a value that only ``applying`` changes; people are account ids, names are how they are spelt; every roll keeps
what it changed, so that the GM's void can give it back.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeVar

from forumgm.games.narrative.choices import SystemName
from forumgm.games.narrative.commands import Command
from forumgm.games.narrative.options import FITD_DEFAULTS, FitdOptions, Options, ResistanceOptions
from forumgm.games.narrative.sheets import Consequence, FitdSheet, Given, Lead, Npc, ResistanceSheet, Stakes, frozen

V = TypeVar("V")
Sheet = ResistanceSheet | FitdSheet


class Presence(StrEnum):
    """Whether a human GM is there to be asked (C6)."""

    ABSENT = "absent"
    PRESENT = "present"


class Without(StrEnum):
    """What a roll without stakes does (C6)."""

    WAIT = "wait"
    DEFAULT_NOW = "default_now"
    REFUSE = "refuse"


class Awaiting(StrEnum):
    """What a request waits for (C7)."""

    GM = "gm"
    HELPERS = "helpers"


@dataclass(frozen=True, slots=True)
class Setup:
    """The ``[scene]`` options of B7."""

    gm: Presence = Presence.ABSENT
    roll_without_stakes: Without = Without.DEFAULT_NOW
    wait_for_gm_hours: int = 12


@dataclass(frozen=True, slots=True)
class Character:
    """One player's character."""

    player: str
    account: str
    sheet: Sheet
    given_by_rule: bool = False
    """An empty sheet, made because nobody in this scene has written one (``3d10`` games)."""

    @property
    def name(self) -> str:
        """The character's name."""
        return self.sheet.name


@dataclass(frozen=True, slots=True)
class Where:
    """The command that something came from: its comment and its number there."""

    item: str
    index: int


@dataclass(frozen=True, slots=True)
class Card:
    """Stakes for one player's next roll; ``used_by`` is the number of the roll that used them."""

    stakes: Stakes
    used_by: int | None = None


@dataclass(frozen=True, slots=True)
class Request:
    """A roll that waits (C7): the command as read, and where its dice come from."""

    account: str
    command: Command
    where: Where
    awaiting: Awaiting
    due: int
    asked: tuple[str, ...] = ()
    """Account ids of the helpers that were asked, in the order named."""
    agreed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ruling:
    """A fallout that the GM may still split, upgrade or name."""

    given: Given
    due: int | None
    """When it is kept as it is; None while nobody waits for it."""


@dataclass(frozen=True, slots=True)
class Threatened:
    """The consequences that hang over one player."""

    consequences: tuple[Consequence, ...]
    due: int
    """When what nobody answered happens."""
    asked: bool = False
    """The GM was asked about what no time-out may decide."""

    @property
    def open(self) -> tuple[Consequence, ...]:
        """Those not settled yet."""
        return tuple(each for each in self.consequences if not each.closed and not each.landed)


@dataclass(frozen=True, slots=True)
class Changes:
    """What one roll or ruling put in the place of what was there; by account, NPCs by key."""

    sheets: Mapping[str, Sheet] = field(default_factory=frozen)
    consequences: Mapping[str, tuple[Consequence, ...]] = field(default_factory=frozen)
    npcs: Mapping[str, Npc] = field(default_factory=frozen)
    given: Mapping[str, Given | None] = field(default_factory=frozen)
    lead: Lead | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One roll in the scene's log."""

    number: int
    at: int
    account: str
    player: str
    where: Where
    verb: str
    words: str
    """Its bold line."""
    before: Changes
    after: Changes
    fell: tuple[tuple[int, int], ...] = ()
    """Size and face of every die."""
    void: str | None = None
    flag: str | None = None
    """``edited`` or ``deleted``: its comment is not what it was."""
    told: bool = False
    """The next roll of this player has said so."""


@dataclass(frozen=True, slots=True)
class Scene:
    """One scene."""

    id: str = ""
    thread: str = ""
    system: SystemName = SystemName.RESISTANCE_SYSTEM
    options: Options = field(default_factory=ResistanceOptions)
    setup: Setup = Setup()
    gm: str = ""
    gm_account: str = ""
    """Empty until the named GM has written for the first time."""
    opened_at: int | None = None
    is_over: bool = False
    in_job: bool = True
    characters: Mapping[str, Character] = field(default_factory=frozen)
    own_stakes: Mapping[str, Card] = field(default_factory=frozen)
    scene_stakes: Stakes | None = None
    npcs: Mapping[str, Npc] = field(default_factory=frozen)
    threats: Mapping[str, Threatened] = field(default_factory=frozen)
    rulings: Mapping[str, Ruling] = field(default_factory=frozen)
    requests: Mapping[str, Request] = field(default_factory=frozen)
    lead: Lead | None = None
    rolls: tuple[Entry, ...] = ()
    done: frozenset[Where] = frozenset()
    """Commands that had their dice, so that none gets them twice."""

    @property
    def is_open(self) -> bool:
        """It was opened and is not over."""
        return self.opened_at is not None and not self.is_over

    @property
    def is_fitd(self) -> bool:
        """One of the Forged-in-the-Dark systems."""
        return self.system in FITD_DEFAULTS

    @property
    def gm_is_there(self) -> bool:
        """A human GM is to be waited for."""
        return self.setup.gm is Presence.PRESENT

    @property
    def fitd(self) -> FitdOptions:
        """The options, in a Forged-in-the-Dark scene."""
        assert isinstance(self.options, FitdOptions), "the caller looked at the system"
        return self.options

    @property
    def pool(self) -> ResistanceOptions:
        """The options, in a scene of the Resistance System."""
        assert isinstance(self.options, ResistanceOptions), "the caller looked at the system"
        return self.options

    @property
    def attributes(self) -> list[str]:
        """What a sheet rates, in a Forged-in-the-Dark scene; none elsewhere."""
        return list(self.options.attributes) if isinstance(self.options, FitdOptions) else []

    def is_gm(self, *, account: str, name: str) -> bool:
        """True for the scene's GM; by name only until his account is known."""
        if self.gm_account:
            return account == self.gm_account
        return bool(name) and name.casefold() == self.gm.casefold()

    @property
    def is_sheetless(self) -> bool:
        """Nobody has written a sheet (``3d10`` games): whoever rolls plays with an empty one."""
        return not self.is_fitd and all(each.given_by_rule for each in self.characters.values())

    def by_name(self, name: str) -> Character | None:
        """Return the character of a player, or of this name, in any case."""
        wanted = name.casefold()
        for each in self.characters.values():
            if each.player.casefold() == wanted:
                return each
        return next((each for each in self.characters.values() if each.name.casefold() == wanted), None)

    def roll(self, number: int | None) -> Entry | None:
        """Return a roll by its number."""
        return self.rolls[number - 1] if number is not None and 1 <= number <= len(self.rolls) else None


def expected(name: str) -> str:
    """Return where stakes wait for somebody who has no character yet: his name, in the place of the account."""
    return f"u/{name.casefold()}"


def with_key(values: Mapping[str, V], name: str, value: V) -> Mapping[str, V]:
    """Return a read-only copy with one value set."""
    return frozen({**values, name: value})


def without_key(values: Mapping[str, V], name: str) -> Mapping[str, V]:
    """Return a read-only copy without one value."""
    return frozen({key: value for key, value in values.items() if key != name})


def with_entry(scene: Scene, entry: Entry) -> Scene:
    """Return the scene with this state of a roll in its log."""
    at = entry.number - 1
    return replace(scene, rolls=(*scene.rolls[:at], entry, *scene.rolls[at + 1 :]))
