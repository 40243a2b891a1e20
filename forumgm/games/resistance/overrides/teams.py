"""Teams, the lead and the running period, in a moderator's hand."""

from forumgm.core.errors import Refusal
from forumgm.core.orders import Order
from forumgm.games.resistance.actions.propose import cards_in_the_way, team_fits
from forumgm.games.resistance.ceilings import CEILINGS, expire
from forumgm.games.resistance.events import LeaderChanged, ProposalVoided
from forumgm.games.resistance.guards import known, past_end, unknown_name
from forumgm.games.resistance.hosting import override
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.refusals import refuse
from forumgm.games.resistance.terms import NewLeader, Phase
from forumgm.games.resistance.voting import propose


def void(ledger: Ledger, order: Order) -> Refusal | None:
    """The open proposal never was; its number goes back and the Leader proposes again."""
    state = ledger.state
    if state.phase is not Phase.TEAM_VOTE or state.proposal is None:
        return refuse("nothing_to_void")
    override(ledger, order)
    ledger.write(ProposalVoided(state.round.number, state.proposal.attempt), at=order.at)
    return None


def propose_for(ledger: Ledger, order: Order) -> Refusal | None:
    """The team is proposed in the Leader's name. Args: ``leader``, ``team``."""
    state = ledger.state
    if state.phase is not Phase.PROPOSAL:
        in_the_way = cards_in_the_way(state)
        return in_the_way or refuse("wrong_phase", current=state.phase.value)
    if known(state, str(order.args["leader"])) != state.round.leader:
        return refuse("not_leader", leader=state.round.leader)
    named = tuple(order.args["team"])
    team = tuple(name for name in (known(state, n) for n in named) if name is not None)
    if len(team) != len(named):
        return unknown_name(state, next(n for n in named if known(state, n) is None))
    refusal = team_fits(state, team)
    if refusal is None:
        override(ledger, order)
        propose(ledger, team, at=order.at)
    return refusal


def appoint(ledger: Ledger, order: Order) -> Refusal | None:
    """That player leads; undealt cards go with the lead. Args: ``player``. Only while cards or a team are awaited."""
    state = ledger.state
    player = known(state, str(order.args["player"]))
    if player is None:
        return unknown_name(state, str(order.args["player"]))
    if state.phase not in (Phase.PLOT_DEAL, Phase.PROPOSAL):
        return refuse("leader_not_now", current=state.phase.value)
    if player == state.round.leader:
        return refuse("leads_already")
    override(ledger, order)
    ledger.write(LeaderChanged(player, NewLeader.OVERRIDE), at=order.at)
    return None


def close(ledger: Ledger, order: Order) -> Refusal | None:
    """The running period ends now by its printed defaults; no delay is counted (hosting.md)."""
    state = ledger.state
    if state.period is None or state.phase not in CEILINGS:
        return refuse("nothing_runs", current=state.phase.value)
    if state.is_paused:
        return refuse("game_paused", since=state.paused_at)
    late = past_end(state, order)
    if late is not None:
        return late
    override(ledger, order)
    expire(ledger, at=order.at, count_delays=False)
    return None
