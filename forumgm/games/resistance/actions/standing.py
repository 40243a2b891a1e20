"""Leaving and clearing standing orders (resistance.md section 5).

Laws: a card order needs the card in hand and takes no condition, a ballot a private vote and no card or target. Left
in an open window or ballot it is the player's answer there (record.md, fine print).
"""

from forumgm.core.errors import Refusal
from forumgm.core.orders import Order
from forumgm.games.resistance.actions._rows import row
from forumgm.games.resistance.actions._using import may_play, object_to
from forumgm.games.resistance.cards import CARDS
from forumgm.games.resistance.events import StandingOrderCleared, StandingOrderSet, TeamVoteCast, WindowPassed
from forumgm.games.resistance.guards import ballot_time, known, unknown_name
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.model import Standing, State
from forumgm.games.resistance.pieces import Action, Use
from forumgm.games.resistance.refusals import refuse
from forumgm.games.resistance.standing import BALLOTS, PASS, USE, order_row, standing_vote
from forumgm.games.resistance.terms import Card, Passed, Phase
from forumgm.games.resistance.windows import is_open

CLEAR = "clear"


def _standing(ledger: Ledger, order: Order, player: str) -> Refusal | None:
    what = order.args["what"]
    if what == CLEAR:
        return _clear(ledger, order, player)
    is_about_card = order.args.get("card") is not None or order.args.get("target") is not None
    is_conditional = bool(order.args.get("on") or order.args.get("unless_on"))
    if what in BALLOTS and not is_about_card:
        return _leave_ballot(ledger, order, player)
    if what in {PASS, USE} and order.args.get("card") is not None and not is_conditional:
        return _leave_card(ledger, order, player)
    return refuse("standing_order", card=None)


def _clear(ledger: Ledger, order: Order, player: str) -> Refusal | None:
    card = order.args.get("card")
    orders = [o for o in ledger.state.standing.get(player, ()) if card is None or o.card == card]
    if not orders:
        return refuse("no_standing_order")
    for left in orders:
        ledger.write(StandingOrderCleared(player, order_row(left)), at=order.at)
    return None


def _names(state: State, order: Order, key: str) -> tuple[str, ...] | Refusal:
    named = tuple(order.args.get(key) or ())
    for name in named:
        if known(state, name) is None:
            return unknown_name(state, name)
    return tuple(known(state, name) or name for name in named)


def _leave_ballot(ledger: Ledger, order: Order, player: str) -> Refusal | None:
    state = ledger.state
    if state.must_vote_in_public(player):
        card = Card.OPINION_MAKER.value if state.holds(player, Card.OPINION_MAKER) else None
        return refuse("votes_public", card=card)
    on, unless_on = _names(state, order, "on"), _names(state, order, "unless_on")
    if isinstance(on, Refusal):
        return on
    if isinstance(unless_on, Refusal):
        return unless_on
    left = Standing(order.args["what"], order.at, on=on, unless_on=unless_on)
    ledger.write(StandingOrderSet(player, order_row(left)), at=order.at)
    _vote_by_it(ledger, order, player)
    return None


def _vote_by_it(ledger: Ledger, order: Order, player: str) -> None:
    """Left while a ballot is open, the order is his vote there, unless he has voted."""
    state = ledger.state
    proposal = state.proposal
    if state.phase is not Phase.TEAM_VOTE or proposal is None or player in proposal.votes:
        return
    if ballot_time(state, order) is not None or order.at < proposal.withdrawn.get(player, 0):
        return
    vote = standing_vote(state, player, proposal.team)
    if vote is not None:
        ledger.write(TeamVoteCast(player, vote, public=False), at=order.at)


def _leave_card(ledger: Ledger, order: Order, player: str) -> Refusal | None:
    state, card = ledger.state, Card(order.args["card"])
    card_row = CARDS[card]
    if card_row.window is None:
        return refuse("standing_order", card=card)
    if not state.holds(player, card):
        return refuse("does_not_hold_card", card=card)
    target = None
    if order.args["what"] == USE and card_row.needs_target:
        named = order.args.get("target")
        if named is None:
            return refuse("target_needed", card=card, options=state.players)
        target = known(state, named)
        if target is None:
            return unknown_name(state, named)
    left = Standing(order.args["what"], order.at, card, target)
    ledger.write(StandingOrderSet(player, order_row(left)), at=order.at)
    _answer_by_it(ledger, order, player, left)
    return None


def _answer_by_it(ledger: Ledger, order: Order, player: str, left: Standing) -> None:
    """Left in the card's open window, the order is his answer there; one that cannot be carried out only waits."""
    state = ledger.state
    assert left.card is not None
    card_row = CARDS[left.card]
    window = card_row.window
    if window is None or not is_open(state, window) or player not in state.unanswered():
        return
    if may_play(state, order, card_row, window, player) is not None:
        return
    if left.what == PASS:
        ledger.write(WindowPassed(window, player, Passed.ANSWER), at=order.at)
        return
    wanted = Use(player, left.target, order.at)
    if not state.is_paused and card_row.play is not None and object_to(state, card_row, wanted) is None:
        card_row.play(ledger, wanted)


ACTION = Action(row("standing"), _standing, in_pause=True)
