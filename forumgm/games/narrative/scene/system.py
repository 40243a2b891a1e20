"""Scenes of narrative rolls as a rule system: wiring only.

    listening    words -> orders            deciding, rolling, ruling, carrying, ...          orders -> facts
    applying     facts -> state             posts, answers                                  what is said

Law: the same fold makes the state live and in replay; dice stand in the facts.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from forumgm.core.effects import Effect
from forumgm.core.errors import Refusal
from forumgm.core.events import Fact, Recorded
from forumgm.core.orders import Order
from forumgm.games.narrative.scene.applying import applied
from forumgm.games.narrative.scene.deciding import decide
from forumgm.games.narrative.scene.posts import react
from forumgm.games.narrative.scene.state import Scene
from forumgm.games.narrative.scene.turn import Draws


@dataclass(frozen=True, slots=True)
class NarrativeSystem:
    """A scene as three pure functions (``core.kernel.RuleSystem``)."""

    def initial(self) -> Scene:
        """Return the state before the first event."""
        return Scene()

    def decide(self, state: Scene, order: Order, *, now: int, chance: Draws) -> Sequence[Fact] | Refusal:
        """Return everything that follows from the order, or why nothing does."""
        return decide(state, order, now=now, draws=chance)

    def apply(self, state: Scene, recorded: Recorded) -> Scene:
        """Return the state after the event."""
        return applied(state, recorded.event, at=recorded.at)

    def react(self, before: Scene, recorded: Recorded, after: Scene, order: Order | None) -> Iterable[Effect]:
        """Return what should be said because of the event."""
        return react(before, recorded, after, order)
