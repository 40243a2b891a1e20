"""resistance.md section 4: every card and its corner cases; section 2, steps 1, 2 and 4: windows and dealing."""

from typing import Any

from forumgm.core.orders import CLOCK, Order
from forumgm.games.resistance.applying.clocks import TROUBLED
from forumgm.games.resistance.events import CardPlayed, CardsDrawn, MissionVoteShown, RoleShown, WindowClosed
from forumgm.games.resistance.tables import deck_list, default_deck
from forumgm.games.resistance.terms import Card, Deed, Phase
from tests.games.resistance.playbook import DAY, HOUR, NAMES, Play, Saying, of_type, orders, says, started


def next_round(play: Play) -> Play:
    """A mission of the Leader's choice succeeds without cards in the way."""
    play.team().everybody("approve")
    return play.mission() if play.state.phase is Phase.MISSION else play


# --- dealing (section 2, step 2) -------------------------------------------------------------------------------------


def test_copies_follow_the_table() -> None:
    """Section 4: copies for 5-7 / 8-10 players: 7 and 15 cards."""
    assert len(deck_list(default_deck(7))) == 7
    assert len(deck_list(default_deck(8))) == 15
    assert default_deck(8)[Card.NO_CONFIDENCE] == 3
    assert default_deck(7)[Card.IN_THE_SPOTLIGHT] == 0


def test_the_leader_deals_every_card_in_public_to_another() -> None:
    play = started(deck=["close_eye", "no_confidence"])
    assert play.event("cards_drawn").cards == ("close_eye", "no_confidence")
    play >> says("bob", "deal_card", card="close_eye", to="cid") << "refused not_leader"
    play >> says("ann", "deal_card", card="close_eye", to="ann") << "refused leader_keeps_no_card"
    play >> says("ann", "deal_card", card="open_up", to="bob") << "refused card_not_drawn"
    play >> says("ann", "deal_card", card="close_eye", to="zoe") << "refused unknown_name"
    play >> says("ann", "deal_card", card="close_eye", to="bob", public=False) << "refused wrong_channel"
    play >> says("ann", "propose", team=["ann", "bob"]) << "refused cards_undealt"
    play >> says("ann", "deal_card", card="no_confidence", to="bob") << "card_given"
    play >> says("ann", "deal_card", card="close_eye", to="bob") << "card_given"
    assert play.state.hand("bob") == (Card.NO_CONFIDENCE, Card.CLOSE_EYE)
    play >> says("ann", "propose", team=["ann", "bob"]) << "team_proposed"
    play.check()


def test_leader_may_keep_cards_option() -> None:
    """[leader_may_keep_cards = true]; Establish Confidence is for another player all the same."""
    deck = ["close_eye", "establish_confidence"]
    play = started(deck=deck, options={"leader_may_keep_cards": True})
    play >> says("ann", "deal_card", card="establish_confidence", to="ann") << "refused leader_keeps_no_card"
    play >> says("ann", "deal_card", card="close_eye", to="ann") << "card_given"
    play.check()


def test_the_deck_is_never_reshuffled() -> None:
    """Section 2, step 2: with 7 players the draws are 2, 2, 2, 1, 0; an empty draw skips the dealing."""
    deck = ["opinion_maker"] * 7
    play = started(7, deck=deck, draw=2)
    for saboteurs in [(), ("gus",), (), ("gus",), ()]:
        while play.state.cards.undealt:
            play >> says(play.state.round.leader, "deal_card", card="opinion_maker", to=play.state.next_leader())
        others = [n for n in NAMES[:6] if n != "gus"]
        play.team("gus", *others[: play.state.team_size() - 1]).everybody("approve").mission(*saboteurs)
    assert [len(e.cards) for e in of_type(play, CardsDrawn)] == [2, 2, 2, 1, 0]
    assert play.state.is_over
    play.check()


def test_without_plot_cards_there_is_no_draw() -> None:
    """[plot = false]: no window and no draw."""
    play = started()
    assert play.state.phase is Phase.PROPOSAL
    assert not of_type(play, CardsDrawn)


def test_a_deal_stamped_before_the_draw_is_none() -> None:
    play = started(deck=["close_eye"])
    drawn = play.recorded("cards_drawn").at
    play >> says("ann", "deal_card", card="close_eye", to="bob", at=drawn - 1) << "refused too_early"


# --- Strong Leader ---------------------------------------------------------------------------------------------------


