"""Proposing a team (resistance.md section 2, step 3).

Laws: the Leader alone, exactly the mission's number of different players, in public, final when read; not while a drawn
card is undealt or an at-once effect is unresolved.
"""

from forumgm.core.errors import Refusal
from forumgm.core.orders import Order
from forumgm.games.resistance.actions._rows import row
from forumgm.games.resistance.guards import known, too_early, unknown_name
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.model import State
from forumgm.games.resistance.pieces import Action
from forumgm.games.resistance.refusals import refuse
from forumgm.games.resistance.voting import propose


def _propose(ledger: Ledger, order: Order, player: str) -> Refusal | None:
    leader = ledger.state.round.leader
    return propose_named(ledger, order) if player == leader else refuse("not_leader", leader=leader)


def propose_named(ledger: Ledger, order: Order) -> Refusal | None:
    """Propose the team that an order names, whoever gave it in the Leader's name. Args: ``team``."""
    state = ledger.state
    refusal = too_early(order, max(state.last_end(), state.cards.drawn_at)) or _cards_in_the_way(state)
    if refusal is not None:
        return refusal
    named = order.args["team"]
    team = tuple(name for name in (known(state, n) for n in named) if name is not None)
    if len(team) != len(named):
        return unknown_name(state, next(n for n in named if known(state, n) is None))
    refusal = _misfit(state, team)
    if refusal is None:
        propose(ledger, team, at=order.at)
    return refusal


def _cards_in_the_way(state: State) -> Refusal | None:
    """Refuse a proposal while a drawn card is undealt or an at-once effect is unresolved."""
    if state.cards.undealt:
        return refuse("cards_undealt", cards=state.cards.undealt)
    if state.cards.choices:
        first = state.cards.choices[0]
        return refuse("choice_awaited", player=first.player, card=first.card)
    return None


def _misfit(state: State, team: tuple[str, ...]) -> Refusal | None:
    """Refuse a team that is not the mission's number of different players."""
    twice = next((name for name in team if team.count(name) > 1), None)
    if twice is not None:
        return refuse("duplicate_member", member=twice)
    if len(team) != state.team_size():
        return refuse("wrong_size", need=state.team_size(), got=len(team))
    return None


ACTION = Action(row("propose"), _propose)
