"""Dispatch: sends what the outbox holds, one writing at a time, and settles what is unclear.

Laws (reddit.md 6.1): an intent is committed as ``sending`` before the one request that carries it out. What may or
may not have happened is looked up by its visible tag, not before ``reconcile_wait``, and sent again only after two
looks in vain. A definite refusal is never repeated as it is; each has a policy in ``REFUSALS``.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial

from forumgm.app.ports import (
    Forum,
    ForumError,
    ForumUnreachableError,
    Game,
    OutboxRow,
    OwnText,
    Road,
    RowState,
    Store,
    StoreError,
    Transaction,
    WriteRefusedError,
    WriteUnclearError,
)
from forumgm.app.tags import tag_of

BATCH = 50
"""Writings sent in one cycle at most, so that reading never waits long."""
LOOKS = 2
"""Looks in vain after which an unclear writing is sent again."""
LOOK_LIMIT = 100
RETRY_LATER = 900
"""Seconds until a post is tried again that the thread does not take at present."""
MODMAIL_RUNG = 2
"""Rungs: 0 a reply into his own message, 1 a new message, 2 mod mail; beyond it people must help."""
_CONVERSATION = "modmail:"
SHORT_LIMIT = 900
"""Characters that even a subreddit with a low limit takes (reddit.md 3.1)."""


class Policy(Enum):
    """What a definite refusal means for the row."""

    WAIT = "wait"
    """Only too fast: the same again later."""
    THREAD_CLOSED = "thread_closed"
    """The thread takes nothing from us: hold the post, pause the game, tell the moderators."""
    UNREACHABLE = "unreachable"
    """This person can't be written to by this road: next rung."""
    SHORTER = "shorter"
    """Too long for this subreddit: shorter parts."""
    DROP = "drop"
    """It can't be placed any more (its parent is gone); nobody waits for it."""
    ALERT = "alert"
    """A person must look at it."""


REFUSALS: dict[str, Policy] = {
    "RATELIMIT": Policy.WAIT,
    "429": Policy.WAIT,
    "THREAD_LOCKED": Policy.THREAD_CLOSED,
    "TOO_OLD": Policy.THREAD_CLOSED,
    "403": Policy.THREAD_CLOSED,
    "DELETED_LINK": Policy.THREAD_CLOSED,
    "DELETED_COMMENT": Policy.DROP,
    "COMMENT_UNREPLIABLE": Policy.DROP,
    "TOO_LONG": Policy.SHORTER,
    "USER_DOESNT_EXIST": Policy.UNREACHABLE,
    "NO_USER": Policy.UNREACHABLE,
    "INVALID_USER": Policy.UNREACHABLE,
    "USER_BLOCKED": Policy.UNREACHABLE,
    "USER_BLOCKED_MESSAGE": Policy.UNREACHABLE,
    "USER_MUTED": Policy.UNREACHABLE,
    "MUTED_FROM_SUBREDDIT": Policy.UNREACHABLE,
    "NOT_WHITELISTED_BY_USER_MESSAGE": Policy.UNREACHABLE,
    "RESTRICTED_TO_PM": Policy.UNREACHABLE,
    "PM_MODERATOR_RESTRICTION": Policy.UNREACHABLE,
}
"""Codes of the forum (reddit.md 3.4, 3.7); any other needs a person."""


@dataclass(frozen=True, slots=True)
class Notices:
    """What dispatch tells the rest of the app about; each is called inside the transaction that settles the row."""

    posted: Callable[[Transaction, OutboxRow, int], None]
    """A row was sent; with the forum time of the writing."""
    thread_closed: Callable[[Transaction, OutboxRow, str], None]
    unreachable: Callable[[Transaction, OutboxRow, str], None]
    """Every rung was tried in vain."""
    stuck: Callable[[Transaction, OutboxRow, str], None]
    failed: Callable[[OutboxRow, Exception], None]
    """What should follow went wrong; called outside of any transaction."""


