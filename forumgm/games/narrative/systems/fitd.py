"""The Forged-in-the-Dark resistance roll that three profiles share (B2.1-B2.3): resist, force, fortune, pay, decline.

Laws: resisting always works, the dice only set the price; one roll for a consequence; where a profile decides after the
roll nothing is marked before `pay`. What differs between the profiles is in `FitdOptions` only.
"""

from dataclasses import dataclass, replace

from forumgm.games.narrative.choices import (
    Decide,
    Effect,
    FitChecked,
    Kind,
    Source,
    Sources,
    Who,
    ZeroDice,
)
from forumgm.games.narrative.commands import Command
from forumgm.games.narrative.faces import Faces
from forumgm.games.narrative.harm import FATAL, MAX_TICKS, weaken
from forumgm.games.narrative.options import FitdOptions
from forumgm.games.narrative.price import Marked, Price, pay_price, roll_price
from forumgm.games.narrative.replies import count_words, dice_words, harmless, unused_line
from forumgm.games.narrative.sheets import Case, Consequence, FitdCase, FitdSheet, PendingChoice, Table
from forumgm.games.narrative.systems.base import Facts, No, Outcome, Plan, Refusal, Settled

NOTHING = Consequence(number=0)
"""Stands for a consequence that nobody wrote down."""

FitdOutcome = Outcome[FitdSheet, FitdOptions]
FitdPlan = Plan[FitdSheet, FitdOptions]


# Which consequence, which attribute -------------------------------------------------------------------------------


def find(command: Command, case: FitdCase) -> Consequence | Refusal:
    """Return the consequence that a command means: by number, by its attribute, or the only open one."""
    table = case.table
    if command.consequence is not None:
        for each in table.consequences:
            if each.number == command.consequence:
                return each
        return Refusal(No.NO_SUCH_THING, f"There is no consequence {command.consequence}.", resisting=True)
    open_ones = [each for each in table.consequences if not each.closed]
    if not table.consequences:
        return NOTHING
    if not open_ones:
        return Refusal(No.CLOSED, "No consequence is open.", resisting=True)
    if len(open_ones) > 1 and command.attribute is not None:
        fits = [each for each in open_ones if attribute_of(each, case.options) == command.attribute]
        if len(fits) == 1:
            return fits[0]
    if len(open_ones) > 1:
        numbers = ", ".join(str(each.number) for each in open_ones)
        return Refusal(No.WHICH_ONE, f"Which one: {numbers}?")
    return open_ones[0]


def meant(command: Command, case: FitdCase) -> tuple[FitdCase, Consequence] | Refusal:
    """Return the consequence that a command means or names itself, and the case in which it hangs."""
    named = _with_own(command, case)
    if isinstance(named, Refusal):
        return named
    found = find(command, named)
    return found if isinstance(found, Refusal) else (named, found)


def _with_own(command: Command, case: FitdCase) -> FitdCase | Refusal:
    """Return the case with what the command itself names, where the GM has declared nothing (A10): ``harm 3``."""
    if case.table.consequences or (command.level is None and command.ticks is None):
        return case
    level, ticks = command.level, command.ticks or 0
    if level is not None and not 1 <= level <= FATAL:
        return Refusal(No.OUT_OF_RANGE, f"Harm goes from 1 to {FATAL}.", resisting=True)
    if level is None and not 1 <= ticks <= MAX_TICKS:
        return Refusal(No.OUT_OF_RANGE, f"A clock gains 1 to {MAX_TICKS} ticks.", resisting=True)
    own = Consequence(1, Kind.CLOCK if level is None else Kind.HARM, level=level or 0, ticks=ticks)
    return replace(case, table=replace(case.table, consequences=(own,)))


def put(table: Table, consequence: Consequence) -> Table:
    """Return the table with this state of a consequence."""
    if consequence.number == NOTHING.number:
        return table
    return replace(
        table,
        consequences=tuple(consequence if each.number == consequence.number else each for each in table.consequences),
    )


