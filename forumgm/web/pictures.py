"""The pictures of a game: mission track, vote matrix, activity by hour, delays, dice.

Laws: a picture is made from a board, so it shows nothing that isn't public; shape tells what colour tells; colours are
classes of the style sheet, so that a picture fits a dark page too.
"""

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from forumgm.web.board import HOURS, NUMBERS, Board, Mission, Outcome, Proposal
from forumgm.web.links import Links
from forumgm.web.svg import circle, element, line, number, picture, rect, text

_CELL = 30
_NAME_WIDTH = 128
_HEAD = 34
_NAME_ROOM = _NAME_WIDTH - 6
_WIDTHS = {**dict.fromkeys("MWmw@…", 13.8), **dict.fromkeys("fijlrt-", 5.5)}
"""Of characters at 14 px in a broad sans serif; of what is not in here see ``_width``."""
_FEW = 10
"""Faces of a die whose columns may be wide."""
_MARKS = {"approve": ("✓", "approve"), "reject": ("✗", "reject")}
_FEET = {Outcome.OPEN: "…", Outcome.APPROVED: "✓", Outcome.REJECTED: "✗", Outcome.CANCELLED: "⊘"}


def short(name: str) -> str:
    """Return a name that fits beside a picture; the whole one is in the table below it."""
    if _width(name) <= _NAME_ROOM:
        return name
    while _width(f"{name}…") > _NAME_ROOM:
        name = name[:-1]
    return f"{name}…"


def _width(words: str) -> float:
    """Return about how many pixels a line of text takes."""
    return sum(_WIDTHS.get(c, 10.8 if c.isupper() else 8.9) for c in words)


# --- mission track -------------------------------------------------------------------------------------------------


def mission_track(board: Board) -> Markup:
    """Return the five missions in a row, each with its team size and how it went."""
    parts: list[Markup] = [line(43, 50, 395, 50, class_="rail")]
    for place, mission in enumerate(NUMBERS):
        parts += _station(board, mission, x=43 + 88 * place)
    told = "; ".join(_mission_words(board, n) for n in NUMBERS)
    return picture(438, 122, f"Missions: {told}", *parts, key="track")


def _station(board: Board, mission: int, *, x: float) -> list[Markup]:
    sent = board.mission(mission)
    kind = _mission_class(sent)
    sign = {"won": "✓", "lost": "✗"}.get(kind, str(board.size(mission) or "?"))
    star = "*" if board.needed(mission) > 1 else ""
    size = f"{board.size(mission)}{star} players" if board.order else ""
    return [
        circle(x, 50, 27, class_=f"station {kind}"),
        text(sign, x, 59, class_=f"sign {kind}", anchor="middle"),
        text(f"mission {mission}", x, 12, class_="small", anchor="middle"),
        text(size, x, 100, class_="small", anchor="middle"),
        text(_sabotages(sent), x, 116, class_="tiny", anchor="middle"),
    ]


def _mission_class(sent: Mission | None) -> str:
    if sent is None:
        return "ahead"
    return {None: "now", True: "won", False: "lost"}[sent.succeeded]


def _sabotages(sent: Mission | None) -> str:
    if sent is None:
        return ""
    if sent.succeeded is None:
        return "under way"
    if sent.sabotages is None:
        return ""
    return f"{sent.sabotages} sabotage{'' if sent.sabotages == 1 else 's'}"


def _mission_words(board: Board, mission: int) -> str:
    sent = board.mission(mission)
    if sent is None:
        return f"{mission} not yet"
    result = {None: "under way", True: "success", False: "failure"}[sent.succeeded]
    return f"{mission} {result}" + (f" with {_sabotages(sent)}" if sent.sabotages is not None else "")


# --- vote matrix ---------------------------------------------------------------------------------------------------


def vote_matrix(board: Board, links: Links) -> Markup:
    """Return players against proposals: who approved, who was on the team, who led; heads lead to the posts."""
    columns = _columns(board.proposals)
    width = _NAME_WIDTH + (columns[-1][1] if columns else 0) + _CELL + 6
    height = _HEAD + _CELL * len(board.players) + 30
    parts: list[Markup] = []
    for row, player in enumerate(board.players):
        middle = _HEAD + _CELL * row + _CELL / 2
        parts.append(line(0, middle + _CELL / 2, width, middle + _CELL / 2, class_="grid"))
        parts.append(text(short(player), 2, middle + 5, class_="name"))
    for proposal, x in columns:
        parts += _column(board, proposal, links, x=_NAME_WIDTH + x)
    title = f"Votes of {len(board.players)} players on {len(columns)} proposals; the table below says the same"
    return picture(width, height, title, *parts, key="matrix", linked=True)


