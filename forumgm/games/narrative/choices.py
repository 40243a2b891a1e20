"""The words that the rules and options choose between: enums, spelled as in narrative.md."""

from enum import StrEnum


class SystemName(StrEnum):
    """The rule systems."""

    RESISTANCE_SYSTEM = "resistance_system"
    FITD_PROTECTION = "fitd_protection"
    FITD_CHOICE = "fitd_choice"
    BLADES = "blades"


class Row(StrEnum):
    """The rows of the table B1.2, from worst to best."""

    CRITICAL_FAILURE = "critical_failure"
    FAILURE = "failure"
    SUCCESS_AT_COST = "success_at_cost"
    SUCCESS = "success"
    CRITICAL_SUCCESS = "critical_success"

    @property
    def rank(self) -> int:
        """0 (worst) to 4."""
        return list(Row).index(self)

    def at_least(self, other: "Row") -> bool:
        """True when this row is the other one or a better one."""
        return self.rank >= other.rank


class Level(StrEnum):
    """Fallout severity, rising."""

    MINOR = "minor"
    MODERATE = "moderate"
    SEVERE = "severe"

    @property
    def below(self) -> "Level | None":
        """The level below, or None."""
        rank = list(Level).index(self)
        return list(Level)[rank - 1] if rank else None

    @property
    def above(self) -> "Level | None":
        """The level above, or None."""
        return {Level.MINOR: Level.MODERATE, Level.MODERATE: Level.SEVERE}.get(self)


class Effect(StrEnum):
    """What resisting does to a consequence, as ruled before the roll (F3)."""

    REDUCE = "reduce"
    AVOID = "avoid"


class Possible(StrEnum):
    """Whether there is anything to roll for (R1)."""

    YES = "yes"
    NO_ROLL_NEEDED = "no_roll_needed"
    IMPOSSIBLE = "impossible"


class Kind(StrEnum):
    """What a consequence is."""

    HARM = "harm"
    CLOCK = "clock"
    OTHER = "other"


class Source(StrEnum):
    """What a consequence came from."""

    ACTION = "action"
    FORTUNE = "fortune"


class Box(StrEnum):
    """Kinds of protection (F14)."""

    LIGHT = "light"
    HEAVY = "heavy"
    SHIELD = "shield"
    SPECIAL = "special"
    SPELL = "spell"
    ARTEFACT = "artefact"
    OTHER = "other"


class Stacking(StrEnum):
    """R6: how difficulties of several sources join."""

    SUM = "sum"
    HIGHEST = "highest"


class TensBonus(StrEnum):
    """R30: which tens count."""

    EACH = "each"
    BEYOND_FIRST = "beyond_first"


class Below(StrEnum):
    """R9: partial stress on the lowest die."""

    ONE = "one"
    ZERO = "zero"
    SAME = "same"
    D2 = "D2"


class Double(StrEnum):
    """R17: how stress is doubled."""

    TIMES_TWO = "times_two"
    ROLL_TWICE = "roll_twice"


class HelperLimit(StrEnum):
    """R12: whom the limit counts."""

    HELPERS = "helpers"
    PARTICIPANTS = "participants"


class UnqualifiedHelper(StrEnum):
    """R10: a helper with neither skill nor domain."""

    IGNORED = "ignored"
    REFUSED = "refused"
    STRESS_ONLY = "stress_only"


class HelperStress(StrEnum):
    """R11: what stress a helper takes."""

    OWN_ROLL = "own_roll"
    SAME_NUMBER = "same_number"
    NONE = "none"


class GroupOnFailure(StrEnum):
    """R14: what becomes of the others when the leader fails."""

    ROLL_PLAIN = "roll_plain"
    ALL_FAIL = "all_fail"


class CheckWhen(StrEnum):
    """R21: which stress calls for a check."""

    ANY_STRESS = "any_stress"
    COUNTED_STRESS = "counted_stress"


class CheckPer(StrEnum):
    """R20: one check for an event, or one for each resistance."""

    EVENT = "event"
    RESISTANCE = "resistance"


class Compare(StrEnum):
    """R21: when the d10 means fallout."""

    LOWER = "lower"
    LOWER_OR_EQUAL = "lower_or_equal"


class RemovalBasis(StrEnum):
    """R27: what severity sets the stress removed."""

    FINAL_SEVERITY = "final_severity"
    ROLLED_LEVEL = "rolled_level"
    EACH_RESULT = "each_result"


class RemovalFrom(StrEnum):
    """R23: where removed stress comes off."""

    TRIGGER_THEN_LARGEST = "trigger_then_largest"
    GM = "gm"


class FalloutType(StrEnum):
    """R24: which resistance the fallout is of."""

    MOST = "most"
    SOURCE = "source"


class Split(StrEnum):
    """R25."""

    GM_ONLY = "gm_only"
    OFF = "off"


class Upgrade(StrEnum):
    """R26."""

    GM_ONLY = "gm_only"
    AUTO = "auto"
    OFF = "off"


class ClearOrder(StrEnum):
    """R34."""

    COUNTED_FIRST = "counted_first"
    SLOTS_FIRST = "slots_first"


class RefreshScope(StrEnum):
    """R33."""

    ANY_SPLIT = "any_split"
    ONE = "one"


class RepairLeftover(StrEnum):
    """R28."""

    CLEARS_STRESS = "clears_stress"
    LOST = "lost"


class ZeroDice(StrEnum):
    """F5."""

    TWO_LOWEST = "two_lowest"
    FLAT_SIX = "flat_six"
    REFUSE = "refuse"


class Overflow(StrEnum):
    """F13."""

    LOST = "lost"
    CARRIED = "carried"


class OnTimeout(StrEnum):
    """Register 36."""

    APPLY = "apply"


class Catastrophe(StrEnum):
    """F21."""

    ASK_GM = "ask_gm"
    DEATH = "death"


class Decide(StrEnum):
    """B2.2: when the player decides."""

    BEFORE = "before"
    AFTER = "after"


class FitChecked(StrEnum):
    """Register 30."""

    AFTER_ROLL = "after_roll"
    BEFORE_ROLL = "before_roll"


class Critical(StrEnum):
    """F4."""

    TWO_SIXES = "two_sixes"
    NONE = "none"


class RestoreOn(StrEnum):
    """B2.4."""

    RESTOCK = "restock"
    LOAD = "load"


class Who(StrEnum):
    """B2.2: who may resist."""

    SUFFERER = "sufferer"
    ROLLER_ONLY = "roller_only"


class Sources(StrEnum):
    """B2.2: which consequences can be resisted."""

    ANY = "any"
    ACTION_ROLLS_1_TO_5 = "action_rolls_1_to_5"
