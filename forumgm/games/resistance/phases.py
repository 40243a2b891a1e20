"""Where the game stands after an event, and what the GM does then of itself (resistance.md section 2).

Laws: ``TRANSITIONS`` alone decides phase and ``next``; each function looks at the state *after* the event's fields were
set. ``Next.WAIT`` is the only value at which others must act; for every other one ``follow_up`` has a step, which
writes at least one event, so that running it to a fixed point ends.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from forumgm.core.events import Event
from forumgm.games.resistance import events as e
from forumgm.games.resistance.model import WINDOW_PHASE, Next, State
from forumgm.games.resistance.options import LeaderWindow
from forumgm.games.resistance.tables import MISSIONS_TO_WIN
from forumgm.games.resistance.terms import Card, NewLeader, Phase, Window

Stand = tuple[Phase, Next]

ACTION_PHASES = frozenset({Phase.ROLE_CONFIRM, Phase.PLOT_DEAL, Phase.PROPOSAL})
"""Waits that have no ceiling in the source: somebody must act, and nothing happens of itself."""


def after_leader_window(state: State) -> Stand:
    """The Leader stands: cards are drawn, dealt and resolved, then teams are proposed."""
    if state.options.plot and not state.round.has_drawn:
        return state.phase, Next.DRAW
    if state.cards.undealt or state.cards.choices:
        for choice in state.cards.choices:
            if choice.card is Card.TAKE_RESPONSIBILITY and not state.takeable_from(choice.player):
                return Phase.PLOT_DEAL, Next.TAKE_NOTHING
        return Phase.PLOT_DEAL, Next.WAIT
    return Phase.PROPOSAL, Next.WAIT


def _leader_window_or_on(state: State) -> Stand:
    if state.options.plot and state.leader_window_holders():
        return state.phase, Next.ASK_STRONG_LEADERS
    return after_leader_window(state)


def _lost_team(state: State) -> Stand:
    if state.round.rejections >= state.options.rejections_to_lose:
        return state.phase, Next.END_GAME
    return state.phase, Next.LEAD_ON


def _game_started(state: State, _event: Event) -> Stand:
    return Phase.ROLE_CONFIRM, Next.WAIT if state.options.confirm_roles else Next.START_ROUND


def _role_confirmed(state: State, _event: Event) -> Stand:
    if state.phase is Phase.ROLE_CONFIRM and all(seat.ready for seat in state.table.seats):
        return state.phase, Next.START_ROUND
    return state.phase, state.next


def _round_started(state: State, _event: Event) -> Stand:
    return _leader_window_or_on(state)


def _leader_changed(state: State, event: e.LeaderChanged) -> Stand:
    if event.because == NewLeader.MISSION_OVER:
        return state.phase, Next.START_ROUND
    if event.because == NewLeader.STRONG_LEADER:
        return after_leader_window(state)
    if state.options.strong_leader_when is LeaderWindow.EVERY_LEADER:
        return _leader_window_or_on(state)
    return after_leader_window(state)


def _window_opened(_state: State, event: e.WindowOpened) -> Stand:
    return WINDOW_PHASE[event.window], Next.WAIT


def _answered(state: State, _event: Event) -> Stand:
    """A window closes when all its holders have answered; one that a card closed is closed by the card."""
    if state.window is None or state.window.closed_at is not None or state.phase not in WINDOW_PHASE.values():
        return state.phase, state.next
    return state.phase, Next.WAIT if state.unanswered() else Next.CLOSE_WINDOW


def _window_closed(state: State, event: e.WindowClosed) -> Stand:
    played = state.window is not None and bool(state.window.plays)
    match Window(event.window):
        case Window.STRONG_LEADER:
            return (state.phase, Next.CROWN) if played else after_leader_window(state)
        case Window.NO_CONFIDENCE:
            return state.phase, Next.CANCEL_TEAM if played else Next.ASK_SPOTLIGHT
        case Window.SPOTLIGHT:
            return state.phase, Next.START_MISSION
        case Window.CLOSE_EYE:
            return state.phase, Next.TELL_RESULT


def _card_played(state: State, event: e.CardPlayed) -> Stand:
    return after_leader_window(state) if state.phase is Phase.PLOT_DEAL else _answered(state, event)


def _cards_drawn(state: State, _event: Event) -> Stand:
    return after_leader_window(state)


def _dealing(state: State, _event: Event) -> Stand:
    return after_leader_window(state) if state.phase is Phase.PLOT_DEAL else (state.phase, state.next)


def _card_moved(state: State, event: e.CardMoved) -> Stand:
    if state.phase in {Phase.PLOT_DEAL, Phase.PROPOSAL}:
        return after_leader_window(state)
    if state.phase is Phase.TEAM_VOTE and private_opinions(state):
        return state.phase, Next.DROP_PRIVATE_VOTE
    return _answered(state, event)


def private_opinions(state: State) -> tuple[str, ...]:
    """Return the holders of Opinion Maker whose vote on the open ballot was cast in private."""
    if state.proposal is None:
        return ()
    votes = state.proposal.votes
    return tuple(p for p in state.holders_of(Card.OPINION_MAKER) if p in votes and not votes[p].public)


def _team_proposed(_state: State, _event: Event) -> Stand:
    return Phase.TEAM_VOTE, Next.WAIT


def _proposal_voided(state: State, _event: Event) -> Stand:
    return after_leader_window(state)


def _team_ballot(state: State, _event: Event) -> Stand:
    assert state.proposal is not None
    complete = len(state.proposal.votes) == len(state.table.order)
    return state.phase, Next.CLOSE_BALLOT if complete else Next.WAIT


def _team_vote_closed(state: State, event: e.TeamVoteClosed) -> Stand:
    return (state.phase, Next.ASK_CONFIDENCE) if event.approved else _lost_team(state)


def _team_cancelled(state: State, _event: Event) -> Stand:
    return _lost_team(state)


def _mission_started(_state: State, _event: Event) -> Stand:
    return Phase.MISSION, Next.WAIT


def _mission_ballot(state: State, _event: Event) -> Stand:
    assert state.mission is not None
    complete = len(state.mission.votes) == len(state.mission.team)
    return state.phase, Next.END_MISSION_VOTE if complete else Next.WAIT


def _mission_closed(state: State, _event: Event) -> Stand:
    decided = max(state.score().values()) >= MISSIONS_TO_WIN
    return state.phase, Next.END_GAME if decided else Next.ROUND_OVER


def _game_ended(_state: State, _event: Event) -> Stand:
    return Phase.ENDED, Next.WAIT


TRANSITIONS: Mapping[type[Event], Callable[[State, Any], Stand]] = MappingProxyType(
    {
        e.GameStarted: _game_started,
        e.RoleConfirmed: _role_confirmed,
        e.RoundStarted: _round_started,
        e.LeaderChanged: _leader_changed,
        e.WindowOpened: _window_opened,
        e.WindowPassed: _answered,
        e.WindowPassWithdrawn: _answered,
        e.WindowClosed: _window_closed,
        e.CardsDrawn: _cards_drawn,
        e.CardGiven: _dealing,
        e.CardTaken: _dealing,
        e.CardPlayed: _card_played,
        e.CardMoved: _card_moved,
        e.TeamProposed: _team_proposed,
        e.ProposalVoided: _proposal_voided,
        e.TeamVoteCast: _team_ballot,
        e.TeamVoteWithdrawn: _team_ballot,
        e.TeamVoteClosed: _team_vote_closed,
        e.TeamCancelled: _team_cancelled,
        e.MissionStarted: _mission_started,
        e.MissionVoteCast: _mission_ballot,
        e.MissionVoteWithdrawn: _mission_ballot,
        e.MissionClosed: _mission_closed,
        e.GameEnded: _game_ended,
    }
)
