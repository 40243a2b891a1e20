"""resistance.md section 3: openings, ceilings, ends, changes, delays, idle actions, outage, pause."""

import pytest

from forumgm.core.orders import CLOCK, Order
from forumgm.games.resistance.ceilings import deadlines
from forumgm.games.resistance.events import DelayNoted
from forumgm.games.resistance.terms import Phase
from tests.games.resistance.playbook import DAY, HOUR, NAMES, Play, Saying, gm, of_type, orders, says, started


def test_a_ballot_opens_when_the_gm_decides_it() -> None:
    """Opening: at the forum time at which the GM decides it; closes_at is that plus its ceiling of 24 hours."""
    play = started()
    stamp = play.now + 60
    play >> says("ann", "propose", team=["ann", "bob"], at=stamp, lag=90) << "team_proposed"
    assert play.recorded("team_proposed").at == stamp
    assert play.state.period is not None
    assert play.state.period.opened_at == stamp + 90
    assert play.event("team_proposed").closes_at == stamp + 90 + DAY


def test_a_ballot_takes_only_votes_stamped_at_or_after_its_opening() -> None:
    """End: an earlier one is answered as late for the ballot before, and says what is open now."""
    play = started().team()
    assert play.state.period is not None
    opened = play.state.period.opened_at
    play >> says("bob", "vote", value="approve", at=opened - 1) << "refused late_for_previous"
    assert play.refusal is not None
    assert play.refusal.facts["current"] == "team_vote"
    play >> says("bob", "vote", value="approve", at=opened) << "team_vote_cast"


def test_a_period_ends_at_the_stamp_of_the_order_that_completes_it() -> None:
    """End: by rule alone, never by when the GM happens to look."""
    play = started().team().votes(approve=NAMES[:4])
    stamp = play.now + 100
    (
        play
        >> says("eve", "vote", value="approve", at=stamp, lag=5000)
        << "team_vote_cast team_vote_closed mission_started"
    )
    assert play.recorded("team_vote_closed").at == stamp
    assert play.recorded("mission_started").at == stamp + 5000


def test_the_latest_stamp_among_those_that_complete_it_counts() -> None:
    """record.md, fine print: a period ends at the latest stamp among the votes that complete it."""
    play = started().team().votes(approve=NAMES[:4])
    latest = max(r.at for r in play.log)
    play >> says("eve", "vote", value="approve", at=latest - 30) << "team_vote_cast team_vote_closed mission_started"
    assert play.recorded("team_vote_closed").at == latest
    play.check()


def test_the_ceilings_own_second_counts_and_the_next_does_not() -> None:
    """End: a vote stamped in the ceiling's own second counts; one after it is refused with the time of the end."""
    play = started().team().votes(approve=NAMES[:2])
    assert play.state.period is not None
    closes_at = play.state.period.closes_at
    assert closes_at is not None
    play >> says("cid", "vote", value="reject", at=closes_at + 1) << "refused period_over"
    assert play.refusal is not None
    assert play.refusal.facts["ended_at"] == closes_at
    play >> says("cid", "vote", value="reject", at=closes_at) << "team_vote_cast"
    play.ceiling() << "team_vote_closed delay_noted delay_noted mission_started"
    assert play.recorded("team_vote_closed").at == closes_at
    assert play.recorded("mission_started").at == closes_at + 180


def test_once_the_closing_is_recorded_nothing_changes_it() -> None:
    """End: an earlier-stamped order that shows up later is refused with the reason."""
    play = started().team().votes(approve=NAMES[:4])
    play.ceiling() << "team_vote_closed delay_noted mission_started"
    closing = play.recorded("team_vote_closed").at
    play >> says("eve", "vote", value="reject", at=closing - 10) << "refused closing_recorded"
    play >> says("eve", "vote", value="reject", at=closing + 10) << "refused period_over"
    play.check()


