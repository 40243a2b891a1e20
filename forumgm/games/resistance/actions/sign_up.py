"""Taking a seat or a place among the reserves, with nicknames (resistance.md section 1, hosting.md).

Laws: a nickname that equals or is one typo from another player's name or nickname, or is a word of the vocabulary, is
refused. After the start only a reserve's place can be had. Whoever looked at the game's secrets gets neither,
nor does an account that is too young for the subreddit.
"""

from dataclasses import replace

from forumgm.core.errors import Refusal
from forumgm.core.orders import Order
from forumgm.games.resistance.actions._rows import row
from forumgm.games.resistance.events import NicknameSet, PlayerJoined, ReserveJoined
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.nicknames import object_to_nicknames
from forumgm.games.resistance.pieces import Action
from forumgm.games.resistance.refusals import refuse
from forumgm.games.resistance.starting import start_if_full


def _sign_up(ledger: Ledger, order: Order, _player: str) -> Refusal | None:
    state, person = ledger.state, order.by
    if any(viewed.moderator.lower() == person.name.lower() for viewed in state.chronicle.viewed):
        return refuse("saw_secrets")
    if (until := order.args.get("too_young_until")) is not None:
        return refuse("account_too_young", at=until)
    nicknames = tuple(order.args.get("nicknames") or ())
    refusal = object_to_nicknames(state, person, nicknames)
    if refusal is not None:
        return refusal
    seat = state.seat_of(person.account)
    if seat is not None:
        if not nicknames or nicknames == seat.nicknames:
            return refuse("seat_stays" if state.has_started else "already_seated")
        ledger.write(NicknameSet(seat.name, nicknames), at=order.at)
        return None
    if order.args.get("reserve", False):
        return _reserve(ledger, order)
    if state.has_started:
        return refuse("signup_over", reserve=state.reserve_of(person.account) is not None)
    ledger.write(PlayerJoined(person.name, person.account, nicknames), at=order.at)
    start_if_full(ledger)
    return None


def _reserve(ledger: Ledger, order: Order) -> Refusal | None:
    if ledger.state.reserve_of(order.by.account) is not None:
        return refuse("already_reserve")
    ledger.write(ReserveJoined(order.by.name, order.by.account), at=order.at)
    return None


ACTION = Action(replace(row("sign_up"), phases=frozenset()), _sign_up, for_players=False, in_pause=True)
