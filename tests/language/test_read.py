"""The entry: yes and no, handshakes, several orders, and what never may happen (resistance.md sections 7 and 8)."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forumgm.core.items import Channel
from forumgm.core.reading import Ballot, Command, Kind, ReadContext, Reading, Seat, Standing
from forumgm.games.resistance.vocabulary import ROWS
from forumgm.language.read import read
from forumgm.reader import load_words

WORDS = load_words()
ROSTER = (Seat("Ann"), Seat("Bob"), Seat("Cid"), Seat("Dee"), Seat("Eve"))
VOTE = ReadContext(
    author="Bob",
    channel=Channel.PRIVATE,
    phase="team_vote",
    leader="Ann",
    roster=ROSTER,
    rows=ROWS,
    needed=2,
    team=("Ann", "Cid"),
    ballot=Ballot("vote", ("approve", "reject")),
)
MISSION = replace(VOTE, phase="mission", ballot=Ballot("mission", ("support", "sabotage"), guarded=True), author="Cid")
LEADER = replace(VOTE, author="Ann", channel=Channel.THREAD, phase="proposal", ballot=None)


PENDING = Reading(Kind.CONFIRM, (Command("vote", {"value": "reject"}),))
ASKED = replace(VOTE, pending=PENDING)


@pytest.mark.parametrize("text", ["yes", "Yes please.", "yep!", "👍", "Confirm", "yes, that's right"])
def test_a_plain_yes(text: str) -> None:
    assert read(text, ASKED, WORDS).commands == PENDING.commands


@pytest.mark.parametrize("text", ["yes?", "yes but Bob", "no", "", "yes, and reject", "ye\u200bs"])
def test_no_plain_yes(text: str) -> None:
    read_as = read(text, ASKED, WORDS)
    assert read_as.kind is not Kind.ACCEPT or read_as.commands != PENDING.commands


def test_a_yes_carries_the_stated_commands_out() -> None:
    assert read("yes", ASKED, WORDS).commands == PENDING.commands
    assert read("no", ASKED, WORDS).kind is Kind.ANSWER
    assert read("no thanks", ASKED, WORDS).kind is Kind.ANSWER
    assert read("approve", ASKED, WORDS).commands[0].args == {"value": "approve"}


def test_a_moderators_yes_to_nothing_is_told_so() -> None:
    host = replace(VOTE, author="host", moderator=True, standing=Standing.OUTSIDER)
    assert read("yes", host, WORDS).code == "no_question"
    assert read("yes", VOTE, WORDS).commands[0].args == {"value": "approve"}, "a player's yes is a vote"


def test_the_handshake_takes_its_code_or_any_reply() -> None:
    waiting = replace(VOTE, phase="signup", ballot=None, handshake="K7Q2")
    assert read("here: k7q2 thanks", waiting, WORDS).commands[0].verb == "handshake"
    assert read("hello!", replace(waiting, replies=True), WORDS).commands[0].verb == "handshake"


def test_the_gm_never_reads_itself_or_other_programs() -> None:
    assert read("approve", replace(VOTE, is_bot=True), WORDS).kind is Kind.IGNORE


def test_a_mission_vote_is_answered_privately_wherever_it_stands() -> None:
    ballot = Ballot("mission", ("support", "sabotage"), guarded=True, roads=frozenset(Channel))
    for text in ("Support", "!mission sabotage", "!mission perhaps"):
        assert read(text, replace(MISSION, channel=Channel.THREAD, ballot=ballot), WORDS).private


def test_a_final_vote_is_refused_with_its_reason() -> None:
    ballot = Ballot("vote", ("approve", "reject"), own="approve", final=True)
    assert read("reject", replace(VOTE, ballot=ballot), WORDS).code == "votes_final"


def test_a_moderators_override_keeps_its_reason_and_trial() -> None:
    host = replace(VOTE, author="host", moderator=True, standing=Standing.OUTSIDER)
    command = read("!strikevote Dee reason: sent twice", host, WORDS).commands[0]
    assert command.args == {"player": "Dee", "reason": "sent twice"}
    reading = read("!undo to 41 --try", host, WORDS)
    assert reading.kind is Kind.ACCEPT
    assert (reading.commands[0].trial, dict(reading.commands[0].args)) == (True, {"to": 41})


@pytest.mark.parametrize(("text", "seconds"), [("!extend 12h", 43_200), ("!extend by 1d 6h", 108_000)])
def test_durations(text: str, seconds: int) -> None:
    host = replace(VOTE, author="host", moderator=True, standing=Standing.OUTSIDER)
    assert read(text, host, WORDS).commands[0].args == {"seconds": seconds}


DEALER = replace(LEADER, phase="plot_deal", drawn=("strong_leader", "no_confidence"))


def test_a_misspelt_card_is_stated_back_before_it_is_dealt() -> None:
    """resistance.md section 8: the harder to undo, the less may be guessed."""
    reading = read("!deal no confidense to Bob", DEALER, WORDS)
    assert reading.kind is Kind.CONFIRM
    assert dict(reading.commands[0].args) == {"card": "no_confidence", "to": "Bob"}


def test_a_deal_that_names_no_drawn_card_is_told_the_cards_by_name_and_a_line_to_send() -> None:
    reading = read("!deal the big one to Bob", DEALER, WORDS)
    assert reading.code == "card_not_drawn"
    assert reading.facts["options"] == ["Strong Leader", "No Confidence"]
    assert reading.facts["line"] == "!deal Strong Leader to NAME"


def test_a_deal_to_nobody_is_told_who_plays_and_a_line_with_the_card_that_was_meant() -> None:
    reading = read("!deal no confidence to Martin", DEALER, WORDS)
    assert (reading.code, reading.facts["players"]) == ("unknown_name", ["Ann", "Bob", "Cid", "Dee", "Eve"])
    assert reading.facts["line"] == "!deal No Confidence to NAME"


@pytest.mark.parametrize(
    ("text", "args"),
    [
        ("!standing pass no confidence", {"what": "pass", "card": "no_confidence"}),
        ("!standing use close eye on @Cid", {"what": "use", "card": "close_eye", "target": "Cid"}),
        ("!standing approve if @Ann and @Cid", {"what": "approve", "on": ("Ann", "Cid")}),
        ("!standing reject if not @Dee", {"what": "reject", "unless_on": ("Dee",)}),
        ("!standing clear", {"what": "clear"}),
    ],
)
def test_standing_orders(text: str, args: dict[str, object]) -> None:
    assert dict(read(text, VOTE, WORDS).commands[0].args) == args


def test_a_team_behind_undealt_cards_is_refused() -> None:
    deal = replace(LEADER, phase="plot_deal", drawn=("open_up", "strong_leader"), at_once=frozenset({"open_up"}))
    reading = read("Open Up to Bob, Strong Leader to Cid\n\n!propose Bob Cid", deal, WORDS)
    assert [command.verb for command in reading.commands] == ["deal_card", "deal_card"]
    assert [problem.code for problem in reading.left_over] == ["choice_awaited"]


def test_orders_of_a_comment_keep_their_sequence() -> None:
    deal = replace(LEADER, phase="plot_deal", drawn=("strong_leader",))
    reading = read("!deal Strong Leader to Dee\n!propose Bob Cid", deal, WORDS)
    assert [command.verb for command in reading.commands] == ["deal_card", "propose"]


LETTERS = st.text(alphabet="approvejsbtge !#/*_>~`[]()@u\n\u200b\u202e\u0336👍?,.-", max_size=300)


@settings(max_examples=150, deadline=None)
@given(st.one_of(LETTERS, st.text(max_size=300)), st.sampled_from([VOTE, MISSION, LEADER]))
def test_any_text_is_read(text: str, context: ReadContext) -> None:
    """design.md law 10: any text yields orders or refusals."""
    reading = read(text, context, WORDS)
    assert (reading.kind in (Kind.ACCEPT, Kind.ACCEPT_MANY, Kind.CONFIRM)) <= bool(reading.commands)


@settings(max_examples=80, deadline=None)
@given(st.text(max_size=120))
def test_talk_in_the_thread_is_never_a_private_vote(text: str) -> None:
    """resistance.md section 8: in the thread nothing counts as a vote that goes by message."""
    commands = read(f"I think {text}", replace(VOTE, channel=Channel.THREAD), WORDS).commands
    assert all(command.verb != "vote" for command in commands)


@pytest.mark.parametrize(
    "piece", ["a", "no. ", "[[", "~~x", ">!x", "[a](b", "Ann, ", "approve ", "##propose\n", "a\u0301"]
)
def test_the_longest_texts_are_read(piece: str) -> None:
    """Ten thousand characters of anything end in a reading (time is measured by benchmarks/reading.py)."""
    for context in (VOTE, MISSION, LEADER):
        assert read((piece * 10_000)[:10_000], context, WORDS).kind in Kind
