"""Teams and ballots (resistance.md 2 and 3, record.md "How it reads" and fine print)."""

import pytest

from forumgm.record.lines import to_stamp
from tests.record.builder import DAY, Builder
from tests.record.support import approved, codes, last, plain, started, through_mission


def test_five_rejections_lose_the_game_at_once() -> None:
    game = plain()
    for attempt in range(1, 6):
        game.propose()
        assert last(game, "team_proposed")["attempt"] == attempt
        game.vote(game.everybody("reject"))
        if attempt < 5:
            game.next_leader("rejected")
    assert codes(game.end("spies", "five_rejections"), running=False) == []
    last(game, "game_ended")["winner"] = "resistance"
    assert codes(game) == ["wrong_consequence"]


def test_a_fifth_rejection_does_not_pass_the_lead() -> None:
    game = plain()
    for _ in range(5):
        game.propose().vote(game.everybody("reject"))
        game.next_leader("rejected")
    assert codes(game) == ["out_of_turn", "out_of_turn"]


def test_rejections_to_lose_is_an_option() -> None:
    game = plain(rejections_to_lose=1)
    game.propose().vote(game.everybody("reject"))
    assert codes(game.end("spies", "five_rejections"), running=False) == []


def test_three_missions_end_the_game_and_nothing_else_does() -> None:
    game = plain()
    for _ in range(2):
        through_mission(game)
    assert codes(game) == []
    early = plain()
    through_mission(early)
    assert codes(early.end("resistance", "three_missions")) == ["wrong_winner", "wrong_winner"]
    assert codes(through_mission(game), running=False) == []


def test_the_count_of_rejections_starts_at_zero_each_round() -> None:
    game = plain()
    game.propose().vote(game.everybody("reject"))
    game.next_leader("rejected")
    through_mission(game)
    game.propose()
    assert codes(game) == []
    last(game, "team_proposed")["attempt"] = 2
    assert codes(game) == ["wrong_attempt"]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"team": ["dee"]}, ["wrong_team"]),
        ({"team": ["dee", "dee"]}, ["wrong_team"]),
        ({"team": ["dee", "Zed"]}, ["unknown_player"]),
        ({"leader": "bob"}, ["wrong_leader"]),
        ({"round": 2}, ["wrong_round"]),
        ({"attempt": 2}, ["wrong_attempt"]),
    ],
)
def test_a_proposal_has_leader_size_round_and_attempt(change: dict[str, object], expected: list[str]) -> None:
    game = plain().propose()
    last(game, "team_proposed").update(change)
    assert codes(game) == expected


def test_a_ballot_opens_at_its_ceilings_beginning_and_takes_nothing_earlier() -> None:
    """record.md: the ballot opens at closes_at minus the ceiling, not at the comment's stamp."""
    game = plain().propose()
    for at, expected in ((game.opened, []), (game.opened - 1, ["outside_period"])):
        game.add("team_vote_cast", at=at, player=game.order[0], vote="approve", public=False)
        assert codes(game) == expected
        game.events.pop()


def test_a_vote_in_the_ceilings_own_second_counts_and_a_later_one_does_not() -> None:
    game = plain().propose()
    for late, expected in ((0, []), (1, ["outside_period"])):
        game.add("team_vote_cast", at=game.opened + DAY + late, player="Ann", vote="approve", public=False)
        assert codes(game) == expected
        game.events.pop()


def test_a_tie_is_a_rejection() -> None:
    game = plain(6).propose()
    votes = {name: ("approve", "reject")[place % 2] for place, name in enumerate(game.order)}
    assert not game.vote(votes)
    assert codes(game) == []
    last(game, "team_vote_closed").update(approved=True, rejections=0)
    assert codes(game) == ["wrong_count", "wrong_count"]


@pytest.mark.parametrize(("option", "is_approved"), [("abstain", True), ("reject", False), ("approve", True)])
def test_a_missing_vote_counts_as_the_option_says(option: str, is_approved: bool) -> None:
    game = plain(missing_team_vote=option).propose()
    game.cast("Ann", "approve").close_vote({"Ann": "approve"})
    last(game, "team_vote_closed").update(approved=is_approved, rejections=int(not is_approved))
    assert codes(game) == []
    last(game, "team_vote_closed").update(approved=not is_approved, rejections=int(is_approved))
    assert codes(game) == ["wrong_count", "wrong_count"]


