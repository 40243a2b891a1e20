"""Everything about one person exported or deleted on request."""

import json

import pytest

from forumgm.app.ports import StoreError
from forumgm.core.items import Account
from tests.commands.operators import Desk, letter, plain

BOB = Account("t2_bob", "Bob")


def _seen(desk: Desk) -> None:
    store = desk.open()
    with store.transaction() as tx:
        tx.see(letter(1, "my private words", author=BOB), now=1)
    store.close()


@pytest.mark.parametrize("name", ["bob", "u/Bob", "t2_bob"])
def test_export_by_name_or_id(desk: Desk, name: str) -> None:
    _seen(desk)
    told = json.loads(desk.run("person", "export", name).out)
    assert told["account"] == "t2_bob"
    assert [w["body"] for w in told["written"]] == ["my private words"]


def test_forget(desk: Desk) -> None:
    _seen(desk)
    answer = desk.run("person", "forget", "Bob", "--yes")
    assert answer.code == 0
    pseudonym = answer.out.split()[-1].rstrip(".")
    assert desk.run("person", "export", "Bob").code == 2
    store = desk.open()
    with store.transaction() as tx:
        stored = tx.item("t4_1")
        assert stored is not None
        assert (stored.item.author, stored.item.body) == (Account(pseudonym, pseudonym), "")
    store.close()


def test_who_was_forgotten_makes_no_game_unsound(desk: Desk) -> None:
    desk.store_game("g1")
    store = desk.open()
    with store.transaction() as tx:
        seats = list(tx.value("seats:g1") or ())
    store.close()
    assert desk.run("doctor").code == 0
    assert desk.run("person", "forget", seats[0], "--yes").code == 0
    answer = desk.run("doctor")
    assert (answer.code, answer.out) == (0, "1 game checked, no differences.\n")


def test_forgetting_asks_first(desk: Desk) -> None:
    _seen(desk)
    assert desk.run("person", "forget", "Bob", stdin="n\n").code != 0
    assert desk.run("person", "export", "Bob").code == 0


def test_nobody(desk: Desk) -> None:
    _seen(desk)
    answer = desk.run("person", "export", "carl")
    assert answer.code == 2
    assert "carl is nobody we know" in plain(answer.err)


def test_the_host_of_a_running_game_can_not_be_forgotten(desk: Desk) -> None:
    desk.store_game("g1", events=40)
    with pytest.raises(StoreError, match="g1"):
        desk.run("person", "forget", "t2_ann", "--yes")
