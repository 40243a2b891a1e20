"""What a rules system is: one file and one row (design.md section 3).

    plan(command, case)  -> Plan | Refusal     what would be rolled, or why nothing is
    plan.resolve(faces)  -> Outcome            dice fall, in order of need
    apply(outcome, case) -> Case               the sheet and the table afterwards

Laws: planning and applying draw nothing; an outcome is facts (plain data), words and the new case; the same plan and
faces give the same outcome.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, Protocol

from forumgm.games.narrative.choices import SystemName
from forumgm.games.narrative.commands import Command
from forumgm.games.narrative.faces import Faces
from forumgm.games.narrative.sheets import Case, O, S
from forumgm.games.narrative.words import Verb

Fact = str | int | bool | None | list[int] | list[dict[str, "Fact"]] | dict[str, "Fact"]
Facts = dict[str, Fact]


class No(StrEnum):
    """Why there are no dice."""

    NOT_HERE = "not_here"
    NO_SUCH_THING = "no_such_thing"
    WHICH_ONE = "which_one"
    OUT_OF_RANGE = "out_of_range"
    TOO_MANY_DICE = "too_many_dice"
    TOO_MANY_HELPERS = "too_many_helpers"
    NEEDS_CONSENT = "needs_consent"
    HELPER_UNQUALIFIED = "helper_unqualified"
    ALREADY_ROLLED = "already_rolled"
    CLOSED = "closed"
    NOT_YOURS = "not_yours"
    NOT_RESISTABLE = "not_resistable"
    TOO_LATE = "too_late"
    TRACK_FULL = "track_full"
    NO_DICE = "no_dice"
    NO_BOX = "no_box"
    CONFIRM_DEATH = "confirm_death"
    NO_LEADER = "no_leader"
    NO_FALLOUT = "no_fallout"
    OPTION_OFF = "option_off"
    NOT_JUDGED = "not_judged"
    DEAD = "dead"


@dataclass(frozen=True, slots=True)
class Refusal:
    """No dice and no change: a code, a sentence, the names it is about. ``effect`` when it was about a consequence."""

    code: No
    text: str
    about: tuple[str, ...] = ()
    resisting: bool = False


@dataclass(frozen=True, slots=True)
class Outcome(Generic[S, O]):
    """What happened: the facts of `try`'s JSON, the lines of the reply, the case afterwards."""

    verb: Verb
    facts: Mapping[str, Fact]
    lines: tuple[str, ...]
    after: Case[S, O]


class Plan(Protocol[S, O]):
    """A command that may go on; ``resolve`` draws what it needs."""

    def resolve(self, faces: Faces) -> Outcome[S, O]:
        """Return what happened with these faces."""
        ...


@dataclass(frozen=True, slots=True)
class Settled(Generic[S, O]):
    """A plan without dice: the outcome is already known."""

    outcome: Outcome[S, O]

    def resolve(self, faces: Faces) -> Outcome[S, O]:
        """Return the outcome; nothing is drawn."""
        del faces
        return self.outcome


@dataclass(frozen=True, slots=True)
class System(Generic[S, O]):
    """One rules system: its name, and for each verb the planner."""

    name: SystemName
    title: str
    verbs: Mapping[Verb, Callable[[Command, Case[S, O]], Plan[S, O] | Refusal]]

    def plan(self, command: Command, case: Case[S, O]) -> Plan[S, O] | Refusal:
        """Return what the command would do on this case, or why it does nothing."""
        planner = self.verbs.get(command.verb)
        if planner is None:
            return Refusal(No.NOT_HERE, f"{command.verb} has no meaning in {self.title}.")
        return planner(command, case)

    def apply(self, outcome: Outcome[S, O], case: Case[S, O]) -> Case[S, O]:
        """Return the case after the outcome: its sheet and table, under the options that hold now."""
        return Case(outcome.after.sheet, outcome.after.table, case.options)
