"""Reading what people really write. Pure; no game, no word of any language in the code.

read(text, context, words) -> Reading      (`read`: stages from the surest to the vaguest)
normalise -> lines, names -> players, words -> vocabulary, orders and marked -> commands,
ballots, proposals, cards, dealing, signup, moderators, questions, rolls -> what has no mark
"""

from forumgm.language.read import is_plain_no, is_plain_yes, read, reader
from forumgm.language.words import Words, parse_words

__all__ = ["Words", "is_plain_no", "is_plain_yes", "parse_words", "read", "reader"]