def describe(consequence: Consequence) -> str:
    """Return a consequence in words."""
    name = f" {harmless(consequence.name)}" if consequence.name else ""
    if consequence.avoided:
        return "nothing happens"
    match consequence.kind:
        case Kind.HARM:
            return f"harm {consequence.level}{name}"
        case Kind.CLOCK:
            return f"{name.strip()} clock +{consequence.ticks}".strip()
        case Kind.OTHER:
            return name.strip() or "the consequence"


def effect_of(consequence: Consequence, options: FitdOptions, *, said: Effect | None = None) -> Effect:
    """Return the ruling on reduced or avoided (F3): the GM's, else the profile's; never easier by a player's word."""
    ruled = consequence.effect or options.default_effect
    return Effect.REDUCE if said is Effect.REDUCE else ruled


def attribute_of(consequence: Consequence, options: FitdOptions, *, named: str | None = None) -> str | None:
    """Return the GM's attribute, else the one named, else by kind: harm is physical (C5); None if nothing says."""
    given = consequence.attribute or named
    if given is None and consequence.kind is Kind.HARM:
        return next((name for name in ("prowess", "body") if name in options.attributes), options.attributes[0])
    if given is None and len(options.attributes) == 1:
        return options.attributes[0]
    return given


def _attribute(command: Command, consequence: Consequence, options: FitdOptions) -> str | Refusal:
    found = attribute_of(consequence, options, named=command.attribute)
    return found or Refusal(No.WHICH_ONE, "With which one: " + ", ".join(options.attributes) + "?")


# Resist -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ResistPlan:
    """A resist or forced roll ready for its dice."""

    command: Command
    case: FitdCase
    consequence: Consequence
    attribute: str
    rating: int
    effect: Effect
    remarks: tuple[str, ...] = ()

    def resolve(self, faces: Faces) -> FitdOutcome:
        """Roll the price and pay it, or leave the choice (F8)."""
        options, sheet = self.case.options, self.case.sheet
        price = roll_price(self.rating, faces=faces, options=options)
        rolled = replace(self.consequence, rolled=True)
        if options.must_fit and price.cost > options.track_size - sheet.track:
            return self._does_not_fit(price, rolled)
        if options.decide is Decide.AFTER:
            return self._choice(price, rolled)
        return self._pay(price, rolled)

    def _pay(self, price: Price, rolled: Consequence) -> FitdOutcome:
        sheet, marked = pay_price(self.case.sheet, price, self.case.options)
        weaker = weaken(rolled, self.effect, self.case.options)
        effect = effect_word(weaker)
        price_words = "critical: " if price.critical else ""
        line = f"{self._bold(price)} -> {price_words}{_cost_words(self.case, price, marked)}. {_result(weaker)}"
        facts = {**price_facts(price), "effect": effect, "track": marked.track, **_trauma_facts(sheet, marked)}
        return self._outcome(facts, (line, _trauma_line(sheet, marked, self.case.options)), sheet, weaker)

    def _choice(self, price: Price, rolled: Consequence) -> FitdOutcome:
        sheet, options = self.case.sheet, self.case.options
        waiting = replace(rolled, pending=PendingChoice(price.cost), effect=self.effect)
        weaker = weaken(rolled, self.effect, options)
        line = (
            f"{self._bold(price)} -> cost {price.cost}. Stress would go {sheet.track} -> {sheet.track + price.cost} "
            f"of {options.track_size}: {describe(weaker)} instead of {describe(rolled)}. `!pay` or `!decline` "
            f"within {options.decline_timeout_hours} h."
        )
        facts: Facts = {**price_facts(price), "effect": "choice", "track": sheet.track}
        # A consequence that nobody wrote down has to be remembered until the choice.
        table = _remembered(self.case.table, waiting)
        return self._outcome(facts, (line,), sheet, waiting, table=table)

    def _does_not_fit(self, price: Price, rolled: Consequence) -> FitdOutcome:
        sheet, options = self.case.sheet, self.case.options
        left = options.track_size - sheet.track
        closed = replace(rolled, closed=True)
        line = (
            f"{self._bold(price)} -> cost {price.cost}, but only {left} boxes are left: it cannot be resisted. "
            f"In full: {describe(closed)}."
        )
        facts: Facts = {**price_facts(price), "effect": "none", "track": sheet.track}
        return self._outcome(facts, (line,), sheet, closed)

    def _bold(self, price: Price) -> str:
        which = f" **{self.consequence.number}**" if self.consequence.number else ""
        dice = dice_words(price.dice, price.counts) if price.counts is not None else "no dice"
        name, attribute = harmless(self.case.sheet.name), harmless(self.attribute.capitalize())
        return f"**{name}** resists{which} - {attribute} {self.rating}: {dice}"

    def _outcome(
        self,
        facts: Facts,
        lines: tuple[str, ...],
        sheet: FitdSheet,
        consequence: Consequence,
        *,
        table: Table | None = None,
    ) -> FitdOutcome:
        after = Case(sheet, table or put(self.case.table, consequence), self.case.options)
        said = (*lines, *self.remarks, unused_line(self.command.unused))
        return Outcome(self.command.verb, facts, said, after)


