"""hosting.md "Replacing": a seat changes hands when the newcomer has answered, and everything stays with the seat."""

from typing import Any

import pytest

from forumgm.games.resistance.ceilings import deadlines
from tests.games.resistance.playbook import DAY, HOUR, Play, gm, orders, says, started


def seated(play: Play, old: str, new: str, **more: Any) -> Play:
    """Let a moderator order the replacement and the newcomer answer."""
    play >> orders("replace", old=old, new=new) << "overridden"
    play >> gm("seat_newcomer", old=old, new=new, account=f"t2_{new}", **more)
    assert play.refusal is None, play.refusal
    return play


def test_the_seat_stays_the_old_players_until_the_newcomer_answers() -> None:
    play = started(5).team()
    play >> orders("replace", old="bob", new="zoe") << "overridden"
    play >> says("bob", "vote", value="approve") << "team_vote_cast"
    assert play.state.players == ("ann", "bob", "cid", "dee", "eve")


def test_role_cards_and_vote_stay_and_the_newcomer_may_change_the_vote() -> None:
    play = started(5, deck=("close_eye",)).deal(close_eye="bob").team().votes(approve=("bob",))
    role = play.state.role_of("bob")
    seated(play, "bob", "zoe")
    assert play.types == ["player_replaced"], "a seat that has voted is not awaited: no period starts anew"
    assert play.state.role_of("zoe") is role
    assert play.state.hand("zoe") == ("close_eye",)
    assert play.state.proposal is not None
    assert play.state.proposal.votes["zoe"].vote == "approve"
    play >> says("zoe", "vote", value="reject") << "team_vote_cast"
    play.check()


def test_an_awaited_seat_gets_the_full_time_again() -> None:
    play = started(5).team()
    play >> gm("outage", start=0, end=0) << "refused no_time_back"
    play.now += 20 * HOUR
    seated(play, "bob", "zoe")
    assert play.types == ["player_replaced", "ceiling_changed"]
    assert play.event("ceiling_changed").closes_at == play.now + DAY
    assert play.event("ceiling_changed").because == "replaced"
    play.check()


def test_standing_orders_lapse_and_strikes_are_cleared() -> None:
    play = started(5)
    play >> says("bob", "standing", what="approve") << "standing_order_set"
    seated(play, "bob", "zoe")
    assert "zoe" not in play.state.standing
    assert play.state.seat("zoe").strikes == 0  # type: ignore[union-attr]
    assert play.state.seat("bob").name == "zoe", "the old name still resolves"  # type: ignore[union-attr]
    play.check()


def test_items_stamped_before_the_change_still_count() -> None:
    play = started(5).team()
    stamp = play.now + 60
    play >> orders("replace", old="bob", new="zoe") << "overridden"
    play >> gm("seat_newcomer", old="bob", new="zoe", account="t2_zoe", at=stamp + 300)
    play >> says("bob", "vote", value="approve", at=stamp, lag=900) << "team_vote_cast"
    assert play.event("team_vote_cast").player == "zoe"


@pytest.mark.parametrize(
    ("new", "code"),
    [("cid", "newcomer_plays"), ("CID", "newcomer_plays"), ("gm_bot", "newcomer_is_bot"), ("host", "saw_secrets")],
)
def test_who_cannot_be_the_newcomer(new: str, code: str) -> None:
    """hosting.md: a player of the game, the bot, whoever looked at secrets: each has an answer."""
    play = started(5)
    play >> orders("whois") << "secrets_viewed"
    play >> orders("replace", old="bob", new=new, bot="gm_bot") << f"refused {code}"


def test_a_reserve_moves_up_and_leaves_the_reserves() -> None:
    play = started(5)
    play >> orders("replace", old="bob", new="reserve") << "refused no_reserve"
    play >> says("zoe", "sign_up", reserve=True) << "reserve_joined"
    play >> orders("replace", old="bob", new="reserve") << "overridden"
    play >> gm("seat_newcomer", old="bob", new="zoe", account="t2_zoe")
    assert play.state.table.reserves == ()
    assert "zoe" in play.state.players
    play.check()


def test_replacing_the_leader_leaves_lead_and_proposal_with_the_seat() -> None:
    """hosting.md "Leader"."""
    play = started(5).team("ann", "bob")
    seated(play, "ann", "zoe")
    assert play.state.round.leader == "zoe"
    assert play.state.proposal is not None
    assert play.state.proposal.team == ("zoe", "bob")
    play.check()


def test_a_seat_replaced_in_a_pause_starts_anew_on_resuming() -> None:
    """record.md, fine print, Start."""
    play = started(5).team()
    play >> orders("pause") << "overridden game_paused"
    seated(play, "bob", "zoe")
    assert play.types == ["player_replaced"]
    play >> orders("resume") << "overridden game_resumed"
    assert play.event("game_resumed").closes_at == play.recorded("game_resumed").at + DAY
    play.check()


