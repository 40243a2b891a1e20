"""Why an expression is not rolled: one code and one message for each limit (design.md law 7).

Law: a message never repeats more than a short piece of what was typed.
"""

from enum import StrEnum


class DiceProblem(StrEnum):
    """The code of a refusal."""

    BAD_EXPRESSION = "bad_expression"
    BAD_DICE = "bad_dice"
    TOO_LONG = "too_long"
    TOO_DEEP = "too_deep"
    TOO_MANY_DICE = "too_many_dice"
    TOO_MANY_SIDES = "too_many_sides"
    TOO_MANY_ROLLS = "too_many_rolls"
    TOO_BIG = "too_big"
    TOO_MUCH_WORK = "too_much_work"
    TOO_MUCH_OUTPUT = "too_much_output"


class DiceError(ValueError):
    """An expression that cannot be rolled: ``code``, a sentence, and where it stopped (or None)."""

    def __init__(self, code: DiceProblem, message: str, *, position: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.position = position