def plan_resist(command: Command, case: FitdCase) -> FitdPlan | Refusal:
    """Return the resist roll, or why there is none (B2.2)."""
    found = meant(command, case)
    if isinstance(found, Refusal):
        return found
    case, consequence = found
    refused = may_not_resist(consequence, case)
    if refused is not None:
        return refused
    attribute = _attribute(command, consequence, case.options)
    if isinstance(attribute, Refusal):
        return attribute
    rating = case.sheet.ratings.get(attribute, 0)
    remarks: tuple[str, ...] = ()
    if command.attribute is not None and command.attribute != attribute:
        remarks += (f"The GM chose {attribute}.",)
    if command.detail:
        rating += case.options.detail_dice
        remarks += () if case.options.detail_dice else ("A detail adds no dice here.",)
    if command.dice_count is not None and command.dice_count != rating:
        remarks += (f"{command.dice_count}d does not fit the sheet; {count_words(rating, 'die')} counted.",)
    if rating <= 0 and case.options.zero_dice is ZeroDice.REFUSE:
        return Refusal(No.NO_DICE, f"There are no dice in {attribute}: it cannot be resisted.", resisting=True)
    effect = effect_of(consequence, case.options, said=command.effect)
    return ResistPlan(command, case, consequence, attribute, rating, effect, remarks)


def may_not_resist(consequence: Consequence, case: FitdCase) -> Refusal | None:
    """Return why a consequence cannot be resisted, if so: the guard ladder of B2.2, most basic reason first."""
    options, sheet = case.options, case.sheet
    if sheet.dead:
        return Refusal(No.DEAD, f"{harmless(sheet.name)} is dead.", resisting=True)
    if consequence.rolled:
        return Refusal(No.ALREADY_ROLLED, "There was a roll against this one already.", resisting=True)
    if consequence.closed or consequence.avoided:
        return Refusal(No.CLOSED, "That one is settled.", resisting=True)
    another = consequence.roller is not None and consequence.roller.casefold() != sheet.name.casefold()
    if another and options.who is Who.ROLLER_ONLY:
        return Refusal(No.NOT_YOURS, "Only the player whose roll caused it can resist it.", resisting=True)
    if options.sources is Sources.ACTION_ROLLS_1_TO_5 and consequence.source is not Source.ACTION:
        return Refusal(No.NOT_RESISTABLE, "Only what follows from an action roll can be resisted.", resisting=True)
    if options.in_job_only and not consequence.in_job:
        return Refusal(No.NOT_RESISTABLE, "Outside a job nothing can be resisted.", resisting=True)
    if consequence.boxes_used and not options.roll_after_armour:
        return Refusal(No.TOO_LATE, "Armour was used on it: no roll.", resisting=True)
    checked_first = options.must_fit and options.fit_checked is FitChecked.BEFORE_ROLL
    if checked_first and sheet.track >= options.track_size:
        return Refusal(No.TRACK_FULL, "There is no box left for the cost.", resisting=True)
    return None


