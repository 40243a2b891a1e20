"""Reading a ballot in words (resistance.md section 8, hosts.md 11.4).

Laws: one clear word counts, whatever is chatted around it. Both words, a negation, a condition, a question or a sign
of sarcasm is asked back about; ``pass`` and ``abstain`` are never guessed. In a guarded ballot (a mission) nothing is
inferred: what is not said is not read.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

from forumgm.core.reading import Ballot
from forumgm.language.clauses import Clause, clauses
from forumgm.language.conditions import evaluate
from forumgm.language.names import Names
from forumgm.language.normalise import Line
from forumgm.language.spoken import Sense, Spoken, listen
from forumgm.language.tokens import spoken_words
from forumgm.language.words import BallotWords, Strength, Words


class Outcome(Enum):
    """What the whole text comes to."""

    VOTE = "vote"
    CONFIRM = "confirm"
    ASK = "ask"
    REFUSE = "refuse"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The ballot as read: an outcome with a value, or the code of what stands against it."""

    outcome: Outcome
    value: str | None = None
    code: str = ""


def judge(
    lines: Sequence[Line],
    ballot: Ballot,
    words: Words,
    *,
    names: Names,
    team: Sequence[str],
    found: Sequence[Clause] | None = None,
) -> Verdict | None:
    """Return what the lines say on this ballot; None if they hold no word of it.

    ``found`` are the clauses of the lines, if the caller has them.
    """
    vocabulary = words.ballots.get(ballot.verb)
    if vocabulary is None:
        return None
    form = _form(lines, vocabulary)
    if form:
        return form
    texts = [line.text for line in lines]
    found = clauses(texts) if found is None else found
    if len(found) > MAX_CLAUSES:
        return Verdict(Outcome.ASK, code="unclear")
    whole = _whole_message(found, words)
    if whole:
        return whole
    spoken = listen(found, vocabulary, words, names=names)
    flat = [word for clause in found for word in clause.words]
    if not spoken:
        return Verdict(Outcome.ASK, code="no_such_vote") if _is_no_ballot(flat, words) else None
    if _has_sarcasm(texts, words):
        return Verdict(Outcome.ASK, code="sarcasm")
    return _Weighing(spoken, found, ballot, words, names, team, texts).verdict()


def _form(lines: Sequence[Line], vocabulary: BallotWords) -> Verdict | None:
    """Read a form with boxes; what stands outside the boxes may only be a heading."""
    plain = vocabulary.plain()
    boxes = [(plain[word], line.box) for line in lines if line.box is not None and (word := _only_word(line)) in plain]
    if len(boxes) < 2:
        return None
    ticked = {value for value, box in boxes if box}
    if not ticked:
        return Verdict(Outcome.ASK, code="nothing_marked")
    outside = {w for line in lines if line.box is None for c in clauses([line.text]) for w in c.words if w in plain}
    if len(ticked) > 1 or {plain[word] for word in outside} - ticked:
        return Verdict(Outcome.ASK, code="both_marked")
    return Verdict(Outcome.VOTE, ticked.pop())


def _only_word(line: Line) -> str:
    found = clauses([line.text])
    return found[0].words[0] if len(found) == 1 and len(found[0].words) == 1 else ""


def _whole_message(found: Sequence[Clause], words: Words) -> Verdict | None:
    """Readings that hold for the whole text, whatever ballot words it has."""
    flat = [word for clause in found for word in clause.words]
    if words.lists["delegate"].within(flat):
        return Verdict(Outcome.REFUSE, code="gm_does_not_choose")
    if words.lists["standing_words"].within(flat):
        return Verdict(Outcome.REFUSE, code="standing_order")
    if words.lists["relative"].within(flat):
        return Verdict(Outcome.ASK, code="relative_vote")
    return None


def _is_no_ballot(flat: Sequence[str], words: Words) -> bool:
    return len(flat) <= _SHORT and words.lists["not_ballots"].within(flat)


def _has_sarcasm(texts: Sequence[str], words: Words) -> bool:
    return any(words.lists["sarcasm"].within(spoken_words(text)) for text in texts)


