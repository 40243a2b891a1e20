"""Words of a line with their places, and how far two spellings are apart.

Laws: a word with a hyphen or an apostrophe is one word (``self-sabotage`` holds no ``sabotage``). A typo is only ever
looked for between plain ASCII words, never between letters that look alike.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

_TOKEN = re.compile(r"->|[+-]1(?!\w)|\w+(?:['-]\w+)*|[^\w\s]")
_PART = re.compile(r"->|[^\W_]+(?:_+[^\W_]+)*_*|_+|[^\w\s]")
_LONG_RUN = re.compile(r"([a-z])\1{2,}")


class Token(NamedTuple):
    """One word or sign: lower case, and where it stands. (A tuple, as one is made for every sign of a text.)"""

    word: str
    start: int
    end: int


def tokens(text: str) -> list[Token]:
    """Split into words (hyphens and apostrophes kept inside) and single signs."""
    return [Token(_plain(found[0]), found.start(), found.end()) for found in _TOKEN.finditer(text)]


def spoken_words(text: str) -> list[str]:
    """Return the words and signs of ``tokens`` without their places."""
    return [_plain(found) for found in _TOKEN.findall(text)]


def parts(text: str) -> list[Token]:
    """Split finer: hyphens and apostrophes stand alone, underscores stay in the word."""
    return [Token(found[0].lower(), found.start(), found.end()) for found in _PART.finditer(text)]


def is_word(word: str) -> bool:
    """True for anything that begins with a letter or digit."""
    return bool(word) and (word[0].isalnum() or word[0] == "_")


def _plain(word: str) -> str:
    lowered = word.lower()
    return lowered.strip("_") or lowered


def squeeze(word: str) -> tuple[str, str]:
    """Return a drawn-out word (``noooo``) with its long runs as one letter and as two."""
    return _LONG_RUN.sub(r"\1", word), _LONG_RUN.sub(r"\1\1", word)


def distance(one: str, other: str, *, limit: int) -> int:
    """Return insertions, deletions, substitutions and swaps of neighbours between two words; ``limit`` + 1 if more."""
    if abs(len(one) - len(other)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        fresh = [i]
        for j, b in enumerate(other, 1):
            cost = min(row[j] + 1, fresh[j - 1] + 1, row[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and b == one[i - 2]:
                cost = min(cost, before[j - 2] + 1)
            fresh.append(cost)
        if min(fresh) > limit:
            return limit + 1
        before, row = row, fresh
    return min(row[-1], limit + 1)


_MIN_TYPO, _MIN_TWO_TYPOS, _MAX_TYPO = 5, 7, 24


def nearest(word: str, vocabulary: Iterable[str]) -> tuple[int, frozenset[str]]:
    """Return the least distance (1 or 2; 0 when nothing is near) and all words of the vocabulary that far away.

    One typo from five letters on, two (behind the same first letter) from seven on; other alphabets and digits are
    never typos.
    """
    if not (_MIN_TYPO <= len(word) <= _MAX_TYPO and word.isascii() and word.isalpha()):
        return 0, frozenset()
    limit = 2 if len(word) >= _MIN_TWO_TYPOS else 1
    found: dict[str, int] = {}
    for known in vocabulary:
        if len(known) < _MIN_TYPO or not known.isalpha():
            continue
        allowed = limit if word[0] == known[0] else 1
        apart = distance(word, known, limit=allowed)
        if apart <= allowed:
            found[known] = apart
    if not found:
        return 0, frozenset()
    least = min(found.values())
    return least, frozenset(known for known, apart in found.items() if apart == least)
