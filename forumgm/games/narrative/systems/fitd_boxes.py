"""Protections and taking it, in Forged in the Dark: armour, accept, restock, load, repair (B2.4, B2.5).

Laws: a box is marked, never rolled; a crossed-off spell is over and no downtime brings it back; fatal harm lands only
after the player confirmed it.
"""

from dataclasses import replace
from types import MappingProxyType

from forumgm.games.narrative.choices import Box, Kind, RestoreOn
from forumgm.games.narrative.commands import Command
from forumgm.games.narrative.harm import FATAL, Landed, Landing, land, weaken
from forumgm.games.narrative.options import FitdOptions
from forumgm.games.narrative.replies import harmless, unused_line
from forumgm.games.narrative.sheets import Boxes, Case, Consequence, FitdCase, FitdSheet, Table
from forumgm.games.narrative.systems.base import Fact, Facts, No, Outcome, Refusal, Settled
from forumgm.games.narrative.systems.fitd import (
    FitdOutcome,
    FitdPlan,
    describe,
    effect_word,
    find,
    meant,
    plan_resist,
    put,
)
from forumgm.games.narrative.words import Verb

_BARE = (Box.SHIELD, Box.LIGHT, Box.HEAVY)
"""What a bare `!armour` may use, in this order."""
_RESTORED = (Box.LIGHT, Box.HEAVY, Box.SHIELD, Box.SPECIAL)
"""What comes back by restock or load; spells fade, artefacts recharge and the rest is the GM's (F14)."""


def plan_resist_or_absorb(command: Command, case: FitdCase) -> FitdPlan | Refusal:
    """`!resist 2 armour` marks a box instead of rolling."""
    return plan_armour(command, case) if command.armour else plan_resist(command, case)


def plan_armour(command: Command, case: FitdCase) -> FitdPlan | Refusal:
    """Mark boxes against a consequence, instead of or after a roll (F14-F17)."""
    if not case.options.armour:
        return Refusal(No.OPTION_OFF, "Armour does nothing in this game.", resisting=True)
    found = meant(command, case)
    if isinstance(found, Refusal):
        return found
    case, consequence = found
    refused = _may_not_absorb(consequence, case.options)
    if refused is not None:
        return refused
    kinds = command.boxes or _bare(case.sheet, case.options)
    if not kinds:
        return Refusal(No.NO_BOX, "There is no box left.", resisting=True)
    sheet, after = case.sheet, consequence
    for kind in kinds:
        marked = _mark(sheet, after, kind, case.options)
        if isinstance(marked, Refusal):
            return marked
        sheet, after = marked
    left = ", ".join(_box_words(sheet, kind) for kind in sheet.boxes)
    over = " The spell is over." if Box.SPELL in kinds and not sheet.boxes[Box.SPELL].free else ""
    which = f" on **{after.number}**" if after.number else ""
    line = f"**{harmless(sheet.name)}** - armour{which}: {_absorbed(after)}. Boxes left: {left}.{over}"
    facts: Facts = {"effect": effect_word(after), "track": sheet.track, "boxes": _box_facts(sheet)}
    lines = (line, unused_line(command.unused))
    return Settled(Outcome(command.verb, facts, lines, Case(sheet, put(case.table, after), case.options)))


def _absorbed(consequence: Consequence) -> str:
    return "it is avoided, no stress" if consequence.avoided else describe(consequence)


def _may_not_absorb(consequence: Consequence, options: FitdOptions) -> Refusal | None:
    if consequence.rolled and not options.armour_after_roll:
        return Refusal(No.TOO_LATE, "It was rolled against: no armour after that.", resisting=True)
    if consequence.closed or consequence.avoided:
        return Refusal(No.CLOSED, "That one is settled.", resisting=True)
    return None


def _bare(sheet: FitdSheet, options: FitdOptions) -> tuple[Box, ...]:
    usable = [kind for kind in _BARE if _free(sheet, kind, options)]
    if not usable and len(sheet.boxes) == 1:
        usable = [kind for kind in sheet.boxes if _free(sheet, kind, options)]
    return tuple(usable[:1])


def may_absorb(sheet: FitdSheet, options: FitdOptions) -> bool:
    """True where a free box of the sheet counts in this game."""
    kinds = [kind for kind in sheet.boxes if kind is not Box.SPECIAL or options.special]
    return options.armour and any(_free(sheet, kind, options) for kind in kinds)


def _free(sheet: FitdSheet, kind: Box, options: FitdOptions) -> int:
    row = sheet.boxes.get(kind, Boxes(0))
    if kind is Box.SHIELD:
        return max(0, min(row.size, options.shield) - row.used)
    return row.free


def _mark(
    sheet: FitdSheet, consequence: Consequence, kind: Box, options: FitdOptions
) -> tuple[FitdSheet, Consequence] | Refusal:
    if kind is Box.SPECIAL and not options.special:
        return Refusal(No.OPTION_OFF, "There is no special armour in this game.", resisting=True)
    if not _free(sheet, kind, options):
        return Refusal(No.NO_BOX, f"There is no {kind} box left.", resisting=True)
    if consequence.avoided:
        return Refusal(No.CLOSED, "Nothing is left to absorb.", resisting=True)
    limit = options.boxes_per_consequence
    if limit is not None and consequence.boxes_used >= limit:
        return Refusal(
            No.TOO_LATE, f"At most {limit} box{'' if limit == 1 else 'es'} for one consequence.", resisting=True
        )
    row = sheet.boxes[kind]
    boxes = MappingProxyType({**sheet.boxes, kind: replace(row, used=row.used + 1)})
    weaker = weaken(consequence, options.armour_effect, options)
    return replace(sheet, boxes=boxes), replace(weaker, boxes_used=consequence.boxes_used + 1)


