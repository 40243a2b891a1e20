"""record.md, *Options*: defaults, validation, what the record holds."""

import pytest

from forumgm.games.resistance.options import DEFAULTS, KEYS, OptionsError, load, parse_options, to_record


def test_defaults_are_those_of_the_record() -> None:
    defaults = {
        "plot": True, "two_fails_from": 8, "rejections_to_lose": 5, "spies_know_each_other": False, "handshake": True,
        "start_at": None, "confirm_roles": False, "votes": "private", "vote_change": "until_closed",
        "team_vote_ceiling": 86400, "mission_vote_ceiling": 86400, "window_ceiling": 86400, "idle_ceiling": 172800,
        "idle_action": "alert", "outage_limit": 3600, "reminders": (43200, 10800), "missing_team_vote": "abstain",
        "missing_mission_vote": "support", "show_waiting": "names", "ask": "private", "strikes_before_alert": 2,
        "leader_may_keep_cards": False, "strong_leader_when": "before_draw", "announce_sabotages": True,
        "announce_close_eye": True, "dice_in_game_thread": False,
    }  # fmt: skip
    assert {key: getattr(DEFAULTS, key) for key in defaults} == defaults
    assert set(KEYS) == set(defaults) | {"roles", "teams", "cards_per_round", "deck"}


def test_durations_may_be_texts_and_the_record_has_seconds() -> None:
    options = load({"team_vote_ceiling": "90m", "window_ceiling": "24h", "reminders": ["6h", "1h"]})
    assert (options.team_vote_ceiling, options.window_ceiling, options.reminders) == (5400, 86400, (21600, 3600))
    assert to_record(options) == {"team_vote_ceiling": 5400, "reminders": [21600, 3600]}


def test_tables_are_overridden_row_by_row() -> None:
    raw = {
        "teams": {"7": [2, 3, 3, 4, 5]},
        "cards_per_round": {"7": 1},
        "roles": {"7": {"resistance": 5, "spies": 2}},
        "deck": {"7": {"close_eye": 3}},
    }
    options = load(raw)
    assert options.teams[7] == (2, 3, 3, 4, 5)
    assert options.teams[8] == (3, 4, 4, 5, 5)
    written = to_record(options)
    assert {k: written[k] for k in ("teams", "cards_per_round", "roles")} == {k: raw[k] for k in written if k != "deck"}
    assert load(written) == options


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("teams", {"5": [1, 3, 2, 3, 3]}),
        ("teams", {"5": [2, 3, 2, 3, 5]}),
        ("teams", {"5": [2, 3, 2, 3]}),
        ("teams", {"11": [2, 3, 2, 3, 3]}),
        ("roles", {"5": {"resistance": 3, "spies": 3}}),
        ("roles", {"5": {"resistance": 5, "spies": 0}}),
        ("deck", {"5": {"joker": 1}}),
        ("deck", {"5": {"close_eye": -1}}),
        ("cards_per_round", 3),
        ("plot", "yes"),
        ("start_at", 11),
        ("votes", "loud"),
        ("team_vote_ceiling", "soon"),
        ("team_vote_ceiling", 5),
        ("reminders", "12h"),
        ("missing_mission_vote", "sabotage"),
        ("two_fails_from", True),
        ("speed", 1),
    ],
)
def test_impossible_values_are_named_with_key_value_and_what_is_allowed(key: str, value: object) -> None:
    _, problems = parse_options({key: value})
    assert [(p.key, p.value) for p in problems] == [(key, value)]
    assert problems[0].allowed
    with pytest.raises(OptionsError, match=key):
        load({key: value})


def test_every_problem_is_listed() -> None:
    with pytest.raises(OptionsError) as caught:
        load({"plot": 1, "ask": "never", "handshake": False})
    assert [p.key for p in caught.value.problems] == ["plot", "ask"]
