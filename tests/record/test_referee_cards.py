"""Plot cards and windows (resistance.md 2 and 4, record.md "How it reads" and fine print)."""

import pytest

from forumgm.record.lines import to_stamp
from tests.record.builder import Builder
from tests.record.play import played_game
from tests.record.support import approved_with, codes, last, other, started, with_cards


def test_the_draws_of_seven_players_are_2_2_2_1_0() -> None:
    """resistance.md 2: the deck is never reshuffled; an empty draw is written too (record.md)."""
    long = next(game for number in range(40) if _rounds(game := played_game(7, f"draws/{number}")) == 5)
    assert [len(event["cards"]) for event in long.events if event["type"] == "cards_drawn"] == [2, 2, 2, 1, 0]
    assert codes(long, running=False) == []
    long.events.remove(last(long, "cards_drawn"))
    assert "out_of_turn" in codes(long)


def _rounds(game: Builder) -> int:
    return sum(event["type"] == "round_started" for event in game.events)


def test_a_draw_has_the_number_of_the_table() -> None:
    game = started(7)
    game.draw()
    last(game, "cards_drawn")["cards"].pop()
    assert codes(game) == ["wrong_cards"]


def test_an_unfinished_record_still_cannot_draw_what_the_deck_does_not_hold() -> None:
    game = started(7)
    game.draw()
    last(game, "cards_drawn")["cards"] = ["opinion_maker", "opinion_maker"]
    assert codes(game) == ["wrong_cards"]


def test_without_plot_nothing_is_drawn() -> None:
    game = started(plot=False)
    game.add("cards_drawn", cards=[])
    assert set(codes(game)) == {"wrong_cards"}


def test_every_card_is_dealt_before_a_team_is_proposed() -> None:
    assert codes(with_cards(5, "close_eye").propose()) == ["not_dealt"]


@pytest.mark.parametrize("card", ["open_up", "overheard_conversation", "take_responsibility"])
def test_at_once_cards_are_settled_before_a_team_is_proposed(card: str) -> None:
    game = with_cards(5, card)
    assert codes(game.give(card, other(game)).propose()) == ["not_dealt"]


def test_the_leader_deals_toothers_only_what_was_drawn() -> None:
    game = with_cards(5, "close_eye")
    game.give("close_eye", game.leader)
    assert codes(game) == ["wrong_target"]
    game = with_cards(5, "close_eye")
    game.add("card_given", card="close_eye", by=other(game), to=game.leader)
    assert codes(game) == ["wrong_leader", "wrong_target"]
    game = with_cards(5, "close_eye").give("no_confidence", "bob")
    assert codes(game) == ["not_dealt"]


def test_the_leader_may_keep_cards_by_option_but_never_establish_confidence() -> None:
    game = with_cards(5, "close_eye", leader_may_keep_cards=True)
    assert codes(game.give("close_eye", game.leader)) == []
    game = with_cards(5, "establish_confidence", leader_may_keep_cards=True)
    assert codes(game.give("establish_confidence", game.leader)) == ["wrong_target"]


def test_establish_confidence_shows_the_leaders_role_at_once() -> None:
    game = with_cards(5, "establish_confidence").give("establish_confidence", "bob")
    assert codes(game) == []
    last(game, "role_shown")["of"] = "bob"
    assert codes(game) == ["wrong_consequence"]
    game.events.pop()
    assert codes(game.propose()) == ["out_of_turn"]


def test_open_up_shows_the_receivers_role_to_another() -> None:
    game = with_cards(5, "open_up").give("open_up", "bob")
    game.settle("open_up", "bob", target="Cid")
    assert codes(game) == []
    last(game, "role_shown").update(of="Cid", to="bob")
    assert codes(game) == ["wrong_consequence", "wrong_consequence"]


def test_overheard_conversation_is_about_a_neighbour() -> None:
    """resistance.md 1: the player list is circular; adjacent means neighbours on it."""
    for step, expected in ((1, []), (-1, []), (2, ["wrong_target"]), (0, ["wrong_target"])):
        game = with_cards(5, "overheard_conversation")
        receiver = game.order[-1]
        game.give("overheard_conversation", receiver)
        target = game.order[(4 + step) % 5]
        game.settle("overheard_conversation", receiver, target=target)
        assert codes(game)[: len(expected) or 1] == expected


def test_take_responsibility_takes_a_held_card_of_another() -> None:
    game = with_cards(5, "close_eye", "take_responsibility")
    game.give("close_eye", "bob").give("take_responsibility", "Cid")
    game.settle("take_responsibility", "Cid", target="bob")
    assert codes(game) == []
    last(game, "card_taken")["card"] = "no_confidence"
    assert codes(game) == ["card_not_held"]
    last(game, "card_taken").update({"card": None, "from": None})
    assert codes(game) == ["wrong_target"]


def test_take_responsibility_does_nothing_where_nobody_else_holds_a_card() -> None:
    game = with_cards(5, "close_eye", "take_responsibility")
    game.give("take_responsibility", "Cid").settle("take_responsibility", "Cid").give("close_eye", "bob")
    assert codes(game) == []


def test_no_card_is_taken_without_take_responsibility() -> None:
    game = with_cards(5, "close_eye").give("close_eye", "bob")
    assert codes(game.settle("take_responsibility", "Cid", target="bob")) == ["card_not_held"]


