"""The vocabulary: what people write for what, as data that hosts can extend or translate.

Laws: no word of any language stands in the code of the reader; every list comes from a mapping with the shape of
``config/words/en.toml``. Matching a phrase costs its own length, never the text's.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from forumgm.language.tokens import parts, tokens

JOINTS = frozenset("-'_")
"""Signs inside names of cards that do not count (``no-confidence``)."""


class Strength(Enum):
    """How much a word says about a ballot."""

    PLAIN = "plain"
    PAST = "past"
    ANSWER = "answers"
    REPLY = "replies"
    WHOLE = "whole"
    SOFT = "soft"
    SIGN = "signs"


class Phrases:
    """A set of phrases, found by their first word."""

    __slots__ = ("_by_first",)

    def __init__(self, phrases: Iterable[Sequence[str]]) -> None:
        by_first: dict[str, list[tuple[str, ...]]] = {}
        for phrase in phrases:
            if phrase:
                by_first.setdefault(phrase[0], []).append(tuple(phrase))
        self._by_first = {first: sorted(set(found), key=len, reverse=True) for first, found in by_first.items()}

    def at(self, words: Sequence[str], start: int) -> int:
        """Return the number of words of the longest phrase that begins at ``start``, 0 for none."""
        for phrase in self._by_first.get(words[start], ()):
            if tuple(words[start : start + len(phrase)]) == phrase:
                return len(phrase)
        return 0

    def find(self, words: Sequence[str]) -> Iterator[tuple[int, int]]:
        """Yield start and length of each phrase from left to right, without overlaps."""
        index = 0
        while index < len(words):
            length = self.at(words, index)
            if length:
                yield index, length
            index += length or 1

    def within(self, words: Sequence[str]) -> bool:
        """True if any phrase stands among the words."""
        return any(True for _ in self.find(words))

    def covers(self, words: Sequence[str]) -> bool:
        """True if the words are nothing but phrases of this set (and there are some)."""
        return bool(words) and sum(length for _, length in self.find(words)) == len(words)

    def is_whole(self, words: Sequence[str]) -> bool:
        """True if the words are exactly one phrase of this set."""
        return bool(words) and self.at(words, 0) == len(words)

    def __contains__(self, word: str) -> bool:
        return (word,) in self._by_first.get(word, ())

    def openings(self) -> Iterable[str]:
        """First words of all phrases."""
        return self._by_first

    def singles(self) -> frozenset[str]:
        """All phrases of one word."""
        return frozenset(first for first, found in self._by_first.items() if (first,) in found)


@dataclass(frozen=True, slots=True)
class BallotWords:
    """The words of one ballot: which phrase stands for which value, and how strongly."""

    phrases: Phrases
    meaning: Mapping[tuple[str, ...], tuple[str, Strength]]

    def plain(self) -> dict[str, str]:
        """Single words that count wherever they stand, with their value."""
        strong = (Strength.PLAIN, Strength.PAST)
        return {key[0]: value for key, (value, how) in self.meaning.items() if len(key) == 1 and how in strong}


@dataclass(frozen=True, slots=True)
class CardWords:
    """What a card is called and what people say when they use it."""

    title: str
    names: Phrases
    uses: Phrases


@dataclass(frozen=True, slots=True)
class Topic:
    """Something people ask about: it is meant if all slots of one pattern are found in one sentence."""

    name: str
    patterns: tuple[tuple[tuple[tuple[str, ...], ...], ...], ...]

    def fits(self, words: Sequence[str], present: frozenset[str]) -> bool:
        """True if some pattern has each of its slots in the sentence."""
        return any(all(_has_slot(slot, words, present) for slot in pattern) for pattern in self.patterns)


@dataclass(frozen=True, slots=True)
class Words:
    """A whole vocabulary."""

    ballots: Mapping[str, BallotWords]
    cards: Mapping[str, CardWords]
    verbs: Mapping[str, tuple[str, ...]]
    lists: Mapping[str, Phrases]
    topics: Mapping[str, tuple[Topic, ...]]

    def title(self, card: str) -> str:
        """The card's name as printed."""
        known = self.cards.get(card)
        return known.title if known else card.replace("_", " ").title()

    def topic(self, group: str, words: Sequence[str]) -> str | None:
        """Return the first topic of a group that a sentence (lower-case words) is about."""
        present = frozenset(words)
        for topic in self.topics.get(group, ()):
            if topic.fits(words, present):
                return topic.name
        return None


