"""Plain dice in a scene: where an expression stands, and whether somebody rolls for himself (narrative.md A2).

Laws: bare dice in prose are never rolled, a result that somebody claims is never taken. Expressions are read by the
dice room alone; what it refuses is refused here with its code.
"""

import re

from forumgm.core.reading import Command, Kind, ReadContext, Reading, Standing
from forumgm.dice import NOTE_MARK, DiceError, canonical, split_label, split_more
from forumgm.language.clauses import clauses
from forumgm.language.normalise import Line, Page
from forumgm.language.tokens import tokens
from forumgm.language.words import Words

_TAGS = (("[[", "]]"), ("[roll]", "[/roll]"))
_LABELLED = re.compile(r"\[dice(?:=([^\[\]]{0,60}))?\]", re.IGNORECASE)
_SPELT = re.compile(
    r"\**(?:(?:[!/]|#{1,3} ?)(?:roll|r|dice)\b|roll(?=\**:?\s+\**(?:\(|\d*\s?d[\d%f])))\**:?\s*", re.IGNORECASE
)
_WITHIN = re.compile(r"(?<=\s)(?:!(?:roll|r|dice)|/roll)\b:?\s+", re.IGNORECASE)
"""A command behind other words (narrative.md C1); it counts only with an expression."""
_LABEL = re.compile(r"\s*#?\s*([A-Za-z][\w' -]{0,40})")
_DIE = re.compile(r"d[\dF]")
MAX_ROLLS = 10


def read_rolls(page: Page, context: ReadContext, words: Words) -> Reading | None:
    """Return the dice that a comment in a scene asks for; None if it asks for none."""
    found: list[tuple[str, str]] = []
    for line in page.lines:
        found.extend(_in_line(line, words))
        if len(found) > MAX_ROLLS:
            return Reading(Kind.REFUSE, code="too_many_rolls", facts={"limit": MAX_ROLLS})
    said = tuple(word for clause in clauses([line.text for line in page.lines]) for word in clause.words)
    if not found:
        if words.topic("dice", said) == "no_expression" and len(said) <= _SHORT:
            return Reading(Kind.ASK, code="no_expression", facts={"line": "!roll 1d20+2"})
        return None
    if context.standing is Standing.OUTSIDER and not context.moderator:
        return Reading(Kind.REFUSE, code="not_a_player")
    if any(line.hidden for line in page.lines):
        return Reading(Kind.ASK, code="hidden_characters")
    if words.topic("dice", said) == "for_another" and not context.moderator:
        return Reading(Kind.REFUSE, code="rolls_for_another", facts={"understood": page.text[:120]})
    rolls: list[dict[str, str]] = []
    for expression, label in found:
        try:
            spelt = canonical(expression)
        except DiceError as error:
            facts = {"wrong": expression[:60], "message": error.message}
            return Reading(Kind.REFUSE, code=str(error.code), facts=facts)
        if not _DIE.search(spelt):
            return Reading(Kind.ASK, code="no_expression", facts={"wrong": expression[:60], "line": "!roll 1d20+2"})
        rolls.append({"expr": spelt, "label": label} if label else {"expr": spelt})
    command = Command("roll", {"rolls": tuple(rolls)}, page.text[:200])
    if context.deleted_roll:
        return Reading(Kind.FLAG, (command,), code="earlier_roll_deleted")
    return Reading(Kind.ACCEPT, (command,))


_SHORT = 12


def _in_line(line: Line, words: Words) -> list[tuple[str, str]]:
    text = line.source
    tagged = _tagged(text)
    if tagged:
        return [_with_edge(expression, label, words) for expression, label in tagged]
    spelt = _spelt(text)
    if spelt:
        return [_with_edge(expression, label, words) for expression, label in spelt]
    said = [word for clause in clauses([line.text]) for word in clause.words]
    if words.lists["coin"].covers([w for w in said if w not in words.lists["polite"]]):
        return [("1d2", "")]
    return []


def _spelt(text: str) -> list[tuple[str, str]]:
    """Return the rolls of a line's commands: one opens the line, others may stand behind; each may ask for several."""
    opening = _SPELT.match(text)
    starts = [*([opening] if opening else []), *_WITHIN.finditer(text, opening.end() if opening else 0)]
    rolls: list[tuple[str, str]] = []
    for number, start in enumerate(starts):
        stop = starts[number + 1].start() if number + 1 < len(starts) else len(text)
        body = text[start.end() : stop].strip().rstrip("*")
        note = NOTE_MARK.search(body)
        asked = body[: note.start()].rstrip() if note else body
        expression, label = split_label(asked)
        if expression or start is opening:
            label, more = split_more(label)
            said = label or (body[note.end() :].strip() if note else "")
            rolls.extend([(expression or asked, said), *more])
    return rolls


def _with_edge(expression: str, label: str, words: Words) -> tuple[str, str]:
    """Return expression and label with the ``with advantage`` that opens the label moved to the dice."""
    said = [token.word for token in tokens(label)]
    for name, short in (("advantage", "adv"), ("disadvantage", "dis")):
        length = words.lists[name].at(said, 0) if said else 0
        if length:
            return f"{expression} {short}", " ".join(label.split()[length:])
    return expression, label


def _tagged(text: str) -> list[tuple[str, str]]:
    """Return what stands between roll tags, from left to right, with labels."""
    lowered = text.lower()
    found: list[tuple[int, int, str, str]] = []
    for opening, closing in _TAGS:
        position = 0
        while (start := lowered.find(opening, position)) >= 0:
            end = lowered.find(closing, start)
            if end < 0:
                break
            position = end + len(closing)
            found.append((start, position, text[start + len(opening) : end], ""))
    position = 0
    while labelled := _LABELLED.search(text, position):
        end = lowered.find("[/dice]", labelled.end())
        if end < 0:
            break
        position = end + len("[/dice]")
        found.append((labelled.start(), position, text[labelled.end() : end], labelled[1] or ""))
    found.sort()
    rolls: list[tuple[str, str]] = []
    for number, (_, end, inner, given) in enumerate(found):
        stop = found[number + 1][0] if number + 1 < len(found) else len(text)
        behind = _LABEL.fullmatch(text[end:stop].split("|")[0].rstrip(" .,;!?"))
        expression, label = split_label(inner)
        label, more = split_more(label)
        label = given or label or (behind[1].strip() if behind else "")
        rolls.extend([(expression or inner.strip(), label), *more])
    return rolls
