"""Ending the running period by hand, and reminding (hosting.md, "Closing by hand").

Law: a period closed by hand ends by the printed defaults and counts no delay; it is ordered by stamp against the
ceiling.
"""

from forumgm.core.errors import Refusal
from forumgm.core.orders import Order
from forumgm.games.resistance.ceilings import CEILINGS, expire
from forumgm.games.resistance.guards import past_end, too_early
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.model import State
from forumgm.games.resistance.refusals import refuse


def close(ledger: Ledger, order: Order) -> Refusal | None:
    """The running period ends now."""
    state = ledger.state
    period = state.period
    if period is None or period.closes_at is None or state.phase not in CEILINGS:
        return refuse("nothing_runs", current=state.phase.value)
    refusal = past_end(state, order) or too_early(order, period.opened_at)
    if refusal is not None:
        return refusal
    expire(ledger, at=max(order.at, period.not_before, _last_answer(state)), count_delays=False)
    return None


def _last_answer(state: State) -> int:
    """Return the latest stamp among the answers that are in: the end cannot be before it."""
    stamps = [0]
    if state.window is not None:
        stamps += [p.at for p in state.window.passes.values()] + [p.at for p in state.window.plays]
    elif state.mission is not None:
        stamps += [sent.at for sent in state.mission.votes.values()]
    elif state.proposal is not None:
        stamps += [cast.at for cast in state.proposal.votes.values()]
    return max(stamps)


def remind(ledger: Ledger, _order: Order) -> Refusal | None:
    """Everybody awaited is asked again; nothing changes."""
    if not ledger.state.awaited():
        return refuse("nobody_awaited")
    return None
