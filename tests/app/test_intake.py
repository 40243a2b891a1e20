"""design.md section 1 and laws 5, 6, 9; resistance.md section 8: items become orders, once, in order."""

from tests.app.support import App


def test_a_moderator_opens_a_game_and_the_first_post_is_its_thread() -> None:
    app = App()
    thread = app.host()
    topic = app.forum.topic(thread)
    assert topic.title == "Tally"
    assert topic.body.endswith("^(G1 · 1)")
    assert [m.body.partition(" ")[0] for m in app.forum.messages("mara")] == ["answers/hosted"]


def test_a_stranger_opens_nothing() -> None:
    app = App()
    app.cycle()
    app.forum.write("nobody", "!host resistance")
    app.cycle(times=2)
    assert app.forum.topics() == []


def test_wrong_options_change_nothing_and_are_answered() -> None:
    app = App()
    app.cycle()
    app.forum.write("mara", "!host resistance nonsense")
    app.cycle(times=2)
    assert app.forum.topics() == []
    assert "nonsense is no option" in app.forum.messages("mara")[0].body


def test_an_item_is_handled_once_however_often_it_is_seen() -> None:
    app = App()
    thread = app.host()
    app.forum.say("ann", thread, "!count")
    app.cycle(times=3)
    app.restart()
    app.cycle(times=3)
    assert app.texts(thread).count("counted player=ann n=1") == 1


def test_items_count_in_the_order_of_their_stamps() -> None:
    app = App()
    thread = app.host()
    app.forum.say("ann", thread, "!count")
    app.forum.advance(1)
    app.forum.say("bob", thread, "!count")
    app.cycle()
    posts = [t for t in app.texts(thread) if t.startswith("counted")]
    assert posts == ["counted player=ann n=1", "counted player=bob n=2"]


def test_talk_gets_no_answer() -> None:
    app = App()
    thread = app.host()
    before = len(app.forum.posts(thread))
    app.forum.say("ann", thread, "I would count this")
    app.cycle(times=2)
    assert len(app.forum.posts(thread)) == before


def test_a_confirmed_reading_is_carried_out_after_a_plain_yes_and_once() -> None:
    app = App()
    thread = app.host()
    app.forum.say("ann", thread, "maybe count")
    app.cycle()
    assert "counted player=ann n=1" not in app.texts(thread)
    app.forum.say("bob", thread, "yes")
    app.cycle()
    assert "counted player=bob n=1" not in app.texts(thread)
    app.forum.say("ann", thread, "yes")
    app.forum.say("ann", thread, "yes")
    app.cycle()
    assert app.texts(thread).count("counted player=ann n=1") == 1
    assert "counted player=ann n=2" not in app.texts(thread)


def test_a_filtered_comment_is_no_order_until_it_is_approved() -> None:
    app = App()
    thread = app.host()
    comment = app.forum.say("ann", thread, "!count", held=True)
    app.cycle(times=2)
    assert "counted player=ann n=1" not in app.texts(thread)
    app.forum.approve_as("mara", comment)
    app.cycle(times=2)
    assert "counted player=ann n=1" in app.texts(thread)


def test_a_game_that_fails_is_set_aside_and_the_others_go_on() -> None:
    app = App()
    first = app.host()
    app.forum.write("mara", "!host resistance")
    app.cycle(times=2)
    second = app.forum.topics()[-1].id
    app.forum.say("ann", first, "!boom")
    app.forum.say("ann", first, "!count")
    app.forum.say("bob", second, "!count")
    app.cycle(times=2)
    assert "counted player=bob n=1" in app.texts(second)
    assert not [t for t in app.texts(first) if t.startswith("counted")]
    told = [m.body for m in app.forum.messages("mara") if m.body.startswith("moderators/set_aside")]
    assert len(told) == 1
    with app.store.transaction() as tx:
        assert [i.body for i in tx.held_items("g1")] == ["!boom", "!count"]


def test_an_edit_after_reading_changes_nothing_and_is_flagged_once() -> None:
    app = App()
    thread = app.host()
    comment = app.forum.say("ann", thread, "!count")
    app.cycle()
    app.forum.advance(600)
    app.forum.edit_as("ann", comment, "!boom")
    app.cycle(times=4)
    assert app.texts(thread).count("noted what=flag_item") == 1
    assert app.texts(thread).count("counted player=ann n=1") == 1


def test_refusals_in_the_thread_stop_at_three_an_hour() -> None:
    app = App()
    thread = app.host()
    app.cycle(after=90_000)
    app.cycle(times=2)
    replies = lambda: [p for p in app.forum.posts(thread) if p.body.startswith("refusals/")]  # noqa: E731
    for _ in range(5):
        app.forum.say("ann", thread, "!count")
        app.cycle()
    assert len(replies()) <= 3


def test_what_was_written_long_before_the_first_start_is_left_alone() -> None:
    """An account with a past: a new database must not carry out the orders of last month."""
    app = App()
    app.forum.write("mara", "!host resistance")
    app.forum.write("ann", "hello?")
    app.forum.advance(2 * 86_400)
    app.cycle(times=2)
    assert app.forum.topics() == []
    assert app.forum.messages("mara") == []
    assert app.forum.messages("ann") == []


def test_what_was_written_on_the_eve_of_the_first_start_counts() -> None:
    app = App()
    app.forum.write("mara", "!host resistance")
    app.forum.advance(20 * 3_600)
    app.cycle(times=2)
    assert len(app.forum.topics()) == 1
    app.forum.advance(3 * 86_400)
    app.forum.write("mara", "!host resistance")
    app.forum.advance(3 * 86_400)
    app.restart()
    app.cycle(times=2)
    assert len(app.forum.topics()) == 2, "being down for days loses nothing"
