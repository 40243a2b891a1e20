"""Lines that give an order: the mark, the verb's row, the guard ladder, the arguments.

Laws: a mark stands at a line's start: ``!word``, ``##word``, ``/word``, ``u/bot word`` or the verb in bold. Whoever
writes talk with a mark is not disturbed: an unknown word is no order in the thread. Guards come before arguments, in
this sequence: is a player, has the right, right channel, right phase.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from forumgm.core.items import Channel
from forumgm.core.reading import Kind, Problem, ReadContext
from forumgm.core.verbs import Verb, Weight, Who
from forumgm.language.normalise import Line
from forumgm.language.tokens import nearest, tokens
from forumgm.language.words import Strength, Words


class Mark(Enum):
    """How an order was marked, surest first."""

    BANG = "!"
    HASH = "#"
    SLASH = "/"
    MENTION = "u/"
    HEADING = "# "
    BOLD = "**"
    BARE = ""

    @property
    def is_strong(self) -> bool:
        """Nobody writes this by accident."""
        return self in (Mark.BANG, Mark.HASH, Mark.SLASH, Mark.MENTION)


@dataclass(frozen=True, slots=True)
class OrderLine:
    """A line that begins with a mark and a known verb."""

    line: Line
    index: int
    mark: Mark
    row: Verb
    rest: str
    """What stands behind the verb."""
    misspelt: bool = False


_MARK = re.compile(r"(?:(!)|(#{1,6})( ?)|(/))(?=[^\W\d_])")
_FOR = re.compile(r"(?:^|\s)for\s+(?:@|/?u/)?[\w-]", re.IGNORECASE)
_TRY = re.compile(r"--?try(?!\w)", re.IGNORECASE)
_NEGATIVE = re.compile(r"-\d")
ENDED = "ended"
"""The phase behind a game's end."""
_WORD = re.compile(r"[^\W\d_]+(?:['-]?[^\W\d_]+)*")


class Finder:
    """Knows the verbs of the rows and finds orders at the start of lines."""

    def __init__(self, context: ReadContext, words: Words) -> None:
        self._context = context
        self._words = words
        self._rows: dict[tuple[str, ...], Verb] = {}
        for row in context.rows:
            for spelt in (*row.words, *words.verbs.get(row.name, ())):
                self._rows.setdefault(tuple(token.word for token in tokens(spelt)), row)
        self._overrides = {
            tuple(token.word for token in tokens(spelt)): row
            for row in (context.rows if context.moderator else ())
            if row.who is Who.MODERATOR
            for spelt in row.words
        }
        self._longest = max((len(key) for key in self._rows), default=0)
        bot = re.escape(context.bot) if context.bot else r"(?!)"
        self._mention = re.compile(rf"(?:/?u/|@){bot}(?![\w-])[ ,:]*!?(?=[^\W\d_])", re.IGNORECASE)

    def at(self, line: Line, index: int) -> OrderLine | None:
        """Return the order that this line begins with, None if it is no order."""
        mark, start = self._mark(line)
        if mark is None:
            return None
        return self._verb(line, index, mark, line.text[start:])

    def bare(self, line: Line, index: int) -> OrderLine | None:
        """Return the order that this line would be with a mark before it."""
        return self._verb(line, index, Mark.BARE, line.text)

    def unknown(self, line: Line) -> str | None:
        """Return the word behind a strong mark that is no verb."""
        mark, start = self._mark(line)
        found = _WORD.match(line.text, start) if mark and mark.is_strong else None
        return found[0] if found else None

    def _mark(self, line: Line) -> tuple[Mark | None, int]:
        found = _MARK.match(line.text)
        if found:
            if found[1]:
                return Mark.BANG, found.end()
            if found[2]:
                return (Mark.HEADING if found[3] else Mark.HASH), found.end()
            return (None, 0) if line.text[:3].lower() == "/u/" else (Mark.SLASH, found.end())
        called = self._mention.match(line.text)
        if called:
            return Mark.MENTION, called.end()
        return (Mark.BOLD, 0) if line.opens_bold else (None, 0)

    def _verb(self, line: Line, index: int, mark: Mark, text: str) -> OrderLine | None:
        spans = tokens(text[:80])
        said = tuple(span.word for span in spans[: self._longest])
        for count in range(len(said), 0, -1):
            row = self._rows.get(said[:count])
            if row:
                rest = text[spans[count - 1].end :]
                return self._line(line, index, mark, self._meant(row, said[:count], rest), rest)
        if not said or mark in (Mark.BOLD, Mark.HEADING, Mark.BARE):
            return None
        ballot = self._ballot_row(said)
        if ballot:
            return OrderLine(line, index, mark, ballot, text)
        apart, near = nearest(said[0], [key[0] for key in self._rows if len(key) == 1])
        rows = {self._rows[(word,)].name: self._rows[(word,)] for word in near}
        if apart == 1 and len(rows) == 1:
            row = next(iter(rows.values()))
            return self._line(line, index, mark, row, text[spans[0].end :], misspelt=True)
        return None

    def _meant(self, row: Verb, said: tuple[str, ...], rest: str) -> Verb:
        """Of a player's command and an override with the same word, return the one that a moderator means.

        The Leader's word is an override unless it is his own turn, a player's if it says for whom.
        """
        override = self._overrides.get(said, row)
        if override is row:
            return row
        own_turn = self._context.is_leader and bool(self._context.drawn)
        is_override = not own_turn if row.who is Who.LEADER else _FOR.search(rest) is not None
        return override if is_override else row

    def _line(
        self, line: Line, index: int, mark: Mark, row: Verb, rest: str, *, misspelt: bool = False
    ) -> OrderLine | None:
        if mark in (Mark.BOLD, Mark.HEADING) and (row.weight is Weight.TALK or row.who is Who.MODERATOR):
            return None
        return OrderLine(line, index, mark, row, _bare(rest), misspelt)

    def _ballot_row(self, said: Sequence[str]) -> Verb | None:
        open_now = self._context.ballot
        verbs = sorted(self._words.ballots, key=lambda verb: open_now is None or verb != open_now.verb)
        for verb in verbs:
            meaning = self._words.ballots[verb].meaning.get((said[0],))
            if meaning and meaning[1] in (Strength.PLAIN, Strength.PAST, Strength.ANSWER, Strength.REPLY):
                return next((row for row in self._context.rows if row.name == verb), None)
        return None


