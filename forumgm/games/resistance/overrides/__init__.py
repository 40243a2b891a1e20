"""What moderators may do to a running game (hosting.md): a file for each group, a row for each verb in ``OVERRIDES``.

    votes.py   setvote, strikevote           teams.py   void, propose_for, leader
    cards.py   play_for, give, take          people.py  alias, kick, resend, replace and its handshake
    clock.py   close, remind                 undo.py    undo
    words.py   announce, note, whois, all_votes

Laws: ``overridden`` stands right before what it causes, with the same source; what is refused writes nothing. A
moderator who holds a seat is refused whatever would show or set a secret before any role is consulted.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from forumgm.core.errors import Refusal
from forumgm.core.orders import GmVerb, Order
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.overrides.cards import give, play_for, take
from forumgm.games.resistance.overrides.clock import close, remind
from forumgm.games.resistance.overrides.people import alias, kick, replace_player, resend, seat_newcomer
from forumgm.games.resistance.overrides.stepping import stepping_in
from forumgm.games.resistance.overrides.teams import lead, propose_for, void
from forumgm.games.resistance.overrides.undo import undo
from forumgm.games.resistance.overrides.votes import setvote, strikevote
from forumgm.games.resistance.overrides.words import all_votes, announce, note, whois

__all__ = ["OVERRIDES", "SEATING"]

Decider = Callable[[Ledger, Order], Refusal | None]

OVERRIDES: Mapping[str, Decider] = MappingProxyType(
    {
        "setvote": setvote,
        "strikevote": stepping_in(strikevote, touches_secrets=True),
        "void": stepping_in(void, in_pause=False),
        "propose_for": stepping_in(propose_for, in_pause=False),
        "leader": stepping_in(lead, in_pause=False),
        "play_for": stepping_in(play_for, touches_secrets=True, in_pause=False),
        "give": stepping_in(give, in_pause=False),
        "take": stepping_in(take, in_pause=False),
        "close": stepping_in(close, in_pause=False),
        "remind": stepping_in(remind),
        "alias": stepping_in(alias),
        "kick": stepping_in(kick),
        "resend": stepping_in(resend),
        "replace": stepping_in(replace_player),
        "undo": stepping_in(undo),
        "announce": stepping_in(announce),
        "note": stepping_in(note),
        "whois": whois,
        "all_votes": all_votes,
    }
)
"""By a moderator."""

SEATING: Mapping[str, Decider] = MappingProxyType({GmVerb.SEAT_NEWCOMER: seat_newcomer})
"""By the GM, when a newcomer has answered the handshake of a replacement that a moderator ordered."""
