"""The board: what a reader of the thread knows of one game, from the lines of its public record.

Laws: only the record is read, so a page can show no more than the record that everybody may download; what was
undone or voided never was; whoever took over a seat stands in it from the beginning.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import Enum
from typing import Any

from forumgm.core.errors import ForumGmError
from forumgm.games.resistance.options import Options, parse_options
from forumgm.games.resistance.rulebook import needed
from forumgm.games.resistance.tables import ROUNDS

HOURS = 24
_PUBLIC_ITEM = "t1_"


class BoardError(ForumGmError):
    """The record cannot be drawn."""


class Outcome(Enum):
    """What became of a proposal."""

    OPEN = "open"
    APPROVED = "approved"
    REJECTED = "rejected"
    CANCELLED = "cancelled"
    """Approved, then taken back by the card No Confidence."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """One proposed team and the vote on it."""

    round: int
    attempt: int
    leader: str
    team: tuple[str, ...]
    at: int
    votes: Mapping[str, str] = field(default_factory=dict)
    """Player -> ``approve`` or ``reject``, once the vote is closed."""
    closed_at: int | None = None
    outcome: Outcome = Outcome.OPEN
    post: str | None = None
    """Fullname of the comment that proposed it."""

    @property
    def label(self) -> str:
        """Return what everybody calls it (``2.3``: mission 2, third proposal)."""
        return f"{self.round}.{self.attempt}"


@dataclass(frozen=True, slots=True)
class Mission:
    """One mission that was sent."""

    round: int
    team: tuple[str, ...]
    at: int
    closed_at: int | None = None
    succeeded: bool | None = None
    sabotages: int | None = None
    """None while it is not told."""
    saboteurs: tuple[str, ...] = ()
    """Told once the game is over."""


@dataclass(frozen=True, slots=True)
class Board:
    """Everything that the pictures show."""

    game: str = ""
    thread: str = ""
    opened_at: int = 0
    started_at: int | None = None
    ended_at: int | None = None
    winner: str | None = None
    because: str | None = None
    options: Options = field(default_factory=Options)
    seats: tuple[str, ...] = ()
    """In sign-up order, until the game starts."""
    order: tuple[str, ...] = ()
    """In player order, from the start."""
    roles: Mapping[str, str] = field(default_factory=dict)
    """Player -> role; empty until the game is over."""
    proposals: tuple[Proposal, ...] = ()
    missions: tuple[Mission, ...] = ()
    hours: tuple[int, ...] = (0,) * HOURS
    """Things written that the record names, by hour of the day (UTC)."""
    delays: Mapping[str, int] = field(default_factory=dict)
    """Player -> how often he missed a deadline, as far as that is public."""

    @property
    def players(self) -> tuple[str, ...]:
        """Return the seats in the order in which pages list them."""
        return self.order or self.seats

    def size(self, number: int) -> int:
        """Return the team size of a mission, 0 before the start."""
        return self.options.teams[len(self.order)][number - 1] if self.order else 0

    def needed(self, number: int) -> int:
        """Return how many sabotages make a mission fail."""
        return needed(self.options, len(self.order), number) if self.order else 1

    def mission(self, number: int) -> Mission | None:
        """Return a mission that was sent."""
        return next((m for m in self.missions if m.round == number), None)

    @property
    def waits(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Return how long each kind of wait took, in seconds: team votes and missions."""
        votes = tuple(p.closed_at - p.at for p in self.proposals if p.closed_at is not None)
        missions = tuple(m.closed_at - m.at for m in self.missions if m.closed_at is not None)
        return (("team votes", votes), ("missions", missions))


Fields = Mapping[str, Any]


def board_of(lines: Iterable[str]) -> Board:
    """Return the board of a record. Raises BoardError if it is no record of this game."""
    try:
        events = _standing([json.loads(line) for line in lines if line.strip()])
        board = Board()
        for event in events:
            act = _ACTS.get(event["type"])
            board = act(board, event) if act else board
        if not board.game:
            raise BoardError("this is no record of a game of The Resistance")
        board = _renamed(board, events)
        if len(board.order) not in (0, *board.options.teams):
            raise BoardError("the record has an impossible number of players")
        return replace(board, hours=_hours(events), roles=board.roles if board.ended_at is not None else {})
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise BoardError(f"the record cannot be drawn ({type(error).__name__})") from None


def _standing(events: Sequence[Fields]) -> list[Fields]:
    """Leave out what was undone."""
    kept: list[Fields] = []
    for event in events:
        if event["type"] == "undone":
            while kept and kept[-1]["seq"] > event["to_seq"]:
                kept.pop()
        else:
            kept.append(event)
    return kept


def epoch(text: str) -> int:
    """Return a record's time as epoch seconds. Raises ValueError."""
    return int(datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC).timestamp())


