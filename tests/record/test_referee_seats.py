"""Sign-up, start and draws (resistance.md 1 and 6, record.md "Start", hosting.md "Replacing")."""

from typing import Any

import pytest

from forumgm.core.chance import commitment
from tests.record.builder import NAMES, Builder
from tests.record.play import played_game
from tests.record.support import codes, last, plain, started


def test_the_vectors_of_the_rules_pass() -> None:
    """resistance.md 6: secret 00..1f, game g1, ann bob cid dee eve: order, spies and deck as printed."""
    game = Builder(5)
    assert [name.lower() for name in game.order] == ["dee", "bob", "ann", "cid", "eve"]
    assert sorted(name for name, role in game.roles.items() if role == "spy") == ["Eve", "dee"]
    assert game.deck[:3] == ["close_eye", "no_confidence", "take_responsibility"]
    assert codes(game.opening().start()) == []


def test_a_game_broken_off_before_the_start_publishes_its_secret_and_has_no_winner() -> None:
    game = Builder(5).opening()
    game.end(None, "override")
    assert codes(game, running=False) == []
    last(game, "game_ended")["winner"] = "spies"
    assert codes(game) == ["wrong_winner"]


def test_the_secret_must_fit_the_commitment() -> None:
    game = Builder(5).opening().end(None, "override")
    last(game, "game_ended")["seed"] = "00" * 32
    assert set(codes(game)) == {"wrong_commitment"}


def test_the_game_id_and_the_roster_are_part_of_every_draw() -> None:
    game = played_game(5, "id")
    game.events[0]["game"] = "g2"
    assert "wrong_draw" in codes(game)


def test_upper_case_ids_draw_like_lower_case() -> None:
    game = played_game(5, "id")
    game.events[0]["game"] = "G1"
    assert codes(game) == []


@pytest.mark.parametrize(
    ("kind", "fields", "code"),
    [
        ("player_joined", {"player": "Ann", "account": "t2_x"}, "seat_rule"),
        ("player_joined", {"player": "ann", "account": "t2_x"}, "seat_rule"),
        ("player_joined", {"player": "Zoe", "account": "t2_0"}, "seat_rule"),
        ("player_joined", {"player": "Zoe", "account": "t2_x", "nicknames": ["BOB"]}, "nickname_taken"),
        ("player_joined", {"player": "Zoe", "account": "t2_x", "nicknames": ["approve"]}, "nickname_taken"),
        ("player_joined", {"player": "Zoe", "account": "t2_x", "nicknames": ["Annannann"]}, "nickname_taken"),
        ("nickname_set", {"player": "bob", "nicknames": ["AnnAnAnn"]}, "nickname_taken"),
        ("nickname_set", {"player": "Zoe", "nicknames": []}, "unknown_player"),
        ("player_absent", {"player": "Zoe", "text": "away"}, "unknown_player"),
        ("seat_ready", {"player": "Ann"}, "seat_rule"),
        ("seat_ready", {"player": "Zoe"}, "seat_rule"),
        ("player_left", {"player": "Zoe"}, "seat_rule"),
        ("round_started", {"round": 1, "leader": "Ann"}, "out_of_turn"),
        ("undone", {"to_seq": 1}, "out_of_turn"),
    ],
)
def test_sign_up_has_its_rules(kind: str, fields: dict[str, Any], code: str) -> None:
    game = Builder(5).opening()
    game.add(kind, **fields)
    assert codes(game) == [code]


def test_a_nickname_may_be_set_again_and_used_by_another_after_that() -> None:
    game = Builder(5).opening()
    game.add("nickname_set", player="Ann", nicknames=["Queenie"])
    game.add("nickname_set", player="bob", nicknames=["AnnAnnAnn"])
    assert codes(game) == []


def test_the_first_ten_ready_seats_play_and_the_others_are_reserves() -> None:
    game = Builder(10).opening()
    game.add("player_joined", player="Kim", account="t2_k")
    game.add("seat_ready", player="Kim")
    game.add("player_joined", player="Lee", account="t2_l")
    game.start()
    assert codes(game) == ["wrong_roster", "wrong_roster"]
    for name in ("Kim", "Lee"):
        game.add("reserve_joined", player=name, account="t2_r")
    assert codes(game) == []


