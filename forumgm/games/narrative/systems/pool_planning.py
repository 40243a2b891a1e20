"""Planning the Resistance System's action roll: `!roll`, `!lead`, `!follow` (B1.3-B1.6, C4, C5).

Laws: a player's own numbers may make the roll harder than the stakes, never easier; what is not used is said.
"""

from collections.abc import Sequence

from forumgm.games.narrative.choices import GroupOnFailure, HelperLimit, Possible, UnqualifiedHelper
from forumgm.games.narrative.commands import Command
from forumgm.games.narrative.faces import key
from forumgm.games.narrative.options import ResistanceOptions
from forumgm.games.narrative.pool import (
    MAX_POOL,
    Pool,
    joined_difficulty,
)
from forumgm.games.narrative.replies import (
    count_words,
    harmless,
)
from forumgm.games.narrative.sheets import (
    Helper,
    Npc,
    ResistanceCase,
    ResistanceSheet,
    Table,
    frozen,
)
from forumgm.games.narrative.systems.base import Facts, No, Outcome, Plan, Refusal, Settled
from forumgm.games.narrative.systems.pool_rolls import FailPlan, RollPlan, still_facts
from forumgm.games.narrative.words import Verb


def plan_roll(command: Command, case: ResistanceCase) -> Plan[ResistanceSheet, ResistanceOptions] | Refusal:
    """Return what `!roll`, `!lead` or `!follow` would roll."""
    settled = _without_dice(command, case)
    if settled is not None:
        return settled
    npc = _npc(command, case.table)
    if isinstance(npc, Refusal):
        return npc
    helpers = _helpers(command, case)
    if isinstance(helpers, Refusal):
        return helpers
    difficulty = _difficulty(command, case, npc)
    if isinstance(difficulty, Refusal):
        return difficulty
    planned = _assemble(command, case, npc, helpers, difficulty)
    if isinstance(planned, Refusal):
        return planned
    if _is_impossible(command, case) or _fails_with_leader(command, case):
        return FailPlan(planned)
    return planned


def _is_impossible(command: Command, case: ResistanceCase) -> bool:
    return Possible.IMPOSSIBLE in (case.table.stakes.possible, command.possible)


def _without_dice(
    command: Command, case: ResistanceCase
) -> Settled[ResistanceSheet, ResistanceOptions] | Refusal | None:
    """R1: what is plainly possible works, what is impossible fails, without dice."""
    if command.verb is Verb.FOLLOW and case.table.lead is None:
        return Refusal(No.NO_LEADER, "Nobody leads a group action now.")
    free = case.table.stakes.possible is Possible.NO_ROLL_NEEDED
    if not free and not (_is_impossible(command, case) and not case.options.impossible_costs_stress):
        return None
    facts: Facts = {"row": None, "dice": [], "steps": 0, "tens": 0, **still_facts(case.sheet)}
    words = "that works without a roll" if free else "that cannot be done; no roll, no stress"
    line = f"**{harmless(case.sheet.name)}** - {words}."
    return Settled(Outcome(command.verb, facts, (line,), case))


def _fails_with_leader(command: Command, case: ResistanceCase) -> bool:
    lead, options = case.table.lead, case.options
    if command.verb is not Verb.FOLLOW or lead is None:
        return False
    failed = not lead.row.at_least(options.group_success_from)
    return failed and options.group_on_failure is GroupOnFailure.ALL_FAIL


def _npc(command: Command, table: Table) -> Npc | Refusal | None:
    if command.npc is None:
        return None
    found = table.npcs.get(key(command.npc))
    if found is None:
        there = ", ".join(harmless(npc.name) for npc in table.npcs.values())
        ask = f"against whom: {there}?" if there else "the GM names opponents with `!npc`."
        return Refusal(No.NO_SUCH_THING, f"There is no {harmless(command.npc)} here; {ask}")
    return found


def _helpers(command: Command, case: ResistanceCase) -> tuple[Helper, ...] | Refusal:
    """The helpers named, in order, with the limit and consent checked (R10, R12, R13)."""
    options, table = case.options, case.table
    named = [table.helpers.get(key(name)) or _stranger(name, case) for name in command.helpers]
    limit = options.max_helpers if table.stakes.max_helpers is None else table.stakes.max_helpers
    counted = len(named) + (options.helper_limit_counts is HelperLimit.PARTICIPANTS)
    if named and counted > limit:
        return Refusal(No.TOO_MANY_HELPERS, f"At most {limit} may take part here.")
    if table.consented is not None and options.helper_consent:
        missing = [each.sheet.name for each in named if key(each.sheet.name) not in table.consented]
        if missing:
            asked = ", ".join(f"u/{name}" for name in missing)
            return Refusal(No.NEEDS_CONSENT, f"{asked}: reply `!assist` to join.", tuple(missing))
    unfit = [each.sheet.name for each in named if not each.qualified]
    if unfit and options.unqualified_helper is UnqualifiedHelper.REFUSED:
        return Refusal(No.HELPER_UNQUALIFIED, f"{_names(unfit)}: no skill or domain that fits.", tuple(unfit))
    if options.unqualified_helper is UnqualifiedHelper.IGNORED:
        named = [each for each in named if each.qualified]
    return tuple(named)


def _stranger(name: str, case: ResistanceCase) -> Helper:
    """A helper without a sheet: taken to qualify, with no stress yet."""
    return Helper(ResistanceSheet(name=name, stress=frozen(dict.fromkeys(case.options.resistances, 0))))