def _hours(events: Sequence[Fields]) -> tuple[int, ...]:
    written: dict[str, int] = {}
    for event in events:
        source = event.get("source")
        if isinstance(source, Mapping) and isinstance(source.get("id"), str):
            written.setdefault(source["id"], epoch(event["at"]))
    counts = Counter(at // 3600 % HOURS for at in written.values())
    return tuple(counts[hour] for hour in range(HOURS))


def _opened(board: Board, e: Fields) -> Board:
    options, _ = parse_options(e.get("options") or {})
    return replace(board, game=str(e["game"]), thread=str(e["thread"]), options=options, opened_at=epoch(e["at"]))


def _joined(board: Board, e: Fields) -> Board:
    return replace(board, seats=(*board.seats, str(e["player"])))


def _left(board: Board, e: Fields) -> Board:
    return replace(board, seats=tuple(s for s in board.seats if s != e["player"]))


def _started(board: Board, e: Fields) -> Board:
    roles = {str(k): str(v) for k, v in (e.get("roles") or {}).items()}
    return replace(board, order=tuple(map(str, e["order"])), roles=roles, started_at=epoch(e["at"]))


def _proposed(board: Board, e: Fields) -> Board:
    source = (e.get("source") or {}).get("id")
    post = source if isinstance(source, str) and source.startswith(_PUBLIC_ITEM) else None
    team = tuple(map(str, e["team"]))
    made = Proposal(int(e["round"]), int(e["attempt"]), str(e["leader"]), team, epoch(e["at"]), post=post)
    return replace(board, proposals=(*board.proposals, made))


def _voided(board: Board, e: Fields) -> Board:
    gone = (e["round"], e["attempt"])
    return replace(board, proposals=tuple(p for p in board.proposals if (p.round, p.attempt) != gone))


def _last(board: Board, **changes: Any) -> Board:
    if not board.proposals:
        return board
    return replace(board, proposals=(*board.proposals[:-1], replace(board.proposals[-1], **changes)))


def _vote_closed(board: Board, e: Fields) -> Board:
    votes = {str(k): str(v) for k, v in e["votes"].items()}
    outcome = Outcome.APPROVED if e["approved"] else Outcome.REJECTED
    return _last(board, votes=votes, outcome=outcome, closed_at=epoch(e["at"]))


def _cancelled(board: Board, _e: Fields) -> Board:
    return _last(board, outcome=Outcome.CANCELLED)


def _mission_started(board: Board, e: Fields) -> Board:
    sent = Mission(int(e["round"]), tuple(map(str, e["team"])), epoch(e["at"]))
    return replace(board, missions=(*(m for m in board.missions if m.round != sent.round), sent))


def _mission_closed(board: Board, e: Fields) -> Board:
    number = e.get("sabotages")
    votes = e.get("votes") or {}
    changes: dict[str, Any] = {
        "closed_at": epoch(e["at"]),
        "succeeded": bool(e["succeeded"]),
        "sabotages": number if isinstance(number, int) else None,
        "saboteurs": tuple(str(p) for p, vote in votes.items() if vote == "sabotage"),
    }
    missions = tuple(replace(m, **changes) if m.round == e["round"] else m for m in board.missions)
    return replace(board, missions=missions)


def _delayed(board: Board, e: Fields) -> Board:
    player = str(e["player"])
    return replace(board, delays={**board.delays, player: board.delays.get(player, 0) + 1})


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _ended(board: Board, e: Fields) -> Board:
    return replace(board, ended_at=epoch(e["at"]), winner=_text(e.get("winner")), because=str(e["because"]))


_ACTS = {
    "game_opened": _opened,
    "player_joined": _joined,
    "player_left": _left,
    "game_started": _started,
    "team_proposed": _proposed,
    "proposal_voided": _voided,
    "team_vote_closed": _vote_closed,
    "team_cancelled": _cancelled,
    "mission_started": _mission_started,
    "mission_closed": _mission_closed,
    "delay_noted": _delayed,
    "game_ended": _ended,
}
"""Type of event -> what it changes on the board."""


def _renamed(board: Board, events: Sequence[Fields]) -> Board:
    """Put everybody who took over a seat into it."""
    for event in events:
        if event["type"] == "player_replaced":
            board = _with_name(board, str(event["old"]), str(event["new"]))
    return board


def _with_name(board: Board, old: str, new: str) -> Board:
    def names(people: Iterable[str]) -> tuple[str, ...]:
        return tuple(new if p == old else p for p in people)

    def keys(table: Mapping[str, Any]) -> dict[str, Any]:
        return {new if p == old else p: value for p, value in table.items()}

    return replace(
        board,
        seats=names(board.seats),
        order=names(board.order),
        roles=keys(board.roles),
        delays=keys(board.delays),
        proposals=tuple(
            replace(p, leader=names([p.leader])[0], team=names(p.team), votes=keys(p.votes)) for p in board.proposals
        ),
        missions=tuple(replace(m, team=names(m.team), saboteurs=names(m.saboteurs)) for m in board.missions),
    )


NUMBERS = tuple(range(1, ROUNDS + 1))
"""The missions of a game."""
