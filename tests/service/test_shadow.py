"""Shadow mode: reads the real forum, decides, posts nothing, shows what it would have posted."""

from pathlib import Path

import pytest

from forumgm.app.ports import RowState, StoreError
from tests.service.toys import Body, Wired


def _forum() -> Wired:
    forum = Wired()
    forum.appoint("games", "gm_bot")
    forum.appoint("games", "mara")
    return forum


def test_nothing_reaches_the_forum_and_everything_is_decided(tmp_path: Path) -> None:
    forum = _forum()
    thread = forum.open_thread("mara", "games", "The game")
    body = Body(tmp_path, forum=forum, shadow=True)
    body.heart.begin()
    body.beat()
    forum.say("mara", thread, "!host resistance here")
    body.beat(times=3)
    forum.say("ann", thread, "!count")
    body.beat(times=3)
    assert not forum.posts(thread, author="gm_bot")
    assert not forum.messages("ann")
    assert not forum.topics(author="gm_bot")
    with body.heart.store.transaction() as tx:
        decided = [row.text for row in tx.rows_in(RowState.SENT)]
        assert not tx.rows_in(RowState.FAILED)
    assert any(text.startswith("counted player=ann") for text in decided)
    assert not body.journal.troubles
    body.heart.close()


def test_a_thread_that_would_have_been_opened_does_not_stop_it(tmp_path: Path) -> None:
    body = Body(tmp_path, forum=_forum(), shadow=True)
    body.heart.begin()
    body.beat()
    body.forum.write("mara", "!host resistance")
    body.beat(times=5)
    assert not body.forum.topics()
    with body.heart.store.transaction() as tx:
        (game,) = tx.games()
    assert game.thread.startswith("t3_shadow")
    assert not body.journal.troubles
    body.heart.close()


@pytest.mark.parametrize("first", [True, False])
def test_one_database_serves_only_one_of_both(tmp_path: Path, *, first: bool) -> None:
    """A real daemon would believe in the shadow's posts, and the other way round."""
    forum = _forum()
    body = Body(tmp_path, forum=forum, shadow=first)
    body.heart.begin()
    body.heart.close()
    other = Body(tmp_path, forum=forum, shadow=not first)
    with pytest.raises(StoreError, match=r"storage\.url"):
        other.heart.begin()
    other.heart.close()
