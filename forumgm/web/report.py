"""A report: one HTML file with a game's pictures that needs nothing else, for the archive."""

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from forumgm.web.board import board_of
from forumgm.web.links import Links
from forumgm.web.looks import style_sheet, text_of
from forumgm.web.showing import Facts, dice, facts, headline, readable, rolls_in, shown


def report(record: str, *, story: Sequence[str], more: Facts, links: Links, version: str) -> str:
    """Return the page for a record; ``more`` stands behind the facts.

    Raises BoardError if it can't be drawn: it is the record of no game of The Resistance, nor of a scene with dice.
    """
    rolls = dice(rolls_in(record.splitlines()))
    view = _scene(record) if rolls else _game(record, links)
    return text_of(
        "report.html",
        **view | {"facts": [*view["facts"], *more]},
        dice=rolls,
        story=story,
        style=Markup(style_sheet()),  # noqa: S704 - our own file
        version=version,
    )


def _game(record: str, links: Links) -> dict[str, Any]:
    board = board_of(record.splitlines())
    last = board.ended_at or max([board.opened_at, *(p.closed_at or p.at for p in board.proposals)])
    return {
        "title": f"Game {board.game.upper()}",
        "headline": headline(board, None),
        "facts": facts(board, None, now=last),
        "view": shown(board, links),
    }


def _scene(record: str) -> dict[str, Any]:
    events = readable(record.splitlines())
    players = sorted({str(e.get("player", "")) for e in events if e.get("type") == "rolled"})
    told: Facts = [("Rules", str(events[0].get("system", ""))), ("Who rolled", ", ".join(players))]
    return {"title": f"Scene {str(events[0].get('scene', '')).upper()}", "headline": "", "facts": told, "view": None}