def leader_window(**options: Any) -> Play:
    """Round 2, Leader bob; cid and dee hold a Strong Leader each."""
    play = started(deck=["strong_leader", "strong_leader", "opinion_maker"], draw=2, options=options)
    play >> says("ann", "deal_card", card="strong_leader", to="cid") << "card_given"
    play >> says("ann", "deal_card", card="strong_leader", to="dee") << "card_given"
    return next_round(play)


def test_strong_leader_takes_the_lead_before_the_draw() -> None:
    """record.md: card_played, window_closed, leader_changed; the order continues from there."""
    play = leader_window()
    assert play.event("window_opened").holders == ("cid", "dee")
    play >> says("cid", "play_card", card="strong_leader") << "card_played window_closed leader_changed cards_drawn"
    assert play.event("leader_changed").because == "strong_leader"
    assert play.state.round.leader == "cid"
    assert play.state.next_leader() == "dee"
    assert play.state.hand("dee") == (Card.STRONG_LEADER,)
    play >> says("dee", "play_card", card="strong_leader") << "refused period_over"
    play.check()


def test_leader_window_closes_when_all_have_passed() -> None:
    play = leader_window()
    play >> says("cid", "decline_card", card="strong_leader", public=True) << "window_passed"
    play >> says("cid", "decline_card") << "refused already_passed"
    play >> says("ann", "decline_card") << "refused nothing_to_pass"
    stamp = play.now + 100
    play >> says("dee", "decline_card", at=stamp, lag=500) << "window_passed window_closed cards_drawn"
    assert play.recorded("window_closed").at == stamp
    assert play.recorded("cards_drawn").at == stamp + 500
    play.check()


def test_leader_window_at_its_ceiling_no_answer_is_a_pass() -> None:
    play = leader_window()
    play >> says("cid", "decline_card") << "window_passed"
    play.ceiling() << "window_passed window_closed cards_drawn"
    assert play.event("window_passed").because == "ceiling"
    assert not play.state.chronicle.delays, "silence in a card window is no delay"
    play.check()


def test_strong_leader_may_be_announced_from_the_missions_result_on() -> None:
    """record.md: window_closed.at is the opening's if the card was played before it."""
    play = leader_window()
    result, opened = play.recorded("mission_closed").at, play.recorded("window_opened").at
    assert result < opened
    play >> says("cid", "play_card", card="strong_leader", at=result - 1) << "refused too_early"
    play >> says("cid", "play_card", card="strong_leader", at=result) << "card_played window_closed ..."
    assert play.recorded("card_played").at == result
    assert play.recorded("window_closed").at == opened
    play.check()


def test_a_pass_may_be_taken_back_until_the_window_closes() -> None:
    play = leader_window()
    play >> says("cid", "decline_card") << "window_passed"
    play >> says("cid", "withdraw_decline") << "window_pass_withdrawn"
    play >> says("cid", "withdraw_decline") << "refused no_pass"
    play >> says("dee", "decline_card") << "window_passed"
    play >> says("cid", "decline_card") << "window_passed window_closed cards_drawn"
    play.check()


def test_playing_takes_ones_pass_back() -> None:
    play = leader_window()
    play >> says("cid", "decline_card") << "window_passed"
    play >> says("cid", "play_card", card="strong_leader") << "window_pass_withdrawn card_played window_closed ..."
    play.check()


def test_the_leaders_own_copy_is_refused_and_kept() -> None:
    """Step 1: he leads already; a window only if a player other than the Leader holds one."""
    play = started(deck=["strong_leader", "opinion_maker"], draw=1).deal(strong_leader="bob")
    next_round(play)
    assert play.state.round.leader == "bob"
    assert play.types[-1] == "cards_drawn", "no window for the Leader's own copy"
    play >> says("bob", "play_card", card="strong_leader") << "refused leads_already"
    assert play.state.holds("bob", Card.STRONG_LEADER)


def test_without_the_card_or_out_of_its_window() -> None:
    play = leader_window()
    play >> says("eve", "play_card", card="strong_leader") << "refused does_not_hold_card"
    play = started(deck=["strong_leader"]).deal(strong_leader="bob")
    play >> says("bob", "play_card", card="strong_leader") << "refused window_closed"


