"""The guard ladder, always in this order: game running, a player, the channel, phase and time, then the action's own.

Laws: identity is the account. An order stamped after its period's end is refused with the time of the end, even if the
closing is not yet recorded; once it is, an earlier stamp changes nothing (resistance.md section 3).
"""

from collections.abc import Iterable
from functools import lru_cache

from forumgm.core.errors import Refusal
from forumgm.core.items import Channel
from forumgm.core.orders import Order
from forumgm.games.resistance.model import State
from forumgm.games.resistance.pieces import Action
from forumgm.games.resistance.refusals import refuse
from forumgm.games.resistance.terms import CARD_CHOICE, Phase


def player_of(state: State, order: Order) -> str:
    """Return the name of the player whose seat the order's author holds, or held at its stamp; "" if none."""
    seat = state.seat_of(order.by.account, order.at)
    return seat.name if seat is not None else ""


def pass_ladder(state: State, action: Action, order: Order, player: str) -> Refusal | None:
    """Climb the ladder up to the phase."""
    if not state.is_open:
        return refuse("not_open")
    if state.is_over:
        return refuse("game_over")
    if state.is_paused and not action.in_pause:
        return refuse("game_paused", since=state.paused_at)
    if action.for_players and not player:
        return refuse("not_a_player")
    if order.channel not in action.verb.channels:
        return wrong_channel(action.verb.channels)
    phases = _phases(action.verb.phases)
    if phases and state.phase not in phases:
        return not_now(state, order, phases)
    return None


@lru_cache(maxsize=64)
def _phases(names: frozenset[str]) -> tuple[Phase, ...]:
    return tuple(Phase.PLOT_DEAL if name == CARD_CHOICE else Phase(name) for name in sorted(names))


def wrong_channel(right: Iterable[Channel]) -> Refusal:
    """Say where the order belongs."""
    return refuse("wrong_channel", where=next(iter(right)).value)


def not_now(state: State, order: Order, phases: Iterable[Phase]) -> Refusal:
    """Say why an order for these phases is refused now: too late, sent in time but seen late, or not its turn."""
    past = [state.closed[phase] for phase in phases if phase in state.closed]
    if not past:
        return refuse("wrong_phase", current=state.phase.value)
    closed = max(past, key=lambda c: c.seq)
    if closed.opened_at <= order.at <= closed.ended_at:
        return refuse("closing_recorded", ended_at=closed.ended_at, current=state.phase.value)
    if order.at > closed.ended_at:
        return refuse("period_over", ended_at=closed.ended_at, current=state.phase.value)
    return refuse("wrong_phase", current=state.phase.value)


def ballot_time(state: State, order: Order) -> Refusal | None:
    """Say what is wrong with the stamp of a vote on the open ballot."""
    period = state.period
    assert period is not None
    if order.at < period.opened_at:
        return refuse("late_for_previous", opened_at=period.opened_at, current=state.phase.value)
    return past_end(state, order)


def past_end(state: State, order: Order) -> Refusal | None:
    """Refuse what was stamped after the running period's ceiling."""
    if state.is_past_end(order.at) and state.period is not None:
        return refuse("period_over", ended_at=state.period.closes_at, current=state.phase.value)
    return None


def too_early(order: Order, since: int) -> Refusal | None:
    """Refuse what was stamped before there was anything to do."""
    return refuse("too_early", since=since) if order.at < since else None


def known(state: State, name: str) -> str | None:
    """Return the present name of the player that goes or went by this forum name; None if it is nobody's."""
    seat = state.seat(name)
    return seat.name if seat is not None else None


def unknown_name(state: State, name: str) -> Refusal:
    """Say that a name is no player."""
    return refuse("unknown_name", name=name, players=state.players)
