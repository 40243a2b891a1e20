"""Reading what people really write: the one entry (resistance.md section 8, hosts.md section 11).

    read(text, context, words) -> Reading        answers_question(text, words) -> yes, no or neither

Laws: pure and linear in the text's length. Identity comes from the context, never from the text. The stages go from
the surest to the vaguest; the first that has something to say is taken, and what none understands is ignored in the
thread and asked about in a message.
"""

from collections.abc import Callable, Sequence

from forumgm.core.items import Channel
from forumgm.core.reading import Kind, ReadContext, Reading, ThreadKind
from forumgm.language.cards import CardReading, out_of_turn, read_card
from forumgm.language.desk import Desk
from forumgm.language.leading import read_unmarked_team
from forumgm.language.marked import bare_command, read_marked_lines
from forumgm.language.moderators import read_ruling
from forumgm.language.normalise import Line, Page, normalise
from forumgm.language.orders import ENDED, Finder
from forumgm.language.policy import private_ballot, public_ballot
from forumgm.language.questions import read_news, read_quote, read_rules, read_secret, read_skip, read_status
from forumgm.language.rolls import read_rolls
from forumgm.language.signup import no_handshake, read_handshake, read_role_receipt, read_signup
from forumgm.language.tokens import tokens
from forumgm.language.words import Words

_GONE = frozenset({"[deleted]", "[removed]"})
Stage = Callable[[Desk], Reading | None]


def read(text: str, context: ReadContext, words: Words) -> Reading:
    """Return what the GM makes of a text, in this context and with this vocabulary."""
    if context.is_bot or text.strip() in _GONE:
        return Reading(Kind.IGNORE)
    desk = Desk(normalise(text), context, words)
    for stage in _stages(context):
        reading = stage(desk)
        if reading:
            return reading
    return _nothing_found(desk)


def reader(words: Words) -> Callable[[str, ReadContext], Reading]:
    """Return ``read`` with its vocabulary, as the app takes it."""
    return lambda text, context: read(text, context, words)


def _is_plain(page: Page, words: Words, name: str) -> bool:
    if len(page.lines) != 1 or page.lines[0].hidden or "?" in page.text:
        return False
    said = [token.word for token in tokens(page.text)]
    answer = words.lists[name]
    hits = list(answer.find(said))
    inside = {index for start, length in hits for index in range(start, start + length)}
    rest = [word for index, word in enumerate(said) if index not in inside and word.isalnum()]
    return bool(hits) and hits[0][0] == 0 and all(word in words.lists["polite"] for word in rest)


def _stages(context: ReadContext) -> Sequence[Stage]:
    if context.thread is ThreadKind.SCENE:
        return (_answer, _rolls)
    if context.phase == ENDED:
        return (_answer, _after_the_end)
    common: tuple[Stage, ...] = (_answer, read_handshake, read_signup, read_marked_lines)
    if context.thread is ThreadKind.BOTH:
        common = (*common, _rolls)
    talk: tuple[Stage, ...] = (
        read_skip,
        read_unmarked_team,
        read_ruling,
        read_quote,
        read_secret,
        read_news,
        read_status,
        read_rules,
    )
    if context.channel is Channel.THREAD:
        return (*common, _card, public_ballot, _spoiler, *talk)
    return (*common, bare_command, read_role_receipt, _card, private_ballot, *talk)


def _answer(desk: Desk) -> Reading | None:
    """A plain yes or no to the GM's newest question."""
    pending, context = desk.context.pending, desk.context
    if pending is None:
        lapsed = (
            desk.private and context.moderator and not context.is_player and _is_plain(desk.page, desk.words, "yes")
        )
        return desk.say(Kind.ASK, "no_question") if lapsed else None
    if _is_plain(desk.page, desk.words, "yes"):
        return desk.carry(pending.commands)
    if _is_plain(desk.page, desk.words, "no"):
        return desk.say(Kind.ANSWER, "dropped")
    return None


def _after_the_end(desk: Desk) -> Reading | None:
    """Once a game has ended only commands are read, of which most are too late; talk about it is left alone."""
    reading = read_marked_lines(desk) or bare_command(desk)
    return reading or (desk.say(Kind.REFUSE, "game_over") if desk.private else Reading(Kind.IGNORE))


def _rolls(desk: Desk) -> Reading | None:
    return read_rolls(desk.page, desk.context, desk.words)


def _card(desk: Desk) -> Reading | None:
    """Card orders without a mark, line by line; the first that is one counts."""
    context = desk.context
    if not context.is_player:
        return None
    short = [line for line in desk.page.lines if len(line.text) <= _LONGEST][:_MOST]
    for line in short if context.options else ():
        found = read_card(line.text, context=context, words=desk.words, names=desk.names) or _misspelt(desk, line)
        if found is None:
            continue
        if line.hidden or line.false_link is not None:
            return desk.say(Kind.ASK, "hidden_characters" if line.hidden else "link_in_command")
        if found.problem:
            return desk.problem(found.problem)
        if found.command:
            return desk.carry([found.command], certain=found.certain)
    for line in short if context.hands else ():
        if not desk.may_hold_card(line.text):
            continue
        late = out_of_turn(line.text, context=context, words=desk.words, names=desk.names)
        if late:
            return desk.problem(late)
    return None


def _misspelt(desk: Desk, line: Line) -> CardReading | None:
    """Read a card order with a typo in the card's name; it is never certain."""
    spelt = desk.respelt(line.text)
    if spelt is None:
        return None
    found = read_card(spelt, context=desk.context, words=desk.words, names=desk.names)
    return CardReading(found.command, certain=False) if found and found.command else None


_LONGEST, _MOST = 400, 60
"""A line that is nothing but a card order is short; such lines are looked for in this many."""


def _spoiler(desk: Desk) -> Reading | None:
    """An order behind a spoiler is no order: everybody must be able to read it."""
    finder = Finder(desk.context, desk.words)
    for hidden in desk.page.spoilers:
        for line in normalise(hidden).lines:
            order = finder.at(line, 0)
            if order and order.mark.is_strong:
                return desk.say(Kind.REFUSE, "hidden_text", {"line": order.row.example})
    return None


def _nothing_found(desk: Desk) -> Reading:
    """Talk in the thread is left alone; a message gets an answer that shows the words it could have held."""
    context = desk.context
    if not desk.private:
        return Reading(Kind.IGNORE)
    if not context.is_player and not context.moderator:
        return desk.say(Kind.REFUSE, "not_a_player")
    if context.handshake is not None:
        return no_handshake(desk)
    if desk.has_hidden:
        return desk.say(Kind.ASK, "hidden_characters")
    if desk.false_link is not None:
        return desk.say(Kind.ASK, "link_in_command", {"wrong": desk.false_link})
    if context.pending is not None:
        return desk.say(Kind.ASK, "answer_yes_or_no")
    ballot = context.ballot
    if ballot and ballot.mine:
        facts = {"options": list(ballot.values), "line": ballot.values[0]}
        return desk.say(Kind.ASK, "unclear", facts, private=ballot.guarded)
    option = next((o for o in context.options if o.awaited and o.may_pass), None)
    if option:
        title = desk.words.title(option.card)
        play = f"!play {title}" if option.targets is None else f"!play {title} on NAME"
        return desk.say(Kind.ASK, "unclear", {"lines": [play, f"!pass {title}"]})
    asked = any(clause.asked for clause in desk.clauses)
    return desk.say(Kind.ANSWER, "rules") if asked else desk.say(Kind.ASK, "unclear", {"line": "!help"})
