"""hosting.md and record.md: moderators' overrides, each behind its ``overridden``, judged by the referee."""

from dataclasses import replace

from forumgm.core.items import Channel
from forumgm.core.orders import ActorKind
from tests.games.resistance.playbook import Said, account, orders, says, started


def test_a_vote_is_set_and_completes_the_ballot() -> None:
    """Votes and moves: ``!setvote @player approve``."""
    play = started(5).team()
    play.votes(approve=("ann", "bob", "cid", "dee"))
    play >> orders("setvote", player="eve", value="reject") << "overridden team_vote_cast team_vote_closed ..."
    assert play.event("team_vote_closed").votes["eve"] == "reject"
    play.check()


def test_a_set_vote_may_be_changed_and_struck() -> None:
    play = started(5).team()
    play >> orders("setvote", player="eve", value="approve") << "overridden team_vote_cast"
    play >> says("eve", "vote", value="reject") << "team_vote_cast"
    play >> orders("strikevote", player="eve") << "overridden team_vote_withdrawn"
    play >> orders("strikevote", player="eve") << "refused no_vote"
    play.check()


def test_a_mission_vote_is_set_by_message_only_and_never_against_a_role() -> None:
    """hosting.md "Where"; a sabotage tells the role, so setting one is a look (record.md, ``secrets_viewed``)."""
    play = started(5, spies=("ann", "eve")).team("ann", "bob").everybody("approve")
    assert play.state.mission is not None
    thread = Said(
        "host", "setvote", {"player": "ann", "value": "sabotage"}, Channel.THREAD, None, 30, ActorKind.MODERATOR
    )
    play >> thread << "refused mission_votes_private"
    play >> orders("setvote", player="bob", value="sabotage") << "secrets_viewed"
    assert "bob" not in play.state.mission.votes, "the Resistance cannot sabotage, by nobody's hand"
    play >> orders("setvote", player="cid", value="support") << "refused not_on_team"
    play >> orders("setvote", player="bob", value="approve") << "refused wrong_ballot_word"
    play >> orders("setvote", player="ann", value="sabotage") << "secrets_viewed overridden mission_vote_cast"
    play >> says("bob", "mission", value="support") << "mission_vote_cast mission_closed ..."
    assert play.event("mission_closed").sabotages == 1
    play.check()


def test_a_moderator_with_a_seat_sets_and_sees_no_secrets() -> None:
    """hosting.md "Rights": refused before any role is consulted."""
    play = started(5).team()
    for verb, args in (
        ("setvote", {"player": "bob", "value": "approve"}),
        ("strikevote", {"player": "bob"}),
        ("whois", {}),
    ):
        said = Said("ann", verb, args, Channel.PRIVATE, None, 30, ActorKind.MODERATOR)
        made = said.made(play)

        order = replace(made.order, by=replace(account("ann"), kind=ActorKind.MODERATOR))
        play.give(order, now=play.now + 90)
        assert play.refusal is not None
        assert play.refusal.code == "seated_moderator"


def test_a_look_at_the_roles_is_recorded() -> None:
    play = started(5)
    play >> orders("whois") << "secrets_viewed"
    assert play.event("secrets_viewed").moderator == "host"
    play.check()


def test_a_voided_proposal_gives_its_number_back() -> None:
    """record.md: a voided proposal gives its number back."""
    play = started(5).team()
    play.votes(approve=("ann",))
    play >> orders("void") << "overridden proposal_voided"
    play >> orders("void") << "refused nothing_to_void"
    play.team()
    assert play.event("team_proposed").attempt == 1
    play.check()


def test_a_team_is_proposed_in_the_leaders_name() -> None:
    play = started(5)
    play >> orders("propose_for", leader="bob", team=("ann", "bob")) << "refused not_leader"
    play >> orders("propose_for", leader="ann", team=("ann",)) << "refused wrong_size"
    play >> orders("propose_for", leader="ann", team=("ann", "nobody")) << "refused unknown_name"
    play >> orders("propose_for", leader="ann", team=("ann", "cid")) << "overridden team_proposed"
    assert play.event("team_proposed").leader == "ann"
    play.check()


def test_the_lead_moves_only_while_cards_or_a_team_are_awaited() -> None:
    """hosting.md "Leader"; undealt cards go to the new Leader."""
    play = started(5, deck=("close_eye",))
    play >> orders("leader", player="cid") << "overridden leader_changed"
    play >> orders("leader", player="cid") << "refused leads_anyway"
    play.deal(close_eye="ann").team()
    play >> orders("leader", player="bob") << "refused leader_not_now"
    play.check()


def test_closing_by_hand_uses_the_defaults_and_counts_no_delay() -> None:
    """hosting.md "Closing by hand"."""
    play = started(5).team()
    play.votes(approve=("ann", "bob"))
    play >> orders("close") << "overridden team_vote_closed mission_started"
    assert play.event("team_vote_closed").missing == ("cid", "dee", "eve")
    assert "delay_noted" not in play.types
    play.check()


def test_nothing_is_closed_where_nothing_runs() -> None:
    play = started(5)
    play >> orders("close") << "refused nothing_runs"


def test_cards_are_moved_by_hand() -> None:
    play = started(5, deck=("opinion_maker",)).deal(opinion_maker="bob")
    play >> orders("give", card="opinion_maker", to="cid") << "overridden card_moved"
    assert play.state.holds("cid", play.state.hand("cid")[0])
    assert play.state.hand("bob") == ()
    play >> orders("take", card="opinion_maker", player="bob") << "refused does_not_hold_card"
    play >> orders("take", card="opinion_maker", player="cid") << "overridden card_moved"
    play >> orders("give", card="close_eye", to="cid") << "refused no_such_copy"
    play >> orders("give", card="opinion_maker", to="dee") << "overridden card_moved"
    play.check()


def test_a_card_moved_to_a_new_opinion_maker_drops_his_private_vote() -> None:
    """resistance.md section 4, Opinion Maker: a public vote stands, the new holder's private one is dropped."""
    play = started(5, deck=("opinion_maker",)).deal(opinion_maker="bob").team()
    play.votes(approve=("bob", "cid"))
    play >> orders("give", card="opinion_maker", to="cid") << "overridden card_moved team_vote_withdrawn"
    assert play.event("team_vote_withdrawn").because == "opinion_maker"
    play.check()


def test_a_card_is_played_in_somebodys_name() -> None:
    play = started(5, deck=("no_confidence",)).deal(no_confidence="bob").team().everybody("approve")
    (
        play
        >> orders("play_for", player="bob", card="no_confidence", target=None)
        << ("overridden card_played window_closed team_cancelled leader_changed")
    )
    play >> orders("play_for", player="bob", card="no_confidence", target=None) << "refused does_not_hold_card"
    play.check()


def test_names_words_and_seats() -> None:
    play = started(5)
    play >> orders("alias", player="ann", alias="Annie") << "overridden nickname_set"
    assert play.state.seat("ann") is not None
    play >> orders("announce", text="Back on Monday.") << "overridden announced"
    play >> orders("note", text="Ruling on edits.") << "overridden note_added"
    play >> orders("kick", player="ann") << "refused seat_needs_somebody"
    play.check()


def test_players_give_no_overrides() -> None:
    play = started(5).team()
    play >> says("ann", "setvote", player="bob", value="approve") << "refused not_moderator"
    play >> says("ann", "void") << "refused not_moderator"
