"""What every forum must do for the app: the contract of the ``Forum`` port, told as tests over a ``Stage``.

An adapter passes by subclassing ``ForumContract`` with a ``stage`` fixture. Expected values come from the port's
docstrings, design.md laws 4 and 6 and reddit.md; a stage's clock stands still until it is advanced.
"""

from collections.abc import Collection
from typing import Protocol

import pytest

from forumgm.app.ports import Change, ChangeKind, Forum, Poll, PollRequest, WriteRefusedError
from forumgm.core.items import Account, Channel, Item, Via

SUB = "crewgames"
OTHER = "storygames"


class Stage(Protocol):
    """A forum with people on it. The bot is ``gm_bot``; ``mod_max`` moderates SUB."""

    @property
    def forum(self) -> Forum: ...
    def advance(self, seconds: int) -> None: ...
    def account(self, name: str) -> Account: ...
    def open_thread(self, name: str, subreddit: str, title: str) -> str: ...
    def say(self, name: str, thread: str, text: str, *, parent: str | None = None) -> str: ...
    def edit(self, name: str, fullname: str, text: str) -> None: ...
    def delete(self, name: str, fullname: str) -> None: ...
    def remove(self, fullname: str) -> None: ...
    def approve(self, fullname: str) -> None: ...
    def lock(self, thread: str) -> None: ...
    def archive(self, thread: str) -> None: ...
    def bot_moderates(self, subreddit: str) -> None: ...
    def write(self, name: str, text: str) -> None: ...
    def write_modmail(self, name: str, subreddit: str, text: str) -> None: ...
    def refuse_messages(self, name: str) -> None: ...
    def inbox(self, name: str) -> list[str]: ...
    def text_of(self, fullname: str) -> str: ...


class Reader:
    """Polls as the daemon does: remembers which items it has seen."""

    def __init__(self, forum: Forum) -> None:
        self.forum = forum
        self.seen: set[str] = set()

    def poll(
        self,
        *,
        tree: str | None = None,
        check: Collection[str] = (),
        moderated: Collection[str] = (),
        modmail: Collection[str] = (),
    ) -> Poll:
        """Poll both subreddits and remember the items."""
        request = PollRequest(
            subreddits=[SUB, OTHER],
            moderated=list(moderated),
            modmail=list(modmail),
            tree=tree,
            check=list(check),
            known=lambda ids: set(ids) & self.seen,
        )
        poll = self.forum.poll(request)
        self.seen |= {item.id for item in poll.items}
        return poll

    def items(self, **wanted: object) -> list[Item]:
        """Poll and return the new items."""
        return list(self.poll(**wanted).items)  # type: ignore[arg-type]


