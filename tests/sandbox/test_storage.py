"""The data file: what was answered is there after a kill and a restart."""

from collections.abc import Callable
from pathlib import Path

import pytest

from forumgm.sandbox.clock import ForumClock, Pace
from forumgm.sandbox.forum import ForumState
from tests.sandbox.conftest import NOON, Place


def test_forum_survives_a_kill(make_place: Callable[..., Place], tmp_path: Path) -> None:
    """interfaces.md: --data persists; the second forum opens the file while the first never closed it."""
    data = tmp_path / "forum.sqlite"
    place = make_place(data=data)
    place.lever("moderators", subreddit="mafia", users=["gm_bot"])
    gm, alice = place.reddit("gm_bot"), place.reddit("alice")
    post = gm.subreddit("mafia").submit("t", selftext="x")
    comment = alice.submission(post.id).reply("u/gm_bot vote")
    alice.redditor("gm_bot").message(subject="s", message="secret")
    gm.subreddit("mafia").modmail.create(subject="role", body="spy", recipient="alice")
    gm.subreddit("mafia").flair.set("alice", text="Alive")
    place.advance(500)
    comment.edit("changed")
    gm.inbox.mark_all_read()
    first = place.server.forum
    second = ForumState(clock=ForumClock(pace=Pace.MANUAL, start=NOON), data=data)
    for shelf in ("accounts", "subreddits", "posts", "comments", "messages", "notes", "mails", "flairs", "edits"):
        assert getattr(second, shelf) == getattr(first, shelf), shelf
    assert second.conversations == first.conversations
    assert second.clock.now() == NOON + 500
    assert {owner: names for owner, names in second.at.unread.items() if names} == {
        owner: names for owner, names in first.at.unread.items() if names
    }
    assert second.at.inbox == first.at.inbox
    second.close()


def test_ids_go_on_after_a_restart(tmp_path: Path) -> None:
    first = ForumState(data=tmp_path / "f")
    ann = first.account("ann")
    first.close()
    second = ForumState(data=tmp_path / "f")
    assert second.find_account("ANN") == ann
    assert int(second.account("bob").id, 36) == int(ann.id, 36) + 1
    second.close()


def test_another_file_is_refused(tmp_path: Path) -> None:
    wrong = tmp_path / "notes.txt"
    wrong.write_text("just some text, long enough to be no database at all" * 30)
    with pytest.raises(ValueError, match="no sandbox data file"):
        ForumState(data=wrong)


def test_a_file_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="can't open"):
        ForumState(data=tmp_path / "no such folder" / "f")
