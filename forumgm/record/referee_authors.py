"""The referee on whose item stands behind an act: a player never acts for another (resistance.md 7).

Law: only another player of the game is held against an act. Standing orders act with the item that opened the ballot;
a deleted account, a spelling, or the old name of a seat proves nothing.
"""

from forumgm.record.desk import Desk
from forumgm.record.lines import Event
from forumgm.record.table import Ballot
from forumgm.record.verdict import Flaw, quote

_WHO_ACTS = {
    "team_vote_cast": "player",
    "mission_vote_cast": "player",
    "team_proposed": "leader",
    "card_given": "by",
    "standing_order_set": "player",
}
"""Type of event -> the field of the player whose own item it comes from."""


def expect_own_item(desk: Desk, event: Event) -> None:
    """Note a problem if the item behind an act was written by another player."""
    source = event.source
    author = source.get("author") if isinstance(source, dict) else None
    field = _WHO_ACTS.get(event.type)
    names = desk.table.names
    if field is None or author not in names or author == event.data[field] or _may_be_standing(desk, event):
        return
    text = f"{event.type} of {quote(event.data[field])}: the item is {quote(author)}'s."
    desk.foul(Flaw.WRONG_AUTHOR, text)


def _may_be_standing(desk: Desk, event: Event) -> bool:
    ballot = desk.table.period
    return event.type == "team_vote_cast" and isinstance(ballot, Ballot) and event.at == ballot.opened_at
