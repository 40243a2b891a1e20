"""Reading a list of players: the team that a Leader names.

Laws: a proposal is final, so nothing is guessed: a name that is not certain, a number that does not fit or a word of
doubt inside the list is asked about. Names in the chatter behind a full list never join it; they only make the GM ask
back. ``everyone minus`` is read as what is left, never as the names behind it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from forumgm.core.reading import Problem
from forumgm.language.names import Match, Names, Sureness
from forumgm.language.normalise import Line
from forumgm.language.tokens import Token, is_word, parts, tokens
from forumgm.language.words import Words

_AT = re.compile(r"(?<![\w/])(?:/?u/|@)(?=\w)", re.IGNORECASE)
_PROFILE = re.compile(r"(?:https?://)?(?:\w{1,12}\.)?reddit\.com/(?:u|user)/([\w-]{1,40})/?", re.IGNORECASE)
_ODD_SIGNS = frozenset("${}<>%=\\^~`#*[]")
_ENDS = frozenset(".!?")
MAX_NAMES = 16
MAX_LENGTH = 1_000
"""Characters of one line in which names are looked for."""


@dataclass(frozen=True, slots=True)
class Team:
    """A list of players as read."""

    players: tuple[str, ...] = ()
    certain: bool = True
    """False: everything fits, but it should be stated before it counts."""
    problem: Problem | None = None


def plain_names(text: str) -> str:
    """Return the text with ``u/``, ``@`` and profile links cut down to the names."""
    if "reddit.com" in text:
        text = _PROFILE.sub(r"\1", text)
    return _AT.sub("", text)


def read_team(lines: Sequence[Line], *, names: Names, words: Words, needed: int | None, roster: Sequence[str]) -> Team:
    """Read the players named in these lines (what follows the verb, then the lines below it)."""
    complement = _complement(lines, names=names, words=words, needed=needed, roster=roster)
    if complement:
        return complement
    listing = _Listing(names, words, needed)
    for number, line in enumerate(lines):
        if number and listing.found and not line.bullet:
            if listing.is_complete:
                takes_back = any(_takes_back(later, words) for later in lines[number:])
                listing.certain = listing.certain and not takes_back and not names.mentioned(line.text)
                break
            if line.after_gap and not _is_all_names(line, names=names, words=words):
                break
        listing.read(line)
        if listing.problem:
            break
    return listing.result()


def _takes_back(line: Line, words: Words) -> bool:
    """True if a line below a whole team begins by taking it back (``hmm wait``)."""
    said = [token.word for token in tokens(line.text[:MAX_LENGTH]) if is_word(token.word)]
    return words.lists["retreats"].within(said[:_OPENING])


_OPENING, _BEHIND = 3, 8
"""Words at the beginning of a line below the team, and of what stands behind the team in its line."""


def _is_all_names(line: Line, *, names: Names, words: Words) -> bool:
    """True if a line is nothing but players."""
    alone = _Listing(names, words, None)
    alone.read(line)
    return bool(alone.found) and alone.problem is None and len(line.text) <= MAX_NAMES * len(alone.found)


def _complement(
    lines: Sequence[Line], *, names: Names, words: Words, needed: int | None, roster: Sequence[str]
) -> Team | None:
    if not lines:
        return None
    text = lines[0].text
    spans = tokens(text)
    said = [token.word for token in spans]
    hit = next(iter(words.lists["all_but"].find(said)), None)
    if hit is None:
        return None
    rest = spans[sum(hit) :]
    excluded = _Listing(names, words, None)
    if rest:
        excluded.read(Line(text[rest[0].start :], ""))
    team = tuple(player for player in roster if player not in excluded.players)
    if excluded.problem or not excluded.found or len(team) != needed:
        wrong = {"wrong": text, "need": needed, "got": len(team)}
        return Team(problem=excluded.problem or Problem("wrong_size", wrong))
    return Team(team, certain=False)


@dataclass(slots=True)
class _Listing:
    """Collects names from left to right."""

    names: Names
    words: Words
    needed: int | None
    found: list[Match] = field(default_factory=list)
    certain: bool = True
    problem: Problem | None = None

    @property
    def players(self) -> list[str]:
        return [match.player for match in self.found if match.player]

    @property
    def is_complete(self) -> bool:
        return self.needed is not None and len(self.found) >= self.needed

    def read(self, line: Line) -> None:
        text = plain_names(line.text)
        spans = parts(text[:MAX_LENGTH])
        index = 0
        while index < len(spans) and self.problem is None and len(self.found) <= MAX_NAMES:
            step = self._step(text, spans, index)
            if step == 0:
                self._chatter(text[spans[index].start :])
                return
            index += step

    def _step(self, text: str, spans: Sequence[Token], index: int) -> int:
        """Take what stands at a token; 0 when the list is over and talk begins."""
        word = spans[index].word
        if not is_word(word):
            return self._sign(text, spans, index)
        if self._numbers_entry(spans, index):
            return 2
        if word in self.words.lists["and_i"] and self._ends_list(spans, index):
            return self._take(self.names.resolve("me"), 1)
        match, count = self.names.take(text, spans, index)
        if self.is_complete and match.how not in (Sureness.EXACT, Sureness.NICKNAME):
            return 0 if word not in self.words.lists["list_breaks"] else 1
        if match.player is None and word in self.words.lists["team_filler"]:
            return 1
        if word in self.words.lists["team_ask"] and not match.player:
            self.problem = Problem("unclear_team", {"wrong": text[spans[index].start : spans[index].start + 60]})
            return 1
        return self._take(match, count)

    def _numbers_entry(self, spans: Sequence[Token], index: int) -> bool:
        """True for the ``2)`` or ``2.`` of a list that is written in one line."""
        sign, behind = (spans[i].word if i < len(spans) else "" for i in (index + 1, index + 2))
        return spans[index].word.isdigit() and sign in (")", ".") and behind[:1].isalpha()

    def _ends_list(self, spans: Sequence[Token], index: int) -> bool:
        """True for the ``I`` of ``Bex, Tea and I``."""
        return bool(self.found) and (index + 1 == len(spans) or spans[index + 1].word in _ENDS)

    def _sign(self, text: str, spans: Sequence[Token], index: int) -> int:
        word = spans[index].word
        if word in _ODD_SIGNS and not self.is_complete:
            piece = text[spans[index].start :].split(",")[0]
            self.problem = unknown_name(piece.strip())
            return 1
        if word == "(":
            return self._brackets(text, spans, index)
        if word in _ENDS and self.found:
            self.certain = self.certain and word != "?"
            return 1 if index + 1 == len(spans) else 0
        if word in "-:" and self.found and not self._next_is_name(text, spans, index):
            return self._reason(text, spans, index)
        return 1

    def _next_is_name(self, text: str, spans: Sequence[Token], index: int) -> bool:
        following = next((i for i in range(index + 1, len(spans)) if is_word(spans[i].word)), None)
        return following is not None and self.names.take(text, spans, following)[0].player is not None

    def _brackets(self, text: str, spans: Sequence[Token], index: int) -> int:
        """Skip a remark in brackets behind a name; brackets round a name are only decoration."""
        if self._next_is_name(text, spans, index):
            return 1
        end = next((i for i in range(index, len(spans)) if spans[i].word == ")"), len(spans) - 1)
        self._chatter(text[spans[index].start : spans[end].end])
        return end - index + 1

    def _reason(self, text: str, spans: Sequence[Token], index: int) -> int:
        """Skip the reason behind ``Bex - voted sensibly``, up to the next comma."""
        end = next((i for i in range(index, len(spans)) if spans[i].word in ",;"), len(spans))
        self._chatter(text[spans[index].start : spans[end - 1].end])
        return end - index

    def _chatter(self, text: str) -> None:
        said = [token.word for token in parts(text) if is_word(token.word)]
        lists = self.words.lists
        doubt = bool(said) and said[0] in lists["team_ask"]
        unsure = lists["hedge"].within(said[:2]) or lists["retreats"].within(said[:_BEHIND])
        self.certain = self.certain and not unsure
        named = bool(self.names.mentioned(text)) or any(word in self.words.lists["self_words"] for word in said[1:2])
        if doubt or self.names.mentioned(text):
            self.certain = False
        if doubt and named:
            self.problem = Problem("unclear_team", {"wrong": text[:60]})

    def _take(self, match: Match, count: int) -> int:
        self.problem = name_problem(match)
        if self.problem is None and match.player in self.players:
            self.problem = Problem("duplicate_member", {"wrong": match.text, "member": match.player})
        self.found.append(match)
        self.certain = self.certain and self.names.is_certain(match)
        return count

    def result(self) -> Team:
        if self.problem:
            return Team(tuple(self.players), problem=self.problem)
        if not self.found:
            return Team(problem=Problem("no_team"))
        seats = [match for match in self.found if match.how is Sureness.SEAT]
        spelt = [m for m in self.found if m not in seats and m.text.lower() not in self.words.lists["self_words"]]
        if seats and spelt:
            return Team(tuple(self.players), problem=unknown_name(seats[0].text))
        if self.needed is not None and len(self.found) != self.needed:
            facts = {"need": self.needed, "got": len(self.found), "understood": list(self.players)}
            return Team(tuple(self.players), problem=Problem("wrong_size", facts))
        return Team(tuple(self.players), self.certain)


def name_problem(match: Match) -> Problem | None:
    """Return what is wrong with a name, None if it means one player."""
    if match.player:
        return None
    if match.looks_like:
        return Problem("low_confidence_name", {"wrong": match.text, "options": [match.looks_like]})
    if match.candidates:
        return Problem("ambiguous_name", {"wrong": match.text, "options": list(match.candidates)})
    return unknown_name(match.text)


def unknown_name(text: str) -> Problem:
    """Return the problem of a name that nobody here has."""
    return Problem("unknown_name", {"wrong": text[:60]})
