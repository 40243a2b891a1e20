"""A command's body cut into words (narrative.md C2): what separates, what belongs together.

Laws: linear work; quoted texts, brackets and names of users stay whole; nothing is known here about a sheet.
"""

import re
from collections.abc import Callable, Mapping, Sequence

from forumgm.games.narrative.faces import key
from forumgm.games.narrative.words import NUMBER_WORDS

_PIECE = re.compile(r'"[^"]*"|\([^()]*\)|(?:/?u/|@)[\w-]+|#?[0-9]+(?![\w])|[^\s,;:=+&"()!?./\[\]{}<>]+', re.IGNORECASE)
_GLUED = re.compile(r"(difficulty|diff|dc|risk|harm|ticks?|weapon)(d?[0-9]{1,3})", re.IGNORECASE)
"""A number written against its word: ``dc1``."""
USER = re.compile(r"(?:/?u/|@)([\w-]+)", re.IGNORECASE)
DIE = re.compile(r"([0-9]{0,2})d([0-9]{1,3})?", re.IGNORECASE)
MAX_PIECES = 120
MAX_NAME_WORDS = 4


def pieces(body: str) -> list[str]:
    """Return the words of a body in order; commas, slashes and the like only separate."""
    found: list[str] = []
    for piece in _PIECE.finditer(body):
        glued = _GLUED.fullmatch(piece[0])
        found.extend(glued.groups() if glued else [piece[0]])
        if len(found) >= MAX_PIECES:
            break
    return found[:MAX_PIECES]


def flat(piece: str) -> str:
    """Return a word as it is compared: in small letters, without marks around it or a genitive."""
    return piece.casefold().strip("_^'").removesuffix("'s")


def cut_at_dash(words: Sequence[str], *, body: str, is_known: Callable[[str], bool]) -> tuple[list[str], str]:
    """Cut ``docks-quietly`` behind a known word (a long dash arrives as a hyphen); return the words and the note."""
    for index, word in enumerate(words):
        left, dash, right = word.partition("-")
        if not dash or not left or is_known(flat(word)) or USER.fullmatch(word):
            continue
        if is_known(flat(left)):
            return [*words[:index], left], (right + body.partition(word)[2]).strip()
    return list(words), ""


def users_in(text: str) -> tuple[str, ...]:
    """Return the names written ``u/name`` or ``@name``, each once."""
    return tuple(dict.fromkeys(found[1] for found in USER.finditer(text)))


class Walk:
    """A walk over the words: what stands where it is, taken if it fits."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self._tokens = list(tokens)
        self._flat = [flat(token) for token in tokens]
        self._at = 0

    def _longest(self, names: Mapping[str, str], *, spaced: bool = False) -> str | None:
        """Consume the longest known name that stands here."""
        for words in range(min(MAX_NAME_WORDS, len(self._tokens) - self._at), 0, -1):
            piece = " ".join(self._flat[self._at : self._at + words])
            found = names.get(piece if spaced else key(piece))
            if found is not None and piece:
                self._at += words
                return found
        return None

    def _skip(self, word: str) -> None:
        if self._at < len(self._flat) and self._flat[self._at] == word:
            self._at += 1

    def _take_number(self) -> int | None:
        if self._at >= len(self._flat):
            return None
        word = self._flat[self._at]
        number = NUMBER_WORDS.get(word)
        if number is None and re.fullmatch(r"[0-9]{1,3}", word):
            number = int(word)
        if number is not None:
            self._at += 1
        return number

    def _take_die(self) -> int | None:
        """Consume ``d6``, ``d 6``; the size or None."""
        if self._at >= len(self._flat):
            return None
        die = DIE.fullmatch(self._flat[self._at])
        if die is None or die[1] not in ("", "1"):
            return None
        if die[2]:
            self._at += 1
            return int(die[2])
        if self._at + 1 < len(self._flat) and re.fullmatch(r"[0-9]{1,3}", self._flat[self._at + 1]):
            self._at += 2
            return int(self._flat[self._at - 1])
        return None