@pytest.mark.parametrize("option", ["abstain", "reject", "approve"])
def test_nobody_voted_means_rejected_under_every_option(option: str) -> None:
    game = plain(missing_team_vote=option).propose()
    game.close_vote({})
    assert codes(game) == []


def test_later_means_later_by_stamp_and_at_the_same_stamp_the_later_line() -> None:
    game = plain().propose()
    for at, vote in ((20, "approve"), (10, "reject"), (30, "reject"), (30, "approve")):
        game.add("team_vote_cast", at=game.opened + at, player="Ann", vote=vote, public=False)
    game.now = game.opened + 30
    others = [name for name in game.order if name != "Ann"]
    for name in others:
        game.cast(name, "reject")
    game.close_vote(dict.fromkeys(others, "reject") | {"Ann": "approve"})
    assert codes(game) == []


def test_a_ballot_ends_at_the_latest_stamp_of_the_votes_that_complete_it() -> None:
    game = plain().propose()
    stamps = [50, 10, 20, 30, 40]
    for name, after in zip(game.order, stamps, strict=True):
        game.add("team_vote_cast", at=game.opened + after, player=name, vote="approve", public=False)
    game.now = game.opened + 50
    game.close_vote(game.everybody())
    assert codes(game) == []
    last(game, "team_vote_closed")["at"] = to_stamp(game.opened + 40)
    assert codes(game) == ["wrong_end_time"]


def test_no_vote_is_cast_between_the_end_of_voting_and_the_closing() -> None:
    game = plain().propose()
    for name in game.order:
        game.cast(name, "approve")
    assert codes(game.cast("Ann", "reject")) == ["vote_final"]


def test_a_withdrawn_vote_is_missing_and_cannot_be_withdrawn_twice() -> None:
    game = plain().propose().cast("Ann", "approve")
    game.add("team_vote_withdrawn", player="Ann", because="player")
    game.close_vote({})
    assert codes(game) == []
    game = plain().propose()
    game.add("team_vote_withdrawn", player="Ann", because="player")
    assert codes(game) == ["not_a_voter"]


def test_with_vote_change_never_only_a_moderator_changes_a_vote() -> None:
    game = plain(vote_change="never").propose().cast("Ann", "approve")
    assert codes(game.cast("Ann", "reject")) == ["vote_final"]
    game = plain(vote_change="never").propose().cast("Ann", "approve").override("!setvote @Ann reject")
    assert codes(game.cast("Ann", "reject")) == []


def test_a_strike_is_a_moderators() -> None:
    game = plain().propose().cast("Ann", "approve")
    game.add("team_vote_withdrawn", player="Ann", because="strike")
    assert codes(game) == ["needs_override"]


def test_a_vote_nobody_can_see_is_not_public() -> None:
    game = plain().propose().cast("Ann", "approve")
    last(game, "team_vote_cast")["public"] = True
    assert codes(game) == ["vote_channel"]


def test_of_one_ballot_all_delays_are_noted_or_none() -> None:
    votes = {"Ann": "approve", "bob": "approve"}
    game = plain().propose().cast("Ann", "approve").cast("bob", "approve")
    game.close_vote(votes)
    assert codes(game.go()) == []
    one = next(event for event in game.events if event["type"] == "delay_noted")
    game.events.remove(one)
    assert codes(game) == ["wrong_delay"]
    game.events = [event for event in game.events if event["type"] != "delay_noted"]
    assert codes(game) == []


def test_a_delay_names_the_event_that_opened_the_ballot_and_one_who_is_missing() -> None:
    game = plain().propose().cast("Ann", "approve")
    game.close_vote({"Ann": "approve"})
    last(game, "delay_noted")["period"] = 3
    assert codes(game) == ["wrong_delay"]
    last(game, "delay_noted")["player"] = "Ann"
    assert codes(game) == ["wrong_delay"]


def test_the_resistance_cannot_sabotage() -> None:
    """resistance.md 2.5; not even a moderator can make it so (record.md: never the rules of roles)."""
    loyal = next(name for name in Builder(5).order if Builder(5).roles[name] == "resistance")
    game = plain().propose([loyal, "dee" if loyal != "dee" else "bob"])
    game.vote(game.everybody())
    game.go().override("!setvote").add("mission_vote_cast", player=loyal, vote="sabotage")
    assert codes(game) == ["loyal_sabotage"]


