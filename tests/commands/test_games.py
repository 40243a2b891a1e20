"""What runs, what is due, and going on after an error."""

import json
from dataclasses import replace

import pytest

from forumgm.app.ports import GameStatus, ItemState
from tests.commands.operators import Desk, letter, plain


def test_games_are_listed_with_phase_and_what_is_due(desk: Desk) -> None:
    desk.store_game("g1")
    desk.store_game("g2", events=40)
    (row,) = json.loads(desk.run("games", "--json").out)["games"]
    assert (row["game"], row["status"], row["subreddit"]) == ("g2", "open", "games")
    assert row["due"] == sorted(row["due"], key=lambda d: d["at"])
    assert desk.run("games").out.startswith("G2  r/games  ")
    assert len(desk.run("games", "--all").out.splitlines()) == 2


def test_status_shows_only_what_everybody_may_see(desk: Desk) -> None:
    desk.store_game("g1", events=40)
    answer = desk.run("status", "G1")
    assert answer.code == 0
    assert "## Game G1" in answer.out
    assert "due 2026-" in answer.out
    assert "spy" not in answer.out.lower()
    assert json.loads(desk.run("status", "g1", "--json").out)["events"] == 40


def test_an_unknown_game(desk: Desk) -> None:
    desk.store_game("g1")
    for command in ("status", "retry"):
        answer = desk.run(command, "g9")
        assert answer.code == 2
        assert "there is no game G9" in plain(answer.err)


def _aside(desk: Desk) -> None:
    """Set a running game aside with an item that waits, ten minutes before the last poll."""
    desk.store_game("g1", events=40)
    store = desk.open()
    with store.transaction() as tx:
        game = tx.game("g1")
        assert game is not None
        tx.save_game(replace(game, status=GameStatus.ASIDE, error="KeyError"))
        tx.set_value("alert:g1:set_aside", tx.value("last-poll") - 600)
        tx.see(letter(1, "approve"), now=1)
        tx.settle_item("t4_1", ItemState.HELD, game="g1", order=False)
    store.close()


def test_retry_lets_a_game_go_on(desk: Desk) -> None:
    """Items stay in order, clocks stood still (hosting.md, "A game set aside")."""
    _aside(desk)
    assert "set aside (KeyError)" in desk.run("games").out
    answer = desk.run("retry", "G1")
    assert answer.code == 0, answer.err
    assert answer.out == "G1 goes on: 1 items wait, its clocks stood still for 600 s.\n"
    store = desk.open()
    with store.transaction() as tx:
        game = tx.game("g1")
        assert game is not None
        assert (game.status, game.error) == (GameStatus.OPEN, None)
        assert [i.id for i in tx.new_items()] == ["t4_1"]
        assert tx.value("alert:g1:set_aside") is None
    store.close()


def test_what_still_fails_stays_set_aside(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    _aside(desk)

    def fails(*_: object, **__: object) -> None:
        raise KeyError("a secret")

    monkeypatch.setattr("forumgm.app.table.replay", fails)
    answer = desk.run("retry", "g1")
    assert answer.code == 1
    assert "still fails (KeyError)" in answer.err
    assert "secret" not in answer.err
    assert json.loads(desk.run("games", "--json").out)["games"][0]["status"] == "aside"


def test_a_game_that_runs_needs_no_retry(desk: Desk) -> None:
    desk.store_game("g1", events=40)
    answer = desk.run("retry", "g1")
    assert answer.code == 2
    assert "was not set aside" in plain(answer.err)
