"""The start: who plays, in which order, with which roles (resistance.md sections 1 and 6, record.md *Start*).

Law: the first ten seats by joining that are ready play; each other seat becomes a reserve, in order.
"""

from forumgm.core.chance import roster_order
from forumgm.core.errors import Refusal
from forumgm.games.resistance.events import GameStarted, ReserveJoined
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.refusals import refuse
from forumgm.games.resistance.tables import MAX_PLAYERS, MIN_PLAYERS
from forumgm.games.resistance.terms import Role


def start(ledger: Ledger) -> Refusal | None:
    """Roles are dealt and the leader order is drawn, dated now."""
    state = ledger.state
    if state.has_started:
        return refuse("already_started")
    playing = [seat for seat in state.table.seats if seat.ready][:MAX_PLAYERS]
    if len(playing) < MIN_PLAYERS:
        return refuse("too_few", need=MIN_PLAYERS, got=len(playing))
    for seat in state.table.seats:
        if seat not in playing:
            ledger.write(ReserveJoined(seat.name, seat.account), at=ledger.now)
    names = roster_order([seat.name for seat in playing])
    counts = state.options.roles[len(names)]
    draws = ledger.chance.for_roster(names)
    order = tuple(draws.stream("order").shuffle(names))
    dealt = draws.stream("roles").shuffle([Role.SPY] * counts.spies + [Role.RESISTANCE] * counts.resistance)
    roles = dict(zip(names, dealt, strict=True))
    ledger.write(GameStarted(order, roles, order[0], state.opening.commitment), at=ledger.now)
    return None


def start_if_full(ledger: Ledger) -> None:
    """Start of itself at N ready seats, where the options say so."""
    state = ledger.state
    wanted = state.options.start_at
    if wanted is not None and not state.has_started and sum(seat.ready for seat in state.table.seats) >= wanted:
        start(ledger)
