"""Orders of the GM itself and of its host: opening, start, pause and resume, ceilings (resistance.md section 3).

Laws: pause, resume and extension are ordered by stamp against the ceiling; each stands behind ``overridden`` when a
moderator wants it, an automatic pause has none. On resuming each period gets the time it had left.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from forumgm.core.errors import Refusal
from forumgm.core.orders import ActorKind, GmVerb, Order
from forumgm.games.resistance.ceilings import CEILINGS
from forumgm.games.resistance.events import (
    RECORD_VERSION,
    CeilingChanged,
    GameEnded,
    GameOpened,
    GamePaused,
    GameResumed,
    ItemFlagged,
    Overridden,
)
from forumgm.games.resistance.guards import past_end
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.options import OptionsError, load, to_record
from forumgm.games.resistance.refusals import refuse
from forumgm.games.resistance.starting import start
from forumgm.games.resistance.terms import Ending, Flagged, NewCeiling
from forumgm.games.resistance.windows import carry_out_standing

POSTED_LATE = 300
"""Seconds between a decision and its post that are not given back."""


def override(ledger: Ledger, order: Order) -> None:
    """Write that a moderator stepped in; nothing if the GM acts of itself."""
    if order.by.kind is ActorKind.MODERATOR:
        reason = order.args.get("reason")
        ledger.write(Overridden(order.by.name, order.text or order.verb, reason), at=order.at)


def open_game(ledger: Ledger, order: Order) -> Refusal | None:
    """Sign-up opens. Args: ``game``, ``thread``, ``options`` (plain), ``commitment`` (default: that of the secret)."""
    if ledger.state.is_open:
        return refuse("already_open")
    try:
        options = load(order.args.get("options") or {})
    except OptionsError as error:
        return refuse("bad_options", problems=error.problems)
    commitment = order.args.get("commitment") or ledger.chance.commitment
    opened = GameOpened(RECORD_VERSION, order.args["game"], order.args["thread"], to_record(options), commitment)
    ledger.write(opened, at=order.at)
    return None


def start_game(ledger: Ledger, _order: Order) -> Refusal | None:
    """The host starts the game with the seats that are ready."""
    return start(ledger)


def pause(ledger: Ledger, order: Order) -> Refusal | None:
    """All clocks stand still from the order's stamp."""
    if not ledger.state.has_started:
        return refuse("not_started")
    if ledger.state.is_paused:
        return refuse("already_paused", since=ledger.state.paused_at)
    override(ledger, order)
    ledger.write(GamePaused(), at=order.at)
    return None


def resume(ledger: Ledger, order: Order) -> Refusal | None:
    """The clocks run again from the order's stamp; what became complete in the pause closes then."""
    paused_at = ledger.state.paused_at
    if paused_at is None:
        return refuse("not_paused")
    if order.at < paused_at:
        return refuse("too_early", since=paused_at)
    override(ledger, order)
    ledger.write(GameResumed(_resumed_ceiling(ledger, order.at, paused_at)), at=order.at)
    if ledger.state.window is not None and ledger.state.standing:
        carry_out_standing(ledger, at=order.at, since=paused_at)
    return None


def _resumed_ceiling(ledger: Ledger, at: int, paused_at: int) -> int | None:
    period = ledger.state.period
    if period is None or period.closes_at is None:
        return None
    if period.restart:
        return at + CEILINGS[ledger.state.phase].lasts(ledger.state.options)
    return at + max(0, period.closes_at - paused_at)


def extend(ledger: Ledger, order: Order) -> Refusal | None:
    """The running period ends later. Args: ``seconds``."""
    period = ledger.state.period
    if period is None or period.closes_at is None:
        return refuse("nothing_runs", current=ledger.state.phase.value)
    late = past_end(ledger.state, order)
    if late is not None:
        return late
    override(ledger, order)
    ledger.write(CeilingChanged(period.closes_at + order.args["seconds"], NewCeiling.OVERRIDE), at=order.at)
    return None


def abort(ledger: Ledger, order: Order) -> Refusal | None:
    """The game ends without a winner and everything is published; before the start that is the secret (record.md)."""
    override(ledger, order)
    ledger.write(GameEnded(None, Ending.OVERRIDE, ledger.chance.reveal()), at=order.at)
    return None


def posted_late(ledger: Ledger, order: Order) -> Refusal | None:
    """The post that announces a period was stamped late. Args: ``period`` (seq), ``seconds`` behind the decision."""
    period, seconds = ledger.state.period, order.args["seconds"]
    if period is None or period.seq != order.args["period"] or period.closes_at is None or seconds <= POSTED_LATE:
        return refuse("not_due")
    ledger.write(CeilingChanged(period.closes_at + seconds, NewCeiling.POSTED_LATE), at=order.at)
    return None


def outage(ledger: Ledger, order: Order) -> Refusal | None:
    """The forum was down. Args: ``start`` and ``end`` of it; ``total``: seconds of all outages inside the period."""
    state = ledger.state
    period = state.period
    if period is None or period.closes_at is None or state.is_paused:
        return refuse("no_time_back")
    inside = min(order.args["end"], period.closes_at) - max(order.args["start"], period.opened_at)
    total = max(order.args.get("total", 0), period.given_back + inside)
    if inside <= 0 or total <= state.options.outage_limit:
        return refuse("no_time_back")
    given = total - period.given_back
    ledger.write(CeilingChanged(period.closes_at + given, NewCeiling.OUTAGE), at=order.at)
    return None


def flag_item(ledger: Ledger, order: Order) -> Refusal | None:
    """An item was edited or deleted after it was read. Args: ``item``, ``because``."""
    ledger.write(ItemFlagged(order.args["item"], Flagged(order.args["because"])), at=order.at)
    return None


HOSTING: Mapping[str, Callable[[Ledger, Order], Refusal | None]] = MappingProxyType(
    {
        GmVerb.OPEN: open_game,
        "start": start_game,
        GmVerb.PAUSE: pause,
        GmVerb.RESUME: resume,
        "extend": extend,
        "abort": abort,
        GmVerb.POSTED_LATE: posted_late,
        GmVerb.OUTAGE: outage,
        GmVerb.FLAG_ITEM: flag_item,
    }
)
"""By the GM (``open``, ``posted_late``, ``outage``, ``flag_item``, ``pause``) or a moderator (the others)."""
