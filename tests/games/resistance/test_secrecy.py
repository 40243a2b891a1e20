"""resistance.md section 7: nothing public depends on a role; a refused private order changes nothing."""

from typing import Any

from forumgm.core.errors import Refusal
from forumgm.games.resistance.refusals import REFUSALS, answers_privately
from tests.games.resistance.playbook import NAMES, Play, Said, says, started

SECRET_TYPES = {"game_started", "mission_vote_cast", "mission_closed"}


def public_face(play: Play) -> list[Any]:
    """What the record says without roles, mission votes and the chain that covers them."""
    return [(r.seq, r.at, r.event.type, r.event if r.event.type not in SECRET_TYPES else None) for r in play.log]


def script(play: Play, saboteur: str) -> list[Refusal | None]:
    """The same public moves whoever is a spy; the private ones are acceptable in both runs."""
    refusals = []

    def say(said: Said) -> None:
        play >> said
        refusals.append(play.refusal)

    say(says("ann", "deal_card", card="open_up", to="bob"))
    say(says("bob", "use_card", target="eve"))
    say(says("ann", "propose", team=["dee", "eve", "zoe"]))
    say(says("ann", "propose", team=["dee", "eve"]))
    play.everybody("approve")
    say(says("bob", "mission", value="sabotage", public=True))
    say(says("dee", "mission", value="sabotage", public=True))
    say(says("dee", "mission", value="support"))
    say(says("eve", "mission", value="support"))
    return refusals


def test_two_runs_that_differ_in_roles_only_look_the_same_in_public() -> None:
    """Section 7, test (a), at the engine: events but for secrets, and every refusal, are equal."""
    one = started(deck=["open_up"], spies=("dee", "eve"))
    other = started(deck=["open_up"], spies=("ann", "cid"))
    assert script(one, "dee") == script(other, "ann")
    assert public_face(one) == public_face(other)


def test_a_sabotage_in_the_thread_is_refused_alike_for_all_roles() -> None:
    """The role is not consulted before the channel: the Spotlight aside, nobody answers there."""
    for spies in (("dee", "eve"), ("ann", "bob")):
        play = started(spies=spies).team("ann", "dee").everybody("approve")
        for name in ("ann", "dee"):
            play >> says(name, "mission", value="sabotage", public=True) << "refused mission_votes_private"


def test_mission_votes_are_never_answered_in_the_thread() -> None:
    """Section 4, Spotlight: accepted or not."""
    play = started(deck=["in_the_spotlight"]).deal(in_the_spotlight="bob").team("ann", "bob").everybody("approve")
    play >> says("bob", "play_card", card="in_the_spotlight", target="ann", public=True) << "card_played ..."
    saying = says("ann", "mission", value="sabotage", public=True).made(play)
    play >> saying << "refused resistance_must_support"
    assert play.refusal is not None
    assert answers_privately(saying.order, play.refusal)
    early = says("cid", "mission", value="support", public=True).made(play)
    play >> early << "refused not_on_team"
    assert play.refusal is not None
    assert answers_privately(early.order, play.refusal)


def test_a_refused_private_order_changes_nothing() -> None:
    """Section 7, test (b)."""
    play = started().team("ann", "eve").everybody("approve")
    before, lines = play.state, play.text()
    play >> says("ann", "mission", value="sabotage") << "refused resistance_must_support"
    assert play.state is before
    assert play.text() == lines


def test_every_refusal_has_a_meaning() -> None:
    """Design law 7: every code has its row."""
    assert all(row.meaning.endswith(".") for row in REFUSALS.values())


def test_a_player_never_acts_for_another_and_strangers_never() -> None:
    """Identity is the account, never the name."""
    play = started().team()
    play >> says("Ann", "vote", value="approve") << "refused not_a_player"
    play >> says("Ann", "withdraw_vote") << "refused not_a_player"
    play >> says("Ann", "standing", what="approve") << "refused not_a_player"
    assert "Ann" not in NAMES
