"""The referee on what team votes and missions share: taking votes, their end, and counting them again.

Laws: the later stamp counts, at the same stamp the later line; a ballot ends at the latest stamp among the votes
that complete it, or at its ceiling; what is counted is counted from the votes cast.
"""

from forumgm.record.desk import Desk
from forumgm.record.lines import to_stamp
from forumgm.record.table import Ballot, Cast
from forumgm.record.verdict import Flaw, quote


def find_ballot(desk: Desk, *, of_mission: bool) -> Ballot | None:
    """Return the open ballot of this kind; note a problem if there is none."""
    period = desk.table.period
    if isinstance(period, Ballot) and period.of_mission == of_mission:
        return period
    desk.breach(Flaw.OUT_OF_TURN, f"{desk.now.type}: no such ballot is open.")
    return None


def take_vote(desk: Desk, ballot: Ballot, seat: int, *, vote: str | None, public: bool) -> None:
    """Take a vote, or a withdrawal (null): the later stamp counts, at the same stamp the later line."""
    at = desk.now.at
    desk.law(seat in ballot.voters, Flaw.NOT_A_VOTER, f"{quote(desk.name(seat))} has no vote here.")
    if seat not in ballot.voters:
        return
    desk.expect_within(ballot, earliest=ballot.opened_at)
    old = ballot.casts.get(seat)
    if not desk.reduced:
        final = desk.rules.word("vote_change") == "never" and old is not None and old.vote is not None
        desk.rule(not final, Flaw.VOTE_FINAL, f"{quote(desk.name(seat))} has voted; vote_change is never.")
        over = ballot.is_complete() and desk.table.paused_at is None
        desk.rule(not over, Flaw.VOTE_FINAL, f"{desk.now.type}: all votes were in; the closing had to follow.")
    if old is None or at >= old.at:
        ballot.casts[seat] = Cast(at, vote, public)


def take_withdrawal(desk: Desk, ballot: Ballot, seat: int) -> None:
    """Take a vote back, with the reason that the event gives."""
    has_vote = seat in ballot.votes() or desk.reduced
    desk.law(has_vote, Flaw.NOT_A_VOTER, f"{quote(desk.name(seat))} has no vote to take back.")
    because = desk.now.data["because"]
    desk.rule(
        because == "player", Flaw.NEEDS_OVERRIDE, f"A vote is withdrawn because {because} without overridden before it."
    )
    take_vote(desk, ballot, seat, vote=None, public=False)


def expect_end(desk: Desk, ballot: Ballot, *, is_complete: bool) -> None:
    """Note a problem unless the closing is dated at the ballot's end; say whether a moderator ended it."""
    at = desk.now.at
    desk.expect_no_pause()
    if desk.reduced:
        good = at <= ballot.closes_at if is_complete else at == ballot.closes_at
        right = ballot.closes_at
    elif is_complete:
        right = max(ballot.opened_at, ballot.last_at())
        good = at == right or at == ballot.resumed_at
    else:
        right = ballot.closes_at
        good = at == right
    desk.rule(good, Flaw.WRONG_END_TIME, f"{desk.now.type} at {to_stamp(at)}; the end by rule is {to_stamp(right)}.")
    ballot.by_hand = desk.excused and not is_complete and not good


def expect_votes(desk: Desk, ballot: Ballot) -> tuple[dict[int, str], list[int]]:
    """Note a problem unless votes and missing are those of the ballot; return both as they count."""
    data = desk.now.data
    votes = ballot.votes()
    missing = [seat for seat in sorted(ballot.voters) if seat not in votes]
    if desk.reduced:
        votes = {desk.table.names.index(name): vote for name, vote in data["votes"].items() if name in desk.table.names}
        missing = [seat for seat in sorted(ballot.voters) if seat not in votes]
    right = {desk.name(seat): vote for seat, vote in votes.items()}
    desk.law(data["votes"] == right, Flaw.WRONG_COUNT, f"votes differ from those cast, which are {_listed(right)}.")
    names = desk.table.name_list(missing)
    same = sorted(data["missing"]) == sorted(names)
    desk.law(same, Flaw.WRONG_COUNT, f"missing is {quote(data['missing'])}; without a vote are {quote(names)}.")
    return votes, missing


def _listed(votes: dict[str, str]) -> str:
    return quote([f"{name} {vote}" for name, vote in votes.items()])


def expect_value(desk: Desk, field: str, right: int) -> None:
    """Note a problem unless a counted field of the event has the value that counting gives."""
    value = desk.now.data[field]
    desk.law(value == right, Flaw.WRONG_COUNT, f"{field} is {quote(value)}; counting gives {quote(right)}.")


def await_delays(desk: Desk, ballot: Ballot, missing: list[int]) -> None:
    """Say whose delays may be noted behind this closing; one by hand counts none."""
    table = desk.table
    table.late = set() if ballot.by_hand else set(missing)
    table.late_noted = set()
    table.late_period = ballot.opened_seq
    table.late_at = desk.now.at
