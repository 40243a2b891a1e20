"""Voting on a proposed team (resistance.md sections 2 and 3).

Laws: in private, but in the thread for whoever holds Opinion Maker (or with ``votes = public``); the later stamp
counts.
"""

from forumgm.core.errors import Refusal
from forumgm.core.items import Channel
from forumgm.core.orders import Order
from forumgm.games.resistance.actions._rows import row
from forumgm.games.resistance.events import TeamVoteCast
from forumgm.games.resistance.guards import ballot_time
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.model import State
from forumgm.games.resistance.options import VoteChange
from forumgm.games.resistance.pieces import Action
from forumgm.games.resistance.refusals import refuse
from forumgm.games.resistance.terms import Card, Vote


def _vote(ledger: Ledger, order: Order, player: str) -> Refusal | None:
    state, word = ledger.state, order.args["value"]
    if word not in set(Vote):
        return refuse("wrong_ballot_word", options=tuple(v.value for v in Vote))
    public = order.channel is Channel.THREAD
    refusal = ballot_time(state, order) or _channel(state, player, public=public) or _replaces(state, order, player)
    if refusal is not None:
        return refusal
    ledger.write(TeamVoteCast(player, Vote(word), public), at=order.at)
    return None


def _channel(state: State, player: str, *, public: bool) -> Refusal | None:
    if state.must_vote_in_public(player) and not public:
        card = Card.OPINION_MAKER.value if state.holds(player, Card.OPINION_MAKER) else None
        return refuse("votes_public", card=card)
    if public and not state.must_vote_in_public(player):
        return refuse("votes_private")
    return None


def _replaces(state: State, order: Order, player: str) -> Refusal | None:
    """Refuse what may not, or does not, replace what is down already."""
    assert state.proposal is not None
    earlier = state.proposal.votes.get(player)
    if earlier is not None and state.options.vote_change is VoteChange.NEVER:
        return refuse("votes_final")
    last = max(earlier.at if earlier is not None else 0, state.proposal.withdrawn.get(player, 0))
    return refuse("superseded", at=last) if order.at < last else None


ACTION = Action(row("vote"), _vote, in_pause=True)
