"""The house of narrative scenes: their rules, their reading and their wording, as the app needs them."""

from collections.abc import Mapping, Sequence
from typing import Any

from forumgm.app.house import Due
from forumgm.app.ports import Game, GameKind
from forumgm.core.chance import commitment
from forumgm.core.effects import Answer, Effect, PublicPost
from forumgm.core.errors import Refusal
from forumgm.core.items import Account, Channel, Item
from forumgm.core.orders import Order
from forumgm.core.reading import Kind, ReadContext, Reading, ThreadKind
from forumgm.games.narrative.faces import StreamFaces
from forumgm.games.narrative.scene import answers, clocks
from forumgm.games.narrative.scene.carrying import ROLLED_BESIDE, lately
from forumgm.games.narrative.scene.deciding import CLOSE
from forumgm.games.narrative.scene.events import CODEC
from forumgm.games.narrative.scene.listening import Listener, listen
from forumgm.games.narrative.scene.setup import read_opening
from forumgm.games.narrative.scene.state import Scene
from forumgm.games.narrative.scene.system import NarrativeSystem
from forumgm.games.narrative.scene.turn import Draws
from forumgm.language.normalise import normalise

_GONE = frozenset({"[deleted]", "[removed]"})


class SceneDraws:
    """A scene's dice from its secret (narrative.md part D; ``scene.turn.Draws``)."""

    def __init__(self, secret: bytes, *, scene: str) -> None:
        """Take the scene's 32 bytes and its id in lower case."""
        self._secret = secret
        self._scene = scene

    @property
    def commitment(self) -> str:
        """What is published before the first roll."""
        return commitment(self._secret)

    def faces(self, comment: str, *, command: int) -> StreamFaces:
        """Return the dice of one command of a comment."""
        return StreamFaces(self._secret, scene=self._scene, comment=comment, command=command)

    def reveal(self) -> str:
        """Return the secret in hex. For the close only."""
        return self._secret.hex()


class NarrativeHouse:
    """Fulfils ``forumgm.app.house.House``."""

    kind = GameKind.NARRATIVE
    codec = CODEC

    def __init__(self, *, bot: str) -> None:
        """Take the GM's own account name."""
        self.system = NarrativeSystem()
        self._bot = bot

    def initial(self) -> Scene:
        """Return the state before the first event."""
        return self.system.initial()

    def chance(self, game: Game) -> Draws:
        """Return where this scene's dice come from."""
        return SceneDraws(game.secret, scene=game.id)

    def first_post(self, game: Game, options: Mapping[str, Any]) -> tuple[str, PublicPost]:
        """Scenes open in a thread that is there; they have none of their own."""
        raise ValueError(f"scene {game.id} was opened without a thread")

    def read_options(self, words: Sequence[str]) -> tuple[dict[str, Any], list[str]]:
        """Read the words behind ``!scene open``: the system, then ``key value`` pairs."""
        wanted, problems = read_opening(words)
        return {"system": wanted.system, "options": dict(wanted.options), "gm": wanted.gm}, problems

    def due(self, state: Scene) -> list[Due]:
        """Return everything due from now on."""
        return [Due(d.key, d.at, d.verb, dict(d.args), ceiling=True) for d in clocks.deadlines(state)]

    def running_since(self, state: Scene) -> int | None:
        """No period of a scene gets time back: windows are measured in days."""
        return None

    def members(self, state: Scene) -> list[str]:
        """Return the accounts of the players and the GM."""
        return list(dict.fromkeys([*state.characters, *([state.gm_account] if state.gm_account else [])]))

    def seats(self, state: Scene) -> list[str]:
        """Nobody: a scene has no secrets to keep from anybody."""
        return []

    def phase(self, state: Scene) -> str:
        """Return ``open`` or ``closed``."""
        return "closed" if state.is_over else "open"

    def is_over(self, state: Scene) -> bool:
        """Return whether it was closed."""
        return state.is_over

    def context(
        self, state: Scene, game: Game, who: Account, *, channel: Channel, moderator: bool, pending: Reading | None
    ) -> ReadContext:
        """Return who writes where; scenes are read by this house itself."""
        return ReadContext(
            author=who.name,
            channel=channel,
            phase=self.phase(state),
            game=game.id,
            moderator=moderator,
            thread=ThreadKind.SCENE,
            bot=self._bot,
            pending=pending,
        )

    def read(self, state: Scene, item: Item, *, context: ReadContext, above: str) -> Reading:
        """Read a text as orders of this scene."""
        if item.author is None or context.is_bot or item.body.strip() in _GONE:
            return Reading(Kind.IGNORE)
        beside = context.thread is ThreadKind.BOTH
        listener = Listener(item.author.id, item.author.name, self._bot, beside_game=beside, above=above)
        return listen(state, normalise(item.body).lines, listener)

    def allows_dice(self, state: Scene) -> bool:
        """Any number of scenes run side by side."""
        return True

    def beside(self, others: Sequence[Scene], account: str, at: int) -> Mapping[str, Any]:
        """Return how much was rolled lately: the limits hold for a thread, whatever the number of its scenes."""
        return {ROLLED_BESIDE: [sum(counts) for counts in zip(*(lately(o, account, at) for o in others), strict=True)]}

    def overrides(self, verb: str) -> bool:
        """Return whether a moderator may use a verb that is else the GM's."""
        return verb == CLOSE

    def replacement(self, state: Any, order: Order) -> tuple[str, str]:
        """A scene has no seats."""
        raise LookupError("a scene has no seats")

    def answers(self, verb: str) -> bool:
        """Return whether a verb only asks."""
        return verb in answers.QUESTIONS

    def answer(self, state: Scene, order: Order, *, now: int, game: Game) -> Sequence[Effect]:
        """Return the answer to a question."""
        return answers.answer(state, order, now=now)

    def remind(self, state: Scene, order: Order, *, now: int) -> Sequence[Effect]:
        """Scenes have no reminders."""
        return []

    def refuse(self, state: Scene, order: Order, refusal: Refusal) -> Sequence[Effect]:
        """Return how a refused order is answered: one short line below the comment."""
        if order.source is None:
            return []
        view = {"code": refusal.code, "scene": state.id.upper(), **refusal.facts}
        return [Answer(f"narrative/refusals/{refusal.code}", view)]

    def compose(self, effects: Sequence[Effect]) -> Sequence[Effect]:
        """The app joins the answers of one item; nothing is left to merge."""
        return effects