def test_only_the_team_answers_a_mission() -> None:
    game = approved(plain()).go()
    outsider = next(name for name in game.order if name not in game.team)
    game.add("mission_vote_cast", player=outsider, vote="support")
    assert codes(game) == ["not_a_voter"]


def test_a_missing_mission_vote_counts_as_support_and_the_mission_ends_at_its_ceiling() -> None:
    game = approved(plain()).go()
    votes = {game.team[0]: "support"}
    game.answer(votes).result(votes)
    assert codes(game) == []
    last(game, "mission_closed")["at"] = to_stamp(game.opened + DAY - 1)
    assert codes(game) == ["wrong_end_time"]


@pytest.mark.parametrize(("players", "succeeds"), [(7, False), (8, True)])
def test_mission_four_needs_two_sabotages_with_more_than_seven(players: int, succeeds: bool) -> None:
    game = plain(players)
    spy = next(name for name in game.order if game.roles[name] == "spy")
    loyal = [name for name in game.order if game.roles[name] == "resistance"]
    sizes = {7: [2, 3, 3, 4], 8: [3, 4, 4, 5]}[players]
    for mission, size in enumerate(sizes, start=1):
        rest = [name for name in game.order if name != spy]
        team = [spy, *rest][:size] if mission != 2 else loyal[:size]
        game.propose(team).vote(game.everybody())
        game.go()
        votes = {name: "sabotage" if name == spy and mission in (3, 4) else "support" for name in game.team}
        game.answer(votes).result(votes)
    event = next(event for event in game.events if event["type"] == "mission_closed" and event["round"] == 4)
    assert event["succeeded"] is succeeds
    assert codes(game) == []
    event["succeeded"] = not succeeds
    assert "wrong_count" in codes(game)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"sabotages": 1}, ["wrong_count"]),
        ({"succeeded": False}, ["wrong_count"]),
        ({"missing": ["Ann"]}, ["wrong_count"]),
        ({"votes": {}}, ["wrong_count"]),
        ({"round": 2}, ["wrong_round"]),
        ({"score": {"resistance": 0, "spies": 1}}, ["wrong_score"]),
        ({"score": {"resistance": 1, "spies": 0, "draws": 0}}, ["wrong_field"]),
    ],
)
def test_a_result_is_counted_again(change: dict[str, object], expected: list[str]) -> None:
    game = through_mission(plain())
    last(game, "mission_closed").update(change)
    assert codes(game)[:1] == expected


def test_after_a_mission_the_lead_passes_and_the_next_round_starts() -> None:
    game = through_mission(plain())
    last(game, "round_started")["round"] = 3
    assert codes(game) == ["wrong_consequence"]
    game = through_mission(plain())
    last(game, "leader_changed")["leader"] = game.order[0]
    assert codes(game)[0] == "wrong_consequence"


def test_the_next_period_opens_no_earlier_than_what_is_recorded() -> None:
    """resistance.md 3: a period opens when the GM decides it, never earlier."""
    game = approved(plain()).go()
    event = last(game, "mission_started")
    event.update(at=to_stamp(game.opened - 300), closes_at=to_stamp(game.opened - 300 + DAY))
    assert "too_early" in codes(game)


def test_nothing_is_proposed_before_the_draw() -> None:
    assert codes(started().propose()) == ["out_of_turn"]


def test_nobody_votes_with_another_players_item() -> None:
    """resistance.md 7: a player never acts for another; a standing order acts with the item that opened the ballot."""
    game = plain()
    game.propose().vote(game.everybody("approve"))
    cast = last(game, "team_vote_cast")
    others = next(name for name in game.order if name != cast["player"])
    cast["source"] = {"id": "t4_zz", "author": cast["player"]}
    assert codes(game) == []
    cast["source"] = {"id": "t4_zz", "author": "a former name of the seat"}
    assert codes(game) == []
    cast["source"] = {"id": "t4_zz", "author": others}
    assert codes(game) == ["wrong_author"]
    game = plain()
    game.propose()
    opened = to_stamp(game.opened)
    leader = game.leader
    game.source = {"id": "t1_zz", "author": leader}
    standing = next(name for name in game.order if name != leader)
    game.add("team_vote_cast", at=game.opened, player=standing, vote="approve", public=False)
    assert (codes(game), last(game, "team_vote_cast")["at"]) == ([], opened)