class ForumContract:
    """The contract. Every test starts with an empty forum."""

    @pytest.fixture
    def reader(self, stage: Stage) -> Reader:
        return Reader(stage.forum)

    @pytest.fixture
    def thread(self, stage: Stage) -> str:
        return stage.open_thread("ann", SUB, "Looking for players")

    # -- reading

    def test_me_and_now(self, stage: Stage) -> None:
        assert stage.forum.me().name == "gm_bot"
        before = stage.forum.now()
        stage.advance(100)
        stage.forum.own_comments(1)
        assert stage.forum.now() in (before, before + 100)

    def test_comments_of_all_subreddits_at_any_depth(self, stage: Stage, reader: Reader, thread: str) -> None:
        """reddit.md 3.6: one listing for all subreddits, whatever the depth of the answer."""
        first = stage.say("ann", thread, "one")
        names = [first]
        for depth in range(12):
            names.append(stage.say("bob", thread, f"deeper {depth}", parent=names[-1]))
        elsewhere = stage.say("cid", stage.open_thread("cid", OTHER, "A story"), "there")
        items = {i.id: i for i in reader.items()}
        assert set(items) == {*names, elsewhere}
        deepest = items[names[-1]]
        assert (deepest.thread, deepest.parent) == (thread, names[-2])
        assert deepest.author == stage.account("bob")
        assert (deepest.via, deepest.channel, deepest.body) == (Via.COMMENT, Channel.THREAD, "deeper 11")
        assert (items[elsewhere].subreddit or "").lower() == OTHER

    def test_known_items_do_not_come_again(self, stage: Stage, reader: Reader, thread: str) -> None:
        stage.say("ann", thread, "one")
        stage.write("bob", "a message")
        assert len(reader.items()) == 2
        assert reader.items(tree=thread) == []
        late = stage.say("ann", thread, "two")
        assert [i.id for i in reader.items()] == [late]

    def test_items_come_in_the_order_of_the_rules(self, stage: Stage, reader: Reader, thread: str) -> None:
        """reddit.md 3.6: stamp, comment before message, id."""
        stage.write("bob", "a message")
        said = [stage.say("ann", thread, "one"), stage.say("cid", thread, "two")]
        items = reader.items()
        assert [i.id for i in items[:2]] == said
        assert items[2].via is Via.MESSAGE

    def test_our_own_writing_is_no_item(self, stage: Stage, reader: Reader, thread: str) -> None:
        """Failure 55: the bot never answers itself."""
        mine = stage.forum.comment(thread, "the board")
        stage.forum.message("ann", "hello", "your role")
        theirs = stage.say("ann", thread, "thanks", parent=mine)
        assert [i.id for i in reader.items(tree=thread)] == [theirs]

    def test_a_listing_is_paged_back_to_what_is_known(self, stage: Stage, reader: Reader, thread: str) -> None:
        """Failure 36: more than one page between two polls is not lost."""
        old = stage.say("ann", thread, "before")
        reader.poll()
        said = {stage.say("bob", thread, f"line {n}") for n in range(230)}
        assert {i.id for i in reader.items()} == said
        assert old in reader.seen

    def test_a_deleted_newest_comment_hides_nothing(self, stage: Stage, reader: Reader, thread: str) -> None:
        """Failure 35: no reading is anchored on one fullname."""
        gone = stage.say("ann", thread, "oops")
        reader.poll()
        stage.delete("ann", gone)
        late = stage.say("bob", thread, "still here")
        assert [i.id for i in reader.items()] == [late]

    def test_a_poll_tells_when_it_began(self, stage: Stage, reader: Reader, thread: str) -> None:
        """design.md law 4: what was written before ``began`` is in the poll."""
        stage.advance(1000)
        said = stage.say("ann", thread, "in time")
        poll = reader.poll(tree=thread)
        assert [i.id for i in poll.items] == [said]
        assert poll.items[0].at - 2 <= poll.began <= poll.items[0].at
        assert poll.tree == thread

    def test_a_thread_that_is_not_there_is_not_read(self, stage: Stage, reader: Reader, thread: str) -> None:
        """design.md law 9: one thread that is gone stops no other game."""
        said = stage.say("ann", thread, "one")
        poll = reader.poll(tree="t3_zzzzz")
        assert poll.tree is None
        assert [i.id for i in poll.items] == [said]

    # -- edits and deletions

    def test_an_edit_before_the_first_reading_counts_as_sent_then(
        self, stage: Stage, reader: Reader, thread: str
    ) -> None:
        """design.md law 6."""
        said = stage.say("ann", thread, "approve")
        reader.poll()
        at = stage.forum.now()
        late = stage.say("bob", thread, "approve")
        stage.advance(600)
        stage.edit("bob", late, "reject")
        (item,) = reader.items()
        assert (item.id, item.body) == (late, "reject")
        assert item.at == item.edited
        assert item.at >= at + 600
        assert said in reader.seen

    def test_an_edit_and_a_deletion_are_told_of_checked_comments(
        self, stage: Stage, reader: Reader, thread: str
    ) -> None:
        edited, deleted, same = (stage.say("ann", thread, "x") for _ in range(3))
        reader.poll()
        stage.advance(600)
        stage.edit("ann", edited, "y")
        stage.delete("ann", deleted)
        poll = reader.poll(check=[edited, deleted, same])
        assert poll.items == ()
        kinds = {(c.item, c.kind) for c in poll.changes}
        assert kinds == {(edited, ChangeKind.EDITED), (deleted, ChangeKind.DELETED)}
        assert all(c.at is not None for c in poll.changes if c.kind is ChangeKind.EDITED)

    def test_a_tree_tells_of_edits(self, stage: Stage, reader: Reader, thread: str) -> None:
        said = stage.say("ann", thread, "x")
        reader.poll()
        stage.advance(600)
        stage.edit("ann", said, "y")
        changes = reader.poll(tree=thread).changes
        assert [(c.item, c.kind) for c in changes] == [(said, ChangeKind.EDITED)]

    def test_the_list_of_edits_is_read_where_we_moderate(self, stage: Stage, reader: Reader, thread: str) -> None:
        """Failure 45: edits are announced to moderators only. The listing of comments may show them too."""
        stage.bot_moderates(SUB)
        said = stage.say("ann", thread, "x")
        reader.poll(moderated=[SUB])
        for n in range(120):
            stage.say("bob", thread, f"line {n}")
        reader.poll(moderated=[SUB])
        stage.advance(600)
        stage.edit("ann", said, "y")
        changes = reader.poll(moderated=[SUB]).changes
        assert (said, ChangeKind.EDITED) in {(c.item, c.kind) for c in changes}

    def test_removal_and_approval_are_told_to_a_moderator(self, stage: Stage, reader: Reader, thread: str) -> None:
        """resistance.md section 8: a removed comment is no order until it is approved."""
        stage.bot_moderates(SUB)
        said = stage.say("ann", thread, "propose bob cid")
        reader.poll()
        stage.remove(said)
        assert Change(said, ChangeKind.REMOVED) in reader.poll(check=[said]).changes
        stage.approve(said)
        assert Change(said, ChangeKind.APPROVED) in reader.poll(check=[said]).changes

    def test_a_held_comment_comes_marked_with_the_tree(self, stage: Stage, reader: Reader, thread: str) -> None:
        stage.bot_moderates(SUB)
        said = stage.say("ann", thread, "held words")
        stage.remove(said)
        (item,) = reader.items(tree=thread)
        assert (item.id, item.removed, item.body) == (said, True, "held words")

    def test_a_comment_gone_before_it_was_read_is_no_item(self, stage: Stage, reader: Reader, thread: str) -> None:
        parent = stage.say("ann", thread, "x")
        child = stage.say("bob", thread, "y", parent=parent)
        stage.delete("ann", parent)
        assert [i.id for i in reader.items(tree=thread, check=[parent])] == [child]

    # -- private messages

    def test_a_message_and_its_answer(self, stage: Stage, reader: Reader) -> None:
        stage.write("bob", "JOIN 12")
        (item,) = reader.items()
        assert (item.via, item.channel, item.body) == (Via.MESSAGE, Channel.PRIVATE, "JOIN 12")
        assert item.author == stage.account("bob")
        stage.forum.reply(item.id, "welcome, code K7Q")
        assert stage.inbox("bob") == ["welcome, code K7Q"]
        assert reader.items() == []

    def test_a_message_out_of_the_blue(self, stage: Stage) -> None:
        stage.account("bob")
        stage.forum.message("Bob", "[G7]", "your role")
        assert stage.inbox("bob") == ["your role"]
        newest = stage.forum.own_messages(10)[0]
        assert newest.body == "your role"
        assert (newest.to or "").lower() == "bob"

    def test_mod_mail_is_a_private_channel(self, stage: Stage, reader: Reader) -> None:
        """reddit.md 4.3: messages may come by mod mail; ours are skipped."""
        stage.bot_moderates(SUB)
        stage.write_modmail("bob", SUB, "approve")
        (item,) = reader.items(modmail=[SUB])
        assert (item.via, item.channel, item.body) == (Via.MODMAIL, Channel.PRIVATE, "approve")
        assert item.id.startswith("mm_")
        assert item.author == stage.account("bob")
        assert item.conversation
        stage.forum.reply_modmail(item.conversation, "noted")
        assert stage.inbox("bob")[-1] == "noted"
        assert reader.items(modmail=[SUB]) == []

    def test_mod_mail_written_by_us(self, stage: Stage, reader: Reader) -> None:
        stage.bot_moderates(SUB)
        stage.account("cid")
        stage.forum.modmail(SUB, "cid", "[G7]", "your role")
        assert stage.inbox("cid") == ["your role"]
        assert reader.items(modmail=[SUB]) == []

    def test_many_marks_do_no_harm(self, stage: Stage, reader: Reader) -> None:
        """Failure 34: more than 25 ids, or unknown ones only, are refused by the forum."""
        for n in range(30):
            stage.write("bob", f"line {n}")
        stage.forum.mark_read([i.id for i in reader.items()])
        stage.forum.mark_read(["t4_zzzzz"])

    # -- writing

    def test_comment_edit_delete(self, stage: Stage, thread: str) -> None:
        mine = stage.forum.comment(thread, "the board")
        below = stage.forum.comment(stage.say("ann", thread, "x"), "an answer")
        assert stage.text_of(mine) == "the board"
        stage.forum.edit(mine, "the new board")
        assert stage.text_of(mine) == "the new board"
        assert [t.id for t in stage.forum.own_comments(10)] == [below, mine]
        assert stage.forum.own_comments(1)[0].body == "an answer"
        stage.forum.delete(below)
        stage.forum.delete(below)
        assert [t.id for t in stage.forum.own_comments(10)] == [mine]

    def test_submit(self, stage: Stage) -> None:
        made = stage.forum.submit(SUB, "Game 7", "The rules")
        facts = stage.forum.thread(made)
        assert facts is not None
        assert (facts.fullname, facts.title, facts.author) == (made, "Game 7", stage.forum.me())
        assert (facts.subreddit.lower(), facts.locked, facts.archived, facts.removed) == (SUB, False, False, False)
        assert [(t.id, t.body) for t in stage.forum.own_submissions(10)] == [(made, "The rules")]

    def test_threads_that_take_nothing(self, stage: Stage, thread: str) -> None:
        """Failure 9; reddit.md 3.4."""
        said = stage.say("ann", thread, "x")
        stage.delete("ann", said)
        assert _refusal(lambda: stage.forum.comment(said, "y")) == "DELETED_COMMENT"
        stage.lock(thread)
        assert _refusal(lambda: stage.forum.comment(thread, "y")) == "THREAD_LOCKED"
        stage.archive(thread)
        assert _refusal(lambda: stage.forum.comment(thread, "y")) == "TOO_OLD"
        facts = stage.forum.thread(thread)
        assert facts is not None
        assert (facts.locked, facts.archived) == (True, True)

    def test_texts_that_nobody_takes(self, stage: Stage, thread: str) -> None:
        """Failure 11; reddit.md 3.1."""
        assert _refusal(lambda: stage.forum.comment(thread, "x" * 10_001)) == "TOO_LONG"
        assert _refusal(lambda: stage.forum.comment(thread, " \n ")) == "NO_TEXT"
        assert _refusal(lambda: stage.forum.comment("t1_zzzzz", "x")) == "403"

    def test_people_who_cannot_be_written_to(self, stage: Stage) -> None:
        """Failures 22 to 24; reddit.md 3.7."""
        stage.refuse_messages("eve")
        assert _refusal(lambda: stage.forum.message("eve", "s", "x")) == "NOT_WHITELISTED_BY_USER_MESSAGE"
        assert _refusal(lambda: stage.forum.message("nobody_here", "s", "x")) == "USER_DOESNT_EXIST"

    def test_what_only_moderators_may(self, stage: Stage, thread: str) -> None:
        mine = stage.forum.comment(thread, "the board")
        assert _refusal(lambda: stage.forum.feature(mine, sticky=True)) == "403"
        stage.bot_moderates(SUB)
        stage.forum.feature(mine, sticky=True)
        stage.forum.approve(mine)
        stage.forum.flair(thread, "running")

    # -- looking up

    def test_moderators(self, stage: Stage) -> None:
        assert stage.forum.moderators(SUB) == [stage.account("mod_max")]

    def test_look_up(self, stage: Stage) -> None:
        bob = stage.account("bob")
        facts = stage.forum.look_up("BOB")
        assert facts is not None
        assert (facts.account, facts.suspended, facts.accepts_messages) == (bob, False, True)
        assert stage.forum.look_up("nobody_here") is None
        assert stage.forum.look_up("../../etc") is None

    def test_unknown_thread(self, stage: Stage) -> None:
        assert stage.forum.thread("t3_zzzzz") is None


def _refusal(write: object) -> str:
    with pytest.raises(WriteRefusedError) as caught:
        write()  # type: ignore[operator]
    return caught.value.code
