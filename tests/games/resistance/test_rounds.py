"""resistance.md sections 1 and 2: tables, rounds, teams, votes, missions, the end."""

import pytest

from forumgm.games.resistance.events import GameEnded, LeaderChanged, RoundStarted
from forumgm.games.resistance.terms import Phase, Role
from tests.games.resistance.playbook import NAMES, gm, of_type, orders, says, started

SPIES = {5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4}
CARDS = {5: 1, 6: 1, 7: 2, 8: 2, 9: 3, 10: 3}
TEAMS = {
    5: [2, 3, 2, 3, 3],
    6: [2, 3, 4, 3, 4],
    7: [2, 3, 3, 4, 4],
    8: [3, 4, 4, 5, 5],
    9: [3, 4, 4, 5, 5],
    10: [3, 4, 4, 5, 5],
}


@pytest.mark.parametrize("players", range(5, 11))
def test_roles_follow_the_table(players: int) -> None:
    """Section 1: 2, 2, 3, 3, 3, 4 spies with 5 to 10 players; the first of the order leads."""
    play = started(players)
    roles = list(play.event("game_started").roles.values())
    assert roles.count(Role.SPY) == SPIES[players]
    assert play.state.round.leader == play.state.table.order[0] == NAMES[0]


@pytest.mark.parametrize("players", range(5, 11))
def test_three_successes_win_with_teams_of_the_table(players: int) -> None:
    """Section 2, step 6: three successful missions; the teams have the table's sizes."""
    play = started(players)
    for mission in range(3):
        assert play.state.team_size() == TEAMS[players][mission]
        play.team().everybody("approve").mission()
    assert play.event("game_ended").winner == "resistance"
    assert play.event("game_ended").because == "three_missions"
    assert play.event("mission_closed").score == {"resistance": 3, "spies": 0}
    play.check()


@pytest.mark.parametrize("players", range(5, 11))
def test_three_failures_win_for_the_spies(players: int) -> None:
    """Section 2, step 6: three failed missions."""
    play = started(players)
    spy = NAMES[players - 1]
    for _ in range(3):
        size = play.state.team_size()
        play.team(spy, *NAMES[: size - 1]).everybody("approve").mission(spy)
    assert play.event("game_ended").winner == "spies"
    play.check()


@pytest.mark.parametrize("players", range(5, 11))
def test_five_rejected_teams_in_one_round_lose(players: int) -> None:
    """Section 2, step 3: five rejected teams in one round: the spies win at once; each rejection passes the lead."""
    play = started(players)
    for attempt in range(1, 6):
        assert play.state.round.leader == NAMES[(attempt - 1) % players]
        play.team().everybody("reject")
        assert play.event("team_vote_closed").rejections == attempt
    assert play.types == ["team_vote_cast", "team_vote_closed", "game_ended"]
    assert play.event("game_ended").because == "five_rejections"
    play.check()


def test_rejections_start_at_zero_each_round() -> None:
    """Section 2, step 3: the count starts at zero each round."""
    play = started()
    play.team().everybody("reject").team().everybody("approve").mission()
    assert play.state.round.rejections == 0
    assert play.event("round_started").round == 2
    assert play.team().event("team_proposed").attempt == 1


def test_all_five_rounds_and_no_more() -> None:
    """2:2 after four missions; the fifth decides, with the table's team sizes."""
    play = started()
    for round_number, saboteurs in enumerate([(), ("eve",), (), ("eve",), ("eve",)], start=1):
        size = TEAMS[5][round_number - 1]
        play.team("eve", *NAMES[: size - 1]).everybody("approve").mission(*saboteurs)
    assert [e.round for e in of_type(play, RoundStarted)] == [1, 2, 3, 4, 5]
    assert play.event("game_ended").winner == "spies"


@pytest.mark.parametrize(("players", "succeeds"), [(7, False), (8, True)])
def test_mission_four_needs_two_sabotages_with_more_than_seven(players: int, *, succeeds: bool) -> None:
    """Section 1: mission 4 needs two sabotages with more than 7 players (two_fails_from = 8)."""
    play = started(players)
    spy = NAMES[players - 1]
    for saboteurs in [(), (spy,), ()]:
        play.team(spy, *NAMES[: play.state.team_size() - 1]).everybody("approve").mission(*saboteurs)
    play.team(spy, *NAMES[: play.state.team_size() - 1]).everybody("approve").mission(spy)
    assert play.event("mission_closed").sabotages == 1
    assert play.event("mission_closed").succeeded is succeeds


def test_boxed_game_needs_two_from_seven() -> None:
    """[two_fails_from = 7]."""
    play = started(7, options={"two_fails_from": 7})
    for saboteurs in [(), ("gus",), (), ("gus",)]:
        play.team("gus", *NAMES[: play.state.team_size() - 1]).everybody("approve").mission(*saboteurs)
    assert play.event("mission_closed").succeeded is True


