"""The board: what it reads from a record, and that hostile records do no harm."""

import json
import re
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forumgm.record.publish import public_record
from forumgm.web.board import Board, BoardError, Outcome, board_of
from forumgm.web.links import Links
from forumgm.web.pictures import dice_histogram, hours_chart, vote_matrix
from forumgm.web.showing import facts, headline, rolls_in, shown
from tests.web.gallery import changed, until, whole

OPENED: dict[str, Any] = {"seq": 1, "at": "2026-01-01T00:00:00Z", "type": "game_opened", "game": "g1", "thread": "t3_x"}
ORDER = ["Ann", "Bob", "Cid", "Dee", "Eve"]


def record(*events: dict[str, Any]) -> list[str]:
    start = {"at": "2026-01-01T01:00:00Z", "type": "game_started", "order": ORDER, "leader": "Ann"}
    found = [OPENED, start, *events]
    return [json.dumps({"at": "2026-01-01T02:00:00Z", **e, "seq": n}) for n, e in enumerate(found, start=1)]


def proposed(attempt: int = 1, **more: Any) -> dict[str, Any]:
    return {"type": "team_proposed", "round": 1, "attempt": attempt, "leader": "Ann", "team": ["Ann", "Bob"], **more}


VOTES = {"Ann": "approve", "Bob": "approve", "Cid": "reject", "Dee": "approve"}
CLOSED = {"type": "team_vote_closed", "votes": VOTES, "missing": ["Eve"], "approved": True, "rejections": 0}


def test_a_vote_is_on_the_board_once_it_is_closed() -> None:
    open_ = board_of(record(proposed())).proposals[0]
    assert (open_.outcome, open_.votes) == (Outcome.OPEN, {})
    closed = board_of(record(proposed(), {**CLOSED, "at": "2026-01-01T05:00:00Z"})).proposals[0]
    assert (closed.outcome, closed.votes, closed.label) == (Outcome.APPROVED, VOTES, "1.1")
    assert closed.closed_at is not None
    assert closed.closed_at - closed.at == 3 * 3600


def test_no_confidence_cancels_an_approved_team() -> None:
    """resistance.md, No Confidence: the team is not sent, which counts as a rejection."""
    board = board_of(record(proposed(), CLOSED, {"type": "team_cancelled", "player": "Cid", "rejections": 1}))
    assert board.proposals[0].outcome is Outcome.CANCELLED


def test_what_was_undone_or_voided_never_was() -> None:
    assert board_of(record(proposed(), {"type": "undone", "to_seq": 2})).proposals == ()
    voided = {"type": "proposal_voided", "round": 1, "attempt": 1}
    assert [p.attempt for p in board_of(record(proposed(), voided, proposed(1))).proposals] == [1]


def test_who_took_over_a_seat_stands_in_it() -> None:
    replaced = {"type": "player_replaced", "old": "Bob", "new": "Zoe"}
    board = board_of(record(proposed(), CLOSED, replaced))
    assert board.order == ("Ann", "Zoe", "Cid", "Dee", "Eve")
    assert board.proposals[0].team == ("Ann", "Zoe")
    assert board.proposals[0].votes["Zoe"] == "approve"


def test_roles_are_on_the_board_only_after_the_end() -> None:
    lines = whole()
    assert board_of(lines).roles
    assert board_of(until(lines, "mission_closed")).roles == {}


def test_the_public_record_gives_the_same_board_but_for_private_activity() -> None:
    cut = until(whole(seed="a"), "mission_closed", nth=2)
    text = public_record("".join(f"{line}\n" for line in cut))
    full, public = board_of(cut), board_of(text.splitlines())
    assert public.proposals == full.proposals
    assert [m.succeeded for m in public.missions] == [m.succeeded for m in full.missions]
    assert all(m.saboteurs == () for m in public.missions)


def test_activity_counts_each_thing_written_once_in_its_hour() -> None:
    said = {"source": {"id": "t1_a", "author": "Ann"}}
    board = board_of(record(proposed(source=said["source"]), {**CLOSED, **said, "at": "2026-01-01T03:00:00Z"}))
    assert board.hours[2] == 1
    assert sum(board.hours) == 1
    assert "between 02 and 03" in hours_chart(board)


def test_only_public_comments_are_linked() -> None:
    linked = board_of(record(proposed(source={"id": "t1_abc", "author": "Ann"})))
    assert 'href="https://forum.test/comments/x/_/abc/"' in vote_matrix(linked, Links("https://forum.test"))
    private = board_of(record(proposed(source={"id": "t4_abc", "author": "mod"})))
    assert "href" not in vote_matrix(private, Links("https://forum.test"))


@pytest.mark.parametrize("evil", ["t3_x/../../evil", "javascript:alert(1)", 't3_"', "", "t5_abc"])
def test_a_strange_id_makes_no_link(evil: str) -> None:
    assert Links("https://forum.test").thread(evil) is None
    assert Links("https://forum.test").comment("t3_x", evil) is None


@given(st.lists(st.text(max_size=60), max_size=5))
def test_no_text_breaks_the_board(lines: list[str]) -> None:
    with suppress(BoardError):
        assert isinstance(board_of(lines), Board)


@given(st.data())
def test_no_field_breaks_the_board(data: st.DataObject) -> None:
    """Anything in any field is a BoardError or a board that can be drawn, with nothing unescaped."""
    junk: st.SearchStrategy[Any] = st.one_of(
        st.none(), st.text(max_size=9), st.integers(), st.lists(st.text(max_size=3), max_size=3), st.just({})
    )

    def spoil(event: dict[str, Any]) -> dict[str, Any]:
        if event["seq"] not in spoilt:
            return event
        key = data.draw(st.sampled_from(sorted(event.keys() - {"seq", "at", "type", "prev"}) or ["x"]))
        return {**event, key: data.draw(junk)}

    lines = until(whole(), "mission_closed")
    spoilt = data.draw(st.sets(st.integers(1, len(lines)), max_size=3))
    with suppress(BoardError):
        board = board_of(changed(lines, spoil))
        shown(board, Links("https://forum.test"))
        headline(board, None)
        facts(board, None, now=0)


def test_dice_of_a_scene() -> None:
    lines = ['{"type":"rolled","dice":[{"purpose":"pool","sides":6,"faces":[1,6,6]},{"sides":"x"}]}', "no json", "[]"]
    assert rolls_in(lines) == [(6, 1), (6, 6), (6, 6)]
    picture = dice_histogram({1: 1, 6: 2}, name="d6", key="dice6")
    assert re.search(r"<title[^>]*>d6: 1: 1, 6: 2</title>", picture)
