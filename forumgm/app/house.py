"""A house: one kind of game, as the app sees it. Everything the app needs to know about rules passes through here.

Law: the app calls a house, never a game's insides; a house is pure.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from forumgm.app.ports import Game, GameKind
from forumgm.core.effects import Effect, PublicPost
from forumgm.core.errors import Refusal
from forumgm.core.events import Codec
from forumgm.core.items import Account, Channel, Item
from forumgm.core.kernel import RuleSystem
from forumgm.core.orders import Order
from forumgm.core.reading import ReadContext, Reading


@dataclass(frozen=True, slots=True)
class Due:
    """Something that is due in a game's present state."""

    key: str
    at: int
    verb: str
    args: Mapping[str, Any]
    """A ceiling's may tell in ``reminders`` when people were reminded of it: being down then excuses them too."""
    ceiling: bool
    """True for a ceiling: it waits for the grace poll (design.md law 4)."""


class House(Protocol):
    """One rule system with everything around it that is not a rule."""

    @property
    def kind(self) -> GameKind:
        """Which kind of game it is."""
        ...

    @property
    def system(self) -> RuleSystem[Any]:
        """The rules as three pure functions."""
        ...

    @property
    def codec(self) -> Codec:
        """Reads stored lines."""
        ...

    def initial(self) -> Any:
        """Return the state before the first event."""
        ...

    def chance(self, game: Game) -> Any:
        """Return where this game's draws come from, as its ``decide`` takes it."""
        ...

    def first_post(self, game: Game, options: Mapping[str, Any]) -> tuple[str, PublicPost]:
        """Return title and text of the thread that the GM opens for a game with these options."""
        ...

    def read_options(self, words: Sequence[str]) -> tuple[dict[str, Any], list[str]]:
        """Read ``name value`` pairs of a hosting command; return the options and what is wrong with them."""
        ...

    def due(self, state: Any) -> Sequence[Due]:
        """Return everything due from now on, none while paused."""
        ...

    def running_since(self, state: Any) -> int | None:
        """Return when the running period opened, None if none with a ceiling runs."""
        ...

    def members(self, state: Any) -> Sequence[str]:
        """Return the account ids whose private messages may mean this game."""
        ...

    def seats(self, state: Any) -> Sequence[str]:
        """Return the account ids that hold a seat and so may see no secrets."""
        ...

    def phase(self, state: Any) -> str:
        """Return the phase's name, for lists."""
        ...

    def is_over(self, state: Any) -> bool:
        """Return whether it has ended."""
        ...

    def context(
        self, state: Any, game: Game, who: Account, *, channel: Channel, moderator: bool, pending: Reading | None
    ) -> ReadContext:
        """Return what the reader must know to understand this person here and now."""
        ...

    def read(self, state: Any, item: Item, *, context: ReadContext, above: str) -> Reading | None:
        """Return how this house itself reads an item; None leaves it to the program's reader.

        ``above`` is the account id of the person whose words the item answers, empty if it answers nobody's.
        """
        ...

    def allows_dice(self, state: Any) -> bool:
        """Return whether a scene with dice may run in the same thread (narrative.md part D)."""
        ...

    def beside(self, others: Sequence[Any], account: str, at: int) -> Mapping[str, Any]:
        """Return what somebody's order at a time must know of this house's other games in the same thread."""
        ...

    def overrides(self, verb: str) -> bool:
        """Return whether a verb is a moderator's."""
        ...

    def replacement(self, state: Any, order: Order) -> tuple[str, str]:
        """Return whose seat a moderator's order gives to whom (names), once it was carried out."""
        ...

    def answers(self, verb: str) -> bool:
        """Return whether a verb only asks: it is answered by ``answer`` and changes nothing."""
        ...

    def answer(self, state: Any, order: Order, *, now: int, game: Game) -> Sequence[Effect]:
        """Return the answer to a question (status, help, what am I down as)."""
        ...

    def remind(self, state: Any, order: Order, *, now: int) -> Sequence[Effect]:
        """Return what a clock that changes nothing makes us say (reminders, idle alerts)."""
        ...

    def refuse(self, state: Any, order: Order, refusal: Refusal) -> Sequence[Effect]:
        """Return how a refused order is answered: where, and with what."""
        ...

    def compose(self, effects: Sequence[Effect]) -> Sequence[Effect]:
        """Merge what one step wants said into as few writings as read well."""
        ...
