"""The Resistance System's action roll: `!roll`, `!lead`, `!follow` (B1.3-B1.6, B1.9).

Law: faces are drawn in the order pool, harm inflicted, the roller's stress and check, then each helper's in the order
of consent.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from forumgm.games.narrative.choices import GroupOnFailure, HelperStress, Row
from forumgm.games.narrative.commands import Command
from forumgm.games.narrative.faces import WEAPON, Faces, key, stress_purpose
from forumgm.games.narrative.options import ResistanceOptions
from forumgm.games.narrative.pool import (
    Pool,
    PoolRolled,
    StressDie,
    roll_pool,
    roll_stress,
    stress_die,
)
from forumgm.games.narrative.replies import (
    ROW_WORDS,
    dice_words,
    harmless,
    npc_line,
    stress_line,
    stress_table,
    unused_line,
)
from forumgm.games.narrative.sheets import (
    Case,
    Helper,
    Lead,
    Npc,
    ResistanceCase,
    ResistanceSheet,
    frozen,
)
from forumgm.games.narrative.stress import Hit, Suffered, suffer
from forumgm.games.narrative.systems.base import Fact, Facts, Outcome
from forumgm.games.narrative.words import Verb

ResistanceOutcome = Outcome[ResistanceSheet, ResistanceOptions]


@dataclass(frozen=True, slots=True)
class RollPlan:
    """A roll ready for its dice: everything is decided but the faces."""

    command: Command
    case: ResistanceCase
    pool: Pool
    die: int
    resistance: str
    is_partial: bool
    npc: Npc | None
    weapon: int | None
    helpers: tuple[Helper, ...]
    reading: str
    remarks: tuple[str, ...]

    def resolve(self, faces: Faces) -> ResistanceOutcome:
        """Roll, inflict, mark, check; the helpers in their order."""
        rolled = roll_pool(self.pool, faces=faces, options=self.case.options)
        npc, npc_words = self._inflict(rolled, faces)
        return self._outcome(rolled.row, rolled, npc, npc_words, faces)

    def fail(self, faces: Faces) -> ResistanceOutcome:
        """Fail without the pool: only the stress of a failure is rolled (R1, R14)."""
        return self._outcome(Row.FAILURE, None, None, "", faces)

    def _inflict(self, rolled: PoolRolled, faces: Faces) -> tuple[Npc | None, str]:
        options = self.case.options
        if self.npc is None or self.weapon is None or not rolled.row.at_least(options.inflict_on):
            return None, ""
        shown = faces.draw(WEAPON, sides=self.weapon)
        npc = replace(self.npc, marked=self.npc.marked + shown + rolled.tens)
        return npc, npc_line(npc, die=self.weapon, shown=shown, tens=rolled.tens)

    def _outcome(
        self, row: Row, rolled: PoolRolled | None, npc: Npc | None, npc_words: str, faces: Faces
    ) -> ResistanceOutcome:
        options, table, sheet = self.case.options, self.case.table, self.case.sheet
        die = stress_die(row, self.die, is_partial=self.is_partial, options=options)
        own = _take(sheet, die, self.resistance, faces=faces, options=options, source=table.stakes.source)
        others = self._helpers(die, own.amount, faces)
        fell = {key(each.who): each.given for each in others if each.given is not None}
        table = replace(table, given=own.given, helpers_given=frozen(fell))
        if npc is not None:
            table = replace(table, npcs=frozen({**table.npcs, key(npc.name): npc}))
        if self.command.verb is Verb.LEAD or (self.command.group and self.command.verb is Verb.ROLL):
            table = replace(table, lead=Lead(sheet.name, row))
        took = {key(each.who): each.after for each in others}
        changed = {
            key(helper.sheet.name): replace(helper, sheet=took.get(key(helper.sheet.name), helper.sheet))
            for helper in self.helpers
        }
        table = replace(table, helpers=frozen({**table.helpers, **changed}))
        lines = (self._bold(row, rolled, own), npc_words, *self._stress(own, others, die))
        facts = self._facts(row, rolled, own, die, others)
        if npc is not None:
            facts["npc"] = {"name": npc.name, "marked": npc.marked, "at_mercy": npc.is_at_mercy}
        remarks = (*lines, self._followers(row), *self.remarks, unused_line(self.command.unused))
        return Outcome(self.command.verb, facts, remarks, Case(own.after, table, options))

    def _helpers(self, die: StressDie, amount: int, faces: Faces) -> tuple[Suffered, ...]:
        """Each helper takes stress as the leader does (R11)."""
        options = self.case.options
        if options.helper_stress is HelperStress.NONE or die.sides is None:
            return ()
        taken: list[Suffered] = []
        for helper in self.helpers:
            resistance = helper.resistance or self.resistance
            source = self.case.table.stakes.source
            if options.helper_stress is HelperStress.SAME_NUMBER:
                hits = [Hit(resistance, amount)]
                taken.append(suffer(helper.sheet, hits, faces=faces, options=options, source=source))
            else:
                taken.append(_take(helper.sheet, die, resistance, faces=faces, options=options, source=source))
        return tuple(taken)

    # Words and facts ----------------------------------------------------------------------------------------------

    def _bold(self, row: Row, rolled: PoolRolled | None, own: Suffered) -> str:
        name = harmless(self.case.sheet.name)
        leads = " leads" if self.command.verb is Verb.LEAD else ""
        follows = " follows" if self.command.verb is Verb.FOLLOW else ""
        partial = ", partial" if self.is_partial and row is Row.SUCCESS_AT_COST else ""
        fell = f"{dice_words(rolled.dice, rolled.highest)} = " if rolled else ""
        quiet = "" if own.amount else " No stress."
        return f"**{name}**{leads}{follows} - {self.reading}: {fell}**{ROW_WORDS[row]}**{partial}.{quiet}"

    def _followers(self, row: Row) -> str:
        """What a leader's roll means for the others (R14)."""
        options = self.case.options
        if self.command.verb is not Verb.LEAD:
            return ""
        if row.at_least(options.group_success_from):
            return "Everyone else may roll `!follow` with mastery."
        if options.group_on_failure is GroupOnFailure.ALL_FAIL:
            return "Everyone else fails too: `!follow` rolls only the stress."
        return "Everyone else may roll `!follow`, without mastery."

    def _stress(self, own: Suffered, others: Sequence[Suffered], die: StressDie) -> tuple[str, ...]:
        """One line for one person, a table for several (C8)."""
        hurt = [each for each in (own, *others) if each.amount]
        if len(hurt) > 1:
            return (stress_table(hurt, die=die.sides),)
        if not hurt:
            return ()
        who = "" if own.amount else f"**{harmless(hurt[0].who)}**"
        return (stress_line(hurt[0], die=die.sides if own.amount else None, who=who),)

    def _facts(
        self, row: Row, rolled: PoolRolled | None, own: Suffered, die: StressDie, others: Sequence[Suffered]
    ) -> Facts:
        facts: Facts = {
            "row": str(row),
            "dice": list(rolled.dice) if rolled else [],
            "steps": self.pool.steps if rolled else 0,
            "tens": rolled.tens if rolled else 0,
            **suffered_facts(own),
        }
        if die.sides is not None:
            facts["die"] = die.sides
        if others:
            helpers: list[dict[str, Fact]] = [{"name": each.who, **suffered_facts(each)} for each in others]
            facts["helpers"] = helpers
        return facts


@dataclass(frozen=True, slots=True)
class FailPlan:
    """A failure without a pool."""

    roll: RollPlan

    def resolve(self, faces: Faces) -> ResistanceOutcome:
        """Roll only the stress."""
        return self.roll.fail(faces)


def suffered_facts(suffered: Suffered) -> Facts:
    """Return stress, totals and fallout as facts."""
    return {
        "stress": suffered.amount,
        "total": suffered.total,
        "total_after": suffered.after.total,
        "fallout": str(suffered.level) if suffered.level else None,
    }


def still_facts(sheet: ResistanceSheet) -> Facts:
    """Return the facts of a command that marks no stress."""
    return {"stress": 0, "total": sheet.total, "total_after": sheet.total, "fallout": None}


def _take(
    sheet: ResistanceSheet,
    die: StressDie,
    resistance: str,
    *,
    faces: Faces,
    options: ResistanceOptions,
    source: str | None,
) -> Suffered:
    purpose = stress_purpose(sheet.name, resistance=resistance)
    shown = roll_stress(die, purpose=purpose, faces=faces, options=options)
    return suffer(sheet, [Hit(resistance, sum(shown))], faces=faces, options=options, source=source)