def _bare(rest: str) -> str:
    """Return what stands behind a verb without the signs around it; the mark of a try and the sign of a number stay."""
    kept = _TRY.match(rest.strip()) or _NEGATIVE.match(rest.strip())
    return rest.strip() if kept else rest.strip(" \t:-=,")


def guard(order: OrderLine, context: ReadContext) -> Problem | None:
    """Return why this person may not give this order here and now, None if nothing speaks against it."""
    row = order.row
    facts = {"understood": order.line.text[:120], "phase": context.phase, "current": context.phase}
    if row.who is Who.MODERATOR:
        return None if context.moderator else Problem("not_moderator", facts, Kind.REFUSE)
    if context.phase == ENDED and row.phases and (context.is_player or context.moderator):
        return Problem("game_over", facts, Kind.REFUSE)
    if row.who is Who.LEADER and not context.is_leader:
        code = "not_leader" if context.is_player or context.moderator else "not_a_player"
        return Problem(code, {**facts, "leader": context.leader}, Kind.REFUSE)
    if row.who is Who.PLAYER and not context.is_player:
        return Problem("not_a_player", facts, Kind.REFUSE)
    is_in_phase = not row.phases or context.phase in row.phases or row.told_by_game
    if row.weight is not Weight.CARD and not is_in_phase:
        return Problem("wrong_phase", facts, Kind.REFUSE)
    if context.channel not in _roads(row, context):
        return Problem(_other_road(row, context), {**facts, "line": row.example, "where": "private"}, Kind.REFUSE)
    return None


def _other_road(row: Verb, context: ReadContext) -> str:
    """Return the refusal of an order that came by the wrong road."""
    if context.channel is Channel.PRIVATE:
        return "thread_only"
    return {"vote": "votes_private", "mission": "mission_votes_private"}.get(row.name, "wrong_channel")


def _roads(row: Verb, context: ReadContext) -> frozenset[Channel]:
    ballot = context.ballot
    if ballot and row.name in (ballot.verb, ballot.withdraw):
        return ballot.roads
    return row.channels
