"""``forumgm verify``: a second opinion on a record, from the record alone.

Laws: whatever is handed in, a verdict comes out; the game's own engine is not asked. A record is judged by the
referee of its first line's type: a new kind of record is a row in ``REFEREES``.
"""

from collections.abc import Callable

from forumgm.record.lines import Record, read_record
from forumgm.record.referee import judge_game
from forumgm.record.scenes import judge_scene
from forumgm.record.verdict import Findings, Flaw, Problem, Verdict, quote

__all__ = ["REFEREES", "Problem", "Verdict", "verify_text"]

Judge = Callable[..., bool]
"""Takes the record and ``found``; notes what it finds and returns whether the record is finished."""

REFEREES: dict[str, Judge] = {
    "game_opened": judge_game,
    "scene_opened": judge_scene,
}
"""The referee for each type of first line."""


def verify_text(text: str | bytes, *, running: bool = False, digest: str | None = None) -> Verdict:
    """Return the verdict on a record.

    ``running``: it may be that of a game which still runs. ``digest``: the 16 hex digits of the end post; with
    them a record that was rewritten as a whole is found out (record.md). Never raises on what the text holds.
    """
    found = Findings()
    record = read_record(text, found=found)
    if digest is not None:
        _check_digest(record, digest.strip().lower(), found=found)
    finished = _judge(record, found=found)
    return found.verdict(finished=finished, running=running)


def _check_digest(record: Record, digest: str, *, found: Findings) -> None:
    if record.last_digest != digest:
        found.add(
            None,
            Flaw.DIGEST_DIFFERS,
            f"The last line has the digest {record.last_digest or 'of nothing'}; "
            f"{quote(digest)} was given. The record is not the one of the end post.",
        )


def _judge(record: Record, *, found: Findings) -> bool:
    if not record.events:
        return False
    first = record.events[0]
    judge = REFEREES.get(first.type) if first.seq == 1 else None
    if judge is None:
        known = ", ".join(sorted(REFEREES))
        found.add(
            1,
            Flaw.UNKNOWN_RECORD,
            f"The record begins with {quote(first.type)}; we know records that begin with {known}.",
        )
        return False
    return judge(record, found=found)
