"""Whom a name means (resistance.md section 8, hosts.md 11.5).

Laws: an exact full name wins. Otherwise every player with that nickname, with a name or nickname that begins with it
(three letters or more) or with that acronym is a candidate: one is taken, several are asked about. Only if there is
none, one typo counts. Letters that look alike never match, and a digit is never a typo: it is another account.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from forumgm.core.reading import Seat
from forumgm.language.tokens import Token, distance, is_word, parts


class Sureness(Enum):
    """How a name was matched, surest first."""

    EXACT = "exact"
    NICKNAME = "nickname"
    PREFIX = "prefix"
    SEAT = "seat"
    TYPO = "typo"


@dataclass(frozen=True, slots=True)
class Match:
    """What a name came to: one player, several candidates, or nobody."""

    text: str
    player: str | None = None
    how: Sureness | None = None
    candidates: tuple[str, ...] = ()
    looks_like: str | None = None
    """A player whose name only looks like it (``low_confidence_name``)."""


_PROFILE = re.compile(r"(?:https?://)?(?:\w+\.)?reddit\.com/(?:u|user)/([\w-]{1,40})/?$", re.IGNORECASE)
_SEPARATORS = re.compile(r"[\s_.\-]+")
_HUMP = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_MIN_PREFIX, _MIN_TYPO, _SURE_TYPO = 3, 4, 5
_ALIKE = {
    "i": "l", "1": "l", "|": "l", "j": "l", "!": "l", "0": "o", "5": "s", "$": "s", "2": "z", "8": "b", "3": "e",
    "4": "a",
    "а": "a", "е": "e", "о": "o", "р": "p", "с": "c", "х": "x", "у": "y", "і": "l", "к": "k", "м": "m", "т": "t",
    "в": "b",
    "н": "h", "ѕ": "s", "ј": "l", "ɑ": "a", "α": "a", "ο": "o", "ν": "v", "ι": "l", "κ": "k", "ρ": "p", "τ": "t",
    "ı": "l",
    "ł": "l", "ø": "o", "q": "g", "v": "u",
}  # fmt: skip
_ALIKE_PAIRS = (("rn", "m"), ("vv", "w"), ("uu", "w"), ("cl", "d"), ("nn", "m"))
MAX_NAME = 40


def clean(text: str) -> str:
    """Cut what surrounds a name: ``u/``, ``@``, a profile link, brackets, final signs and ``'s``."""
    name = text.strip(" \t\"'()[]<>:;,.!?|")
    profile = _PROFILE.match(name)
    if profile:
        return profile[1]
    for prefix in ("/u/", "u/", "U/", "/U/", "@"):
        name = name.removeprefix(prefix)
    lowered = name.lower()
    if lowered.endswith("'s"):
        name = name[:-2]
    return name.rstrip("'").strip()


def key(name: str) -> str:
    """Fold a name: case and separators do not count."""
    return _SEPARATORS.sub("", name.casefold())


def skeleton(name: str) -> str:
    """Fold letters that look alike to one of them."""
    folded = "".join(_ALIKE.get(char, char) for char in name.casefold())
    for pair, single in _ALIKE_PAIRS:
        folded = folded.replace(pair, single)
    return folded


def acronym(name: str) -> str:
    """Initials of a name's words: TeaAtNoon gives ``tan``; digits don't count."""
    return "".join(
        hump[0] for part in _SEPARATORS.split(name) for hump in _HUMP.findall(part) if hump[0].isalpha()
    ).lower()


