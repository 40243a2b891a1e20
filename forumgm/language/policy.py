"""What a read ballot or order comes to: accepted, asked back, refused (hosts.md section 11).

Laws: the harder to undo, the less may be guessed: talk < vote < proposal < card < sabotage. Nothing that is said in
the thread is a vote unless the writer must vote there; nothing is ever answered there that tells a role.
"""

from collections.abc import Sequence
from itertools import groupby, islice

from forumgm.core.items import Channel
from forumgm.core.reading import Ballot, Command, Kind, Reading
from forumgm.language.ballots import MAX_CLAUSES, Outcome, Verdict, judge
from forumgm.language.desk import Desk
from forumgm.language.normalise import Line
from forumgm.language.questions import is_rules_question
from forumgm.language.words import Strength

_BRACES = frozenset("{}")


def answer_ballot(desk: Desk, lines: Sequence[Line], ballot: Ballot) -> Reading | None:
    """Return what the lines come to on the writer's open ballot; None if they do not speak of it."""
    found = desk.clauses if lines is desk.page.lines else None
    verdict = judge(lines, ballot, desk.words, names=desk.names, team=desk.context.team, found=found)
    if verdict is None:
        return None
    if desk.has_hidden:
        return desk.say(Kind.ASK, "hidden_characters", _choices(ballot))
    if desk.false_link is not None:
        return desk.say(Kind.ASK, "link_in_command", {**_choices(ballot), "wrong": desk.false_link})
    if any(_BRACES & set(line.text) for line in lines):
        return desk.say(Kind.ASK, "unclear", _choices(ballot))
    return settle(desk, verdict, ballot, "\n".join(line.text for line in lines))


def settle(desk: Desk, verdict: Verdict, ballot: Ballot, text: str) -> Reading:
    """Turn a verdict into a reading."""
    private = ballot.guarded
    if verdict.outcome is Outcome.ASK:
        return desk.say(Kind.ASK, verdict.code, _choices(ballot), private=private)
    if verdict.outcome is Outcome.REFUSE:
        return desk.say(Kind.REFUSE, verdict.code, _choices(ballot), private=private)
    assert verdict.value is not None, "a vote has a value"
    if ballot.final and ballot.own is not None:
        return desk.say(Kind.REFUSE, "votes_final", {"understood": verdict.value}, private=private)
    if verdict.value in ballot.barred:
        return desk.say(Kind.REFUSE, ballot.barred[verdict.value], _choices(ballot), private=True)
    command = Command(ballot.verb, {"value": verdict.value}, text[:200])
    return desk.carry([command], certain=verdict.outcome is Outcome.VOTE)


def _choices(ballot: Ballot) -> dict[str, object]:
    return {"options": list(ballot.values), "line": ballot.values[0]}


def private_ballot(desk: Desk) -> Reading | None:
    """Read a private message in the light of the ballots: the open one, then the others."""
    ballot = desk.context.ballot
    if ballot is None or not ballot.mine:
        return _no_ballot(desk, ballot)
    if desk.phrases("withdraw").within(desk.said) and not _names_value(desk, ballot.verb):
        if ballot.final and ballot.own is not None:
            return desk.say(Kind.REFUSE, "votes_final", private=ballot.guarded)
        questions = any(c.asked for c in desk.clauses)
        return desk.carry([Command(ballot.withdraw, {}, desk.page.text[:200])], certain=not questions)
    if is_rules_question(desk):
        return None
    reading = answer_ballot(desk, desk.page.lines, ballot)
    if reading and Channel.PRIVATE not in ballot.roads:
        return desk.say(Kind.REFUSE, "vote_in_public", {"line": f"!vote {ballot.values[0]}"})
    return reading or _other_ballot(desk, ballot)


def _names_value(desk: Desk, verb: str) -> bool:
    """True if a word stands there that means a value whatever else is open (``reject``, not ``no``)."""
    meaning = desk.words.ballots[verb].meaning if verb in desk.words.ballots else {}
    return any(meaning.get((word,), ("", None))[1] is Strength.PLAIN for word in desk.said)


