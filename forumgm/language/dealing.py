"""Reading how a Leader deals the drawn cards: card and receiver, in any order that leaves no doubt.

Laws: a deal is final when read. Two receivers for one card, or a word of doubt, is no deal; a card that was not drawn
and a card for the Leader himself are refused.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from forumgm.core.reading import Command, Kind, Problem, ReadContext
from forumgm.language.arguments import find_cards
from forumgm.language.names import Names
from forumgm.language.proposals import name_problem, plain_names
from forumgm.language.tokens import is_word, parts
from forumgm.language.words import Words


@dataclass(frozen=True, slots=True)
class Deal:
    """The deals of one line."""

    commands: tuple[Command, ...] = ()
    certain: bool = True
    problem: Problem | None = None


@dataclass(slots=True)
class _Symbols:
    """Cards and players of a piece of text in their order, and every other word."""

    marks: list[tuple[str, str]]
    others: list[str]
    asked: bool


def read_deal(
    text: str, *, context: ReadContext, words: Words, names: Names, left: Sequence[str], marked: bool
) -> Deal | None:
    """Read one line; ``left`` are the drawn cards not yet dealt. None if it deals nothing."""
    text = plain_names(text)
    whole = _symbols(text, words, names)
    cards = [value for kind, value in whole.marks if kind == "card"]
    players = [value for kind, value in whole.marks if kind == "player"]
    if not cards and not (words.lists["both_words"].within([part.word for part in parts(text)]) and players):
        return None
    strange = [w for w in whole.others if w not in words.lists["deal_words"]]
    if whole.asked and not marked:
        return None
    wish = takewhile(lambda w: w not in words.lists["reasons"], strange)
    if any(w in words.lists["undecided"] for w in wish):
        doubt = "or" in strange and len(set(players)) > 1
        return Deal(problem=Problem("ambiguous_target", {"wrong": text})) if doubt or marked else None
    if not players:
        return _nobody(text, cards, strange, names=names, words=words, marked=marked)
    pairs = _by_clause(text, words, names) or _by_line(whole.marks, cards, players, left, words, text)
    if pairs is None:
        return Deal(problem=Problem("ambiguous_target", {"wrong": text})) if not strange or marked else None
    if strange and not marked and not _gives(whole.others, words):
        return None
    loose = any(w in words.lists["deal_loose"] for w in whole.others)
    return _checked(pairs, context=context, left=left, certain=not strange and not whole.asked and not loose)


def _symbols(text: str, words: Words, names: Names) -> _Symbols:
    named = find_cards(text, words)
    blank = list(text)
    for _, start, end in named:
        blank[start:end] = " " * (end - start)
    rest = "".join(blank)
    spans = parts(rest)
    marks = [(start, "card", card) for card, start, _ in named]
    others: list[str] = []
    index = 0
    while index < len(spans):
        word = spans[index].word
        step = 1
        if is_word(word):
            match, count = names.take(rest, spans, index)
            known = word in words.lists["deal_words"] or word in words.lists["undecided"]
            if match.player and names.is_certain(match) and (count > 1 or not known):
                marks.append((spans[index].start, "player", match.player))
                step = count
            else:
                others.append(word)
        index += step
    return _Symbols([(kind, value) for _, kind, value in sorted(marks)], others, text.rstrip().endswith("?"))


def _pieces(text: str) -> list[str]:
    for sign in (";", ".", "\n", " and ", " & "):
        text = text.replace(sign, ",")
    return text.split(",")


def _by_clause(text: str, words: Words, names: Names) -> list[tuple[str, str]] | None:
    """Pair card and player where every piece between commas holds exactly one of each."""
    pairs: list[tuple[str, str]] = []
    for piece in _pieces(text):
        marks = _symbols(piece, words, names).marks
        if not marks:
            continue
        kinds = sorted(kind for kind, _ in marks)
        if kinds != ["card", "player"]:
            return None
        found = dict(marks)
        pairs.append((found["card"], found["player"]))
    return pairs or None


def _by_line(
    marks: Sequence[tuple[str, str]],
    cards: Sequence[str],
    players: Sequence[str],
    left: Sequence[str],
    words: Words,
    text: str,
) -> list[tuple[str, str]] | None:
    if len(set(players)) == 1:
        dealt = cards or left
        if not cards and "both" in [p.word for p in parts(text)] and len(left) != 2:
            return None
        return [(card, players[0]) for card in dealt]
    kinds = [kind for kind, _ in marks]
    if len(marks) % 2 or len(cards) != len(players):
        return None
    couples = [(marks[i], marks[i + 1]) for i in range(0, len(marks), 2)]
    if kinds[0] == "card" and all(a[0] == "card" and b[0] == "player" for a, b in couples):
        return [(a[1], b[1]) for a, b in couples]
    receives = any(p.word in words.lists["receive_words"] for p in parts(text))
    if receives and all(a[0] == "player" and b[0] == "card" for a, b in couples):
        return [(b[1], a[1]) for a, b in couples]
    return None


def _nobody(
    text: str, cards: Sequence[str], strange: Sequence[str], *, names: Names, words: Words, marked: bool
) -> Deal | None:
    """A card without a certain player: ask only if one word stands where the player should."""
    if len(cards) == 1 and len(strange) == 1:
        match = names.resolve(strange[0])
        spelt = next((text[p.start : p.end] for p in parts(text) if p.word == strange[0]), strange[0])
        problem = name_problem(names.resolve(spelt)) or name_problem(match)
        return Deal(problem=problem or Problem("unclear", {"wrong": spelt}))
    said = [p.word for p in parts(text)]
    if any(w in words.lists["self_words"] for w in said) and len(strange) <= 1:
        return Deal(problem=Problem("leader_keeps_no_card", {"card": cards[0] if cards else None}, Kind.REFUSE))
    return Deal(problem=Problem("target_needed", {"wrong": text})) if marked else None


def _gives(others: Sequence[str], words: Words) -> bool:
    return any(w in words.lists["receive_words"] or w in ("to", "goes") for w in others)


def _checked(pairs: Sequence[tuple[str, str]], *, context: ReadContext, left: Sequence[str], certain: bool) -> Deal:
    remaining = list(left)
    for card, player in pairs:
        facts = {"card": card, "wrong": player, "options": list(remaining)}
        if card not in remaining:
            return Deal(problem=Problem("card_not_drawn", facts, Kind.REFUSE))
        if player == context.author and not context.leader_may_keep:
            return Deal(problem=Problem("leader_keeps_no_card", facts, Kind.REFUSE))
        remaining.remove(card)
    return Deal(tuple(Command("deal_card", {"card": card, "to": player}) for card, player in pairs), certain)
