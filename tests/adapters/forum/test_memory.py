"""The memory forum passes the contract; its faults do what they say."""

import pytest

from forumgm.adapters.memory import Done, MemoryForum
from forumgm.app.ports import ForumUnreachableError, WriteRefusedError, WriteUnclearError
from forumgm.core.items import Account
from tests.adapters.forum.contract import SUB, ForumContract, Reader, Stage


class MemoryStage:
    """The memory forum as a stage."""

    def __init__(self) -> None:
        self.world = self.forum = MemoryForum()
        self.world.appoint(SUB, "mod_max")

    def advance(self, seconds: int) -> None:
        self.world.advance(seconds)

    def account(self, name: str) -> Account:
        return self.world.account(name)

    def open_thread(self, name: str, subreddit: str, title: str) -> str:
        return self.world.open_thread(name, subreddit, title)

    def say(self, name: str, thread: str, text: str, *, parent: str | None = None) -> str:
        return self.world.say(name, thread, text, parent=parent)

    def edit(self, name: str, fullname: str, text: str) -> None:
        self.world.edit_as(name, fullname, text)

    def delete(self, name: str, fullname: str) -> None:
        self.world.delete_as(name, fullname)

    def remove(self, fullname: str) -> None:
        self.world.remove_as("mod_max", fullname)

    def approve(self, fullname: str) -> None:
        self.world.approve_as("mod_max", fullname)

    def lock(self, thread: str) -> None:
        self.world.lock(thread)

    def archive(self, thread: str) -> None:
        self.world.archive(thread)

    def bot_moderates(self, subreddit: str) -> None:
        self.world.appoint(subreddit, "gm_bot")

    def write(self, name: str, text: str) -> None:
        self.world.write(name, text)

    def write_modmail(self, name: str, subreddit: str, text: str) -> None:
        self.world.write_modmail(name, subreddit, text)

    def refuse_messages(self, name: str) -> None:
        self.world.profile(name).accepts_messages = False

    def inbox(self, name: str) -> list[str]:
        return [letter.body for letter in self.world.inbox(name)]

    def text_of(self, fullname: str) -> str:
        return self.world.note(fullname).body


class TestMemoryForum(ForumContract):
    @pytest.fixture
    def stage(self) -> Stage:
        return MemoryStage()


@pytest.fixture
def forum() -> MemoryForum:
    return MemoryForum()


def test_unreachable_reads(forum: MemoryForum) -> None:
    forum.faults.unreachable(times=2, method="poll", retry_after=7)
    reader = Reader(forum)
    for _ in range(2):
        with pytest.raises(ForumUnreachableError) as caught:
            reader.poll()
        assert caught.value.retry_after == 7
    reader.poll()


def test_refused_writes_write_nothing(forum: MemoryForum) -> None:
    thread = forum.open_thread("ann", SUB, "T")
    forum.faults.refuse("RATELIMIT", retry_after=30)
    with pytest.raises(WriteRefusedError) as caught:
        forum.comment(thread, "x")
    assert (caught.value.code, caught.value.retry_after) == ("RATELIMIT", 30)
    assert forum.posts() == []
    forum.comment(thread, "x")
    assert [p.body for p in forum.posts(thread)] == ["x"]


@pytest.mark.parametrize(("done", "copies"), [(Done.YES, 1), (Done.NO, 0)])
def test_unclear_writes_did_happen_or_not(forum: MemoryForum, done: Done, copies: int) -> None:
    forum.account("bob")
    forum.faults.unclear(done, method="message")
    with pytest.raises(WriteUnclearError):
        forum.message("bob", "s", "x")
    assert len(forum.messages("bob")) == copies


def test_unreachable_writes_and_clearing(forum: MemoryForum) -> None:
    thread = forum.open_thread("ann", SUB, "T")
    forum.faults.unreachable_write(times=9)
    with pytest.raises(ForumUnreachableError):
        forum.comment(thread, "x")
    forum.faults.clear()
    forum.comment(thread, "x")


def test_listing_lag_hides_from_the_listing_but_not_from_the_tree(forum: MemoryForum) -> None:
    """reddit.md 3.5, failure 47."""
    thread = forum.open_thread("ann", SUB, "T")
    forum.listing_lag = 60
    said = forum.say("ann", thread, "x")
    reader = Reader(forum)
    assert reader.items() == []
    assert [i.id for i in reader.items(tree=thread)] == [said]
    reader.seen.clear()
    forum.advance(60)
    assert [i.id for i in reader.items()] == [said]


def test_a_ninja_edit_leaves_no_mark(forum: MemoryForum) -> None:
    """reddit.md 3.4: within three minutes."""
    thread = forum.open_thread("ann", SUB, "T")
    said = forum.say("ann", thread, "x")
    forum.advance(180)
    forum.edit_as("ann", said, "y")
    (item,) = Reader(forum).items()
    assert (item.body, item.edited, item.at) == ("y", None, forum.now() - 180)


def test_a_deleted_account_and_a_hidden_sender(forum: MemoryForum) -> None:
    """Failures 44 and 25."""
    thread = forum.open_thread("ann", SUB, "T")
    forum.say("bob", thread, "x")
    forum.delete_account("bob")
    forum.write(None, "system words")
    (item,) = Reader(forum).items()
    assert (item.body, item.author) == ("x", None)


def test_reads_of_a_quiet_cycle_are_counted_and_constant(forum: MemoryForum) -> None:
    """reddit.md 3.6: the number of reads never depends on the number of games."""
    reader = Reader(forum)
    counts = []
    for _ in range(3):
        for _ in range(10):
            forum.say("ann", forum.open_thread("ann", SUB, "T"), "x")
        reader.poll(moderated=[SUB], modmail=[SUB])
        forum.requests.clear()
        reader.poll(moderated=[SUB], modmail=[SUB])
        counts.append({k: v for k, v in forum.requests.items() if k.startswith("poll:")})
    assert counts == [{f"poll:{s}": 1 for s in ("comments", "inbox", "unread", "edited", "modmail")}] * 3


def test_only_the_author_edits_and_only_moderators_remove(forum: MemoryForum) -> None:
    said = forum.say("ann", forum.open_thread("ann", SUB, "T"), "x")
    with pytest.raises(PermissionError):
        forum.edit_as("bob", said, "y")
    with pytest.raises(PermissionError):
        forum.remove_as("bob", said)
