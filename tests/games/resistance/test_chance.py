"""resistance.md section 6: the engine's draws are those of the published vectors."""

from forumgm.core.chance import GameSecret
from forumgm.games.resistance.events import CardsDrawn
from forumgm.games.resistance.terms import Role
from tests.games.resistance.playbook import NAMES, SECRET, Play, of_type, orders, says


def vector_game() -> Play:
    play = Play(GameSecret(SECRET, game="g1"), options={"handshake": False})
    for name in ("eve", "cid", "ann", "dee", "bob"):
        play >> says(name, "sign_up") << "player_joined"
    play >> orders("start") << "game_started round_started cards_drawn"
    return play


def test_order_roles_and_deck_are_those_of_the_vectors() -> None:
    """Vectors: order dee, bob, ann, cid, eve; spies dee, eve; deck close_eye, no_confidence, take_responsibility ..."""
    play = vector_game()
    start = play.event("game_started")
    assert start.order == ("dee", "bob", "ann", "cid", "eve")
    assert {p for p, role in start.roles.items() if role is Role.SPY} == {"dee", "eve"}
    assert list(start.roles) == ["ann", "bob", "cid", "dee", "eve"]
    play.deal(close_eye="bob").team("dee", "bob").everybody("approve").mission()
    play >> says("bob", "decline_card")
    play.deal(no_confidence="ann").team("bob", "ann", "cid").everybody("approve")
    play >> says("ann", "decline_card")
    play.mission()
    play >> says("bob", "decline_card")
    assert [list(e.cards) for e in of_type(play, CardsDrawn)] == [
        ["close_eye"], ["no_confidence"], ["take_responsibility"],
    ]  # fmt: skip
    play.check()


def test_the_commitment_is_published_first_and_the_secret_last() -> None:
    play = vector_game()
    commitment = "becc257b30a7dfc35bb62ec17e733b4f519b76d860ab3c8458caff27267a7721"
    assert play.event("game_opened").commitment == play.event("game_started").commitment == commitment
    secret = SECRET.hex()
    assert secret not in play.text()
    play.deal(close_eye="bob")
    for _ in range(5):
        play.team().everybody("reject")
    assert play.event("game_ended").seed == secret


def test_draws_depend_on_the_starting_names_whoever_plays_later() -> None:
    play = vector_game()
    assert sorted(play.state.table.roster) == sorted(NAMES[:5])
