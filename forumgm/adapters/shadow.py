"""Shadow mode: a forum that is read for real and never written to.

Laws: no write reaches the forum; each one counts as carried out, so that games go on as they would have, and what would
have been posted stands in the outbox (``forumgm outbox list --all --text``). Its database is its own (see ``claim``).
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from forumgm.app.ports import AccountFacts, Forum, OwnText, Poll, PollRequest, Store, StoreError, ThreadFacts
from forumgm.core.items import Account

_MARK = "shadow"
_THREAD, _COMMENT = "t3_shadow", "t1_shadow"


class ShadowForum:
    """Reads one forum and swallows every write. Fulfils ``forumgm.app.ports.Forum``."""

    def __init__(self, forum: Forum, *, next_number: Callable[[], int]) -> None:
        """``next_number`` numbers what would have been posted; it never gives a number twice."""
        self._forum = forum
        self._next_number = next_number

    # -- reading

    def me(self) -> Account:
        """Return the bot's own account."""
        return self._forum.me()

    def now(self) -> int:
        """Return forum time."""
        return self._forum.now()

    def poll(self, request: PollRequest) -> Poll:
        """Read every source; a thread that would have been opened has nothing in it."""
        check = [name for name in request.check if not name.startswith(_COMMENT)]
        if request.tree is None or not request.tree.startswith(_THREAD):
            return self._forum.poll(replace(request, check=check))
        return replace(self._forum.poll(replace(request, check=check, tree=None)), tree=request.tree)

    def own_comments(self, limit: int) -> list[OwnText]:
        """Return the newest comments of ours."""
        return self._forum.own_comments(limit)

    def own_messages(self, limit: int) -> list[OwnText]:
        """Return the newest messages of ours."""
        return self._forum.own_messages(limit)

    def own_submissions(self, limit: int) -> list[OwnText]:
        """Return the newest threads of ours."""
        return self._forum.own_submissions(limit)

    def moderators(self, subreddit: str) -> list[Account]:
        """Return the subreddit's moderators."""
        return self._forum.moderators(subreddit)

    def look_up(self, name: str) -> AccountFacts | None:
        """Return what is known of an account."""
        return self._forum.look_up(name)

    def thread(self, fullname: str) -> ThreadFacts | None:
        """Return what is known of a thread."""
        return self._forum.thread(fullname)

    # -- what would have been written

    def comment(self, parent: str, text: str) -> str:  # noqa: ARG002 - the port's
        """Write nothing; return a name that no comment has."""
        return f"{_COMMENT}{self._next_number()}"

    def submit(self, subreddit: str, title: str, text: str) -> str:  # noqa: ARG002 - the port's
        """Open nothing; return a name that no thread has."""
        return f"{_THREAD}{self._next_number()}"

    def edit(self, fullname: str, text: str) -> None:
        """Change nothing."""

    def delete(self, fullname: str) -> None:
        """Delete nothing."""

    def message(self, to: str, subject: str, text: str) -> None:
        """Write to nobody."""

    def reply(self, message: str, text: str) -> None:
        """Write to nobody."""

    def modmail(self, subreddit: str, to: str, subject: str, text: str) -> None:
        """Write to nobody."""

    def reply_modmail(self, conversation: str, text: str) -> None:
        """Write to nobody."""

    def feature(self, fullname: str, *, sticky: bool) -> None:
        """Mark nothing."""

    def approve(self, fullname: str) -> None:
        """Approve nothing."""

    def flair(self, thread: str, text: str) -> None:
        """Set nothing."""

    def mark_read(self, fullnames: Sequence[str]) -> None:
        """Leave everything unread."""


def claim(store: Store, *, shadow: bool) -> None:
    """Make sure that a database serves either the shadow or the real daemon, never both in turn.

    Raises StoreError if it served the other one: its games would believe in posts that nobody sees.
    """
    with store.transaction() as tx:
        served = tx.value(_MARK)
        if served is None and (not shadow or not tx.games()):
            tx.set_value(_MARK, shadow)
            return
        if bool(served) != shadow:
            kind = "a shadow" if served else "the real daemon"
            raise StoreError(f"this database served {kind}: set storage.url to another one")


def numbers(store: Store) -> Callable[[], int]:
    """Return a source of numbers that the store remembers."""

    def following() -> int:
        with store.transaction() as tx:
            number = int(tx.value(f"{_MARK}-posts") or 0) + 1
            tx.set_value(f"{_MARK}-posts", number)
        return number

    return following
