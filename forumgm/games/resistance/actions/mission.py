"""Voting on a mission (resistance.md section 2, step 5, and section 4, Spotlight).

Laws: a Resistance SABOTAGE is refused in private and not recorded. In the thread only the Spotlight's target may
answer, and even then the GM answers in private.
"""

from forumgm.core.errors import Refusal
from forumgm.core.items import Channel
from forumgm.core.orders import Order
from forumgm.games.resistance.actions._rows import row
from forumgm.games.resistance.events import MissionVoteCast
from forumgm.games.resistance.guards import ballot_time
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.model import State
from forumgm.games.resistance.options import VoteChange
from forumgm.games.resistance.pieces import Action
from forumgm.games.resistance.refusals import refuse
from forumgm.games.resistance.terms import Deed, Role


def _mission(ledger: Ledger, order: Order, player: str) -> Refusal | None:
    state, word = ledger.state, order.args["value"]
    if word not in set(Deed):
        return refuse("wrong_ballot_word", options=tuple(d.value for d in Deed))
    refusal = _may_answer(state, order, player)
    if refusal is not None:
        return refusal
    deed = Deed(word)
    if deed is Deed.SABOTAGE and state.role_of(player) is Role.RESISTANCE:
        return refuse("resistance_must_support")
    ledger.write(MissionVoteCast(player, deed), at=order.at)
    return None


def _may_answer(state: State, order: Order, player: str) -> Refusal | None:
    mission = state.mission
    assert mission is not None
    if player not in mission.team:
        return refuse("not_on_team")
    if order.channel is Channel.THREAD and player != mission.spotlight:
        return refuse("mission_votes_private")
    late = ballot_time(state, order)
    if late is not None:
        return late
    earlier = mission.votes.get(player)
    if earlier is not None and state.options.vote_change is VoteChange.NEVER:
        return refuse("votes_final")
    last = max(earlier.at if earlier is not None else 0, mission.withdrawn.get(player, 0))
    return refuse("superseded", at=last) if order.at < last else None


ACTION = Action(row("mission"), _mission, in_pause=True)
