"""Conditions that a referee can look up: is a player on the proposed team?

Law: mechanical conditions only (hosts.md section 7); whatever needs judgement is not evaluated.
"""

from collections.abc import Sequence

from forumgm.language.names import Names
from forumgm.language.spoken import Spoken
from forumgm.language.tokens import parts, tokens
from forumgm.language.words import Words


def evaluate(text: str, spoken: Sequence[Spoken], words: Words, *, names: Names, team: Sequence[str]) -> str | None:
    """Return the value that ``approve if NAME is on the team, else reject`` comes to; None if it can't be looked up."""
    said = [token.word for token in tokens(text)]
    lists = words.lists
    start = next((i for i in range(len(said)) if lists["condition"].at(said, i)), None)
    if start is None or not team:
        return None
    stop = next((i for i in range(start + 1, len(said)) if said[i] in lists["condition_else"]), len(said))
    inside = said[start:stop]
    before = {s.value for s in spoken if s.index < start and s.clause.words and _stands(s, said, 0, start)}
    behind = {s.value for s in spoken if _stands(s, said, stop, len(said))}
    if len(before) != 1 or len(behind) > 1 or any(_stands(s, said, start, stop) for s in spoken):
        return None
    span = tokens(text)[start:stop]
    clause = text[span[0].start : span[-1].end]
    named = names.mentioned(clause)
    if not named or not _is_frame(clause, words, names) or (len(named) > 1 and "or" in inside):
        return None
    holds = all(player in team for player in named)
    if sum(word in lists["condition_not"] for word in inside) % 2:
        if len(named) > 1:
            return None
        holds = not holds
    if holds:
        return before.pop()
    return behind.pop() if behind else None


def _stands(spoken: Spoken, said: Sequence[str], start: int, stop: int) -> bool:
    """True if the spoken word stands between these places of the line."""
    return spoken.clause.words[spoken.index] in said[start:stop]


def _is_frame(clause: str, words: Words, names: Names) -> bool:
    """True if the clause holds only players and the words of being on a team."""
    spans = parts(clause)
    index = 0
    while index < len(spans):
        match, count = names.take(clause, spans, index)
        word = spans[index].word
        if not match.player and word.isalpha() and word not in words.lists["condition_frame"]:
            return False
        index += count if match.player else 1
    return True