def _other_ballot(desk: Desk, ballot: Ballot) -> Reading | None:
    """Somebody used the words of another ballot than the open one."""
    for verb in desk.words.ballots:
        if verb != ballot.verb and _speaks(desk, verb):
            return desk.say(Kind.ASK, "wrong_ballot_word", _choices(ballot), private=ballot.guarded)
    return None


def _no_ballot(desk: Desk, ballot: Ballot | None) -> Reading | None:
    """There is no ballot for the writer: say so if he sent one. A mere yes answers what is asked of him."""
    asked = any(option.awaited for option in desk.context.options)
    for verb in desk.words.ballots:
        if _speaks(desk, verb) and (not asked or _names_value(desk, verb)):
            facts = {"current": desk.context.phase, "phase": desk.context.phase}
            if not desk.context.is_player:
                return desk.say(Kind.REFUSE, "not_a_player")
            code = "not_on_team" if ballot and ballot.verb == verb else "wrong_phase"
            return desk.say(Kind.REFUSE, code, facts, private=True)
    return None


def _speaks(desk: Desk, verb: str) -> bool:
    """True if the message is a ballot of this kind in so many words."""
    vocabulary = desk.words.ballots[verb]
    values = tuple(dict.fromkeys(value for value, _ in vocabulary.meaning.values()))
    asked, page = Ballot(verb, values), desk.page.lines
    verdict = judge(page, asked, desk.words, names=desk.names, team=desk.context.team, found=desk.clauses)
    return verdict is not None and verdict.outcome in (Outcome.VOTE, Outcome.CONFIRM)


def public_ballot(desk: Desk) -> Reading | None:
    """Read a comment of somebody who votes in the thread: a verb that opens it, or stands there in bold."""
    ballot = desk.context.ballot
    if ballot is None or not ballot.mine or Channel.THREAD not in ballot.roads or not desk.clauses:
        return None
    vocabulary = desk.words.ballots.get(ballot.verb)
    if vocabulary is None:
        return None
    first = next((line for line in desk.page.lines if _opens_with_word(line, desk, ballot)), None)
    if first is None or (first is not desk.page.lines[0] and not first.opens_bold):
        return _declared(desk, ballot)
    reading = answer_ballot(desk, desk.page.lines, ballot)
    if reading is None or (reading.kind is Kind.ASK and not first.opens_bold):
        return None
    return reading


def _declared(desk: Desk, ballot: Ballot) -> Reading | None:
    """State back what somebody who votes in the thread says there without a mark (``I vote reject``)."""
    if ballot.guarded:
        return None
    votes: set[str] = set()
    found = groupby(desk.clauses[:MAX_CLAUSES], key=lambda clause: clause.sentence)
    sentences = (tuple(clauses) for _, clauses in found)
    declared = (s for s in sentences if desk.phrases("declares").within([word for c in s for word in c.words]))
    for sentence in islice(declared, _MOST_DECLARED):
        names, team = desk.names, desk.context.team
        verdict = judge(desk.page.lines, ballot, desk.words, names=names, team=team, found=sentence)
        if verdict and verdict.outcome is Outcome.VOTE and verdict.value:
            votes.add(verdict.value)
    return settle(desk, Verdict(Outcome.CONFIRM, votes.pop()), ballot, desk.page.text) if len(votes) == 1 else None


_MOST_DECLARED = 8
"""Sentences of one comment that are looked at for a vote; nobody declares one more often."""


def _opens_with_word(line: Line, desk: Desk, ballot: Ballot) -> bool:
    meaning = desk.words.ballots[ballot.verb].meaning
    bold = line.bold[0].lower().strip(" .!:") if line.opens_bold and line.bold else ""
    if (bold,) in meaning:
        return True
    found = [c for c in desk.clauses if c.words and line is desk.page.lines[c.line]]
    if not found:
        return False
    opening = [w for w in found[0].words if w not in desk.phrases("lead")] or list(found[0].words)
    known = meaning.get((opening[0],))
    if known is None:
        return False
    return known[1] is Strength.PLAIN or (len(desk.said) == 1 and known[1] is not Strength.SOFT)
