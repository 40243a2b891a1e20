"""The referee on teams: proposals, the votes on them, and what follows from a count.

Laws: a team has exactly the mission's size; a tie is a rejection, and so is a vote in which nobody voted; so many
rejections in one round lose the game.
"""

from collections.abc import Sequence

from forumgm.record.desk import Desk
from forumgm.record.lines import Event
from forumgm.record.referee_ballots import (
    await_delays,
    expect_end,
    expect_value,
    expect_votes,
    find_ballot,
    take_vote,
    take_withdrawal,
)
from forumgm.record.referee_idle import expect_idle_team
from forumgm.record.referee_rounds import due_after_approval
from forumgm.record.table import Ballot
from forumgm.record.verdict import Flaw, quote


def team_proposed(desk: Desk, event: Event) -> None:
    """The Leader names a team of the mission's size once all cards are dealt; its ballot opens."""
    table = desk.table
    desk.expect_no_pause()
    desk.rule(table.period is None, Flaw.OUT_OF_TURN, "team_proposed while a vote or window is open.")
    leader = desk.name(table.leader)
    desk.rule(
        event.data["leader"] == leader,
        Flaw.WRONG_LEADER,
        f"{quote(event.data['leader'])} proposes; the Leader is {quote(leader)}.",
    )
    _expect_all_dealt(desk)
    _expect_numbers(desk, attempt=table.rejections + 1)
    team = desk.seats(event.data["team"])
    _expect_size(desk, event.data["team"])
    desk.rule(event.at >= max(table.vote_end, table.dealt_at), Flaw.TOO_EARLY, "team_proposed before its turn.")
    expect_idle_team(desk, team)
    ceiling = desk.rules.number("team_vote_ceiling")
    opened_at = desk.time("closes_at") - ceiling
    desk.law(
        opened_at >= event.at,
        Flaw.WRONG_CEILING,
        f"closes_at is {quote(event.data['closes_at'])}; less {ceiling} s the ballot opened before its proposal.",
    )
    desk.expect_opening(opened_at)
    table.team = team
    table.attempt = event.data["attempt"]
    table.period = Ballot(
        opened_seq=event.seq,
        opened_at=opened_at,
        closes_at=desk.time("closes_at"),
        ceiling=ceiling,
        voters=frozenset(range(table.players)),
    )


def _expect_all_dealt(desk: Desk) -> None:
    table = desk.table
    left = list(table.undealt)
    for card in table.maybe_dealt:
        if card in left:
            left.remove(card)
    waiting = [entry.card for entry in table.pending]
    desk.rule(not left, Flaw.NOT_DEALT, f"team_proposed while {quote(left)} are still to be dealt.")
    desk.rule(not waiting, Flaw.NOT_DEALT, f"team_proposed while {quote(waiting)} wait for their receivers.")


def _expect_numbers(desk: Desk, *, attempt: int) -> None:
    table, data = desk.table, desk.now.data
    desk.law(data["round"] == table.round, Flaw.WRONG_ROUND, f"round is {quote(data['round'])}; it is {table.round}.")
    desk.law(
        data["attempt"] == attempt,
        Flaw.WRONG_ATTEMPT,
        f"attempt is {quote(data['attempt'])}; after {table.rejections} rejections it is {attempt}.",
    )


def _expect_size(desk: Desk, team: list[str]) -> None:
    table = desk.table
    if table.round:
        size = desk.rules.team_size(table.players, mission=table.round)
        desk.rule(len(team) == size, Flaw.WRONG_TEAM, f"The team has {len(team)} members; this mission needs {size}.")


def proposal_voided(desk: Desk, _event: Event) -> None:
    """A moderator takes a proposal back; its number is free again."""
    table = desk.table
    desk.foul(Flaw.NEEDS_OVERRIDE, "proposal_voided without overridden before it.")
    desk.law(bool(table.team), Flaw.OUT_OF_TURN, "proposal_voided: there is no proposal.")
    _expect_numbers(desk, attempt=table.attempt)
    table.period = None
    table.mission = None
    table.team = []
    table.spotlight = None


