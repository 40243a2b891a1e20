"""Votes that a moderator sets or strikes."""

from forumgm.core.errors import Refusal
from forumgm.core.items import Channel
from forumgm.core.orders import Order
from forumgm.games.resistance.events import MissionVoteCast, MissionVoteWithdrawn, TeamVoteCast, TeamVoteWithdrawn
from forumgm.games.resistance.guards import known, past_end, unknown_name
from forumgm.games.resistance.hosting import override
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.model import State
from forumgm.games.resistance.refusals import refuse
from forumgm.games.resistance.terms import Deed, Phase, Role, Vote, Withdrawn


def set_vote(ledger: Ledger, order: Order) -> Refusal | None:
    """That player's vote on the open ballot is as said. Args: ``player``, ``value``.

    A team vote may be set in the thread too, since its words are public already; a mission vote by message only.
    """
    state = ledger.state
    player, refusal = _named(state, order)
    if refusal is not None:
        return refusal
    value = str(order.args["value"])
    if state.phase is Phase.TEAM_VOTE and value in set(Vote):
        override(ledger, order)
        ledger.write(TeamVoteCast(player, Vote(value), public=state.must_vote_in_public(player)), at=order.at)
        return None
    if state.phase is Phase.MISSION and value in set(Deed):
        if order.channel is not Channel.PRIVATE:
            return refuse("mission_votes_private")
        if not state.is_on_team(player):
            return refuse("not_on_team")
        if Deed(value) is Deed.SABOTAGE and state.role_of(player) is not Role.SPY:
            return refuse("resistance_must_support")
        override(ledger, order)
        ledger.write(MissionVoteCast(player, Deed(value)), at=order.at)
        return None
    if state.phase in (Phase.TEAM_VOTE, Phase.MISSION):
        options = tuple(Vote) if state.phase is Phase.TEAM_VOTE else tuple(Deed)
        return refuse("wrong_ballot_word", options=[str(o) for o in options])
    return refuse("wrong_phase", current=state.phase.value)


def strike_vote(ledger: Ledger, order: Order) -> Refusal | None:
    """That player has no vote down on the open ballot. Args: ``player``."""
    state = ledger.state
    player, refusal = _named(state, order)
    if refusal is not None:
        return refusal
    if state.phase is Phase.TEAM_VOTE and state.proposal is not None and player in state.proposal.votes:
        override(ledger, order)
        ledger.write(TeamVoteWithdrawn(player, Withdrawn.STRIKE), at=order.at)
        return None
    if state.phase is Phase.MISSION and state.mission is not None:
        if order.channel is not Channel.PRIVATE:
            return refuse("mission_votes_private")
        if player in state.mission.votes:
            override(ledger, order)
            ledger.write(MissionVoteWithdrawn(player, Withdrawn.STRIKE), at=order.at)
            return None
    return refuse("no_vote")


def _named(state: State, order: Order) -> tuple[str, Refusal | None]:
    """The player that is meant; refused for a moderator with a seat before any vote or role is looked at."""
    if state.seat_of(order.by.account) is not None:
        return "", refuse("seated_moderator")
    name = str(order.args["player"])
    player = known(state, name)
    if player is None or player not in state.table.order:
        return "", unknown_name(state, name)
    return player, past_end(state, order)
