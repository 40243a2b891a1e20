"""The log: JSON elsewhere than in a terminal, levels, and no secret at any of them."""

import io
import json
import logging
from collections.abc import Iterator

import pytest
import structlog

from forumgm.adapters.journal import LogJournal, configure


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers, root.level = handlers, level
    structlog.reset_defaults()


def _lines(out: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_one_json_object_a_line_with_ids() -> None:
    out = io.StringIO()
    configure(out)
    LogJournal().note("read", game="g1", item="t1_a", reading="accept")
    (line,) = _lines(out)
    assert {k: line[k] for k in ("event", "level", "game", "item", "reading")} == {
        "event": "read",
        "level": "info",
        "game": "g1",
        "item": "t1_a",
        "reading": "accept",
    }
    assert str(line["timestamp"]).endswith("Z")


def test_people_get_it_readable() -> None:
    out = io.StringIO()
    configure(out, json=False)
    LogJournal().note("read", game="g1")
    assert "read" in out.getvalue()
    with pytest.raises(json.JSONDecodeError):
        json.loads(out.getvalue())


def test_levels() -> None:
    out = io.StringIO()
    configure(out, level="warning")
    journal = LogJournal()
    journal.note("read", game="g1")
    journal.note("forum unreachable", reason="x")
    journal.trouble("cycle failed", RuntimeError("x"))
    assert [(line["event"], line["level"]) for line in _lines(out)] == [
        ("forum unreachable", "warning"),
        ("cycle failed", "error"),
    ]


@pytest.mark.parametrize("level", ["debug", "info", "warning", "error"])
def test_no_words_of_an_error_or_a_library_at_any_level(level: str) -> None:
    """A text may quote what somebody wrote: errors are told by kind and place."""
    out = io.StringIO()
    configure(out, level=level)
    try:
        raise ValueError("bob is a spy, token s3cret")
    except ValueError as error:
        LogJournal().trouble("item failed", error, game="g1", item="t4_x")
    logging.getLogger("prawcore").debug("Data: s3cret")
    logging.getLogger("prawcore").error("s3cret")
    logging.getLogger("prawcore").exception("s3cret", exc_info=ValueError("s3cret"))
    assert "s3cret" not in out.getvalue()
    assert "spy" not in out.getvalue()
    failed, library, _ = _lines(out)
    assert failed["error"] == "ValueError"
    assert str(failed["at"]).startswith("test_journal.py:")
    assert library["logger"] == "prawcore"
