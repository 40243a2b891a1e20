"""Text -> `Roll`, or a `DiceError`. The only importer of lark in the pure rooms.

Laws: length, nesting and size are limited before and right after parsing, each with its own code; the grammar is
LALR(1), so the time is linear in the input; a lark exception never leaves this file.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib import resources
from typing import Any

from lark import Lark, Token, Transformer, UnexpectedInput, UnexpectedToken
from lark.exceptions import VisitError

from forumgm.dice.errors import DiceError, DiceProblem
from forumgm.dice.nodes import (
    FUDGE,
    Binary,
    Dice,
    End,
    Keep,
    Negate,
    Node,
    Number,
    Operator,
    Roll,
    canonical_text,
    dice_in,
)

MAX_LENGTH = 200
MAX_DEPTH = 20
MAX_DICE = 100
MAX_SIDES = 256
MAX_TIMES = 20
MAX_TERMS = 60
MAX_NUMBER = 1_000_000
MAX_TOGETHER = 10

_DASHES = str.maketrans({"\u2013": "-", "\u2014": "-", "\u2212": "-", "\u00d7": "x", "\u00b7": "*", "\u00a0": " "})
_TERM = re.compile(r"[0-9]*d[0-9]+|[0-9]+", re.IGNORECASE)
_AND_MORE = re.compile(r"(?:[,;&]\s?(?:and\s)?|(?:^|\s)and\s)(?=\d*\s?d[\d%f])", re.IGNORECASE)
NOTE_MARK = re.compile(
    # A single dash is a minus sign between numbers and dice, a delimiter elsewhere.
    r"(?:^|\s)(?:--+|#|//|\||(?<=[^0-9)%]\s)-|-(?=\s+(?![0-9(]|d[0-9%f])\S))(?:\s|$)",
    re.IGNORECASE,
)
"""What opens a note behind a roll (narrative.md C2)."""
_SIGNS = re.compile(rf"(?:[-+][ \t]*){{{MAX_DEPTH + 1}}}")
_LEAD = re.compile(
    r"""\s*(?:\#|
    (?P<token>[0-9]*\ ?d\ ?(?:[0-9]+|%|f(?![a-ce-jl-z]))
    |x(?![a-z])|k[hl]?(?=\ ?[0-9]|\b)|d[hl](?=\ ?[0-9]|\b)
    |(?:keep|drop)\ +(?:the\ +)?(?:highest|lowest|best|worst)
    |(?:advantage|adv|disadvantage|dis)(?![a-z])
    |(?:flip\ +)?(?:a\ +)?coin(?:\ +flip)?(?![a-z])
    |[0-9]+(?![a-z0-9])|[0-9]+(?=\ ?[xk])|[-+*/^()]))""",
    re.IGNORECASE | re.VERBOSE,
)


def parse(text: str) -> Roll:
    """Return the roll that a text states.

    Raises `DiceError`: ``too_long`` (200 characters), ``too_deep`` (20 brackets), ``too_many_dice`` (100 in all),
    ``too_many_sides`` (256), ``bad_dice`` (no dice, one side, more kept than rolled), ``too_many_rolls`` (20),
    ``too_big`` (a number over a million), ``too_much_work`` (60 terms), else ``bad_expression``.
    """
    if len(text) > MAX_LENGTH:
        raise DiceError(DiceProblem.TOO_LONG, f"an expression has at most {MAX_LENGTH} characters")
    plain = text.translate(_DASHES).strip()
    if not plain:
        raise DiceError(DiceProblem.BAD_EXPRESSION, "there is nothing to roll")
    _check_depth(plain)
    try:
        roll = _Builder().transform(_lark().parse(plain))
    except UnexpectedInput as stop:
        raise _unexpected(plain, stop) from None
    except VisitError as stop:
        if isinstance(stop.orig_exc, DiceError):
            raise stop.orig_exc from None
        raise
    total = roll.times * sum(dice.count for dice in dice_in(roll.node))
    if total > MAX_DICE:
        raise _too_many_dice()
    return roll


def canonical(text: str) -> str:
    """Return the canonical spelling of an expression (``4d6 drop lowest`` is ``4d6kh3``); raises `DiceError`."""
    return canonical_text(parse(text))


def split_label(text: str) -> tuple[str, str]:
    """Return an expression and the words behind it: ``1d20+5 Perception`` is (``1d20+5``, ``Perception``).

    A ``#`` always begins the label. The expression is not checked; it is empty when the text begins with none.
    """
    at = 0
    while at < len(text):
        found = _LEAD.match(text, at)
        if found is None or found.group("token") is None:
            break
        at = found.end()
    if text[at:].strip():
        at = len(text[:at].rstrip("( \t"))  # a note in brackets is no part of the sum
    label = text[at:].strip()
    return text[:at].strip(), label.removeprefix("#").strip()


def split_more(label: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return the label of a roll without the rolls that go on in it, and these: ``to hit, 1d8 damage`` holds one."""
    own = label
    more: list[tuple[str, str]] = []
    while len(more) < MAX_TOGETHER and (found := _AND_MORE.search(own)):
        before, rest = own[: found.start()].rstrip(), own[found.end() :]
        if more:
            more[-1] = (more[-1][0], before)
        else:
            label = before
        expression, own = split_label(rest)
        more.append((expression, own))
    return label, tuple(more)


