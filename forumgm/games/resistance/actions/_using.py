"""Using a card, by whatever command it was said: guards shared by ``play_card``, ``use_card`` and ``standing``."""

from forumgm.core.errors import Refusal
from forumgm.core.orders import Order
from forumgm.games.resistance.cards import CARDS
from forumgm.games.resistance.events import StandingOrderSet, WindowPassWithdrawn
from forumgm.games.resistance.guards import known, not_now, past_end, too_early, unknown_name, wrong_channel
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.model import WINDOW_PHASE, Standing, State
from forumgm.games.resistance.pieces import CardRow, Use
from forumgm.games.resistance.refusals import refuse
from forumgm.games.resistance.standing import USE, order_row
from forumgm.games.resistance.terms import Card, Phase, Window
from forumgm.games.resistance.windows import earliest, is_open, may_choose_again


def use(ledger: Ledger, order: Order, player: str, card: Card) -> Refusal | None:
    """Use a card: in its window if it is held, as the awaited choice if it works at once."""
    row, state = CARDS[card], ledger.state
    if order.channel not in row.channels:
        return wrong_channel(row.channels)
    target = order.args.get("target")
    if target is not None:
        target = known(state, target)
        if target is None:
            return unknown_name(state, order.args["target"])
    if row.window is not None:
        return _use_in_window(ledger, order, row, row.window, Use(player, target, order.at))
    takes = order.args.get("takes")
    return _use_at_once(ledger, order, row, Use(player, target, order.at, Card(takes) if takes else None))


def _use_at_once(ledger: Ledger, order: Order, row: CardRow, wanted: Use) -> Refusal | None:
    state = ledger.state
    if row.play is None:
        return refuse("not_awaited", card=row.card)
    if state.phase is not Phase.PLOT_DEAL:
        return not_now(state, order, (Phase.PLOT_DEAL,))
    choice = state.choice_of(wanted.player, row.card)
    if choice is None:
        return refuse("not_awaited", card=row.card)
    refusal = too_early(order, choice.since) or object_to(state, row, wanted)
    if refusal is None:
        row.play(ledger, wanted)
    return refusal


def object_to(state: State, row: CardRow, wanted: Use) -> Refusal | None:
    """Say what is wrong with the target."""
    if row.needs_target and wanted.target is None:
        return refuse("target_needed", card=row.card, options=row.targets(state, wanted.player))
    return row.object_to(state, wanted)


def may_play(state: State, order: Order, row: CardRow, window: Window, player: str) -> Refusal | None:
    """Say why this player may not play this card in its window now; nothing about the target."""
    if not state.holds(player, row.card):
        return refuse("does_not_hold_card", card=row.card)
    if not is_open(state, window):
        phase = WINDOW_PHASE[window]
        if row.card is Card.STRONG_LEADER and player == state.round.leader:
            return refuse("leads_already")
        if phase not in state.closed:
            return refuse("window_closed", card=row.card, closed_at=None, current=state.phase.value)
        return not_now(state, order, (phase,))
    assert state.window is not None
    if player not in state.window.holders:
        return refuse("leads_already") if window is Window.STRONG_LEADER else refuse("nothing_to_pass")
    return past_end(state, order) or too_early(order, earliest(state, window))


def _use_in_window(ledger: Ledger, order: Order, row: CardRow, window: Window, wanted: Use) -> Refusal | None:
    state = ledger.state
    if window is Window.CLOSE_EYE and state.phase is Phase.MISSION and state.holds(wanted.player, row.card):
        return _keep_as_answer(ledger, order, row, wanted)
    refusal = may_play(state, order, row, window, wanted.player)
    if refusal is not None:
        return refusal
    refusal = object_to(state, row, wanted)
    if refusal is not None:
        again = refusal.code == "already_looked_at" and may_choose_again(ledger)
        return None if again else refusal
    assert state.window is not None
    if wanted.player in state.window.passes:
        ledger.write(WindowPassWithdrawn(window, wanted.player), at=order.at)
    assert row.play is not None
    row.play(ledger, wanted)
    return None


def _keep_as_answer(ledger: Ledger, order: Order, row: CardRow, wanted: Use) -> Refusal | None:
    """A Close Eye's target may be named once the mission has started; it waits for the window."""
    state = ledger.state
    assert state.period is not None
    refusal = too_early(order, state.period.opened_at) or object_to(state, row, wanted)
    if refusal is None:
        kept = Standing(USE, order.at, row.card, wanted.target, round=state.round.number)
        ledger.write(StandingOrderSet(wanted.player, order_row(kept)), at=order.at)
    return refusal
