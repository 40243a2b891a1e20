"""The daemon: one cycle after the other on one thread: read, handle, strike, send (reddit.md 6.2).

Laws: the number of reads in a cycle depends on traffic, never on the number of games. A poll counts only if every
source was read. Trouble with the forum backs off and never moves a deadline. Nothing that goes wrong inside ends it.
"""

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass

from forumgm.app import marks
from forumgm.app.ages import Ages
from forumgm.app.alarms import Alarms
from forumgm.app.calendar import Calendar
from forumgm.app.clockwork import Clockwork, Reading, trees_wanted
from forumgm.app.dispatch import Dispatch
from forumgm.app.intake import Intake
from forumgm.app.journal import Journal
from forumgm.app.moderators import Moderators
from forumgm.app.outage import Gap, Outages
from forumgm.app.ports import Forum, ForumUnreachableError, GameStatus, LoginRefusedError, Poll, PollRequest, Store
from forumgm.app.venues import Venues

LONGEST_WAIT = 300
"""Seconds between two tries while the forum is down."""
CHECK_LIMIT = 100
"""Comments looked at for edits and deletions in one read."""


@dataclass(frozen=True, slots=True)
class Sources:
    """Where the daemon reads."""

    subreddits: Sequence[str]
    modmail: Sequence[str] = ()


class Backoff:
    """Waits 1, 2, 4 ... 300 seconds of wall time after trouble, or as long as the forum asks."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._failures = 0
        self._since = 0.0
        self._until = 0.0

    @property
    def in_trouble(self) -> bool:
        """Return whether the last try failed."""
        return self._failures > 0

    @property
    def lasts(self) -> int:
        """Return for how many seconds there has been trouble."""
        return int(self._monotonic() - self._since) if self._failures else 0

    @property
    def waiting(self) -> bool:
        """Return whether it is too early to try again."""
        return self._monotonic() < self._until

    def failed(self, retry_after: int | None) -> float:
        """Note a failure; return the seconds to wait."""
        wait = float(min(2**self._failures, LONGEST_WAIT)) if retry_after is None else float(retry_after)
        if not self._failures:
            self._since = self._monotonic()
        self._failures += 1
        self._until = self._monotonic() + wait
        return wait

    def worked(self) -> bool:
        """Note a success; return whether there was trouble before."""
        trouble, self._failures, self._until = self._failures > 0, 0, 0.0
        return trouble


class Daemon:
    """Runs the games of some subreddits on one forum."""

    def __init__(
        self,
        *,
        store: Store,
        forum: Forum,
        intake: Intake,
        clockwork: Clockwork,
        dispatch: Dispatch,
        moderators: Moderators,
        outages: Outages,
        alarms: Alarms,
        ages: Ages,
        venues: Venues,
        calendar: Calendar,
        sources: Sources,
        journal: Journal,
        monotonic: Callable[[], float],
    ) -> None:
        self._store = store
        self._forum = forum
        self._intake = intake
        self._clockwork = clockwork
        self._dispatch = dispatch
        self._moderators = moderators
        self._outages = outages
        self._alarms = alarms
        self._ages = ages
        self._venues = venues
        self._calendar = calendar
        self._sources = sources
        self._journal = journal
        self._backoff = Backoff(monotonic)
        self._turn = 0
        self.stopping = False

    def cycle(self) -> bool:
        """Do one cycle; return whether the forum was read."""
        if self._backoff.waiting:
            return False
        try:
            now = self._forum.now()
            news = self._moderators.refresh(self._store, self._forum, self._sources.subreddits, now=now)
            if news is not None:
                self._alarms.rights(news, now=now)
            request = self._request()
            poll = self._forum.poll(request)
            self._ages.learn(poll.items)
            self._venues.learn(poll.items)
            if request.tree is not None and poll.tree is None:
                self._intake.thread_gone(request.tree)
            self._take_in(poll)
            self._dispatch.run()
        except ForumUnreachableError as trouble:
            wait = self._backoff.failed(trouble.retry_after)
            what = "login refused" if isinstance(trouble, LoginRefusedError) else "forum unreachable"
            self._journal.note(what, reason=str(trouble), wait=wait)
            self._say_that_it_is_down()
            return False
        if self._backoff.worked():
            self._journal.note("forum back")
        return True

    def _say_that_it_is_down(self) -> None:
        """Tell the moderators after a while: what can't be read may still take messages (resistance.md section 3)."""
        if self._alarms.forum_is_down(lasts=self._backoff.lasts):
            with suppress(ForumUnreachableError):
                self._dispatch.run()

    def _request(self) -> PollRequest:
        """Say what to read: everything new, and in turn one tree and one batch of old comments (reddit.md 3.6)."""
        self._turn += 1
        with self._store.transaction() as tx:
            games = [g for g in tx.games(GameStatus.OPEN) if g.thread]
            turn = games[self._turn % len(games)] if games else None
            wanted = trees_wanted(tx, now=self._forum.now())
            tree = wanted[0] if wanted else (turn.thread if turn else None)
            check = tx.recent_orders(turn.id, CHECK_LIMIT) if turn else []
            moderated = [s for s in self._sources.subreddits if marks.is_moderated(tx, s)]
        return PollRequest(
            subreddits=self._sources.subreddits,
            moderated=moderated,
            modmail=self._sources.modmail,
            tree=tree,
            check=check,
            known=self._known,
        )

    def _known(self, ids: Collection[str]) -> set[str]:
        with self._store.transaction() as tx:
            return tx.known_items(ids)

    def _take_in(self, poll: Poll) -> None:
        with self._store.transaction() as tx:
            gap = self._outages.polled(tx, began=poll.began, failed=self._backoff.in_trouble)
            if poll.tree is not None:
                marks.set_tree_read(tx, poll.tree, poll.began)
        if gap is not None:
            self._after(gap)
        self._intake.take(poll)
        reading = Reading(began=poll.began, now=self._forum.now())
        self._calendar.turn(reading.now)
        self._clockwork.strike(reading, set_aside=self._intake.set_aside)
        self._forum.mark_read([i.id for i in poll.items if i.id.startswith("t4_")])

    def _after(self, gap: Gap) -> None:
        self._journal.note("gap", start=gap.start, seconds=gap.end - gap.start, forum=gap.forum)
        if gap.forum:
            self._intake.give_back(gap)
            self._alarms.forum_was_down(gap, now=self._forum.now())
