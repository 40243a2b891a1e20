"""The moderators' page behind a one-time link.

Laws: opening the link does nothing yet, so that no preview uses it up; the cookie is for us alone (HttpOnly,
SameSite=Strict); rights are looked up at each request; nothing of it may be kept by a cache.
"""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from forumgm.app.keyring import SESSION_SECONDS
from forumgm.app.ports import StoreError
from forumgm.web.looks import page
from forumgm.web.pages import guarded, notice
from forumgm.web.ports import Backstage

COOKIE = "forumgm_desk"
_ASK = "Write !link to the Game Master in a private message; the answer holds a link that works once."
_SEE_OTHER, _FORBIDDEN = 303, 403
_LONGEST_FORM = 2_000


def routes(backstage: Backstage, *, secure: bool) -> list[BaseRoute]:
    """Return the routes; ``secure``: the pages are reached by https only, so the cookie stays there."""

    def desk(request: Request) -> Response:
        holder = backstage.holder(request.cookies.get(COOKIE, ""))
        if holder is None:
            return _private(notice("Moderators' desk", _ASK, status=_FORBIDDEN))
        shop = backstage.workshop(holder)
        if shop is None:
            return _private(notice("Moderators' desk", "You moderate no subreddit of this bot.", status=_FORBIDDEN))
        return _private(page("desk.html", shop=shop, name=holder.name))

    def offer(request: Request) -> Response:
        link = request.query_params.get("key", "")
        return _private(page("login.html", title="Log in", text="The link works once.", link=link))

    async def log_in(request: Request) -> Response:
        form = await _form(request)
        try:
            session = await run_in_threadpool(backstage.log_in, form.get("link", ""))
        except StoreError:
            session = None
        if session is None:
            return _private(notice("This link is used up", _ASK, status=_FORBIDDEN))
        answer = RedirectResponse("/desk", _SEE_OTHER)
        answer.set_cookie(
            COOKIE, session, max_age=SESSION_SECONDS, path="/desk", secure=secure, httponly=True, samesite="strict"
        )
        return _private(answer)

    def log_out(request: Request) -> Response:
        backstage.log_out(request.cookies.get(COOKIE, ""))
        answer = RedirectResponse("/", _SEE_OTHER)
        answer.delete_cookie(COOKIE, path="/desk", secure=secure, httponly=True, samesite="strict")
        return _private(answer)

    return [
        Route("/desk", guarded(desk)),
        Route("/desk/login", guarded(offer), methods=["GET"]),
        Route("/desk/login", log_in, methods=["POST"]),
        Route("/desk/logout", guarded(log_out), methods=["POST"]),
    ]


async def _form(request: Request) -> dict[str, str]:
    """Return a small form's fields; a large one is none."""
    if not request.headers.get("content-length", "").isdigit():
        return {}
    if int(request.headers["content-length"]) > _LONGEST_FORM:
        return {}
    async with request.form(max_files=0, max_fields=5) as form:
        return {key: value for key, value in form.items() if isinstance(value, str)}


def _private(answer: Response) -> Response:
    answer.headers["Cache-Control"] = "no-store"
    return answer
