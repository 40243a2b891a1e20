"""Leader windows and card windows (resistance.md 2 and 4, record.md "How it reads" and fine print)."""

from typing import Any

from forumgm.record.lines import to_stamp
from tests.record.builder import DAY, Builder
from tests.record.support import (
    approved_with,
    codes,
    deal_all,
    last,
    other,
    through_mission,
    with_cards,
)


def _round_two_with_strong_leader(**options: Any) -> Builder:
    game = with_cards(5, "strong_leader", **options)
    deal_all(game, other(game, 2))
    return through_mission(game)


def test_strong_leader_makes_its_holder_leader_and_the_order_goes_on_from_there() -> None:
    game = _round_two_with_strong_leader()
    holder = game.order[2]
    game.play("strong_leader", holder).take_lead(holder)
    game.add("cards_drawn", cards=[])
    game.propose().vote(game.everybody("reject"))
    assert codes(game.next_leader("rejected")) == []
    assert game.leader == game.order[3]


def test_the_leader_window_must_open_and_asks_no_leader() -> None:
    game = _round_two_with_strong_leader()
    game.add("cards_drawn", cards=[])
    assert codes(game) == ["out_of_turn"]
    game = _round_two_with_strong_leader()
    game.open_window("strong_leader")
    last(game, "window_opened")["holders"] = [game.leader]
    assert "wrong_consequence" in codes(game)
    game = with_cards(5, "strong_leader")
    deal_all(game, other(game, 1))  # the Leader of the next round
    through_mission(game)
    assert codes(game) == []
    game.add("cards_drawn", cards=[])
    assert codes(game) == []


def test_strong_leader_may_be_announced_from_the_last_result_on_and_then_ends_the_window_at_its_opening() -> None:
    game = _round_two_with_strong_leader()
    holder = game.order[2]
    result = game.now - 30
    for announced, expected in ((result, []), (result - 1, ["outside_period"])):
        again = _round_two_with_strong_leader()
        again.tick(600)
        again.open_window("strong_leader")
        again.now, opened = announced, again.now
        again.use("strong_leader", holder)
        again.now = opened
        again.add("window_closed", window="strong_leader")
        assert codes(again.take_lead(holder)) == expected


def test_every_leader_opens_a_window_after_a_rejection() -> None:
    game = with_cards(5, "strong_leader", strong_leader_when="every_leader")
    deal_all(game, other(game, 3))
    game.propose().vote(game.everybody("reject"))
    game.next_leader("rejected")
    assert codes(game.propose()) == ["out_of_turn"]
    game = with_cards(5, "strong_leader", strong_leader_when="every_leader")
    deal_all(game, other(game, 3))
    game.propose().vote(game.everybody("reject"))
    game.next_leader("rejected").play("strong_leader", game.order[3]).take_lead(game.order[3])
    assert codes(game.propose()) == []


def test_windows_close_with_the_last_answer_or_at_the_ceiling() -> None:
    game = approved_with("no_confidence", "no_confidence", holders=(1, 2))
    game.open_window("no_confidence")
    game.tick()
    game.add("window_passed", window="no_confidence", player=other(game, 1), because="answer")
    assert codes(game) == []
    game.add("window_closed", window="no_confidence")
    assert codes(game) == ["out_of_turn"]
    game.events.pop()
    game.now = game.opened + DAY
    game.add("window_passed", window="no_confidence", player=other(game, 2), because="ceiling")
    game.add("window_closed", window="no_confidence")
    assert codes(game) == []
    last(game, "window_closed")["at"] = to_stamp(game.opened + DAY - 1)
    assert codes(game) == ["wrong_end_time"]


def test_a_pass_may_be_taken_back_until_the_window_closes() -> None:
    game = approved_with("no_confidence", "no_confidence", holders=(1, 2))
    game.open_window("no_confidence")
    game.add("window_passed", window="no_confidence", player=other(game, 1), because="answer")
    game.add("window_pass_withdrawn", window="no_confidence", player=other(game, 1))
    assert codes(game) == []
    game.add("window_pass_withdrawn", window="no_confidence", player=other(game, 1))
    assert codes(game) == ["answered_twice"]


def test_a_holder_answers_once() -> None:
    game = approved_with("no_confidence", "no_confidence", holders=(1, 2))
    game.open_window("no_confidence")
    for _ in range(2):
        game.add("window_passed", window="no_confidence", player=other(game, 1), because="answer")
    assert codes(game) == ["answered_twice"]


def test_a_pass_by_standing_order_needs_one_and_is_dated_at_the_opening() -> None:
    """record.md: a window of standing orders is written in full, with one at."""
    game = approved_with("no_confidence")
    assert codes(game.pass_all("no_confidence", because="standing_order")) == ["no_standing_order"]
    game = approved_with("no_confidence")
    game.add("standing_order_set", player=other(game), order="pass no confidence")
    game.pass_all("no_confidence", because="standing_order")
    assert codes(game) == []
    last(game, "window_passed")["at"] = to_stamp(game.now + 1)
    assert codes(game)[0] == "outside_period"