def _check_depth(text: str) -> None:
    depth = 0
    for position, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth > MAX_DEPTH:
            raise DiceError(DiceProblem.TOO_DEEP, f"at most {MAX_DEPTH} brackets nest", position=position)
    # A row of signs nests as brackets do.
    if _SIGNS.search(text):
        raise DiceError(DiceProblem.TOO_DEEP, f"at most {MAX_DEPTH} signs stand in a row")
    if sum(1 for _ in _TERM.finditer(text)) > MAX_TERMS:
        raise DiceError(DiceProblem.TOO_MUCH_WORK, f"an expression has at most {MAX_TERMS} terms")


def _unexpected(text: str, stop: UnexpectedInput) -> DiceError:
    at_end = isinstance(stop, UnexpectedToken) and stop.token.type == "$END"
    position = len(text) if at_end else stop.pos_in_stream
    if position is not None and 0 <= position < len(text):
        seen = text[position : position + 12]
        return DiceError(DiceProblem.BAD_EXPRESSION, f"cannot read {seen!r} here", position=position)
    return DiceError(DiceProblem.BAD_EXPRESSION, "something is missing at the end", position=len(text))


def _too_many_dice() -> DiceError:
    return DiceError(DiceProblem.TOO_MANY_DICE, f"at most {MAX_DICE} dice are rolled at once")


@lru_cache(maxsize=1)
def _lark() -> Lark:
    grammar = resources.files("forumgm.dice").joinpath("grammar.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", maybe_placeholders=True)


def _int(token: str) -> int:
    value = int(token)
    if value > MAX_NUMBER:
        raise DiceError(DiceProblem.TOO_BIG, f"numbers go to {MAX_NUMBER}")
    return value


def _dice(text: str) -> Dice:
    count_text, sides_text = text.lower().replace(" ", "").split("d", 1)
    count = int(count_text) if count_text else 1
    if count > MAX_DICE:
        raise _too_many_dice()
    if count < 1:
        raise DiceError(DiceProblem.BAD_DICE, "at least one die is rolled")
    if sides_text == "f":
        return Dice(count, FUDGE)
    sides = 100 if sides_text == "%" else int(sides_text)
    if sides > MAX_SIDES:
        raise DiceError(DiceProblem.TOO_MANY_SIDES, f"a die has at most {MAX_SIDES} sides")
    if sides < 2:
        raise DiceError(DiceProblem.BAD_DICE, "a die has at least 2 sides")
    return Dice(count, sides)


def _kept(dice: Dice, keep: Keep) -> Dice:
    if dice.keep is not None:
        raise DiceError(DiceProblem.BAD_DICE, "say only once which dice are kept")
    if not 1 <= keep.count <= dice.count:
        raise DiceError(DiceProblem.BAD_DICE, f"of {dice.count} dice 1 to {dice.count} can be kept")
    return Dice(dice.count, dice.sides, keep)


