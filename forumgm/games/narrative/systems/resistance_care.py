"""The Resistance System without the pool: stress by the GM's word, fallout rulings, recovery (B1.7, B1.8, B1.10).

Laws: removing stress never calls for a check; a minor cannot be split, a severe cannot be upgraded; fallout stays when
a character lies low.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from forumgm.games.narrative.choices import RefreshScope, RemovalFrom, RepairLeftover, Split, Upgrade
from forumgm.games.narrative.commands import Command
from forumgm.games.narrative.faces import Faces, clear_purpose, key, repair_purpose, stress_purpose
from forumgm.games.narrative.options import ResistanceOptions
from forumgm.games.narrative.replies import harmless, stress_line, unused_line
from forumgm.games.narrative.sheets import Case, Fallout, Given, ResistanceCase, ResistanceSheet, is_unnamed
from forumgm.games.narrative.stress import (
    Hit,
    just_given,
    largest_first,
    lay_low,
    relieve,
    repair,
    repeated_fallout,
    split_fallout,
    suffer,
    take_off,
    upgrade_fallout,
    without,
)
from forumgm.games.narrative.systems.base import Facts, No, Outcome, Plan, Refusal, Settled
from forumgm.games.narrative.systems.pool_rolls import ResistanceOutcome, still_facts, suffered_facts
from forumgm.games.narrative.words import Item, Verb

ResistancePlan = Plan[ResistanceSheet, ResistanceOptions]
MAX_STRESS = 100


@dataclass(frozen=True, slots=True)
class DiePlan:
    """A command that needs one die: ``done`` makes the outcome of its face."""

    purpose: str
    sides: int
    done: Callable[[int], ResistanceOutcome]

    def resolve(self, faces: Faces) -> ResistanceOutcome:
        """Roll the die."""
        return self.done(faces.draw(self.purpose, sides=self.sides))


@dataclass(frozen=True, slots=True)
class StressPlan:
    """Stress by the GM's word against one or more resistances: one event (R20)."""

    command: Command
    case: ResistanceCase

    def resolve(self, faces: Faces) -> ResistanceOutcome:
        """Roll the dice that were named, mark all, check."""
        sheet, options = self.case.sheet, self.case.options
        hits = []
        for amount in self.command.amounts:
            name = amount.resistance or _default_resistance(self.command, self.case)
            purpose = stress_purpose(sheet.name, resistance=name)
            number = amount.number if amount.die is None else faces.draw(purpose, sides=amount.die)
            hits.append(Hit(name, number or 0))
        source = self.case.table.stakes.source
        suffered = suffer(sheet, hits, faces=faces, options=options, source=source)
        table = replace(self.case.table, given=suffered.given)
        facts: Facts = {"row": None, **suffered_facts(suffered)}
        who = f"**{harmless(sheet.name)}**"
        line = stress_line(suffered, die=None, who=who) if suffered.amount else f"{who}: no stress."
        lines = (line, unused_line(self.command.unused))
        return Outcome(self.command.verb, facts, lines, Case(suffered.after, table, options))


def plan_stress(command: Command, case: ResistanceCase) -> ResistancePlan | Refusal:
    """`!stress 2 BODY, 1 HOPE`."""
    if not command.amounts:
        return Refusal(No.NO_SUCH_THING, "How much, and to what? `!stress 2 BODY`")
    for amount in command.amounts:
        if amount.die is not None and not 2 <= amount.die <= 256:
            return Refusal(No.OUT_OF_RANGE, f"There is no d{amount.die}.")
        if (amount.number or 0) > MAX_STRESS:
            return Refusal(No.OUT_OF_RANGE, f"At most {MAX_STRESS} stress at once.")
    return StressPlan(command, case)


def _default_resistance(command: Command, case: ResistanceCase) -> str:
    named = next(iter(command.resistances), None)
    return named or case.table.stakes.resistance or case.options.resistances[0]


# Recovery ---------------------------------------------------------------------------------------------------------


def plan_lay_low(command: Command, case: ResistanceCase) -> ResistancePlan | Refusal:
    """All stress goes (R31)."""
    line = f"**{harmless(case.sheet.name)}** lies low: all stress is gone. The story moves on; fallout stays."
    return Settled(_outcome(command, case, lay_low(case.sheet), line))