def team_vote_cast(desk: Desk, event: Event) -> None:
    """A player votes inside the period, in public exactly if he holds Opinion Maker."""
    ballot, seat = find_ballot(desk, of_mission=False), desk.seat()
    if ballot is None or seat is None:
        return
    if desk.rules.word("votes") == "private":
        holds = "opinion_maker" in desk.table.hands[seat]
        desk.rule(
            event.data["public"] == holds,
            Flaw.VOTE_CHANNEL,
            f"public is {quote(event.data['public'])}; {quote(desk.name(seat))} "
            f"{'holds' if holds else 'does not hold'} Opinion Maker.",
        )
    take_vote(desk, ballot, seat, vote=event.data["vote"], public=event.data["public"])


def team_vote_withdrawn(desk: Desk, event: Event) -> None:
    """A team vote is taken back by its player, struck by a moderator, or dropped for Opinion Maker."""
    ballot, seat = find_ballot(desk, of_mission=False), desk.seat()
    if ballot is None or seat is None:
        return
    if event.data["because"] == "opinion_maker":
        held = "opinion_maker" in desk.table.hands[seat]
        desk.law(held, Flaw.VOTE_CHANNEL, f"{quote(desk.name(seat))} does not hold Opinion Maker.")
    take_withdrawal(desk, ballot, seat)


def _is_approved(desk: Desk, votes: Sequence[str], missing: int) -> bool:
    if not votes:
        return False  # nobody voted means rejected under every option
    default = desk.rules.word("missing_team_vote")
    approve = votes.count("approve") + (missing if default == "approve" else 0)
    reject = votes.count("reject") + (missing if default == "reject" else 0)
    return approve > reject


def team_vote_closed(desk: Desk, event: Event) -> None:
    """A team vote is counted: approved goes on to the windows, rejected passes the lead or ends the game."""
    ballot = find_ballot(desk, of_mission=False)
    if ballot is None:
        return
    table = desk.table
    complete = not event.data["missing"] if desk.reduced else ballot.is_complete()
    expect_end(desk, ballot, is_complete=complete)
    votes, missing = expect_votes(desk, ballot)
    _expect_no_private_opinion(desk, ballot)
    approved = _is_approved(desk, list(votes.values()), len(missing))
    rejections = table.rejections + (0 if approved else 1)
    expect_value(desk, "approved", approved)
    expect_value(desk, "rejections", rejections)
    table.period = None
    table.rejections = rejections
    table.vote_end = event.at
    await_delays(desk, ballot, missing)
    if approved:
        due_after_approval(desk)
    else:
        _due_after_rejection(desk)


def _expect_no_private_opinion(desk: Desk, ballot: Ballot) -> None:
    if desk.rules.word("votes") != "private" or desk.reduced:
        return
    for seat in desk.table.holders("opinion_maker"):
        cast = ballot.casts.get(seat)
        private = cast is not None and cast.vote is not None and not cast.public
        desk.rule(not private, Flaw.VOTE_CHANNEL, f"The private vote of {quote(desk.name(seat))} had to be dropped.")


def _due_after_rejection(desk: Desk) -> None:
    table = desk.table
    table.team = []
    if table.rejections >= desk.rules.number("rejections_to_lose"):
        desk.due("game_ended", winner="spies", because="five_rejections")
    else:
        desk.due("leader_changed", leader=desk.name(table.after(table.leader)), because="rejected")


def team_cancelled(desk: Desk, event: Event) -> None:
    """No Confidence cancels the approved team and counts as a rejection."""
    table = desk.table
    desk.rule(desk.awaited, Flaw.OUT_OF_TURN, "team_cancelled: nobody played No Confidence here.")
    desk.seat()
    expect_value(desk, "rejections", table.rejections + 1)
    table.period = None
    table.rejections += 1
    table.vote_end = max(table.vote_end, event.at)
    _due_after_rejection(desk)
