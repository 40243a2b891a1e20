"""The house of The Resistance: its rules, its listening and its wording, as the app needs them."""

from collections.abc import Mapping, Sequence
from typing import Any

from forumgm.app.house import Due
from forumgm.app.ports import Game, GameKind
from forumgm.core.chance import GameSecret, commitment
from forumgm.core.effects import Effect, PublicPost
from forumgm.core.errors import Refusal
from forumgm.core.items import Account, Channel, Item
from forumgm.core.orders import Order
from forumgm.core.reading import ReadContext, Reading
from forumgm.core.verbs import Who
from forumgm.games.resistance import hosting_words, listening, posts, replies, rulebook
from forumgm.games.resistance.ceilings import deadlines
from forumgm.games.resistance.events import CODEC
from forumgm.games.resistance.model import State
from forumgm.games.resistance.options import parse_options
from forumgm.games.resistance.overrides.people import newcomer
from forumgm.games.resistance.system import ResistanceSystem
from forumgm.games.resistance.vocabulary import ROWS

_OVERRIDES = frozenset({"all_votes", *(row.name for row in ROWS if row.who is Who.MODERATOR)})


class ResistanceHouse:
    """Fulfils ``forumgm.app.house.House``."""

    kind = GameKind.RESISTANCE
    codec = CODEC

    def __init__(
        self, *, bot: str, defaults: Mapping[str, Any], presets: Mapping[str, Mapping[str, Any]] | None = None
    ) -> None:
        """Take the GM's own account name, the options that hosts get where they say nothing, and the presets."""
        self._presets = dict(presets or {})
        self.system = ResistanceSystem()
        self._bot = bot
        self._defaults = dict(defaults)

    def initial(self) -> State:
        """Return the state before the first event."""
        return self.system.initial()

    def chance(self, game: Game) -> GameSecret:
        """Return where this game's draws come from."""
        return GameSecret(game.secret, game=game.id)

    def first_post(self, game: Game, options: Mapping[str, Any]) -> tuple[str, PublicPost]:
        """Return title and text of the thread that the GM opens."""
        parsed, problems = parse_options({**self._defaults, **options})
        assert not problems, "options are checked before a game is opened"
        return rulebook.first_post(parsed, game=game.id, host=game.host.name, commitment=commitment(game.secret))

    def due(self, state: State) -> list[Due]:
        """Return everything due from now on."""
        return [Due(d.key, d.at, d.verb, dict(d.args), ceiling=d.ceiling) for d in deadlines(state)]

    def running_since(self, state: State) -> int | None:
        """Return when the running period opened."""
        period = state.period
        return period.opened_at if period is not None and period.closes_at is not None else None

    def read_options(self, words: Sequence[str]) -> tuple[dict[str, Any], list[str]]:
        """Read ``name value`` pairs: any option of record.md by name, ``players`` for ``start_at``, ``preset NAME``."""
        rest, preset, missing = hosting_words.chosen_preset(words, self._presets)
        named, wrong = hosting_words.pairs(rest)
        wrong = [*missing, *wrong]
        options = {**self._defaults, **preset, **named}
        problems = [f"{p.key!r}: {p.text} Allowed: {p.allowed}." for p in parse_options(options)[1]]
        return options, [*wrong, *problems]

    def members(self, state: State) -> list[str]:
        """Return the accounts of players, reserves and former players."""
        seats = [*state.table.seats, *state.table.reserves]
        former = [f.account for seat in state.table.seats for f in seat.former]
        return list(dict.fromkeys([*(seat.account for seat in seats), *former]))

    def seats(self, state: State) -> list[str]:
        """Return the accounts that hold a seat."""
        return [seat.account for seat in state.table.seats]

    def phase(self, state: State) -> str:
        """Return the phase's name."""
        return str(state.phase)

    def is_over(self, state: State) -> bool:
        """Return whether it has ended."""
        return state.is_over

    def context(
        self, state: State, game: Game, who: Account, *, channel: Channel, moderator: bool, pending: Reading | None
    ) -> ReadContext:
        """Return what the reader must know."""
        return listening.context(state, who, channel=channel, moderator=moderator, bot=self._bot, pending=pending)

    def read(self, state: State, item: Item, *, context: ReadContext, above: str) -> Reading | None:
        """Leave reading to the program's reader."""
        return None

    def allows_dice(self, state: State) -> bool:
        """Return whether the host allows scenes with dice beside the game."""
        return state.options.dice_in_game_thread

    def beside(self, others: Sequence[State], account: str, at: int) -> Mapping[str, Any]:
        """Games of one thread know nothing of each other."""
        return {}

    def overrides(self, verb: str) -> bool:
        """Return whether a verb is a moderator's."""
        return verb in _OVERRIDES

    def replacement(self, state: State, order: Order) -> tuple[str, str]:
        """Return whose seat goes to whom."""
        seat, new = state.seat(str(order.args["old"])), newcomer(state, order)
        assert seat is not None, "the order was carried out"
        assert new is not None, "the order was carried out"
        return seat.name, new

    def answers(self, verb: str) -> bool:
        """Return whether a verb only asks."""
        return verb in replies.QUESTIONS

    def answer(self, state: State, order: Order, *, now: int, game: Game) -> Sequence[Effect]:
        """Return the answer to a question."""
        return replies.answer(state, order, now=now)

    def remind(self, state: State, order: Order, *, now: int) -> Sequence[Effect]:
        """Return a reminder or an idle alert."""
        return replies.remind(state, order, now=now)

    def refuse(self, state: State, order: Order, refusal: Refusal) -> Sequence[Effect]:
        """Return how a refused order is answered."""
        return replies.refuse(state, order, refusal, now=order.at)

    def compose(self, effects: Sequence[Effect]) -> Sequence[Effect]:
        """Merge what one step wants said."""
        return posts.compose(effects)
