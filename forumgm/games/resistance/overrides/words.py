"""A moderator's words, and his looks at secrets (hosting.md, "Rights").

Laws: every look at secrets is recorded before it is answered, and revealed at the end. Who plays gets no look.
"""

from forumgm.core.errors import Refusal
from forumgm.core.items import Channel
from forumgm.core.orders import Order
from forumgm.games.resistance.events import Announced, NoteAdded, SecretsViewed
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.overrides.stepping import holds_seat
from forumgm.games.resistance.refusals import refuse

ROLES_AND_VOTES = "roles and votes"
VOTES = "votes"


def announce(ledger: Ledger, order: Order) -> Refusal | None:
    """The GM says it in the thread. Args: ``text``."""
    ledger.write(Announced(order.by.name, order.args["text"]), at=order.at)
    return None


def note(ledger: Ledger, order: Order) -> Refusal | None:
    """It stands in the record. Args: ``text``."""
    ledger.write(NoteAdded(order.by.name, order.args["text"]), at=order.at)
    return None


def whois(ledger: Ledger, order: Order) -> Refusal | None:
    """All roles and votes, to the moderator."""
    return _look(ledger, order, ROLES_AND_VOTES)


def all_votes(ledger: Ledger, order: Order) -> Refusal | None:
    """The votes of the open ballot, to the moderator."""
    return _look(ledger, order, VOTES)


def _look(ledger: Ledger, order: Order, what: str) -> Refusal | None:
    if holds_seat(ledger.state, order):
        return refuse("seated_moderator")
    if order.channel is not Channel.PRIVATE:
        return refuse("wrong_channel", where=Channel.PRIVATE.value)
    if not ledger.state.has_started:
        return refuse("not_started")
    ledger.write(SecretsViewed(order.by.name, what), at=order.at)
    return None
