"""issue: moderators' own words for moves in somebody's name are read, and stay apart from players' commands."""

from dataclasses import replace
from typing import Any

import pytest

from forumgm.core.items import Channel
from forumgm.core.reading import Kind, ReadContext, Standing
from forumgm.language.read import read
from tests.language.test_read import LEADER, ROSTER, VOTE, WORDS

MODERATOR = replace(VOTE, author="mara", moderator=True, standing=Standing.OUTSIDER, phase="proposal", ballot=None)
DRAWN = replace(LEADER, author="Ann", moderator=True, phase="plot_deal", drawn=("close_eye",))


@pytest.mark.parametrize(
    ("line", "verb", "args"),
    [
        ("!propose for @Ann @Bob @Cid", "propose_for", {"leader": "Ann", "team": ("Bob", "Cid")}),
        (
            "!play Spotlight for @Bob on @Cid",
            "play_for",
            {"card": "in_the_spotlight", "player": "Bob", "target": "Cid"},
        ),
        (
            "!play for @Bob Spotlight on @Cid",
            "play_for",
            {"card": "in_the_spotlight", "player": "Bob", "target": "Cid"},
        ),
        ("!play No Confidence for @Dee", "play_for", {"card": "no_confidence", "player": "Dee"}),
        ("!give Opinion Maker to @Bob", "give", {"card": "opinion_maker", "to": "Bob"}),
        ("!take Opinion Maker from @Bob", "take", {"card": "opinion_maker", "player": "Bob"}),
        ("!leader @Eve", "leader", {"player": "Eve"}),
        ("!replace @Bob @newcomer", "replace", {"old": "Bob", "new": "newcomer"}),
        ("!replace @Bob with newcomer", "replace", {"old": "Bob", "new": "newcomer"}),
        ("!replace @Bob with reserve", "replace", {"old": "Bob", "new": "reserve"}),
        ("!alias @Bob Bexy", "alias", {"player": "Bob", "alias": "Bexy"}),
        ("!extend 12h", "extend", {"seconds": 43_200}),
        ("!undo", "undo", {}),
        ("!undo 3", "undo", {"count": 3}),
        ("!undo to 41", "undo", {"to": 41}),
        ("!setvote @Bob approve", "setvote", {"player": "Bob", "value": "approve"}),
        ("!strikevote @Bob reason: he asked for it", "strikevote", {"player": "Bob", "reason": "he asked for it"}),
        ("!announce Back on Monday.", "announce", {"text": "Back on Monday."}),
    ],
)
def test_every_override_is_read(line: str, verb: str, args: dict[str, Any]) -> None:
    reading = read(line, MODERATOR, WORDS)
    assert [(c.verb, dict(c.args)) for c in reading.commands] == [(verb, args)], reading


@pytest.mark.parametrize("line", ["!undo", "!undo to 41", "!close", "!abort", "!kick @Bob"])
def test_what_is_hard_to_take_back_is_confirmed_but_tried_at_once(line: str) -> None:
    assert read(line, MODERATOR, WORDS).kind is Kind.CONFIRM
    tried = read(f"{line} --try", MODERATOR, WORDS)
    assert tried.kind is Kind.ACCEPT
    assert tried.commands[0].trial


@pytest.mark.parametrize(
    "line",
    ["!setvote @Bob", "!setvote @Nobody approve", "!replace", "!replace @Bob", "!take from @Bob", "!extend soon"],
)
def test_partial_overrides_change_nothing_and_show_the_line(line: str) -> None:
    reading = read(line, MODERATOR, WORDS)
    assert reading.kind in (Kind.ASK, Kind.REFUSE)
    assert not reading.commands
    assert reading.facts["line"].startswith("!")


def test_a_leader_who_moderates_deals_with_his_own_word_in_his_turn() -> None:
    assert read("!give Close Eye to @Bob", DRAWN, WORDS).commands[0].verb == "deal_card"
    private = replace(DRAWN, channel=Channel.PRIVATE, drawn=())
    assert read("!give Close Eye to @Bob", private, WORDS).commands[0].verb == "give"


def test_players_have_no_overrides() -> None:
    player: ReadContext = replace(VOTE, author="Bob", roster=ROSTER)
    for line in ("!propose for @Ann @Bob @Cid", "!take Opinion Maker from @Ann", "!undo"):
        reading = read(line, player, WORDS)
        assert reading.code == "not_moderator", line


@pytest.mark.parametrize(
    "line",
    [
        "!extend 12h if needed",
        "!extend 12h, no 24h",
        "!setvote @Bob reject unless he writes",
        "!setvote @Bob reject and @Cid approve",
        "!strikevote @Bob and @Cid",
        "!leader @Bob or @Cid",
        "!void?",
        "!resume tomorrow",
    ],
)
def test_words_that_may_change_an_override_make_the_gm_state_it_first(line: str) -> None:
    assert read(line, MODERATOR, WORDS).kind is Kind.CONFIRM


@pytest.mark.parametrize("line", ["!pause the server is down, sorry", "!extend 12h please", "!strikevote @Bob thanks"])
def test_chatter_behind_an_override_does_no_harm(line: str) -> None:
    assert read(line, MODERATOR, WORDS).kind is Kind.ACCEPT


def test_nothing_is_extended_backwards() -> None:
    assert read("!extend -3h", MODERATOR, WORDS).kind is Kind.ASK
    assert read("!extend - 3h", MODERATOR, WORDS).commands[0].args == {"seconds": 10_800}