class Dispatch:
    """Sends the outbox over a forum."""

    def __init__(
        self,
        *,
        store: Store,
        forum: Forum,
        notices: Notices,
        reconcile_wait: int,
        modmail_allowed: Callable[[str], bool],
    ) -> None:
        self._store = store
        self._forum = forum
        self._notices = notices
        self._reconcile_wait = reconcile_wait
        self._modmail_allowed = modmail_allowed

    def run(self, limit: int = BATCH) -> int:
        """Settle what is unclear, then send what is due, public posts first; return how many were sent."""
        self.settle()
        sent = 0
        while sent < limit:
            now = self._forum.now()
            with self._store.transaction() as tx:
                rows = tx.sendable(now, limit - sent)
            if not rows:
                break
            for row in rows:
                self._send(row)
                sent += 1
        return sent

    # -- sending

    def _send(self, row: OutboxRow) -> None:
        now = self._forum.now()
        with self._store.transaction() as tx:
            game = tx.game(row.game) if row.game else None
            row = self._addressed(tx, row, game)
            if row.road is Road.EDIT and not row.target:
                tx.save_row(replace(row, next_try=now + 1))
                return
            row = replace(row, state=RowState.SENDING, attempts=row.attempts + 1, next_try=now + self._reconcile_wait)
            tx.save_row(row)
        try:
            sent_id = self._write(row)
        except WriteRefusedError as refusal:
            self._settled(row, partial(self._refused, row=row, refusal=refusal))
        except WriteUnclearError:
            if not row.tag:  # edits, flair: safe to repeat
                with self._store.transaction() as tx:
                    tx.save_row(replace(row, state=RowState.QUEUED, next_try=now + self._reconcile_wait))
        except ForumUnreachableError as trouble:
            wait = trouble.retry_after or 1
            with self._store.transaction() as tx:
                tx.save_row(replace(row, state=RowState.QUEUED, next_try=now + wait))
            raise
        else:
            at = self._forum.now()
            self._settled(row, lambda tx: self._sent(tx, row, sent_id, at))

    def _addressed(self, tx: Transaction, row: OutboxRow, game: Game | None) -> OutboxRow:
        """Fill in what is only known when it is sent: the thread, the status comment, the way to a person."""
        if row.road is Road.EDIT:
            return replace(row, target=game.status_post or "" if game else "")
        if row.road is Road.MESSAGE:
            person = tx.person(row.account)
            if person is not None and person.conversation:
                return replace(row, target=in_conversation(person.conversation))
            if row.rung == 0 and person is not None and person.last_message:
                return replace(row, target=person.last_message)
            if row.rung == 0:
                return replace(row, rung=1, target="")
        return row

    def _write(self, row: OutboxRow) -> str | None:
        forum = self._forum
        match row.road:
            case Road.SUBMIT:
                return forum.submit(row.subreddit, row.subject, row.text)
            case Road.POST | Road.ANSWER:
                return forum.comment(row.target, row.text)
            case Road.EDIT:
                forum.edit(row.target, row.text)
            case Road.FLAIR:
                forum.flair(row.target, row.text)
            case Road.FEATURE:
                forum.feature(row.target, sticky=True)
            case Road.MESSAGE:
                self._write_message(row)
        return None

    def _write_message(self, row: OutboxRow) -> None:
        if row.target.startswith(_CONVERSATION):
            self._forum.reply_modmail(row.target.removeprefix(_CONVERSATION), row.text)
        elif row.rung == 0:
            self._forum.reply(row.target, row.text)
        elif row.rung == 1:
            self._forum.message(row.to, row.subject, row.text)
        else:
            self._forum.modmail(row.subreddit, row.to, row.subject, row.text)

    def _settled(self, row: OutboxRow, settle: Callable[[Transaction], None]) -> None:
        """Settle a row with all that follows; if that fails its game is set aside, and the row is not sent again."""
        try:
            with self._store.transaction() as tx:
                settle(tx)
        except (ForumError, StoreError):
            raise
        except Exception as error:  # noqa: BLE001 - one game that fails never stops the others (law 9)
            with self._store.transaction() as tx:
                tx.save_row(replace(row, state=RowState.FAILED, error="aftermath"))
            self._notices.failed(row, error)

    def _sent(self, tx: Transaction, row: OutboxRow, sent_id: str | None, at: int) -> None:
        row = replace(row, state=RowState.SENT, sent_id=sent_id, sent_at=at, error=None)
        tx.save_row(row)
        self._notices.posted(tx, row, at)

    # -- refusals

    def _refused(self, tx: Transaction, *, row: OutboxRow, refusal: WriteRefusedError) -> None:
        now = self._forum.now()
        policy = Policy.WAIT if refusal.retry_after is not None else REFUSALS.get(refusal.code, Policy.ALERT)
        row = replace(row, error=refusal.code, state=RowState.FAILED)
        if row.road is Road.MESSAGE and policy in (Policy.THREAD_CLOSED, Policy.ALERT, Policy.DROP):
            policy = Policy.UNREACHABLE
        if row.road in (Road.ANSWER, Road.EDIT, Road.FLAIR, Road.FEATURE) and policy in (
            Policy.THREAD_CLOSED,
            Policy.ALERT,
        ):
            policy = Policy.DROP
        match policy:
            case Policy.WAIT:
                wait = refusal.retry_after if refusal.retry_after is not None else RETRY_LATER
                tx.save_row(replace(row, state=RowState.QUEUED, next_try=now + wait))
            case Policy.THREAD_CLOSED:
                tx.save_row(replace(row, state=RowState.QUEUED, next_try=now + RETRY_LATER))
                self._notices.thread_closed(tx, row, refusal.code)
            case Policy.UNREACHABLE:
                self._next_rung(tx, row, now)
            case Policy.SHORTER | Policy.ALERT:
                tx.save_row(row)
                self._notices.stuck(tx, row, refusal.code)
            case Policy.DROP:
                tx.save_row(row)

    def _next_rung(self, tx: Transaction, row: OutboxRow, now: int) -> None:
        """Try the next road to a person (reddit.md 4.3): his own message, a new one, mod mail, then people."""
        rung = row.rung + 1
        if rung == MODMAIL_RUNG and not self._modmail_allowed(row.subreddit):
            rung += 1
        if rung <= MODMAIL_RUNG:
            tx.save_row(replace(row, state=RowState.QUEUED, rung=rung, target="", next_try=now))
            return
        tx.save_row(replace(row, rung=rung))
        self._notices.unreachable(tx, row, row.error or "")

    # -- settling

    def settle(self) -> None:
        """Look for writings whose outcome is unclear; after two looks in vain they are sent again."""
        now = self._forum.now()
        with self._store.transaction() as tx:
            unclear = [r for r in tx.rows_in(RowState.SENDING) if r.next_try <= now]
        if not unclear:
            return
        texts = self._own_texts(unclear)
        for row in unclear:
            found = sorted((t for t in texts if row.tag and _carries(t, row)), key=lambda t: t.at)
            self._settled(row, partial(self._looked_up, row=row, found=found[0] if found else None, now=now))
            for copy in found[1:]:
                if copy.id.startswith(("t1_", "t3_")):
                    self._forum.delete(copy.id)

    def _looked_up(self, tx: Transaction, *, row: OutboxRow, found: OwnText | None, now: int) -> None:
        if found is not None:
            self._sent(tx, row, found.id, found.at)
        elif row.looks + 1 < LOOKS and row.tag:
            tx.save_row(replace(row, looks=row.looks + 1, next_try=now + self._reconcile_wait))
        else:
            tx.save_row(replace(row, state=RowState.QUEUED, looks=0, next_try=now))

    def _own_texts(self, rows: list[OutboxRow]) -> list[OwnText]:
        roads = {r.road for r in rows}
        texts: list[OwnText] = []
        if roads & {Road.POST, Road.ANSWER}:
            texts += self._forum.own_comments(LOOK_LIMIT)
        if Road.SUBMIT in roads:
            texts += self._forum.own_submissions(LOOK_LIMIT)
        if Road.MESSAGE in roads:
            texts += self._forum.own_messages(LOOK_LIMIT)
        return texts


def in_conversation(conversation: str | None) -> str:
    """Return the target of a row that answers in this mod mail conversation."""
    return f"{_CONVERSATION}{conversation}"


def _carries(text: OwnText, row: OutboxRow) -> bool:
    """Return whether this is the row's writing: its tag stands in the last line, and it went to the right person."""
    if text.to is not None and row.to and text.to.lower() != row.to.lower():
        return False
    return tag_of(text.body) == row.tag