def test_no_confidence_cancels_the_team_and_counts_as_a_rejection() -> None:
    game = approved_with("no_confidence")
    game.play("no_confidence", other(game)).add("team_cancelled", player=other(game), rejections=1)
    game.rejections = 1
    assert codes(game.next_leader("rejected").propose()) == []
    last(game, "team_cancelled")["rejections"] = 2
    assert "wrong_consequence" in codes(game)


def test_no_confidence_can_be_the_fifth_rejection() -> None:
    game = approved_with("no_confidence", rejections_to_lose=1)
    game.play("no_confidence", other(game)).add("team_cancelled", player=other(game), rejections=1)
    assert codes(game.end("spies", "five_rejections"), running=False) == []


def test_the_no_confidence_window_comes_before_the_spotlight_window() -> None:
    game = approved_with("no_confidence", "in_the_spotlight")
    game.pass_all("no_confidence").pass_all("spotlight").go()
    assert codes(game) == []
    game = approved_with("no_confidence", "in_the_spotlight")
    assert codes(game.pass_all("spotlight"))[0] == "wrong_consequence"
    assert codes(approved_with("in_the_spotlight").go())[0] == "out_of_turn"


def test_the_spotlight_shows_its_targets_vote_right_behind_the_result() -> None:
    game = approved_with("in_the_spotlight")
    target = game.team[0]
    game.play("spotlight", other(game), target=target).go()
    votes = dict.fromkeys(game.team, "support")
    game.answer(votes).result(votes, spotlight=target)
    assert codes(game) == []
    game.events.remove(last(game, "mission_vote_shown"))
    assert set(codes(game)) == {"out_of_turn"}


def test_the_spotlights_target_is_on_the_team() -> None:
    game = approved_with("in_the_spotlight")
    outsider = next(name for name in game.order if name not in game.team)
    assert codes(game.play("spotlight", other(game), target=outsider).go()) == ["wrong_target"]


def _looks(game: Builder, *looks: tuple[str, str]) -> dict[str, str]:
    game.go()
    votes = dict.fromkeys(game.team, "support")
    game.answer(votes).tick(20)
    game.open_window("close_eye")
    for player, target in looks:
        game.tick()
        game.use("close_eye", player, target=target)
        game.add("mission_vote_shown", of=target, to=player, because="close_eye")
    return votes


def test_close_eye_is_asked_after_the_votes_and_shows_one_vote_to_its_holder() -> None:
    game = approved_with("close_eye")
    votes = _looks(game, (other(game), game.team[0]))
    game.add("window_closed", window="close_eye")
    assert codes(game.result(votes)) == []
    last(game, "mission_vote_shown")["to"] = game.order[2]
    assert codes(game) == ["wrong_consequence"]


def test_the_close_eye_window_must_open() -> None:
    game = approved_with("close_eye").go()
    votes = dict.fromkeys(game.team, "support")
    assert codes(game.answer(votes).result(votes)) == ["window_missing"]


def test_the_close_eye_window_waits_for_the_votes() -> None:
    game = approved_with("close_eye").go()
    game.open_window("close_eye")
    assert codes(game) == ["wrong_end_time"]


def test_two_looks_at_one_player_are_not_allowed() -> None:
    game = approved_with("close_eye", "close_eye", holders=(1, 2))
    _looks(game, (other(game, 1), game.team[0]), (other(game, 2), game.team[0]))
    assert codes(game) == ["wrong_target"]


def test_a_second_choice_after_a_clash_has_at_least_an_hour() -> None:
    game = approved_with("close_eye", "close_eye", holders=(1, 2), window_ceiling=3_600)
    _looks(game, (other(game, 1), game.team[0]))
    for least, expected in ((3_600, []), (3_599, ["wrong_ceiling"])):
        game.add("ceiling_changed", closes_at=to_stamp(game.now + least), because="asked_again")
        assert codes(game) == expected
        game.events.pop()


def test_one_answer_frees_a_holder_of_two_copies_and_both_may_be_used() -> None:
    game = approved_with("close_eye", "close_eye", holders=(1, 1))
    votes = _looks(game, (other(game), game.team[0]))
    game.add("window_closed", window="close_eye")
    assert codes(game.result(votes)) == []
    game = approved_with("close_eye", "close_eye", holders=(1, 1))
    game.go()
    votes = dict.fromkeys(game.team, "support")
    game.answer(votes).tick(20)
    game.open_window("close_eye")
    for target in game.team:
        game.use("close_eye", other(game), target=target)
        game.add("mission_vote_shown", of=target, to=other(game), because="close_eye")
    game.add("window_closed", window="close_eye")
    assert codes(game.result(votes)) == []


def test_an_opinion_maker_votes_in_public() -> None:
    game = with_cards(5, "opinion_maker")
    game.give("opinion_maker", "bob").propose().cast("bob", "approve")
    assert last(game, "team_vote_cast")["public"] is True
    assert codes(game) == []
    last(game, "team_vote_cast")["public"] = False
    assert codes(game) == ["vote_channel"]


def test_opinion_maker_is_never_played() -> None:
    game = with_cards(5, "opinion_maker").give("opinion_maker", "bob")
    game.add("card_played", card="opinion_maker", player="bob")
    assert codes(game) == ["out_of_turn"]


def test_a_card_is_played_only_by_its_holder_in_its_window() -> None:
    game = with_cards(5, "no_confidence").give("no_confidence", "bob")
    game.add("card_played", card="no_confidence", player="bob")
    assert "wrong_window" in codes(game)
    game = approved_with("no_confidence")
    game.open_window("no_confidence")
    game.add("card_played", card="no_confidence", player=game.order[3])
    assert codes(game) == ["card_not_held", "not_a_holder"]
