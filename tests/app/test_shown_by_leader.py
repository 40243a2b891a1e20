"""Issue "Establish Confidence in plain words": the Leader says to whom he shows his role (resistance.md 4)."""

from forumgm.games.resistance.model import State
from forumgm.games.resistance.terms import Card, Phase
from tests.app.village import NAMES, Village

SECRET = bytes([4]) * 32
"""With it the first Leader of eight draws Establish Confidence."""


def village_with_the_card() -> tuple[Village, State]:
    """Return a village whose first Leader has drawn Establish Confidence."""
    village = Village(secret=lambda: SECRET)
    game = village.open("players 8 plot on")
    village.seat(game, NAMES[:8])
    village.cycle(2)
    state = village.state(game)
    assert state.phase is Phase.PLOT_DEAL
    assert Card.ESTABLISH_CONFIDENCE in state.cards.undealt
    return village, state


def test_the_leader_shows_his_card_by_saying_so() -> None:
    """Resistance.md section 4: who sees it is public, what is seen is told to that player alone."""
    village, state = village_with_the_card()
    game, leader = village.games()[-1], state.round.leader
    receiver = next(p for p in state.players if p != leader)
    village.forum.say(leader, game.thread, f"I show my card to {receiver}")
    village.cycle(2)
    assert Card.ESTABLISH_CONFIDENCE not in village.state(game).cards.undealt
    told = [line for line in village.log(game) if "establish_confidence" in line and receiver in line]
    assert told, "the deal stands in the record with its receiver"


def test_a_question_about_showing_is_talk() -> None:
    """Hosts.md 11.6: a card is hard to undo, so nothing is guessed."""
    village, state = village_with_the_card()
    game, leader = village.games()[-1], state.round.leader
    receiver = next(p for p in state.players if p != leader)
    village.forum.say(leader, game.thread, f"Should I show my card to {receiver}?")
    village.cycle(2)
    assert Card.ESTABLISH_CONFIDENCE in village.state(game).cards.undealt
