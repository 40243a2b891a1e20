"""Ordering: from a command that was read to an order that a game takes, in whose right and with all it must know.

Laws: rights come from the account, never from the text. A moderator's command is a moderator's order also where he
plays; what he may not do then is the game's to say.
"""

from forumgm.app.ages import too_young_until
from forumgm.app.desk import Desk
from forumgm.app.moderators import Moderators
from forumgm.app.places import Places
from forumgm.app.ports import Game, Transaction
from forumgm.app.table import Table
from forumgm.core.items import Account, Item
from forumgm.core.orders import Actor, ActorKind, Order, Source
from forumgm.core.reading import Command, Reading

ALL_VOTES, HELP, REPLACE, UNDO = "all_votes", "help", "replace", "undo"
"""Verbs of moderators for which more is needed than the item says."""
SIGN_UP = "sign_up"
HOSTS_OWN = frozenset({"start"})
"""What the host of a game may say though he is no moderator (resistance.md section 1)."""
_BEFORE_THE_START = "signup"


def is_host(item: Item, game: Game) -> bool:
    """Whether the author opened this game, which has not started: there are no secrets yet."""
    return item.author is not None and item.author.id == game.host.id and game.phase == _BEFORE_THE_START


class Ordering:
    """Makes orders."""

    def __init__(self, *, table: Table, moderators: Moderators, desk: Desk, bot: Account, places: Places) -> None:
        self._table = table
        self._moderators = moderators
        self._desk = desk
        self._bot = bot
        self._places = places

    def order(self, tx: Transaction, item: Item, game: Game, command: Command) -> Order:
        """Return the order that a person's command is."""
        assert item.author is not None, "only people give orders"
        kind, args = ActorKind.PERSON, dict(command.args)
        overrides = self._table.house(game).overrides(command.verb)
        is_hosts_own = command.verb in HOSTS_OWN and is_host(item, game)
        if is_hosts_own or ((overrides or command.verb == HELP) and self.moderates(tx, item, game)):
            kind = ActorKind.MODERATOR
        if overrides and command.verb == UNDO and args.get("to") is not None:
            args["to_seq"] = self._desk.version_of(tx, game, args["to"])
        if overrides and command.verb == REPLACE:
            args["bot"] = self._bot.name
        if command.verb == SIGN_UP:
            until = too_young_until(tx, game, item.author.id, places=self._places, at=item.at)
            args |= {} if until is None else {"too_young_until": until}
        args |= self._table.beside(tx, game, item)
        return Order(
            verb=command.verb,
            by=Actor(kind, item.author.name, item.author.id),
            at=item.at,
            args=args,
            channel=item.channel,
            source=Source(item.id, item.author.name),
            text=command.text,
        )

    def question(self, tx: Transaction, item: Item, game: Game, reading: Reading) -> Command:
        """Return what asks for the part of the game's state that a reading names; all votes are a moderator's look."""
        is_look = reading.code == ALL_VOTES and self.moderates(tx, item, game)
        verb = ALL_VOTES if is_look else reading.kind.value
        return Command(verb, {"topic": reading.code, **dict(reading.facts)}, item.body)

    def overrides(self, game: Game, reading: Reading) -> bool:
        """Whether a reading is one command of a moderator."""
        return len(reading.commands) == 1 and self._table.house(game).overrides(reading.commands[0].verb)

    def moderates(self, tx: Transaction, item: Item, game: Game) -> bool:
        """Whether the author moderates the game's subreddit."""
        return item.author is not None and self._moderators.is_moderator(tx, game.subreddit, item.author.id)
