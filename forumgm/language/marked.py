"""Carrying a comment's order lines through: arguments, cards, teams and votes, in the order they stand.

Laws: all lines of one comment are orders in their sequence; of several votes or teams none is chosen silently. A
team cannot stand behind cards that are not dealt yet or that wait for a choice (resistance.md section 8).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from forumgm.core.items import Channel
from forumgm.core.reading import Command, Kind, Problem, Reading
from forumgm.core.verbs import Arg, Verb, Weight, Who
from forumgm.language.arguments import find_cards, read_arguments
from forumgm.language.cards import read_marked, split_sentences
from forumgm.language.dealing import read_deal
from forumgm.language.desk import Desk
from forumgm.language.normalise import Line
from forumgm.language.orders import Finder, Mark, OrderLine, guard
from forumgm.language.policy import answer_ballot
from forumgm.language.tokens import tokens

MAX_ORDERS = 20
"""Orders read from one text; nobody needs more in a turn."""


@dataclass(slots=True)
class _Carried:
    """What the lines came to so far."""

    commands: list[Command] = field(default_factory=list)
    problems: list[tuple[Problem, str]] = field(default_factory=list)
    certain: bool = True
    beside: list[str] = field(default_factory=list)
    """Verbs of marks in the middle of lines: no orders, but they make one of the same kind doubtful."""
    settled: Reading | None = None
    """A ballot's reading that is no plain vote."""


def read_marked_lines(desk: Desk) -> Reading | None:
    """Return what all marked lines (and a Leader's deals) come to; None if there are none."""
    finder = Finder(desk.context, desk.words)
    carried = _Carried()
    orders = 0
    for index, line in ((i, part) for i, whole in enumerate(desk.page.lines) for part in _single(whole, i, finder)):
        order = finder.at(line, index)
        if order is None:
            _unmarked_deal(desk, carried, line.text)
            carried.beside.extend(_inner_verbs(line, index, finder))
            continue
        orders += 1
        if orders > MAX_ORDERS:
            carried.problems.append((Problem("too_many_orders", {"limit": MAX_ORDERS}), order.row.name))
            break
        _order(desk, carried, order, finder)
    if carried.settled:
        return carried.settled
    if not carried.commands and not carried.problems:
        return _unknown(desk, finder)
    return _conclude(desk, carried)


def _single(line: Line, index: int, finder: Finder) -> list[Line]:
    """Cut a line that begins with an order where further strong marks with known verbs stand in it."""
    if len(line.text) > _LONGEST or finder.at(line, index) is None:
        return [line]
    starts = [0]
    for found in _NEXT_ORDER.finditer(line.text):
        if len(starts) < MAX_ORDERS and finder.at(replace(line, text=line.text[found.end() :]), index):
            starts.append(found.end())
    ends = [*starts[1:], len(line.text)]
    return [replace(line, text=line.text[a:b].rstrip(" ;,")) for a, b in zip(starts, ends, strict=True)]


def _inner_verbs(line: Line, index: int, finder: Finder) -> list[str]:
    """Return the verbs of marks that stand in the middle of a line that is no order (``actually, !vote reject``)."""
    if len(line.text) > _LONGEST:
        return []
    starts = [found.end() for found in _NEXT_ORDER.finditer(line.text)][:MAX_ORDERS]
    orders = (finder.at(replace(line, text=line.text[start:]), index) for start in starts)
    return [order.row.name for order in orders if order is not None and not order.misspelt]


_LONGEST = 1_000
_NEXT_ORDER = re.compile(r"[\s;,](?=##[^\W\d_]|![^\W\d_])")


def _unknown(desk: Desk, finder: Finder) -> Reading | None:
    if not desk.private or len(desk.page.lines) != 1:
        return None
    word = finder.unknown(desk.page.lines[0])
    return desk.say(Kind.ASK, "unknown_command", {"wrong": word[:40], "line": "!help"}) if word else None


def _order(desk: Desk, carried: _Carried, order: OrderLine, finder: Finder) -> None:
    stopped = guard(order, desk.context)
    if stopped:
        if order.mark.is_strong or (order.row.weight is Weight.PROPOSAL and _is_meant(desk, order)):
            carried.problems.append((stopped, order.row.name))
        return
    line = order.line
    if line.hidden:
        carried.problems.append((Problem("hidden_characters", {"wrong": line.text[:60]}), order.row.name))
    elif line.false_link is not None:
        carried.problems.append((Problem("link_in_command", {"wrong": line.false_link[:80]}), order.row.name))
    elif any(parameter.arg is Arg.BALLOT for parameter in order.row.parameters) and order.row.who is Who.PLAYER:
        _ballot(desk, carried, order)
    elif order.row.weight is Weight.CARD and order.row.who is not Who.MODERATOR:
        _card(desk, carried, order)
    else:
        _plain(desk, carried, order, finder)


