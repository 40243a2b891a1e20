"""Undo: the game stands where it stood (hosting.md, "Undo").

Laws: a unit is one order with all it caused; notes, names and seats that changed hands are no units, and what of
them lies in the stretch is written again. The reopened period gets the time it had left, at least a quarter of its
ceiling. Nothing is undone past the start or after the end.
"""

from collections.abc import Sequence

from forumgm.core.errors import Refusal
from forumgm.core.events import Event, Recorded, Rewind
from forumgm.core.kernel import standing
from forumgm.core.orders import Order
from forumgm.games.resistance import events as ev
from forumgm.games.resistance.applying import applied
from forumgm.games.resistance.applying.clocks import GM_NAME, rewound
from forumgm.games.resistance.ceilings import CEILINGS
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.model import State
from forumgm.games.resistance.refusals import refuse
from forumgm.games.resistance.terms import NewCeiling, Passed

KEPT: tuple[type[Event], ...] = (
    ev.PlayerReplaced,
    ev.NicknameSet,
    ev.NoteAdded,
    ev.PlayerAbsent,
    ev.ReserveJoined,
    ev.PlayerLeft,
)
"""Administrative events: written again behind an undo."""
_NO_UNIT = (
    *KEPT,
    ev.Announced,
    ev.SecretsViewed,
    ev.ItemFlagged,
    ev.Overridden,
    ev.GamePaused,
    ev.GameResumed,
    ev.CeilingChanged,
    ev.Undone,
)
"""What alone makes no order that changed the game."""
_QUARTER = 4


def undo(ledger: Ledger, order: Order) -> Refusal | None:
    """Take back the last order, ``count`` of them, or all behind ``to_seq``. ``lapsed``: the yes came too late."""
    state = ledger.state
    if order.args.get("lapsed"):
        return refuse("question_lapsed")
    if order.args.get("to") is not None and order.args.get("to_seq") is None:
        return refuse("no_such_post", number=order.args["to"])
    if not state.has_started:
        return refuse("undo_past_start")
    counted = standing(ledger.log())
    to_seq = _target(counted, order)
    started = next(r.seq for r in counted if isinstance(r.event, ev.GameStarted))
    if to_seq is None or to_seq < started:
        return refuse("undo_past_start")
    if to_seq >= counted[-1].seq or not any(r.seq == to_seq for r in counted):
        return refuse("nothing_to_undo")
    _go_back(ledger, order, counted, to_seq)
    return None


def _target(counted: Sequence[Recorded], order: Order) -> int | None:
    """Return the last event that still counts; None if there are not so many units behind the start."""
    if order.args.get("to_seq") is not None:
        return int(order.args["to_seq"])
    starts = [unit[0].seq for unit in units(counted) if any(not isinstance(r.event, _NO_UNIT) for r in unit)]
    count = max(1, order.args.get("count") or 1)
    if len(starts) < count:
        return None
    first = starts[-count]
    return max((r.seq for r in counted if r.seq < first), default=None)


def units(counted: Sequence[Recorded]) -> list[list[Recorded]]:
    """Return the events in the orders that caused them: those of one item together, those of each clock together."""
    grouped: list[list[Recorded]] = []
    for recorded in counted:
        last = grouped[-1][-1] if grouped else None
        if last is None or recorded.source != last.source or (recorded.source is None and _strikes(last, recorded)):
            grouped.append([])
        grouped[-1].append(recorded)
    return grouped


def _strikes(last: Recorded, recorded: Recorded) -> bool:
    """Whether a clock's order begins here, behind another order of clock or GM."""
    event = recorded.event
    if isinstance(event, ev.WindowPassed):
        return event.because == Passed.CEILING and not isinstance(last.event, ev.WindowPassed)
    if isinstance(event, ev.MissionClosed):
        return not isinstance(last.event, ev.WindowClosed)
    if isinstance(event, ev.WindowOpened):
        return isinstance(last.event, ev.MissionStarted)
    return isinstance(event, ev.TeamVoteClosed | ev.IdleActed | ev.CeilingChanged | ev.GamePaused | ev.ItemFlagged)


def _go_back(ledger: Ledger, order: Order, counted: Sequence[Recorded], to_seq: int) -> None:
    past = _folded(counted, to_seq)
    last = next(r for r in counted if r.seq == to_seq)
    ledger.go_back(ev.Undone(to_seq), past, at=order.at)
    for recorded in counted:
        event = recorded.event
        is_own_note = isinstance(event, ev.NoteAdded) and event.moderator == GM_NAME
        if recorded.seq > to_seq and isinstance(event, KEPT) and not is_own_note:
            ledger.write(event, at=recorded.at)
    period = past.period
    if period is None or period.closes_at is None:
        return
    ceiling = CEILINGS[past.phase].lasts(past.options)
    left = max(period.closes_at - last.at, -(-ceiling // _QUARTER))
    runs_from = order.at if ledger.state.is_paused else ledger.now
    ledger.write(ev.CeilingChanged(runs_from + left, NewCeiling.UNDONE), at=ledger.now)


def _folded(counted: Sequence[Recorded], to_seq: int) -> State:
    """Return the state after ``to_seq``: the events that still counted then, folded once."""
    state = State()
    for recorded in counted:
        if recorded.seq > to_seq:
            break
        if isinstance(recorded.event, Rewind):
            state = rewound(state, state, at=recorded.at, seq=recorded.seq)
        else:
            state = applied(state, recorded.event, at=recorded.at, seq=recorded.seq)
    return state
