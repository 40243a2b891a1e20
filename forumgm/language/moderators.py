"""Rulings that moderators write in prose.

Law: prose is never carried out without a yes; a ruling that the GM cannot put into one command is answered with the
line that would (hosts.md sections 7 and 8).
"""

from forumgm.core.reading import Command, Kind, Reading
from forumgm.language.desk import Desk
from forumgm.language.names import Match
from forumgm.language.proposals import plain_names
from forumgm.language.tokens import is_word, parts
from forumgm.language.words import Strength


def read_ruling(desk: Desk) -> Reading | None:
    """Return the command behind a moderator's sentence, to be confirmed; None if it is talk."""
    if not desk.context.moderator:
        return None
    for line in desk.page.lines:
        said = [span.word for span in parts(line.text)]
        if line.text.rstrip().endswith("?") or desk.phrases("condition").within(said):
            continue
        reading = _replacement(desk, line.text) or _vote(desk, line.text) or _correction(desk, line.text)
        if reading:
            return reading
    return None


def _phrase(desk: Desk, text: str, name: str) -> tuple[int, int] | None:
    """Return where a phrase of a ruling stands in the text, as characters."""
    spans = parts(text)
    said = [span.word for span in spans]
    hit = next(iter(desk.phrases(f"rulings.{name}").find(said)), None)
    if hit is None:
        return None
    return spans[hit[0]].start, spans[hit[0] + hit[1] - 1].end


def _replacement(desk: Desk, text: str) -> Reading | None:
    text = plain_names(text)
    if desk.phrases("negation").within([span.word for span in parts(text)]):
        return None
    for name, newcomer_first in (("replaced", False), ("replace", True)):
        hit = _phrase(desk, text, name)
        if hit is None:
            continue
        before, after = text[: hit[0]], text[hit[1] :]
        old_side, new_side = (after, before) if newcomer_first else (before, after)
        old = desk.names.mentioned(old_side)
        new = _newcomer(desk, new_side, last=newcomer_first)
        if len(old) == 1 and new:
            command = Command("replace", {"old": old[0], "new": new}, text[:200])
            return desk.carry([command], certain=False)
        if old:
            return desk.say(Kind.ASK, "unclear", {"line": desk.example("replace")})
    return None


def _newcomer(desk: Desk, side: str, *, last: bool) -> str | None:
    """Return the forum name next to the phrase, if it is nobody in the game."""
    spans = [span for span in parts(side) if is_word(span.word)]
    ordered = list(reversed(spans)) if last else spans
    for span in ordered[:_NEAR]:
        spelt = side[span.start : span.end]
        match: Match = desk.names.resolve(spelt)
        if match.player or match.candidates:
            return None
        if len(spelt) >= _SHORTEST and spelt.lower() not in desk.phrases("lead") and spelt.isascii():
            return spelt
    return None


_NEAR = 3
_SHORTEST = 3


def _vote(desk: Desk, text: str) -> Reading | None:
    hit = _phrase(desk, text, "set_vote")
    ballot = desk.context.ballot
    if hit is None or ballot is None:
        return None
    meaning = desk.words.ballots[ballot.verb].meaning
    spoken = [meaning[(span.word,)] for span in parts(text) if (span.word,) in meaning]
    values = {value for value, strength in spoken if strength in (Strength.PLAIN, Strength.PAST)}
    players = desk.names.mentioned(text)
    said = [span.word for span in parts(text)]
    if len(values) != 1 or len(players) != 1 or desk.phrases("negation").within(said):
        return None
    args = {"player": players[0], "value": values.pop()}
    return desk.carry([Command("setvote", args, text[:200])], certain=False)


def _correction(desk: Desk, text: str) -> Reading | None:
    said = [span.word for span in parts(text)]
    if desk.phrases("rulings.correct").within(said) and any(word.isdigit() for word in said):
        return desk.say(Kind.ASK, "correction", {"line": "!undo"})
    return None