def _is_meant(desk: Desk, order: OrderLine) -> bool:
    """A weak mark counts as meant if what stands behind it names players."""
    return bool(desk.names.mentioned(order.rest))


def _ballot(desk: Desk, carried: _Carried, order: OrderLine) -> None:
    ballot = desk.context.ballot
    if ballot is None or ballot.verb != order.row.name:
        facts = {"current": desk.context.phase, "options": list(ballot.values) if ballot else []}
        carried.problems.append((Problem("wrong_phase", facts, Kind.REFUSE), order.row.name))
        return
    if not ballot.mine:
        carried.problems.append((Problem("not_on_team", {}, Kind.REFUSE), order.row.name))
        return
    reading = answer_ballot(desk, [Line(order.rest, order.rest)], ballot) if order.rest else None
    if reading is None:
        if order.mark.is_strong:
            facts = {"wrong": order.rest[:60], "options": list(ballot.values), "line": order.row.example}
            carried.problems.append((Problem("unclear", facts), order.row.name))
        return
    if reading.kind in (Kind.ACCEPT, Kind.CONFIRM):
        carried.commands.extend(reading.commands)
        carried.certain = carried.certain and reading.kind is Kind.ACCEPT and not order.misspelt
    else:
        carried.settled = carried.settled or reading


def _card(desk: Desk, carried: _Carried, order: OrderLine) -> None:
    row = order.row
    if row.who is Who.LEADER:
        _deal(desk, carried, order.rest, marked=True)
        return
    targets = any(parameter.arg is Arg.PLAYER for parameter in row.parameters)
    read = read_marked(
        order.rest, decline=not targets, verb=row.name, context=desk.context, words=desk.words, names=desk.names
    )
    if read.problem:
        if order.mark.is_strong or read.problem.kind is Kind.REFUSE:
            carried.problems.append((read.problem, row.name))
    elif read.command:
        carried.commands.append(read.command)
        carried.certain = carried.certain and read.certain and not order.misspelt


def _deal(desk: Desk, carried: _Carried, text: str, *, marked: bool) -> None:
    context = desk.context
    if not context.is_leader or not context.drawn or context.channel is not Channel.THREAD:
        if marked:
            carried.problems.append((Problem("nothing_to_deal", {}, Kind.REFUSE), "deal_card"))
        return
    left = list(context.drawn)
    for command in carried.commands:
        if command.verb == "deal_card" and command.args["card"] in left:
            left.remove(command.args["card"])
    read = partial(read_deal, context=context, words=desk.words, names=desk.names, left=left, marked=marked)
    deal, certain = read(text), True
    if deal is None and marked:
        spelt = desk.respelt(text)
        deal, certain = read(spelt) if spelt else None, False
    if deal is None:
        if marked:
            facts = {"wrong": text[:60], "card": None, "options": left, "line": _deal_line(desk, left)}
            carried.problems.append((Problem("card_not_drawn", facts, Kind.REFUSE), "deal_card"))
    elif deal.problem:
        said = [card for card, _, _ in find_cards(text, desk.words) if card in left]
        facts = {"line": _deal_line(desk, said or left), **deal.problem.facts}
        carried.problems.append((replace(deal.problem, facts=facts), "deal_card"))
    else:
        carried.commands.extend(deal.commands)
        carried.certain = carried.certain and deal.certain and certain


def _deal_line(desk: Desk, cards: Sequence[str]) -> str:
    """The line that deals the first of these cards."""
    return f"!deal {desk.words.title(cards[0])} to NAME" if cards else ""


def _unmarked_deal(desk: Desk, carried: _Carried, text: str) -> None:
    """Read a line as a deal, failing that with the typos in the cards' names put right (and then stated back)."""
    before = len(carried.commands) + len(carried.problems)
    if desk.may_hold_card(text):
        _deal(desk, carried, text, marked=False)
    if len(carried.commands) + len(carried.problems) > before or not desk.context.drawn:
        return
    spelt = desk.respelt(text)
    sentences = [part for part in split_sentences(text) if find_cards(part, desk.words)]
    for part in [spelt] if spelt else sentences if len(split_sentences(text)) > 1 else []:
        _deal(desk, carried, part, marked=False)
        carried.certain = carried.certain and len(carried.commands) == before


def _plain(desk: Desk, carried: _Carried, order: OrderLine, finder: Finder) -> None:
    row = order.row
    below = _below(desk, order, finder)
    args, certain, problem, rest = read_arguments(
        row, order.rest, below, context=desk.context, words=desk.words, names=desk.names
    )
    if problem and problem.code == "no_team" and order.index:
        above = desk.page.lines[order.index - 1]
        args, certain, problem, rest = read_arguments(
            row, above.text, (), context=desk.context, words=desk.words, names=desk.names
        )
    if problem:
        if order.mark.is_strong or desk.awaited_leader:
            carried.problems.append((problem, row.name))
        return
    if row.weight is Weight.PROPOSAL and not _may_propose(desk, carried):
        return
    given = dict(args)
    trial = bool(given.pop("trial", False))
    carried.commands.append(Command(row.name, given, order.line.text[:200], trial))
    loose = (bool(rest.strip(" .!,")) and row.ask_first) or _leaves_doubt(desk, row, rest)
    carried.certain = carried.certain and certain and not order.misspelt and not loose and (not row.ask_first or trial)


