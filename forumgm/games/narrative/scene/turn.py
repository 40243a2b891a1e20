"""One turn: the facts that follow from one order, with the scene as they make it.

Laws: a refusal leaves no fact; dice are drawn here alone and kept by purpose; a command gets its dice once.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from forumgm.core.errors import Refusal
from forumgm.core.events import Event, Fact
from forumgm.core.orders import Order
from forumgm.games.narrative.commands import Command
from forumgm.games.narrative.faces import Faces
from forumgm.games.narrative.plain import from_plain
from forumgm.games.narrative.scene.applying import applied
from forumgm.games.narrative.scene.state import Character, Scene, Where


class Draws(Protocol):
    """Where a scene's dice come from: its secret."""

    @property
    def commitment(self) -> str:
        """What is published before the first roll."""
        ...

    def faces(self, comment: str, *, command: int) -> Faces:
        """Return the dice of one command of a comment, every purpose at its beginning."""
        ...

    def reveal(self) -> str:
        """Return the secret in hex. For the close only."""
        ...


@dataclass(slots=True)
class Turn:
    """What one order does."""

    scene: Scene
    order: Order
    draws: Draws
    now: int
    facts: list[Fact] = field(default_factory=list)

    def add(self, event: Event) -> None:
        """Let something happen, dated by the order."""
        self.facts.append(Fact(self.order.at, event))
        self.scene = applied(self.scene, event, at=self.order.at)

    @property
    def account(self) -> str:
        """Who speaks."""
        return self.order.by.account

    @property
    def me(self) -> Character | None:
        """The speaker's character."""
        return self.scene.characters.get(self.account)

    @property
    def is_gm(self) -> bool:
        """The speaker is the scene's GM."""
        return self.scene.is_gm(account=self.account, name=self.order.by.name)

    @property
    def where(self) -> Where:
        """The comment and the command's number in it."""
        source = self.order.source
        return Where(source.id if source else "", int(self.order.args.get("index", 0)))

    @property
    def command(self) -> Command:
        """The command as read."""
        return from_plain(Command, self.order.args["command"])

    @property
    def above(self) -> str:
        """Account of the person whose comment this one answers, or empty."""
        return str(self.order.args.get("above") or "")


class RecordedFaces:
    """Passes faces on and keeps them, by purpose and size, in the order drawn."""

    def __init__(self, source: Faces) -> None:
        self._source = source
        self.drawn: list[dict[str, Any]] = []

    def draw(self, purpose: str, *, sides: int) -> int:
        """Return the next face of this purpose."""
        face = self._source.draw(purpose, sides=sides)
        last = self.drawn[-1] if self.drawn else None
        if last is not None and (last["purpose"], last["sides"]) == (purpose, sides):
            last["faces"].append(face)
        else:
            self.drawn.append({"purpose": purpose, "sides": sides, "faces": [face]})
        return face


def no(code: str, **facts: Any) -> Refusal:
    """Return a refusal with its facts."""
    return Refusal(code, facts)


def facts_only(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts without those that say nothing."""
    return {name: value for name, value in values.items() if value is not None}