def plan_clear(command: Command, case: ResistanceCase) -> ResistancePlan | Refusal:
    """Act to ease one resistance (R32)."""
    die = _clear_die(command, case)
    if isinstance(die, Refusal):
        return die
    stressed = [name for name in case.sheet.stress if case.sheet.stress[name] or _slots_used(case.sheet, name)]
    wanted = list(command.resistances) or stressed
    if len(wanted) != 1:
        if not wanted:
            return Refusal(No.NO_SUCH_THING, "There is no stress to remove.")
        return Refusal(No.WHICH_ONE, "Which one do you ease: " + ", ".join(map(harmless, wanted)) + "?")

    def done(face: int) -> ResistanceOutcome:
        sheet, left = relieve(case.sheet, face, wanted, options=case.options)
        return _eased(command, case, sheet, die=die, face=face, left=left)

    return DiePlan(clear_purpose(case.sheet.name), die, done)


def plan_refresh(command: Command, case: ResistanceCase) -> ResistancePlan | Refusal:
    """A refresh: any resistances, in the player's order, then by size (R33)."""
    die = _clear_die(command, case)
    if isinstance(die, Refusal):
        return die
    order = largest_first(case.sheet, command.resistances)
    if case.options.refresh_scope is RefreshScope.ONE:
        order = order[:1]

    def done(face: int) -> ResistanceOutcome:
        sheet, left = relieve(case.sheet, face, order, options=case.options)
        return _eased(command, case, sheet, die=die, face=face, left=left)

    return DiePlan(clear_purpose(case.sheet.name), die, done)


def _eased(
    command: Command, case: ResistanceCase, sheet: ResistanceSheet, *, die: int, face: int, left: int
) -> ResistanceOutcome:
    unused = f", {left} not used" if left else ""
    line = f"**{harmless(case.sheet.name)}** - D{die} -> **{face}**{unused}. {_stress_now(sheet)}"
    return _outcome(command, case, sheet, line)


def plan_repair(command: Command, case: ResistanceCase) -> ResistancePlan | Refusal:
    """Repair a fallout: a minor at once by a fitting action, else with a stress-clearing ability's die (R28)."""
    fallout = _which_fallout(command, case)
    if isinstance(fallout, Refusal):
        return fallout
    if command.die is None:
        return _without_ability(command, case, fallout)
    die = _clear_die(command, case)
    if isinstance(die, Refusal):
        return die

    def done(face: int) -> ResistanceOutcome:
        sheet, gone, left = repair(case.sheet, fallout, face, options=case.options)
        name, needed = harmless(fallout.name), case.options.removal[fallout.level]
        words = f"{name} is repaired" if gone else f"not enough for {name} ({fallout.level} needs {needed})"
        if gone and left and case.options.repair_leftover is RepairLeftover.CLEARS_STRESS:
            sheet, left = relieve(sheet, left, largest_first(sheet, command.resistances), options=case.options)
            words += f"; what is left clears stress. {_stress_now(sheet)}"
        line = f"**{harmless(case.sheet.name)}** - D{die} -> **{face}**: {words}".rstrip(".") + "."
        return _outcome(command, case, sheet, line)

    return DiePlan(repair_purpose(case.sheet.name), die, done)


def _without_ability(command: Command, case: ResistanceCase, fallout: Fallout) -> ResistancePlan | Refusal:
    name = harmless(fallout.name)
    if fallout.level.below is not None:
        return Refusal(No.OUT_OF_RANGE, f"{name} ({fallout.level}) can only be stabilised without long-term care.")
    sheet, _, _ = repair(case.sheet, fallout, case.options.removal[fallout.level], options=case.options)
    return Settled(_outcome(command, case, sheet, f"**{harmless(case.sheet.name)}** - {name} is dealt with."))


def _which_fallout(command: Command, case: ResistanceCase) -> Fallout | Refusal:
    fallouts = case.sheet.fallouts
    named = [each for each in fallouts if each.name in command.fallouts] or list(fallouts)
    if not named:
        return Refusal(No.NO_FALLOUT, "There is no fallout to repair.")
    if len(named) > 1:
        return Refusal(No.WHICH_ONE, "Which one: " + ", ".join(harmless(each.name) for each in named) + "?")
    return named[0]


def _clear_die(command: Command, case: ResistanceCase) -> int | Refusal:
    die = case.options.default_die if command.die is None else command.die
    if die in case.options.ladder:
        return die
    return Refusal(No.OUT_OF_RANGE, "The die is one of " + ", ".join(f"d{each}" for each in case.options.ladder) + ".")


def _slots_used(sheet: ResistanceSheet, name: str) -> int:
    return sheet.slots[name].used if name in sheet.slots else 0


def _stress_now(sheet: ResistanceSheet) -> str:
    marks = ", ".join(f"{harmless(name)} {value}" for name, value in sheet.stress.items() if value)
    return f"Stress: {marks or 'none'}, total {sheet.total}."


def _outcome(command: Command, case: ResistanceCase, sheet: ResistanceSheet, line: str) -> ResistanceOutcome:
    facts: Facts = {"row": None, **still_facts(sheet)}
    return Outcome(command.verb, facts, (line, unused_line(command.unused)), Case(sheet, case.table, case.options))


