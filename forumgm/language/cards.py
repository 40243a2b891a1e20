"""Reading what somebody does with a card that he holds or has to choose for, with or without a mark.

Laws: without a mark a card order counts only if the game waits for it from this person and the sentence is nothing
but card and target, or card and use or pass. A play is final: whatever else stands in the sentence makes the GM ask
back, and a question or a condition is talk.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from forumgm.core.items import Channel
from forumgm.core.reading import CardOption, Command, Kind, Problem, ReadContext
from forumgm.language.arguments import find_cards
from forumgm.language.names import Names
from forumgm.language.proposals import plain_names
from forumgm.language.tokens import Token, is_word, parts
from forumgm.language.words import JOINTS, Words

_SENTENCE = ".!?;"


@dataclass(frozen=True, slots=True)
class CardReading:
    """One card order as read."""

    command: Command | None = None
    certain: bool = True
    problem: Problem | None = None


@dataclass(slots=True)
class Said:
    """One sentence taken apart: cards, players, phrases of use, and every other word."""

    text: str
    cards: list[str] = field(default_factory=list)
    players: list[str] = field(default_factory=list)
    unclear: list[Problem] = field(default_factory=list)
    uses: list[str] = field(default_factory=list)
    """Cards of whose use a phrase speaks (``my eye is on``)."""
    others: list[str] = field(default_factory=list)
    asked: bool = False


def split_sentences(text: str) -> list[str]:
    """Cut a line into sentences with their end signs."""
    pieces: list[str] = []
    start = 0
    for index, char in enumerate(text):
        if char in _SENTENCE and (index + 1 == len(text) or text[index + 1] in " \t" + _SENTENCE):
            pieces.append(text[start : index + 1])
            start = index + 1
    pieces.append(text[start:])
    return [piece.strip() for piece in pieces if piece.strip(" " + _SENTENCE)]


def take_apart(text: str, *, words: Words, names: Names, cards: Sequence[str] | None = None) -> Said:
    """Sort the words of a sentence. ``cards`` are those whose phrases of use may be meant."""
    text = plain_names(text)
    said = Said(text, asked=text.rstrip().endswith("?"))
    named = find_cards(text, words)
    said.cards = [card for card, _, _ in named]
    blank = list(text)
    for _, start, end in named:
        blank[start:end] = " " * (end - start)
    rest = "".join(blank)
    spans = parts(rest)
    index = 0
    while index < len(spans):
        index += _sort_word(said, rest, spans, index, words=words, names=names, cards=cards or ())
    return said


def _sort_word(
    said: Said, text: str, spans: Sequence[Token], index: int, *, words: Words, names: Names, cards: Sequence[str]
) -> int:
    word = spans[index].word
    ahead = [(i, span.word) for i, span in enumerate(spans[index : index + 16]) if span.word not in JOINTS]
    following = [w for _, w in ahead]
    if following and ahead[0][0] == 0:
        for card in cards:
            length = words.cards[card].uses.at(following, 0) if card in words.cards else 0
            if length:
                said.uses.append(card)
                said.others.extend(w for w in following[:length] if w in words.lists["first_person"])
                return ahead[length - 1][0] + 1
    if not is_word(word):
        return 1
    match, count = names.take(text, spans, index)
    known = word in words.lists["use_words"] or word in words.lists["pass_words"] or word in words.lists["pass_filler"]
    if match.player and (count > 1 or not known or word in words.lists["self_words"]):
        if word not in words.lists["first_person"] or _behind_target_word(spans, index):
            said.players.append(match.player)
            return count
    elif match.candidates and not known:
        said.unclear.append(Problem("ambiguous_name", {"wrong": match.text, "options": list(match.candidates)}))
        return count
    elif match.looks_like:
        said.unclear.append(Problem("low_confidence_name", {"wrong": match.text, "options": [match.looks_like]}))
        return count
    said.others.append(word)
    return 1


_TARGET_WORDS = frozenset({"on", "at", "to", "against", "from", ":"})


def _behind_target_word(spans: Sequence[Token], index: int) -> bool:
    """``on me`` names a target; ``let me use`` does not."""
    return index > 0 and spans[index - 1].word in _TARGET_WORDS


def read_card(text: str, *, context: ReadContext, words: Words, names: Names) -> CardReading | None:
    """Read an unmarked line as a card order of the writer; None if it is talk."""
    if not context.options:
        return None
    sentences = split_sentences(text)
    ours = [option.card for option in context.options]
    for number, sentence in enumerate(sentences):
        said = take_apart(sentence, words=words, names=names, cards=ours)
        option = _option(said, context, words)
        if option is None:
            continue
        reading = _judge(said, option, context=context, words=words)
        rest = " ".join(sentences[:number] + sentences[number + 1 :])
        if reading and reading.command and rest and (names.mentioned(rest) or find_cards(rest, words)):
            return CardReading(reading.command, certain=False)
        return reading
    return None


def _option(said: Said, context: ReadContext, words: Words) -> CardOption | None:
    options = context.options
    for option in options:
        if option.takes is None and option.card in said.cards:
            return option
    for option in options:
        if option.card in said.uses or (option.takes is not None and option.card in said.cards):
            return option
    awaited = [option for option in options if option.awaited]
    known = _known(words)
    if len(awaited) == 1 and not said.cards and not said.unclear:
        passes = any(w in words.lists["pass_words"] for w in said.others)
        if awaited[0].may_pass and passes and _only_passes(said, words):
            return awaited[0]
        if said.players and all(w in known for w in said.others):
            return awaited[0]
    return None


def _only_passes(said: Said, words: Words) -> bool:
    return all(w in words.lists["pass_filler"] or w in words.lists["pass_words"] for w in said.others)


def _known(words: Words) -> set[str]:
    return set(words.lists["use_words"].singles())


def _judge(said: Said, option: CardOption, *, context: ReadContext, words: Words) -> CardReading | None:
    private = context.channel is Channel.PRIVATE
    if said.asked:
        return CardReading(problem=Problem("question", {"wrong": said.text})) if private else None
    foreign = [card for card in said.cards if card != option.card]
    if foreign and option.takes is None and option.card in said.cards and _PLAYS & set(said.others):
        return CardReading(problem=Problem("two_cards", {"wrong": said.text}))
    passing = [w for w in said.others if w in words.lists["pass_words"]]
    if passing and all(player == context.author for player in said.players):
        return _pass(said, option, passing, words=words, private=private)
    strange = [w for w in said.others if w not in words.lists["use_words"] and w != "no"]
    if passing or strange:
        return _doubtful(said, option, context=context, words=words, private=private)
    if foreign and option.takes is None:
        return CardReading(problem=Problem("two_cards", {"wrong": said.text}))
    certain = _is_explicit(said, option, words) if option.targets is None else _is_named(said, option) or private
    return use(option, said.players, foreign, said.unclear, certain=certain)


def _is_explicit(said: Said, option: CardOption, words: Words) -> bool:
    """True if a card is played in so many words: its name alone, or with a word for playing."""
    if not _is_named(said, option):
        return False
    return any(w in words.lists["play_verbs"] for w in said.others) or all(
        w in words.lists["play_small"] for w in said.others
    )


def _is_named(said: Said, option: CardOption) -> bool:
    return option.card in said.cards or option.card in said.uses


def _pass(said: Said, option: CardOption, passing: Sequence[str], *, words: Words, private: bool) -> CardReading | None:
    if not option.may_pass:
        return None
    if not _only_passes(said, words):
        return CardReading(problem=Problem("unclear", {"wrong": said.text})) if private else None
    refusals = _REFUSALS & set(passing)
    certain = len(passing) == 1 or not refusals or not ({"pass", "passing", "decline", "skip"} & set(passing))
    certain = certain and (private or _is_named(said, option) or len(said.others) > 1)
    return CardReading(Command("decline_card", {"card": option.card}, said.text), certain=certain)


def _doubtful(
    said: Said, option: CardOption, *, context: ReadContext, words: Words, private: bool
) -> CardReading | None:
    """There are other words in the sentence: talk, unless it begins as the writer's own act."""
    undecided = any(w in words.lists["undecided"] for w in said.others)
    own = any(w in words.lists["first_person"] for w in said.others[:2])
    if undecided or not _is_named(said, option) or not (own or private):
        return CardReading(problem=Problem("unclear", {"wrong": said.text})) if private else None
    foreign = [card for card in said.cards if card != option.card]
    if foreign and option.takes is None:
        return CardReading(problem=Problem("two_cards", {"wrong": said.text}))
    reading = use(option, said.players, foreign, said.unclear, certain=False)
    return reading if reading.command or private or context.is_leader else None


