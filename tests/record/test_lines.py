"""Lines of a record: writing, the chain, times, and everything that can be wrong with a file (record.md)."""

import hashlib

import pytest

from forumgm.record.lines import chain, digest, read_record, to_epoch, to_line, to_stamp
from forumgm.record.verdict import Findings, quote
from forumgm.record.verify import verify_text


def _codes(text: str | bytes) -> list[str]:
    found = Findings()
    read_record(text, found=found)
    return [problem.code for problem in found.problems]


def test_a_line_is_compact_json_with_letters_as_they_are() -> None:
    assert to_line({"seq": 1, "text": "é\u2028"}) == '{"seq":1,"text":"é\u2028"}'


def test_digest_is_the_first_16_hex_digits_of_sha_256_over_the_bytes() -> None:
    assert digest("é") == hashlib.sha256(b"\xc3\xa9").hexdigest()[:16]


def test_chain_numbers_from_1_and_prev_is_empty_for_the_first() -> None:
    first, second = chain(
        [{"at": "2026-01-01T00:00:00Z", "type": "a", "seq": 9, "prev": "x"}, {"at": "b", "type": "c"}]
    )
    assert first == '{"seq":1,"at":"2026-01-01T00:00:00Z","type":"a","prev":""}'
    assert second == '{"seq":2,"at":"b","type":"c","prev":"' + digest(first) + '"}'


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("1970-01-01T00:00:10Z", 10),
        ("2026-11-30T12:00:00Z", 1_796_040_000),
        ("2026-02-29T12:00:00Z", None),
        ("2026-11-30T12:00:00+00:00", None),
        ("2026-11-30T12:00:00.5Z", None),
        ("2026-11-30 12:00:00Z", None),
        ("２026-11-30T12:00:00Z", None),
        (5, None),
    ],
)
def test_times_are_whole_seconds_utc_with_z(text: object, seconds: int | None) -> None:
    assert to_epoch(text) == seconds
    if seconds is not None:
        assert to_stamp(seconds) == text


def test_white_space_key_order_and_line_ends_mean_nothing() -> None:
    first = '{ "prev": "",  "type":"x", "at" : "2026-01-01T00:00:00Z", "seq": 1 }'
    second = f'{{"type":"x","seq":2,"at":"2026-01-01T00:00:00Z","prev":"{digest(first)}"}}'
    assert _codes(f"{first}\r\n{second}") == []
    assert _codes(f"{first}\n\n{second}\n\n") == []


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"\xff", "not_utf8"),
        (b"[1]", "not_json"),
        (b"{", "not_json"),
        (b'{"seq":1,"seq":1}', "not_json"),
        (b'{"seq":NaN}', "not_json"),
        (b"[" * 100_000, "not_json"),
        (b'{"seq":' + b"9" * 5_000 + b"}", "not_json"),
        (b" " * 1_000_001 + b"{}", "line_too_long"),
        (b'{"seq":true,"at":"2026-01-01T00:00:00Z","type":"x","prev":""}', "wrong_seq"),
        (b'{"seq":2,"at":"2026-01-01T00:00:00Z","type":"x","prev":""}', "wrong_seq"),
        (b'{"seq":1,"at":"2026-01-01T00:00:00Z","type":"x","prev":"a"}', "broken_chain"),
        (b'{"seq":1,"at":"2026-01-01T00:00:00Z","type":"x"}', "broken_chain"),
        (b'{"seq":1,"at":"yesterday","type":"x","prev":""}', "bad_time"),
        (b'{"seq":1,"at":"2026-01-01T00:00:00Z","type":7,"prev":""}', "wrong_field"),
    ],
)
def test_each_broken_line_has_its_code(line: bytes, code: str) -> None:
    assert _codes(line) == [code]


@pytest.mark.parametrize("text", ["", b"", "\n \n"])
def test_an_empty_file_is_no_record(text: str | bytes) -> None:
    verdict = verify_text(text, running=True)
    assert (verdict.ok, [problem.code for problem in verdict.problems]) == (False, ["empty"])


def test_a_hundred_megabytes_in_a_line_are_refused_politely() -> None:
    verdict = verify_text(b"{" + b'"a":1,' * 17_000_000)
    assert [problem.code for problem in verdict.problems] == ["line_too_long"]


def test_quotes_are_short_printable_ascii() -> None:
    assert quote("a\n\ud800é" + "x" * 200).isascii()
    assert len(quote(["x" * 200] * 50)) < 1_300
    assert quote(10**30) == "a huge number"
