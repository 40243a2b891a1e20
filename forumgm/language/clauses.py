"""A text as sentences and clauses of lower-case words.

Laws: a vote is judged clause by clause, so that chatter beside it neither helps nor harms. A web address holds no
words: ``https://example.org/approve`` says nothing about a team.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from forumgm.language.tokens import spoken_words

_SENTENCE_ENDS = frozenset(".!?;…")
_CLAUSE_ENDS = frozenset(',:-()/="|<>{}[]') | {"->"}
_ADDRESS = re.compile(r"https?://\S+|(?<![^\s<(])[\w-]+(?:\.[\w-]+)+/\S*", re.IGNORECASE)
_HANDLE = re.compile(r"(?<![\w/])(?:/?u/|@)(?=\w)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Clause:
    """Some words between signs."""

    words: tuple[str, ...]
    sentence: int
    line: int
    asked: bool = False
    """Its sentence ends in a question mark."""


def clauses(lines: Sequence[str]) -> tuple[Clause, ...]:
    """Return the clauses of these lines in order; empty ones are left out."""
    found: list[Clause] = []
    sentence = 0
    for number, line in enumerate(lines):
        pending: list[list[str]] = []
        words: list[str] = []
        for word in [*spoken_words(_HANDLE.sub("", _ADDRESS.sub(" ", line))), "."]:
            if word not in _SENTENCE_ENDS and word not in _CLAUSE_ENDS:
                words.append(word)
                continue
            if words:
                pending.append(words)
                words = []
            if word in _SENTENCE_ENDS:
                found.extend(Clause(tuple(w), sentence, number, word == "?") for w in pending)
                sentence += bool(pending)
                pending = []
    return tuple(found)


def sentences(parts: Sequence[Clause]) -> list[tuple[str, ...]]:
    """Return the words of each sentence."""
    joined: dict[int, list[str]] = {}
    for clause in parts:
        joined.setdefault(clause.sentence, []).extend(clause.words)
    return [tuple(words) for words in joined.values()]
