"""Lines -> commands (narrative.md C1-C4). The lines come normalised (reddit.md 6.4) from the caller.

Laws: a command may stand anywhere in a line; it runs to the line's end, the next command or a note delimiter, and all
behind a delimiter is fiction. ``!`` counts at a line's start or behind white space. Every scan is linear; what is
longer than the limits is cut off or asked about, never searched.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from forumgm.dice import NOTE_MARK, split_label, split_more
from forumgm.games.narrative.commands import Command, Doubt, PlainDice, Question, Reading, Vocabulary
from forumgm.games.narrative.items import ItemReader
from forumgm.games.narrative.near import nearest
from forumgm.games.narrative.pieces import users_in
from forumgm.games.narrative.words import DECLARING, VERBS, Verb

MAX_CHARACTERS = 10_000
MAX_LINES = 60
MAX_COMMANDS = 5
MAX_NOTE = 200
MAX_COMMAND = 500
MAX_LABEL = 40

_LINE_MARKS = re.compile(r"^(?:[#^_~]+\s*)+(?=[!/u@\[])")
_STAR = re.compile(r"(?<=[0-9)%fF])\s?(\*+)\s?(?=[0-9(d])|\*+")
_JOINING = re.compile(r"^(?:(?:and|then|plus|with|or)\b[\s,]*)+|(?:[\s,;]+(?:and|then|plus|with|or))+$", re.IGNORECASE)
_LAST_WORDS = re.compile(r"[a-z]+(?: +[a-z]+)?", re.IGNORECASE)


class SourceLine(Protocol):
    """A normalised line: ``language.normalise.Line`` is one."""

    @property
    def source(self) -> str:
        """The words with their asterisks."""
        ...

    @property
    def hidden(self) -> bool:
        """Invisible characters stand inside its words."""
        ...

    @property
    def false_link(self) -> str | None:
        """A link's target that says another word than its text."""
        ...


@dataclass(frozen=True, slots=True)
class _Start:
    """Where a command begins: ``at`` its trigger, ``body`` the text behind its verb."""

    at: int
    body: int
    verb: Verb | None = None
    plain: PlainDice | None = None
    question: Question | None = None


def read(lines: Sequence[SourceLine], vocabulary: Vocabulary) -> tuple[Reading, ...]:
    """Return what a comment asks for, in order; more than five commands end in a question about the rest."""
    found: list[Reading] = []
    characters = 0
    for line in lines[:MAX_LINES]:
        room = MAX_CHARACTERS - characters
        characters += len(line.source)
        for reading in _read_line(line, vocabulary, room=room):
            if len(found) == MAX_COMMANDS:
                return (*found, Question(Doubt.TOO_MANY_COMMANDS, str(MAX_COMMANDS)))
            found.append(reading)
        if characters >= MAX_CHARACTERS:
            break
    return tuple(found)


def _read_line(line: SourceLine, vocabulary: Vocabulary, *, room: int) -> Iterator[Reading]:
    """Read the first ``room`` characters; a command that is cut off there says too little to be carried out."""
    is_cut = len(line.source) > room
    text = _STAR.sub(lambda star: star[1] or " ", line.source[:room])
    text = _LINE_MARKS.sub("", text.strip())
    starts = list(_starts(text, vocabulary.bot))
    for index, start in enumerate(starts):
        end = starts[index + 1].at if index + 1 < len(starts) else len(text)
        body, note = text[start.body : end], ""
        delimiter = NOTE_MARK.search(body)
        if delimiter:
            body, note = body[: delimiter.start()], text[start.body + delimiter.end() :]
        if is_cut and end == len(text) and not delimiter:
            return
        if line.hidden:
            yield Question(Doubt.HIDDEN_CHARACTERS, text[start.at : start.at + 40])
        elif line.false_link is not None:
            yield Question(Doubt.LINK_IN_COMMAND, line.false_link[:80])
        else:
            yield _one(start, body.strip(), note.strip()[:MAX_NOTE], vocabulary)
        if delimiter:
            return


def _one(start: _Start, body: str, note: str, vocabulary: Vocabulary) -> Reading:
    if start.question is not None:
        return start.question
    if start.plain is not None:
        if start.plain.inline or start.plain.label:
            return replace(start.plain, label=(start.plain.label or note or _label_behind(body))[:MAX_NOTE])
        return _several(start.plain.expression, body, note)
    assert start.verb is not None, "a start is a question, plain dice or a verb"
    if len(body) > MAX_COMMAND:
        return Question(Doubt.TOO_LONG, str(MAX_COMMAND))
    if start.verb in DECLARING:
        return Command(start.verb, users=users_in(body), note=note, rest=body)
    plain = _plain(start.verb, body, note, vocabulary)
    return plain or ItemReader(start.verb, body, vocabulary).read(note)


