"""Health: alive by progress, ready by a fresh poll and a database that takes what is written."""

from forumgm.app.health import STALLED_AFTER, Pulse, census
from forumgm.app.ports import ItemState
from forumgm.core.items import Account, Item, Via
from tests.app.support import App


class _Clock:
    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def _pulse() -> tuple[_Clock, Pulse]:
    clock = _Clock()
    return clock, Pulse(clock, interval=30, patience=120)


def test_a_stalled_poll_is_no_progress() -> None:
    clock, pulse = _pulse()
    pulse.cycled(read=True)
    clock.seconds = 30 + STALLED_AFTER
    assert pulse.alive().ok
    clock.seconds += 1
    assert pulse.alive().reasons == (f"no progress for {31 + STALLED_AFTER} s",)


def test_cycles_that_find_the_forum_down_are_progress_but_not_ready() -> None:
    clock, pulse = _pulse()
    pulse.cycled(read=True)
    for _ in range(20):
        clock.seconds += 30
        pulse.cycled(read=False)
    assert pulse.alive().ok
    assert pulse.ready().reasons == ("the forum was last read 600 s ago",)


def test_not_ready_before_the_login_and_while_the_database_fails() -> None:
    _, pulse = _pulse()
    assert pulse.ready().reasons == ("not logged in yet",)
    pulse.cycled(read=True)
    assert pulse.ready().ok
    pulse.store_trouble = "StoreFullError"
    assert pulse.ready().reasons == ("the database failed (StoreFullError)",)


def test_the_census_counts_without_looking_into_a_game() -> None:
    app = App()
    thread = app.host()
    app.forum.say("ann", thread, "!count")
    app.cycle()
    counted = census(app.store, now=app.forum.now())
    assert counted.games == {("g", "open", "counting"): 1}
    assert counted.overdue == 0
    assert (counted.unread, counted.unread_oldest) == (0, 0)
    assert counted.in_doubt == 0
    later = census(app.store, now=app.forum.now() + 2 * 86_400)
    assert later.overdue == 2  # the reminder and the ceiling


def test_the_census_tells_how_long_the_oldest_item_waits() -> None:
    app = App()
    app.cycle()
    with app.store.transaction() as tx:
        for number, at in ((1, 100), (2, 160)):
            item = Item(f"t4_{number}", Via.MESSAGE, Account("t2_ann", "ann"), at, body="hello")
            tx.see(item, now=200, state=ItemState.NEW)
    counted = census(app.store, now=400)
    assert (counted.unread, counted.unread_oldest) == (2, 300)
