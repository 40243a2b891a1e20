"""Presets: options by name that hosts choose from."""

from pathlib import Path

import pytest

from forumgm.app.ports import GameKind
from forumgm.games.resistance.options import DEFAULTS, parse_options
from forumgm.service.wiring import houses_for, place_of
from forumgm.settings import SettingsError, load, presets


def test_ours_are_the_boxed_game_and_the_forum_s_defaults() -> None:
    found = presets()
    assert {"classic", "forum"} <= set(found)
    assert parse_options(found["forum"])[0] == DEFAULTS
    classic = parse_options(found["classic"])[0]
    assert classic.spies_know_each_other is True
    assert classic.two_fails_from == 7


def test_those_beside_the_configuration_come_first_and_new_ones_count(tmp_path: Path) -> None:
    (tmp_path / "classic.toml").write_text("plot = false\n")
    (tmp_path / "quick.toml").write_text('team_vote_ceiling = "2h"\n')
    found = presets(tmp_path)
    assert found["classic"] == {"plot": False}
    assert found["quick"] == {"team_vote_ceiling": "2h"}
    assert found["forum"] == {}


def test_a_wrong_preset_is_told_at_load(tmp_path: Path) -> None:
    (tmp_path / "presets").mkdir()
    (tmp_path / "presets" / "bad.toml").write_text("plots = true\nhandshake = 3\n")
    (tmp_path / "presets" / "Bad Name.toml").write_text("")
    file = tmp_path / "forumgm.toml"
    file.write_text("")
    with pytest.raises(SettingsError) as caught:
        load(file, environment={})
    assert {p.key for p in caught.value.problems} == {"plots", "handshake", "Bad Name"}
    assert "true or false" in str(caught.value)


def test_a_subreddit_names_one_that_exists(tmp_path: Path) -> None:
    file = tmp_path / "forumgm.toml"
    file.write_text('[subreddit.games]\npreset = "clasic"\n')
    with pytest.raises(SettingsError, match="classic, forum"):
        load(file, environment={})


def test_the_preset_of_a_subreddit_goes_over_the_rules_for_all(tmp_path: Path) -> None:
    """Several subreddits with different presets, one of them an operator's own."""
    (tmp_path / "presets").mkdir()
    (tmp_path / "presets" / "quick.toml").write_text('team_vote_ceiling = "2h"\n')
    file = tmp_path / "forumgm.toml"
    file.write_text(
        "[rules]\nplot = false\ntwo_fails_from = 9\n"
        '[subreddit.Games]\npreset = "classic"\n[subreddit.fast]\npreset = "quick"\n'
    )
    settings = load(file, environment={})
    house = houses_for(settings, bot="gm_bot")[GameKind.RESISTANCE]

    def opened(subreddit: str) -> tuple[dict[str, object], list[str]]:
        return house.read_options(["preset", place_of(settings, subreddit).preset])

    ours = {"plot": False, "two_fails_from": 9}
    assert opened("games") == ({**ours, "two_fails_from": 7, "spies_know_each_other": True}, [])
    assert opened("fast") == ({**ours, "team_vote_ceiling": "2h"}, [])
    assert opened("other") == (ours, [])
