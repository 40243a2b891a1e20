"""Plain data (TOML) -> sheet and table, with every reason why it cannot be (interfaces.md, `try`).

Laws: all problems are found at once; an unknown key is a problem; what belongs to another system is left alone, options
too, so that one file can serve them all. Resistances that a sheet names join the default list, attributes of a sister
system theirs, never a list given on purpose.
"""

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from types import MappingProxyType
from typing import TypeVar

from forumgm.games.narrative.choices import Box, Effect, Kind, Level, Possible, Row, Source, SystemName
from forumgm.games.narrative.faces import key
from forumgm.games.narrative.options import (
    FITD_DEFAULTS,
    FitdOptions,
    OptionsError,
    ResistanceOptions,
    all_keys,
    fitd_options,
    known_keys,
    resistance_options,
)
from forumgm.games.narrative.sheets import (
    AnyCase,
    Boxes,
    Case,
    Consequence,
    Fallout,
    FitdSheet,
    Helper,
    Lead,
    Npc,
    ResistanceSheet,
    Stakes,
    Table,
    frozen,
)

E = TypeVar("E", bound=StrEnum)

_WORDS = (
    "name skills domains mastery fallouts consequences ratings stress slots boxes harm npcs stakes options helpers "
    "lead trauma"
)
KEYS = frozenset(_WORDS.split())
MAX_NAMES = 40
MAX_NUMBER = 1000
ROWS = ("level1", "level2", "level3")
TRACK = "track"
"""Where a Forged-in-the-Dark sheet has its stress: no resistance of the other family."""


