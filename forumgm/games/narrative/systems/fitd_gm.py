"""Forged in the Dark, by the GM: forced rolls and fortune rolls of `fitd_protection` (F9, F10).

Laws: a forced roll costs nothing and, by default, clears nothing; a fortune roll only settles whether a resisted
consequence is avoided or reduced.
"""

from dataclasses import dataclass, replace

from forumgm.games.narrative.choices import Effect, ZeroDice
from forumgm.games.narrative.commands import Command
from forumgm.games.narrative.faces import POOL, Faces
from forumgm.games.narrative.harm import weaken
from forumgm.games.narrative.price import DIE, MAX_DICE, roll_price
from forumgm.games.narrative.replies import dice_words, harmless, unused_line
from forumgm.games.narrative.sheets import Case, Consequence, FitdCase
from forumgm.games.narrative.systems.base import Facts, No, Outcome, Refusal
from forumgm.games.narrative.systems.fitd import FitdOutcome, FitdPlan, find, price_facts, put


@dataclass(frozen=True, slots=True)
class ForcedPlan:
    """A forced roll ready for its dice."""

    command: Command
    case: FitdCase
    consequence: Consequence
    attribute: str
    rating: int

    def resolve(self, faces: Faces) -> FitdOutcome:
        """Roll and read the bands (F9)."""
        options, sheet = self.case.options, self.case.sheet
        price = roll_price(self.rating, faces=faces, options=options)
        # Without dice (a flat six) nothing stands against the act.
        counts = price.counts or 0
        after, effect = self.consequence, "none"
        if counts >= options.forced_bands["avoided"]:
            after, effect = weaken(after, Effect.AVOID, options), "avoided"
        elif counts >= options.forced_bands["reduced"]:
            after, effect = weaken(after, Effect.REDUCE, options), "reduced"
        if price.critical and options.forced_crit_clears:
            sheet = replace(sheet, track=max(0, sheet.track - options.critical_clears))
        after = replace(after, rolled=True)
        facts: Facts = {**price_facts(price), "cost": 0, "effect": effect, "track": sheet.track}
        dice = dice_words(price.dice, price.counts) if price.counts is not None else "no dice"
        edge = " with an edge" if price.critical else ""
        word = {"none": "in full"}.get(effect, effect)
        line = (
            f"**{harmless(sheet.name)}** (forced, costs nothing) - {harmless(self.attribute.capitalize())} "
            f"{self.rating}: {dice} = **{word}**{edge}. Stress {sheet.track}."
        )
        lines = (line, unused_line(self.command.unused))
        return Outcome(self.command.verb, facts, lines, Case(sheet, put(self.case.table, after), options))


def plan_force(command: Command, case: FitdCase) -> FitdPlan | Refusal:
    """`!force will`: the bot rolls at once, without a choice of the player's."""
    options = case.options
    if not options.forced:
        return Refusal(No.OPTION_OFF, "There are no forced rolls in this game.")
    consequence = find(command, case)
    if isinstance(consequence, Refusal):
        return consequence
    if consequence.rolled:
        return Refusal(No.ALREADY_ROLLED, "There was a roll against this one already.", resisting=True)
    attribute = command.attribute or consequence.attribute
    if attribute is None:
        return Refusal(No.WHICH_ONE, "With which one: " + ", ".join(options.attributes) + "?")
    rating = case.sheet.ratings.get(attribute, 0) + (options.detail_dice if command.detail else 0)
    if rating <= 0 and options.zero_dice is ZeroDice.REFUSE:
        return Refusal(No.NO_DICE, f"There are no dice in {attribute}.", resisting=True)
    return ForcedPlan(command, case, consequence, attribute, rating)


@dataclass(frozen=True, slots=True)
class FortunePlan:
    """A fortune roll on reduced or avoided."""

    command: Command
    case: FitdCase
    consequence: Consequence
    count: int

    def resolve(self, faces: Faces) -> FitdOutcome:
        """Roll; the highest die decides (F10)."""
        options = self.case.options
        dice = tuple(faces.draw(POOL, sides=DIE) for _ in range(self.count))
        effect = Effect.AVOID if max(dice) >= options.fortune_avoid_from else Effect.REDUCE
        ruled = replace(self.consequence, effect=effect)
        word = "avoided" if effect is Effect.AVOID else "reduced"
        facts: Facts = {"dice": list(dice), "effect": word, "track": self.case.sheet.track}
        line = f"Fortune: {dice_words(dice, max(dice))} = resisting it means **{word}**."
        lines = (line, unused_line(self.command.unused))
        return Outcome(self.command.verb, facts, lines, Case(self.case.sheet, put(self.case.table, ruled), options))


def plan_fortune(command: Command, case: FitdCase) -> FitdPlan | Refusal:
    """`!fortune 2d`: leave reduced or avoided to chance."""
    consequence = find(command, case)
    if isinstance(consequence, Refusal):
        return consequence
    if consequence.rolled or consequence.closed:
        return Refusal(No.TOO_LATE, "What resisting does is ruled before the roll.")
    count = 1 if command.dice_count is None else command.dice_count
    if not 1 <= count <= MAX_DICE:
        return Refusal(No.TOO_MANY_DICE, f"1 to {MAX_DICE} dice.")
    return FortunePlan(command, case, consequence, count)


def plan_action_roll(command: Command, case: FitdCase) -> FitdPlan | Refusal:
    """Action rolls are the GM's to judge (part E): say so and offer plain dice."""
    del command, case
    return Refusal(No.NOT_JUDGED, "Action rolls are not judged here; plain dice always work: `!roll 2d6`.")