def test_every_leader_option_opens_after_rejections_but_not_after_the_card() -> None:
    """[strong_leader_when = every_leader]: after every change of leader but one that it caused."""
    play = started(deck=["strong_leader", "strong_leader"], options={"strong_leader_when": "every_leader"})
    play >> says("ann", "deal_card", card="strong_leader", to="cid") << "card_given"
    play >> says("ann", "deal_card", card="strong_leader", to="dee") << "card_given"
    play.team().everybody("reject")
    assert play.types[-2:] == ["leader_changed", "window_opened"]
    play >> says("cid", "play_card", card="strong_leader") << "card_played window_closed leader_changed"
    assert play.state.phase is Phase.PROPOSAL
    play.check()
    play.team().everybody("reject")
    assert play.types[-1] == "leader_changed", "dee leads himself now"


def test_no_second_strong_leader_until_a_vote_has_been_taken() -> None:
    """Seed and section 2, step 1: another may not be played until a Vote has been taken."""
    options = {"strong_leader_when": "every_leader", "idle_action": "pass_lead"}
    play = started(deck=["strong_leader", "strong_leader"], options=options)
    play >> says("ann", "deal_card", card="strong_leader", to="cid") << "card_given"
    play >> says("ann", "deal_card", card="strong_leader", to="eve") << "card_given"
    play.team().everybody("reject")
    play >> says("cid", "play_card", card="strong_leader") << "card_played window_closed leader_changed"
    play.ceiling() << "idle_acted leader_changed"
    assert play.state.phase is Phase.PROPOSAL, "no window: no Vote since the last one"
    play.check()


# --- No Confidence ---------------------------------------------------------------------------------------------------


def approved(*holders: str, card: str = "no_confidence", **options: Any) -> Play:
    """An approved team ann, bob; these players hold the card."""
    play = started(deck=[card] * len(holders), options=options)
    for holder in holders:
        play >> says("ann", "deal_card", card=card, to=holder) << "card_given"
    return play.team("ann", "bob").everybody("approve")


def test_no_confidence_cancels_an_approved_team() -> None:
    """record.md: card_played, window_closed, team_cancelled, then leader_changed; it counts as a rejection."""
    play = approved("bob")
    play >> says("bob", "play_card", card="no_confidence") << "card_played window_closed team_cancelled leader_changed"
    assert play.event("team_cancelled").rejections == 1
    assert play.state.round.rejections == 1
    assert play.state.round.leader == "bob"
    assert play.state.chronicle.ballots[-1].cancelled_by == "bob"
    play.check()


def test_no_confidence_can_be_the_fifth_rejection() -> None:
    play = started(deck=["no_confidence"]).deal(no_confidence="bob")
    for _ in range(4):
        play.team().everybody("reject")
    play.team().everybody("approve")
    play >> says("bob", "play_card", card="no_confidence") << "card_played window_closed team_cancelled game_ended"
    assert play.event("game_ended").because == "five_rejections"
    play.check()


def test_several_no_confidence_the_earlier_plays_the_others_keep_theirs() -> None:
    play = approved("bob", "cid")
    at = play.now + 100
    play >> says("cid", "play_card", card="no_confidence", at=at) << "card_played window_closed ..."
    play >> says("bob", "play_card", card="no_confidence", at=at) << "refused closing_recorded"
    assert play.state.hand("bob") == (Card.NO_CONFIDENCE,)
    assert play.state.hand("cid") == ()
    play.check()


def test_no_confidence_from_the_votes_end_to_the_windows_end() -> None:
    play = approved("bob")
    ended, opened = play.recorded("team_vote_closed").at, play.recorded("window_opened").at
    closes_at = play.event("window_opened").closes_at
    assert closes_at == opened + DAY
    play >> says("bob", "play_card", card="no_confidence", at=ended - 1) << "refused too_early"
    play >> says("bob", "play_card", card="no_confidence", at=closes_at + 1) << "refused period_over"
    play >> says("bob", "play_card", card="no_confidence", at=ended) << "card_played window_closed ..."
    assert of_type(play, WindowClosed)
    assert play.recorded("window_closed").at == opened
    play.check()


def test_no_window_without_holders() -> None:
    """Step 4: the mission starts at once."""
    play = started().team().everybody("approve")
    assert play.types == ["team_vote_cast", "team_vote_closed", "mission_started"]


# --- In the Spotlight ------------------------------------------------------------------------------------------------


