"""The verdict on whole records: valid games of every size pass, every kind of damage is found out."""

import json
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forumgm.record.lines import digest
from forumgm.record.publish import public_record
from forumgm.record.story import replay_lines
from forumgm.record.verdict import DOCS, MOST_PROBLEMS, Flaw
from forumgm.record.verify import verify_text
from tests.record.builder import Builder
from tests.record.play import played_game

OPTIONS: tuple[dict[str, object], ...] = (
    {},
    {"strong_leader_when": "every_leader"},
    {"plot": False},
    {"team_vote_ceiling": 3_600, "window_ceiling": 7_200, "mission_vote_ceiling": 1_800},
)
GAME = played_game(7, "verify")
LINES = GAME.lines()


@pytest.mark.parametrize("players", range(5, 11))
@pytest.mark.parametrize("options", OPTIONS)
def test_whole_games_pass_without_a_problem(players: int, options: dict[str, object]) -> None:
    for number in range(4):
        verdict = verify_text(played_game(players, f"{players}/{number}", **options).text())
        assert verdict.problems == ()
        assert verdict.unchecked == ()
        assert (verdict.ok, verdict.finished) == (True, True)


def test_the_games_of_these_tests_hold_every_card_and_window() -> None:
    seen = set()
    for players in range(5, 11):
        for number in range(4):
            for event in played_game(players, f"{players}/{number}").events:
                seen.add((event["type"], event.get("window") or event.get("card") or event.get("because")))
    for window in ("strong_leader", "no_confidence", "spotlight", "close_eye"):
        assert ("window_opened", window) in seen
    for card in (
        "strong_leader",
        "no_confidence",
        "in_the_spotlight",
        "close_eye",
        "open_up",
        "overheard_conversation",
    ):
        assert ("card_played", card) in seen
    assert ("role_shown", "establish_confidence") in seen
    assert ("card_given", "take_responsibility") in seen
    assert ("card_given", "opinion_maker") in seen


def test_a_verdict_says_itself_as_the_json_of_the_command() -> None:
    assert verify_text(GAME.text()).to_json() == {"ok": True, "finished": True, "problems": [], "unchecked": []}
    broken = verify_text(GAME.text().replace('"seq":3,', '"seq":4,')).to_json()
    assert json.loads(json.dumps(broken)) == broken
    assert broken["problems"][0].keys() == {"seq", "code", "text"}  # type: ignore[index]


def test_a_running_game_is_accepted_only_with_running_and_says_what_is_unchecked() -> None:
    """record.md: without game_ended verify checks what it can and exits 1 unless --running is given."""
    for length in range(1, len(LINES)):
        text = "\n".join(LINES[:length])
        verdict = verify_text(text)
        assert (verdict.ok, verdict.finished, verdict.problems) == (False, False, ())
        assert any("draws" in gap for gap in verdict.unchecked)
        assert verify_text(text, running=True).ok


def test_a_line_cut_short_is_found() -> None:
    for cut in (1, 5, 40):
        assert "not_json" in {p.code for p in verify_text(GAME.text().rstrip()[:-cut]).problems}


def test_dropped_swapped_and_doubled_lines_are_found() -> None:
    for place in range(len(LINES) - 1):
        dropped = LINES[:place] + LINES[place + 1 :]
        doubled = LINES[: place + 1] + LINES[place:]
        swapped = [*LINES[:place], LINES[place + 1], LINES[place], *LINES[place + 2 :]]
        for forged in (dropped, doubled, swapped):
            assert verify_text("\n".join(forged), running=True).problems


def test_the_digest_of_the_end_post_finds_a_record_that_was_rewritten_as_a_whole() -> None:
    other = played_game(7, "another")
    real = digest(LINES[-1])
    assert verify_text(GAME.text(), digest=real.upper()).ok
    assert [p.code for p in verify_text(other.text(), digest=real).problems] == ["digest_differs"]