def test_a_seat_that_is_not_ready_cannot_start() -> None:
    game = Builder(5).opening(ready=False)
    for name in NAMES[:4]:
        game.add("seat_ready", player=name)
    assert codes(game.start()) == ["wrong_roster"]
    assert codes(Builder(5, handshake=False).opening(ready=False).start()) == []


def test_who_left_does_not_play() -> None:
    game = Builder(6).opening()
    game.add("player_left", player="bob")
    assert "wrong_roster" in codes(game.start())


def test_roles_are_one_for_each_player_in_the_numbers_of_the_table() -> None:
    game = started()
    roles = last(game, "game_started")["roles"]
    spy = next(name for name in roles if roles[name] == "spy")
    roles[spy] = "resistance"
    assert codes(game) == ["wrong_roles"]
    del roles[spy]
    assert set(codes(game)) == {"wrong_roles"}


def test_the_start_repeats_the_commitment_and_names_the_first_of_the_order_leader() -> None:
    game = started()
    last(game, "game_started")["commitment"] = commitment(b"x" * 32)
    last(game, "game_started")["leader"] = game.order[1]
    assert codes(game) == ["wrong_leader", "wrong_commitment"]


def test_a_replaced_player_keeps_everything_and_the_old_name_no_longer_acts() -> None:
    """record.md: the same seat; earlier events keep the old name, later ones use the new."""
    game = plain()
    old = game.order[2]
    game.override(f"!replace @{old} @Zoe").add("player_replaced", old=old, new="Zoe", account="t2_z")
    game.release().propose([game.order[0], "Zoe"])
    game.cast(game.order[0], "approve")
    game.hands["Zoe"] = []
    assert codes(game.cast("Zoe", "approve")) == []
    assert codes(game.cast(old, "approve")) == ["unknown_player"]


def test_only_a_moderator_replaces() -> None:
    game = plain()
    game.add("player_replaced", old=game.order[2], new="Zoe", account="t2_z")
    assert codes(game) == ["needs_override"]


def test_a_player_cannot_take_a_second_seat() -> None:
    game = plain().override("!replace")
    game.add("player_replaced", old=game.order[2], new=game.order[1], account="t2_z")
    assert codes(game) == ["seat_rule"]


def test_who_looked_at_secrets_takes_no_seat_and_who_has_one_does_not_look() -> None:
    """hosting.md: whoever looked can take no seat in that game; a moderator with a seat sees no secrets."""
    game = plain()
    game.add("secrets_viewed", moderator="Zoe", what="roles")
    assert codes(game) == []
    game.override("!replace").add("player_replaced", old=game.order[2], new="zoe", account="t2_z")
    assert codes(game) == ["saw_secrets"]
    game = plain()
    game.add("secrets_viewed", moderator=game.order[1].upper(), what="roles")
    assert codes(game) == ["saw_secrets"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("plot", 1),
        ("teams", {"5": [2, 3, 2, 3]}),
        ("teams", {"5": [2, 3, 2, 3, 5]}),
        ("teams", {"4": [2, 2, 2, 2, 2]}),
        ("roles", {"5": {"resistance": 3, "spies": 3}}),
        ("deck", {"5": {"joker": 1}}),
        ("deck", {"5": {"strong_leader": 257}}),
        ("cards_per_round", {"5": -1}),
        ("votes", "loud"),
        ("team_vote_ceiling", 0),
        ("team_vote_ceiling", 10**12),
        ("start_at", 4),
        ("reminders", ["12h"]),
        ("missing_team_vote", None),
    ],
)
def test_impossible_options_are_found(name: str, value: object) -> None:
    assert codes(_with({name: value}).opening()) == ["bad_option"]


def _with(options: dict[str, Any]) -> Builder:
    return Builder(5, **options)
