"""What looks like an order and is none: addresses, words taken back, words with another object (section 8).

The program never guesses: each of these was once read as a plain order.
"""

from dataclasses import replace
from typing import Any

import pytest

from forumgm.core.items import Channel
from forumgm.core.reading import Ballot, CardOption, Kind, ReadContext, Standing
from forumgm.language.read import read
from tests.language.test_read import LEADER, MISSION, VOTE, WORDS

SIGN_UP = replace(
    VOTE, author="Fay", channel=Channel.THREAD, phase="signup", ballot=None, team=(), standing=Standing.OUTSIDER
)
DEALS = replace(LEADER, phase="plot_deal", drawn=("strong_leader", "opinion_maker"))
PUBLIC = replace(
    VOTE, channel=Channel.THREAD, ballot=Ballot("vote", ("approve", "reject"), roads=frozenset({Channel.THREAD}))
)
WINDOW = replace(
    VOTE,
    phase="no_confidence_window",
    ballot=None,
    hands={"Bob": ("no_confidence",)},
    options=(CardOption("no_confidence", "play_card", may_pass=True, awaited=True),),
)


def kind(text: str, context: ReadContext) -> Kind:
    return read(text, context, WORDS).kind


@pytest.mark.parametrize("text", ["https://x.org/approve", "x.org/approve", "see <http://x.org/a?approve>"])
def test_an_address_is_no_vote(text: str) -> None:
    assert kind(text, VOTE) is Kind.ASK
    assert kind(f"!vote {text}", VOTE) is Kind.ASK
    assert kind(text.replace("approve", "sabotage"), MISSION) is Kind.ASK


def test_an_address_beside_a_vote_does_no_harm() -> None:
    assert read("approve, as in https://x.org/reject", VOTE, WORDS).commands[0].args == {"value": "approve"}


@pytest.mark.parametrize(
    "text",
    [
        "I'm against rejecting",
        "opposed to rejecting",
        "approve haha just kidding",
        "approve... NOT!",
        "hard to approve",
        "I decline to comment",
        "decline to vote",
        "yes I'm here",
    ],
)
def test_a_word_undone_by_its_neighbours_is_asked_back(text: str) -> None:
    assert kind(text, VOTE) in (Kind.ASK, Kind.CONFIRM)


@pytest.mark.parametrize("text", ["hard to support", "support... NOT!", "sabotage haha just kidding"])
def test_in_a_mission_too(text: str) -> None:
    assert kind(text, MISSION) in (Kind.ASK, Kind.CONFIRM)


def test_a_second_mark_within_a_line_makes_the_first_doubtful() -> None:
    assert kind("!vote approve\n\nactually, !vote reject", PUBLIC) is Kind.CONFIRM
    assert kind("!propose Bob Cid\n\nlast time I wrote !propose Bob Dee", LEADER) is Kind.CONFIRM
    assert kind("!vote approve\n\nI had to read up on !help first", PUBLIC) is Kind.ACCEPT


@pytest.mark.parametrize("below", ["hmm wait", "nvm", "Good luck!\n\nEBWOP: I meant somebody else"])
def test_a_team_taken_back_below_is_stated_first(below: str) -> None:
    assert kind(f"!propose Bob Cid\n\n{below}", LEADER) is Kind.CONFIRM
    assert kind("!propose Bob Cid\n\nsorry for the wait", LEADER) is Kind.ACCEPT


@pytest.mark.parametrize("text", ["Bob should get Strong Leader", "Bob has Strong Leader"])
def test_a_deal_that_may_be_talk_is_stated_first(text: str) -> None:
    assert kind(text, DEALS) is Kind.CONFIRM


@pytest.mark.parametrize(
    "text",
    [
        "I give **Strong Leader** to Bob and **Opinion Maker** to Cid. No hard feelings, Eve",
        "Strong Leader to Bob because he never shuts up. Opinion Maker to Cid.",
    ],
)
def test_a_deal_with_more_around_it_is_not_lost(text: str) -> None:
    reading = read(text, DEALS, WORDS)
    assert reading.kind is Kind.CONFIRM
    dealt = [(c.args["card"], c.args["to"]) for c in reading.commands]
    assert dealt == [("strong_leader", "Bob"), ("opinion_maker", "Cid")]