class Names:
    """The roster, ready for looking up names."""

    def __init__(
        self, roster: Sequence[Seat], *, myself: str | None = None, self_words: frozenset[str] = frozenset()
    ) -> None:
        self._seats = tuple(roster)
        self._self_words = self_words if myself else frozenset()
        self._myself = myself
        self._index = _index(roster)
        self._names = tuple((seat.name, (seat.name, *seat.former), seat.nicknames) for seat in roster)

    @property
    def myself(self) -> str | None:
        """The writer, if he plays."""
        return self._myself

    def resolve(self, text: str) -> Match:
        """Return whom the text means; it should hold one name and nothing else."""
        name = clean(text)
        folded = key(name)
        if not folded or len(name) > MAX_NAME:
            return Match(text)
        if name.casefold() in self._self_words:
            return Match(name, self._myself, Sureness.EXACT)
        found = self._exact(name, folded) or self._known(name, folded)
        if found:
            return found
        if folded.isdigit():
            return self._seat(name, int(folded) if len(folded) <= 2 else 0)
        return self._typo(name, folded)

    def _exact(self, name: str, folded: str) -> Match | None:
        for fold in (str.casefold, key):
            wanted = name.casefold() if fold is str.casefold else folded
            found = {player for player, full, _ in self._names if any(fold(n) == wanted for n in full)}
            if len(found) == 1:
                return Match(name, found.pop(), Sureness.EXACT)
            if found:
                return Match(name, candidates=tuple(sorted(found)))
        return None

    def _known(self, name: str, folded: str) -> Match | None:
        found: dict[str, Sureness] = {}
        for player, full, nicknames in self._names:
            if any(key(nick) == folded for nick in nicknames):
                found[player] = Sureness.NICKNAME
            elif len(folded) >= _MIN_PREFIX and any(key(n).startswith(folded) for n in (*full, *nicknames)):
                found[player] = Sureness.PREFIX
            elif len(folded) > 1 and any(acronym(n) == folded for n in full):
                found[player] = Sureness.NICKNAME
        if len(found) == 1:
            player, how = next(iter(found.items()))
            return Match(name, player, how)
        order = [seat.name for seat in self._seats if seat.name in found]
        return Match(name, candidates=tuple(order)) if found else None

    def _seat(self, name: str, number: int) -> Match:
        if 1 <= number <= len(self._seats):
            return Match(name, self._seats[number - 1].name, Sureness.SEAT)
        return Match(name)

    def _typo(self, name: str, folded: str) -> Match:
        looks = skeleton(folded)
        near: set[str] = set()
        for player, full, nicknames in self._names:
            for known in (key(n) for n in (*full, *nicknames)):
                if skeleton(known) == looks:
                    return Match(name, looks_like=player)
                if min(len(folded), len(known)) >= _MIN_TYPO and distance(folded, known, limit=1) == 1:
                    if _is_risky(folded, known):
                        return Match(name, looks_like=player)
                    near.add(player)
        if len(near) == 1:
            return Match(name, near.pop(), Sureness.TYPO)
        return Match(name, candidates=tuple(seat.name for seat in self._seats if seat.name in near))

    def is_certain(self, match: Match) -> bool:
        """False for a reading that deserves a question: a seat number, a typo in a short name."""
        if match.how is Sureness.TYPO:
            return len(match.text) >= _SURE_TYPO
        return match.how is not Sureness.SEAT

    def take(self, text: str, spans: Sequence[Token], index: int) -> tuple[Match, int]:
        """Return the name that begins at a token of ``tokens.parts(text)`` and how many tokens it takes.

        Several words are read as one name only if they spell a full name or nickname (``Tea At Noon``).
        """
        spelt = self._spelt(text, spans, index, at_least=2)
        if spelt:
            return spelt
        return self.resolve(text[spans[index].start : spans[index].end]), 1

    def mentioned(self, text: str) -> tuple[str, ...]:
        """Return players whose full name or nickname stands in the text, in order; prefixes and typos don't count."""
        found: list[str] = []
        spans = parts(text)
        index = 0
        while index < len(spans):
            spelt = self._spelt(text, spans, index, at_least=1)
            if spelt and spelt[0].player and spelt[0].player not in found:
                found.append(spelt[0].player)
            index += spelt[1] if spelt else 1
        return tuple(found)

    def _spelt(self, text: str, spans: Sequence[Token], index: int, *, at_least: int) -> tuple[Match, int] | None:
        for count in range(min(_LONGEST, len(spans) - index), at_least - 1, -1):
            inner = spans[index + 1 : index + count - 1]
            if any(not is_word(gap.word) and gap.word not in _JOINTS for gap in inner):
                continue
            start, end = spans[index].start, spans[index + count - 1].end
            if end - start > MAX_NAME or not is_word(spans[index + count - 1].word):
                continue
            found = self._index.get(key(text[start:end]), ())
            if len(found) == 1:
                return Match(text[start:end], found[0], Sureness.EXACT), count
        return None


def _index(roster: Sequence[Seat]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for seat in roster:
        for name in {key(spelt) for spelt in (seat.name, *seat.former, *seat.nicknames)}:
            found[name] = (*found.get(name, ()), seat.name)
    return found


def _is_risky(name: str, known: str) -> bool:
    """A typo in a digit or with foreign letters may be another account, not a slip."""
    digits = sorted(char for char in name if char.isdigit())
    return not name.isascii() or digits != sorted(char for char in known if char.isdigit())


_LONGEST = 5
_JOINTS = frozenset("-_.")
