"""What waits to be sent: listing, dropping, sending again."""

import json
from dataclasses import replace

import pytest

from forumgm.app.ports import OutboxRow, Road, RowState
from tests.commands.operators import Desk, plain


@pytest.fixture
def outbox(desk: Desk) -> Desk:
    desk.store_game("g1", events=40)
    store = desk.open()
    post = OutboxRow(key="post", road=Road.POST, game="g1", text="the vote is open", tag="G1 · 1", created=1, number=1)
    role = OutboxRow(key="role", road=Road.MESSAGE, game="g1", text="you are a spy", tag="G1 · a", created=2)
    with store.transaction() as tx:
        for row in (post, replace(role, to="Ann", account="t2_ann"), replace(post, key="sent", number=2)):
            tx.queue(row)
        for key, state in (("role", RowState.FAILED), ("sent", RowState.SENT)):
            row_now = tx.row(key)
            assert row_now is not None
            tx.save_row(replace(row_now, state=state, error="NO_USER", attempts=3, rung=2, next_try=99))
    store.close()
    return desk


def _listed(desk: Desk, *options: str) -> dict[str, dict[str, object]]:
    return {r["key"]: r for r in json.loads(desk.run("outbox", "list", "--json", *options).out)["writings"]}


def test_list_shows_what_waits_and_what_failed(outbox: Desk) -> None:
    assert set(_listed(outbox)) == {"post", "role"}
    assert set(_listed(outbox, "--all")) == {"post", "role", "sent"}
    assert _listed(outbox)["role"]["error"] == "NO_USER"
    assert not _listed(outbox, "--game", "g2")


def test_outbox_alone_lists_what_waits(outbox: Desk) -> None:
    """interfaces.md names the bare command; list, drop and resend stand beside it."""
    assert outbox.run("outbox").out == outbox.run("outbox", "list").out
    assert json.loads(outbox.run("outbox", "--json").out) == json.loads(outbox.run("outbox", "list", "--json").out)
    assert outbox.run("outbox").code == 0
    assert outbox.run("outbox", "--json", "drop", "post").code == 2


def test_private_texts_are_shown_only_on_request(outbox: Desk) -> None:
    assert "spy" not in outbox.run("outbox", "list").out
    shown = outbox.run("outbox", "list", "--text").out
    assert "the vote is open" in shown
    assert "spy" not in shown
    assert "you are a spy" in outbox.run("outbox", "list", "--private").out


def test_dropping_and_sending_again(outbox: Desk) -> None:
    assert outbox.run("outbox", "drop", "post").code == 0
    assert outbox.run("outbox", "resend", "role").code == 0
    store = outbox.open()
    with store.transaction() as tx:
        role = tx.row("role")
        assert role is not None
        assert (role.state, role.attempts, role.rung, role.next_try, role.error) == (RowState.QUEUED, 0, 0, 0, None)
        post = tx.row("post")
        assert post is not None
        assert post.state is RowState.DROPPED
    store.close()


@pytest.mark.parametrize(("command", "key"), [("resend", "sent"), ("resend", "post"), ("drop", "sent"), ("drop", "x")])
def test_what_can_not_be_done(outbox: Desk, command: str, key: str) -> None:
    """What was sent is never sent twice by hand; what is on its way is left to the daemon."""
    answer = outbox.run("outbox", command, key)
    assert answer.code == 2
    assert "KEY" in plain(answer.err)
