"""Setting and striking votes by hand (hosting.md, "Where").

Laws: a team vote may be set in the thread, its words are public already; a mission vote by message only. The Resistance
cannot sabotage, not even by a moderator's hand; as that answer tells a role, a sabotage that is set counts as a look.
"""

from forumgm.core.errors import Refusal
from forumgm.core.items import Channel
from forumgm.core.orders import Order
from forumgm.games.resistance.events import (
    MissionVoteCast,
    MissionVoteWithdrawn,
    SecretsViewed,
    TeamVoteCast,
    TeamVoteWithdrawn,
)
from forumgm.games.resistance.guards import ballot_time, known
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.model import Cast, Sent, State
from forumgm.games.resistance.overrides.stepping import player_named, stepping_in
from forumgm.games.resistance.refusals import refuse
from forumgm.games.resistance.terms import Deed, Phase, Role, Vote, Withdrawn

ROLE_OF = "role of"


def setvote(ledger: Ledger, order: Order) -> Refusal | None:
    """That player's vote on the open ballot is as the moderator says. Args: ``player``, ``value``."""
    player = known(ledger.state, order.args["player"])
    refusal = _SET(ledger.copy(), order)
    is_look = order.args["value"] == Deed.SABOTAGE and ledger.state.phase is Phase.MISSION
    if refusal is not None or not is_look or order.args.get("trial") or player is None:
        return refusal if refusal is not None else _SET(ledger, order)
    ledger.write(SecretsViewed(order.by.name, f"{ROLE_OF} {player}"), at=order.at)
    return None if ledger.state.role_of(player) is Role.RESISTANCE else _SET(ledger, order)


def _set(ledger: Ledger, order: Order) -> Refusal | None:
    state = ledger.state
    player = player_named(state, order.args["player"])
    if isinstance(player, Refusal):
        return player
    refusal = _open_ballot(state, order, player)
    if refusal is not None:
        return refusal
    word = order.args["value"]
    words: tuple[str, ...] = tuple(Deed) if state.phase is Phase.MISSION else tuple(Vote)
    if word not in words:
        return refuse("wrong_ballot_word", options=words)
    down = _down(state, player)
    if down is not None and order.at < down.at:
        return refuse("superseded", at=down.at)
    if state.phase is Phase.MISSION:
        ledger.write(MissionVoteCast(player, Deed(word)), at=order.at)
        return None
    ledger.write(TeamVoteCast(player, Vote(word), state.must_vote_in_public(player)), at=order.at)
    return None


_SET = stepping_in(_set, touches_secrets=True)


def strikevote(ledger: Ledger, order: Order) -> Refusal | None:
    """That player has no vote down on the open ballot. Args: ``player``."""
    state = ledger.state
    player = player_named(state, order.args["player"])
    if isinstance(player, Refusal):
        return player
    refusal = _open_ballot(state, order, player)
    if refusal is not None:
        return refusal
    down = _down(state, player)
    if down is None:
        return refuse("no_vote")
    if order.at < down.at:
        return refuse("superseded", at=down.at)
    event = MissionVoteWithdrawn if state.phase is Phase.MISSION else TeamVoteWithdrawn
    ledger.write(event(player, Withdrawn.STRIKE), at=order.at)
    return None


def _open_ballot(state: State, order: Order, player: str) -> Refusal | None:
    if state.phase is Phase.MISSION and state.mission is not None:
        if order.channel is Channel.THREAD:
            return refuse("mission_votes_private")
        if player not in state.mission.team:
            return refuse("not_on_team")
    elif state.phase is not Phase.TEAM_VOTE:
        return refuse("wrong_phase", current=state.phase.value)
    return ballot_time(state, order)


def _down(state: State, player: str) -> Cast | Sent | None:
    if state.phase is Phase.MISSION and state.mission is not None:
        return state.mission.votes.get(player)
    return state.proposal.votes.get(player) if state.proposal is not None else None
