"""A text on the reader's desk: the page, the context, the vocabulary and the names, and how answers are made.

Law: every ask and refuse carries what was understood and the exact line to send, taken from the rows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from forumgm.core.items import Channel
from forumgm.core.reading import Command, Kind, Problem, ReadContext, Reading
from forumgm.language.clauses import Clause, clauses, sentences
from forumgm.language.names import Names
from forumgm.language.normalise import Page
from forumgm.language.tokens import nearest, parts
from forumgm.language.words import Phrases, Words

_SHOWN = 120
_LONGEST_ORDER = 400
_SHORT_ORDER, _FEW_LINES = 80, 6
"""Typos in card names are only looked for in short texts."""


@dataclass(frozen=True)
class Desk:
    """Everything that the stages of reading look at."""

    page: Page
    context: ReadContext
    words: Words

    @cached_property
    def names(self) -> Names:
        """The roster, with the writer's words for himself."""
        myself = self.context.author if any(s.name == self.context.author for s in self.context.roster) else None
        return Names(self.context.roster, myself=myself, self_words=self.words.lists["self_words"].singles())

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        """All clauses of the page."""
        return clauses([line.text for line in self.page.lines])

    @cached_property
    def said(self) -> tuple[str, ...]:
        """All words of the page."""
        return tuple(word for clause in self.clauses for word in clause.words)

    @cached_property
    def sentences(self) -> list[tuple[str, ...]]:
        """The words of each sentence."""
        return sentences(self.clauses)

    @cached_property
    def _card_openings(self) -> frozenset[str]:
        """First words of everything that cards and their uses are called."""
        rows = self.words.cards.values()
        return frozenset(word for row in rows for phrases in (row.names, row.uses) for word in phrases.openings())

    def may_hold_card(self, text: str) -> bool:
        """False for a line that is too long to be nothing but a card order, or has no word of any card."""
        if len(text) > _LONGEST_ORDER:
            return False
        said = {part.word for part in parts(text)}
        return not said.isdisjoint(self._card_openings) or self.words.lists["both_words"].within(sorted(said))

    def respelt(self, text: str) -> str | None:
        """Return a short line with its misspelt words of card names put right; None if it has none."""
        if len(text) > _SHORT_ORDER or self.page.lines[_FEW_LINES:]:
            return None
        known = self._card_words
        pieces: list[str] = []
        position = 0
        for part in parts(text):
            _, near = (0, frozenset[str]()) if part.word in known else nearest(part.word, known)
            if len(near) == 1:
                pieces += [text[position : part.start], *near]
                position = part.end
        return "".join([*pieces, text[position:]]) if pieces else None

    @cached_property
    def _card_words(self) -> frozenset[str]:
        titles = (row.title for row in self.words.cards.values())
        return frozenset(part.word for title in titles for part in parts(title))

    @property
    def private(self) -> bool:
        """The text is a message to the GM."""
        return self.context.channel is Channel.PRIVATE

    @property
    def awaited_leader(self) -> bool:
        """The writer leads and a team is awaited from him."""
        return self.context.is_leader and self.context.phase == "proposal"

    @property
    def has_hidden(self) -> bool:
        """Some line has characters that a reader cannot see."""
        return any(line.hidden for line in self.page.lines)

    @property
    def false_link(self) -> str | None:
        """Target of a link that says another word than its text."""
        return next((line.false_link for line in self.page.lines if line.false_link), None)

    def phrases(self, name: str) -> Phrases:
        """A list of the vocabulary."""
        return self.words.lists[name]

    def example(self, verb: str) -> str | None:
        """The line that help shows for a verb."""
        return next((row.example for row in self.context.rows if row.name == verb), None)

    def say(self, kind: Kind, code: str, facts: Mapping[str, Any] | None = None, *, private: bool = False) -> Reading:
        """Return a reading without commands, with what was understood."""
        shown = self._shown(facts or {})
        return Reading(kind, code=code, facts={"text": self.page.text[:_SHOWN], **shown}, private=private)

    def _shown(self, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        """The facts with cards by the names printed on them."""
        cards = self.words.cards
        named = {"options": [self.words.title(o) if o in cards else o for o in facts.get("options", ())]}
        return {**facts, **(named if "options" in facts else {})}

    def problem(self, problem: Problem, *, verb: str | None = None) -> Reading:
        """Return the answer to a problem."""
        line = self.example(verb) if verb else None
        facts = {**({"line": line} if line and "line" not in problem.facts else {}), **problem.facts}
        if problem.code == "unknown_name":
            facts["players"] = [seat.name for seat in self.context.roster]
        return self.say(problem.kind, problem.code, facts, private=self.is_guarded(verb))

    def is_guarded(self, verb: str | None) -> bool:
        """True for an order that is never answered in the thread (missions)."""
        ballot = self.context.ballot
        return ballot is not None and ballot.guarded and verb in (ballot.verb, ballot.withdraw)

    def carry(self, commands: Sequence[Command], *, certain: bool = True, left_over: Sequence[Problem] = ()) -> Reading:
        """Return an accept, an accept_many, or a confirm if anything is uncertain."""
        kind = Kind.CONFIRM if not certain else Kind.ACCEPT if len(commands) == 1 else Kind.ACCEPT_MANY
        private = any(self.is_guarded(command.verb) for command in commands)
        behind = tuple(replace(problem, facts=self._shown(problem.facts)) for problem in left_over)
        return Reading(kind, tuple(commands), left_over=behind, private=private)
