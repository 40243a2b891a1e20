"""Ballots: proposals and their votes, missions and theirs, from opening to count (resistance.md sections 2 and 3).

Laws: approved means more approvals than rejections; nobody voted means rejected. A ballot ends at the latest stamp
among the votes that complete it, or at its ceiling. A closing is followed by its delays: all of one ballot, or none.
"""

from collections.abc import Iterable, Mapping

from forumgm.games.resistance.applying.cards import mission_vote_end
from forumgm.games.resistance.applying.clocks import GM_NAME, TROUBLED
from forumgm.games.resistance.events import (
    DelayNoted,
    MissionClosed,
    MissionStarted,
    MissionVoteShown,
    NoteAdded,
    TeamProposed,
    TeamVoteCast,
    TeamVoteClosed,
)
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.model import State
from forumgm.games.resistance.options import MissingVote
from forumgm.games.resistance.standing import standing_vote
from forumgm.games.resistance.terms import Card, Deed, Side, Vote, Window
from forumgm.games.resistance.windows import open_window


def propose(ledger: Ledger, team: tuple[str, ...], *, at: int) -> None:
    """The team is proposed in the Leader's name, its ballot open from now, and standing orders are cast."""
    state = ledger.state
    ledger.write(
        TeamProposed(
            state.round.number,
            state.round.rejections + 1,
            state.round.leader,
            team,
            ledger.now + state.options.team_vote_ceiling,
        ),
        at=at,
    )
    for player in state.table.order if state.standing else ():
        vote = None if state.must_vote_in_public(player) else standing_vote(state, player, team)
        if vote is not None:
            ledger.write(TeamVoteCast(player, vote, public=False), at=ledger.now)


def tally(state: State, votes: Iterable[Vote], *, missing: int) -> tuple[int, int]:
    """Return approvals and rejections, missing votes as the options count them; none of either if nobody voted."""
    cast = list(votes)
    approve, reject = cast.count(Vote.APPROVE), cast.count(Vote.REJECT)
    if cast and state.options.missing_team_vote is MissingVote.APPROVE:
        approve += missing
    if cast and state.options.missing_team_vote is MissingVote.REJECT:
        reject += missing
    return approve, reject


def is_approved(state: State, votes: Iterable[Vote], *, missing: int) -> bool:
    """Count a ballot: a tie is a rejection, and so is a ballot in which nobody voted."""
    approve, reject = tally(state, votes, missing=missing)
    return approve > reject


def team_vote_end(state: State) -> int:
    """Return when a complete team vote ended."""
    assert state.proposal is not None
    assert state.period is not None
    return max(state.period.not_before, *(cast.at for cast in state.proposal.votes.values()))


def close_team_vote(ledger: Ledger, *, at: int, count_delays: bool = True) -> None:
    """The ballot is counted and published; who is missing has a delay, unless none are counted."""
    state = ledger.state
    proposal, period = state.proposal, state.period
    assert proposal is not None
    assert period is not None
    votes = {p: proposal.votes[p].vote for p in state.table.order if p in proposal.votes}
    missing = tuple(p for p in state.table.order if p not in votes)
    approved = is_approved(state, votes.values(), missing=len(missing))
    rejections = state.round.rejections + (0 if approved else 1)
    ledger.write(TeamVoteClosed(votes, missing, approved, rejections), at=at)
    if count_delays:
        _note_delays(ledger, missing, period=period.seq, at=at)


def _note_delays(ledger: Ledger, missing: tuple[str, ...], *, period: int, at: int) -> None:
    for player in missing:
        ledger.write(DelayNoted(player, period), at=at)


def start_mission(ledger: Ledger) -> None:
    """The approved team is on its mission and its ballot open from now."""
    state = ledger.state
    assert state.proposal is not None
    closes_at = ledger.now + state.options.mission_vote_ceiling
    ledger.write(MissionStarted(state.round.number, state.proposal.team, closes_at), at=ledger.now)


def end_mission_vote(ledger: Ledger, *, at: int, count_delays: bool = True) -> None:
    """The voting is over: holders of Close Eye are asked, or the result is told."""
    holders = ledger.state.holders_of(Card.CLOSE_EYE)
    if not holders:
        close_mission(ledger, at=at, count_delays=count_delays)
        return
    if not count_delays and ledger.state.awaited():
        ledger.write(NoteAdded(GM_NAME, TROUBLED), at=at)
    open_window(ledger, Window.CLOSE_EYE, holders)


def complete_mission_vote_end(state: State) -> int:
    """Return when a complete mission vote ended."""
    return mission_vote_end(state, state.at)


def close_mission(ledger: Ledger, *, at: int, count_delays: bool = True) -> None:
    """The mission's result is public, with the Spotlight's vote; then come the delays."""
    state = ledger.state
    mission = state.mission
    assert mission is not None
    votes = {p: mission.votes[p].vote for p in state.table.order if p in mission.votes}
    missing = tuple(p for p in state.table.order if p in mission.team and p not in votes)
    sabotages = sum(state.deed_of(p) is Deed.SABOTAGE for p in mission.team)
    succeeded = sabotages < state.fails_needed()
    ledger.write(
        MissionClosed(state.round.number, votes, missing, sabotages, succeeded, _score(state, succeeded=succeeded)),
        at=at,
    )
    if mission.spotlight is not None:
        ledger.write(MissionVoteShown(mission.spotlight, None, Card.IN_THE_SPOTLIGHT), at=at)
    if count_delays and not mission.troubled:
        _note_delays(ledger, missing, period=mission.seq, at=at)


def _score(state: State, *, succeeded: bool) -> Mapping[str, int]:
    won = state.score()
    won[Side.RESISTANCE if succeeded else Side.SPIES] += 1
    return {side.value: missions for side, missions in won.items()}