def test_kick_frees_a_seat_before_the_start_and_drops_a_reserve_after_it() -> None:
    play = Play(options={"handshake": False})
    play >> says("ann", "sign_up") << "player_joined"
    play >> orders("kick", player="ann") << "overridden player_left"
    assert play.state.table.seats == ()
    play = started(5)
    play >> says("zoe", "sign_up", reserve=True) << "reserve_joined"
    play >> orders("kick", player="zoe") << "overridden player_left"
    play >> orders("kick", player="bob") << "refused seat_needs_somebody"
    play.check()


def test_an_alias_is_checked_like_a_players_own_nickname() -> None:
    play = started(5)
    play >> orders("alias", player="ann", alias="approve") << "refused name_is_command"
    play >> orders("alias", player="ann", alias="bobb") << "refused name_taken"
    play >> orders("alias", player="ann", alias="Bexy") << "overridden nickname_set"
    play.check()


def test_remind_and_resend_change_nothing_but_stand_in_the_record() -> None:
    play = started(5).team()
    before = play.state.proposal
    play >> orders("remind") << "overridden"
    play >> orders("resend", player="bob") << "overridden"
    play >> orders("resend", player="zoe") << "refused unknown_name"
    assert play.state.proposal == before
    play.check()


def idle_rows(play: Play) -> dict[str, int]:
    """Return what is due of an action without a ceiling, by verb."""
    return {d.verb: d.at for d in deadlines(play.state)}


def test_an_awaited_leaders_idle_clock_starts_anew() -> None:
    """hosting.md "Replacing": if the seat is awaited the period starts anew, also one without a ceiling."""
    play = started(5, options={"idle_action": "pass_lead"})
    keys = {d.key for d in deadlines(play.state)}
    play.now += 40 * HOUR
    seated(play, "ann", "zoe")
    assert idle_rows(play) == {
        "idle_reminder": play.now + DAY,
        "idle_alert": play.now + 2 * DAY,
        "idle_ceiling": play.now + 2 * DAY,
    }
    assert not keys & {d.key for d in deadlines(play.state)}, "the newcomer gets reminders of his own"
    play.ceiling() << "idle_acted leader_changed"
    play.check()


def test_a_replacement_of_somebody_else_leaves_the_leaders_idle_clock() -> None:
    play = started(5)
    before = deadlines(play.state)
    play.now += 40 * HOUR
    seated(play, "bob", "zoe")
    assert deadlines(play.state) == before


def test_an_awaited_receivers_idle_clock_starts_anew_and_the_leaders_goes_on() -> None:
    play = started(5, deck=("take_responsibility", "open_up"), options={"cards_per_round": {"5": 2}})
    play.deal(open_up="bob")
    leader = [d.at for d in deadlines(play.state) if d.args["period"] == play.state.period.seq]  # type: ignore[union-attr]
    play.now += 40 * HOUR
    seated(play, "bob", "zoe")
    rows = deadlines(play.state)
    choice = play.state.cards.choices[0]
    assert [d.at for d in rows if d.args["period"] == choice.seq] == [play.now + DAY, play.now + 2 * DAY]
    assert [d.at for d in rows if d.args["period"] != choice.seq] == leader


def test_an_idle_clock_started_anew_stands_still_in_a_pause() -> None:
    play = started(5)
    play.now += 40 * HOUR
    seated(play, "ann", "zoe")
    due = deadlines(play.state)[0].at
    at = play.now + HOUR
    play >> orders("pause", at=at) << "overridden game_paused"
    play >> orders("resume", at=at + DAY) << "overridden game_resumed"
    assert deadlines(play.state)[0].at == due + DAY


def test_an_idle_leader_replaced_in_a_pause_has_the_full_time_on_resuming() -> None:
    play = started(5)
    play.now += 40 * HOUR
    play >> orders("pause") << "overridden game_paused"
    play.now += HOUR
    seated(play, "ann", "zoe")
    at = play.now + 5 * HOUR
    play >> orders("resume", at=at) << "overridden game_resumed"
    assert deadlines(play.state)[0].at == at + DAY
    play.check()


def test_the_old_receivers_earlier_choice_still_counts() -> None:
    """hosting.md: the old player's items stamped before the change still count."""
    play = started(5, deck=("open_up",)).deal(open_up="bob")
    stamp = play.now + 60
    play >> orders("replace", old="bob", new="zoe") << "overridden"
    play >> gm("seat_newcomer", old="bob", new="zoe", account="t2_zoe", at=stamp + 300)
    play >> says("bob", "use_card", card="open_up", target="cid", at=stamp, lag=900)
    assert play.refusal is None