def test_spotlight_publishes_the_targets_vote_with_the_result() -> None:
    """record.md: its mission_vote_shown (to null) stands right after mission_closed."""
    play = approved("cid", card="in_the_spotlight")
    play >> says("cid", "play_card", card="in_the_spotlight", target="eve", public=True) << "refused target_not_on_team"
    play >> says("cid", "play_card", card="in_the_spotlight", public=True) << "refused target_needed"
    play >> says("cid", "play_card", card="in_the_spotlight", target="bob") << "refused wrong_channel"
    played = says("cid", "play_card", card="in_the_spotlight", target="bob", public=True)
    play >> played << "card_played window_closed mission_started"
    play >> says("ann", "mission", value="support", public=True) << "refused mission_votes_private"
    play >> says("bob", "mission", value="support", public=True) << "mission_vote_cast"
    (
        play
        >> says("ann", "mission", value="support")
        << ("mission_vote_cast mission_closed mission_vote_shown leader_changed round_started cards_drawn")
    )
    assert of_type(play, MissionVoteShown) == [MissionVoteShown("bob", None, Card.IN_THE_SPOTLIGHT)]
    play.check()


def test_spotlight_comes_after_no_confidence() -> None:
    play = started(deck=["no_confidence", "in_the_spotlight"]).deal(no_confidence="bob", in_the_spotlight="cid")
    play.team("ann", "bob").everybody("approve")
    assert play.state.phase is Phase.NO_CONFIDENCE_WINDOW
    early = says("cid", "play_card", card="in_the_spotlight", target="bob", public=True)
    play >> early << "refused window_closed"
    play >> says("bob", "decline_card") << "window_passed window_closed window_opened"
    assert play.event("window_opened").window == "spotlight"
    play >> says("cid", "decline_card") << "window_passed window_closed mission_started"
    play.check()


def test_spotlight_vote_filled_in_by_the_ceiling_stands_before_the_delays() -> None:
    play = approved("cid", card="in_the_spotlight")
    play >> says("cid", "play_card", card="in_the_spotlight", target="bob", public=True) << "card_played ..."
    play.ceiling() << (
        "mission_closed mission_vote_shown delay_noted delay_noted leader_changed round_started cards_drawn"
    )
    assert play.state.chronicle.shown[-1].deed is Deed.SUPPORT
    play.check()


# --- Keeping a Close Eye on You --------------------------------------------------------------------------------------


def watched(*holders: str) -> Play:
    """A mission of ann and eve, eve a spy who sabotages; these players hold a Close Eye."""
    play = started(deck=["close_eye"] * len(holders))
    for holder in holders:
        play >> says("ann", "deal_card", card="close_eye", to=holder) << "card_given"
    return play.team("ann", "eve").everybody("approve")


def test_close_eye_is_asked_after_the_votes_and_before_the_result() -> None:
    """record.md: for each use card_played, mission_vote_shown, then window_closed, mission_closed."""
    play = watched("bob").mission("eve")
    assert play.types == ["mission_vote_cast", "window_opened"]
    play >> says("bob", "play_card", card="close_eye", target="cid") << "refused target_not_on_team"
    stamp = play.now + 100
    (
        play
        >> says("bob", "play_card", card="close_eye", target="eve", at=stamp)
        << ("card_played mission_vote_shown window_closed mission_closed leader_changed round_started cards_drawn")
    )
    assert play.state.chronicle.shown[-1].deed is Deed.SABOTAGE
    assert play.recorded("mission_closed").at == stamp
    play.check()


def test_nothing_changes_while_the_close_eye_window_is_open() -> None:
    """Section 3: mission votes are closed when all are in."""
    play = watched("bob").mission("eve")
    play >> says("eve", "mission", value="support") << "refused period_over"
    play >> says("eve", "withdraw_vote") << "refused period_over"


def test_a_target_named_during_the_mission_is_kept_as_the_answer() -> None:
    """Section 4: a holder may name his target as soon as the mission has started."""
    play = watched("bob")
    play >> says("bob", "play_card", card="close_eye", target="cid") << "refused target_not_on_team"
    play >> says("bob", "play_card", card="close_eye", target="ann") << "standing_order_set"
    play >> says("bob", "play_card", card="close_eye", target="eve") << "standing_order_set"
    play.mission("eve")
    assert play.types == [
        "mission_vote_cast", "window_opened", "card_played", "mission_vote_shown", "window_closed", "mission_closed",
        "leader_changed", "round_started", "cards_drawn",
    ]  # fmt: skip
    assert play.event("card_played").target == "eve", "the last one named"
    assert not play.state.standing
    play.check()


