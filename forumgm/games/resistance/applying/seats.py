"""Who sits there: sign-up, start, nicknames, replacement.

Law: a replacement renames the seat everywhere in the state; what was recorded before keeps the old name.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from types import MappingProxyType
from typing import Any

from forumgm.core.events import Event
from forumgm.games.resistance.events import (
    GameOpened,
    GameStarted,
    NicknameSet,
    PlayerAbsent,
    PlayerJoined,
    PlayerLeft,
    PlayerReplaced,
    ReserveJoined,
    RoleConfirmed,
    SeatReady,
)
from forumgm.games.resistance.evolve import evolve
from forumgm.games.resistance.model import Anew, Former, Opening, Round, Seat, State, Table
from forumgm.games.resistance.options import load
from forumgm.games.resistance.terms import Phase, Role


def _game_opened(state: State, event: GameOpened, at: int, seq: int) -> State:
    opening = Opening(event.game, event.thread, event.commitment, load(event.options))
    return evolve(state, at=at, seq=seq, opening=opening)


def _player_joined(state: State, event: PlayerJoined, at: int, seq: int) -> State:
    table = state.table
    seat = Seat(event.player, event.account, tuple(event.nicknames), ready=not state.options.handshake)
    reserves = tuple(s for s in table.reserves if s.account != event.account)
    return evolve(state, at=at, seq=seq, table=evolve(table, seats=(*table.seats, seat), reserves=reserves))


def _reserve_joined(state: State, event: ReserveJoined, at: int, seq: int) -> State:
    table = state.table
    seats = tuple(s for s in table.seats if s.account != event.account)
    reserves = (*(s for s in table.reserves if s.account != event.account), Seat(event.player, event.account))
    return evolve(state, at=at, seq=seq, table=evolve(table, seats=seats, reserves=reserves))


def _player_left(state: State, event: PlayerLeft, at: int, seq: int) -> State:
    table = state.table
    seats = tuple(s for s in table.seats if s.name != event.player) if not table.order else table.seats
    reserves = tuple(s for s in table.reserves if s.name != event.player)
    return evolve(state, at=at, seq=seq, table=evolve(table, seats=seats, reserves=reserves))


def _with_seat(state: State, player: str, at: int, seq: int, change: Callable[[Seat], Seat]) -> State:
    seats = tuple(change(s) if s.name == player else s for s in state.table.seats)
    return evolve(state, at=at, seq=seq, table=evolve(state.table, seats=seats))


def _seat_ready(state: State, event: SeatReady, at: int, seq: int) -> State:
    return _with_seat(state, event.player, at, seq, lambda seat: evolve(seat, ready=True))


def _role_confirmed(state: State, event: RoleConfirmed, at: int, seq: int) -> State:
    return _with_seat(state, event.player, at, seq, lambda seat: evolve(seat, ready=True))


def _nickname_set(state: State, event: NicknameSet, at: int, seq: int) -> State:
    return _with_seat(state, event.player, at, seq, lambda seat: evolve(seat, nicknames=tuple(event.nicknames)))


def _player_absent(state: State, event: PlayerAbsent, at: int, seq: int) -> State:
    return _with_seat(state, event.player, at, seq, lambda seat: evolve(seat, absent=event.text))


def _game_started(state: State, event: GameStarted, at: int, seq: int) -> State:
    by_name = {seat.name: seat for seat in state.table.seats}
    confirmed = not state.options.confirm_roles
    seats = tuple(evolve(by_name.get(name, Seat(name, "")), ready=confirmed) for name in event.order)
    roles = MappingProxyType({name: Role(role) for name, role in event.roles.items()})
    table = Table(seats, state.table.reserves, tuple(event.roles), tuple(event.order), roles)
    return evolve(
        state, at=at, seq=seq, phase=Phase.ROLE_CONFIRM, table=table, round=Round(leader=event.leader), period=None
    )


def _player_replaced(state: State, event: PlayerReplaced, at: int, seq: int) -> State:
    old, new = event.old, event.new
    seats = []
    for seat in state.table.seats:
        if seat.name == old:
            former = (*seat.former, Former(old, seat.account, at))
            seat = Seat(new, event.account, ready=seat.ready, former=former)
        seats.append(seat)
    table = state.table
    reserves = tuple(s for s in table.reserves if s.account != event.account)
    moved = {
        name: _renamed(getattr(state, name), old, new)
        for name in ("cards", "round", "proposal", "mission", "window", "chronicle")
    }
    standing = {p: _renamed(orders, old, new) for p, orders in state.standing.items() if p != old}
    period, anew = state.period, Anew(seq, at)
    if period is not None and state.is_paused and old in state.awaited():
        period = evolve(period, restart=True)
    if period is not None and period.closes_at is None and _keeps_waiting(state, old):
        period = evolve(period, anew=anew)
    if any(c.player == old for c in state.cards.choices):
        choices = tuple(evolve(c, anew=anew) if c.player == new else c for c in moved["cards"].choices)
        moved["cards"] = evolve(moved["cards"], choices=choices)
    return evolve(
        state,
        at=at,
        seq=seq,
        period=period,
        standing=standing,
        table=Table(
            tuple(seats),
            reserves,
            table.roster,
            tuple(new if p == old else p for p in table.order),
            {new if p == old else p: role for p, role in table.roles.items()},
        ),
        **moved,
    )


def _keeps_waiting(state: State, player: str) -> bool:
    """Whether the idle period waits for this player; at-once choices have clocks of their own."""
    if state.phase is Phase.PLOT_DEAL:
        return player == state.round.leader and bool(state.cards.undealt)
    return player in state.awaited()


def _renamed(value: Any, old: str, new: str) -> Any:
    """Return the value with the player's name changed wherever it stands alone (members of ``terms`` are no names)."""
    if type(value) is str:
        return new if value == old else value
    if isinstance(value, tuple):
        return tuple(_renamed(v, old, new) for v in value)
    if isinstance(value, Mapping):
        return {_renamed(k, old, new): _renamed(v, old, new) for k, v in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        changed = {f.name: _renamed(getattr(value, f.name), old, new) for f in fields(value) if f.name not in _TEXTS}
        return evolve(value, **changed)
    return value


_TEXTS = frozenset({"moderator", "what", "text", "flagged"})
"""Fields that hold words, not players."""

SEATS: Mapping[type[Event], Callable[[State, Any, int, int], State]] = MappingProxyType(
    {
        GameOpened: _game_opened,
        PlayerJoined: _player_joined,
        SeatReady: _seat_ready,
        RoleConfirmed: _role_confirmed,
        PlayerLeft: _player_left,
        ReserveJoined: _reserve_joined,
        NicknameSet: _nickname_set,
        PlayerAbsent: _player_absent,
        GameStarted: _game_started,
        PlayerReplaced: _player_replaced,
    }
)
