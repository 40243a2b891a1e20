"""The options of narrative.md B7: every key, its default, its alternatives, checked when loaded.

Laws: a key that is not here does not exist; every choice is an enum; every problem of a file is found at once and names
the key and what is allowed. The FitD profiles share one record: `FITD_DEFAULTS` holds what differs.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, get_args, get_origin, get_type_hints

from forumgm.games.narrative.choices import (
    Below,
    Catastrophe,
    CheckPer,
    CheckWhen,
    ClearOrder,
    Compare,
    Critical,
    Decide,
    Double,
    Effect,
    FalloutType,
    FitChecked,
    GroupOnFailure,
    HelperLimit,
    HelperStress,
    OnTimeout,
    Overflow,
    RefreshScope,
    RemovalBasis,
    RemovalFrom,
    RepairLeftover,
    RestoreOn,
    Row,
    Sources,
    Split,
    Stacking,
    SystemName,
    TensBonus,
    UnqualifiedHelper,
    Upgrade,
    Who,
    ZeroDice,
)

Limit = int | None
"""A number, or None for the word "none"."""


class OptionsError(ValueError):
    """Options that cannot hold: ``problems`` has a sentence for each."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


def _frozen(**values: int) -> Any:
    return field(default_factory=lambda: MappingProxyType(values))


@dataclass(frozen=True, slots=True)
class ResistanceOptions:
    """The switches of the Resistance System (B1); the rule of each stands in the page under its key."""

    resistances: tuple[str, ...] = ("BODY", "FAITH", "GOLD", "SOUL")
    max_skill_dice: int = 1
    max_domain_dice: int = 1
    difficulty_per_source_max: int = 2
    difficulty_total_max: Limit = None
    difficulty_stacking: Stacking = Stacking.SUM
    impossible_costs_stress: bool = False
    downgraded_ten_bonus: bool = False
    tens_bonus: TensBonus = TensBonus.EACH
    inflict_on: Row = Row.SUCCESS_AT_COST
    ladder: tuple[int, ...] = (3, 6, 8)
    below_lowest: Below = Below.ONE
    partial_halves_crit: bool = False
    double: Double = Double.TIMES_TWO
    max_helpers: int = 2
    helper_limit_counts: HelperLimit = HelperLimit.HELPERS
    unqualified_helper: UnqualifiedHelper = UnqualifiedHelper.IGNORED
    helper_stress: HelperStress = HelperStress.OWN_ROLL
    helper_consent: bool = True
    group_success_from: Row = Row.SUCCESS_AT_COST
    group_on_failure: GroupOnFailure = GroupOnFailure.ROLL_PLAIN
    check_when: CheckWhen = CheckWhen.ANY_STRESS
    check_per: CheckPer = CheckPer.EVENT
    compare: Compare = Compare.LOWER
    levels: Mapping[str, int] = _frozen(minor=2, moderate=5, severe=9)
    removal: Mapping[str, int] = _frozen(minor=3, moderate=5, severe=7)
    removal_basis: RemovalBasis = RemovalBasis.FINAL_SEVERITY
    removal_from: RemovalFrom = RemovalFrom.TRIGGER_THEN_LARGEST
    removal_includes_slots: bool = False
    fallout_type: FalloutType = FalloutType.MOST
    split: Split = Split.GM_ONLY
    upgrade: Upgrade = Upgrade.GM_ONLY
    upgrade_same_level: bool = True
    clear_order: ClearOrder = ClearOrder.COUNTED_FIRST
    refresh_scope: RefreshScope = RefreshScope.ANY_SPLIT
    repair_leftover: RepairLeftover = RepairLeftover.CLEARS_STRESS
    repair_may_accumulate: bool = False
    default_die: int = 6
    default_difficulty: int = 0