def test_unknown_types_fields_and_options_are_skipped_and_named() -> None:
    """record.md: unknown types don't make verify fail, they stand in unchecked."""
    game = Builder(5, tomorrow=True).opening()
    game.events[1]["mood"] = "good"
    game.add("weather_noted", sky="grey")
    verdict = verify_text(game.start().text(), running=True)
    assert verdict.ok
    assert {gap.split(":")[0] for gap in verdict.unchecked} >= {
        "option tomorrow",
        "field mood of player_joined",
        "type weather_noted",
    }


def test_a_record_of_another_kind_is_named() -> None:
    line = '{"seq":1,"at":"2026-01-01T00:00:00Z","type":"ballad_opened","prev":""}'
    assert [p.code for p in verify_text(line).problems] == ["unknown_record"]


def test_nothing_stands_behind_the_end() -> None:
    game = played_game(5, "end")
    game.add("announced", moderator="Mod", text="again?")
    assert [p.code for p in verify_text(game.text()).problems] == ["after_the_end"]


def test_a_flood_of_problems_is_cut_off() -> None:
    verdict = verify_text("x\n" * 5_000)
    assert len(verdict.problems) == MOST_PROBLEMS + 1
    assert verdict.problems[-1].code == "too_many_problems"


def test_every_code_is_explained() -> None:
    assert set(DOCS) == set(Flaw)
    room = Path(__file__).parents[2] / "forumgm" / "record"
    source = "".join(path.read_text("utf-8") for path in room.glob("*.py") if path.name != "verdict.py")
    unused = [flaw.name for flaw in Flaw if f"Flaw.{flaw.name}" not in source]
    assert unused == ["TOO_MANY_PROBLEMS"]


def test_reading_takes_time_in_proportion_to_the_length() -> None:
    """A record of 20,000 lines takes about ten times as long as one of 2,000 (a wide margin for a busy machine)."""
    game = Builder(5).opening().start()

    def seconds(lines: int) -> float:
        while len(game.events) < lines:
            game.add("standing_order_set", player="Ann", order="clear")
            game.add("standing_order_cleared", player="Ann", order=None)
            game.add("nickname_set", player="bob", nicknames=["Robert"])
        text = game.text()
        begun = time.process_time()
        assert verify_text(text, running=True).ok
        return time.process_time() - begun

    short = seconds(2_000)
    assert seconds(20_000) < 40 * max(short, 0.01)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)
_LINES = st.integers(0, len(GAME.events) - 1)


@given(st.binary(max_size=400) | st.text(max_size=400))
@settings(max_examples=200, deadline=None)
def test_any_bytes_have_a_verdict(text: bytes | str) -> None:
    assert not verify_text(text).ok
    replay_lines(text)
    public_record(text)


@given(place=_LINES, name=st.integers(0, 12), value=_JSON)
@settings(max_examples=400, deadline=None)
def test_any_value_in_any_field_has_a_verdict(place: int, name: int, value: object) -> None:
    """Wrong types, absurd numbers, deep values: whatever stands there, a verdict comes out (design.md, law 10)."""
    lines = list(LINES)
    data = json.loads(lines[place])
    field = sorted(data)[name % len(data)]
    changed = data[field] != value or type(data[field]) is not type(value)
    lines[place] = json.dumps(data | {field: value})
    text = "\n".join(lines)
    verdict = verify_text(text)
    assert verdict.ok in (True, False)
    if changed and place < len(lines) - 1:
        assert not verdict.ok
    replay_lines(text)
    public_record("\n".join(lines[:-1]))


@given(st.lists(_LINES, max_size=60), st.booleans())
@settings(max_examples=150, deadline=None)
def test_any_lines_in_any_order_have_a_verdict(places: list[int], rechained: bool) -> None:
    from forumgm.record.lines import chain

    events = [GAME.events[0], *(GAME.events[place] for place in places)]
    verify_text("\n".join(chain(events) if rechained else [LINES[place] for place in places]), running=True)
