"""Standing orders: what they look like in the record, which replaces which, and which apply (resistance.md section 5).

Law: card orders hold until cleared or the card leaves the hand; ballots lapse with the round and when their player
receives Opinion Maker. Later orders stand before earlier ones of the same kind.
"""

from collections.abc import Mapping
from typing import Any

from forumgm.games.resistance.model import Standing, State
from forumgm.games.resistance.terms import Card, Vote

PASS = "pass"  # noqa: S105 - a word of the game
USE = "use"
BALLOTS = (Vote.APPROVE.value, Vote.REJECT.value)


def order_from(row: Mapping[str, Any], *, at: int) -> Standing:
    """Read an order as the record writes it."""
    card = row.get("card")
    return Standing(
        what=row["what"],
        at=at,
        card=Card(card) if card is not None else None,
        target=row.get("target"),
        on=tuple(row.get("on", ())),
        unless_on=tuple(row.get("unless_on", ())),
        round=row.get("round"),
    )


def order_row(order: Standing) -> dict[str, Any]:
    """Write an order as the record does: only the keys that say something."""
    row: dict[str, Any] = {"what": order.what}
    if order.card is not None:
        row["card"] = order.card.value
    if order.target is not None:
        row["target"] = order.target
    if order.on:
        row["on"] = order.on
    if order.unless_on:
        row["unless_on"] = order.unless_on
    if order.round is not None:
        row["round"] = order.round
    return row


def is_ballot(order: Standing) -> bool:
    """Whether the order is about team votes."""
    return order.what in BALLOTS


def replaces(new: Standing, old: Standing) -> bool:
    """Whether the new order makes the old one pointless: same card, or a ballot under the same or no condition."""
    if is_ballot(new) != is_ballot(old):
        return False
    if is_ballot(new):
        return (not new.on and not new.unless_on) or (new.on, new.unless_on) == (old.on, old.unless_on)
    return new.card == old.card and (new.round is None or old.round == new.round)


def standing_vote(state: State, player: str, team: tuple[str, ...]) -> Vote | None:
    """Return the vote that this player left for such a team: his newest order whose condition holds."""
    for order in reversed(state.standing.get(player, ())):
        holds = all(p in team for p in order.on) and not any(p in team for p in order.unless_on)
        if is_ballot(order) and holds:
            return Vote(order.what)
    return None


def card_orders(state: State, player: str, card: Card) -> tuple[Standing, ...]:
    """Return what this player left for the card, as far as it holds in this round: answers given early go first."""
    orders = [o for o in state.standing.get(player, ()) if o.card == card]
    early = tuple(o for o in orders if o.round is not None and o.round == state.round.number)
    return early or tuple(o for o in orders if o.round is None)