@pytest.mark.parametrize(
    ("text", "nicknames", "certain"),
    [
        ("!join", None, True),
        ("!join please", None, True),
        ("!join! so excited, first game", None, True),
        ("!join as Bexy", ("Bexy",), True),
        ("!join as Bexy and Old Bex, thanks!", ("Bexy", "Old Bex"), True),
        ("!join as Bexy please. Can't wait", ("Bexy",), True),
        ("!join, call me Bexy", ("Bexy",), False),
        ("I'm in, nickname Bexy", ("Bexy",), False),
    ],
)
def test_only_what_is_called_a_nickname_is_one(text: str, nicknames: Any, certain: bool) -> None:
    reading = read(text, SIGN_UP, WORDS)
    assert reading.kind is (Kind.ACCEPT if certain else Kind.CONFIRM)
    assert [(c.verb, c.args.get("nicknames")) for c in reading.commands] == [("sign_up", nicknames)]


@pytest.mark.parametrize("text", ["Opinion Maker says: reject", "Going first here. I vote reject.", "My vote: reject"])
def test_a_public_voters_plain_words_are_stated_back(text: str) -> None:
    reading = read(text, PUBLIC, WORDS)
    assert reading.kind in (Kind.CONFIRM, Kind.ACCEPT)
    assert [c.args["value"] for c in reading.commands] == ["reject"]


@pytest.mark.parametrize("text", ["My vote was reject last time", "Well, I'd vote reject", "Why would I vote reject?"])
def test_a_public_voters_talk_is_left_alone(text: str) -> None:
    assert kind(text, PUBLIC) is Kind.IGNORE


@pytest.mark.parametrize("text", ["yes", "👍", "use", "hmm"])
def test_a_card_holder_who_is_unclear_is_shown_both_lines(text: str) -> None:
    reading = read(text, WINDOW, WORDS)
    assert (reading.kind, reading.code) == (Kind.ASK, "unclear")
    assert reading.facts["lines"] == ["!play No Confidence", "!pass No Confidence"]


@pytest.mark.parametrize("text", ["I won't play it, sorry", "don't play it", "no thx"])
def test_a_card_holder_who_declines_passes(text: str) -> None:
    assert [c.verb for c in read(text, WINDOW, WORDS).commands] == ["decline_card"]


@pytest.mark.parametrize("text", ["If nobody objects I will replace Bob tomorrow", "fay is not replacing Bob"])
def test_a_moderators_if_and_not_are_no_ruling(text: str) -> None:
    host = replace(VOTE, author="host", moderator=True, standing=Standing.OUTSIDER, channel=Channel.THREAD)
    assert kind(text, host) is Kind.IGNORE
    assert kind("fay is replacing Bob", host) is Kind.CONFIRM


@pytest.mark.parametrize(
    "text", ["approve as Dee", "!vote approve as Dee", "approve for @Dee", "!vote approve for u/Dee", "@Dee approve"]
)
def test_nobody_votes_for_another(text: str) -> None:
    assert read(text, VOTE, WORDS).code == "proxy_vote"
    assert kind("approve as Dee is clean", VOTE) is Kind.ACCEPT


@pytest.mark.parametrize(
    "behind", ["unless Dee", "when Dee is on it", "only with Dee", "except Dee", "for the next vote only"]
)
def test_a_standing_order_with_a_condition_that_cannot_be_checked_is_asked_back(behind: str) -> None:
    assert kind(f"!standing approve {behind}", VOTE) is Kind.ASK
    assert kind("!standing approve please", VOTE) is Kind.ACCEPT
    assert read("!standing approve if Dee please", VOTE, WORDS).commands[0].args["on"] == ("Dee",)


@pytest.mark.parametrize("text", ["!pass No Confidence maybe", "!pass No Confidence if nobody minds"])
def test_a_pass_with_a_doubt_is_stated_first(text: str) -> None:
    assert kind(text, WINDOW) is Kind.CONFIRM
    assert kind("!pass No Confidence for now", WINDOW) is Kind.ACCEPT


def test_a_withdrawal_with_a_condition_is_stated_first() -> None:
    assert kind("!unvote if Dee approves", VOTE) is Kind.CONFIRM
    assert kind("!unvote please", VOTE) is Kind.ACCEPT
