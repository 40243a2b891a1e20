"""Showing a game: from its public record and public view to what templates print."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from forumgm.web import pictures
from forumgm.web.board import Board, Outcome, Proposal
from forumgm.web.links import Links
from forumgm.web.looks import span, time_element

Facts = list[tuple[str, str | Markup]]
STATUS_WORDS = {"open": "running", "ended": "over", "aside": "set aside"}
_MANY_SIDES = 100
_OUTCOMES = {
    Outcome.OPEN: "vote is open",
    Outcome.APPROVED: "approved",
    Outcome.REJECTED: "rejected",
    Outcome.CANCELLED: "cancelled by No Confidence",
}
_ENDINGS = {
    "three_missions": "by three missions",
    "five_rejections": "by teams rejected too often",
    "override": "by a moderator's word",
}


@dataclass(frozen=True, slots=True)
class VoteRow:
    """A proposal as a row of the table below the matrix."""

    label: str
    href: str | None
    leader: str
    team: str
    approve: str
    reject: str
    result: str


@dataclass(frozen=True, slots=True)
class Shown:
    """The pictures of a board and the tables beside them."""

    board: Board
    track: Markup
    matrix: Markup
    hours: Markup
    delays: Markup
    votes: Sequence[VoteRow]
    waits: Sequence[tuple[str, int, str, str]]
    """What, how many, mean length, greatest length."""
    starred: bool
    linked: bool


def shown(board: Board, links: Links) -> Shown:
    """Return a board's pictures."""
    rows = [_vote_row(board, p, links) for p in board.proposals]
    waits = [
        (name, len(lengths), span(sum(lengths) // len(lengths)), span(max(lengths)))
        for name, lengths in board.waits
        if lengths
    ]
    return Shown(
        board=board,
        track=pictures.mission_track(board),
        matrix=pictures.vote_matrix(board, links),
        hours=pictures.hours_chart(board),
        delays=pictures.delays_chart(board),
        votes=rows,
        waits=waits,
        starred=any(board.needed(n) > 1 for n in (1, 2, 3, 4, 5)),
        linked=any(r.href for r in rows),
    )


def _vote_row(board: Board, proposal: Proposal, links: Links) -> VoteRow:
    def voters(vote: str) -> str:
        return ", ".join(p for p in board.order if proposal.votes.get(p) == vote)

    return VoteRow(
        label=proposal.label,
        href=links.comment(board.thread, proposal.post),
        leader=proposal.leader,
        team=", ".join(proposal.team),
        approve=voters("approve"),
        reject=voters("reject"),
        result=_OUTCOMES[proposal.outcome],
    )


def headline(board: Board, status: Mapping[str, Any] | None) -> str:
    """Return in a few words where the game stands."""
    if board.ended_at is not None:
        who = {"resistance": "The Resistance won", "spies": "The spies won"}.get(board.winner or "", "Nobody won")
        return f"{who}, {_ENDINGS.get(board.because or '', '')}".removesuffix(", ")
    if status is None:
        return "Sign-up" if board.started_at is None else "Running"
    doing = str(status["doing"])
    return "Paused" if status["paused"] else doing[:1].upper() + doing[1:]


def facts(board: Board, status: Mapping[str, Any] | None, *, now: int) -> Facts:
    """Return what stands beside the pictures, as pairs of name and value."""
    told: Facts = []
    if board.ended_at is not None:
        told.append(("Ended", time_element(board.ended_at)))
    elif status is not None:
        told += _running(status, now=now)
    if board.order:
        won = sum(m.succeeded is True for m in board.missions)
        lost = sum(m.succeeded is False for m in board.missions)
        told.append(("Score", f"Resistance {won}, spies {lost}"))
    if board.started_at is not None:
        end = board.ended_at if board.ended_at is not None else now
        told.append(("Running for" if board.ended_at is None else "Took", span(max(0, end - board.started_at))))
    title = "Players" if board.order else "Signed up"
    told.append((title, ", ".join(board.players) or "nobody yet"))
    return told


def _running(status: Mapping[str, Any], *, now: int) -> Facts:
    told: Facts = []
    closes = status["closes_at"]
    if status["paused"]:
        told.append(("Time left", "the clocks stand still"))
    elif closes is not None:
        left = f"{span(closes - now)}, until " if closes > now else "none, it ended "
        told.append(("Time left", Markup("{}{}").format(left, time_element(closes))))
    elif status["started"]:
        told.append(("Time left", "no limit"))
    if status["started"]:
        told.append(("Leader", str(status["leader"])))
        told.append(("Rejected", f"{status['rejections']} of {status['limit']} in a row"))
    if status["team_now"]:
        told.append(("Team", ", ".join(status["team_now"])))
    if status["reserves"]:
        told.append(("Reserves", ", ".join(status["reserves"])))
    told.append(("Waits for", waits_for(status)))
    told.append(("As of", time_element(now)))
    return told


def waits_for(status: Mapping[str, Any]) -> str:
    """Return whom the game waits for, as far as it may be shown."""
    awaited = status["awaited"]
    if awaited["names"]:
        return ", ".join(awaited["names"])
    if awaited["count"] is None:
        return "not shown in this game"
    return f"{awaited['count']} player{'' if awaited['count'] == 1 else 's'}" if awaited["count"] else "nobody"


def dice(rolls: Iterable[tuple[int, int]]) -> list[tuple[str, Markup]]:
    """Return a histogram for each kind of die; ``rolls`` are sides and face of each die that fell."""
    counts: dict[int, Counter[int]] = {}
    for sides, face in rolls:
        counts.setdefault(sides, Counter())[face] += 1
    found = []
    for sides, faces in sorted(counts.items()):
        whole = {face: faces[face] for face in range(1, sides + 1)}
        title = f"{faces.total()} roll{'' if faces.total() == 1 else 's'} of d{sides}"
        found.append((title, pictures.dice_histogram(whole, name=title, key=f"dice{sides}")))
    return found


def rolls_in(lines: Iterable[str]) -> list[tuple[int, int]]:
    """Return sides and face of each die in the record of a scene; what cannot be read is passed over."""
    found: list[tuple[int, int]] = []
    for event in readable(lines):
        if event.get("type") == "rolled" and isinstance(event.get("dice"), list):
            found += [pair for die in event["dice"] if isinstance(die, dict) for pair in _faces(die)]
    return found


def readable(lines: Iterable[str]) -> list[Mapping[str, Any]]:
    """Return the events of a record that can be read at all."""
    found: list[Mapping[str, Any]] = []
    for line in lines:
        try:
            event = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(event, dict):
            found.append(event)
    return found


def _faces(die: Mapping[str, Any]) -> list[tuple[int, int]]:
    sides, faces = die.get("sides"), die.get("faces")
    if not isinstance(sides, int) or not 1 <= sides <= _MANY_SIDES or not isinstance(faces, list):
        return []
    return [(sides, face) for face in faces if isinstance(face, int) and 1 <= face <= sides]
