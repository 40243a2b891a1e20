"""Public records (record.md): what a reader of the thread knows, and nothing else."""

import json
from typing import Any

import pytest

from forumgm.record.publish import public_record
from forumgm.record.verify import verify_text
from tests.record.builder import DAY, Builder
from tests.record.play import played_game
from tests.record.support import approved, plain, started, with_cards

HIDDEN_TYPES = {
    "mission_vote_cast",
    "mission_vote_withdrawn",
    "role_shown",
    "standing_order_set",
    "standing_order_cleared",
    "secrets_viewed",
}


def _public(game: Builder) -> list[dict[str, object]]:
    return [json.loads(line) for line in public_record(game.text()).splitlines()]


@pytest.mark.parametrize("players", [5, 7, 8, 10])
def test_the_public_record_of_a_running_game_is_accepted_at_every_line(players: int) -> None:
    game = played_game(players, f"public/{players}")
    whole = game.events
    for length in range(1, len(whole), 4):
        game.events = whole[:length]
        text = public_record(game.text())
        verdict = verify_text(text, running=True)
        assert verdict.problems == ()
        assert any("public record" in gap for gap in verdict.unchecked)
        assert not verify_text(text).ok


@pytest.mark.parametrize("seed", ["public/5", "public/7", "public/8", "public/10", "public/10/0"])
def test_no_secret_stands_in_the_public_record_of_a_running_game(seed: str) -> None:
    game = played_game(int(seed.split("/")[1]), seed)
    game.events.pop()
    events = _public(game)
    assert events[0]["public"] is True
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    for event in events:
        assert event["type"] not in HIDDEN_TYPES
        assert not event.keys() & {"roles", "account"}
        if event["type"] == "mission_closed":
            assert not event.keys() & {"votes", "missing"}
        if event["type"] == "mission_vote_shown":
            assert event["to"] is None, "a look at a card in private is no part of it"
        if event["type"] == "window_passed":
            assert event["because"] in ("answer", "ceiling")
        if event["type"] == "team_vote_cast":
            assert event["public"] is True
        if event["type"] == "delay_noted":
            assert events[event["period"] - 1]["type"] == "team_proposed"  # type: ignore[operator]


def test_after_the_end_it_is_the_whole_record() -> None:
    game = played_game(5, "public")
    assert public_record(game.text()) == game.text()


def test_two_games_that_differ_in_their_secrets_only_have_the_same_public_record() -> None:
    """resistance.md 7: nothing public may depend on a role or a mission vote before it is revealed."""
    texts = []
    for changed in (False, True):
        game = approved(plain()).go()
        votes = dict.fromkeys(game.team, "support")
        first = game.team[0]
        if changed:
            game.roles = {name: "spy" if role == "resistance" else "resistance" for name, role in game.roles.items()}
            game.events[next(n for n, e in enumerate(game.events) if e["type"] == "game_started")]["roles"] = game.roles
            game.add("mission_vote_cast", player=first, vote="sabotage")
        game.add("mission_vote_cast", player=first, vote="support")
        game.now = game.opened + DAY
        game.answer(votes)
        texts.append(public_record(game.text()))
    assert texts[0] == texts[1]


def test_a_vote_is_told_only_after_its_closing() -> None:
    game = with_cards(5, "opinion_maker").give("opinion_maker", "bob").propose().cast("bob", "reject")
    assert all(event["type"] != "team_vote_cast" for event in _public(game))
    game.close_vote({"bob": "reject"})
    casts = [event for event in _public(game) if event["type"] == "team_vote_cast"]
    assert [event["player"] for event in casts] == ["bob"]


def test_what_a_moderator_did_in_private_is_hidden() -> None:
    game = approved(plain()).go().override("!setvote @dee sabotage because he wrote so")
    game.add("mission_vote_cast", player=game.team[0], vote="support")
    event = next(event for event in _public(game) if event["type"] == "overridden")
    assert (event["command"], event["reason"]) == ("!setvote", "hidden")
    assert "source" not in event


def test_comments_keep_their_source_and_messages_do_not() -> None:
    game = started()
    for item, kept in (("t1_abc", True), ("t4_abc", False), ("m7", False)):
        game.source = {"id": item, "author": "bob"}
        game.add("announced", moderator="Mod", text="hello")
        assert ("source" in _public(game)[-1]) is kept


def test_what_is_new_is_a_secret_until_somebody_says_otherwise() -> None:
    game = started()
    game.add("mood_noted", player="bob")
    game.events[-2]["mood"] = "sly"
    assert "mood" not in public_record(game.text())


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("role_shown", {"of": "bob", "to": "Ann", "because": "open_up"}),
        ("standing_order_set", {"player": "bob", "order": "clear"}),
        ("secrets_viewed", {"moderator": "Mod", "what": "roles"}),
    ],
)
def test_a_public_record_that_tells_too_much_is_found(kind: str, fields: dict[str, Any]) -> None:
    game = started()
    game.events[0]["public"] = True
    del next(event for event in game.events if event["type"] == "game_started")["roles"]
    game.add(kind, **fields)
    assert "public_leak" in {problem.code for problem in verify_text(game.text(), running=True).problems}


def test_an_undo_points_at_the_last_public_line_that_still_counts() -> None:
    game = plain().propose().cast("Ann", "approve")
    to_seq = len(game.events)
    game.cast("bob", "approve").override("!undo").add("undone", to_seq=to_seq)
    events = _public(game)
    assert events[-1]["to_seq"] == len(events) - 2  # the proposal; then overridden, undone
    assert events[len(events) - 3]["type"] == "team_proposed"