def _difficulty(command: Command, case: ResistanceCase, npc: Npc | None) -> tuple[int, ...] | Refusal:
    """The sources of difficulty (R6); a player's own number counts where it is higher than the stakes."""
    options = case.options
    set_by_gm = case.table.stakes.difficulty
    base = options.default_difficulty if set_by_gm is None else set_by_gm
    wanted = command.difficulty or 0
    if wanted > options.difficulty_per_source_max:
        return Refusal(No.OUT_OF_RANGE, f"Difficulty goes from 0 to {options.difficulty_per_source_max}.")
    return (max(base, wanted), *((npc.difficulty,) if npc else ()))


def _assemble(
    command: Command, case: ResistanceCase, npc: Npc | None, helpers: tuple[Helper, ...], sources: tuple[int, ...]
) -> RollPlan | Refusal:
    options, stakes = case.options, case.table.stakes
    base, reading, remarks = _base(command, case, sum(1 for each in helpers if each.qualified))
    if base > MAX_POOL:
        return Refusal(No.TOO_MANY_DICE, f"A pool has at most {MAX_POOL} dice.")
    pool = Pool(base, joined_difficulty(sources, options))
    set_die = stakes.die or (npc.weapon if npc and npc.weapon else None) or options.default_die
    die = max(set_die, command.die or 0)
    for size in (command.die, command.weapon):
        if size is not None and size not in options.ladder:
            allowed = ", ".join(f"d{each}" for each in options.ladder)
            return Refusal(No.OUT_OF_RANGE, f"d{size} is no stress die here: {allowed}.")
    if command.die is not None and command.die < set_die:
        remarks += (f"d{command.die} is easier than the stakes; D{set_die} holds.",)
    if stakes.resistance is None and len(command.resistances) > 1:
        named = " or ".join(harmless(each) for each in command.resistances)
        return Refusal(No.WHICH_ONE, f"No dice yet: which takes the stress, {named}? Write it again in a new comment.")
    if command.possible is Possible.NO_ROLL_NEEDED:
        remarks += ("Whether it takes a roll is for the stakes to say.",)
    resistance = stakes.resistance or next(iter(command.resistances), options.resistances[0])
    if stakes.resistance and command.resistances and stakes.resistance not in command.resistances:
        remarks += (f"The stakes say {harmless(stakes.resistance)}.",)
    is_partial = stakes.partial if stakes.partial is not None else bool(command.partial)
    if command.partial and not is_partial:
        remarks += ("The stakes say full stress.",)
    return RollPlan(
        command=command,
        case=case,
        pool=pool,
        die=die,
        resistance=resistance,
        is_partial=is_partial,
        npc=npc,
        weapon=None if is_partial else command.weapon,
        helpers=helpers,
        reading=reading + _pool_words(pool),
        remarks=remarks
        + _default_remark(command, case, f"difficulty {pool.difficulty}, D{die}, {harmless(resistance)}")
        + _left_out(command, case),
    )


def _base(command: Command, case: ResistanceCase, helping: int) -> tuple[int, str, tuple[str, ...]]:
    """The pool before difficulty (R3, R10, R14), how it reads, and what to remark."""
    options, sheet = case.options, case.sheet
    skill = min(len(command.skills), options.max_skill_dice)
    domain = min(len(command.domains), options.max_domain_dice)
    mastery = command.mastery or _led_well(command, case)
    base = 1 + skill + domain + mastery
    words = [harmless(name or "skill") for name in command.skills]
    words += [harmless(name or "domain") for name in command.domains]
    words += ["mastery"] if mastery else []
    remarks: tuple[str, ...] = ()
    if command.pool is not None:
        has_sheet = bool(sheet.skills or sheet.domains or sheet.mastery)
        if has_sheet and command.pool != base:
            remarks = (f"{command.pool}d10 does not fit the sheet; {count_words(base, 'die')} counted.",)
        elif not has_sheet:
            base = max(base, command.pool)
    words += [count_words(helping, "helper")] if helping else []
    return base + helping, " + ".join(words) or "base", remarks


def _led_well(command: Command, case: ResistanceCase) -> bool:
    lead = case.table.lead
    return command.verb is Verb.FOLLOW and lead is not None and lead.row.at_least(case.options.group_success_from)


def _pool_words(pool: Pool) -> str:
    less = f" less difficulty {pool.difficulty}" if pool.difficulty else ""
    dice = f"; {count_words(pool.base, 'die')}{less}"
    if pool.net > 0:
        return dice
    read = f"{count_words(pool.steps, 'step')} down" if pool.steps else "read normally"
    return f"{dice} is {pool.net}: one die, {read}"


def _default_remark(command: Command, case: ResistanceCase, used: str) -> tuple[str, ...]:
    """Every automatic choice is named (C6.5)."""
    stakes = case.table.stakes
    if stakes.die is not None or stakes.difficulty is not None or stakes.resistance is not None or command.npc:
        return ()
    return (f"No stakes were set; used the default: {used}.",)


def _left_out(command: Command, case: ResistanceCase) -> tuple[str, ...]:
    known = case.table.helpers
    unfit = [name for name in command.helpers if key(name) in known and not known[key(name)].qualified]
    if unfit and case.options.unqualified_helper is UnqualifiedHelper.IGNORED:
        return (f"{_names(unfit)}: no skill or domain that fits, no die and no stress.",)
    return ()


def _names(names: Sequence[str]) -> str:
    return ", ".join(harmless(name) for name in names)
