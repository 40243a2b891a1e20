"""Consequences and harm in the Forged-in-the-Dark family (F7, B2.5).

Laws: nobody dies by the program alone: a full row 3 asks the GM unless the option says otherwise, and fatal harm lands
only after it was accepted.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

from forumgm.games.narrative.choices import Catastrophe, Effect, Kind
from forumgm.games.narrative.options import FitdOptions
from forumgm.games.narrative.sheets import Consequence, FitdSheet

FATAL = 4
MAX_TICKS = 12
LAST_ROW = 3


class Landing(StrEnum):
    """Where harm ended."""

    NO_HARM = "no_harm"
    RECORDED = "recorded"
    CATASTROPHE = "catastrophe"
    NO_ROOM = "no_room"
    DEAD = "dead"


@dataclass(frozen=True, slots=True)
class Landed:
    """A consequence that has happened: for harm its level, the row it was written on (0 for none) and how."""

    consequence: Consequence
    landing: Landing | None = None
    row: int = 0


def weaken(consequence: Consequence, effect: Effect, options: FitdOptions) -> Consequence:
    """Return the consequence after it was reduced or avoided once (F7): nothing left is avoided."""
    if effect is Effect.AVOID:
        return replace(consequence, avoided=True)
    match consequence.kind:
        case Kind.HARM:
            level = max(0, consequence.level - options.reduce_harm_by)
            return replace(consequence, level=level, avoided=level == 0)
        case Kind.CLOCK:
            ticks = max(0, consequence.ticks - options.reduce_ticks_by)
            return replace(consequence, ticks=ticks, avoided=ticks == 0)
        case Kind.OTHER:
            return consequence


def land(sheet: FitdSheet, consequence: Consequence, options: FitdOptions) -> tuple[FitdSheet, Landed]:
    """Let the consequence happen: harm is written on the sheet (F18-F21), other kinds are for the GM."""
    done = replace(consequence, landed=True, closed=True)
    if consequence.kind is not Kind.HARM:
        return sheet, Landed(done)
    if consequence.avoided or consequence.level == 0:
        return sheet, Landed(done, Landing.NO_HARM)
    if consequence.level >= FATAL:
        return replace(sheet, dead=True), Landed(done, Landing.DEAD)
    return _write(sheet, done, options)


def _write(sheet: FitdSheet, done: Consequence, options: FitdOptions) -> tuple[FitdSheet, Landed]:
    for row in range(done.level, LAST_ROW + 1):
        if len(sheet.harm.get(row, ())) < options.harm_rows[f"level{row}"]:
            name = done.name or f"harm {done.level}"
            rows = {**sheet.harm, row: (*sheet.harm.get(row, ()), name)}
            return replace(sheet, harm=MappingProxyType(rows)), Landed(done, Landing.RECORDED, row)
        if row < LAST_ROW and not options.overflow_up:
            return sheet, Landed(done, Landing.NO_ROOM)
    if options.catastrophe is Catastrophe.DEATH:
        return replace(sheet, dead=True), Landed(done, Landing.DEAD)
    return sheet, Landed(done, Landing.CATASTROPHE)
