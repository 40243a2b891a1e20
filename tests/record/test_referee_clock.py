"""Pauses, ceilings, overrides, undo, idle players, the end (resistance.md 3, hosting.md, record.md fine print)."""

from typing import Any

import pytest

from forumgm.core.chance import GameChance
from forumgm.record.lines import to_stamp
from tests.record.builder import DAY, SECRET, TEAMS, Builder
from tests.record.support import approved, codes, last, plain, through_mission, with_cards

HOUR = 3_600
IDLE = 172_800


def test_on_resuming_a_period_has_the_time_it_had_left() -> None:
    game = plain().propose()
    game.now = game.opened + HOUR
    game.add("game_paused")
    game.tick(5 * DAY)
    game.add("game_resumed", closes_at=to_stamp(game.now + DAY - HOUR))
    assert codes(game) == []
    for closes_at in (to_stamp(game.now + DAY), to_stamp(game.now + DAY - HOUR - 1), None):
        last(game, "game_resumed")["closes_at"] = closes_at
        assert codes(game) == ["wrong_ceiling"]


def test_nothing_closes_in_a_pause_and_a_complete_ballot_closes_on_resuming() -> None:
    game = plain().propose()
    game.add("game_paused")
    for name in game.order:
        game.cast(name, "approve")
    game.cast("Ann", "reject").cast("Ann", "approve")  # votes are taken and may be changed
    assert codes(game) == []
    game.close_vote(game.everybody())
    assert codes(game) == ["while_paused"]
    game.events.pop()
    game.tick(HOUR)
    game.add("game_resumed", closes_at=to_stamp(game.now + DAY))
    game.close_vote(game.everybody())
    assert codes(game) == []


@pytest.mark.parametrize("kind", ["propose", "give"])
def test_in_a_pause_the_leader_cannot_act(kind: str) -> None:
    game = with_cards(5, "close_eye") if kind == "give" else plain()
    game.add("game_paused")
    game.tick()
    assert codes(game.give("close_eye", "bob") if kind == "give" else game.propose()) == ["while_paused"]


def test_a_pause_is_not_paused_and_a_running_game_not_resumed() -> None:
    game = plain()
    game.add("game_resumed", closes_at=None)
    assert codes(game) == ["wrong_pause"]
    game = plain()
    game.add("game_paused")
    game.add("game_paused")
    assert codes(game) == ["wrong_pause"]


@pytest.mark.parametrize(
    ("because", "change", "expected"),
    [
        ("override", HOUR, ["needs_override"]),
        ("outage", HOUR, []),
        ("outage", HOUR - 1, ["wrong_ceiling"]),
        ("outage", -1, ["wrong_ceiling"]),
        ("posted_late", 301, []),
        ("posted_late", 300, ["wrong_ceiling"]),
        ("replaced", HOUR, ["wrong_ceiling", "wrong_ceiling"]),
        ("asked_again", 2 * DAY, ["wrong_ceiling"]),
        ("undone", HOUR, ["wrong_undo"]),
    ],
)
def test_each_reason_to_change_a_ceiling_has_its_measure(because: str, change: int, expected: list[str]) -> None:
    game = plain().propose()
    game.tick()
    game.add("ceiling_changed", closes_at=to_stamp(game.opened + DAY + change), because=because)
    assert codes(game) == expected


def test_a_moderator_sets_any_ceiling_and_the_period_ends_there() -> None:
    game = plain().propose().override("!extend 12h")
    game.add("ceiling_changed", closes_at=to_stamp(game.opened + DAY + 12 * HOUR), because="override")
    game.release()
    game.now = game.opened + DAY + 12 * HOUR
    game.add("team_vote_closed", votes={}, missing=list(game.order), approved=False, rejections=1)
    assert codes(game) == []