def use(
    option: CardOption, players: Sequence[str], taken: Sequence[str], unclear: Sequence[Problem], *, certain: bool
) -> CardReading:
    """Return the use of a card on these players, checked against what the option allows."""
    args: dict[str, object] = {"card": option.card}
    if unclear:
        return CardReading(problem=unclear[0])
    if option.targets is None:
        if players:
            return CardReading(Command(option.verb, args), certain=False)
        return CardReading(Command(option.verb, args), certain)
    if len(set(players)) != 1:
        if option.takes is not None and not players and len(taken) == 1:
            players = [player for player, cards in option.takes.items() if taken[0] in cards]
            certain = False
        if len(set(players)) != 1:
            code = "ambiguous_target" if players else "target_needed"
            return CardReading(problem=Problem(code, {"card": option.card, "options": list(option.targets)}))
    target = players[0]
    args["target"] = target
    if target not in option.targets:
        facts = {"card": option.card, "wrong": target, "options": list(option.targets)}
        return CardReading(problem=Problem(option.off_target, facts, Kind.REFUSE))
    if option.takes is not None:
        return _take(option, args, target, taken, certain=certain)
    return CardReading(Command(option.verb, args), certain)


def _take(
    option: CardOption, args: dict[str, object], target: str, taken: Sequence[str], *, certain: bool
) -> CardReading:
    held = (option.takes or {}).get(target, ())
    if not taken and len(set(held)) == 1:
        taken = held[:1]
    if len(set(taken)) != 1:
        return CardReading(problem=Problem("which_card", {"wrong": target, "options": list(held)}))
    if taken[0] not in held:
        return CardReading(problem=Problem("does_not_hold_card", {"wrong": target, "card": taken[0]}, Kind.REFUSE))
    args["takes"] = taken[0]
    return CardReading(Command(option.verb, args), certain)


