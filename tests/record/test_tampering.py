"""Forged records: any field of any line changed, with the chain as it was and with the chain made anew.

With the old chain every change is found (of the last line by the digest of the end post). With a new chain only the
rules can find it; ``FREE`` lists the fields that they leave free, each with its reason.
"""

import pytest

from forumgm.record.lines import chain, digest, to_line
from forumgm.record.verify import verify_text
from tests.record.play import played_game
from tests.record.tampering import tampered

GAMES = [(5, "a"), (7, "b"), (8, "c"), (10, "d")]

_STAMP = "a stamp is free within what must come before and after it"
_TALK = "what somebody wrote or did beside the game"
FREE: dict[tuple[str, str], str] = {
    ("game_opened", "thread"): "the forum's name for the thread",
    ("game_opened", "options"): "no options are the defaults, as these games have",
    ("player_joined", "account"): "the forum's number of the account",
    ("player_joined", "nicknames"): "any nickname that is not another's",
    ("game_resumed", "closes_at"): "null, as nothing ran",
    ("player_absent", "player"): _TALK,
    ("player_absent", "text"): _TALK,
    ("item_flagged", "item"): _TALK,
    ("item_flagged", "because"): _TALK,
    ("note_added", "moderator"): _TALK,
    ("note_added", "text"): _TALK,
    ("standing_order_set", "player"): "an order that is cleared again, or that nobody needs",
    ("standing_order_set", "order"): "the words of an order",
    ("standing_order_cleared", "player"): "an order that is cleared again, or that nobody needs",
    ("standing_order_cleared", "order"): "null or absent: all of them",
    ("card_given", "to"): "a card that is never used could have gone to somebody else",
    ("team_proposed", "team"): "the team of a rejected proposal; the order of names means nothing",
    ("team_proposed", "closes_at"): "the ballot opens some seconds after the proposal, before the first vote",
    ("mission_started", "team"): "the order of names means nothing",
    ("team_vote_closed", "missing"): "the order of names means nothing",
    ("team_vote_cast", "vote"): "a vote that a later one replaces",
    ("team_vote_cast", "player"): "a vote that a later one replaces",
    ("window_passed", "because"): "silence, a word in the last second or an order left before look alike",
}


def _lines_as_they_were(events: list[dict[str, object]], lines: list[str], place: int) -> str:
    """Put the forged event in the old record: all other bytes stay."""
    forged = dict(events[place])
    frame = {"seq": place + 1, "prev": digest(lines[place - 1]) if place else ""}
    return "\n".join([*lines[:place], to_line(forged | frame), *lines[place + 1 :]])


@pytest.mark.parametrize(("players", "label"), GAMES)
def test_a_change_with_the_old_chain_is_always_found(players: int, label: str) -> None:
    game = played_game(players, label)
    lines = game.lines()
    real = digest(lines[-1])
    for number, (place, field, word, events) in enumerate(tampered(game.events, names=game.order)):
        if number % 5 == 0 or place == len(lines) - 1:
            verdict = verify_text(_lines_as_they_were(events, lines, place), digest=real)
            assert verdict.problems, (place, field, word)


@pytest.mark.parametrize("place_of", range(0, 60, 7))
def test_a_changed_number_or_digest_is_always_found(place_of: int) -> None:
    lines = played_game(5, "a").lines()
    for old, new in ((f'"seq":{place_of + 1},', f'"seq":{place_of + 2},'), ('"prev":"', '"prev":"0')):
        forged = [*lines]
        forged[place_of] = forged[place_of].replace(old, new)
        assert not verify_text("\n".join(forged)).ok


@pytest.mark.parametrize(("players", "label"), GAMES)
def test_a_change_with_a_new_chain_is_found_by_the_rules(players: int, label: str) -> None:
    """Every change to a field that the rules determine makes a problem, or leaves the record without its end."""
    game = played_game(players, label)
    whole = "\n".join(game.lines())
    step = 1 if players == 5 else 6
    for number, (place, field, word, events) in enumerate(tampered(game.events, names=game.order)):
        kind = game.events[place]["type"]
        if number % step or field == "at" or (field == "type" and word in ("gone", "nobody")):
            continue  # stamps: see below; an event of an unknown type is skipped and named
        text = "\n".join(chain(events))
        if text == whole or (kind, field) in FREE:
            continue
        assert not verify_text(text).ok, (players, place, kind, field, word)


_DATED_BY_RULE = {
    "window_closed": "a window ends with its last answer, its card or its ceiling",
    "team_vote_closed": "a ballot ends with its last vote or its ceiling",
    "mission_closed": "a mission ends with its last vote, its ceiling or the Close Eye window",
    "window_opened": "closes_at is the opening and the ceiling",
    "mission_started": "closes_at is the opening and the ceiling",
}


@pytest.mark.parametrize(("players", "label"), GAMES)
def test_times_that_the_rules_fix_cannot_be_changed(players: int, label: str) -> None:
    game = played_game(players, label)
    for place, field, word, events in tampered(game.events, names=game.order):
        kind = game.events[place]["type"]
        if field in ("at", "closes_at") and kind in _DATED_BY_RULE and word not in ("gone", "null"):
            assert verify_text("\n".join(chain(events))).problems, (place, kind, field, word)


def test_every_event_of_an_unknown_type_is_named() -> None:
    game = played_game(5, "a")
    for place, field, word, events in tampered(game.events, names=game.order):
        if (field, word) == ("type", "nobody"):
            verdict = verify_text("\n".join(chain(events)))
            assert any("type Zed" in gap for gap in verdict.unchecked) or not verdict.ok, place
