"""The table: where an order meets its game. Loads a state, carries the order out, stores what followed.

Laws: everything of one order happens inside the caller's transaction. A state is kept in memory only as long as it
matches the log's version, so a rolled-back transaction can never leave a wrong one behind.
"""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from forumgm.app import marks
from forumgm.app.desk import Desk
from forumgm.app.house import House
from forumgm.app.ports import Deadline, Game, GameKind, GameStatus, Transaction
from forumgm.core.effects import Effect, ModeratorNote
from forumgm.core.errors import Refusal
from forumgm.core.events import Recorded
from forumgm.core.items import Item
from forumgm.core.kernel import Step, replay, step
from forumgm.core.orders import Order

_KEPT_STATES = 200


@dataclass(frozen=True, slots=True)
class Seen:
    """A game's state and its newest event."""

    state: Any
    last: Recorded | None


@dataclass(frozen=True, slots=True)
class Played:
    """What an order came to: the game as it is then, what should be said, and why not, if it was refused."""

    game: Game
    effects: tuple[Effect, ...]
    refusal: Refusal | None


class Table:
    """Plays orders on stored games."""

    def __init__(self, houses: Mapping[GameKind, House], desk: Desk) -> None:
        self._houses = houses
        self._desk = desk
        self._kept: OrderedDict[str, tuple[int, Seen]] = OrderedDict()

    def house(self, game: Game) -> House:
        """Return the house that plays this kind of game."""
        return self._houses[game.kind]

    def look(self, tx: Transaction, game: Game) -> Seen:
        """Return the game's state, replayed from its log unless it is at hand."""
        kept = self._kept.get(game.id)
        if kept is not None and kept[0] == game.version:
            self._kept.move_to_end(game.id)
            return kept[1]
        house = self.house(game)
        log = [house.codec.decode(line) for line in tx.log(game.id)]
        seen = Seen(replay(house.system, house.initial(), log), log[-1] if log else None)
        self._keep(game.id, game.version, seen)
        return seen

    def _keep(self, game_id: str, version: int, seen: Seen) -> None:
        self._kept[game_id] = (version, seen)
        self._kept.move_to_end(game_id)
        while len(self._kept) > _KEPT_STATES:
            self._kept.popitem(last=False)

    def beside(self, tx: Transaction, game: Game, item: Item) -> Mapping[str, Any]:
        """Return what an item's orders must know of the other games of this kind in the game's thread."""
        others = [g for g in tx.games_in_thread(game.thread) if g.kind is game.kind and g.id != game.id and g.version]
        if not others or item.author is None:
            return {}
        return self.house(game).beside([self.look(tx, g).state for g in others], item.author.id, item.at)

    def play(self, tx: Transaction, game: Game, order: Order, *, now: int) -> Played:
        """Carry an order out and store what followed; what should be said is returned, for the caller to ``say``."""
        house = self.house(game)
        seen = self.look(tx, game)
        if house.answers(order.verb):
            return Played(game, tuple(house.answer(seen.state, order, now=now, game=game)), None)
        done = self._step(tx, game, seen, order, now=now)
        if done.refusal is not None:
            return Played(game, tuple(house.refuse(seen.state, order, done.refusal)), done.refusal)
        if done.recorded:
            tx.append(game.id, done.recorded, expected=game.version)
            game = self._filed(tx, game, Seen(done.state, done.recorded[-1]))
        return Played(game, done.effects, None)

    def dry(self, tx: Transaction, game: Game, order: Order, *, now: int) -> Played:
        """Carry an order out without storing anything: what it would come to."""
        house, seen = self.house(game), self.look(tx, game)
        if house.answers(order.verb):
            return Played(game, tuple(house.answer(seen.state, order, now=now, game=game)), None)
        done = self._step(tx, game, seen, order, now=now)
        if done.refusal is not None:
            return Played(game, tuple(house.refuse(seen.state, order, done.refusal)), done.refusal)
        return Played(game, done.effects, None)

    def _step(self, tx: Transaction, game: Game, seen: Seen, order: Order, *, now: int) -> Step[Any]:
        house = self.house(game)
        return step(
            house.system,
            seen.state,
            order,
            last=seen.last,
            now=now,
            chance=house.chance(game),
            log=lambda: [house.codec.decode(line) for line in tx.log(game.id)],
        )

    def carry_out(self, tx: Transaction, game: Game, order: Order, *, now: int) -> None:
        """Play an order that no item is behind (a clock's, the GM's own) and queue what it makes us say."""
        played = self.play(tx, game, order, now=now)
        self.say(tx, played.game, played.effects, now=now)

    def say(
        self, tx: Transaction, game: Game, effects: Sequence[Effect], *, now: int, item: Item | None = None
    ) -> Game:
        """Queue what should be said because of one item or one tick, merged into as few writings as read well."""
        return self._desk.say(tx, game, self.house(game).compose(effects), item=item, now=now)

    def _filed(self, tx: Transaction, game: Game, seen: Seen) -> Game:
        """Bring the game's row, members and deadlines up to its new state."""
        house = self.house(game)
        state, last = seen.state, seen.last
        assert last is not None, "a game that moved has an event"
        over = house.is_over(state)
        game = replace(
            game,
            version=last.seq,
            phase=house.phase(state),
            status=GameStatus.ENDED if over else game.status,
        )
        tx.save_game(game)
        tx.set_members(game.id, house.members(state))
        marks.set_seats(tx, game.id, house.seats(state))
        self.set_deadlines(tx, game, state)
        self._goes_on(tx, game, state)
        self._keep(game.id, game.version, seen)
        return game

    def _goes_on(self, tx: Transaction, game: Game, state: Any) -> None:
        """The moderators were told that the game waits for somebody; if it does no longer they hear that too."""
        waited = tx.value(f"idle:{game.id}")
        if waited is None or any(d.key == waited["key"] for d in self.house(game).due(state)):
            return
        tx.set_value(f"idle:{game.id}", None)
        note = ModeratorNote("moderators/goes_on", {"game": game.id.upper()}, alert=waited["alert"])
        self._desk.clear_alert(tx, game, note, key=f"{game.id}:{game.version}:goes-on", now=waited["at"])

    def running_since(self, tx: Transaction, game: Game) -> int | None:
        """Return when the running period opened, None if none with a ceiling runs."""
        return self.house(game).running_since(self.look(tx, game).state)

    def set_deadlines(self, tx: Transaction, game: Game, state: Any) -> None:
        """Store what is due, leaving out the reminders that were given already."""
        house = self.house(game)
        due = () if house.is_over(state) else house.due(state)
        struck = marks.struck(tx, game.id)
        keys = {d.key for d in due}
        if struck - keys:
            marks.set_struck(tx, game.id, struck & keys)
        tx.set_deadlines(
            game.id,
            [Deadline(game.id, d.key, d.at, d.verb, dict(d.args), d.ceiling) for d in due if d.key not in struck],
        )

    def strike(self, tx: Transaction, game: Game, key: str) -> None:
        """Note that a reminder was given, so that it is given once."""
        marks.set_struck(tx, game.id, marks.struck(tx, game.id) | {key})
        self.set_deadlines(tx, game, self.look(tx, game).state)

    def remind(self, tx: Transaction, game: Game, order: Order, *, key: str, now: int) -> Game:
        """Say what a clock that changes nothing makes us say; ``key``: its deadline's."""
        effects = self.house(game).remind(self.look(tx, game).state, order, now=now)
        alert = next((e.alert for e in effects if isinstance(e, ModeratorNote) and e.alert), None)
        if alert is not None:
            tx.set_value(f"idle:{game.id}", {"key": key, "alert": alert, "at": now})
        return self.say(tx, game, effects, now=now)
