"""What the worker thread does in each beat."""

from dataclasses import replace
from pathlib import Path

import pytest

from forumgm.adapters.store import backup, restore
from forumgm.app.ports import (
    LoginRefusedError,
    OutboxRow,
    Road,
    RowState,
    StoreError,
    StoreFullError,
    StoreInUseError,
    StoreReadOnlyError,
)
from forumgm.core.items import Account
from tests.service.toys import Body

CONFIG = """
[forum]
username = "gm_bot"
subreddits = [{subreddits}]
[daemon]
close_grace = {grace}
[storage]
url = "{url}"
"""


def _rewrite(body: Body, monkeypatch: pytest.MonkeyPatch, *, grace: object = 5, url: str | None = None) -> None:
    """Write the configuration anew and ask for a reload."""
    monkeypatch.setenv("FORUMGM_FORUM__CLIENT_ID", "id")
    monkeypatch.setenv("FORUMGM_FORUM__PASSWORD", "pw")
    body.file.write_text(CONFIG.format(subreddits='"games"', grace=grace, url=url or body.url))
    body.heart.reload()
    body.beat()


def test_a_game_goes_its_way(body: Body) -> None:
    thread = body.host()
    body.forum.say("ann", thread, "!count")
    body.beat()
    assert body.forum.posts(thread)[-1].body.startswith("counted player=ann")
    assert not body.journal.troubles


def test_a_forum_that_is_down_is_no_crash_and_counts_as_progress(body: Body) -> None:
    """Waiting in back-off is alive; readiness goes."""
    body.beat()
    assert body.heart.pulse.ready().ok
    body.forum.faults.unreachable(times=1000)
    body.beat(times=20)
    assert body.heart.pulse.alive().ok
    assert not body.heart.pulse.ready().ok
    assert body.heart.fatal is None
    body.forum.faults.clear()
    body.beat(after=400)
    assert body.heart.pulse.ready().ok


def test_no_login_is_tried_again_when_the_forum_says(body: Body) -> None:
    """Failure 59: alert once, retry hourly."""
    body.forum.faults.unreachable(times=1, retry_after=3600)
    body.beat()
    assert body.journal.of("no login yet")
    connected = body.connected
    body.beat(times=10)
    assert body.connected == connected
    assert body.heart.pulse.alive().ok
    body.beat(after=3600)
    assert body.heart.pulse.logged_in