def test_a_replaced_seats_period_starts_anew() -> None:
    game = plain().propose().override("!replace")
    game.tick(HOUR)
    game.add("player_replaced", old="bob", new="Zoe", account="t2_z")
    game.add("ceiling_changed", closes_at=to_stamp(game.now + DAY), because="replaced")
    assert codes(game) == []
    last(game, "ceiling_changed")["closes_at"] = to_stamp(game.now + DAY - 1)
    assert codes(game) == ["wrong_ceiling"]


def test_what_a_moderator_causes_may_break_turn_and_time_and_carries_his_source() -> None:
    game = plain().propose().cast("Ann", "approve").override("!close")
    game.tick(HOUR)
    votes = {"Ann": "approve"}
    missing = [name for name in game.order if name != "Ann"]
    game.add("team_vote_closed", votes=votes, missing=missing, approved=True, rejections=0)
    assert codes(game.go()) == []
    last(game, "team_vote_closed")["source"] = {"id": "t1_other", "author": "Ann"}
    assert codes(game)[0] == "wrong_end_time"


def test_a_closing_by_hand_counts_no_delay() -> None:
    game = plain().propose().cast("Ann", "approve").override("!close")
    missing = [name for name in game.order if name != "Ann"]
    game.add("team_vote_closed", votes={"Ann": "approve"}, missing=missing, approved=True, rejections=0)
    game.add("delay_noted", player=missing[0], period=game.opened_seq)
    assert codes(game) == ["wrong_delay"]


def test_a_moderator_cannot_break_the_count() -> None:
    """record.md: never the rules of deck, roles and scoring."""
    game = plain().propose().cast("Ann", "reject").override("!close")
    missing = [name for name in game.order if name != "Ann"]
    game.add("team_vote_closed", votes={"Ann": "reject"}, missing=missing, approved=True, rejections=0)
    assert codes(game) == ["wrong_count", "wrong_count"]


def test_the_lead_changes_by_override_only_behind_one() -> None:
    game = plain()
    game.add("leader_changed", leader=game.order[3], because="override")
    assert codes(game) == ["needs_override"]
    game = plain().override("!leader")
    game.leader = game.order[3]
    game.add("leader_changed", leader=game.leader, because="override")
    assert codes(game.release().propose()) == []


def test_a_voided_proposal_gives_its_number_back() -> None:
    game = plain().propose().override("!void")
    game.add("proposal_voided", round=1, attempt=1)
    assert codes(game.release().propose()) == []
    game.events = [event for event in game.events if event["type"] != "overridden"]
    assert codes(game) == ["needs_override"]


def test_cards_are_moved_by_moderators_from_where_they_are() -> None:
    game = with_cards(5, "opinion_maker").give("opinion_maker", "bob").propose().cast("Cid", "approve")
    game.override("!give").add("card_moved", card="opinion_maker", from_="bob", to="Cid")
    game.add("team_vote_withdrawn", player="Cid", because="opinion_maker")
    game.hands["Cid"].append("opinion_maker")
    assert codes(game.release().cast("Cid", "approve")) == []
    last(game, "card_moved")["from"] = "Eve"
    assert codes(game) == ["card_not_held"]


def test_a_private_vote_of_a_new_opinion_maker_does_not_count() -> None:
    game = with_cards(5, "opinion_maker").give("opinion_maker", "bob").propose().cast("Cid", "approve")
    game.override("!give").add("card_moved", card="opinion_maker", from_="bob", to="Cid")
    game.release().close_vote({"Cid": "approve"})
    assert codes(game) == ["vote_channel"]


def test_a_game_broken_off_has_no_winner_and_a_moderator_behind_it() -> None:
    game = plain().override("!abort").end(None, "override")
    assert codes(game, running=False) == []
    last(game, "game_ended")["winner"] = "spies"
    assert codes(game) == ["wrong_winner"]
    assert codes(plain().end(None, "override")) == ["needs_override"]


def _undo(game: Builder, to_seq: int) -> Builder:
    game.override("!undo").add("undone", to_seq=to_seq)
    return game