# The GM's word on a fallout ---------------------------------------------------------------------------------------


def plan_fallout(command: Command, case: ResistanceCase) -> ResistancePlan | Refusal:
    """`!fallout keep | upgrade NAME | split A, B | name NAME`, on the fallout just given (R25-R27)."""
    given = case.table.given
    if given is None:
        return Refusal(No.NO_FALLOUT, "There is no fallout to rule on.")
    match command.ruling:
        case Item.UPGRADE:
            return _upgrade(command, case, given)
        case Item.SPLIT:
            return _split(command, case, given)
        case _:
            return _name_or_keep(command, case, given)


def _split(command: Command, case: ResistanceCase, given: Given) -> ResistancePlan | Refusal:
    if case.options.split is Split.OFF:
        return Refusal(No.OPTION_OFF, "Fallout is not split in this game.")
    if given.level.below is None:
        return Refusal(No.OUT_OF_RANGE, "A minor fallout has nothing below it to split into.")
    sheet = split_fallout(case.sheet, given, _given_names(command), case.options)
    pair = " and ".join(f"**{harmless(each.name)}**" for each in sheet.fallouts[-2:])
    return Settled(_ruled(case, sheet, level=str(given.level.below), words=f"{pair} ({given.level.below})"))


def _upgrade(command: Command, case: ResistanceCase, given: Given) -> ResistancePlan | Refusal:
    if case.options.upgrade is Upgrade.OFF:
        return Refusal(No.OPTION_OFF, "Fallout is not upgraded in this game.")
    if given.level.above is None:
        return Refusal(No.OUT_OF_RANGE, "There is nothing above severe.")
    bare = replace(case.sheet, fallouts=without(case.sheet.fallouts, just_given(case.sheet, given)))
    earlier = repeated_fallout(bare, given.level, source=case.table.stakes.source, options=case.options)
    if earlier is None:
        return Refusal(No.NO_FALLOUT, f"No {given.level} fallout of the same source to upgrade; it stays as rolled.")
    name = next(iter(_given_names(command)), None)
    sheet = upgrade_fallout(case.sheet, given, earlier, name=name, options=case.options)
    words = f"{harmless(earlier.name)} is replaced by **{harmless(sheet.fallouts[-1].name)}** ({given.level.above})"
    return Settled(_ruled(case, sheet, level=str(given.level.above), words=words))


def _name_or_keep(command: Command, case: ResistanceCase, given: Given) -> ResistancePlan | Refusal:
    sheet, names = case.sheet, _given_names(command)
    owed = given.owed
    if owed and command.resistances and case.options.removal_from is RemovalFrom.GM:
        sheet = _taken_in_order(sheet, owed, command.resistances, case.options)
        owed, names = 0, ()
    label = next(iter(names), None)
    if label is not None:
        own = just_given(sheet, given)
        sheet = replace(sheet, fallouts=(*without(sheet.fallouts, own), replace(own, name=label)))
        given = replace(given, name=label)
    table = replace(case.table, given=replace(given, owed=owed) if owed or label else None)
    facts: Facts = {"total_after": sheet.total, "fallout": str(given.level)}
    level = "" if is_unnamed(given.name, given.level) else f" ({given.level})"
    line = f"**{harmless(given.name)}**{level} stays. {_stress_now(sheet)}"
    return Settled(Outcome(command.verb, facts, (line,), Case(sheet, table, case.options)))


def _taken_in_order(
    sheet: ResistanceSheet, points: int, names: tuple[str, ...], options: ResistanceOptions
) -> ResistanceSheet:
    stress: Mapping[str, int] = sheet.stress
    for name in names[:-1]:
        part = min(points, stress[name])
        sheet = take_off(sheet, part, first=name, options=options)
        points -= part
    return take_off(sheet, points, first=names[-1], options=options)


def _given_names(command: Command) -> tuple[str, ...]:
    """The names behind the ruling word: quoted, or separated by commas."""
    if command.names:
        return command.names
    words = command.rest.split(None, 1)
    rulings = {"keep", "upgrade", "split", "name"}
    rest = words[1] if len(words) > 1 and key(words[0]) in rulings else ""
    return tuple(piece.strip()[:60] for piece in rest.split(",") if piece.strip())


def _ruled(case: ResistanceCase, sheet: ResistanceSheet, *, level: str, words: str) -> ResistanceOutcome:
    facts: Facts = {"total_after": sheet.total, "fallout": level}
    line = f"{words}. {_stress_now(sheet)}"
    table = replace(case.table, given=None)
    return Outcome(Verb.FALLOUT, facts, (line,), Case(sheet, table, case.options))
