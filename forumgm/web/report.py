"""A report: one HTML file with a game's pictures that needs nothing else, for the archive."""

from collections.abc import Sequence

from markupsafe import Markup

from forumgm.web.board import board_of
from forumgm.web.links import Links
from forumgm.web.looks import environment, style_sheet
from forumgm.web.showing import Facts, facts, headline, shown


def report(record: str, *, story: Sequence[str], more: Facts, links: Links, version: str) -> str:
    """Return the page for a record; ``more`` stands behind the facts. Raises BoardError if it can't be drawn."""
    board = board_of(record.splitlines())
    last = board.ended_at or max([board.opened_at, *(p.closed_at or p.at for p in board.proposals)])
    return (
        environment()
        .get_template("report.html")
        .render(
            title=f"Game {board.game.upper()}",
            headline=headline(board, None),
            facts=[*facts(board, None, now=last), *more],
            view=shown(board, links),
            story=story,
            style=Markup(style_sheet()),  # noqa: S704 - our own file
            version=version,
        )
    )
