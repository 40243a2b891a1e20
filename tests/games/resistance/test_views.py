"""What each audience may know (design.md law 3, resistance.md sections 3 and 7)."""

import json
from typing import Any

import pytest

from forumgm.games.resistance import reveals, views
from tests.games.resistance.playbook import Play, says, started

NOW = 1_767_229_200


def words(view: Any) -> str:
    return json.dumps(view)


def on_mission(**options: Any) -> Play:
    play = started(spies=("dee", "eve"), options=options).team("ann", "eve").everybody("approve")
    play >> says("eve", "mission", value="sabotage")
    return play


def test_every_view_is_plain_json() -> None:
    """core.effects: a view is str, int, bool, None, list and dict."""
    play = on_mission()
    for view in (
        views.status_view(play.state, NOW),
        views.player_view(play.state, "eve", NOW),
        views.history_view(play.state, NOW),
        views.rules_view(play.state, NOW),
        views.start_view(play.state, NOW),
        reveals.moderator_view(play.state, NOW, with_secrets=True),
    ):
        assert json.loads(words(view)) == view


def test_the_public_view_holds_no_role_and_no_mission_vote() -> None:
    """Section 7: roles and votes swapped, the same view."""
    other = started(spies=("ann", "bob")).team("ann", "eve").everybody("approve")
    other >> says("eve", "mission", value="support")
    assert views.status_view(on_mission().state, NOW) == views.status_view(other.state, NOW)
    assert "sabotage" not in words(views.status_view(on_mission().state, NOW))


@pytest.mark.parametrize(
    ("option", "names", "count"), [("names", ["cid", "dee", "eve"], 3), ("count", None, 3), ("none", None, None)]
)
def test_a_running_team_vote_shows_who_is_awaited_as_the_option_says(
    option: str, names: list[str] | None, count: int | None
) -> None:
    """Section 3, ``show_waiting``."""
    play = started(options={"show_waiting": option}).team("ann", "bob").votes(approve=["ann", "bob"])
    assert views.awaited(play.state) == {"names": names, "count": count}


@pytest.mark.parametrize(("option", "count"), [("names", 1), ("count", 1), ("none", None)])
def test_a_mission_shows_at_most_how_many(option: str, count: int | None) -> None:
    """Section 3: a running mission shows only how many."""
    assert views.awaited(on_mission(show_waiting=option).state) == {"names": None, "count": count}


def test_a_player_sees_his_own_secrets_only() -> None:
    """hosting.md, ``!me``: role, what I know, my cards, my vote, what is open."""
    state = on_mission().state
    eve, ann = views.player_view(state, "eve", NOW), views.player_view(state, "ann", NOW)
    assert (eve["role"], eve["vote"], eve["open"]) == ("spy", "sabotage", None)
    assert (ann["role"], ann["vote"], ann["open"]) == ("resistance", None, "mission")
    assert "spy" not in words(ann).replace("spies", "")
    assert "sabotage" not in words(ann)


def test_spies_are_told_of_each_other_only_where_the_options_say_so() -> None:
    """Section 1, ``spies_know_each_other``."""
    assert views.mates(on_mission().state, "eve") is None
    known = on_mission(spies_know_each_other=True).state
    assert views.mates(known, "eve") == ["dee"]
    assert views.mates(known, "ann") is None


def test_a_shown_role_is_in_its_receivers_view_only() -> None:
    """Section 4, Open Up: told to one person."""
    play = started(deck=["open_up"]).deal(open_up="eve")
    play >> says("eve", "use_card", target="bob")
    (known,) = views.player_view(play.state, "bob", NOW)["known"]
    assert (known["of"], known["value"]) == ("eve", "spy")
    assert views.player_view(play.state, "cid", NOW)["known"] == []


def test_history_marks_votes_and_team() -> None:
    """hosts.md 5: the vote history is what all analysis is based on."""
    play = started().team("ann", "bob").votes(approve=["ann", "bob"], reject=["cid", "dee", "eve"])
    table = views.history(play.state)
    assert table["head"] == ["vote", "leader", "1", "2", "3", "4", "5", "result"]
    (row,) = table["rows"]
    assert (row["vote"], row["leader"], row["result"]) == ("1.1", "1", "rejected")
    assert "".join(c["mark"] for c in row["cells"]) == "AARRR"
    assert [c["on_team"] for c in row["cells"]] == [True, True, False, False, False]


def test_hidden_sabotages_stay_hidden_until_the_end() -> None:
    """Section 2, ``announce_sabotages = false``."""
    play = on_mission(announce_sabotages=False)
    play >> says("ann", "mission", value="support")
    assert views.history_view(play.state, NOW)["mission_results"][0]["sabotages"] is None
    assert views.missions(play.state)[0][2] == "failure"


def test_a_moderator_sees_secrets_only_if_asked_for() -> None:
    """hosting.md: every look is a look on purpose."""
    state = on_mission().state
    plain = reveals.moderator_view(state, NOW)
    assert plain["awaited_names"] == ["ann"]
    assert plain["roles_table"] is None
    assert "sabotage" not in words(plain)
    assert ["eve", "spy"] in reveals.moderator_view(state, NOW, with_secrets=True)["roles_table"]


def test_the_handshake_code_differs_by_account_and_game() -> None:
    """Section 1: the code belongs to one account in one game."""
    play = Play()
    play >> says("ann", "sign_up", public=True)
    codes = {views.handshake_code(play.state, a) for a in ("t2_ann", "t2_bob", "t2_cid")}
    assert len(codes) == 3
