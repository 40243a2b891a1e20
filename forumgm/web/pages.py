"""The public pages: list of games, one game, its record.

Laws: a page is made from a ``PublicGame`` and nothing else; whoever asks sees the same; a fault of the database is
told as such and gives nothing away.
"""

import re
from collections.abc import Awaitable, Callable, Sequence

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from forumgm.app.ports import StoreError
from forumgm.web.board import Board, BoardError, board_of
from forumgm.web.links import Links
from forumgm.web.looks import HEADERS, page, style_sheet, text_of, whole
from forumgm.web.ports import Gallery, Listed, PublicGame
from forumgm.web.showing import STATUS_WORDS, dice, facts, headline, shown

DICE = "/dice"
"""How the dice of a scene can be checked; the first post of a scene links it (narrative.md A12)."""
_GAME = re.compile(r"[gs][1-9]\d{0,8}", re.ASCII)
_GONE, _DOWN = 404, 503

Handler = Callable[[Request], Response]


def routes(gallery: Gallery, links: Links) -> list[BaseRoute]:
    """Return the routes of the public pages."""

    kept: dict[str, tuple[PublicGame, str]] = {}
    """What was drawn of each game, good as long as the gallery gives the same."""

    def games(_request: Request) -> Response:
        return page("games.html", rows=_grouped(gallery.games()), words=STATUS_WORDS)

    def game(request: Request) -> Response:
        found = _found(gallery, request)
        if found is None:
            return missing()
        drawn = kept.get(found.listed.id)
        if drawn is None or drawn[0] is not found:
            drawn = kept[found.listed.id] = (found, _game_page(found, links))
        return whole(drawn[1])

    def record(request: Request) -> Response:
        found = _found(gallery, request)
        if found is None or not found.record:
            return missing()
        name = f"{found.listed.id}.jsonl"
        headers = {**HEADERS, "Content-Disposition": f'attachment; filename="{name}"'}
        return Response(found.record, media_type="application/jsonl", headers=headers)

    def dice_page(_request: Request) -> Response:
        return page("dice.html")

    def style(_request: Request) -> Response:
        return Response(style_sheet(), media_type="text/css", headers=HEADERS)

    return [
        Route("/", guarded(games)),
        Route("/style.css", style),
        Route(DICE, dice_page),
        Route("/games/{game}", guarded(game)),
        Route("/games/{game}/record.jsonl", guarded(record)),
    ]


def guarded(handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    """Return the handler on a thread of its own; a failing database makes a page that says so."""

    async def handle(request: Request) -> Response:
        try:
            return await run_in_threadpool(handler, request)
        except StoreError:
            return notice("Not now", "The database cannot be read at the moment. Please try again later.", status=_DOWN)

    return handle


def notice(title: str, text: str, *, status: int = 200) -> Response:
    """Return a page that says one thing."""
    return page("login.html", status=status, title=title, text=text, link="")


def missing() -> Response:
    """Return the page for what isn't there."""
    return notice("Not found", "There is no such page or game.", status=_GONE)


def _grouped(games: Sequence[Listed]) -> list[tuple[str, list[Listed]]]:
    running = [g for g in games if g.status != "ended"]
    over = [g for g in games if g.status == "ended"]
    return [(title, found) for title, found in (("Running", running), ("Over", over)) if found]


def _found(gallery: Gallery, request: Request) -> PublicGame | None:
    game = request.path_params["game"]
    return gallery.game(game) if _GAME.fullmatch(game) else None


def _game_page(game: PublicGame, links: Links) -> str:
    listed = game.listed
    scene = listed.kind != "g"
    try:
        board = board_of(game.record.splitlines()) if game.record and not scene else None
    except BoardError:
        board = None
    if board is None:
        board = Board(game=listed.id, thread=listed.thread)
    drawn = bool(board.order)
    return text_of(
        "game.html",
        game=listed,
        words=STATUS_WORDS,
        headline="Dice" if scene else headline(board, game.status),
        facts=[] if scene else facts(board, game.status, now=game.now),
        thread=links.thread(listed.thread),
        has_record=bool(game.record),
        view=shown(board, links) if drawn else None,
        dice=dice(game.rolls),
    )
