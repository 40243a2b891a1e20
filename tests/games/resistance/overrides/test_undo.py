"""hosting.md "Undo": units, what is written again, the time left, refusals; judged by the referee."""

import pytest

from forumgm.games.resistance.terms import Phase
from tests.games.resistance.playbook import DAY, HOUR, Play, gm, orders, says, started


def voted() -> Play:
    """The team's ballot is closed by the last vote, the mission runs."""
    return started(5).team("ann", "bob").everybody("approve")


def test_the_last_order_goes_with_all_it_caused() -> None:
    play = voted()
    play >> orders("undo") << "overridden undone ceiling_changed"
    assert play.state.phase is Phase.TEAM_VOTE
    assert play.state.awaited() == ("eve",)
    play >> says("eve", "vote", value="reject") << "team_vote_cast team_vote_closed mission_started"
    play.check()


def test_three_are_three_orders() -> None:
    play = voted()
    play >> orders("undo", count=3) << "overridden undone ceiling_changed"
    assert play.state.awaited() == ("cid", "dee", "eve")
    play.check()


def test_notes_and_names_are_no_orders_and_are_written_again() -> None:
    """record.md, *How it reads*: administrative events of the stretch come again behind the undo."""
    play = voted()
    play >> orders("note", text="Ruling on edits.") << "overridden note_added"
    play >> orders("alias", player="bob", alias="Bexy") << "overridden nickname_set"
    play >> orders("undo") << "overridden undone note_added nickname_set ceiling_changed"
    assert play.state.phase is Phase.TEAM_VOTE
    assert [n.text for n in play.state.chronicle.notes] == ["Ruling on edits."]
    play.check()


def test_a_seat_that_changed_hands_stays_changed() -> None:
    play = voted()
    play >> orders("replace", old="eve", new="zoe") << "overridden"
    play >> gm("seat_newcomer", old="eve", new="zoe", account="t2_zoe") << "player_replaced"
    play >> orders("undo") << "overridden undone player_replaced ceiling_changed"
    assert play.state.awaited() == ("zoe",)
    play.check()


def test_the_reopened_period_gets_the_time_it_had_left() -> None:
    play = started(5).team("ann", "bob").votes(approve=("ann", "bob", "cid", "dee"))
    last = play.log[-1].at
    closes_at = play.event("team_proposed").closes_at
    play.votes(approve=("eve",))
    play.now += 5 * HOUR
    play >> orders("undo") << "overridden undone ceiling_changed"
    assert play.event("ceiling_changed").closes_at == play.now + closes_at - last
    play.check()


def test_it_gets_at_least_a_quarter_of_its_ceiling() -> None:
    play = started(5).team("ann", "bob").votes(approve=("ann", "bob", "cid"))
    play >> says("dee", "vote", value="approve", at=play.now + 23 * HOUR) << "team_vote_cast"
    play.votes(approve=("eve",))
    play >> orders("undo") << "overridden undone ceiling_changed"
    assert play.event("ceiling_changed").closes_at == play.now + DAY // 4
    play.check()


def test_the_deck_gives_the_same_cards_again() -> None:
    play = started(5, deck=("close_eye", "no_confidence"), draw=1).deal(close_eye="bob")
    play.team("ann", "bob").everybody("approve").mission()
    play >> says("bob", "decline_card", card="close_eye") << "window_passed window_closed mission_closed ..."
    first = play.event("cards_drawn").cards
    play >> orders("undo") << "overridden undone ceiling_changed"
    play >> says("bob", "decline_card", card="close_eye") << "window_passed window_closed mission_closed ..."
    assert play.event("cards_drawn").cards == first == ("no_confidence",)
    play.check()


def test_two_undos_go_two_orders_back() -> None:
    play = voted()
    play >> orders("undo") << "overridden undone ceiling_changed"
    play >> orders("undo") << "overridden undone ceiling_changed"
    assert play.state.awaited() == ("dee", "eve")
    play.check()


def test_a_ceiling_is_an_order_of_its_own() -> None:
    play = started(5).team("ann", "bob").votes(approve=("ann", "bob"))
    play.ceiling() << "team_vote_closed delay_noted delay_noted delay_noted mission_started"
    play >> orders("undo") << "overridden undone ceiling_changed"
    assert play.state.awaited() == ("cid", "dee", "eve")
    assert play.state.seat("cid").strikes == 0  # type: ignore[union-attr]
    play.check()


def test_undo_in_a_pause_keeps_the_time_for_the_resuming() -> None:
    play = started(5).team("ann", "bob").votes(approve=("ann", "bob", "cid", "dee"))
    left = play.event("team_proposed").closes_at - play.log[-1].at
    play.votes(approve=("eve",))
    play >> orders("pause") << "overridden game_paused"
    play >> orders("undo") << "overridden undone ceiling_changed"
    assert play.state.is_paused
    play >> orders("resume") << "overridden game_resumed"
    assert play.event("game_resumed").closes_at == play.recorded("game_resumed").at + left
    play.check()


@pytest.mark.parametrize("args", [{"count": 2}, {"to_seq": 3}, {"to_seq": 0}])
def test_nothing_is_undone_past_the_start(args: dict[str, int]) -> None:
    play = started(5).team("ann", "bob")
    play >> orders("undo", **args) << "refused undo_past_start"


def test_nothing_is_undone_after_the_end() -> None:
    play = voted()
    play >> orders("abort") << "overridden game_ended"
    play >> orders("undo") << "refused game_over"


def test_undo_to_what_counts_no_more_or_is_newest_is_refused() -> None:
    play = voted()
    gone = play.log[-1].seq
    play >> orders("undo", to_seq=gone) << "refused nothing_to_undo"
    play >> orders("undo") << "overridden undone ceiling_changed"
    play >> orders("undo", to_seq=gone) << "refused nothing_to_undo"
    play >> orders("undo", to=99) << "refused no_such_post"
    play >> orders("undo", lapsed=True) << "refused question_lapsed"


def test_a_seat_may_change_hands_right_behind_an_undo() -> None:
    """record.md: what an undo writes again ends with its own item; the next override is a new matter."""
    play = started(5).team("ann", "bob")
    play >> orders("undo") << "overridden undone"
    play >> orders("replace", old="ann", new="zoe") << "overridden"
    play >> gm("seat_newcomer", old="ann", new="zoe", account="t2_zoe") << "player_replaced"
    play.team()
    play.check()