def test_votes_may_be_changed_until_the_end_and_the_last_counts() -> None:
    """A vote may be changed or withdrawn (!unvote) until its period ends; the last one counts."""
    play = started().team()
    at = play.now + 100
    play >> says("bob", "vote", value="approve", at=at) << "team_vote_cast"
    play >> says("bob", "vote", value="reject", at=at + 10) << "team_vote_cast"
    play >> says("bob", "vote", value="approve", at=at + 5) << "refused superseded"
    play >> says("bob", "withdraw_vote") << "team_vote_withdrawn"
    play >> says("bob", "withdraw_vote") << "refused no_vote"
    play >> says("bob", "vote", value="approve", at=at + 11) << "refused superseded"
    play.everybody("reject")
    assert play.event("team_vote_closed").votes["bob"] == "reject"
    play.check()


def test_vote_change_never() -> None:
    """[vote_change = never]: the first vote stands."""
    play = started(options={"vote_change": "never"}).team()
    play >> says("bob", "vote", value="approve") << "team_vote_cast"
    play >> says("bob", "vote", value="reject") << "refused votes_final"
    play >> says("bob", "withdraw_vote") << "refused votes_final"
    play.votes(approve=("ann", "cid", "dee", "eve"))
    play >> says("ann", "mission", value="support") << "mission_vote_cast"
    play >> says("ann", "mission", value="support") << "refused votes_final"


@pytest.mark.parametrize(("missing", "approved"), [("abstain", True), ("reject", False), ("approve", True)])
def test_missing_team_votes(missing: str, *, approved: bool) -> None:
    """Missing: [missing_team_vote]; two approve, one rejects, two are missing."""
    play = started(options={"missing_team_vote": missing}).team().votes(approve=NAMES[:2], reject=NAMES[2:3])
    play.ceiling()
    closed = play.event("team_vote_closed")
    assert closed.approved is approved
    assert closed.missing == ("dee", "eve")
    assert closed.votes == {"ann": "approve", "bob": "approve", "cid": "reject"}
    play.check()


@pytest.mark.parametrize("missing", ["abstain", "reject", "approve"])
def test_nobody_voted_means_rejected(missing: str) -> None:
    """record.md, fine print: under every missing_team_vote."""
    play = started(options={"missing_team_vote": missing}).team()
    play.ceiling()
    assert play.event("team_vote_closed").approved is False


def test_missing_mission_votes_count_as_support_and_are_delays() -> None:
    """Missing: a mission vote counts as SUPPORT; delays follow the closing and name the period's opening."""
    play = started().team("ann", "eve").everybody("approve")
    opened = play.recorded("mission_started").seq
    play.ceiling() << "mission_closed delay_noted delay_noted leader_changed round_started"
    closed = play.event("mission_closed")
    assert (closed.sabotages, closed.succeeded, closed.missing, dict(closed.votes)) == (0, True, ("ann", "eve"), {})
    assert [e.period for e in of_type(play, DelayNoted)] == [opened, opened]
    assert all(d.on_mission for d in play.state.chronicle.delays)
    play.check()


def test_no_delay_is_counted_when_something_was_down() -> None:
    """Delays: none if the program or the forum was down at a reminder's time or in the last hour."""
    play = started().team()
    due = next(d for d in deadlines(play.state) if d.verb == "ceiling")
    play >> Saying(Order("ceiling", CLOCK, due.at, {**due.args, "excused": True}), 180)
    assert play.types == ["team_vote_closed", "leader_changed"]


def test_strikes_add_up() -> None:
    play = started().team()
    play.ceiling()
    play.team()
    play.ceiling()
    assert [seat.strikes for seat in play.state.table.seats] == [2, 2, 2, 2, 2]


def test_a_ceiling_takes_effect_once_and_only_on_its_period() -> None:
    """Design law 4: it takes effect once, dated when it was due."""
    play = started().team()
    due = next(d for d in deadlines(play.state) if d.verb == "ceiling")
    early = Order("ceiling", CLOCK, due.at - 1, dict(due.args))
    play >> Saying(early, 0) << "refused not_due"
    strike = Saying(Order("ceiling", CLOCK, due.at, dict(due.args)), 180)
    play >> strike << "team_vote_closed ..."
    play >> strike << "refused not_due"


