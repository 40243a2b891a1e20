"""People and words: nicknames, seats before the start, announcements, notes, and a look at the roles."""

from forumgm.core.errors import Refusal
from forumgm.core.items import Channel
from forumgm.core.orders import Order
from forumgm.games.resistance.events import Announced, NicknameSet, NoteAdded, PlayerLeft, SecretsViewed
from forumgm.games.resistance.guards import known, unknown_name
from forumgm.games.resistance.hosting import override
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.refusals import refuse

ROLES_SEEN = "roles"


def alias(ledger: Ledger, order: Order) -> Refusal | None:
    """The player also answers to that name. Args: ``player``, ``alias`` (one name, or several)."""
    state = ledger.state
    player = known(state, str(order.args["player"]))
    seat = state.seat(player) if player is not None else None
    if player is None or seat is None:
        return unknown_name(state, str(order.args["player"]))
    added = order.args["alias"]
    names = (added,) if isinstance(added, str) else tuple(added)
    override(ledger, order)
    ledger.write(NicknameSet(player, tuple(dict.fromkeys((*seat.nicknames, *names)))), at=order.at)
    return None


def kick(ledger: Ledger, order: Order) -> Refusal | None:
    """The player has no seat any more, before the start. Afterwards a seat is never empty. Args: ``player``."""
    state = ledger.state
    player = known(state, str(order.args["player"]))
    if player is None:
        return unknown_name(state, str(order.args["player"]))
    if state.has_started:
        return refuse("seat_needs_somebody", player=player)
    override(ledger, order)
    ledger.write(PlayerLeft(player), at=order.at)
    return None


def announce(ledger: Ledger, order: Order) -> Refusal | None:
    """The GM says it in the thread. Args: ``text``."""
    override(ledger, order)
    ledger.write(Announced(order.by.name, str(order.args["text"])), at=order.at)
    return None


def note(ledger: Ledger, order: Order) -> Refusal | None:
    """It stands in the record. Args: ``text``."""
    override(ledger, order)
    ledger.write(NoteAdded(order.by.name, str(order.args["text"])), at=order.at)
    return None


def whois(ledger: Ledger, order: Order) -> Refusal | None:
    """The moderator sees all roles; the look is recorded first and revealed at the end (hosting.md, "Rights")."""
    state = ledger.state
    if state.seat_of(order.by.account) is not None:
        return refuse("seated_moderator")
    if order.channel is not Channel.PRIVATE:
        return refuse("wrong_channel", where=Channel.PRIVATE.value)
    if not state.has_started:
        return refuse("not_started")
    ledger.write(SecretsViewed(order.by.name, ROLES_SEEN), at=order.at)
    return None
