"""The players' commands: a file and a row for each.

Their rows for the reader stand in ``vocabulary``; questions (``!me``, ``!status`` ...) have only those: they change
nothing.
"""

from collections.abc import Mapping
from types import MappingProxyType

from forumgm.games.resistance.actions import (
    confirm_role,
    deal_card,
    decline_card,
    handshake,
    leave,
    mission,
    move_to_reserve,
    note_absence,
    play_card,
    propose,
    quit_seat,
    sign_up,
    standing,
    use_card,
    vote,
    withdraw_decline,
    withdraw_vote,
)
from forumgm.games.resistance.pieces import Action

__all__ = ["ACTIONS", "BY_VERB"]

ACTIONS: tuple[Action, ...] = (
    sign_up.ACTION,
    leave.ACTION,
    move_to_reserve.ACTION,
    handshake.ACTION,
    confirm_role.ACTION,
    propose.ACTION,
    vote.ACTION,
    withdraw_vote.ACTION,
    mission.ACTION,
    deal_card.ACTION,
    play_card.ACTION,
    use_card.ACTION,
    decline_card.ACTION,
    withdraw_decline.ACTION,
    standing.ACTION,
    note_absence.ACTION,
    quit_seat.ACTION,
)
BY_VERB: Mapping[str, Action] = MappingProxyType({action.verb.name: action for action in ACTIONS})
