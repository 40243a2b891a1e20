"""How each clause of a text speaks of a ballot's values.

Laws: a ballot word that has another object (``I approve of this coffee``), another subject, a past tense, a hedge or a
negation is not a vote. Typos count only for words that mean one value and nothing else.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

from forumgm.language.clauses import Clause
from forumgm.language.names import Names
from forumgm.language.tokens import nearest, squeeze
from forumgm.language.words import BallotWords, Strength, Words


class Sense(Enum):
    """How a clause speaks of a value."""

    CLEAN = "clean"
    SOFT = "soft"
    NEGATED = "negated"
    ASKED = "asked"
    CONDITIONAL = "conditional"
    BOTH = "both"
    OTHERS = "others"
    """Of what somebody else does or did."""
    REPORTED = "reported"
    """Of an earlier vote, or counting votes."""
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class Spoken:
    """One clause that holds a word of the ballot."""

    clause: Clause
    index: int
    value: str
    sense: Sense
    typos: int = 0
    strength: Strength = Strength.PLAIN
    wavers: bool = False
    """A small word (``yes``) with more behind it than politeness."""


@dataclass(frozen=True, slots=True)
class _Mention:
    start: int
    end: int
    value: str
    strength: Strength
    typos: int = 0


def listen(found: Sequence[Clause], vocabulary: BallotWords, words: Words, *, names: Names) -> list[Spoken]:
    """Return one entry for each clause that holds a word of the ballot."""
    ear = _Ear(vocabulary, words, names)
    spoken: list[Spoken] = []
    strict = {c.sentence for c in found if words.lists["condition"].within(c.words)}
    impolite = sum(not ear.is_polite(clause) for clause in found)
    for number, clause in enumerate(found):
        heard = ear.hear(clause, first=number == 0, conditional=clause.sentence in strict)
        if heard and heard.strength is Strength.REPLY:
            heard = ear.wavering(heard, alone=impolite == (not ear.is_polite(clause)))
        if heard:
            spoken.append(heard)
    return spoken


_SMALL = (Strength.ANSWER, Strength.REPLY, Strength.WHOLE)


class _Ear:
    """Judges single clauses with one vocabulary."""

    def __init__(self, vocabulary: BallotWords, words: Words, names: Names) -> None:
        self._vocabulary = vocabulary
        self._words = words
        self._lists = words.lists
        self._names = names
        self._plain = vocabulary.plain()
        self._typos: dict[str, tuple[int, str]] = {}

    def hear(self, clause: Clause, *, first: bool, conditional: bool) -> Spoken | None:
        """Return how this clause speaks of a value, None if it does not."""
        mentions = self._mentions(clause.words, first=first)
        if not mentions:
            return None
        main = mentions[0]
        sense = self._sense(clause, mentions, conditional=conditional)
        return Spoken(clause, main.start, main.value, sense, max(m.typos for m in mentions), main.strength)

    def wavering(self, heard: Spoken, *, alone: bool) -> Spoken:
        """Mark a bare yes or no that has more beside it (``alone``: in other clauses) than politeness."""
        after = heard.clause.words[heard.index + 1 :]
        tells = bool(after) and after[0] in self._lists["first_person"]  # ``yes I'm here``
        wavers = not alone or tells or not all(self._is_filler(w) for w in after)
        return Spoken(heard.clause, heard.index, heard.value, heard.sense, heard.typos, heard.strength, wavers)

    def is_polite(self, clause: Clause) -> bool:
        """True if the clause holds nothing but small words and words of the ballot."""
        return all(self._is_filler(word) for word in clause.words)

    def _is_filler(self, word: str) -> bool:
        meaning = self._vocabulary.meaning.get((word,))
        return word in self._lists["lead"] or word in self._lists["polite"] or meaning is not None

    def _mentions(self, words: Sequence[str], *, first: bool) -> list[_Mention]:
        found: list[_Mention] = []
        index = 0
        while index < len(words):
            length = self._vocabulary.phrases.at(words, index)
            none = self._lists["not_ballots"].at(words, index)
            if none > length:  # the ``no`` of ``no vote`` is not a no
                index += none
                continue
            if length:
                value, strength = self._vocabulary.meaning[tuple(words[index : index + length])]
                echoes = bool(found) and strength in _SMALL and self._ends(words, index + length)
                if echoes or self._counts(strength, words, index, index + length, first=first):
                    found.append(_Mention(index, index + length, value, strength))
                    index += length
                    continue
                plain = self._vocabulary.meaning.get((words[index],))
                if length > 1 and plain and plain[1] is Strength.PLAIN:
                    found.append(_Mention(index, index + 1, *plain))
            else:
                typo = self._typo(words[index])
                if typo:
                    found.append(_Mention(index, index + 1, typo[1], Strength.PLAIN, typo[0]))
            index += 1
        return found

    def _ends(self, words: Sequence[str], end: int) -> bool:
        """True if nothing but politeness stands behind: the ``no`` of ``yes and no`` counts."""
        return all(word in self._lists["polite"] for word in words[end:])

    def _counts(self, strength: Strength, words: Sequence[str], start: int, end: int, *, first: bool) -> bool:
        if strength in (Strength.PLAIN, Strength.PAST, Strength.SIGN, Strength.SOFT):
            return True
        before, after = words[:start], words[end:]
        if not all(word in self._lists["lead"] for word in before):
            return False
        if strength is Strength.WHOLE:
            return all(word in self._lists["polite"] for word in after)
        return not after or (first and self._may_follow(after)) or self._lists["polite"].covers(after)

    def _typo(self, word: str) -> tuple[int, str] | None:
        if word in self._lists["not_typos"] or word in self._lists["lead"] or word in self._lists["follow"]:
            return None
        if word not in self._typos:
            self._typos[word] = self._look_up(word)
        return self._typos[word] if self._typos[word][1] else None

    def _look_up(self, word: str) -> tuple[int, str]:
        for squeezed in squeeze(word):
            meaning = self._vocabulary.meaning.get((squeezed,))
            if squeezed != word and meaning:
                return 0, meaning[0]
        apart, near = nearest(word, self._plain)
        values = {self._plain[known] for known in near}
        return (apart, values.pop()) if len(values) == 1 else (0, "")

    def _sense(self, clause: Clause, mentions: Sequence[_Mention], *, conditional: bool) -> Sense:
        words = clause.words
        main = mentions[0]
        before, after = words[: main.start], words[main.end :]
        if clause.asked:
            return Sense.ASKED
        if conditional:
            return Sense.CONDITIONAL
        if main.strength is Strength.PAST and not self._stands_alone(before, after):
            return Sense.REPORTED
        if len({m.value for m in mentions}) > 1:
            return Sense.BOTH
        if self._others(before) or self._brings_others(after):
            return Sense.OTHERS
        plainly = any(m.strength is Strength.PLAIN for m in mentions)
        if plainly and any(word in self._lists["no_words"] for word in words[: mentions[-1].start]):
            return Sense.UNSURE
        if self._lists["negation"].within(before):
            plain = main.strength in (Strength.PLAIN, Strength.PAST)
            return Sense.NEGATED if plain and self._known_before(before) else Sense.UNSURE
        if self._lists["consequences"].within(after) or self._is_undone(words, mentions):
            return Sense.UNSURE
        near = before if self._is_reason(after) else (*before, "|", *after[:2])
        if self._lists["hedge"].within(near):
            return Sense.UNSURE
        if self._lists["condition_near"].within((*before, "|", *after[:1])):
            return Sense.CONDITIONAL
        if main.strength is Strength.SOFT:
            return Sense.SOFT
        return Sense.CLEAN if self._known_before(before) and self._may_follow(after) else Sense.UNSURE

    def _is_undone(self, words: Sequence[str], mentions: Sequence[_Mention]) -> bool:
        """True if the word is taken back behind it (``approve, just kidding``), or opposed (``against rejecting``)."""
        opposing = self._lists["opposing"]
        near = (one for one, other in pairwise(mentions) if other.start - one.end <= 1)
        return self._lists["retreats"].within(words[mentions[0].end :]) or any(words[m.start] in opposing for m in near)

    def _stands_alone(self, before: Sequence[str], after: Sequence[str]) -> bool:
        return not before and all(word in self._lists["polite"] for word in after)

    def _others(self, before: Sequence[str]) -> bool:
        if any(word in self._lists["other_subjects"] for word in before):
            return True
        return bool(self._names.mentioned(" ".join(before)))

    def _brings_others(self, after: Sequence[str]) -> bool:
        """True for ``approve from me and from Kite``, and for ``approve as Kite``."""
        if len(after) > 1 and after[-2] in self._lists["in_place_of"] and self._names.mentioned(after[-1]):
            return True
        behind = [word for here, word in pairwise(after) if here in self._lists["from_words"]]
        return any(self._names.mentioned(word) for word in behind)

    def _known_before(self, before: Sequence[str]) -> bool:
        known = [self._lists["lead"], self._lists["polite"], self._lists["negation"], self._lists["switch"]]
        known.append(self._vocabulary.phrases)
        index = 0
        while index < len(before):
            length = max(phrases.at(before, index) for phrases in known)
            if not length:
                return False
            index += length
        return True

    def _is_reason(self, after: Sequence[str]) -> bool:
        return bool(after) and after[0] in self._lists["because"]

    def _may_follow(self, after: Sequence[str]) -> bool:
        """True if what stands right behind the word makes it a vote on the team, not on something else."""
        if not after:
            return True
        nouns = self._lists["team_nouns"]
        if self._vocabulary.phrases.at(after, 0) or self._lists["polite"].at(after, 0) > 1:
            return True
        if after[0] == "to" and len(after) > 1:  # ``approve to this one``, not ``decline to answer``
            return after[1] in self._lists["determiners"] or self._vocabulary.phrases.at(after, 1) > 0
        if after[0].endswith("'s") and len(after) > 1:
            return after[1] in nouns
        if after[0] == "of":
            return len(after) > 1 and self._may_follow(after[1:]) and after[1] in self._lists["determiners"]
        if after[0] in self._lists["determiners"]:
            return len(after) == 1 or after[1] in nouns or after[1] in self._lists["polite"] or after[1].endswith("'s")
        return after[0] in self._lists["follow"] or after[0] in self._lists["polite"] or not after[0].isalnum()
