"""The GM's side of the memory forum: the ``Forum`` port over a ``World``.

Law: a refusal that the world itself causes (locked, archived, too long, unknown person) has Reddit's code.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from forumgm.adapters.memory.reading import ReadableForum
from forumgm.adapters.memory.world import Note, Topic
from forumgm.app.ports import WriteRefusedError
from forumgm.core.items import Account

Result = TypeVar("Result")

COMMENT_LIMIT = 10_000
"""Characters of a comment or message (reddit.md 3.1)."""
SELFTEXT_LIMIT = 40_000


class MemoryForum(ReadableForum):
    """A forum in memory that fulfils the ``Forum`` port; the players' side is inherited from ``World``."""

    # -- writing

    def comment(self, parent: str, text: str) -> str:
        """Write a comment; return its fullname."""
        return self._write("comment", lambda: self._comment(parent, text))

    def submit(self, subreddit: str, title: str, text: str) -> str:
        """Open a thread; return its fullname."""
        return self._write("submit", lambda: self._submit(subreddit, title, text))

    def edit(self, fullname: str, text: str) -> None:
        """Change a text of ours."""

        def write() -> None:
            _fits(text, SELFTEXT_LIMIT if fullname.startswith("t3_") else COMMENT_LIMIT)
            self._ours(fullname)
            self.edit_as(self.bot.name, fullname, text)

        self._write("edit", write)

    def delete(self, fullname: str) -> None:
        """Delete a text of ours."""
        self._write("delete", lambda: setattr(self._ours(fullname), "deleted", True))

    def message(self, to: str, subject: str, text: str) -> None:
        """Write a private message."""

        def write() -> None:
            _fits(text, COMMENT_LIMIT)
            self._deliver(self.bot, self._reachable(to, "USER_DOESNT_EXIST"), subject, text)

        self._write("message", write)

    def reply(self, message: str, text: str) -> None:
        """Answer a private message that somebody wrote to us."""

        def write() -> None:
            _fits(text, COMMENT_LIMIT)
            letter = self._letters.get(message)
            if letter is None or letter.author is None:
                raise WriteRefusedError("403")
            to = self._reachable(letter.author.name, "INVALID_USER")
            self._deliver(self.bot, to, letter.subject, text, parent=letter.id)

        self._write("reply", write)

    def modmail(self, subreddit: str, to: str, subject: str, text: str) -> None:
        """Write to somebody by mod mail."""

        def write() -> None:
            _fits(text, COMMENT_LIMIT)
            self._must_moderate(subreddit)
            profile = self._profiles.get(to.casefold())
            if profile is None:
                raise WriteRefusedError("USER_DOESNT_EXIST")
            letter = self._deliver(self.bot, profile.account, subject, text, conversation=self._new_id())
            letter.subreddit = subreddit

        self._write("modmail", write)

    def reply_modmail(self, conversation: str, text: str) -> None:
        """Answer in a mod mail conversation."""

        def write() -> None:
            _fits(text, COMMENT_LIMIT)
            first = next((m for m in self._letters.values() if m.conversation == conversation), None)
            if first is None:
                raise WriteRefusedError("404")
            to = first.author if first.author != self.bot else first.to
            letter = self._deliver(self.bot, to, first.subject, text, conversation=conversation)
            letter.subreddit = first.subreddit

        self._write("reply_modmail", write)

    def feature(self, fullname: str, *, sticky: bool) -> None:
        """Mark a comment as the moderators' word, and pin it if asked."""

        def write() -> None:
            note = self._notes[fullname]
            self._must_moderate(note.subreddit)
            note.featured, note.sticky = True, sticky

        self._write("feature", write)

    def approve(self, fullname: str) -> None:
        """Take a comment of ours out of the spam filter."""

        def write() -> None:
            self._must_moderate(self._notes[fullname].subreddit)
            self.approve_as(self.bot.name, fullname)

        self._write("approve", write)

    def flair(self, thread: str, text: str) -> None:
        """Set a thread's flair."""

        def write() -> None:
            topic = self._topics[thread]
            self._must_moderate(topic.subreddit)
            topic.flair = text

        self._write("flair", write)

    def mark_read(self, fullnames: Sequence[str]) -> None:
        """Mark messages read."""
        self.requests["mark_read"] += 1
        for name in fullnames:
            if name in self._letters:
                self._letters[name].read = True

    # -- inside

    def _write(self, method: str, write: Callable[[], Result]) -> Result:
        self.requests[method] += 1
        return self.faults.writing(method, write)

    def _comment(self, parent: str, text: str) -> str:
        _fits(text, COMMENT_LIMIT)
        above = self._topics.get(parent) or self._notes.get(parent)
        if above is None:
            raise WriteRefusedError("403")
        if above.deleted:
            raise WriteRefusedError("DELETED_COMMENT" if isinstance(above, Note) else "DELETED_LINK")
        topic = above if isinstance(above, Topic) else self._topics[above.thread]
        if topic.archived:
            raise WriteRefusedError("TOO_OLD")
        if topic.locked and not self._is_moderator(self.bot, topic.subreddit):
            raise WriteRefusedError("THREAD_LOCKED")
        return self.say(self.bot.name, topic.id, text, parent=parent)

    def _submit(self, subreddit: str, title: str, text: str) -> str:
        _fits(text, SELFTEXT_LIMIT)
        return self.open_thread(self.bot.name, subreddit, title, text)

    def _reachable(self, name: str, code: str) -> Account:
        profile = self._profiles.get(name.casefold())
        if profile is None:
            raise WriteRefusedError(code)
        if not profile.accepts_messages:
            raise WriteRefusedError("NOT_WHITELISTED_BY_USER_MESSAGE")
        return profile.account

    def _ours(self, fullname: str) -> Topic | Note:
        thing = self._topics.get(fullname) or self._notes.get(fullname)
        if thing is None or thing.author != self.bot:
            raise WriteRefusedError("403")
        return thing

    def _must_moderate(self, subreddit: str) -> None:
        if not self._is_moderator(self.bot, subreddit):
            raise WriteRefusedError("403")


def _fits(text: str, limit: int) -> None:
    if not text.strip():
        raise WriteRefusedError("NO_TEXT")
    if len(text) > limit:
        raise WriteRefusedError("TOO_LONG")
