"""Taking a vote back: on a team or on a mission, whichever ballot is open (resistance.md section 3)."""

from forumgm.core.errors import Refusal
from forumgm.core.orders import Order
from forumgm.games.resistance.actions._rows import row
from forumgm.games.resistance.events import MissionVoteWithdrawn, TeamVoteWithdrawn
from forumgm.games.resistance.guards import ballot_time
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.model import Cast, Sent
from forumgm.games.resistance.options import VoteChange
from forumgm.games.resistance.pieces import Action
from forumgm.games.resistance.refusals import refuse
from forumgm.games.resistance.terms import Phase, Withdrawn


def _withdraw(ledger: Ledger, order: Order, player: str) -> Refusal | None:
    state = ledger.state
    late = ballot_time(state, order)
    if late is not None:
        return late
    down: Cast | Sent | None
    if state.phase is Phase.MISSION and state.mission is not None:
        down = state.mission.votes.get(player)
    else:
        down = state.proposal.votes.get(player) if state.proposal is not None else None
    if down is None:
        return refuse("no_vote")
    if state.options.vote_change is VoteChange.NEVER:
        return refuse("votes_final")
    if order.at < down.at:
        return refuse("superseded", at=down.at)
    if state.phase is Phase.MISSION:
        ledger.write(MissionVoteWithdrawn(player, Withdrawn.PLAYER), at=order.at)
    else:
        ledger.write(TeamVoteWithdrawn(player, Withdrawn.PLAYER), at=order.at)
    return None


ACTION = Action(row("withdraw_vote"), _withdraw, in_pause=True)
