"""Reading a command's arguments as its row lists them, whatever the game.

Laws: an argument that cannot be read for certain is a problem with a code, never a guess. Words left over behind the
last argument are chatter; words left over before it are a problem.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from forumgm.core.reading import Problem, ReadContext
from forumgm.core.verbs import Arg, Parameter, Verb
from forumgm.language.names import Names, clean
from forumgm.language.normalise import Line
from forumgm.language.proposals import name_problem, plain_names, read_team, unknown_name
from forumgm.language.tokens import Token, is_word, parts, tokens
from forumgm.language.words import JOINTS, Words

_DURATION = re.compile(r"(\d{1,5})\s*(weeks?|w|days?|d|hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s)(?![a-z])[\s,]*")
_SECONDS = {"w": 604_800, "d": 86_400, "h": 3_600, "m": 60, "s": 1}
_MAX_SECONDS = 30 * 86_400
_REASON = re.compile(r"(?:^|\s)reason\s*[:=]\s*", re.IGNORECASE)
_TRIAL = re.compile(r"(?:^|\s)--?try(?=\s|$)", re.IGNORECASE)
_NUMBER = re.compile(r"#?(\d{1,6})(?!\w)")
_FORUM_NAME = re.compile(r"[\w-]{3,20}(?!\w)", re.ASCII)
_MAX_NICKNAMES, _NICKNAME_WORDS = 5, 3
_BETWEEN_NAMES = re.compile(r"[,;&/]|\s(?:and|or)\s", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?](?:\s|$)|\n|[()](?=\s|$)")


@dataclass(slots=True)
class Reader:
    """Takes arguments from the front of a text, one after the other."""

    text: str
    context: ReadContext
    words: Words
    names: Names
    below: Sequence[Line] = ()
    """Lines under the command (a team may stand there as a list)."""
    args: dict[str, Any] = field(default_factory=dict)
    certain: bool = True
    problem: Problem | None = None

    def take(self, parameter: Parameter) -> bool:
        """Read one argument into ``args``; False if it is not there."""
        if parameter.arg is not Arg.NAMES:
            self._skip(parameter.before)
        taken: bool = getattr(self, f"_{parameter.arg.value}")(parameter)
        return taken

    def _skip(self, guides: Sequence[str]) -> None:
        self.text = self.text.strip(" \t,:")
        for _ in range(2):
            for guide in guides:
                if self.text.lower().startswith(guide) and not self.text[len(guide) : len(guide) + 1].isalnum():
                    self.text = self.text[len(guide) :].strip(" \t,:")
                    break

    def _player(self, parameter: Parameter) -> bool:
        text = plain_names(self.text)
        spans = parts(text)
        if not spans or not is_word(spans[0].word):
            return False
        spelt = text[spans[0].start :].split()[0].strip(",.;:!")
        reserve = next((r for r in self.context.reserves if r.lower() == spelt.lower()), None)
        if parameter.or_reserve and reserve is not None:
            self.args[parameter.name] = reserve
            self.text = text[spans[0].start + len(spelt) :]
            return True
        match, count = self.names.take(text, spans, 0)
        problem = name_problem(match)
        if problem and not parameter.required and problem.code == "unknown_name":
            return False
        self.problem = problem
        self.certain = self.certain and self.names.is_certain(match)
        self.args[parameter.name] = match.player
        self.text = text[spans[count - 1].end :]
        if self.text[:2].lower() == "'s":
            self.text = self.text[2:]
        return True

    def _players(self, parameter: Parameter) -> bool:
        first = Line(self.text, self.text)
        roster = [seat.name for seat in self.context.roster]
        team = read_team(
            [first, *self.below], names=self.names, words=self.words, needed=self.context.needed, roster=roster
        )
        self.problem, self.certain = team.problem, self.certain and team.certain
        self.args[parameter.name] = team.players
        self.text = ""
        return not (team.problem and team.problem.code == "no_team")

    def _card(self, parameter: Parameter) -> bool:
        found = find_cards(self.text, self.words)
        if not found:
            return False
        card, start, end = found[0]
        self.args[parameter.name] = card
        self.text = f"{self.text[:start].strip()} {self.text[end:].strip()}".strip()
        return True

    def _ballot(self, parameter: Parameter) -> bool:
        ballots = self.words.ballots
        open_now = self.context.ballot
        for verb in ballots if open_now is None else (open_now.verb, *(v for v in ballots if v != open_now.verb)):
            meaning = {k: v for k, (v, _) in ballots[verb].meaning.items()}
            word = " ".join(parts_words(self.text)[:1])
            if (word,) in meaning:
                self.args[parameter.name] = meaning[(word,)]
                self.text = self.text.strip()[len(word) :]
                return True
        return False

    def _choice(self, parameter: Parameter) -> bool:
        word = (parts_words(self.text) or [""])[0]
        if word not in parameter.choices:
            return False
        self.args[parameter.name] = word
        self.text = self.text.strip()[len(word) :]
        return True

    def _duration(self, parameter: Parameter) -> bool:
        seconds = position = 0
        text = self.text.strip().lower()
        while found := _DURATION.match(text, position):
            seconds += int(found[1]) * _SECONDS[found[2][0]]
            position = found.end()
        if not 0 < seconds <= _MAX_SECONDS:
            return False
        self.args[parameter.name] = seconds
        self.text = text[position:]
        return True

    def _number(self, parameter: Parameter) -> bool:
        found = _NUMBER.match(self.text.strip())
        if not found:
            return False
        self.args[parameter.name] = int(found[1])
        self.text = self.text.strip()[found.end() :]
        return True

    def _new_name(self, parameter: Parameter) -> bool:
        text = plain_names(self.text).strip()
        found = _FORUM_NAME.match(text)
        if not found:
            return False
        self.args[parameter.name] = clean(found[0])
        self.text = text[found.end() :]
        return True

    def _names(self, parameter: Parameter) -> bool:
        """One name that must be there, or those behind ``as``: other words behind ``!join`` are chatter."""
        if parameter.required:
            given = nicknames(self.text, self.words)[:1]
        else:
            given, sure = introduced(self.text, parameter.before, self.words)
            self.certain = self.certain and sure
        if not given:
            return False
        self.args[parameter.name] = given[0] if parameter.required else given
        self.text = ""
        return True

    def _text(self, parameter: Parameter) -> bool:
        if not self.text.strip():
            return False
        self.args[parameter.name] = self.text.strip()
        self.text = ""
        return True

    def _options(self, parameter: Parameter) -> bool:
        given = self.text.split()
        self.args[parameter.name] = tuple(given)
        self.text = ""
        return bool(given)

    def _condition(self, parameter: Parameter) -> bool:
        text = self.text.strip()
        if not text.lower().startswith("if "):
            return False
        text = text[3:].strip()
        name = "unless_on" if text.lower().startswith("not ") else "on"
        listed = read_team(
            [Line(text[4:] if name == "unless_on" else text, "")],
            names=self.names,
            words=self.words,
            needed=None,
            roster=(),
        )
        if listed.problem and listed.problem.code == "no_team" and not parameter.required:
            return False
        self.problem, self.args[name] = listed.problem, listed.players
        self.text = ""
        return True


def parts_words(text: str) -> list[str]:
    """Return the words at the front of a text."""
    return [part.word for part in parts(text[:200]) if is_word(part.word)]


def nicknames(text: str, words: Words) -> tuple[str, ...]:
    """Return the nicknames listed at the front of a text, without the politeness behind them."""
    given: list[str] = []
    for piece in _BETWEEN_NAMES.split(_SENTENCE_END.split(text, maxsplit=1)[0]):
        said = piece.split()
        while said and (clean(said[-1]).lower() in words.lists["polite"] or not any(map(str.isalnum, said[-1]))):
            said.pop()
        if len(said) > _NICKNAME_WORDS:
            break
        name = clean(" ".join(said))
        if name:
            given.append(name)
    return tuple(given[:_MAX_NICKNAMES])


def introduced(text: str, guides: Sequence[str], words: Words) -> tuple[tuple[str, ...], bool]:
    """Return the nicknames behind ``as``, and True; or those behind ``call me``, and False."""
    spans = tokens(text)
    said = [span.word for span in spans]
    at = next((i for i, word in enumerate(said) if word in guides), None)
    if at is not None:
        return nicknames(text[spans[at].end :], words), True
    hit = next(iter(words.lists["call_me"].find(said)), None)
    return (nicknames(text[spans[sum(hit) - 1].end :].lstrip(" :="), words), False) if hit else ((), True)


def find_cards(text: str, words: Words) -> list[tuple[str, int, int]]:
    """Return the cards named in a text with where they stand, from left to right."""
    spans: list[Token] = [part for part in parts(text) if part.word not in JOINTS]
    said = [span.word for span in spans]
    found: list[tuple[str, int, int]] = []
    index = 0
    while index < len(said):
        hits = ((row.names.at(said, index), card) for card, row in words.cards.items())
        best = max(hits, default=(0, ""))
        if best[0]:
            found.append((best[1], spans[index].start, spans[index + best[0] - 1].end))
        index += best[0] or 1
    return found


def read_arguments(
    row: Verb, rest: str, below: Sequence[Line], *, context: ReadContext, words: Words, names: Names
) -> tuple[Mapping[str, Any], bool, Problem | None, str]:
    """Return a command's arguments, whether they are certain, what is wrong with them, and the words left over."""
    trial = _TRIAL.search(rest)
    reason = _REASON.search(rest)
    why = rest[reason.end() :].strip() if reason else None
    rest = rest[: reason.start()] if reason else rest
    rest = _TRIAL.sub(" ", rest) if trial else rest
    reader = Reader(rest, context, words, names, below)
    for parameter in row.parameters:
        if not reader.take(parameter) and parameter.required and reader.problem is None:
            reader.problem = _missing(parameter, reader.text, row)
        if reader.problem:
            return reader.args, False, reader.problem, reader.text
    if _has_unread_condition(row, reader.text, words):
        facts = {"wrong": reader.text.strip()[:60], "line": row.example}
        return reader.args, False, Problem("unclear", facts), reader.text
    if why:
        reader.args["reason"] = why
    if trial:
        reader.args["trial"] = True
    return reader.args, reader.certain, None, reader.text


def _has_unread_condition(row: Verb, rest: str, words: Words) -> bool:
    """True if an order that may carry a condition has words behind it that are none which the GM can check."""
    if all(parameter.arg is not Arg.CONDITION for parameter in row.parameters):
        return False
    small = (words.lists["polite"], words.lists["both_words"])
    return not all(any(word in known for known in small) for word in parts_words(rest))


def _missing(parameter: Parameter, text: str, row: Verb) -> Problem:
    facts = {"missing": parameter.name, "wrong": text.strip()[:60], "line": row.example}
    if parameter.arg in (Arg.PLAYER, Arg.PLAYERS) and text.strip():
        return Problem("unknown_name", {**facts, **unknown_name(text.strip()).facts})
    return Problem("missing_argument", facts)
