"""A moment: one event with the states around it, and the small words that turn it into effects.

Law: effects are made of views; nothing here hands on a state.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from forumgm.core.effects import Answer, Effect, PrivateNote, PublicPost, Purpose
from forumgm.core.events import Event, Recorded
from forumgm.core.orders import ActorKind, Order
from forumgm.games.resistance import views
from forumgm.games.resistance.model import State

E = TypeVar("E", bound=Event)
POST = "resistance/"
LETTER = "resistance/private/"
RECEIPT = "resistance/receipts/"
MODERATORS = "resistance/moderators/"


@dataclass(frozen=True, slots=True)
class Moment(Generic[E]):
    """What happened, before and after."""

    before: State
    recorded: Recorded
    after: State
    order: Order | None
    event: E

    @property
    def now(self) -> int:
        """The moment that the rules count."""
        return self.recorded.at

    def view(self, **facts: Any) -> dict[str, Any]:
        """Return the public base of a view with these facts."""
        return views.base(self.after, self.now) | facts

    def post(self, template: str, *, opens: bool = False, **facts: Any) -> PublicPost:
        """A section of the public post about this step."""
        return PublicPost(POST + template, self.view(**facts), self.recorded.seq if opens else None)

    def note(self, player: str, template: str, purpose: Purpose, /, **facts: Any) -> list[Effect]:
        """A message to whoever holds this player's seat."""
        return letter(self.after, player, template, purpose, self.view(**{"player": player, **facts}))

    def receipt(self, template: str, *, private: bool = False, **facts: Any) -> Answer:
        """The answer to the order that caused this."""
        return Answer(RECEIPT + template, self.view(receipt=True, **facts), private=private, receipt=True)

    def is_by(self, player: str, *verbs: str) -> bool:
        """Whether this follows from the player's own order, one of these verbs if any are given."""
        order = self.order
        if order is None or order.by.kind is not ActorKind.PERSON or (verbs and order.verb not in verbs):
            return False
        seat = self.after.seat(player)
        return seat is not None and (seat.account == order.by.account or _was(seat.former, order.by.account))


def _was(former: Any, account: str) -> bool:
    return any(f.account == account for f in former)


def letter(state: State, player: str, template: str, purpose: Purpose, view: Mapping[str, Any]) -> list[Effect]:
    """A message to whoever holds this player's seat; nothing if nobody does."""
    seat = state.seat(player)
    if seat is None:
        return []
    return [PrivateNote(seat.name, seat.account, LETTER + template, view, purpose)]
