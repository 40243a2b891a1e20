"""Intake: what was read becomes orders, one item at a time.

Laws (design.md section 1, laws 5, 6, 9): one item is one transaction: seen, events, deadlines, outbox, settled. Items
are handled in the order of the rules. A game that fails is set aside with its items in order; the others go on.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from forumgm.app import beside, courtesy
from forumgm.app.alarms import Alarms
from forumgm.app.desk import Desk, alert_marker
from forumgm.app.journal import Journal
from forumgm.app.ordering import REPLACE, Ordering
from forumgm.app.outage import Gap, Outages, listens_since
from forumgm.app.ports import (
    Change,
    ChangeKind,
    Game,
    GameKind,
    GameStatus,
    ItemState,
    OutboxRow,
    Person,
    Poll,
    Question,
    RowState,
    Store,
    StoreError,
    Transaction,
)
from forumgm.app.replacing import Replacing
from forumgm.app.routing import Routing
from forumgm.app.table import Table
from forumgm.app.trials import Trials
from forumgm.core.effects import Alert, Answer, Effect, ModeratorNote
from forumgm.core.items import Account, Channel, Item, Via
from forumgm.core.orders import GM, GmVerb, Order
from forumgm.core.reading import Kind, Reading


class Intake:
    """Handles what the forum brought."""

    def __init__(
        self,
        *,
        store: Store,
        table: Table,
        desk: Desk,
        routing: Routing,
        outages: Outages,
        alarms: Alarms,
        ordering: Ordering,
        trials: Trials,
        replacing: Replacing,
        journal: Journal,
        bot: Account,
        clock: Callable[[], int],
    ) -> None:
        self._store = store
        self._table = table
        self._desk = desk
        self._routing = routing
        self._outages = outages
        self._alarms = alarms
        self._ordering = ordering
        self._trials = trials
        self._replacing = replacing
        self._journal = journal
        self._bot = bot
        self._clock = clock

    # -- a poll

    def take(self, poll: Poll) -> int:
        """Store and handle everything a poll found; return how many items were handled."""
        now = self._clock()
        with self._store.transaction() as tx:
            since = listens_since(tx)
            for item in poll.items:
                old = ItemState.HANDLED if item.at < since else ItemState.NEW
                tx.see(item, now=now, state=ItemState.HELD if item.removed else old)
        for change in poll.changes:
            with self._store.transaction() as tx:
                self._changed(tx, change)
        with self._store.transaction() as tx:
            waiting = tx.new_items()
        for item in waiting:
            self._handle_alone(item)
        return len(waiting)

    def _handle_alone(self, item: Item) -> None:
        """Handle one item in a transaction of its own; what fails is set aside, and the next one goes on."""
        game: Game | None = None
        try:
            with self._store.transaction() as tx:
                games = self._routing.games_for(tx, item)
                game = games[0] if games else None
                aside = next((g for g in games if g.status is GameStatus.ASIDE), None)
                if aside is not None:
                    tx.settle_item(item.id, ItemState.HELD, game=aside.id, order=False)
                    return
                self._handle(tx, item, games)
        except StoreError:
            raise  # no game's fault: the item stays new
        except Exception as error:  # noqa: BLE001 - one game that fails never stops the others (law 9)
            self._journal.trouble("item failed", error, game=game.id if game else None, item=item.id)
            with self._store.transaction() as tx:
                state = ItemState.HELD if game else ItemState.HANDLED
                tx.settle_item(item.id, state, game=game.id if game else None, order=False)
            if game is not None:
                self.set_aside(game, error)

    def set_aside(self, game: Game, error: Exception) -> None:
        """Stop a game that failed until ``forumgm retry``; its clocks stop, the moderators are told once."""
        self._journal.trouble("game set aside", error, game=game.id)
        with self._store.transaction() as tx:
            current = tx.game(game.id)
            if current is None or current.status is not GameStatus.OPEN:
                return
            current = replace(current, status=GameStatus.ASIDE, error=type(error).__name__)
            tx.save_game(current)
            note = ModeratorNote("moderators/set_aside", {"game": game.id.upper()}, alert=Alert.SET_ASIDE)
            self._desk.tell_moderators(tx, current, note, key=f"{game.id}:aside:{game.version}", now=self._clock())

    def row_failed(self, row: OutboxRow, error: Exception) -> None:
        """What should follow a writing went wrong: its game is set aside."""
        with self._store.transaction() as tx:
            game = tx.game(row.game) if row.game else None
        if game is not None:
            self.set_aside(game, error)
        else:
            self._journal.trouble("writing failed", error)

    # -- one item

    def _handle(self, tx: Transaction, item: Item, games: Sequence[Game]) -> None:
        if item.author is None or item.author.id == self._bot.id:
            tx.settle_item(item.id, ItemState.HANDLED, game=None, order=False)
            return
        if item.channel is Channel.PRIVATE:
            self._met(tx, item)
        now = max(self._clock(), item.at)
        acted = self._replacing.take(tx, item, now=now) or self._routing.at_front_desk(tx, item, now=now)
        heard = [] if acted else self._routing.hear(tx, item, games)
        about = games[0].id if games else None
        for game, reading in heard:
            current = tx.game(game.id) or game
            if self._act(tx, item, current, reading, now=now):
                acted, about = True, game.id
        if not heard and not acted:
            self._routing.nobody(tx, item, now=now)
        tx.settle_item(item.id, ItemState.HANDLED, game=about, order=acted)

    def _met(self, tx: Transaction, item: Item) -> None:
        """Remember the way to somebody who wrote to us; what could not reach him is tried again."""
        assert item.author is not None, "an item without author is no conversation"
        person = tx.person(item.author.id) or Person(item.author)
        was_unreachable = person.unreachable
        person = replace(person, account=item.author, unreachable=False)
        if item.via is Via.MESSAGE:
            person = replace(person, last_message=item.id, conversation=None)
        else:
            person = replace(person, conversation=item.conversation)
        tx.save_person(person)
        if was_unreachable:
            self._alarms.reached_again(tx, person, now=max(self._clock(), item.at))
            for row in tx.rows_in(RowState.FAILED):
                if row.account == item.author.id:
                    tx.save_row(replace(row, state=RowState.QUEUED, rung=0, next_try=0))

    def _act(self, tx: Transaction, item: Item, game: Game, reading: Reading, *, now: int) -> bool:
        """Do what a reading says in one game; return whether an order was carried out."""
        assert item.author is not None, "only people are read"
        self._note(item, game, reading)
        match reading.kind:
            case Kind.IGNORE:
                return False
            case Kind.CONFIRM:
                self._confirm(tx, item, game, reading, now=now)
                return False
            case Kind.ACCEPT | Kind.ACCEPT_MANY:
                tx.drop_question(item.author.id, item.channel.value)
                return self._carry_out(tx, item, game, reading, now=now)
            case Kind.STATUS | Kind.ANSWER:
                asked = self._ordering.question(tx, item, game, reading)
                return self._carry_out(tx, item, game, replace(reading, commands=(asked,)), now=now)
            case Kind.FLAG:
                self._flag(tx, item, game, reading, now=now)
                return False
            case Kind.ASK | Kind.REFUSE:
                effects = [_refusal(game, reading.code, reading.facts, private=reading.private)]
                self._reply(tx, item, game, effects, now=now, refused=True)
                return False
        raise RuntimeError(f"unexpected reading {reading.kind}")

    def _note(self, item: Item, game: Game, reading: Reading) -> None:
        """Note how a comment was read; of a private text, or one answered privately, only that it is answered."""
        if item.channel is Channel.THREAD and not reading.private:
            self._journal.note("read", game=game.id, item=item.id, reading=reading.kind.value, code=reading.code)
        elif reading.kind is not Kind.IGNORE:
            self._journal.note("answered", game=game.id, item=item.id)

    def _carry_out(self, tx: Transaction, item: Item, game: Game, reading: Reading, *, now: int) -> bool:
        """Carry out all commands of one item in order and answer once."""
        said: list[Effect] = []
        acted = refused = False
        for command in reading.commands:
            order = self._ordering.order(tx, item, game, command)
            answered = beside.carry_out(tx, game, order, trial=command.trial)
            if answered is not None:
                said += answered
                continue
            if command.trial:
                said += self._trials.tried(tx, game, order, now=now)
                continue
            played = self._table.play(tx, game, order, now=now)
            if played.refusal is None and order.verb == REPLACE:
                self._ask_newcomer(tx, item, played.game, order, now=now)
            acted = acted or (played.refusal is None and played.game.version != game.version)
            refused = refused or played.refusal is not None
            if played.refusal is not None and item.channel is Channel.THREAD and not reading.private:
                self._journal.note("refused", game=game.id, item=item.id, code=played.refusal.code)
            game = played.game
            said += played.effects
        said += [_refusal(game, p.code, p.facts, private=reading.private) for p in reading.left_over]
        self._reply(tx, item, game, said, now=now, refused=refused and not acted)
        return acted

    def _ask_newcomer(self, tx: Transaction, item: Item, game: Game, order: Order, *, now: int) -> None:
        old, new = self._table.house(game).replacement(self._table.look(tx, game).state, order)
        self._replacing.ordered(tx, game, old=old, new=new, key=f"{item.id}:invited:{new.lower()}", now=now)

    def _reply(
        self, tx: Transaction, item: Item, game: Game, effects: Sequence[Effect], *, now: int, refused: bool
    ) -> None:
        if refused:
            player, moderator = self._routing.concerns(tx, item, game), self._ordering.moderates(tx, item, game)
            scene = game.kind is GameKind.NARRATIVE
            effects = courtesy.limited(tx, item, effects, player=player, now=now, moderator=moderator, scene=scene)
        self._table.say(tx, game, effects, item=item, now=now)

    def _confirm(self, tx: Transaction, item: Item, game: Game, reading: Reading, *, now: int) -> None:
        """State the reading and keep it for a plain yes from the same person in the same channel."""
        assert item.author is not None, "only people are asked"
        preview: list[Effect] = []
        if self._ordering.overrides(game, reading):
            tried = self._trials.before_yes(
                tx, game, self._ordering.order(tx, item, game, reading.commands[0]), now=now
            )
            if tried.refusal is not None:
                self._reply(tx, item, game, tried.effects, now=now, refused=True)
                return
            preview = list(tried.effects)
        commands = [
            {"verb": c.verb, "args": dict(c.args), "text": c.text[:300], "trial": c.trial} for c in reading.commands
        ]
        tx.ask(
            Question(
                account=item.author.id,
                channel=item.channel.value,
                game=game.id,
                asked_at=now,
                version=game.version,
                phase=game.phase,
                commands={"commands": commands},
            )
        )
        view = {"code": reading.code, "commands": commands, "game": game.id.upper(), "facts": dict(reading.facts)}
        stated: list[Effect] = preview or [Answer("answers/confirm", view, private=reading.private)]
        self._table.say(tx, game, stated, item=item, now=now)

    def _flag(self, tx: Transaction, item: Item, game: Game, reading: Reading, *, now: int) -> None:
        """Tell the moderators of something that only they decide; the player hears that they were told."""
        assert item.author is not None, "only people are flagged"
        view = {"player": item.author.name, "code": reading.code, "item": item.id, "game": game.id.upper()}
        effects: list[Effect] = [ModeratorNote("moderators/flag", view)]
        if item.channel is Channel.PRIVATE:
            effects.append(Answer("answers/passed_on", view))
        self._table.say(tx, game, effects, item=item, now=now)

    # -- changes of items seen before

    def _changed(self, tx: Transaction, change: Change) -> None:
        stored = tx.item(change.item)
        if stored is None:
            return
        if change.kind is ChangeKind.APPROVED and stored.state is ItemState.HELD:
            tx.settle_item(change.item, ItemState.NEW, game=stored.game, order=False)
            return
        if change.kind is ChangeKind.REMOVED and stored.state is ItemState.NEW:
            tx.settle_item(change.item, ItemState.HELD, game=stored.game, order=False)
            return
        if change.kind not in (ChangeKind.EDITED, ChangeKind.DELETED) or not stored.order or stored.flagged:
            return
        game = tx.game(stored.game) if stored.game else None
        if game is None or game.status is not GameStatus.OPEN or not tx.flag_item(change.item):
            return
        now = self._clock()
        author = stored.item.author.name if stored.item.author else ""
        order = Order(GmVerb.FLAG_ITEM, GM, now, {"item": change.item, "because": change.kind.value, "author": author})
        self._table.carry_out(tx, game, order, now=now)

    def thread_gone(self, thread: str) -> None:
        """A thread can't be read: its games pause until a moderator resumes them (hosting.md)."""
        with self._store.transaction() as tx:
            now = self._clock()
            for game in tx.games_in_thread(thread):
                if game.status is not GameStatus.OPEN or tx.value(alert_marker(game, Alert.THREAD_CLOSED)):
                    continue
                view = {"game": game.id.upper(), "code": "unreadable", "subreddit": game.subreddit}
                note = ModeratorNote("moderators/thread_closed", view, alert=Alert.THREAD_CLOSED)
                played = self._table.play(tx, game, Order(GmVerb.PAUSE, GM, now, {"reason": "thread_closed"}), now=now)
                self._table.say(tx, played.game, [*played.effects, note], now=now)

    # -- outages

    def give_back(self, gap: Gap) -> None:
        """Tell every open game that the forum was down, so that a period may get the time back."""
        with self._store.transaction() as tx:
            games = tx.games(GameStatus.OPEN)
        for game in games:
            with self._store.transaction() as tx:
                current = tx.game(game.id) or game
                since = self._table.running_since(tx, current)
                if since is None:
                    continue
                total = self._outages.forum_down(tx, since=since, until=gap.end)
                args: Mapping[str, int] = {"start": gap.start, "end": gap.end, "total": total}
                order = Order(GmVerb.OUTAGE, GM, gap.end, args)
                self._table.carry_out(tx, current, order, now=self._clock())


def _refusal(game: Game, code: str, facts: Mapping[str, object], *, private: bool) -> Answer:
    return Answer(f"refusals/{code}", {"code": code, "game": game.id.upper(), **facts}, private=private)
