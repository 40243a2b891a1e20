"""Rounds, leaders, proposals, votes, missions and the end.

Law: the later stamp counts, at the same stamp the later line (record.md, fine print).
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from forumgm.core.events import Event
from forumgm.games.resistance.applying.cards import mission_vote_end
from forumgm.games.resistance.events import (
    DelayNoted,
    GameEnded,
    IdleActed,
    LeaderChanged,
    MissionClosed,
    MissionStarted,
    MissionVoteCast,
    MissionVoteShown,
    MissionVoteWithdrawn,
    ProposalVoided,
    RoundStarted,
    TeamCancelled,
    TeamProposed,
    TeamVoteCast,
    TeamVoteClosed,
    TeamVoteWithdrawn,
)
from forumgm.games.resistance.evolve import evolve
from forumgm.games.resistance.model import (
    Cast,
    Closed,
    Delay,
    Mission,
    PastBallot,
    PastMission,
    Period,
    Proposal,
    Result,
    Round,
    Sent,
    Shown,
    State,
)
from forumgm.games.resistance.standing import is_ballot
from forumgm.games.resistance.terms import Card, Deed, Ending, NewLeader, Phase, Side, Vote


def _round_started(state: State, event: RoundStarted, at: int, seq: int) -> State:
    begun = Round(event.round, event.leader, leader_card_used=state.round.leader_card_used)
    return evolve(state, at=at, seq=seq, round=begun, window=None, period=None)


def _leader_changed(state: State, event: LeaderChanged, at: int, seq: int) -> State:
    led = evolve(state.round, leader=event.leader)
    over = event.because != NewLeader.IDLE and event.because != NewLeader.OVERRIDE
    return evolve(
        state,
        at=at,
        seq=seq,
        round=led,
        window=None if over else state.window,
        proposal=None if event.because == NewLeader.REJECTED else state.proposal,
    )


# --- teams -------------------------------------------------------------------------------------------------------


def _team_proposed(state: State, event: TeamProposed, at: int, seq: int) -> State:
    opened_at = event.closes_at - state.options.team_vote_ceiling
    return evolve(
        state,
        at=at,
        seq=seq,
        proposal=Proposal(event.attempt, event.leader, tuple(event.team)),
        period=Period(seq, opened_at, event.closes_at, opened_at),
        window=None,
    )


def _proposal_voided(state: State, _event: ProposalVoided, at: int, seq: int) -> State:
    return evolve(state, at=at, seq=seq, proposal=None, mission=None, window=None, period=None)


def _team_vote_cast(state: State, event: TeamVoteCast, at: int, seq: int) -> State:
    proposal = state.proposal
    assert proposal is not None
    earlier = proposal.votes.get(event.player)
    if earlier is not None and at < earlier.at:
        return evolve(state, at=at, seq=seq)
    votes = {**proposal.votes, event.player: Cast(Vote(event.vote), at, event.public)}
    return evolve(
        state,
        at=at,
        seq=seq,
        proposal=Proposal(proposal.attempt, proposal.leader, proposal.team, votes, proposal.withdrawn),
    )


def _team_vote_withdrawn(state: State, event: TeamVoteWithdrawn, at: int, seq: int) -> State:
    proposal = state.proposal
    assert proposal is not None
    votes = {player: cast for player, cast in proposal.votes.items() if player != event.player}
    withdrawn = {**proposal.withdrawn, event.player: at}
    return evolve(state, at=at, seq=seq, proposal=evolve(proposal, votes=votes, withdrawn=withdrawn))


def _team_vote_closed(state: State, event: TeamVoteClosed, at: int, seq: int) -> State:
    proposal, period = state.proposal, state.period
    assert proposal is not None
    past = PastBallot(
        state.round.number,
        proposal.attempt,
        proposal.leader,
        proposal.team,
        {player: Vote(vote) for player, vote in event.votes.items()},
        tuple(event.missing),
        event.approved,
        event.rejections,
    )
    opened_at = period.opened_at if period is not None else at
    return evolve(
        state,
        at=at,
        seq=seq,
        period=None,
        closed={**state.closed, Phase.TEAM_VOTE: Closed(opened_at, at, seq)},
        round=evolve(state.round, rejections=event.rejections, leader_card_used=False),
        chronicle=evolve(state.chronicle, ballots=(*state.chronicle.ballots, past)),
    )


def _team_cancelled(state: State, event: TeamCancelled, at: int, seq: int) -> State:
    ballots = state.chronicle.ballots
    last = evolve(ballots[-1], cancelled_by=event.player, rejections=event.rejections)
    return evolve(
        state,
        at=at,
        seq=seq,
        window=None,
        period=None,
        round=evolve(state.round, rejections=event.rejections),
        chronicle=evolve(state.chronicle, ballots=(*ballots[:-1], last)),
    )


# --- missions ----------------------------------------------------------------------------------------------------


def _mission_started(state: State, event: MissionStarted, at: int, seq: int) -> State:
    window = state.window
    plays = window.plays if window is not None else ()
    spotlight = next((p.target for p in plays if p.card is Card.IN_THE_SPOTLIGHT), None)
    return evolve(
        state,
        at=at,
        seq=seq,
        mission=Mission(tuple(event.team), seq, spotlight=spotlight),
        period=Period(seq, at, event.closes_at, at),
        window=None,
    )


def _mission_vote_cast(state: State, event: MissionVoteCast, at: int, seq: int) -> State:
    mission = state.mission
    assert mission is not None
    earlier = mission.votes.get(event.player)
    if earlier is not None and at < earlier.at:
        return evolve(state, at=at, seq=seq)
    votes = {**mission.votes, event.player: Sent(Deed(event.vote), at)}
    return evolve(state, at=at, seq=seq, mission=evolve(mission, votes=votes))


def _mission_vote_withdrawn(state: State, event: MissionVoteWithdrawn, at: int, seq: int) -> State:
    mission = state.mission
    assert mission is not None
    votes = {player: sent for player, sent in mission.votes.items() if player != event.player}
    withdrawn = {**mission.withdrawn, event.player: at}
    return evolve(state, at=at, seq=seq, mission=evolve(mission, votes=votes, withdrawn=withdrawn))


def _mission_vote_shown(state: State, event: MissionVoteShown, at: int, seq: int) -> State:
    if state.mission is not None:
        deed = state.deed_of(event.of)
    else:
        deed = state.chronicle.missions[-1].votes.get(event.of, state.options.missing_mission_vote)
    shown = Shown(event.of, event.to, Card(event.because), state.round.number, deed)
    chronicle = evolve(state.chronicle, shown=(*state.chronicle.shown, shown))
    return evolve(state, at=at, seq=seq, chronicle=chronicle)


def _mission_closed(state: State, event: MissionClosed, at: int, seq: int) -> State:
    mission, period, closed = state.mission, state.period, state.closed
    assert mission is not None
    if period is not None:
        closed = {**closed, Phase.MISSION: Closed(period.opened_at, mission_vote_end(state, at), seq)}
    past = PastMission(
        state.round.number,
        mission.team,
        {player: Deed(vote) for player, vote in event.votes.items()},
        tuple(event.missing),
        event.sabotages,
        event.succeeded,
        mission.spotlight,
    )
    ballots_lapsed = {
        player: left
        for player, orders in state.standing.items()
        if (left := tuple(o for o in orders if not is_ballot(o) and o.round is None))
    }
    return evolve(
        state,
        at=at,
        seq=seq,
        period=None,
        window=None,
        mission=None,
        proposal=None,
        closed=closed,
        standing=ballots_lapsed,
        chronicle=evolve(state.chronicle, missions=(*state.chronicle.missions, past)),
    )


def _delay_noted(state: State, event: DelayNoted, at: int, seq: int) -> State:
    last = state.closed.get(Phase.MISSION)
    ballot = state.closed.get(Phase.TEAM_VOTE)
    on_mission = last is not None and (ballot is None or last.seq > ballot.seq)
    delays = (*state.chronicle.delays, Delay(event.player, event.period, on_mission))
    seats = tuple(evolve(s, strikes=s.strikes + 1) if s.name == event.player else s for s in state.table.seats)
    return evolve(
        state,
        at=at,
        seq=seq,
        table=evolve(state.table, seats=seats),
        chronicle=evolve(state.chronicle, delays=delays),
    )


def _idle_acted(state: State, _event: IdleActed, at: int, seq: int) -> State:
    return evolve(state, at=at, seq=seq)


def _game_ended(state: State, event: GameEnded, at: int, seq: int) -> State:
    winner = Side(event.winner) if event.winner is not None else None
    return evolve(
        state,
        at=at,
        seq=seq,
        period=None,
        window=None,
        standing={},
        paused_at=None,
        result=Result(winner, Ending(event.because), event.seed),
    )


BALLOTS: Mapping[type[Event], Callable[[State, Any, int, int], State]] = MappingProxyType(
    {
        RoundStarted: _round_started,
        LeaderChanged: _leader_changed,
        TeamProposed: _team_proposed,
        ProposalVoided: _proposal_voided,
        TeamVoteCast: _team_vote_cast,
        TeamVoteWithdrawn: _team_vote_withdrawn,
        TeamVoteClosed: _team_vote_closed,
        TeamCancelled: _team_cancelled,
        MissionStarted: _mission_started,
        MissionVoteCast: _mission_vote_cast,
        MissionVoteWithdrawn: _mission_vote_withdrawn,
        MissionVoteShown: _mission_vote_shown,
        MissionClosed: _mission_closed,
        DelayNoted: _delay_noted,
        IdleActed: _idle_acted,
        GameEnded: _game_ended,
    }
)