def test_two_looks_at_one_player_are_not_allowed_and_the_other_has_an_hour() -> None:
    """Section 4: the earlier stamp wins, the other has at least an hour to choose again (asked_again)."""
    play = watched("bob", "cid").mission("eve")
    closes_at = play.event("window_opened").closes_at
    play >> says("bob", "play_card", card="close_eye", target="eve") << "card_played mission_vote_shown"
    play >> says("cid", "play_card", card="close_eye", target="eve") << "refused already_looked_at"
    late = closes_at - 600
    play >> says("cid", "play_card", card="close_eye", target="eve", at=late, lag=0) << "ceiling_changed"
    assert play.event("ceiling_changed").closes_at == late + HOUR
    assert play.event("ceiling_changed").because == "asked_again"
    (
        play
        >> says("cid", "play_card", card="close_eye", target="ann", at=late + HOUR)
        << ("card_played mission_vote_shown window_closed mission_closed ...")
    )
    play.check()


def test_asking_again_cannot_hold_a_game_up_for_ever() -> None:
    play = watched("bob", "cid").mission("eve")
    play >> says("bob", "play_card", card="close_eye", target="eve") << "card_played mission_vote_shown"
    for expected in ("ceiling_changed", "ceiling_changed", "refused already_looked_at"):
        assert play.state.period is not None
        assert play.state.period.closes_at is not None
        at = play.state.period.closes_at - 60
        play >> says("cid", "play_card", card="close_eye", target="eve", at=at, lag=0) << expected


def test_one_holder_of_two_may_use_both_on_different_members() -> None:
    """record.md: one answer frees a holder of two copies; the second may be used until the window closes."""
    play = watched("bob", "bob", "cid").mission("eve")
    assert play.event("window_opened").holders == ("bob", "cid")
    play >> says("bob", "play_card", card="close_eye", target="eve") << "card_played mission_vote_shown"
    play >> says("bob", "play_card", card="close_eye", target="ann") << "card_played mission_vote_shown"
    play >> says("cid", "decline_card") << "window_passed window_closed mission_closed ..."
    play.check()
    play = watched("bob", "bob")
    for target in ("ann", "eve"):
        play >> says("bob", "play_card", card="close_eye", target=target) << "standing_order_set"
    play.mission()
    assert [e.target for e in of_type(play, CardPlayed)] == ["ann", "eve"]
    play.check()


def test_the_holder_himself_may_be_looked_at_and_a_missing_vote_shows_as_it_counted() -> None:
    play = watched("eve")
    play >> says("ann", "mission", value="support") << "mission_vote_cast"
    play.ceiling() << "window_opened"
    (
        play
        >> says("eve", "play_card", card="close_eye", target="eve")
        << ("card_played mission_vote_shown window_closed mission_closed delay_noted ...")
    )
    assert play.state.chronicle.shown[-1].deed is Deed.SUPPORT
    play.check()


def test_delays_excused_before_a_close_eye_window_stay_excused() -> None:
    """Section 3, Delays: the reason is noted in the record, as the window stands between."""
    play = watched("bob")
    due = play.state.period
    assert due is not None
    assert due.closes_at is not None
    order = Order("ceiling", CLOCK, due.closes_at, {"period": due.seq, "excused": True})
    play >> Saying(order, 180) << "note_added window_opened"
    play >> says("bob", "decline_card") << "window_passed window_closed mission_closed leader_changed ..."
    play.check()


def test_only_the_programs_own_note_excuses() -> None:
    """Section 3, Delays: what a moderator writes into the record changes no count, whatever his words."""
    play = watched("bob")
    due = play.state.period
    assert due is not None
    assert due.closes_at is not None
    play >> orders("note", text=TROUBLED) << "overridden note_added"
    play >> Saying(Order("ceiling", CLOCK, due.closes_at, {"period": due.seq}), 180) << "window_opened"
    play >> says("bob", "decline_card") << "window_passed window_closed mission_closed delay_noted ..."


# --- Opinion Maker ---------------------------------------------------------------------------------------------------


def test_opinion_maker_votes_in_public_for_the_rest_of_the_game() -> None:
    """Section 4: the holder's private team vote is refused with the reason."""
    play = started(deck=["opinion_maker"]).deal(opinion_maker="bob").team()
    play >> says("bob", "vote", value="approve") << "refused votes_public"
    assert play.refusal is not None
    assert play.refusal.facts["card"] == "opinion_maker"
    play >> says("bob", "vote", value="approve", public=True) << "team_vote_cast"
    assert play.event("team_vote_cast").public is True
    play >> says("bob", "play_card", card="opinion_maker", public=True) << "refused not_awaited"
    play >> says("bob", "standing", what="approve") << "refused votes_public"
    play.check()


