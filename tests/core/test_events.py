"""core.events: how events stand in the record (record.md)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, ClassVar

import pytest

from forumgm.core.errors import BrokenRecordError
from forumgm.core.events import Codec, Event, Fact, digest, parse_stamp, record, stamp
from forumgm.core.orders import Source


@dataclass(frozen=True, slots=True)
class Happened(Event):
    type: ClassVar[str] = "happened"
    times: ClassVar[tuple[str, ...]] = ("until",)
    optional: ClassVar[tuple[str, ...]] = ("who",)
    texts: ClassVar[Mapping[str, Any]] = {"order": (" ".join, str.split)}
    from_: str | None
    until: int | None
    order: list[str]
    flag: bool
    count: int
    names: tuple[str, ...] = ()
    who: str | None = None


EVENT = Happened('Zoë "quoted"', 1_767_225_600, ["a", "b"], flag=True, count=3, names=("x", "y"))


def test_a_line_has_the_frame_and_the_fields() -> None:
    """seq, at, type, prev, source, then the fields; times as stamps, absent optional fields left out."""
    line = record(Fact(1_767_225_601, EVENT), seq=1, previous=None, source=Source("t1_abc", "Zoë")).line
    assert line == (
        '{"seq": 1, "at": "2026-01-01T00:00:01Z", "type": "happened", "prev": "", '
        '"source": {"id": "t1_abc", "author": "Zoë"}, "from": "Zoë \\"quoted\\"", "until": "2026-01-01T00:00:00Z", '
        '"order": "a b", "flag": true, "count": 3, "names": ["x", "y"]}'
    )


def test_prev_is_the_digest_of_the_line_before() -> None:
    """First 16 hex digits of SHA-256 over the bytes without the line end (of "abc": FIPS 180 vector)."""
    assert digest("abc") == "ba7816bf8f01cfea"
    assert '"prev": "ba7816bf8f01cfea"' in record(Fact(0, EVENT), seq=2, previous="abc", source=None).line


def test_reading_is_the_inverse_of_writing() -> None:
    for event in (EVENT, Happened(None, None, ["c"], flag=False, count=0, who="me")):
        written = record(Fact(1_767_225_601, event), seq=7, previous="abc", source=Source("t1_a", "b"))
        assert Codec([Happened]).decode(written.line) == written


@pytest.mark.parametrize("line", ["", "{}", "[]", '{"type": "happened"}', '{"type": "other", "seq": 1}', "null"])
def test_what_cannot_be_read_is_a_broken_record(line: str) -> None:
    with pytest.raises(BrokenRecordError):
        Codec([Happened]).decode(line)


@pytest.mark.parametrize("at", [0, 1, 86_399, 86_400, 951_782_400, 1_767_225_600, 4_102_444_799])
def test_stamps_are_whole_seconds_in_utc(at: int) -> None:
    assert stamp(at) == datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    assert parse_stamp(stamp(at)) == at