def test_reminders_and_ceilings_are_rows() -> None:
    """Reminders: before a ceiling [12h, 3h]; ceilings of 24 h."""
    play = started().team()
    assert play.state.period is not None
    opened = play.state.period.opened_at
    assert [(d.verb, d.at - opened, d.ceiling) for d in deadlines(play.state)] == [
        ("reminder", 12 * HOUR, False),
        ("reminder", 21 * HOUR, False),
        ("ceiling", DAY, True),
    ]


def test_idle_leader_gets_a_reminder_and_the_moderators_an_alert() -> None:
    """Actions that are not votes: a reminder after 24 h, an alert after 48 h, nothing automatic."""
    play = started()
    assert play.state.period is not None
    opened = play.state.period.opened_at
    rows = [(d.verb, d.at - opened, d.ceiling) for d in deadlines(play.state)]
    assert rows == [("idle_reminder", DAY, False), ("idle_alert", 2 * DAY, False)]


def test_idle_random_proposes_the_first_of_the_shuffled_order() -> None:
    """record.md: team = the first k of shuffle(order), label idle|{seq of idle_acted}."""
    play = started(options={"idle_action": "random"})
    play.ceiling() << "idle_acted team_proposed"
    acted = play.recorded("idle_acted")
    shuffled = play.chance.stream(f"idle|{acted.seq}").shuffle(NAMES[:5])
    assert play.event("team_proposed").team == tuple(shuffled[:2])
    assert play.event("team_proposed").closes_at == play.now + DAY


def test_idle_random_deals_and_chooses() -> None:
    """record.md: a card's receiver or target = the first of the shuffle of those allowed."""
    play = started(deck=["open_up", "close_eye"], options={"idle_action": "random"})
    play.ceiling() << "idle_acted card_given idle_acted card_given"
    receiver = play.state.cards.choices[0].player
    acted = [r for r in play.log if r.event.type == "idle_acted"]
    assert receiver == play.chance.stream(f"idle|{acted[0].seq}").shuffle(NAMES[1:5])[0]
    play.ceiling() << "idle_acted card_played role_shown"
    others = [n for n in NAMES[:5] if n != receiver]
    acted = [r for r in play.log if r.event.type == "idle_acted"]
    assert play.event("card_played").target == play.chance.stream(f"idle|{acted[-1].seq}").shuffle(others)[0]
    play.check()


def test_idle_pass_lead_is_no_rejection() -> None:
    """Passing the lead is no rejection and the new Leader deals what is left."""
    play = started(deck=["close_eye"], options={"idle_action": "pass_lead"})
    play.ceiling() << "idle_acted leader_changed"
    assert play.state.round.leader == "bob"
    assert play.state.round.rejections == 0
    assert play.state.period is not None
    assert play.state.period.opened_at == play.now
    play >> says("ann", "deal_card", card="close_eye", to="cid") << "refused not_leader"
    play >> says("bob", "deal_card", card="close_eye", to="ann") << "card_given"
    play.check()


def test_every_new_leader_gets_the_full_time() -> None:
    play = started().team().everybody("reject")
    assert play.state.period is not None
    assert play.state.period.opened_at == play.now == play.recorded("leader_changed").at


def test_a_post_that_is_more_than_five_minutes_late_gives_the_difference() -> None:
    """Opening: if the GM's post is stamped more than five minutes later the difference is added."""
    play = started().team()
    seq = play.recorded("team_proposed").seq
    closes_at = play.event("team_proposed").closes_at
    play >> gm("posted_late", period=seq, seconds=300) << "refused not_due"
    play >> gm("posted_late", period=seq - 1, seconds=900) << "refused not_due"
    play >> gm("posted_late", period=seq, seconds=301) << "ceiling_changed"
    assert play.event("ceiling_changed").closes_at == closes_at + 301
    play.check()


def test_only_a_long_outage_of_the_forum_gives_time_back() -> None:
    """Outage: more than outage_limit (1 h) inside a period; the period gets that time back."""
    play = started().team()
    start = play.now + HOUR
    closes_at = play.event("team_proposed").closes_at
    play >> gm("outage", at=start + HOUR, start=start, end=start + HOUR) << "refused no_time_back"
    play >> gm("outage", at=start + HOUR + 1, start=start, end=start + HOUR + 1) << "ceiling_changed"
    assert play.event("ceiling_changed").closes_at == closes_at + HOUR + 1
    play >> gm("outage", at=start + 3 * HOUR, start=start + 2 * HOUR, end=start + 2 * HOUR + 60) << "ceiling_changed"
    assert play.event("ceiling_changed").closes_at == closes_at + HOUR + 61
    play.check()


