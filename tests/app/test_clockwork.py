"""design.md law 4 and resistance.md section 3: when a ceiling takes effect."""

from tests.app.support import CEILING, App


def opened(app: App) -> tuple[str, int]:
    thread = app.host()
    with app.store.transaction() as tx:
        due = next(d.due for d in tx.deadlines("g1") if d.ceiling)
    return thread, due


def at(app: App, moment: int) -> None:
    app.forum.advance(moment - app.forum.now())
    app.rooms.daemon.cycle()


def test_a_ceiling_waits_for_a_poll_that_began_its_grace_later() -> None:
    app = App()
    thread, due = opened(app)
    at(app, due + 60)
    at(app, due + 179)
    assert "closed n=0" not in app.texts(thread)
    at(app, due + 180)
    assert "closed n=0" in app.texts(thread)


def test_it_takes_effect_once_and_is_dated_when_it_was_due() -> None:
    app = App()
    thread, due = opened(app)
    at(app, due + 600)
    app.cycle(times=5)
    assert app.texts(thread).count("closed n=0") == 1
    with app.store.transaction() as tx:
        closing = [line for line in tx.log("g1") if '"type": "closed"' in line]
    assert len(closing) == 1
    from forumgm.core.events import stamp

    assert f'"at": "{stamp(due)}"' in closing[0]


def test_a_vote_stamped_in_time_beats_the_ceiling_even_if_the_forum_was_down() -> None:
    app = App()
    thread, due = opened(app)
    app.forum.advance(due - app.forum.now())
    app.forum.say("ann", thread, "!count")
    app.forum.faults.unreachable(times=3, method="poll")
    for step in (10, 20, 400):
        at(app, due + step)
    at(app, due + 2000)
    texts = app.texts(thread)
    assert texts.index("counted player=ann n=1") < texts.index("closed n=1")


def test_a_vote_stamped_after_the_ceiling_is_refused() -> None:
    app = App()
    thread, due = opened(app)
    app.forum.advance(due + 1 - app.forum.now())
    app.forum.say("ann", thread, "!count")
    at(app, due + 30)
    at(app, due + 200)
    assert "closed n=0" in app.texts(thread)
    assert any(t.startswith("refusals/too_late") for t in app.texts(thread))


def test_reminders_go_out_once_and_need_no_grace() -> None:
    app = App()
    thread, due = opened(app)
    at(app, due - 3600)
    app.restart()
    at(app, due - 3000)
    at(app, due - 2000)
    assert app.texts(thread).count("reminder") == 1


def test_no_delay_is_counted_after_an_outage_in_the_last_hour() -> None:
    app = App()
    _, due = opened(app)
    at(app, due - 7200)
    at(app, due + 200)
    with app.store.transaction() as tx:
        assert '"excused": true' in next(line for line in tx.log("g1") if '"type": "closed"' in line)


def test_the_ceiling_is_that_of_the_rules() -> None:
    assert CEILING == 24 * 3600