# --- Take Responsibility ---------------------------------------------------------------------------------------------


def test_take_responsibility_takes_a_held_card_of_any_other_player() -> None:
    """Section 4: also one dealt in this round; naming the player is enough if he holds one kind."""
    play = started(deck=["close_eye", "no_confidence", "take_responsibility"])
    play.deal(close_eye="cid", no_confidence="cid", take_responsibility="bob")
    play >> says("ann", "propose", team=["ann", "bob"]) << "refused choice_awaited"
    play >> says("bob", "use_card", card="take_responsibility") << "refused target_needed"
    play >> says("bob", "use_card", card="take_responsibility", target="dee") << "refused target_not_allowed"
    play >> says("bob", "use_card", card="take_responsibility", target="bob") << "refused target_not_allowed"
    play >> says("cid", "use_card", card="take_responsibility", target="bob") << "refused not_awaited"
    play >> says("bob", "use_card", card="take_responsibility", target="cid") << "refused which_card"
    wrong = says("bob", "use_card", card="take_responsibility", target="cid", takes="open_up")
    play >> wrong << "refused does_not_hold_card"
    private = says("bob", "use_card", card="take_responsibility", target="cid", takes="close_eye", public=False)
    play >> private << "refused wrong_channel"
    play >> says("bob", "use_card", target="cid", takes="close_eye") << "card_taken"
    assert play.state.hand("bob") == (Card.CLOSE_EYE,)
    assert play.state.hand("cid") == (Card.NO_CONFIDENCE,)
    assert Card.TAKE_RESPONSIBILITY in play.state.cards.discarded
    play.check()


def test_take_responsibility_with_none_to_take() -> None:
    """Section 4: if no other player holds any, nothing happens: card_taken with nulls."""
    play = started(deck=["take_responsibility", "close_eye"])
    play >> says("ann", "deal_card", card="take_responsibility", to="bob") << "card_given card_taken"
    assert (play.event("card_taken").card, play.event("card_taken").from_) == (None, None)
    play.check()


# --- role cards ------------------------------------------------------------------------------------------------------


def test_overheard_conversation_is_for_neighbours_on_the_circular_list() -> None:
    """Section 4: the receiver picks a neighbour and is told that role."""
    play = started(deck=["overheard_conversation", "overheard_conversation"])
    play.deal(overheard_conversation="eve")
    play >> says("eve", "use_card", card="overheard_conversation", target="bob") << "refused not_adjacent"
    assert play.refusal is not None
    assert play.refusal.facts["options"] == ("ann", "dee")
    play >> says("eve", "use_card", card="overheard_conversation", target="ann") << "card_played role_shown"
    assert of_type(play, RoleShown)[-1] == RoleShown("ann", "eve", Card.OVERHEARD_CONVERSATION)
    play >> says("ann", "deal_card", card="overheard_conversation", to="bob") << "card_given"
    play.check()


def test_open_up_shows_the_receivers_role_to_whom_he_picks() -> None:
    play = started(deck=["open_up", "close_eye"]).deal(open_up="bob")
    play >> says("bob", "use_card", card="open_up", target="bob") << "refused target_not_allowed"
    play >> says("ann", "deal_card", card="close_eye", to="cid") << "card_given"
    play >> says("bob", "use_card", card="open_up", target="eve") << "card_played role_shown"
    assert of_type(play, RoleShown)[-1] == RoleShown("bob", "eve", Card.OPEN_UP)
    play.check()


def test_establish_confidence_shows_the_leaders_role_at_once() -> None:
    """record.md: it is given to the player chosen, role_shown follows. ``!use`` is the same thing."""
    card = "establish_confidence"
    for own, other in (
        (says("ann", "deal_card", card=card, to="ann"), says("ann", "deal_card", card=card, to="cid")),
        (says("ann", "use_card", card=card, target="ann"), says("ann", "use_card", card=card, target="cid")),
    ):
        play = started(deck=[card])
        play >> own << "refused leader_keeps_no_card"
        play >> other << "card_given role_shown"
        assert of_type(play, RoleShown)[-1] == RoleShown("ann", "cid", Card.ESTABLISH_CONFIDENCE)
        assert play.state.phase is Phase.PROPOSAL
        play.check()
