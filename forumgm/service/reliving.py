"""Reliving: what the daemon does before anything else when its database is older than the forum.

Laws (hosting.md, "After a restore"): our own posts and messages since the backup are read by their tags and count as
sent; what people wrote since is handled again, at the time it was handled then; nothing is written meanwhile. Where
the forum and the database disagree the game stands still, and the moderators are asked. Breaking off loses nothing.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace

from forumgm.adapters.past import Numbered, Past, PastForum, numbered
from forumgm.adapters.store import RESTORED
from forumgm.app import marks
from forumgm.app.daemon import Sources
from forumgm.app.outage import last_poll
from forumgm.app.ports import (
    Change,
    ChangeKind,
    Forum,
    ForumUnreachableError,
    Game,
    GameStatus,
    Poll,
    PollRequest,
    RowState,
    Store,
    Transaction,
)
from forumgm.bootstrap import Rooms
from forumgm.core.effects import Alert, ModeratorNote
from forumgm.core.items import Item
from forumgm.service.recovery import STANDS_STILL, stands_still

ALL_LISTED = 1_000
"""How many of our own writings of each kind a forum lists at most (reddit.md 2)."""
NEWEST = 100
STEP = 30
"""Seconds from one look to the next (reddit.md 6.2): as soon was something read of which nothing of ours tells."""


@dataclass(frozen=True, slots=True)
class Relived:
    """What came of it."""

    since: int
    """Forum time of the last reading in the backup."""
    items: int
    posts: int
    """Numbered posts that were found again."""
    asked: tuple[str, ...]
    """Ids of the games that stand still with a question."""


def is_behind(store: Store, forum: Forum) -> bool:
    """Return whether the database was restored: it is marked, or a post of ours is newer than it can know.

    An intent is committed before it is sent, so a number on the forum that a game has not reached comes from a later
    life of the same game: a copy that was put back by other means than ``forumgm restore``.
    """
    with store.transaction() as tx:
        if tx.value(RESTORED) is not None:
            return True
        games = {game.id: game for game in tx.games(GameStatus.OPEN) if game.thread}
    if not games:
        return False
    posts = numbered(forum.own_comments(NEWEST))
    behind = any(p.number > games[p.game].posts for p in posts if p.game in games and _is_in(p, games[p.game]))
    if behind:
        with store.transaction() as tx:
            tx.set_value(RESTORED, last_poll(tx))
    return behind


@dataclass
class Reliving:
    """Lives once more through the time since the backup."""

    store: Store
    forum: Forum
    sources: Sources
    furnish: Callable[[Forum], Rooms]
    """Puts the rooms together around the forum of the past."""
    progress: Callable[[], bool]
    """Called at each moment; False breaks off."""
    _asked: list[str] = field(default_factory=list)
    _posts: list[Numbered] = field(default_factory=list)
    """All numbered posts that the forum has of ours."""

    def run(self) -> Relived:
        """Do it; afterwards the database is no longer marked. Raises ForumUnreachableError, then nothing is lost."""
        with self.store.transaction() as tx:
            since = last_poll(tx)
        past = self._read() if since else _nothing(self.forum.now())
        self._posts = numbered((*past.comments, *past.submissions))
        forum = PastForum(self.forum, past)
        rooms = self.furnish(forum)
        for moment, until in _looks(past, since=since):
            forum.moment, forum.until = moment, until
            if not self.progress() or not rooms.daemon.cycle():
                raise ForumUnreachableError("broken off while living through the time since the backup")
            due = [p for p in self._posts if p.text.at == moment == until]
            self._compare(rooms, [*forum.differing, *self._unknown(due)], now=moment)
            forum.differing.clear()
        self._compare(rooms, self._unknown(self._posts), now=forum.moment or past.present)
        with self.store.transaction() as tx:
            tx.set_value(RESTORED, None)
        new = [p for p in self._posts if p.text.at > since]
        return Relived(since, len(past.items), len(new), tuple(self._asked))

    # -- reading

    def _read(self) -> Past:
        """Read everything since the backup: each open game's thread whole, the listings, and what is ours."""
        with self.store.transaction() as tx:
            threads: list[str | None] = [game.thread for game in tx.games(GameStatus.OPEN) if game.thread]
            moderated = [s for s in self.sources.subreddits if marks.is_moderated(tx, s)]
        items: dict[str, Item] = {}
        changes: dict[tuple[str, ChangeKind], Change] = {}
        for thread in threads or [None]:  # each reads all listings, and what is in hand already ends them
            poll = self._poll(thread, moderated, known=items)
            changes |= {(c.item, c.kind): c for c in poll.changes if c.item not in items}
            items |= {item.id: item for item in poll.items}
        return Past(
            present=self.forum.now(),
            items=sorted(items.values(), key=lambda item: item.sort_key),
            changes=tuple(changes.values()),
            comments=self.forum.own_comments(ALL_LISTED),
            submissions=self.forum.own_submissions(ALL_LISTED),
            messages=self.forum.own_messages(ALL_LISTED),
        )

    def _poll(self, thread: str | None, moderated: Sequence[str], *, known: Collection[str]) -> Poll:
        def known_by_now(ids: Collection[str]) -> set[str]:
            with self.store.transaction() as tx:
                return tx.known_items(ids) | set(ids).intersection(known)

        request = PollRequest(
            subreddits=self.sources.subreddits,
            moderated=moderated,
            modmail=self.sources.modmail,
            tree=thread,
            check=(),
            known=known_by_now,
        )
        return self.forum.poll(request)

    # -- where the two disagree

    def _unknown(self, posts: Sequence[Numbered]) -> list[Numbered]:
        """Return those posts of open games that the database doesn't know: it came to no such post."""
        if not posts:
            return []
        with self.store.transaction() as tx:
            games = {game.id: game for game in tx.games(GameStatus.OPEN)}
            known = tx.known_items([p.text.id for p in posts])  # our own comments count as read when they are sent
        ours = [p for p in posts if p.game in games and _is_in(p, games[p.game])]
        return [p for p in ours if p.text.id not in known and p.text.id != games[p.game].thread]

    def _compare(self, rooms: Rooms, differing: Sequence[Numbered], *, now: int) -> None:
        for post in sorted(differing, key=lambda p: p.number):
            with self.store.transaction() as tx:
                game = tx.game(post.game)
                if game is None or game.status is not GameStatus.OPEN:
                    continue
                self._asked.append(game.id)
                self._stand_still(tx, rooms, game, post, now=now)

    def _stand_still(self, tx: Transaction, rooms: Rooms, game: Game, post: Numbered, *, now: int) -> None:
        """Set the game aside with its writings and ask; one whose commitment is not ours has lost its secret."""
        lost = post.number == 1
        status = GameStatus.ENDED if lost else GameStatus.ASIDE
        highest = max(p.number for p in self._posts if p.game == game.id)
        game = replace(game, status=status, error=STANDS_STILL, posts=max(game.posts, highest))
        tx.save_game(game)
        tx.set_value(stands_still(game.id), {"number": post.number, "highest": highest})
        for row in tx.rows_of(game.id):
            if row.state is RowState.QUEUED:
                tx.save_row(replace(row, state=RowState.FAILED, error=STANDS_STILL))
        view = {
            "game": game.id.upper(),
            "number": post.number,
            "highest": highest,
            "post": post.text.id,
            "thread": game.thread,
            "lost": lost,
        }
        note = ModeratorNote("moderators/restored", view, alert=None if lost else Alert.SET_ASIDE)
        rooms.desk.tell_moderators(tx, game, note, key=f"{game.id}:restored:{post.number}", now=now)


def _looks(past: Past, *, since: int) -> Iterator[tuple[int, int]]:
    """Yield when to look, and up to when things are read: when we wrote something, and after each thing that was read.

    What bears the same stamp as a writing of ours may have come before or after it, so it is read in a look of its own.
    It ends with the newest writing of ours: the forum does not tell whether we lived after it.
    """
    written = [stamp for stamp in past.stamps if stamp >= since]
    if not written:
        return
    for moment in sorted({*written, *(i.at + STEP for i in past.items if since <= i.at + STEP < written[-1])}):
        yield moment, moment - 1
        yield moment, moment


def _is_in(post: Numbered, game: Game) -> bool:
    """Return whether a post belongs to this game and not to one of the same name in an older database."""
    return post.text.id == game.thread or post.text.parent in (None, game.thread)


def _nothing(now: int) -> Past:
    return Past(now, (), (), (), (), ())
