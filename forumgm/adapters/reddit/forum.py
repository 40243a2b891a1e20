"""The ``Forum`` port over Reddit: one object that hands each call to the part that does it."""

from collections.abc import Callable, Sequence

from forumgm.adapters.reddit.client import Client, RedditSettings
from forumgm.adapters.reddit.lookups import Lookups
from forumgm.adapters.reddit.polling import Poller
from forumgm.adapters.reddit.wire import Wire
from forumgm.adapters.reddit.writing import Writing
from forumgm.app.ports import AccountFacts, OwnText, Poll, PollRequest, ThreadFacts
from forumgm.core.items import Account


class RedditForum:
    """Reddit as our account sees it. Belongs to the thread that uses it first; errors are the port's."""

    def __init__(self, settings: RedditSettings, *, monotonic: Callable[[], float]) -> None:
        """Prepare without talking to anybody; ``monotonic`` returns seconds that never run backwards."""
        self._client = Client(settings, monotonic=monotonic)
        self._lookups = Lookups(self._client)
        self._poller = Poller(self._client, self._lookups)
        self._writing = Writing(self._client)

    @property
    def wire(self) -> Wire:
        """Return what is known of time, quota and requests, for metrics."""
        return self._client.wire

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    # -- reading

    def me(self) -> Account:
        """Return the bot's own account (logs in if need be)."""
        return self._lookups.me()

    def now(self) -> int:
        """Return forum time; asks the forum if it has not been heard for ten minutes."""
        if not self.wire.time.known:
            self._lookups.me(fresh=True)
        return self.wire.time.now()

    def poll(self, request: PollRequest) -> Poll:
        """Read every source of the request."""
        return self._poller.poll(request)

    def own_comments(self, limit: int) -> list[OwnText]:
        """Return the newest comments of ours."""
        return self._lookups.own_comments(limit)

    def own_messages(self, limit: int) -> list[OwnText]:
        """Return the newest messages of ours, as far as the forum lists them."""
        return self._lookups.own_messages(limit)

    def own_submissions(self, limit: int) -> list[OwnText]:
        """Return the newest threads of ours."""
        return self._lookups.own_submissions(limit)

    def moderators(self, subreddit: str) -> list[Account]:
        """Return the subreddit's moderators."""
        return self._lookups.moderators(subreddit)

    def look_up(self, name: str) -> AccountFacts | None:
        """Return what is known of an account by name, in any case; None if there is none."""
        return self._lookups.look_up(name)

    def thread(self, fullname: str) -> ThreadFacts | None:
        """Return what is known of a thread; None if there is none."""
        return self._lookups.thread(fullname)

    # -- writing

    def comment(self, parent: str, text: str) -> str:
        """Write one comment below a submission or comment; return its fullname."""
        return self._writing.comment(parent, text)

    def submit(self, subreddit: str, title: str, text: str) -> str:
        """Open a thread; return its fullname."""
        return self._writing.submit(subreddit, title, text)

    def edit(self, fullname: str, text: str) -> None:
        """Change a text of ours."""
        self._writing.edit(fullname, text)

    def delete(self, fullname: str) -> None:
        """Delete a text of ours."""
        self._writing.delete(fullname)

    def message(self, to: str, subject: str, text: str) -> None:
        """Write a private message."""
        self._writing.message(to, subject, text)

    def reply(self, message: str, text: str) -> None:
        """Answer a private message that somebody wrote to us."""
        self._writing.reply(message, text)

    def modmail(self, subreddit: str, to: str, subject: str, text: str) -> None:
        """Write to somebody by the subreddit's mod mail."""
        self._writing.modmail(subreddit, to, subject, text)

    def reply_modmail(self, conversation: str, text: str) -> None:
        """Answer in a mod mail conversation."""
        self._writing.reply_modmail(conversation, text)

    def feature(self, fullname: str, *, sticky: bool) -> None:
        """Mark a comment as the moderators' word, and pin it if asked."""
        self._writing.feature(fullname, sticky=sticky)

    def approve(self, fullname: str) -> None:
        """Take a comment of ours out of the spam filter."""
        self._writing.approve(fullname)

    def flair(self, thread: str, text: str) -> None:
        """Set a thread's flair."""
        self._writing.flair(thread, text)

    def mark_read(self, fullnames: Sequence[str]) -> None:
        """Mark messages read, as a courtesy."""
        self._writing.mark_read(fullnames)
