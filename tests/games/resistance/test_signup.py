"""resistance.md section 1: sign-up, nicknames, handshake, start; record.md, fine print: *Start*."""

import pytest

from forumgm.games.resistance.events import ReserveJoined
from forumgm.games.resistance.nicknames import is_one_typo
from forumgm.games.resistance.views import handshake_code
from tests.games.resistance.playbook import NAMES, Play, of_type, orders, says


def ready(play: Play, name: str) -> None:
    play >> says(name, "sign_up") << "player_joined"
    play >> says(name, "handshake", code=handshake_code(play.state, f"t2_{name}")) << "seat_ready"


def test_a_seat_is_ready_when_a_message_quotes_the_code_or_answers_it() -> None:
    play = Play()
    play >> says("ann", "sign_up", nicknames=["Annie"]) << "player_joined"
    play >> says("ann", "sign_up") << "refused already_seated"
    play >> says("ann", "handshake", code="WRONG") << "refused wrong_code"
    (
        play
        >> says("ann", "handshake", code=handshake_code(play.state, "t2_ann").lower(), public=True)
        << ("refused wrong_channel")
    )
    play >> says("ann", "handshake", code=handshake_code(play.state, "t2_ann").lower()) << "seat_ready"
    play >> says("ann", "handshake", code=None) << "refused already_ready"
    play >> says("bob", "handshake", code=None) << "refused not_a_player"
    play >> says("bob", "sign_up") << "player_joined"
    play >> says("bob", "handshake", code=None) << "seat_ready"


@pytest.mark.parametrize(
    ("nickname", "code"),
    [
        ("me", "name_is_command"),
        ("Approve", "name_is_command"),
        ("all", "name_is_command"),
        ("bob", "name_taken"),
        ("Bobb", "name_taken"),
        ("Bobbi", "name_taken"),
        ("bbo", "name_taken"),
    ],
)
def test_nicknames_that_are_refused(nickname: str, code: str) -> None:
    """Equals or is one typo from another player's name or nickname, or is a word of the vocabulary."""
    play = Play()
    play >> says("bob", "sign_up", nicknames=["Bobby"]) << "player_joined"
    play >> says("ann", "sign_up", nicknames=[nickname]) << f"refused {code}"


def test_nicknames_can_be_set_later() -> None:
    play = Play()
    play >> says("ann", "sign_up") << "player_joined"
    play >> says("ann", "sign_up", nicknames=["Annie", "Queen"]) << "nickname_set"
    seat = play.state.seat("ann")
    assert seat is not None
    assert seat.nicknames == ("Annie", "Queen")


def test_one_typo() -> None:
    assert is_one_typo("bex", "bex")
    assert is_one_typo("bex", "bexy")
    assert is_one_typo("bex", "bax")
    assert is_one_typo("bex", "ebx")
    assert not is_one_typo("bex", "bexyy")
    assert not is_one_typo("bex", "exb")


def test_leaving_and_reserves() -> None:
    play = Play()
    play >> says("ann", "sign_up") << "player_joined"
    play >> says("ann", "leave") << "player_left"
    play >> says("ann", "leave") << "refused no_seat"
    play >> says("ann", "sign_up", reserve=True) << "reserve_joined"
    play >> says("ann", "move_to_reserve") << "refused already_reserve"
    play >> says("ann", "sign_up") << "player_joined"
    play >> says("ann", "move_to_reserve") << "player_left reserve_joined"
    assert [seat.name for seat in play.state.table.reserves] == ["ann"]
    assert not play.state.table.seats
    play >> says("ann", "leave") << "player_left"


def test_start_needs_five_ready_seats() -> None:
    play = Play()
    for name in NAMES[:4]:
        ready(play, name)
    play >> says("eve", "sign_up") << "player_joined"
    play >> orders("start") << "refused too_few"
    assert play.refusal is not None
    assert play.refusal.facts == {"need": 5, "got": 4}
    play >> says("eve", "handshake", code=None) << "seat_ready"
    play >> orders("start") << "game_started round_started cards_drawn"
    play >> orders("start") << "refused already_started"
    play >> says("zoe", "sign_up") << "refused signup_over"
    play >> says("zoe", "sign_up", reserve=True) << "reserve_joined"
    play >> says("zoe", "leave") << "player_left"
    play >> says("ann", "leave") << "refused seat_stays"
    play.check()


def test_the_first_ten_ready_seats_play_the_others_become_reserves() -> None:
    """record.md: reserve_joined (with account) is written for each other seat."""
    play = Play()
    play >> says("late", "sign_up") << "player_joined"
    for name in (*NAMES, "kim"):
        ready(play, name)
    play >> orders("start")
    assert play.types[:3] == ["reserve_joined", "reserve_joined", "game_started"]
    assert of_type(play, ReserveJoined) == [ReserveJoined("late", "t2_late"), ReserveJoined("kim", "t2_kim")]
    assert sorted(play.state.table.order) == sorted(NAMES)
    play.check()


def test_the_game_starts_by_itself_at_n_ready_seats() -> None:
    """[start_at]."""
    play = Play(options={"start_at": 5})
    for name in NAMES[:4]:
        ready(play, name)
    play >> says("eve", "sign_up") << "player_joined"
    play >> says("eve", "handshake", code=None) << "seat_ready game_started round_started cards_drawn"


def test_without_handshake_seats_are_ready_at_once() -> None:
    """[handshake = false]."""
    play = Play(options={"handshake": False, "start_at": 5})
    for name in NAMES[:4]:
        play >> says(name, "sign_up") << "player_joined"
    play >> says("eve", "sign_up") << "player_joined game_started round_started cards_drawn"


def test_bad_options_are_listed() -> None:
    play = Play(options={"votes": "loud", "speed": 3})
    assert play.refusal is not None
    assert play.refusal.code == "bad_options"
    assert [p.key for p in play.refusal.facts["problems"]] == ["votes", "speed"]
    play >> says("ann", "sign_up") << "refused not_open"


def test_absence_and_quitting_are_noted() -> None:
    """hosting.md: !away TEXT, !quit asks for a substitute."""
    play = Play()
    play >> says("ann", "sign_up") << "player_joined"
    play >> says("ann", "note_absence", text="until Sunday") << "player_absent"
    assert play.event("player_absent").text == "until Sunday"
    play >> says("bob", "note_absence", text="x") << "refused not_a_player"