def test_what_follows_a_mission() -> None:
    """record.md: a mission is followed by leader_changed (mission_over) and round_started."""
    play = started().team().everybody("approve").mission()
    assert play.types == ["mission_vote_cast", "mission_closed", "leader_changed", "round_started"]
    assert of_type(play, LeaderChanged)[-1].because == "mission_over"


def test_a_tie_is_a_rejection() -> None:
    """Section 2, step 3: approved means more approvals than rejections."""
    play = started(6).team().votes(approve=NAMES[:3], reject=NAMES[3:6])
    assert play.event("team_vote_closed").approved is False
    assert play.types == ["team_vote_cast", "team_vote_closed", "leader_changed"]


def test_majority_is_enough() -> None:
    play = started().team().votes(approve=NAMES[:3], reject=NAMES[3:5])
    assert play.event("team_vote_closed").approved is True
    assert play.state.phase is Phase.MISSION


def test_who_may_propose_what() -> None:
    """Section 2, step 3: the Leader, exactly the mission's number of different players, possibly himself."""
    play = started()
    play >> says("bob", "propose", team=["ann", "bob"]) << "refused not_leader"
    play >> says("ann", "propose", team=["ann"]) << "refused wrong_size"
    play >> says("ann", "propose", team=["ann", "bob", "cid"]) << "refused wrong_size"
    play >> says("ann", "propose", team=["ann", "ann"]) << "refused duplicate_member"
    play >> says("ann", "propose", team=["ann", "zoe"]) << "refused unknown_name"
    play >> says("ann", "propose", team=["ann", "bob"], public=False) << "refused wrong_channel"
    play >> says("zoe", "propose", team=["ann", "bob"]) << "refused not_a_player"
    play >> says("ann", "propose", team=["cid", "bob"]) << "team_proposed"
    play >> says("ann", "propose", team=["ann", "bob"]) << "refused wrong_phase"
    play.check()


def test_votes_are_private() -> None:
    """Section 2, step 3: by private message; section 8: the private ballot counts."""
    play = started().team()
    play >> says("bob", "vote", value="approve", public=True) << "refused votes_private"
    play >> says("bob", "vote", value="support") << "refused wrong_ballot_word"
    play >> says("bob", "vote", value="approve") << "team_vote_cast"
    assert play.event("team_vote_cast").public is False


def test_public_votes_option() -> None:
    """[votes = public]: cast in the thread."""
    play = started(options={"votes": "public"}).team()
    play >> says("bob", "vote", value="approve") << "refused votes_public"
    play >> says("bob", "vote", value="approve", public=True) << "team_vote_cast"
    play.check()


def test_a_resistance_sabotage_is_refused_and_not_recorded() -> None:
    """Section 2, step 5."""
    play = started().team("ann", "eve").everybody("approve")
    before = play.state
    play >> says("ann", "mission", value="sabotage") << "refused resistance_must_support"
    assert play.state is before
    play >> says("eve", "mission", value="sabotage") << "mission_vote_cast"
    play >> says("bob", "mission", value="support") << "refused not_on_team"
    play >> says("ann", "mission", value="support", public=True) << "refused mission_votes_private"
    play >> says("ann", "mission", value="support") << "mission_vote_cast mission_closed leader_changed round_started"


def test_order_is_circular() -> None:
    """Section 1: the leader order is circular."""
    play = started()
    for _ in range(4):
        play.team().everybody("reject")
    play.team().everybody("approve").mission()
    assert play.state.round.leader == "ann"


def test_nothing_but_moderators_and_gm_for_hosting() -> None:
    play = started()
    play >> says("ann", "pause") << "refused not_moderator"
    play >> orders("open", game="g1") << "refused no_such_action"
    play >> gm("nonsense") << "refused no_such_action"
    play >> says("ann", "nonsense") << "refused no_such_action"


def test_after_the_end_everything_is_refused() -> None:
    play = started()
    for _ in range(5):
        play.team().everybody("reject")
    play >> says("ann", "vote", value="approve") << "refused game_over"
    play >> orders("pause") << "refused game_over"
    assert len(of_type(play, GameEnded)) == 1
    assert play.state.result is not None
    assert play.state.result.seed == bytes(range(32)).hex()


def test_confirm_roles_holds_the_first_round() -> None:
    """[confirm_roles]: the first round begins when everybody has confirmed."""
    play = started(options={"confirm_roles": True})
    assert play.state.phase is Phase.ROLE_CONFIRM
    for name in NAMES[:4]:
        play >> says(name, "confirm_role") << "role_confirmed"
    play >> says("ann", "confirm_role") << "refused already_ready"
    play >> says("eve", "confirm_role") << "role_confirmed round_started"
    play.check()