def _box_words(sheet: FitdSheet, kind: Box) -> str:
    row = sheet.boxes[kind]
    return f"{kind} {row.free} of {row.size}"


def _box_facts(sheet: FitdSheet) -> dict[str, Fact]:
    return {str(kind): row.free for kind, row in sheet.boxes.items()}


# Accept -----------------------------------------------------------------------------------------------------------


def plan_accept(command: Command, case: FitdCase) -> FitdPlan | Refusal:
    """Take it as it stands; fatal harm must be confirmed (F22)."""
    consequence = find(command, case)
    if isinstance(consequence, Refusal):
        return consequence
    if consequence.closed:
        return Refusal(No.CLOSED, "That one is settled.")
    if consequence.rolled and consequence.pending is None:
        return Refusal(No.TOO_LATE, "Too late: once rolled, the cost is suffered.")
    if consequence.level >= FATAL and not consequence.avoided and case.options.fatal_confirm and not command.death:
        words = f"This is fatal; type `!accept {consequence.number} death` if you mean it."
        return Refusal(No.CONFIRM_DEATH, words)
    closed = replace(consequence, closed=True, pending=None)
    facts: Facts = {"effect": "none", "track": case.sheet.track}
    line = f"**{harmless(case.sheet.name)}** accepts: {describe(closed)}."
    lines = (line, unused_line(command.unused))
    return Settled(Outcome(command.verb, facts, lines, Case(case.sheet, put(case.table, closed), case.options)))


def land_touched(case: FitdCase) -> tuple[FitdCase, tuple[Landed, ...]]:
    """Let everything happen that was resisted, absorbed or accepted and does not wait for a choice."""
    sheet, table = case.sheet, case.table
    landed: list[Landed] = []
    for each in table.consequences:
        touched = each.closed or each.rolled or each.boxes_used
        if each.landed or each.pending is not None or not touched:
            continue
        sheet, one = land(sheet, each, case.options)
        landed.append(one)
        table = put(table, one.consequence)
    return Case(sheet, table, case.options), tuple(landed)


def landing_line(landed: Landed) -> str:
    """Return where harm ended, or nothing."""
    level, name = landed.consequence.level, landed.consequence.name
    named = f" {harmless(name)}" if name else ""
    match landed.landing:
        case Landing.RECORDED if landed.row > level:
            return f"Harm {level}{named}: that row is full, it is written on row {landed.row}."
        case Landing.RECORDED:
            return f"Harm {level}{named} is recorded." + ("" if name else " GM, name it.")
        case Landing.NO_HARM:
            return "No harm."
        case Landing.CATASTROPHE:
            return f"Harm {level}{named} has no room: a catastrophe. GM, decide: permanent loss or sudden death."
        case Landing.NO_ROOM:
            return f"Harm {level}{named} has no room on its row. GM, decide."
        case Landing.DEAD:
            return "That is death. A new character, or one of the crew's own, may take over."
        case None:
            return ""


def landing_facts(landed: tuple[Landed, ...]) -> Facts:
    """Return the harm that landed: level (0 for none), row (0 for none) and how."""
    harm: list[dict[str, Fact]] = [
        {"number": one.consequence.number, "level": _level(one), "row": one.row, "landing": str(one.landing)}
        for one in landed
        if one.landing is not None
    ]
    clocks: list[dict[str, Fact]] = [
        {"number": one.consequence.number, "ticks": 0 if one.consequence.avoided else one.consequence.ticks}
        for one in landed
        if one.consequence.kind is Kind.CLOCK
    ]
    facts: Facts = {}
    if harm:
        facts["harm"] = harm
    if clocks:
        facts["clocks"] = clocks
    return facts


def _level(one: Landed) -> int:
    return 0 if one.landing is Landing.NO_HARM else one.consequence.level


# Restore ----------------------------------------------------------------------------------------------------------


def plan_restock(command: Command, case: FitdCase) -> FitdPlan | Refusal:
    """Protections come back by the downtime action or the choice of load (B2.4)."""
    wanted = RestoreOn.RESTOCK if command.verb is Verb.RESTOCK else RestoreOn.LOAD
    if not case.options.armour or case.options.restore_on is not wanted:
        return Refusal(No.OPTION_OFF, f"Nothing comes back by {command.verb} in this game.")
    return Settled(_restored(command, case, _RESTORED))


def plan_repair_armour(command: Command, case: FitdCase) -> FitdPlan | Refusal:
    """Repair or replace armour (001): the boxes named, else all that a restock would bring back."""
    if not case.options.armour or case.options.restore_on is not RestoreOn.RESTOCK:
        return Refusal(No.OPTION_OFF, "Armour is not repaired in this game.")
    if Box.SPELL in command.boxes:
        return Refusal(No.NO_BOX, "A spell whose boxes are crossed off is over.")
    return Settled(_restored(command, case, command.boxes or _RESTORED))


def _restored(command: Command, case: FitdCase, kinds: tuple[Box, ...]) -> FitdOutcome:
    boxes = {kind: replace(row, used=0) if kind in kinds else row for kind, row in case.sheet.boxes.items()}
    sheet = replace(case.sheet, boxes=MappingProxyType(boxes))
    words = ", ".join(_box_words(sheet, kind) for kind in sheet.boxes) or "none"
    facts: Facts = {"track": sheet.track, "boxes": _box_facts(sheet)}
    lines = (f"**{harmless(sheet.name)}** - boxes: {words}.", unused_line(command.unused))
    table: Table = case.table
    return Outcome(command.verb, facts, lines, Case(sheet, table, case.options))
