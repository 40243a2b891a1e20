"""Proposals and the lead by a moderator's hand (hosting.md, "Leader").

Laws: a voided proposal gives its number back; a result that is published is taken back by an undo alone. The lead
moves while cards or a proposal are awaited, otherwise the proposal is voided first.
"""

from forumgm.core.errors import Refusal
from forumgm.core.orders import Order
from forumgm.games.resistance.actions.propose import propose_named
from forumgm.games.resistance.events import LeaderChanged, ProposalVoided
from forumgm.games.resistance.guards import past_end
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.overrides.stepping import player_named
from forumgm.games.resistance.refusals import refuse
from forumgm.games.resistance.terms import NewLeader, Phase

_LEADER_ACTS = frozenset({Phase.PLOT_DEAL, Phase.PROPOSAL})


def void(ledger: Ledger, order: Order) -> Refusal | None:
    """The open proposal never was."""
    state = ledger.state
    if state.phase is not Phase.TEAM_VOTE or state.proposal is None:
        return refuse("nothing_to_void")
    late = past_end(state, order)
    if late is not None:
        return late
    ledger.write(ProposalVoided(state.round.number, state.proposal.attempt), at=order.at)
    return None


def propose_for(ledger: Ledger, order: Order) -> Refusal | None:
    """The team is proposed in the Leader's name. Args: ``leader``, ``team``."""
    state = ledger.state
    if state.phase not in _LEADER_ACTS:
        return refuse("wrong_phase", current=state.phase.value)
    leader = player_named(state, order.args["leader"])
    if isinstance(leader, Refusal):
        return leader
    if leader != state.round.leader:
        return refuse("not_leader", leader=state.round.leader)
    return propose_named(ledger, order)


def lead(ledger: Ledger, order: Order) -> Refusal | None:
    """That player leads, and deals what is undealt. Args: ``player``."""
    state = ledger.state
    player = player_named(state, order.args["player"])
    if isinstance(player, Refusal):
        return player
    if state.phase not in _LEADER_ACTS:
        return refuse("leader_not_now", current=state.phase.value)
    if player == state.round.leader:
        return refuse("leads_anyway", leader=player)
    ledger.write(LeaderChanged(player, NewLeader.OVERRIDE), at=order.at)
    return None
