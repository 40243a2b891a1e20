"""reddit.md 6.1 and failure catalogue 1-11, 22-24: exactly once, in order, and no silence."""

import contextlib

from forumgm.adapters.memory.faults import Done
from forumgm.app.ports import RowState
from tests.app.support import App


def rows(app: App, state: RowState) -> list[str]:
    with app.store.transaction() as tx:
        return [r.text.partition("\n")[0] for r in tx.rows_in(state)]


def test_an_unclear_write_that_was_done_is_found_by_its_tag_and_not_repeated() -> None:
    """Failures 1, 2, 7, 8."""
    app = App()
    thread = app.host()
    app.forum.faults.unclear(Done.YES, method="comment")
    app.forum.say("ann", thread, "!count")
    app.cycle(times=6)
    assert app.texts(thread).count("counted player=ann n=1") == 1
    assert rows(app, RowState.SENDING) == []


def test_an_unclear_write_that_was_not_done_is_sent_after_two_looks() -> None:
    app = App()
    thread = app.host()
    app.forum.faults.unclear(Done.NO, method="comment")
    app.forum.say("ann", thread, "!count")
    app.cycle()
    assert app.texts(thread).count("counted player=ann n=1") == 0
    app.cycle(after=60)
    assert app.texts(thread).count("counted player=ann n=1") == 0
    app.cycle(after=60)
    assert app.texts(thread).count("counted player=ann n=1") == 1


def test_a_crash_between_sending_and_noting_is_settled_at_the_next_start() -> None:
    """Failure 3: the row was committed as sending, the process died after the write."""
    app = App()
    thread = app.host()

    class Killed(BaseException):
        pass

    comment = app.forum.comment

    def write_then_die(parent: str, text: str) -> str:
        comment(parent, text)
        raise Killed

    app.forum.say("ann", thread, "!count")
    app.forum.comment = write_then_die  # type: ignore[method-assign]
    with contextlib.suppress(Killed):
        app.cycle()
    app.forum.comment = comment  # type: ignore[method-assign]
    app.restart()
    app.cycle(times=8)
    assert app.texts(thread).count("counted player=ann n=1") == 1


def test_public_posts_keep_their_order_while_one_is_unclear() -> None:
    app = App()
    thread = app.host()
    app.forum.faults.unclear(Done.NO, method="comment")
    app.forum.say("ann", thread, "!count")
    app.forum.say("bob", thread, "!count")
    app.cycle()
    app.cycle(after=60, times=3)
    counted = [t for t in app.texts(thread) if t.startswith("counted")]
    assert counted == ["counted player=ann n=1", "counted player=bob n=2"]


def test_a_rate_limit_waits_as_long_as_asked_and_loses_nothing() -> None:
    """Failures 15, 17, 43."""
    app = App()
    thread = app.host()
    app.forum.faults.refuse("RATELIMIT", method="comment", retry_after=240)
    app.forum.say("ann", thread, "!count")
    app.cycle(times=2)
    assert "counted player=ann n=1" not in app.texts(thread)
    app.cycle(after=240)
    assert app.texts(thread).count("counted player=ann n=1") == 1


def test_a_locked_thread_pauses_the_game_and_tells_the_moderators_once() -> None:
    """Failures 9, 10; hosting.md "Taking over a thread"."""
    app = App()
    thread = app.host()
    app.forum.faults.refuse("THREAD_LOCKED", method="comment", times=3)
    app.forum.say("ann", thread, "!count")
    app.cycle()
    app.cycle(after=1000, times=4)
    told = [m for m in app.forum.messages("mara") if m.body.startswith("moderators/thread_closed")]
    assert len(told) == 1
    with app.store.transaction() as tx:
        assert any('"what": "pause"' in line for line in tx.log("g1"))
    assert app.texts(thread).count("counted player=ann n=1") == 1


def test_somebody_unreachable_is_tried_by_every_road_then_nudged_and_reported_once() -> None:
    """Failures 22-24, reddit.md 4.3."""
    app = App()
    thread = app.host()
    app.forum.profile("ann").accepts_messages = False
    app.forum.say("ann", thread, "!count")
    app.cycle(times=3)
    nudges = [t for t in app.texts(thread) if t.startswith("answers/nudge player=ann")]
    told = [m for m in app.forum.messages("mara") if m.body.startswith("moderators/unreachable")]
    assert len(nudges) == 1
    assert len(told) == 1
    app.forum.profile("ann").accepts_messages = True
    app.forum.write("ann", "hello, I can hear you now")
    app.cycle(times=3)
    assert any(m.body.startswith("receipt") for m in app.forum.messages("ann"))


def test_private_notes_are_tagged_by_letters_that_tell_no_number() -> None:
    app = App()
    thread = app.host()
    app.forum.say("ann", thread, "!count")
    app.cycle(times=2)
    tag = app.forum.messages("ann")[0].body.rsplit("\n", 1)[-1]
    assert tag.startswith("^(G1 · ")
    assert not any(c.isdigit() for c in tag.removeprefix("^(G1 · "))


def test_receipts_give_way_to_newer_ones_and_the_status_is_edited_once_a_minute() -> None:
    """Issue 2: one receipt for each order that is still its sender's newest when sent; one status edit a minute."""
    app = App()
    thread = app.host()
    app.cycle(after=120)
    before = app.forum.requests["edit"]
    for _ in range(4):
        app.forum.say("ann", thread, "!count")
    app.cycle()
    assert len(app.forum.messages("ann")) == 1
    assert "n=4" in app.forum.messages("ann")[0].body
    assert app.forum.requests["edit"] - before == 1
    app.forum.say("ann", thread, "!count")
    app.cycle(after=10)
    assert app.forum.requests["edit"] - before == 1
    app.cycle(after=60)
    assert app.forum.requests["edit"] - before == 2