@dataclass(frozen=True, slots=True)
class FitdOptions:
    """The switches of the Forged-in-the-Dark resistance roll (B2), with the defaults that the three share."""

    attributes: tuple[str, ...] = ("insight", "prowess", "resolve")
    base_cost: int = 6
    zero_dice: ZeroDice = ZeroDice.TWO_LOWEST
    track_size: int = 9
    trauma: bool = False
    trauma_max: int = 4
    overflow: Overflow = Overflow.LOST
    reduce_harm_by: int = 1
    reduce_ticks_by: int = 1
    window_hours: int = 48
    on_timeout: OnTimeout = OnTimeout.APPLY
    harm_rows: Mapping[str, int] = _frozen(level1=2, level2=2, level3=1)
    overflow_up: bool = True
    catastrophe: Catastrophe = Catastrophe.ASK_GM
    fatal_confirm: bool = True
    position_harm: Mapping[str, int] = _frozen(controlled=1, risky=2, desperate=3)
    boxes_per_consequence: Limit = None
    roll_after_armour: bool = True
    special: bool = False
    decide: Decide = Decide.BEFORE
    must_fit: bool = False
    fit_checked: FitChecked = FitChecked.AFTER_ROLL
    default_effect: Effect = Effect.REDUCE
    critical: Critical = Critical.NONE
    critical_clears: int = 1
    detail_dice: int = 0
    forced: bool = False
    forced_bands: Mapping[str, int] = _frozen(reduced=4, avoided=6)
    forced_crit_clears: bool = False
    fortune_avoid_from: int = 4
    armour: bool = False
    armour_effect: Effect = Effect.REDUCE
    armour_after_roll: bool = True
    shield: int = 0
    restore_on: RestoreOn = RestoreOn.LOAD
    who: Who = Who.SUFFERER
    sources: Sources = Sources.ANY
    in_job_only: bool = False
    decline_timeout_hours: int = 48


Options = ResistanceOptions | FitdOptions

_SHARED = (
    "base_cost zero_dice track_size trauma trauma_max overflow reduce_harm_by reduce_ticks_by window_hours on_timeout "
    "harm_rows overflow_up catastrophe fatal_confirm position_harm boxes_per_consequence roll_after_armour special "
)
_OF_PROFILE: Mapping[SystemName, str] = {
    SystemName.FITD_PROTECTION: (
        "attributes decide must_fit default_effect critical critical_clears detail_dice forced forced_bands "
        "forced_crit_clears fortune_avoid_from armour armour_effect armour_after_roll shield restore_on who"
    ),
    SystemName.FITD_CHOICE: (
        "attributes decide must_fit fit_checked default_effect critical zero_dice detail_dice forced armour who "
        "sources in_job_only decline_timeout_hours"
    ),
    SystemName.BLADES: (
        "attributes decide must_fit default_effect critical critical_clears detail_dice forced armour armour_effect "
        "armour_after_roll shield restore_on trauma who"
    ),
}
FITD_DEFAULTS: Mapping[SystemName, FitdOptions] = {
    SystemName.FITD_PROTECTION: FitdOptions(
        attributes=("body", "wits", "will"),
        default_effect=Effect.AVOID,
        critical=Critical.TWO_SIXES,
        detail_dice=1,
        forced=True,
        armour=True,
        armour_effect=Effect.AVOID,
        armour_after_roll=False,
        shield=1,
        restore_on=RestoreOn.RESTOCK,
    ),
    SystemName.FITD_CHOICE: FitdOptions(
        decide=Decide.AFTER,
        must_fit=True,
        zero_dice=ZeroDice.FLAT_SIX,
        who=Who.ROLLER_ONLY,
        sources=Sources.ACTION_ROLLS_1_TO_5,
        in_job_only=True,
    ),
    SystemName.BLADES: FitdOptions(critical=Critical.TWO_SIXES, armour=True, trauma=True),
}


_SCENE = "gm roll_without_stakes wait_for_gm_hours"


def all_keys() -> frozenset[str]:
    """Return the keys of every system and of scenes: what B7 lists."""
    return frozenset(_SCENE.split()).union(*(known_keys(system) for system in SystemName))


def known_keys(system: SystemName) -> frozenset[str]:
    """Return the keys that this system takes."""
    if system is SystemName.RESISTANCE_SYSTEM:
        return frozenset(f.name for f in fields(ResistanceOptions))
    return frozenset((_SHARED + _OF_PROFILE[system]).split())


def resistance_options(given: Mapping[str, object]) -> ResistanceOptions:
    """Return the Resistance System's options with these changes; raises `OptionsError` with every problem."""
    changes, problems = _read(ResistanceOptions, given, known_keys(SystemName.RESISTANCE_SYSTEM))
    options = replace(ResistanceOptions(), **changes)
    problems += _resistance_problems(options)
    if problems:
        raise OptionsError(tuple(problems))
    return options


