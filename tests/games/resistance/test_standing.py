"""resistance.md section 5: standing orders."""

import pytest

from forumgm.games.resistance.events import TeamVoteCast, WindowPassed
from forumgm.games.resistance.order_text import read_order, write_order
from forumgm.games.resistance.terms import Card, Vote
from tests.games.resistance.playbook import NAMES, Play, of_type, orders, says, started
from tests.games.resistance.test_cards import approved, leader_window, watched


def test_a_window_of_standing_orders_opens_and_closes_at_once() -> None:
    """Section 5: with the same words as if they had answered; record.md: written in full, with one ``at``."""
    play = started(deck=["no_confidence", "no_confidence"])
    for name in ("bob", "cid"):
        play >> says("ann", "deal_card", card="no_confidence", to=name) << "card_given"
        play >> says(name, "standing", what="pass", card="no_confidence") << "standing_order_set"
    play.team("ann", "bob").everybody("approve")
    assert play.types == [
        "team_vote_cast", "team_vote_closed", "window_opened", "window_passed", "window_passed", "window_closed",
        "mission_started",
    ]  # fmt: skip
    assert {r.at for r in play.new[2:6]} == {play.recorded("window_opened").at}
    assert {e.because for e in of_type(play, WindowPassed)} == {"standing_order"}
    play.check()


def test_a_standing_use_plays_the_card_and_others_are_asked() -> None:
    play = started(deck=["close_eye", "close_eye"])
    play >> says("ann", "deal_card", card="close_eye", to="bob") << "card_given"
    play >> says("ann", "deal_card", card="close_eye", to="cid") << "card_given"
    play >> says("bob", "standing", what="use", card="close_eye", target="eve") << "standing_order_set"
    play.team("ann", "eve").everybody("approve").mission()
    assert play.types == ["mission_vote_cast", "window_opened", "card_played", "mission_vote_shown"]
    assert play.state.unanswered() == ("cid",)
    play.check()


def test_an_order_on_somebody_off_the_team_is_void() -> None:
    """Section 5: void if @p is not on the team: the holder is asked."""
    play = started(deck=["close_eye"]).deal(close_eye="bob")
    play >> says("bob", "standing", what="use", card="close_eye", target="cid") << "standing_order_set"
    play.team("ann", "eve").everybody("approve").mission()
    assert play.types == ["mission_vote_cast", "window_opened"]
    play.check()


def test_two_standing_looks_at_one_member_the_earlier_stamp_wins() -> None:
    play = watched("bob", "cid")
    play >> says("cid", "play_card", card="close_eye", target="eve") << "standing_order_set"
    play >> says("bob", "play_card", card="close_eye", target="eve") << "standing_order_set"
    play.mission("eve")
    assert play.event("card_played").player == "cid"
    assert play.state.unanswered() == ("bob",)
    play.check()


def test_strong_leader_by_standing_order() -> None:
    play = started(deck=["strong_leader", "opinion_maker"], draw=1).deal(strong_leader="cid")
    play >> says("cid", "standing", what="use", card="strong_leader") << "standing_order_set"
    play.team().everybody("approve").mission()
    assert play.state.round.leader == "cid"
    assert play.types[-5:] == ["window_opened", "card_played", "window_closed", "leader_changed", "cards_drawn"]
    play.check()


def test_left_in_an_open_window_it_is_an_answer() -> None:
    """record.md, fine print."""
    play = leader_window()
    play >> says("cid", "standing", what="pass", card="strong_leader") << "standing_order_set window_passed"
    assert play.event("window_passed").because == "answer"
    (
        play
        >> says("dee", "standing", what="use", card="strong_leader")
        << ("standing_order_set card_played window_closed leader_changed cards_drawn")
    )
    assert "dee" not in play.state.standing, "the card has left the hand"
    play.check()


def test_card_orders_hold_until_cleared_or_the_card_leaves_the_hand() -> None:
    play = approved("cid")
    (
        play
        >> says("cid", "standing", what="pass", card="no_confidence")
        << ("standing_order_set window_passed window_closed mission_started")
    )
    play.mission()
    assert play.state.standing["cid"][0].card is Card.NO_CONFIDENCE
    play >> says("cid", "standing", what="clear") << "standing_order_cleared"
    play >> says("cid", "standing", what="clear") << "refused no_standing_order"
    play.check()


def test_what_cannot_be_left() -> None:
    play = started(deck=["close_eye"]).deal(close_eye="bob")
    play >> says("cid", "standing", what="pass", card="close_eye") << "refused does_not_hold_card"
    play >> says("bob", "standing", what="use", card="close_eye") << "refused target_needed"
    play >> says("bob", "standing", what="use", card="close_eye", target="zoe") << "refused unknown_name"
    play >> says("bob", "standing", what="pass", card="opinion_maker") << "refused standing_order"
    play >> says("bob", "standing", what="pass") << "refused standing_order"
    play >> says("bob", "standing", what="use", card="close_eye", target="cid", on=["ann"]) << "refused standing_order"
    play >> says("bob", "standing", what="reject", target="cid") << "refused standing_order"
    play >> says("bob", "standing", what="approve", on=["zoe"]) << "refused unknown_name"
    play >> says("bob", "standing", what="approve", public=True) << "refused wrong_channel"