def _remembered(table: Table, waiting: Consequence) -> Table:
    if waiting.number != NOTHING.number:
        return put(table, waiting)
    return replace(table, consequences=(replace(waiting, number=1),))


# Pay, decline -----------------------------------------------------------------------------------------------------


def plan_pay(command: Command, case: FitdCase) -> FitdPlan | Refusal:
    """Pay the rolled cost: the consequence is reduced or avoided (F8)."""
    waiting = _waiting(command, case)
    if isinstance(waiting, Refusal):
        return waiting
    assert waiting.pending is not None, "_waiting gives only what waits"
    price = Price((), None, waiting.pending.cost, critical=False)
    sheet, marked = pay_price(case.sheet, price, case.options)
    weaker = replace(weaken(waiting, effect_of(waiting, case.options), case.options), pending=None)
    line = f"Paid. Stress {marked.track} of {case.options.track_size}. {_result(weaker)}"
    facts: Facts = {"cost": price.cost, "effect": effect_word(weaker), "track": marked.track}
    facts |= _trauma_facts(sheet, marked)
    lines = (line, _trauma_line(sheet, marked, case.options))
    return Settled(Outcome(command.verb, facts, lines, Case(sheet, put(case.table, weaker), case.options)))


def plan_decline(command: Command, case: FitdCase) -> FitdPlan | Refusal:
    """Take the consequence as it was; a roll that was already paid stands (F8, K21)."""
    waiting = _waiting(command, case)
    if isinstance(waiting, Refusal):
        return waiting
    closed = replace(waiting, pending=None, closed=True)
    line = f"Declined: {describe(closed)}, in full. Stress stays {case.sheet.track}."
    facts: Facts = {"effect": "none", "track": case.sheet.track}
    return Settled(Outcome(command.verb, facts, (line,), Case(case.sheet, put(case.table, closed), case.options)))


def _waiting(command: Command, case: FitdCase) -> Consequence | Refusal:
    waiting = [each for each in case.table.consequences if each.pending is not None]
    if command.consequence is not None:
        waiting = [each for each in waiting if each.number == command.consequence]
    if len(waiting) > 1:
        return Refusal(No.WHICH_ONE, "Which one: " + ", ".join(str(each.number) for each in waiting) + "?")
    if waiting:
        return waiting[0]
    rolled = any(each.rolled for each in case.table.consequences)
    words = "Too late: once rolled, the cost is suffered." if rolled else "Nothing waits for a choice."
    return Refusal(No.TOO_LATE, words)


# Words and facts --------------------------------------------------------------------------------------------------


def effect_word(consequence: Consequence) -> str:
    """Return the effect as `try` names it, for a consequence that was resisted or absorbed."""
    return "avoided" if consequence.avoided else "reduced"


def price_facts(price: Price) -> Facts:
    """Return dice, cost and critical."""
    return {"dice": list(price.dice), "cost": price.cost, "critical": price.critical}


def _cost_words(case: FitdCase, price: Price, marked: Marked) -> str:
    track, size = case.sheet.track, case.options.track_size
    if price.critical:
        return f"clear {track - marked.track} stress ({track} -> {marked.track} of {size})"
    lost = f", {marked.lost} lost" if marked.lost else ""
    return f"{price.cost} stress ({track} -> {marked.track} of {size}{lost})"


def _result(consequence: Consequence) -> str:
    if consequence.avoided:
        return "It is avoided."
    return f"It is reduced: {describe(consequence)}."


def _trauma_facts(sheet: FitdSheet, marked: Marked) -> Facts:
    return {"trauma": sheet.trauma, "track_after": marked.after} if marked.has_trauma else {}


def _trauma_line(sheet: FitdSheet, marked: Marked, options: FitdOptions) -> str:
    if not marked.has_trauma:
        return ""
    if sheet.trauma >= options.trauma_max:
        return f"The track is full: trauma {sheet.trauma}, the last one: a retirement."
    return f"The track is full: trauma {sheet.trauma}, out of the scene; stress starts again at {marked.after}."