def _with_mode(dice: Dice, end: End) -> Dice:
    if dice.count != 1 or dice.keep is not None:
        raise DiceError(DiceProblem.BAD_DICE, "advantage and disadvantage are for a single die")
    return Dice(2, dice.sides, Keep(end, 1))


def _end(word: str) -> End:
    lowest = word.lower().endswith(("kl", "lowest", "worst"))
    return End.LOWEST if lowest else End.HIGHEST


def _mode_end(word: str) -> End:
    return End.LOWEST if word.lower().startswith("dis") else End.HIGHEST


class _Builder(Transformer[Token, Roll]):
    """Lark's tree -> ours, one method for each rule of the grammar."""

    def start(self, parts: Sequence[Any]) -> Roll:
        times, node, mode = parts
        return Roll(node if mode is None else _advantaged(node, _mode_end(mode)), times or 1)

    def repeat(self, parts: Sequence[Token]) -> int:
        times = int(parts[0])
        if times > MAX_TIMES:
            raise DiceError(DiceProblem.TOO_MANY_ROLLS, f"at most {MAX_TIMES} rolls at once")
        if times < 1:
            raise DiceError(DiceProblem.BAD_DICE, "roll at least once")
        return times

    def number(self, parts: Sequence[Token]) -> Node:
        return Number(_int(parts[0]))

    def coin(self, _: Sequence[Token]) -> Node:
        return Dice(1, 2)

    def bare_mode(self, parts: Sequence[Token]) -> Node:
        """``adv`` alone is a d20's."""
        return _with_mode(Dice(1, 20), _mode_end(parts[0]))

    def add(self, parts: Sequence[Node]) -> Node:
        return Binary(Operator.ADD, parts[0], parts[1])

    def subtract(self, parts: Sequence[Node]) -> Node:
        return Binary(Operator.SUBTRACT, parts[0], parts[1])

    def multiply(self, parts: Sequence[Node]) -> Node:
        return Binary(Operator.MULTIPLY, parts[0], parts[1])

    def negate(self, parts: Sequence[Node]) -> Node:
        return Negate(parts[0])

    def signed(self, parts: Sequence[Node]) -> Node:
        return parts[0]

    def atom(self, parts: Sequence[Node]) -> Node:
        return parts[0]

    def dice(self, parts: Sequence[Any]) -> Node:
        dice = _dice(parts[0])
        for select in parts[1:]:
            dice = select(dice)
        return dice

    def keep(self, parts: Sequence[Token | None]) -> Any:
        end, count = _end(str(parts[0])), _count(parts[1:])
        return lambda dice: _kept(dice, Keep(end, count))

    def keep_caret(self, parts: Sequence[Token]) -> Any:
        count = int(parts[0])
        return lambda dice: _kept(dice, Keep(End.HIGHEST, count))

    def drop(self, parts: Sequence[Token | None]) -> Any:
        word, count = str(parts[0]).lower(), _count(parts[1:])
        end = End.HIGHEST if word.endswith(("dl", "lowest", "worst")) else End.LOWEST
        return lambda dice: _kept(dice, Keep(end, dice.count - count))

    def mode(self, parts: Sequence[Token]) -> Any:
        end = _mode_end(parts[0])
        return lambda dice: _with_mode(dice, end)


def _count(parts: Iterable[Token | None]) -> int:
    given = [part for part in parts if part is not None]
    return int(given[0]) if given else 1


def _advantaged(node: Node, end: End) -> Node:
    """Give advantage to the one single die of an expression: ``1d20+5 adv``."""
    single = [dice for dice in dice_in(node) if dice.count == 1 and dice.keep is None]
    if len(single) != 1:
        raise DiceError(DiceProblem.BAD_DICE, "advantage and disadvantage are for a single die")
    return _replace(node, single[0], _with_mode(single[0], end))


def _replace(node: Node, old: Dice, new: Dice) -> Node:
    match node:
        case Negate(of):
            return Negate(_replace(of, old, new))
        case Binary(operator, left, right):
            return Binary(operator, _replace(left, old, new), _replace(right, old, new))
        case _:
            return new if node is old else node