def test_an_undo_restores_the_state_and_the_time_left_at_the_line_it_names() -> None:
    game = plain().propose()
    game.cast(game.order[0], "approve")
    to_seq, at = len(game.events), game.now
    for name in game.order[1:]:
        game.cast(name, "reject")
    game.close_vote(dict.fromkeys(game.order, "reject") | {game.order[0]: "approve"})
    game.next_leader("rejected")
    _undo(game, to_seq)
    game.add("ceiling_changed", closes_at=to_stamp(game.now + game.opened + DAY - at), because="undone")
    game.release()
    for name in game.order[1:]:
        game.cast(name, "approve")
    game.add("team_vote_closed", votes=game.everybody(), missing=[], approved=True, rejections=0)
    assert codes(game.go()) == []
    last(game, "ceiling_changed")["closes_at"] = to_stamp(game.now + DAY)
    assert "wrong_ceiling" in codes(game)


def test_a_reopened_period_has_at_least_a_quarter_of_its_ceiling() -> None:
    game = plain().propose()
    game.now = game.opened + DAY - 60
    game.cast("Ann", "approve")
    to_seq = len(game.events)
    game.add("announced", moderator="Mod", text="soon over")
    _undo(game, to_seq)
    game.add("ceiling_changed", closes_at=to_stamp(game.now + DAY // 4), because="undone")
    assert codes(game) == []
    last(game, "ceiling_changed")["closes_at"] = to_stamp(game.now + 60)
    assert codes(game) == ["wrong_ceiling"]


def test_a_reopened_period_needs_its_ceiling() -> None:
    game = plain().propose().cast("Ann", "approve")
    to_seq = len(game.events)
    _undo(game.cast("bob", "approve"), to_seq).release()
    assert codes(game.cast("bob", "approve")) == ["wrong_undo"]


def test_an_undo_goes_to_the_game_and_to_what_still_counts() -> None:
    game = plain().propose()
    start = next(number for number, event in enumerate(game.events, 1) if event["type"] == "game_started")
    before = _undo(plain().propose(), start - 1)
    assert codes(before) == ["wrong_undo"]
    first = len(game.events)
    _undo(game.cast("Ann", "approve").cast("bob", "approve"), first)
    undone = len(game.events)
    inside = _undo(game, first + 1)
    assert codes(inside) == ["wrong_undo"]
    game.events = game.events[:undone]
    assert codes(_undo(game, undone)) == []


def test_the_deck_gives_the_same_cards_again() -> None:
    """hosting.md: after an undo the deck gives the same cards again."""
    game = Builder(7).opening().start()
    to_seq = len(game.events)
    cards = game.draw()
    _undo(game, to_seq).release()
    game.add("cards_drawn", cards=cards)
    game.give(cards[0], game.order[1] if game.order[1] != game.leader else game.order[2])
    assert "wrong_draw" not in codes(game)
    assert codes(game) == []


def test_replacements_of_an_undone_stretch_are_written_again() -> None:
    game = plain().propose()
    to_seq = len(game.events)
    game.override("!replace").add("player_replaced", old="bob", new="Zoe", account="t2_z")
    game.add("ceiling_changed", closes_at=to_stamp(game.now + DAY), because="replaced")
    left = game.opened + DAY - (game.opened - 20)
    _undo(game.release(), to_seq)
    closes_at = to_stamp(game.now + min(left, DAY))
    game.add("ceiling_changed", closes_at=closes_at, because="undone")
    assert codes(game.release().cast("bob", "approve")) == ["wrong_undo"]
    again = game.events.index(last(game, "undone")) + 1
    game.events.insert(again, {**last(game, "player_replaced")})
    game.events[-1]["player"] = "Zoe"
    assert codes(game) == []


def _idle(**options: Any) -> Builder:
    game = plain(**options)
    game.tick(IDLE)
    return game


def test_an_idle_team_is_the_first_of_the_shuffled_order() -> None:
    """record.md: team = the first k of shuffle(order), label idle|{seq of idle_acted}."""
    game = _idle(idle_action="random")
    seq = game.add("idle_acted", action="random", player=game.leader)
    chance = GameChance(SECRET, game="g1", roster=game.order)
    shuffled = chance.stream(f"idle|{seq}").shuffle(game.order)
    size = TEAMS[5][0]
    game.now -= 60  # the proposal is the program's, at the same time
    game.propose(shuffled[:size])
    assert _finish(game) == []
    game.events[seq]["team"] = shuffled[-size:]
    assert "wrong_draw" in _finish(game)


def _finish(game: Builder) -> list[str]:
    events = list(game.events)
    game.override("!abort").end(None, "override").release()
    found = codes(game)
    game.events = events
    return found


@pytest.mark.parametrize(("waits", "expected"), [(IDLE, []), (IDLE - 600, ["wrong_idle"])])
def test_an_idle_wait_starts_anew_with_a_newcomer(waits: int, expected: list[str]) -> None:
    """hosting.md "Replacing": if the seat is awaited the period starts anew."""
    game = _idle(idle_action="pass_lead")
    game.override("!replace").add("player_replaced", old=game.leader, new="Zoe", account="t2_z")
    game.release()
    game.order = ["Zoe" if name == game.leader else name for name in game.order]
    game.leader = "Zoe"
    game.tick(waits)
    game.add("idle_acted", action="pass_lead", player="Zoe")
    game.next_leader("idle").propose()
    assert codes(game) == expected


def test_passing_an_idle_lead_is_no_rejection() -> None:
    game = _idle(idle_action="pass_lead")
    game.add("idle_acted", action="pass_lead", player=game.leader)
    game.next_leader("idle").propose()
    assert last(game, "team_proposed")["attempt"] == 1
    assert codes(game) == []


@pytest.mark.parametrize(
    ("option", "action", "wait", "expected"),
    [
        ("alert", "random", IDLE, "wrong_idle"),
        ("pass_lead", "random", IDLE, "wrong_idle"),
        ("random", "pass_lead", IDLE, "wrong_idle"),
        ("random", "random", IDLE - 120, "wrong_idle"),
    ],
)
def test_the_program_acts_only_as_the_option_says_and_not_before_the_ceiling(
    option: str, action: str, wait: int, expected: str
) -> None:
    game = plain(idle_action=option)
    game.tick(wait - 60)
    game.add("idle_acted", action=action, player=game.leader)
    assert expected in codes(game)


def test_only_who_is_awaited_is_idle() -> None:
    game = _idle(idle_action="random")
    game.add("idle_acted", action="random", player=game.order[1])
    assert codes(game) == ["wrong_idle"]


def test_an_idle_receiver_names_the_first_of_those_allowed() -> None:
    game = with_cards(5, "open_up", idle_action="random").give("open_up", "bob")
    game.tick(IDLE)
    seq = game.add("idle_acted", action="random", player="bob")
    allowed = [name for name in game.order if name != "bob"]
    right = GameChance(SECRET, game="g1", roster=game.order).stream(f"idle|{seq}").shuffle(allowed)[0]
    game.now -= 60
    game.settle("open_up", "bob", target=right)
    assert _finish(game) == []
    wrong = next(name for name in allowed if name != right)
    game.events[-2]["target"] = game.events[-1]["to"] = wrong
    assert _finish(game) == ["wrong_draw"]


def test_the_score_goes_on_after_a_moderator() -> None:
    game = approved(plain()).override("!setvote")
    game.release().go()
    votes = dict.fromkeys(game.team, "support")
    game.answer(votes).result(votes)
    assert codes(through_mission(game)) == []


def test_nothing_is_dated_before_the_first_post() -> None:
    """resistance.md 8: items stamped before the game opened are no orders."""
    game = plain()
    game.add("announced", at=1, moderator="Mod", text="early")
    assert codes(game) == ["too_early"]
