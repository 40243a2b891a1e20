"""Aftermath: what follows once a writing was sent, or can't be.

Law: nothing waits for ever in silence (reddit.md 4.3): who can't be reached is nudged in public without a secret, and
the moderators are told once; a thread that takes nothing pauses its game.
"""

from dataclasses import replace

from forumgm.app import marks
from forumgm.app.desk import Desk, alert_marker, status_key
from forumgm.app.dispatch import SHORT_LIMIT
from forumgm.app.hosting import Opening
from forumgm.app.journal import Journal
from forumgm.app.ports import Game, GameStatus, ItemState, OutboxRow, Person, Renderer, Road, RowState, Transaction
from forumgm.app.table import Table
from forumgm.app.tags import private_tag, tagged, untagged
from forumgm.core.effects import Alert, ModeratorNote
from forumgm.core.items import Account, Item, Via
from forumgm.core.orders import GM, GmVerb, Order

LATE_AFTER = 300
"""Seconds after which a post that opens a period is late (resistance.md section 3)."""
_DAY = 86_400


class Aftermath:
    """Reacts to what became of outbox rows; every method runs inside the transaction that settles the row."""

    def __init__(
        self,
        *,
        table: Table,
        desk: Desk,
        opening: Opening,
        renderer: Renderer,
        journal: Journal,
        bot: Account,
    ) -> None:
        self._bot = bot
        self._table = table
        self._desk = desk
        self._opening = opening
        self._renderer = renderer
        self._journal = journal

    def posted(self, tx: Transaction, row: OutboxRow, at: int) -> None:
        """A row was sent."""
        self._journal.note("sent", game=row.game, item=row.sent_id, road=row.road.value, waited=at - row.created)
        game = tx.game(row.game) if row.game else None
        if row.sent_id and row.sent_id.startswith("t1_"):  # our own comments are known, so no listing is read for them
            tx.see(Item(row.sent_id, Via.COMMENT, self._bot, at, body=""), now=at, state=ItemState.HANDLED)
        if row.road is Road.SUBMIT:
            self._opening.submitted(tx, row)
            return
        if game is None:
            return
        if row.key == status_key(game) and row.sent_id:
            tx.save_game(replace(game, status_post=row.sent_id))
            pin = OutboxRow(key=f"pin:{game.id}", road=Road.FEATURE, game=game.id, text="", tag="", created=at)
            tx.queue(replace(pin, target=row.sent_id))
        if row.road is Road.EDIT:
            marks.set_status_edited(tx, game.id, at)
        if row.opens_period is not None and at - row.created > LATE_AFTER:
            args = {"period": row.opens_period, "seconds": at - row.created}
            self._table.carry_out(tx, game, Order(GmVerb.POSTED_LATE, GM, at, args), now=at)
        self._stuck_no_more(tx, game, row, now=at)
        if row.road is Road.POST and tx.value(alert_marker(game, Alert.THREAD_CLOSED)):
            note = ModeratorNote("moderators/thread_open_again", {"game": game.id.upper()}, alert=Alert.THREAD_CLOSED)
            self._desk.clear_alert(tx, game, note, key=f"{row.key}:open-again", now=at)

    def thread_closed(self, tx: Transaction, row: OutboxRow, code: str) -> None:
        """The thread takes nothing: the game pauses until a moderator resumes it (hosting.md)."""
        game = tx.game(row.game) if row.game else None
        if game is None or game.status is not GameStatus.OPEN:
            return
        now = row.next_try
        self._journal.note("thread closed", game=game.id, code=code)
        view = {"game": game.id.upper(), "code": code, "subreddit": game.subreddit}
        note = ModeratorNote("moderators/thread_closed", view, alert=Alert.THREAD_CLOSED)
        self._desk.tell_moderators(tx, game, note, key=f"{row.key}:closed:{row.attempts}", now=now)
        self._table.carry_out(tx, game, Order(GmVerb.PAUSE, GM, now, {"reason": "thread_closed"}), now=now)

    def unreachable(self, tx: Transaction, row: OutboxRow, code: str) -> None:
        """Nobody could bring a message to this person: nudge him in public, tell the moderators."""
        person = tx.person(row.account) or Person(Account(row.account, row.to))
        if row.account:  # a newcomer is known by name only until he writes to us
            tx.save_person(replace(person, unreachable=True))
        game = tx.game(row.game) if row.game else None
        if game is None or not game.thread:
            return
        now = row.next_try or row.created
        self._journal.note("unreachable", game=game.id, code=code)
        key = f"nudge:{game.id}:{row.account or row.to}:{now // _DAY}"
        text = self._renderer.render("answers/nudge", {"player": row.to, "game": game.id.upper()})
        tag = private_tag(game.id, key)
        nudge = OutboxRow(key=key, road=Road.ANSWER, game=game.id, text=tagged(text, tag), tag=tag, created=now)
        tx.queue(replace(nudge, target=game.thread, subreddit=game.subreddit))
        view = {"game": game.id.upper(), "player": row.to, "code": code}
        note = ModeratorNote("moderators/unreachable", view, alert=Alert.UNREACHABLE.about(row.account or row.to))
        self._desk.tell_moderators(tx, game, note, key=f"{row.key}:unreachable", now=now)

    def stuck(self, tx: Transaction, row: OutboxRow, code: str) -> None:
        """A writing was refused for good: a long one goes in shorter parts, of any other the moderators are told."""
        game = tx.game(row.game) if row.game else None
        if code == "TOO_LONG" and len(row.text) > SHORT_LIMIT:
            self._shorter(tx, row)
            return
        self._journal.note("refused for good", game=row.game, road=row.road.value, code=code)
        if game is not None:
            view = {"game": game.id.upper(), "code": code, "number": row.number}
            note = ModeratorNote("moderators/stuck", view, alert=Alert.STUCK.about(code))
            self._desk.tell_moderators(tx, game, note, key=f"{row.key}:stuck", now=row.created)

    def _stuck_no_more(self, tx: Transaction, game: Game, row: OutboxRow, *, now: int) -> None:
        """Tell the moderators if nothing is refused any more: an operator sent it again, or gave it up."""
        raised = (alert.partition(":") for alert in self._desk.raised(tx, game))
        codes = [code for kind, _, code in raised if kind == Alert.STUCK]
        left = {r.error for r in tx.rows_of(game.id) if r.state is RowState.FAILED} if codes else set()
        for code in codes:
            if code in left:
                continue
            view = {"game": game.id.upper(), "code": code}
            note = ModeratorNote("moderators/stuck_no_more", view, alert=Alert.STUCK.about(code))
            self._desk.clear_alert(tx, game, note, key=f"{row.key}:stuck-no-more:{code}", now=now)

    def _shorter(self, tx: Transaction, row: OutboxRow) -> None:
        """Queue the text again in parts that a subreddit with a low limit takes (reddit.md 3.1)."""
        for index, part in enumerate(self._renderer.fit(untagged(row.text), limit=SHORT_LIMIT)):
            tag = row.tag if index == 0 else f"{row.tag}.{index + 1}"
            short = replace(row, key=f"{row.key}:short{index}", text=tagged(part, tag), tag=tag)
            tx.queue(replace(short, state=RowState.QUEUED, attempts=0, error=None, next_try=0))
