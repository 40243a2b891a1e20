"""The frame of every page: templates, headers, and the account that a browser writes as.

Laws:
* Autoescape is on; only ``markdown.rendered`` makes markup of what a person wrote.
* No page loads or runs anything but its own style and script (content security policy with a nonce).
"""

import re
import secrets
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from forumgm.sandbox.forum import ACCOUNT_NAME, ForumState
from forumgm.sandbox.stamps import for_people
from forumgm.sandbox.things import Account

COOKIE = "sandbox_account"
COOKIE_SECONDS = 30 * 86400
LOCAL_PATH = re.compile(r"/(?!/)[\w./?=&#%~-]*", re.ASCII)

TEMPLATES = Environment(
    loader=PackageLoader("forumgm.sandbox", "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def writer(forum: ForumState, request: Request) -> Account | None:
    """The account that this browser last wrote as, if it still exists."""
    name = request.cookies.get(COOKIE, "")
    return forum.find_account(name) if ACCOUNT_NAME.fullmatch(name) else None


def show(forum: ForumState, request: Request, template: str, /, *, status: int = 200, **values: Any) -> Response:
    """The page, with what every page needs."""
    nonce = secrets.token_urlsafe(16)
    me = writer(forum, request)
    html = TEMPLATES.get_template(template).render(
        nonce=nonce,
        me=me.name if me else "",
        unread=len(forum.at.unread[me.id]) if me else 0,
        accounts=sorted((account.name for account in forum.accounts.values()), key=str.lower),
        now=for_people(forum.clock.now()),
        **values,
    )
    policy = (
        f"default-src 'none'; style-src 'nonce-{nonce}'; script-src 'nonce-{nonce}'; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )
    fields = {
        "content-security-policy": policy,
        "x-content-type-options": "nosniff",
        "referrer-policy": "same-origin",
        "cache-control": "no-store",
    }
    return HTMLResponse(html, status_code=status, headers=fields)


def go(path: str, *, account: Account | None = None) -> Response:
    """On to ``path`` on this site, remembering the account."""
    answer = RedirectResponse(path if LOCAL_PATH.fullmatch(path) else "/", status_code=303)
    if account:
        answer.set_cookie(COOKIE, account.name, max_age=COOKIE_SECONDS, httponly=True, samesite="strict")
    return answer
