"""Everything we write: one POST each, and what its answer is worth.

Laws: an answer that does not show the thing that was written is unclear (failures 7, 8). No id of a message is
believed: Reddit answers with a placeholder (failure 30). We never answer a message of our own (failure 31): the
caller gives the fullname of a message that somebody wrote to us.
"""

from collections.abc import Sequence

from forumgm.adapters.reddit import shapes
from forumgm.adapters.reddit.client import Client
from forumgm.adapters.reddit.errors import Doing
from forumgm.app.ports import ForumError, WriteRefusedError, WriteUnclearError

COMMENT_LIMIT = 10_000
SELFTEXT_LIMIT = 40_000
TITLE_LIMIT = 300
SUBJECT_LIMIT = 100
"""Sizes in characters (reddit.md 3.1); what is longer is refused here, as the forum would."""
MARK_BATCH = 25
"""Messages marked read by one call; the forum refuses more (failure 34)."""


class Writing:
    """Writes as our account."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def comment(self, parent: str, text: str) -> str:
        """Write a comment; return its fullname."""
        _check(text, COMMENT_LIMIT)
        with self._client.praw(Doing.WRITING) as reddit:
            if shapes.is_fullname(parent, "t3"):
                written = reddit.submission(parent[3:]).reply(text)
            elif shapes.is_fullname(parent, "t1"):
                written = reddit.comment(parent[3:]).reply(text)
            else:
                raise WriteRefusedError("403")
            return _name_of(written, "t1")

    def submit(self, subreddit: str, title: str, text: str) -> str:
        """Open a thread; return its fullname."""
        _check(title, TITLE_LIMIT)
        if len(text) > SELFTEXT_LIMIT:
            raise WriteRefusedError("TOO_LONG")
        with self._client.praw(Doing.WRITING) as reddit:
            # our inbox is for players: answers in the thread are read from the subreddit's listing
            written = reddit.subreddit(subreddit).submit(title, selftext=text, send_replies=False)
            return _name_of(written, "t3")

    def edit(self, fullname: str, text: str) -> None:
        """Change a text of ours."""
        _check(text, SELFTEXT_LIMIT if fullname.startswith("t3_") else COMMENT_LIMIT)
        with self._client.praw(Doing.REPEATABLE) as reddit:
            if shapes.is_fullname(fullname, "t3"):
                reddit.submission(fullname[3:]).edit(text)
            else:
                reddit.comment(fullname.removeprefix("t1_")).edit(text)

    def delete(self, fullname: str) -> None:
        """Delete a text of ours."""
        with self._client.praw(Doing.REPEATABLE) as reddit:
            if shapes.is_fullname(fullname, "t3"):
                reddit.submission(fullname[3:]).delete()
            else:
                reddit.comment(fullname.removeprefix("t1_")).delete()

    def message(self, to: str, subject: str, text: str) -> None:
        """Write a private message."""
        _check(subject, SUBJECT_LIMIT)
        _check(text, COMMENT_LIMIT)
        with self._client.praw(Doing.WRITING) as reddit:
            reddit.redditor(to).message(subject=subject, message=text)

    def reply(self, message: str, text: str) -> None:
        """Answer a private message. The answer must show a message; its id is not looked at."""
        _check(text, COMMENT_LIMIT)
        with self._client.praw(Doing.WRITING) as reddit:
            things = reddit.post("api/comment/", data={"thing_id": message, "text": text})
            if not isinstance(things, list) or not things:
                raise WriteUnclearError("no message in the answer")

    def modmail(self, subreddit: str, to: str, subject: str, text: str) -> None:
        """Open a mod mail conversation with somebody, as the subreddit."""
        _check(subject, SUBJECT_LIMIT)
        _check(text, COMMENT_LIMIT)
        with self._client.praw(Doing.WRITING) as reddit:
            reddit.subreddit(subreddit).modmail.create(subject=subject, body=text, recipient=to, author_hidden=True)

    def reply_modmail(self, conversation: str, text: str) -> None:
        """Answer in a mod mail conversation, as the subreddit."""
        _check(text, COMMENT_LIMIT)
        if not shapes.is_fullname(f"t1_{conversation}", "t1"):
            raise WriteRefusedError("404")
        with self._client.praw(Doing.WRITING) as reddit:
            # the conversation's id is enough: the subreddit's name is no part of the request
            reddit.subreddit("mod").modmail(conversation).reply(body=text, author_hidden=True)

    def feature(self, fullname: str, *, sticky: bool) -> None:
        """Distinguish a comment, and pin it if asked."""
        with self._client.praw(Doing.REPEATABLE) as reddit:
            reddit.comment(fullname.removeprefix("t1_")).mod.distinguish(how="yes", sticky=sticky)

    def approve(self, fullname: str) -> None:
        """Approve a comment or thread."""
        with self._client.praw(Doing.REPEATABLE) as reddit:
            if shapes.is_fullname(fullname, "t3"):
                reddit.submission(fullname[3:]).mod.approve()
            else:
                reddit.comment(fullname.removeprefix("t1_")).mod.approve()

    def flair(self, thread: str, text: str) -> None:
        """Set a thread's flair."""
        with self._client.praw(Doing.REPEATABLE) as reddit:
            reddit.submission(thread.removeprefix("t3_")).mod.flair(text=text)

    def mark_read(self, fullnames: Sequence[str]) -> None:
        """Mark messages read; trouble ends it silently, for it is only a courtesy."""
        for first in range(0, len(fullnames), MARK_BATCH):
            batch = ",".join(fullnames[first : first + MARK_BATCH])
            try:
                with self._client.praw(Doing.REPEATABLE) as reddit:
                    reddit.post("api/read_message/", data={"id": batch})
            except ForumError:
                return


def _check(text: str, limit: int) -> None:
    if not text.strip():
        raise WriteRefusedError("NO_TEXT")
    if len(text) > limit:
        raise WriteRefusedError("TOO_LONG")


def _name_of(written: object, kind: str) -> str:
    """Return the fullname of what the answer shows. Raises WriteUnclearError if it shows nothing of the kind."""
    name = f"{kind}_{getattr(written, 'id', None)}"
    if written is None or not shapes.is_fullname(name, kind):
        raise WriteUnclearError("nothing written in the answer")
    return name