def paused() -> tuple[Play, int, int]:
    play = started().team().votes(approve=NAMES[:3])
    at = play.now + HOUR
    closes_at = play.event("team_proposed").closes_at
    play >> orders("pause", at=at) << "overridden game_paused"
    return play, at, closes_at


def test_on_resuming_a_period_gets_the_time_it_had_left() -> None:
    """Pause: nothing closes; nothing is due; each period gets the time it had left."""
    play, at, closes_at = paused()
    assert deadlines(play.state) == ()
    play >> orders("pause") << "refused already_paused"
    play >> orders("resume", at=at + 3 * DAY) << "overridden game_resumed"
    assert play.event("game_resumed").closes_at == closes_at + 3 * DAY
    play >> orders("resume") << "refused not_paused"
    play.check()


def test_votes_are_taken_in_a_pause_and_a_complete_period_closes_on_resuming() -> None:
    """Pause: votes, passes and standing orders are taken, everything else is refused; a complete one closes then."""
    play, at, _ = paused()
    play >> says("dee", "vote", value="approve", at=at + 2 * DAY) << "team_vote_cast"
    play >> says("eve", "vote", value="approve", at=at + 2 * DAY) << "team_vote_cast"
    play >> says("ann", "propose", team=["ann", "bob"]) << "refused game_paused"
    resumed = play.now + 60
    play >> orders("resume", at=resumed) << "overridden game_resumed team_vote_closed mission_started"
    assert play.recorded("team_vote_closed").at == resumed
    play.check()


def test_a_pause_is_ordered_by_stamp_against_the_ceiling() -> None:
    """Pause: a vote stamped after the ceiling does not count because of a later pause."""
    play = started().team().votes(approve=NAMES[:3])
    closes_at = play.event("team_proposed").closes_at
    play >> orders("pause", at=closes_at + 60) << "overridden game_paused"
    play >> says("dee", "vote", value="reject", at=closes_at + 90) << "refused period_over"
    play >> orders("extend", at=closes_at + 90, seconds=60) << "refused period_over"


def test_an_automatic_pause_has_no_override() -> None:
    """record.md, fine print."""
    play = started()
    play >> gm("pause", reason="thread_closed") << "game_paused"
    play >> orders("resume") << "overridden game_resumed"
    assert play.event("game_resumed").closes_at is None


def test_a_leaders_idle_wait_stands_still_in_a_pause() -> None:
    play = started()
    before = deadlines(play.state)[0].at
    at = play.now + 60
    play >> orders("pause", at=at) << "overridden game_paused"
    play >> orders("resume", at=at + DAY) << "overridden game_resumed"
    assert deadlines(play.state)[0].at == before + DAY


def test_extension() -> None:
    play = started()
    play >> orders("extend", seconds=HOUR) << "refused nothing_runs"
    play.team()
    closes_at = play.event("team_proposed").closes_at
    play >> orders("extend", seconds=HOUR, reason="holiday") << "overridden ceiling_changed"
    assert play.event("ceiling_changed").closes_at == closes_at + HOUR
    play.check()


def test_an_order_stamped_before_its_turn_is_refused() -> None:
    """A proposal stamped before the ballot that gave its author the lead ended is none."""
    play = started().team().everybody("reject")
    closing = play.recorded("team_vote_closed").at
    play >> says("bob", "propose", team=["ann", "bob"], at=closing - 1) << "refused too_early"
    play >> says("bob", "propose", team=["ann", "bob"], at=closing) << "team_proposed"
    play.check()


def test_awaited_names_and_counts() -> None:
    """Showing: a running team vote shows who is awaited; a Leader's action its Leader."""
    play = started()
    assert play.state.awaited() == ("ann",)
    play.team().votes(approve=("bob",))
    assert play.state.awaited() == ("ann", "cid", "dee", "eve")
    assert play.state.phase is Phase.TEAM_VOTE