_TOPIC_GROUPS = ("status", "rules", "flags", "refusals", "absences", "dice")
_PHRASE_GROUPS = ("lists", "rulings")


def parse_words(*sources: Mapping[str, Any]) -> Words:
    """Return the vocabulary of one or several mappings; later ones add to earlier ones.

    Raises ValueError, naming the place, if a mapping does not have the shape of ``config/words/en.toml``.
    """
    merged = _merge(sources)
    return Words(
        ballots={verb: _ballot(values, f"ballots.{verb}") for verb, values in merged.get("ballots", {}).items()},
        cards={card: _card(card, row) for card, row in merged.get("cards", {}).items()},
        verbs={verb: tuple(_strings(found, f"verbs.{verb}")) for verb, found in merged.get("verbs", {}).items()},
        lists={
            name: Phrases(_phrase(text) for text in _strings(found, f"{group}.{name}"))
            for group in _PHRASE_GROUPS
            for name, found in (
                (key if group == "lists" else f"{group}.{key}", v) for key, v in merged.get(group, {}).items()
            )
        },
        topics={
            group: tuple(
                Topic(name, tuple(_pattern(text) for text in _strings(found, f"{group}.{name}")))
                for name, found in merged.get(group, {}).items()
            )
            for group in _TOPIC_GROUPS
        },
    )


def _merge(sources: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    merged: dict[str, Any] = {}
    for source in sources:
        _merge_into(merged, source, "words")
    return merged


def _merge_into(target: dict[str, Any], source: Mapping[str, Any], place: str) -> None:
    for key, value in source.items():
        here = f"{place}.{key}"
        if isinstance(value, Mapping):
            below = target.setdefault(key, {})
            if not isinstance(below, dict):
                raise ValueError(f"{here} is a list, not a table")
            _merge_into(below, value, here)
        elif isinstance(value, list):
            above = target.setdefault(key, [])
            if not isinstance(above, list):
                raise ValueError(f"{here} is a table, not a list")
            above.extend(value)
        else:
            raise ValueError(f"{here} must be a list of words or a table")


def _strings(found: Any, place: str) -> list[str]:
    if not isinstance(found, list) or not all(isinstance(text, str) and text for text in found):
        raise ValueError(f"{place} must be a list of words")
    return found


def _phrase(text: str) -> tuple[str, ...]:
    return tuple(token.word for token in tokens(text.lower()))


def _fine(text: str) -> tuple[str, ...]:
    return tuple(part.word for part in parts(text.lower()) if part.word not in JOINTS)


def _ballot(values: Any, place: str) -> BallotWords:
    if not isinstance(values, Mapping):
        raise ValueError(f"{place} must be a table of values")
    meaning: dict[tuple[str, ...], tuple[str, Strength]] = {}
    for value, strengths in values.items():
        for strength, found in strengths.items():
            for text in _strings(found, f"{place}.{value}.{strength}"):
                meaning[_phrase(text)] = (value, Strength(strength))
    return BallotWords(Phrases(meaning), meaning)


def _card(card: str, row: Any) -> CardWords:
    names = _strings(row.get("names"), f"cards.{card}.names") if isinstance(row, Mapping) else []
    if not names:
        raise ValueError(f"cards.{card}.names must hold at least the card's title")
    uses = _strings(row.get("uses", []), f"cards.{card}.uses")
    return CardWords(names[0], Phrases(_fine(name) for name in names), Phrases(_fine(use) for use in uses))


def _pattern(text: str) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """Read ``who has|got not+voted``: slots by spaces, alternatives by bars, words of one alternative by pluses."""
    return tuple(tuple(_phrase(choice.replace("+", " ")) for choice in slot.split("|")) for slot in text.split())


def _has_slot(slot: tuple[tuple[str, ...], ...], words: Sequence[str], present: frozenset[str]) -> bool:
    return any(choice[0] in present and (len(choice) == 1 or _holds(words, choice)) for choice in slot if choice)


def _holds(words: Sequence[str], phrase: tuple[str, ...]) -> bool:
    size = len(phrase)
    return any(words[i] == phrase[0] and tuple(words[i : i + size]) == phrase for i in range(len(words) - size + 1))