class SheetError(ValueError):
    """A sheet that cannot be: ``problems`` has a sentence for each reason."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


def read_case(system: SystemName, data: Mapping[str, object]) -> AnyCase:
    """Return the case that the data describes for this system; raises `SheetError` with every problem."""
    reader = _Reader(data)
    foreign = all_keys() - known_keys(system)
    given = {name: value for name, value in reader.table(data, "options").items() if name not in foreign}
    try:
        case = reader.resistance(given) if system is SystemName.RESISTANCE_SYSTEM else reader.fitd(system, given)
    except OptionsError as refused:
        raise SheetError((*reader.problems, *(f"options: {problem}" for problem in refused.problems))) from None
    if reader.problems:
        raise SheetError(tuple(reader.problems))
    return case


class _Reader:
    """Reads one file and collects what is wrong with it."""

    def __init__(self, data: Mapping[str, object]) -> None:
        self._data = data
        self.problems = [f"{name}: a sheet has no such key" for name in data if name not in KEYS]

    # What a value may be ------------------------------------------------------------------------------------------

    def _wrong(self, where: str, allowed: str) -> None:
        self.problems.append(f"{where}: {allowed}")

    def table(self, data: Mapping[str, object], name: str) -> Mapping[str, object]:
        """Return a sub-table, empty when it is not there."""
        value = data.get(name, {})
        if isinstance(value, Mapping) and len(value) <= MAX_NAMES:
            return value
        self._wrong(name, f"a table of at most {MAX_NAMES} entries")
        return {}

    def _tables(self, data: Mapping[str, object], name: str) -> list[Mapping[str, object]]:
        value = data.get(name, [])
        if isinstance(value, list) and len(value) <= MAX_NAMES and all(isinstance(each, Mapping) for each in value):
            return value
        self._wrong(name, f"a list of at most {MAX_NAMES} tables")
        return []

    def number(self, value: object, where: str, *, low: int = 0, high: int = MAX_NUMBER) -> int:
        """Return a whole number in range, ``low`` when it is none."""
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        self._wrong(where, f"a whole number from {low} to {high}")
        return low

    def text(self, value: object, where: str) -> str:
        """Return a name of 1 to 60 characters."""
        if isinstance(value, str) and 0 < len(value.strip()) <= 60:
            return value.strip()
        self._wrong(where, "a text of 1 to 60 characters")
        return "?"

    def names(self, value: object, where: str) -> tuple[str, ...]:
        """Return a list of names, each different."""
        if not isinstance(value, list) or len(value) > MAX_NAMES:
            self._wrong(where, f"a list of at most {MAX_NAMES} names")
            return ()
        found = tuple(self.text(each, where) for each in value)
        if len({key(each) for each in found}) != len(found):
            self._wrong(where, "the same name twice")
        return found

    def flag(self, value: object, where: str) -> bool:
        """Return true or false."""
        if isinstance(value, bool):
            return value
        self._wrong(where, "true or false")
        return False

    def choice(self, of: type[E], value: object, where: str) -> E:
        """Return a member of an enum."""
        allowed = [str(member) for member in of]
        if value in allowed:
            return of(str(value))
        self._wrong(where, "one of " + ", ".join(allowed))
        return next(iter(of))

    def only(self, data: Mapping[str, object], where: str, known: str) -> None:
        """Note every key of a table that is not known."""
        for name in data:
            if name not in known.split():
                self._wrong(f"{where}.{name}", "there is no such key")

    def boxes(self, value: object, where: str) -> Boxes:
        """Return a row of boxes; more used than there are is a contradiction."""
        if not isinstance(value, Mapping):
            self._wrong(where, "a table with size and used")
            return Boxes(0)
        self.only(value, where, "size used")
        row = Boxes(
            self.number(value.get("size", 0), f"{where}.size", high=20),
            self.number(value.get("used", 0), f"{where}.used", high=20),
        )
        if row.used > row.size:
            self._wrong(where, f"{row.used} used of {row.size}")
        return row

    # The Resistance System ----------------------------------------------------------------------------------------

    def resistance(self, given: Mapping[str, object]) -> AnyCase:
        """Return the case of a Resistance System character."""
        options = resistance_options(given)
        if "resistances" not in given:
            options = self._with_named(options)
        sheet = self._resistance_sheet(self._data, options, where="")
        stakes = self._stakes(options)
        table = Table(stakes=stakes, npcs=self._npcs(options), helpers=self._helpers(options), lead=self._lead())
        return Case(sheet, table, options)

    def _with_named(self, options: ResistanceOptions) -> ResistanceOptions:
        named = [*self.table(self._data, "stress"), *self.table(self._data, "slots")]
        wanted = self.table(self._data, "stakes").get("resistance")
        named += [wanted] if isinstance(wanted, str) else []
        resistances = list(options.resistances)
        for name in named:
            if name != TRACK and key(name) not in {key(each) for each in resistances}:
                resistances.append(name)
        return replace(options, resistances=tuple(resistances))

    def _one_of(self, name: object, options: ResistanceOptions, where: str) -> str:
        for each in options.resistances:
            if isinstance(name, str) and key(each) == key(name):
                return each
        self._wrong(where, "one of " + ", ".join(options.resistances))
        return options.resistances[0]

    def _resistance_sheet(
        self, data: Mapping[str, object], options: ResistanceOptions, *, where: str
    ) -> ResistanceSheet:
        stress = dict.fromkeys(options.resistances, 0)
        for name, value in self.table(data, "stress").items():
            if name == TRACK and name not in stress:
                continue
            stress[self._one_of(name, options, f"{where}stress")] = self.number(value, f"{where}stress.{name}")
        slots = {
            self._one_of(name, options, f"{where}slots"): self.boxes(value, f"{where}slots.{name}")
            for name, value in self.table(data, "slots").items()
        }
        return ResistanceSheet(
            name=self.text(data.get("name", "you"), f"{where}name"),
            skills=self.names(data.get("skills", []), f"{where}skills"),
            domains=self.names(data.get("domains", []), f"{where}domains"),
            mastery=self.names(data.get("mastery", []), f"{where}mastery"),
            stress=frozen(stress),
            slots=frozen(slots),
            fallouts=tuple(self._fallout(each) for each in self._tables(data, "fallouts")),
        )

    def _fallout(self, data: Mapping[str, object]) -> Fallout:
        self.only(data, "fallouts", "name level source repaired")
        source = data.get("source")
        return Fallout(
            name=self.text(data.get("name"), "fallouts.name"),
            level=self.choice(Level, data.get("level"), "fallouts.level"),
            source=None if source is None else self.text(source, "fallouts.source"),
            repaired=self.number(data.get("repaired", 0), "fallouts.repaired", high=6),
        )

    def _stakes(self, options: ResistanceOptions) -> Stakes:
        data = self.table(self._data, "stakes")
        self.only(data, "stakes", "difficulty die resistance partial possible source max_helpers")
        most = options.difficulty_per_source_max
        return Stakes(
            difficulty=self.number(data["difficulty"], "stakes.difficulty", high=most)
            if "difficulty" in data
            else None,
            die=self.number(data["die"], "stakes.die", low=2, high=256) if "die" in data else None,
            resistance=self._one_of(data["resistance"], options, "stakes.resistance") if "resistance" in data else None,
            partial=self.flag(data["partial"], "stakes.partial") if "partial" in data else None,
            possible=self.choice(Possible, data.get("possible", "yes"), "stakes.possible"),
            source=self.text(data["source"], "stakes.source") if "source" in data else None,
            max_helpers=self.number(data["max_helpers"], "stakes.max_helpers", high=12)
            if "max_helpers" in data
            else None,
        )

    def _npcs(self, options: ResistanceOptions) -> Mapping[str, Npc]:
        found: dict[str, Npc] = {}
        for name, data in self.table(self._data, "npcs").items():
            where = f"npcs.{name}"
            if not isinstance(data, Mapping):
                self._wrong(where, "a table")
                continue
            self.only(data, where, "resistance marked difficulty weapon")
            if key(name) in found:
                self._wrong(where, "the same name twice")
            found[key(name)] = Npc(
                name=self.text(name, where),
                resistance=self.number(data.get("resistance"), f"{where}.resistance", low=1),
                marked=self.number(data.get("marked", 0), f"{where}.marked"),
                difficulty=self.number(
                    data.get("difficulty", 0), f"{where}.difficulty", high=options.difficulty_per_source_max
                ),
                weapon=self.number(data["weapon"], f"{where}.weapon", low=2, high=256) if "weapon" in data else None,
            )
        return frozen(found)

    def _helpers(self, options: ResistanceOptions) -> Mapping[str, Helper]:
        found: dict[str, Helper] = {}
        for data in self._tables(self._data, "helpers"):
            self.only(data, "helpers", "name skills domains mastery stress slots fallouts resistance qualified")
            sheet = self._resistance_sheet(data, options, where="helpers.")
            given = data.get("resistance")
            if key(sheet.name) in found:
                self._wrong("helpers", f"{sheet.name} twice")
            found[key(sheet.name)] = Helper(
                sheet,
                qualified=self.flag(data["qualified"], "helpers.qualified")
                if "qualified" in data
                else bool(sheet.skills or sheet.domains),
                resistance=None if given is None else self._one_of(given, options, "helpers.resistance"),
            )
        return frozen(found)

    def _lead(self) -> Lead | None:
        data = self.table(self._data, "lead")
        if not data:
            return None
        self.only(data, "lead", "by row")
        return Lead(self.text(data.get("by"), "lead.by"), self.choice(Row, data.get("row"), "lead.row"))

    # Forged in the Dark -------------------------------------------------------------------------------------------

    def fitd(self, system: SystemName, given: Mapping[str, object]) -> AnyCase:
        """Return the case of a Forged-in-the-Dark character."""
        options = fitd_options(system, given)
        if "attributes" not in given:
            options = self._with_sisters(options)
        stress = self.table(self._data, "stress")
        ratings = dict.fromkeys(options.attributes, 0)
        for name, value in self.table(self._data, "ratings").items():
            if name.lower() in ratings:
                ratings[name.lower()] = self.number(value, f"ratings.{name}", high=6)
            else:
                self._wrong(f"ratings.{name}", "one of " + ", ".join(options.attributes))
        sheet = FitdSheet(
            name=self.text(self._data.get("name", "you"), "name"),
            ratings=frozen(ratings),
            track=self.number(stress.get(TRACK, 0), "stress.track", high=options.track_size),
            trauma=self.number(self._data.get("trauma", 0), "trauma", high=options.trauma_max),
            boxes=MappingProxyType(
                {
                    self.choice(Box, name, "boxes"): self.boxes(value, f"boxes.{name}")
                    for name, value in self.table(self._data, "boxes").items()
                }
            ),
            harm=self._harm(options.harm_rows),
        )
        consequences = tuple(self._consequence(each, options.attributes) for each in self._consequence_tables())
        if len({each.number for each in consequences}) != len(consequences):
            self._wrong("consequences", "the same number twice")
        return Case(sheet, Table(consequences=consequences), options)

    def _with_sisters(self, options: FitdOptions) -> FitdOptions:
        """Return the options with the attributes of the sister systems that the sheet names."""
        named = [*self.table(self._data, "ratings")]
        named += [str(each.get("attribute")) for each in self._consequence_tables()]
        sisters = {attribute for each in FITD_DEFAULTS.values() for attribute in each.attributes}
        more = dict.fromkeys(name.lower() for name in named if name.lower() in sisters)
        return replace(options, attributes=tuple(dict.fromkeys((*options.attributes, *more))))

    def _consequence_tables(self) -> list[Mapping[str, object]]:
        return self._tables(self._data, "consequences")

    def _harm(self, sizes: Mapping[str, int]) -> Mapping[int, tuple[str, ...]]:
        rows: dict[int, tuple[str, ...]] = {1: (), 2: (), 3: ()}
        for name, value in self.table(self._data, "harm").items():
            if name not in ROWS:
                self._wrong(f"harm.{name}", "one of " + ", ".join(ROWS))
                continue
            found = value if isinstance(value, list) else [value]
            rows[ROWS.index(name) + 1] = tuple(self.text(each, f"harm.{name}") for each in found[:MAX_NAMES])
            if len(found) > sizes[name]:
                self._wrong(f"harm.{name}", f"{len(found)} harms on a row of {sizes[name]}")
        return MappingProxyType(rows)

    def _consequence(self, data: Mapping[str, object], attributes: tuple[str, ...]) -> Consequence:
        where = "consequences"
        self.only(data, where, "number kind level ticks name attribute effect source in_job roller rolled boxes_used")
        kind = self.choice(Kind, data.get("kind", "other"), f"{where}.kind")
        for name, of in (("level", Kind.HARM), ("ticks", Kind.CLOCK)):
            if (name in data) != (kind is of):
                self._wrong(f"{where}.{name}", f"for kind {of} and only there")
        attribute = data.get("attribute")
        if attribute is not None and str(attribute).lower() not in attributes:
            self._wrong(f"{where}.attribute", "one of " + ", ".join(attributes))
        effect = data.get("effect")
        return Consequence(
            number=self.number(data.get("number", 1), f"{where}.number", low=1, high=9),
            kind=kind,
            level=self.number(data.get("level", 1), f"{where}.level", low=1, high=4) if kind is Kind.HARM else 0,
            ticks=self.number(data.get("ticks", 1), f"{where}.ticks", low=1, high=12) if kind is Kind.CLOCK else 0,
            name=self.text(data["name"], f"{where}.name") if "name" in data else "",
            attribute=None if attribute is None else str(attribute).lower(),
            effect=None if effect is None else self.choice(Effect, effect, f"{where}.effect"),
            source=self.choice(Source, data.get("source", "action"), f"{where}.source"),
            in_job=self.flag(data.get("in_job", True), f"{where}.in_job"),
            roller=self.text(data["roller"], f"{where}.roller") if "roller" in data else None,
            rolled=self.flag(data.get("rolled", False), f"{where}.rolled"),
            boxes_used=self.number(data.get("boxes_used", 0), f"{where}.boxes_used", high=9),
        )
