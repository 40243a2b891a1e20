"""The past: a forum as it was at a moment since a backup, so that a restored database can live through it again.

Laws (hosting.md, "After a restore"): nothing is written. A writing counts as carried out if its tag stands on the forum
already, and stays queued if it does not. A numbered post that says something else there than we would say now is told.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from forumgm.app.ports import (
    AccountFacts,
    Change,
    Forum,
    OwnText,
    Poll,
    PollRequest,
    ThreadFacts,
    WriteRefusedError,
)
from forumgm.app.tags import post_of, tag_of
from forumgm.core.items import Account, Item

_TIMES = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)? UTC|\([^()]* left\)")
"""What may differ between two tellings of the same thing: we lived through it a few seconds sooner or later."""


@dataclass(frozen=True, slots=True)
class Past:
    """What the forum holds since the backup, and everything of ours that it still lists."""

    present: int
    """Forum time at which it was read."""
    items: Sequence[Item]
    changes: Sequence[Change]
    comments: Sequence[OwnText]
    submissions: Sequence[OwnText]
    messages: Sequence[OwnText]

    @property
    def stamps(self) -> list[int]:
        """When something of ours was written, earliest first."""
        return sorted({text.at for text in (*self.comments, *self.submissions, *self.messages)})


@dataclass(frozen=True, slots=True)
class Numbered:
    """A numbered public post as the forum has it."""

    game: str
    number: int
    text: OwnText


def numbered(texts: Sequence[OwnText]) -> list[Numbered]:
    """Return those of our texts that are a game's numbered posts, by their tags."""
    found: list[Numbered] = []
    for text in texts:
        post = post_of(tag_of(text.body))
        if post is not None:
            found.append(Numbered(*post, text))
    return found


class PastForum:
    """Shows one forum's past moment by moment and writes nothing. Fulfils ``forumgm.app.ports.Forum``."""

    def __init__(self, forum: Forum, past: Past) -> None:
        self._forum = forum
        self._past = past
        self._me = forum.me()
        self._moderators: dict[str, list[Account]] = {}
        self.moment = 0
        """The forum time that is lived through."""
        self.until = 0
        """What was written up to here is read."""
        self.differing: list[Numbered] = []
        """Numbered posts that say something else on the forum."""

    # -- reading

    def me(self) -> Account:
        """Return the bot's own account."""
        return self._me

    def now(self) -> int:
        """Return the moment."""
        return self.moment

    def poll(self, request: PollRequest) -> Poll:
        """Return what was written so far; a thread's tree counts as read."""
        written = [item for item in self._past.items if item.at <= self.until]
        known = request.known([item.id for item in written])
        changed = tuple(c for c in self._past.changes if c.at is not None and c.at <= self.moment)
        items = tuple(item for item in written if item.id not in known)
        return Poll(began=self.moment, items=items, changes=changed, tree=request.tree)

    def own_comments(self, limit: int) -> list[OwnText]:
        """Return the newest comments of ours."""
        return list(self._past.comments[:limit])

    def own_messages(self, limit: int) -> list[OwnText]:
        """Return the newest messages of ours."""
        return list(self._past.messages[:limit])

    def own_submissions(self, limit: int) -> list[OwnText]:
        """Return the newest threads of ours."""
        return list(self._past.submissions[:limit])

    def moderators(self, subreddit: str) -> list[Account]:
        """Return the subreddit's moderators of today: the forum doesn't tell who they were."""
        if subreddit not in self._moderators:
            self._moderators[subreddit] = self._forum.moderators(subreddit)
        return self._moderators[subreddit]

    def look_up(self, name: str) -> AccountFacts | None:
        """Return what is known of an account."""
        return self._forum.look_up(name)

    def thread(self, fullname: str) -> ThreadFacts | None:
        """Return what is known of a thread."""
        return self._forum.thread(fullname)

    # -- what was written, or was not

    def comment(self, parent: str, text: str) -> str:
        """Find the comment; return its fullname. Refused for now if it was never written."""
        return self._found([c for c in self._past.comments if c.parent in (None, parent)], text).id

    def submit(self, subreddit: str, title: str, text: str) -> str:  # noqa: ARG002 - the port's
        """Find the thread; return its fullname. Refused for now if it was never opened."""
        return self._found(self._past.submissions, text).id

    def message(self, to: str, subject: str, text: str) -> None:  # noqa: ARG002 - the port's
        """Find the message. Refused for now if it was never sent, or is not listed."""
        self._found(self._past.messages, text)

    def reply(self, message: str, text: str) -> None:  # noqa: ARG002 - the port's
        """Find the message, as above."""
        self._found(self._past.messages, text)

    def modmail(self, subreddit: str, to: str, subject: str, text: str) -> None:  # noqa: ARG002 - the port's
        """Find the message, as above."""
        self._found(self._past.messages, text)

    def reply_modmail(self, conversation: str, text: str) -> None:  # noqa: ARG002 - the port's
        """Find the message, as above."""
        self._found(self._past.messages, text)

    def edit(self, fullname: str, text: str) -> None:
        """Change nothing: the text of today stands there."""

    def delete(self, fullname: str) -> None:
        """Delete nothing."""

    def feature(self, fullname: str, *, sticky: bool) -> None:
        """Mark nothing."""

    def approve(self, fullname: str) -> None:
        """Approve nothing."""

    def flair(self, thread: str, text: str) -> None:
        """Set nothing."""

    def mark_read(self, fullnames: Sequence[str]) -> None:
        """Leave everything as it is."""

    def _found(self, texts: Sequence[OwnText], text: str) -> OwnText:
        tag = tag_of(text)
        own = min((t for t in texts if tag_of(t.body) == tag), key=lambda t: t.at, default=None)
        if own is None:  # to be sent when the past is over
            raise WriteRefusedError("RATELIMIT", retry_after=max(0, self._past.present - self.moment))
        if _timeless(own.body) != _timeless(text):
            self.differing += numbered([own])
        return own


def _timeless(text: str) -> str:
    return _TIMES.sub("", text).strip()