def test_ballots_are_cast_when_the_vote_opens() -> None:
    """Section 5: !standing (approve|reject) [if [not] @p [and @q]]."""
    play = started()
    play >> says("bob", "standing", what="approve", on=["ann", "bob"]) << "standing_order_set"
    play >> says("cid", "standing", what="reject", unless_on=["cid"]) << "standing_order_set"
    play >> says("dee", "standing", what="approve", on=["ann", "cid"]) << "standing_order_set"
    play >> says("ann", "propose", team=["ann", "bob"]) << "team_proposed team_vote_cast team_vote_cast"
    assert of_type(play, TeamVoteCast) == [
        TeamVoteCast("bob", Vote.APPROVE, public=False),
        TeamVoteCast("cid", Vote.REJECT, public=False),
    ]
    assert play.state.period is not None
    assert play.recorded("team_vote_cast").at == play.state.period.opened_at
    play.check()


def test_all_by_standing_order_closes_at_once() -> None:
    play = started()
    for name in NAMES[:5]:
        play >> says(name, "standing", what="approve") << "standing_order_set"
    play.team()
    assert play.types == ["team_proposed", *["team_vote_cast"] * 5, "team_vote_closed", "mission_started"]
    play.check()


def test_ballots_lapse_with_the_round() -> None:
    play = started()
    play >> says("bob", "standing", what="approve") << "standing_order_set"
    play.team().votes(approve=["ann", "cid", "dee", "eve"]).mission()
    assert not play.state.standing


def test_ballots_lapse_when_the_player_receives_opinion_maker() -> None:
    play = started(deck=["opinion_maker"])
    play >> says("bob", "standing", what="approve") << "standing_order_set"
    play.deal(opinion_maker="bob")
    assert not play.state.standing
    play.team()
    assert play.types == ["team_proposed"]
    play.check()


def test_a_ballot_left_in_an_open_vote_is_cast_unless_one_is_down() -> None:
    play = started().team()
    play >> says("bob", "standing", what="approve") << "standing_order_set team_vote_cast"
    play >> says("cid", "vote", value="reject") << "team_vote_cast"
    play >> says("cid", "standing", what="approve") << "standing_order_set"
    play.check()


def test_the_newest_ballot_order_that_applies_counts() -> None:
    play = started()
    play >> says("bob", "standing", what="approve") << "standing_order_set"
    play >> says("bob", "standing", what="reject", on=["ann"]) << "standing_order_set"
    play.team("ann", "cid")
    assert play.event("team_vote_cast").vote == "reject"
    play >> says("bob", "standing", what="approve") << "standing_order_set"
    assert len(play.state.standing["bob"]) == 1, "without a condition it replaces all"


def test_a_pass_taken_back_stays_so_after_a_pause() -> None:
    """An order that answered the window once does not answer it again on resuming."""
    play = started(deck=["no_confidence", "no_confidence"])
    for name in ("bob", "cid"):
        play >> says("ann", "deal_card", card="no_confidence", to=name) << "card_given"
    play >> says("bob", "standing", what="pass", card="no_confidence") << "standing_order_set"
    play.team("ann", "bob").everybody("approve")
    play >> says("bob", "withdraw_decline") << "window_pass_withdrawn"
    play >> orders("pause") << "overridden game_paused"
    play >> orders("resume") << "overridden game_resumed"
    assert play.state.unanswered() == ("bob", "cid")
    play.check()


def test_naming_a_target_twice_is_one_answer() -> None:
    play = watched("bob", "bob")
    for target in ("ann", "eve", "ann"):
        play >> says("bob", "play_card", card="close_eye", target=target) << "standing_order_set"
    assert sorted(str(o.target) for o in play.state.standing["bob"]) == ["ann", "eve"]


def test_standing_orders_are_taken_in_a_pause() -> None:
    """Section 3, Pause; a use waits for the resumption."""
    play: Play = leader_window()
    play >> orders("pause") << "overridden game_paused"
    play >> says("cid", "play_card", card="strong_leader") << "refused game_paused"
    play >> says("cid", "standing", what="use", card="strong_leader") << "standing_order_set"
    play >> says("dee", "decline_card") << "window_passed"
    play >> orders("resume") << ("overridden game_resumed card_played window_closed leader_changed cards_drawn")


@pytest.mark.parametrize(
    ("row", "text"),
    [
        ({"what": "pass", "card": "no_confidence"}, "pass no_confidence"),
        ({"what": "use", "card": "close_eye", "target": "Ann"}, "use close_eye on Ann"),
        ({"what": "use", "card": "close_eye", "target": "Ann", "round": 3}, "use close_eye on Ann in round 3"),
        ({"what": "approve"}, "approve"),
        ({"what": "approve", "on": ("Ann", "Bob")}, "approve if Ann and Bob"),
        ({"what": "reject", "unless_on": ("Ann",)}, "reject if not Ann"),
    ],
)
def test_orders_are_texts_in_the_record(row: dict[str, object], text: str) -> None:
    assert write_order(row) == text
    assert read_order(text) == row