def test_a_refused_login_is_told_once_an_hour_and_tried_again_after_a_reload(
    body: Body, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Failure 59: alert once, retry hourly; whoever has replaced the secret need not wait that long."""
    with monkeypatch.context() as wrong:
        wrong.setattr(body.forum, "me", _refuses)
        body.beat(times=119)
        assert body.journal.of("login refused") == [
            {"game": None, "item": None, "reason": "no token: invalid_grant", "wait": 3600}
        ]
        assert body.heart.pulse.ready().reasons == ("the login is refused",)
        body.beat(times=3)
        assert len(body.journal.of("login refused")) == 2
    _rewrite(body, monkeypatch)
    assert body.journal.of("reloaded")
    assert body.heart.pulse.ready().ok


def _refuses() -> Account:
    raise LoginRefusedError("no token: invalid_grant", retry_after=3600)


def test_when_we_stop_nothing_more_is_asked_of_the_network(body: Body) -> None:
    thread = body.host()
    written = len(body.forum.posts(thread))
    body.forum.say("ann", thread, "!count")
    body.heart.stop()
    body.beat(times=3)
    assert len(body.forum.posts(thread)) == written


def test_stopping_in_the_middle_of_a_cycle_keeps_what_was_not_sent(body: Body, monkeypatch: pytest.MonkeyPatch) -> None:
    """SIGTERM finishes the item in hand: the writing on its way is noted, the next one stays queued."""
    thread = body.host()
    for name in ("ann", "bob", "cat"):
        body.forum.say(name, thread, "!count")
    write = body.forum.comment

    def stop_after_one(parent: str, text: str) -> str:
        fullname = write(parent, text)
        body.heart.stop()
        return fullname

    monkeypatch.setattr(body.forum, "comment", stop_after_one)
    before = len(body.forum.posts(thread))
    body.beat()
    assert len(body.forum.posts(thread)) == before + 1
    with body.heart.store.transaction() as tx:
        assert not tx.rows_in(RowState.SENDING)
        assert len(tx.rows_in(RowState.QUEUED)) >= 2


def test_a_second_daemon_on_the_same_database_is_refused(body: Body, tmp_path: Path) -> None:
    second = Body(tmp_path, forum=body.forum)
    with pytest.raises(StoreInUseError, match="in use by process"):
        second.heart.begin()


@pytest.mark.parametrize("error", [StoreFullError, StoreReadOnlyError])
def test_a_full_or_read_only_database_ends_it_and_loses_nothing(
    body: Body, monkeypatch: pytest.MonkeyPatch, error: type[StoreError]
) -> None:
    thread = body.host()
    body.forum.say("ann", thread, "!count")
    with monkeypatch.context() as broken:
        broken.setattr("forumgm.adapters.store.events.EventsPart.append", _raiser(error("no")))
        body.beat()
    assert isinstance(body.heart.fatal, error)
    assert body.journal.troubles[-1][0] == "the database takes no more"
    body.beat(times=3)  # nothing more happens
    with body.heart.store.transaction() as tx:
        assert [i.body for i in tx.new_items()] == ["!count"]
        assert tx.games()[0].status.value == "open"


def _raiser(error: Exception) -> object:
    def fail(*_args: object, **_kwargs: object) -> None:
        raise error

    return fail


def test_another_error_of_a_cycle_is_told_and_the_next_cycle_comes(body: Body, monkeypatch: pytest.MonkeyPatch) -> None:
    body.host()
    with monkeypatch.context() as broken:
        broken.setattr(body.forum, "poll", _raiser(RuntimeError("odd")))
        body.beat()
    assert body.journal.troubles[-1][0] == "cycle failed"
    assert 'forumgm_errors_total{kind="RuntimeError"} 1.0' in body.metrics()
    steps = body.heart.pulse.steps
    body.beat()
    assert body.heart.pulse.steps > steps


def test_a_failed_cycle_is_no_progress(body: Body, monkeypatch: pytest.MonkeyPatch) -> None:
    """The watchdog is fed by real progress only."""
    body.host()
    steps = body.heart.pulse.steps
    monkeypatch.setattr(body.forum, "poll", _raiser(RuntimeError("odd")))
    body.beat(times=20)
    assert body.heart.pulse.steps == steps
    assert not body.heart.pulse.alive().ok


def test_reload_takes_new_settings_without_dropping_a_game(body: Body, monkeypatch: pytest.MonkeyPatch) -> None:
    thread = body.host()
    _rewrite(body, monkeypatch, grace=5)
    assert body.journal.of("reloaded")
    assert body.heart.settings.daemon.close_grace == 5
    body.forum.say("ann", thread, "!count")
    body.beat()
    assert body.forum.posts(thread)[-1].body.startswith("counted player=ann")


@pytest.mark.parametrize("grace", [-1, '"soon"'])
def test_a_broken_file_is_refused_and_the_old_one_stays(
    body: Body, monkeypatch: pytest.MonkeyPatch, grace: object
) -> None:
    thread = body.host()
    _rewrite(body, monkeypatch, grace=grace)
    refused = body.journal.of("reload refused, the old configuration stays")
    assert "daemon.close_grace" in refused[0]["reason"]
    assert body.heart.settings is body.settings
    body.forum.say("ann", thread, "!count")
    body.beat()
    assert body.forum.posts(thread)[-1].body.startswith("counted player=ann")


def test_a_broken_template_is_refused(body: Body, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    body.host()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "hello.md.j2").write_text("{% if %}")
    monkeypatch.setenv("FORUMGM_DAEMON__TEMPLATES", str(tmp_path / "mine"))
    _rewrite(body, monkeypatch)
    assert "hello" in body.journal.of("reload refused, the old configuration stays")[0]["reason"]
    assert body.heart.settings is body.settings


def test_a_reload_can_not_move_the_database(body: Body, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    body.host()
    _rewrite(body, monkeypatch, url=f"sqlite:///{tmp_path / 'other.sqlite3'}")
    assert body.journal.of("this change needs a restart") == [{"game": None, "item": None, "key": "storage.url"}]
    assert body.heart.settings.storage.url == body.url


def test_new_secrets_are_logged_in_with(body: Body, monkeypatch: pytest.MonkeyPatch) -> None:
    """Secret rotation: a reload connects anew."""
    body.host()
    connected = body.connected
    _rewrite(body, monkeypatch)
    assert body.connected == connected + 1


def test_a_start_after_a_crash_says_what_it_found_and_settled(body: Body, tmp_path: Path) -> None:
    thread = body.host()
    with body.heart.store.transaction() as tx:
        row = OutboxRow(key="x", road=Road.POST, game="g1", text="hi\n\n^(G1 · 90)", tag="G1 · 90", created=1)
        tx.queue(replace(row, target=thread, number=90))
        tx.save_row(replace(row, target=thread, number=90, state=RowState.SENDING, next_try=0))
    body.heart.store.close()  # the crash: nobody says good-bye

    again = Body(tmp_path, forum=body.forum)
    again.heart.begin()
    (found,) = again.journal.of("started after a crash")
    assert found["open_games"] == 1
    assert found["writings_in_doubt"] == 1
    assert found["delay"] == 0
    again.beat(after=60, times=4)
    (settled,) = again.journal.of("settled what was in doubt")
    assert settled["sent"] == 1
    assert sum("G1 · 90" in n.body for n in body.forum.posts(thread)) == 1
    again.heart.close()


def test_crashes_in_a_row_make_the_next_start_wait(tmp_path: Path) -> None:
    """Failure 57: exponential start delay, persisted. 1, 2, 4 ... 300 seconds behind three free starts."""
    delays = []
    for _ in range(16):
        body = Body(tmp_path)
        body.heart.begin()
        delays.append(sum(n["delay"] for _, n in body.journal.notes))
        body.heart.store.close()
    assert delays == [0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]
    last = Body(tmp_path)
    last.heart.begin()
    last.beat(after=299)
    assert last.connected == 0
    last.beat(after=2)
    assert last.connected == 1  # a poll that worked ends the row
    last.heart.store.close()
    after = Body(tmp_path)
    after.heart.begin()
    assert after.journal.of("started after a crash")[0]["delay"] == 0
    after.heart.close()


def test_old_private_texts_are_blanked_once_a_day(body: Body) -> None:
    """Retention: 30 days after a game's end."""
    thread = body.host()
    body.forum.write("ann", "my secret vote")
    body.beat(times=2)
    assert body.journal.of("purged")[0]["received"] == 0
    body.beat(after=86_400 * 31, times=1)
    body.beat(times=3)
    assert len(body.journal.of("purged")) == 2
    with body.heart.store.transaction() as tx:
        texts = [row.text for row in tx.rows_in(RowState.SENT) if row.road is Road.MESSAGE and row.game is None]
    assert texts
    assert not any(texts)
    assert body.forum.topic(thread)


def test_after_a_restore_the_first_beat_finds_what_was_posted_since(body: Body, tmp_path: Path) -> None:
    """hosting.md, "After a restore": by tag, marked sent, before anything else is done."""
    thread = body.host()
    copy = tmp_path / "copy.sqlite3"
    backup(body.url, copy)
    for name in ("ann", "bob"):
        body.forum.say(name, thread, "!count")
        body.beat(times=2)
    body.heart.close()
    posts = [note.body for note in body.forum.posts(thread)]
    restore(copy, body.url)
    again = Body(tmp_path, forum=body.forum)
    again.beat(times=3)
    assert [note.body for note in again.forum.posts(thread)] == posts
    assert again.journal.of("lived through the time since the backup")[0]["posts"] == 2
    again.forum.say("cat", thread, "!count")
    again.beat(times=2)
    assert again.forum.posts(thread)[-1].body.startswith("counted player=cat n=3")
    again.heart.close()