@dataclass(frozen=True, slots=True)
class _Weighing:
    """What all clauses together come to."""

    spoken: Sequence[Spoken]
    found: Sequence[Clause]
    ballot: Ballot
    words: Words
    names: Names
    team: Sequence[str]
    texts: Sequence[str]

    def verdict(self) -> Verdict:
        """Go down the ladder of doubts; only what passes all of them is a vote."""
        if self._has(Sense.ASKED):
            return Verdict(Outcome.ASK, code="question")
        if self._speaks_for_others():
            return Verdict(Outcome.ASK, code="proxy_vote")
        if self._has(Sense.CONDITIONAL):
            return self._conditional()
        clean = [s for s in self.spoken if s.sense is Sense.CLEAN]
        if self.ballot.guarded and len({s.value for s in self.spoken}) > 1:
            return Verdict(Outcome.ASK, code="both_marked")
        if self._has(Sense.BOTH) or len({s.value for s in clean}) > 1:
            return Verdict(Outcome.ASK, code="both_marked")
        if clean:
            return self._one_word(clean)
        return self._without_clean_word()

    def _has(self, sense: Sense) -> bool:
        return any(s.sense is sense for s in self.spoken)

    def _speaks_for_others(self) -> bool:
        if self._has(Sense.OTHERS) or self._headed_by_another():
            return True
        flat = [word for clause in self.found for word in clause.words]
        return self.words.lists["proxy"].within(flat) and any(s.sense is not Sense.REPORTED for s in self.spoken)

    def _headed_by_another(self) -> bool:
        """True for ``OldPaperKite: approve`` written by somebody else."""
        spoken = {id(s.clause) for s in self.spoken}
        return any(
            id(there) in spoken and here.sentence == there.sentence and self._is_other(here.words)
            for here, there in pairwise(self.found)
        )

    def _is_other(self, words: Sequence[str]) -> bool:
        spelt = " ".join(words)
        named = self.names.mentioned(spelt) if len(words) <= _NAME else ()
        return len(named) == 1 and named[0] != self.names.myself and self.names.resolve(spelt).player == named[0]

    def _one_word(self, clean: Sequence[Spoken]) -> Verdict:
        """There is one clear word; everything else that was said decides how sure it is."""
        value = clean[-1].value
        others = [s for s in self.spoken if s.sense is not Sense.CLEAN]
        if any(s.typos for s in clean) and (self.ballot.guarded or min(s.typos for s in clean) > 1):
            return Verdict(Outcome.CONFIRM, value)
        told = self.ballot.guarded and all(s.strength is Strength.PAST for s in clean)
        doubts = self._abstains() or self._wavers(clean) or self._retreats(clean[-1])
        if told or doubts or all(s.wavers for s in clean) or self._says_more(clean):
            return Verdict(Outcome.CONFIRM, value)
        for other in others:
            if other.sense is Sense.REPORTED and self._follows(clean[-1], other):
                continue
            if other.sense is Sense.SOFT and other.value == value:
                continue
            return Verdict(Outcome.CONFIRM, value)
        return Verdict(Outcome.VOTE, value)

    def _follows(self, one: Spoken, other: Spoken) -> bool:
        return one.clause.sentence > other.clause.sentence

    def _wavers(self, clean: Sequence[Spoken]) -> bool:
        """True if the sentence of the vote says in the same breath that the writer is not sure."""
        voting = {s.clause.sentence for s in clean}
        doubts = self.words.lists["wavering"]
        return any(c.sentence in voting and doubts.within(c.words) for c in self.found)

    def _retreats(self, last: Spoken) -> bool:
        """True if the writer takes something back behind his last clear word (``approve, no wait``)."""
        behind = self.found[self.found.index(last.clause) + 1 :]
        retreats, wavering = self.words.lists["retreats"], self.words.lists["wavering"]
        alone = (wavering, self.words.lists["negation"])
        return any(retreats.within(c.words) or any(found.covers(c.words) for found in alone) for c in behind)

    def _says_more(self, clean: Sequence[Spoken]) -> bool:
        """True if a mission's word stands in a clause with words that have nothing to do with a vote."""
        lists = [self.words.lists[name] for name in ("lead", "polite", "follow", "determiners", "team_nouns")]
        vocabulary = self.words.ballots[self.ballot.verb].meaning
        if self.ballot.guarded and any(self._has_subject(s.clause.words[: s.index]) for s in clean):
            return True
        words = {word for s in clean for word in s.clause.words}
        known = (any(word in found for found in lists) or (word,) in vocabulary for word in words)
        return self.ballot.guarded and not any(s.typos for s in clean) and not all(known)

    def _has_subject(self, before: Sequence[str]) -> bool:
        """True for ``the mission will fail``, which is a forecast."""
        lists = self.words.lists
        own = any(word in lists["first_person"] for word in before)
        return not own and any(word in lists["subjects"] for word in before)

    def _abstains(self) -> bool:
        voting = {s.clause.sentence for s in self.spoken}
        lists = self.words.lists["not_ballots"]
        return any(lists.covers(c.words) for c in self.found if c.sentence not in voting)

    def _without_clean_word(self) -> Verdict:
        senses = {s.sense for s in self.spoken}
        meant = {self._opposite(s.value) if s.sense is Sense.NEGATED else s.value for s in self.spoken}
        if len(meant) == 1 and None not in meant and not self.ballot.guarded and senses <= {Sense.NEGATED, Sense.SOFT}:
            return Verdict(Outcome.CONFIRM, meant.pop())
        if self.ballot.guarded and senses == {Sense.SOFT} and len(meant) == 1:
            return Verdict(Outcome.CONFIRM, meant.pop())
        return Verdict(Outcome.ASK, code="unclear")

    def _opposite(self, value: str) -> str | None:
        others = [v for v in self.ballot.values if v != value]
        return others[0] if len(others) == 1 else None

    def _conditional(self) -> Verdict:
        """A condition that names players can be looked up; anything else needs judgement and is asked about."""
        first = next(s for s in self.spoken if s.sense is Sense.CONDITIONAL)
        flat = tuple(w for c in self.found if c.sentence == first.clause.sentence for w in c.words)
        alone = len({s.clause.sentence for s in self.spoken}) == 1
        if alone and self.words.lists["keep_open"].within(flat) and len({s.value for s in self.spoken}) == 1:
            return Verdict(Outcome.CONFIRM, first.value)
        if self.ballot.guarded or not alone:
            return Verdict(Outcome.ASK, code="conditional_vote")
        text = self.texts[first.clause.line]
        value = evaluate(text, self.spoken, self.words, names=self.names, team=self.team)
        if value is None:
            return Verdict(Outcome.ASK, code="conditional_vote")
        return Verdict(Outcome.CONFIRM, value)


MAX_CLAUSES = 800
"""The longest comment that people write has half as many; more is noise, and nothing is picked out of noise."""
_SHORT = 12
_NAME = 3
"""A name is at most so many words."""