def fitd_options(system: SystemName, given: Mapping[str, object]) -> FitdOptions:
    """Return a FitD profile's options with these changes; raises `OptionsError` with every problem."""
    changes, problems = _read(FitdOptions, given, known_keys(system))
    options = replace(FITD_DEFAULTS[system], **changes)
    problems += _fitd_problems(options)
    if problems:
        raise OptionsError(tuple(problems))
    return options


def _read(record: type, given: Mapping[str, object], known: frozenset[str]) -> tuple[dict[str, Any], list[str]]:
    hints = get_type_hints(record)
    changes: dict[str, Any] = {}
    problems: list[str] = []
    for name, value in given.items():
        if name not in known:
            problems.append(f"{name}: there is no such option")
            continue
        try:
            changes[name] = _value(hints[name], value)
        except ValueError as problem:
            problems.append(f"{name}: {problem}")
    return changes, problems


def _value(hint: Any, value: object) -> object:
    """Return the value as its field's type; raises ValueError with what is allowed."""
    if hint is bool:
        if isinstance(value, bool):
            return value
        raise ValueError("true or false")
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        allowed = [str(member) for member in hint]
        if value in allowed:
            return hint(str(value))
        raise ValueError("one of " + ", ".join(allowed))
    if hint == Limit and value == "none":
        return None
    if hint == Limit and value == "any":
        return None
    if hint is int or hint == Limit:
        return _whole(value)
    if get_origin(hint) is tuple:
        return _list(get_args(hint)[0], value)
    return _table(value)


def _whole(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 1000:
        raise ValueError("a whole number from 0 to 1000")
    return value


def _list(of: type, value: object) -> tuple[object, ...]:
    if not isinstance(value, list | tuple) or not value or len(value) > 20:
        raise ValueError("a list of 1 to 20")
    if of is int:
        return tuple(_whole(each) for each in value)
    if not all(isinstance(each, str) and 0 < len(each) <= 40 for each in value):
        raise ValueError("names of 1 to 40 characters")
    if len({each.casefold() for each in value}) != len(value):
        raise ValueError("the same name twice")
    return tuple(value)


def _table(value: object) -> Mapping[str, int]:
    if not isinstance(value, Mapping):
        raise ValueError("a table of numbers")
    return MappingProxyType({str(name): _whole(number) for name, number in value.items()})


def _same_keys(name: str, table: Mapping[str, int], wanted: tuple[str, ...]) -> list[str]:
    return [] if set(table) == set(wanted) else [f"{name}: exactly the keys {', '.join(wanted)}"]


def _resistance_problems(options: ResistanceOptions) -> list[str]:
    levels = ("minor", "moderate", "severe")
    problems = _same_keys("levels", options.levels, levels) + _same_keys("removal", options.removal, levels)
    if not problems and not 1 <= options.levels["minor"] < options.levels["moderate"] < options.levels["severe"]:
        problems.append("levels: minor, moderate, severe rise from at least 1")
    if list(options.ladder) != sorted(set(options.ladder)) or not all(2 <= die <= 256 for die in options.ladder):
        problems.append("ladder: rising dice of 2 to 256 sides")
    elif options.default_die not in options.ladder:
        problems.append("default_die: a die of the ladder")
    for name in ("inflict_on", "group_success_from"):
        if getattr(options, name) not in (Row.SUCCESS_AT_COST, Row.SUCCESS):
            problems.append(f"{name}: one of success_at_cost, success")
    if options.default_difficulty > options.difficulty_per_source_max:
        problems.append("default_difficulty: at most difficulty_per_source_max")
    return problems


def _fitd_problems(options: FitdOptions) -> list[str]:
    problems = _same_keys("harm_rows", options.harm_rows, ("level1", "level2", "level3"))
    problems += _same_keys("position_harm", options.position_harm, ("controlled", "risky", "desperate"))
    problems += _same_keys("forced_bands", options.forced_bands, ("reduced", "avoided"))
    if not problems and options.forced_bands["reduced"] > options.forced_bands["avoided"]:
        problems.append("forced_bands: reduced is not above avoided")
    if options.track_size < 1:
        problems.append("track_size: at least 1")
    for name in ("default_effect", "armour_effect"):
        if getattr(options, name) not in (Effect.REDUCE, Effect.AVOID):
            problems.append(f"{name}: one of reduce, avoid")
    return problems
