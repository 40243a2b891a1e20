"""`!odds`: the exact chances of a roll, without rolling (narrative.md C9.12)."""

from dataclasses import replace
from fractions import Fraction

from forumgm.games.narrative import chances
from forumgm.games.narrative.choices import Row
from forumgm.games.narrative.commands import Command
from forumgm.games.narrative.options import FitdOptions, ResistanceOptions
from forumgm.games.narrative.replies import unused_line
from forumgm.games.narrative.sheets import FitdCase, FitdSheet, ResistanceCase, ResistanceSheet
from forumgm.games.narrative.systems.base import Facts, Outcome, Plan, Refusal, Settled
from forumgm.games.narrative.systems.fitd import ResistPlan, plan_resist
from forumgm.games.narrative.systems.pool_planning import plan_roll
from forumgm.games.narrative.systems.pool_rolls import RollPlan, still_facts

_SHORT = {
    Row.CRITICAL_FAILURE: "critical failure",
    Row.FAILURE: "failure",
    Row.SUCCESS_AT_COST: "at a cost",
    Row.SUCCESS: "success",
    Row.CRITICAL_SUCCESS: "critical",
}


def plan_pool_odds(command: Command, case: ResistanceCase) -> Plan[ResistanceSheet, ResistanceOptions] | Refusal:
    """`!odds sneak docks diff 1`: rows, mean stress, chance of fallout from where the character stands."""
    roll = plan_roll(command, case)
    if isinstance(roll, Refusal) or not isinstance(roll, RollPlan):
        return roll
    options, pool = case.options, roll.pool
    rows = chances.rows(pool.dice, steps=pool.steps)
    words = ", ".join(f"{_SHORT[row]} {percent(chance)}" for row, chance in rows.items())
    stress = chances.stress(pool.net, roll.die, is_partial=roll.is_partial, options=options)
    mean = sum((amount * chance for amount, chance in stress.items()), Fraction(0))
    falls = chances.fallout_of_roll(case.sheet.total, pool.net, roll.die, is_partial=roll.is_partial, options=options)
    dice = "1 die" if pool.dice == 1 else f"{pool.dice} dice"
    steps = f", {pool.steps} down" if pool.steps else ""
    line = (
        f"{dice}{steps}: {words}. D{roll.die}: mean stress {decimal(mean)}; chance of fallout from your total "
        f"{case.sheet.total}: {falls} = {percent(falls)}."
    )
    odds: Facts = {str(row): str(chance) for row, chance in rows.items()}
    facts: Facts = {"row": None, **still_facts(case.sheet), "odds": odds, "fallout_chance": str(falls)}
    return Settled(Outcome(command.verb, facts, (line, unused_line(command.unused)), case))


def plan_cost_odds(command: Command, case: FitdCase) -> Plan[FitdSheet, FitdOptions] | Refusal:
    """`!odds prowess`: what resisting would cost."""
    if command.attribute is not None and command.consequence is None:
        # Nothing has to threaten for this question.
        case = replace(case, table=replace(case.table, consequences=()))
    resist = plan_resist(command, case)
    if isinstance(resist, Refusal) or not isinstance(resist, ResistPlan):
        return resist
    found = chances.costs(resist.rating, case.options)
    likely = {cost: chance for cost, chance in found.items() if chance}
    paid = ", ".join(f"{cost} ({percent(chance)})" for cost, chance in likely.items() if cost >= 0)
    cleared = "".join(f"; clears {-cost} ({percent(chance)})" for cost, chance in likely.items() if cost < 0)
    middle = sum((cost * chance for cost, chance in found.items()), Fraction(0))
    mean = f"{'-' if middle < 0 else ''}{decimal(abs(middle))}"
    line = f"{resist.attribute.capitalize()} {resist.rating}, stress it costs: {paid}{cleared}. Mean {mean}."
    odds: Facts = {str(cost): str(chance) for cost, chance in found.items()}
    facts: Facts = {"odds": odds, "track": case.sheet.track}
    return Settled(Outcome(command.verb, facts, (line, unused_line(command.unused)), case))


def percent(chance: Fraction) -> str:
    """Return a chance in percent, to one place, without needless zeros: ``36.9%``, ``75%``."""
    tenths = int(chance * 1000 + Fraction(1, 2))
    whole, part = divmod(tenths, 10)
    return f"{whole}.{part}%" if part else f"{whole}%"


def decimal(value: Fraction) -> str:
    """Return a positive number to two places."""
    hundredths = int(value * 100 + Fraction(1, 2))
    return f"{hundredths // 100}.{hundredths % 100:02d}"
