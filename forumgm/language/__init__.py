"""Reading what people really write. Pure; no game, no word of any language in the code.

read(text, context, words) -> Reading      (``read``: stages from the surest to the vaguest)

A text        ``characters`` and ``normalise`` make lines of it, ``tokens`` words, ``clauses`` sentences
Vocabulary    ``words`` (what people write for what), ``names`` (whom a name means), ``desk`` (all of it at hand)
Marked        ``orders`` finds lines with a mark, ``arguments`` reads them by their row, ``marked`` carries them through
Unmarked      ``ballots``, ``spoken`` and ``conditions`` (votes), ``proposals`` and ``leading`` (teams), ``cards`` and
              ``dealing``, ``signup``, ``moderators`` (rulings in prose), ``questions``, ``rolls`` (plain dice)
Judgement     ``policy``: accepted, asked back or refused
"""

from forumgm.language.read import read, reader
from forumgm.language.words import Words, parse_words

__all__ = ["Words", "parse_words", "read", "reader"]