def read_marked(
    text: str, *, decline: bool, verb: str, context: ReadContext, words: Words, names: Names
) -> CardReading:
    """Read what stands behind ``!play``, ``!use`` or ``!pass``."""
    sentences = split_sentences(text) or [""]
    ours = [option.card for option in context.options]
    said = take_apart(sentences[0], words=words, names=names, cards=ours)
    card = said.cards[0] if said.cards else (ours[0] if len(set(ours)) == 1 else None)
    takers = [option for option in context.options if option.takes is not None]
    if card is None:
        return CardReading(problem=Problem("which_card", {"options": list(context.hands.get(context.author, ()))}))
    option = next((o for o in context.options if o.card == card), takers[0] if takers and not decline else None)
    if option is None:
        return CardReading(problem=_not_now(card, context))
    if decline:
        if not option.may_pass:
            return CardReading(problem=Problem("must_choose", {"card": card}, Kind.REFUSE))
        doubt = said.asked or any(w in words.lists["undecided"] and w not in _REFUSALS for w in said.others)
        return CardReading(Command(verb, {"card": option.card}, text), certain=not said.players and not doubt)
    strange = [w for w in said.others if w not in words.lists["use_words"]]
    taken = [c for c in said.cards if c != option.card]
    if taken and option.takes is None:
        return CardReading(problem=Problem("two_cards", {"wrong": text}))
    return use(option, said.players, taken, said.unclear, certain=not strange and not said.asked)


def _not_now(card: str, context: ReadContext) -> Problem:
    if card not in context.hands.get(context.author, ()):
        return Problem("does_not_hold_card", {"card": card}, Kind.REFUSE)
    return Problem("window_closed", {"card": card, "phase": context.phase}, Kind.REFUSE)


def out_of_turn(text: str, *, context: ReadContext, words: Words, names: Names) -> Problem | None:
    """Return why a sentence that plays a card in so many words cannot be carried out now; None if it is talk."""
    for sentence in split_sentences(text):
        said = take_apart(sentence, words=words, names=names)
        plays = _PLAYS & set(said.others)
        if len(said.cards) != 1 or not plays or said.asked:
            continue
        opens = said.others[0] in words.lists["first_person"] or said.others[0] in plays
        if not opens or any(w not in words.lists["use_words"] for w in said.others):
            continue
        if all(option.card != said.cards[0] for option in context.options):
            return _not_now(said.cards[0], context)
    return None


_REFUSALS = frozenset({"not", "never", "won", "don", "no"})
_PLAYS = frozenset({"play", "use", "playing", "using"})