def _leaves_doubt(desk: Desk, row: Verb, rest: str) -> bool:
    """True if the words behind an order may change it: a question, a condition, a second thought, one more player."""
    if row.who is not Who.MODERATOR and row.weight is not Weight.VOTE:
        return False
    said = [token.word for token in tokens(rest)]
    doubts = ("condition", "undecided", "no_words", "retreats")
    if "?" in said or any(desk.phrases(name).within(said) for name in doubts):
        return True
    second = any(parameter.arg is Arg.PLAYER for parameter in row.parameters) and bool(desk.names.mentioned(rest))
    return second or any(word[0].isdigit() for word in said)


def _below(desk: Desk, order: OrderLine, finder: Finder) -> Sequence[Line]:
    """The lines under a command, up to the next command."""
    below: list[Line] = []
    start = order.index + 1
    for index, line in enumerate(desk.page.lines[start : start + _MOST_BELOW], start):
        if finder.at(line, index) is not None:
            break
        below.append(line)
    return below


_MOST_BELOW = 16


def _may_propose(desk: Desk, carried: _Carried) -> bool:
    """Refuse a team behind cards that are not settled."""
    dealt = [command.args["card"] for command in carried.commands if command.verb == "deal_card"]
    left = list(desk.context.drawn)
    for card in dealt:
        left.remove(card)
    if left:
        carried.problems.append((Problem("cards_undealt", {"options": left}, Kind.REFUSE), "propose"))
        return False
    if any(card in desk.context.at_once for card in dealt):
        waiting = [card for card in dealt if card in desk.context.at_once]
        carried.problems.append((Problem("choice_awaited", {"options": waiting}, Kind.REFUSE), "propose"))
        return False
    return True


def _conclude(desk: Desk, carried: _Carried) -> Reading:
    """Sort out what was said twice, then carry out, ask or refuse."""
    commands = carried.commands
    if not commands:
        problem, verb = carried.problems[0]
        return desk.problem(problem, verb=verb)
    commands = _without_withdrawn(desk, commands)
    for verb in {command.verb for command in commands}:
        same = [command for command in commands if command.verb == verb]
        weight = _weight(desk, verb)
        if len(same) > 1 and weight in (Weight.VOTE, Weight.PROPOSAL, Weight.SABOTAGE):
            if weight is Weight.SABOTAGE and len({c.args.get("value") for c in same}) > 1:
                return desk.say(Kind.ASK, "both_marked", private=True)
            commands = [c for c in commands if c.verb != verb or c is same[-1]]
            carried.certain = carried.certain and all(c.args == same[0].args for c in same)
        carried.certain = carried.certain and (weight in (Weight.TALK, Weight.CARD) or verb not in carried.beside)
    left_over = [problem for problem, _ in carried.problems]
    verbs = {verb for _, verb in carried.problems}
    if verbs & {command.verb for command in commands} and "deal_card" not in verbs:
        problem, verb = carried.problems[0]
        return desk.problem(problem, verb=verb)
    return desk.carry(commands, certain=carried.certain, left_over=left_over)


def _without_withdrawn(desk: Desk, commands: list[Command]) -> list[Command]:
    """``unvote`` and a vote behind it are simply the vote."""
    ballot = desk.context.ballot
    if ballot is None or not any(command.verb == ballot.verb for command in commands):
        return commands
    return [command for command in commands if command.verb != ballot.withdraw]


def _weight(desk: Desk, verb: str) -> Weight:
    return next((row.weight for row in desk.context.rows if row.name == verb), Weight.TALK)


def bare_command(desk: Desk) -> Reading | None:
    """Read a private message that is a command without its mark: a question, or a moderator's override."""
    if not desk.private or len(desk.page.lines) != 1:
        return None
    line = desk.page.lines[0]
    order = Finder(desk.context, desk.words).bare(line, 0)
    if order is None or order.mark is not Mark.BARE or guard(order, desk.context):
        return None
    row: Verb = order.row
    if row.reads_bare and not order.rest.strip(" .!?"):
        return desk.carry([Command(row.name, {}, line.text)])
    if row.who is not Who.MODERATOR or not row.parameters:
        return None
    args, certain, problem, rest = read_arguments(
        row, order.rest, (), context=desk.context, words=desk.words, names=desk.names
    )
    if problem or rest.strip(" .!") or any(p.arg is Arg.TEXT for p in row.parameters) or not certain:
        return None
    return desk.carry([Command(row.name, args, line.text)], certain=False)
