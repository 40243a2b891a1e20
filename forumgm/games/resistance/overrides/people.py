"""Seats by a moderator's hand: names, places, substitutes (hosting.md, "Replacing").

Laws: a replacement takes effect when the newcomer has answered the handshake; until then the seat is the old player's.
Who looked at the game's secrets can take no seat. A player of a running game is replaced, never removed.
"""

from forumgm.core.errors import Refusal
from forumgm.core.orders import Actor, ActorKind, Order
from forumgm.games.resistance.ceilings import CEILINGS
from forumgm.games.resistance.events import CeilingChanged, NicknameSet, PlayerLeft, PlayerReplaced
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.model import State
from forumgm.games.resistance.nicknames import object_to_nicknames
from forumgm.games.resistance.overrides.stepping import player_named
from forumgm.games.resistance.refusals import refuse
from forumgm.games.resistance.terms import NewCeiling

RESERVE = "reserve"
"""Said instead of a name: the reserve whose turn it is moves up."""


def alias(ledger: Ledger, order: Order) -> Refusal | None:
    """The player also answers to that name. Args: ``player``, ``alias``."""
    state = ledger.state
    player = player_named(state, order.args["player"])
    if isinstance(player, Refusal):
        return player
    seat, name = state.seat(player), order.args["alias"]
    assert seat is not None, "a player has a seat"
    refusal = object_to_nicknames(state, Actor(ActorKind.PERSON, seat.name, seat.account), (name,))
    if refusal is not None:
        return refusal
    if name in seat.nicknames:
        return refuse("name_taken", nickname=name, taken=player)
    ledger.write(NicknameSet(player, (*seat.nicknames, name)), at=order.at)
    return None


def kick(ledger: Ledger, order: Order) -> Refusal | None:
    """Somebody has no seat, or is no reserve, any more. Args: ``player``. A running game needs a replacement."""
    state = ledger.state
    name = order.args["player"]
    reserve = next((s for s in state.table.reserves if s.name.lower() == name.lower()), None)
    if reserve is not None:
        ledger.write(PlayerLeft(reserve.name), at=order.at)
        return None
    player = player_named(state, name)
    if isinstance(player, Refusal):
        return player
    if state.has_started:
        return refuse("seat_needs_somebody", player=player)
    ledger.write(PlayerLeft(player), at=order.at)
    return None


def resend(ledger: Ledger, order: Order) -> Refusal | None:
    """The player gets role and open questions again; nothing changes. Args: ``player``."""
    player = player_named(ledger.state, order.args["player"])
    return player if isinstance(player, Refusal) else None


def replace_player(ledger: Ledger, order: Order) -> Refusal | None:
    """A newcomer is asked to take the seat. Args: ``old``, ``new`` (*reserve*: the first of them), ``bot``.

    Nothing changes yet: ``seat_newcomer`` follows when he has answered.
    """
    state = ledger.state
    old = player_named(state, order.args["old"])
    if isinstance(old, Refusal):
        return old
    new = newcomer(state, order)
    if new is None:
        return refuse("no_reserve", player=old)
    if new.lower() == str(order.args.get("bot", "")).lower():
        return refuse("newcomer_is_bot")
    return object_to_newcomer(state, new, "")


def newcomer(state: State, order: Order) -> str | None:
    """Return who is to take the seat: the one named; for the word *reserve* the first of them, None without one."""
    named = str(order.args["new"])
    reserves = state.table.reserves
    if named.lower() == RESERVE:
        return reserves[0].name if reserves else None
    return next((s.name for s in reserves if s.name.lower() == named.lower()), named)


def object_to_newcomer(state: State, name: str, account: str) -> Refusal | None:
    """Say why this person cannot take a seat."""
    if any(s.name.lower() == name.lower() or (account and s.account == account) for s in state.table.seats):
        return refuse("newcomer_plays", player=name)
    if any(viewed.moderator.lower() == name.lower() for viewed in state.chronicle.viewed):
        return refuse("saw_secrets")
    return None


def seat_newcomer(ledger: Ledger, order: Order) -> Refusal | None:
    """The newcomer has answered: the seat is his. Args: ``old``, ``new``, ``account``.

    If the seat is awaited the period starts anew; in a pause it does so on resuming.
    """
    state = ledger.state
    old = player_named(state, order.args["old"])
    if isinstance(old, Refusal):
        return old
    refusal = object_to_newcomer(state, order.args["new"], order.args["account"])
    if refusal is not None:
        return refusal
    was_awaited, period = old in state.awaited(), state.period
    ledger.write(PlayerReplaced(old, order.args["new"], order.args["account"]), at=order.at)
    if was_awaited and period is not None and period.closes_at is not None and not state.is_paused:
        ceiling = CEILINGS[state.phase].lasts(state.options)
        ledger.write(CeilingChanged(ledger.now + ceiling, NewCeiling.REPLACED), at=ledger.now)
    return None