def _label_behind(prose: str) -> str:
    """Return what the words behind dice inside a text name them; a whole sentence is the story's."""
    words = _JOINING.sub("", prose.strip(" .,;:!?"))
    return "" if len(words) > MAX_LABEL else words.strip(" .,;:!?")


def _plain(verb: Verb, body: str, note: str, vocabulary: Vocabulary) -> PlainDice | None:
    """``!roll 2d6+1`` is plain dice; a pool (``3d10``) or a stress die (``d8``) of a game is not."""
    if verb not in (Verb.ROLL, Verb.DICE, Verb.ODDS):
        return None
    expression, label = split_label(body)
    if verb is Verb.DICE:
        return _several(expression or body, label if expression else "", note)
    bare = expression.lower().replace(" ", "")
    is_stress_die = re.fullmatch(r"d[368]", bare) and vocabulary.resistances
    is_pool = re.fullmatch(r"[0-9]{1,2}d10", bare) and vocabulary.resistances
    if "d" not in bare or is_stress_die or is_pool or verb is Verb.ODDS:
        return None
    return _several(expression, label, note)


def _several(expression: str, label: str, note: str) -> PlainDice:
    """Return the roll and those that go on in its label; a note is fiction and holds none."""
    label, more = split_more(label)
    also = tuple((each, words[:MAX_NOTE]) for each, words in more)
    return PlainDice(expression, (label or note)[:MAX_NOTE], also=also)


# Where commands begin ---------------------------------------------------------------------------------------------


def _starts(text: str, bot: str) -> Iterator[_Start]:
    """Find every trigger of a line, from left to right."""
    at = 0
    pattern = re.compile(
        rf"(?P<bang>!)(?P<gap>\s?)(?=[a-z])|(?P<bot>(?:/?u/|@){re.escape(bot)}(?![\w-])[,:]?\s*!?\s*)(?=[a-z])"
        r"|(?P<slash>/roll\s+)|(?P<open>\[\[|\[roll\]|\[dice(?:=(?P<label>[^\]\[]{0,60}))?\])"
        r"|(?P<word>^roll\s+(?=[0-9(]|d[0-9%f]))|(?P<coin>^flip\s+a\s+coin(?=\W*$))",
        re.IGNORECASE,
    )
    while found := pattern.search(text, at):
        start = _start(text, found)
        at = found.end() if start is None else max(start.body, found.end())
        if start is not None:
            yield start


def _start(text: str, found: re.Match[str]) -> _Start | None:
    begins = found.start() == 0
    behind_space = begins or text[found.start() - 1].isspace()
    if found["coin"]:
        return _Start(0, found.end(), plain=PlainDice("flip a coin"))
    if found["open"]:
        return _tagged(text, found)
    if not behind_space or (found["gap"] and not begins):
        return None
    if found["slash"] or found["word"]:
        return _spelled(text, found)
    return _verb(text, found)


def _tagged(text: str, found: re.Match[str]) -> _Start | None:
    opening = found["open"].lower()
    closing = "]]" if opening == "[[" else "[/roll]" if opening == "[roll]" else "[/dice]"
    end = text.lower().find(closing, found.end())
    if end < 0:
        return None
    inner = text[found.end() : end]
    expression, label = split_label(inner)
    if not expression:
        expression, label = inner.strip(), ""
    label, more = split_more(label)
    plain = PlainDice(expression, found["label"] or label, inline=True, also=more)
    return _Start(found.start(), end + len(closing), plain=plain)


def _spelled(text: str, found: re.Match[str]) -> _Start:
    expression, _ = split_label(text[found.end() :])
    rest = text[found.end() :].strip()
    if not expression:
        return _Start(found.start(), len(text), plain=PlainDice(rest))
    # The label is what stands behind the expression.
    behind = found.end() + text[found.end() :].index(expression) + len(expression)
    return _Start(found.start(), behind, plain=PlainDice(expression))


def _verb(text: str, found: re.Match[str]) -> _Start | None:
    words = _LAST_WORDS.match(text, found.end())
    if words is None:
        return None
    both = " ".join(words[0].lower().split())
    first = both.split(" ")[0]
    for written in (both, first):
        if written in VERBS:
            end = words.end() if written == both else found.end() + len(first)
            if end < len(text) and (text[end].isalnum() or text[end] in "_'"):
                return None
            return _Start(found.start(), end, verb=VERBS[written])
    if found["bang"] and (meant := nearest(first, VERBS)):
        return _Start(found.start(), len(text), question=Question(Doubt.NEAR_MISS, first, meant))
    return None