def _columns(proposals: Sequence[Proposal]) -> list[tuple[Proposal, float]]:
    """Return each proposal with its place from the left; a gap between missions."""
    placed: list[tuple[Proposal, float]] = []
    x, before = 0.0, None
    for proposal in proposals:
        x += 10 if before not in (None, proposal.round) else 0
        placed.append((proposal, x))
        x, before = x + _CELL, proposal.round
    return placed


def _column(board: Board, proposal: Proposal, links: Links, *, x: float) -> list[Markup]:
    middle = x + _CELL / 2
    head = text(proposal.label, middle, 20, class_="head", anchor="middle")
    href = links.comment(board.thread, proposal.post)
    if href is not None:
        words = f"proposal {proposal.label} by {proposal.leader}, in the thread"
        back = rect(x, 2, _CELL, _CELL - 4, class_="target")
        head = element("a", element("title", words), back, head, href=href, aria_label=words)
    parts = [head]
    for row, player in enumerate(board.players):
        parts += _cell(proposal, player, x=x, y=_HEAD + _CELL * row)
    foot = _HEAD + _CELL * len(board.players) + 21
    parts.append(text(_FEET[proposal.outcome], middle, foot, class_=f"foot {proposal.outcome.value}", anchor="middle"))
    return parts


def _cell(proposal: Proposal, player: str, *, x: float, y: float) -> list[Markup]:
    parts: list[Markup] = []
    if player in proposal.team:
        parts.append(rect(x + 2, y + 2, _CELL - 4, _CELL - 4, class_="member", rx=5))
    closed = proposal.outcome is not Outcome.OPEN
    mark, kind = _MARKS.get(proposal.votes.get(player, ""), ("–" if closed else "", "none"))
    parts.append(text(mark, x + _CELL / 2, y + 21, class_=f"vote {kind}", anchor="middle"))
    if player == proposal.leader:
        parts.append(element("path", d=f"M{number(x + 3)} {number(y + 3)}h9l-9 9z", class_="crown"))
    return parts


# --- activity and delays -------------------------------------------------------------------------------------------


def hours_chart(board: Board) -> Markup:
    """Return how much was written in each hour of the day."""
    return _columns_chart(
        [(f"{hour:02d}" if hour % 3 == 0 else "", n) for hour, n in enumerate(board.hours)],
        title=f"Activity by hour (UTC): {_busiest(board.hours)}",
        key="hours",
        step=14,
    )


def _busiest(hours: Sequence[int]) -> str:
    if not any(hours):
        return "nothing yet"
    hour = max(range(HOURS), key=lambda h: hours[h])
    return f"{sum(hours)} in all, most of it between {hour:02d} and {(hour + 1) % HOURS:02d}"


def _columns_chart(bars: Sequence[tuple[str, int]], *, title: str, key: str, step: int) -> Markup:
    top, base = 22, 132
    most = max([1, *(n for _, n in bars)])
    width = step * len(bars) + 10
    parts: list[Markup] = [line(0, base, width, base, class_="axis")]
    for place, (label, count) in enumerate(bars):
        x = 5 + step * place
        height = (base - top) * count / most
        if count:
            parts.append(rect(x + 1, base - height, step - 2, height, class_="bar", rx=2))
            parts.append(text(count, x + step / 2, base - height - 5, class_="tiny", anchor="middle"))
        parts.append(text(label, x + step / 2, base + 16, class_="tiny", anchor="middle"))
    return picture(width, base + 22, title, *parts, key=key)


def delays_chart(board: Board) -> Markup:
    """Return who missed how many deadlines."""
    rows = [(player, board.delays.get(player, 0)) for player in board.players]
    most = max([1, *(n for _, n in rows)])
    parts: list[Markup] = []
    for place, (player, count) in enumerate(rows):
        y = 24 * place
        parts.append(text(short(player), 2, y + 17, class_="name"))
        if count:
            parts.append(rect(_NAME_WIDTH, y + 4, 200 * count / most, 16, class_="bar late", rx=2))
        parts.append(text(count, _NAME_WIDTH + 200 * count / most + 6, y + 17, class_="tiny"))
    told = ", ".join(f"{player} {n}" for player, n in rows if n) or "none"
    return picture(360, max(24, 24 * len(rows)), f"Missed deadlines: {told}", *parts, key="delays")


def dice_histogram(counts: Mapping[int, int], *, name: str, key: str) -> Markup:
    """Return how often each result of a die came up."""
    told = ", ".join(f"{face}: {n}" for face, n in sorted(counts.items())) or "no rolls yet"
    bars = [(str(face), counts.get(face, 0)) for face in sorted(counts)]
    return _columns_chart(bars, title=f"{name}: {told}", key=key, step=30 if len(bars) <= _FEW else 22)
