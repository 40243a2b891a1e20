"""Plain dice: text -> AST (`parser`) -> faces and value (`evaluator`), or exact odds (`odds`).

    parse("4d6kh3+1")          -> Roll           canonical("4d6 drop lowest") -> "4d6kh3"
    evaluate(roll, draw)       -> Rolled         odds(roll) -> {value: Fraction}

Laws: every text ends in a value or a `DiceError` with a code, in time linear in its length; dice come from a
`core.chance` stream or from given faces, from nowhere else.
"""

from forumgm.dice.errors import DiceError, DiceProblem
from forumgm.dice.evaluator import Draw, Rolled, draw_from, evaluate
from forumgm.dice.nodes import Roll, canonical_text, has_dice
from forumgm.dice.odds import odds
from forumgm.dice.parser import NOTE_MARK, canonical, parse, split_label, split_more

__all__ = [
    "NOTE_MARK",
    "DiceError",
    "DiceProblem",
    "Draw",
    "Roll",
    "Rolled",
    "canonical",
    "canonical_text",
    "draw_from",
    "evaluate",
    "has_dice",
    "odds",
    "parse",
    "split_label",
    "split_more",
]
