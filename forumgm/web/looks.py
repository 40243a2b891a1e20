"""How pages look: the Jinja environment of the pages, times in words, and headers that let nothing else in.

Laws: everything is escaped unless our own code made it; a page loads nothing but its style sheet from us and runs no
script at all.
"""

from datetime import UTC, datetime
from functools import lru_cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.responses import HTMLResponse

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}
_MINUTE, _HOUR, _DAY = 60, 3600, 86_400


@lru_cache(maxsize=1)
def environment() -> Environment:
    """Return the environment with our filters."""
    made = Environment(
        loader=PackageLoader("forumgm.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"brief": brief, "day": day, "time": time_element, "plain": plain}
    return made


def page(template: str, *, status: int = 200, **view: Any) -> HTMLResponse:
    """Return a page as an answer."""
    return whole(text_of(template, **view), status=status)


def text_of(template: str, **view: Any) -> str:
    """Return a page's text."""
    return environment().get_template(template).render(**view)


def whole(text: str, *, status: int = 200) -> HTMLResponse:
    """Return the answer for a page's text."""
    return HTMLResponse(text, status_code=status, headers=HEADERS)


def style_sheet() -> str:
    """Return the style sheet of pages and reports."""
    return (files("forumgm.web") / "templates" / "style.css").read_text("utf-8")


def when(at: int) -> str:
    """Write a moment as people read it."""
    return datetime.fromtimestamp(at, UTC).strftime("%a %d %b %Y, %H:%M UTC")


def day(at: int) -> Markup:
    """Return a day as HTML that machines read too."""
    moment = datetime.fromtimestamp(at, UTC)
    return Markup('<time datetime="{}">{}</time>').format(moment.strftime("%Y-%m-%d"), moment.strftime("%d %b %Y"))


def brief(at: int) -> Markup:
    """Return a moment of these weeks as HTML, for narrow tables."""
    moment = datetime.fromtimestamp(at, UTC)
    exact = moment.strftime("%Y-%m-%dT%H:%M:%SZ")
    return Markup('<time datetime="{}">{}</time>').format(exact, moment.strftime("%d %b, %H:%M"))


def time_element(at: int) -> Markup:
    """Return a moment as HTML that machines read too."""
    exact = datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return Markup('<time datetime="{}">{}</time>').format(exact, when(at))


def span(seconds: int) -> str:
    """Write a length of time in its two largest units."""
    if seconds < _MINUTE:
        return "less than a minute"
    days, rest = divmod(seconds, _DAY)
    hours, minutes = rest // _HOUR, rest % _HOUR // _MINUTE
    parts = [(days, "d"), (hours, "h"), (minutes, "min")]
    return " ".join([f"{n}\N{NO-BREAK SPACE}{unit}" for n, unit in parts if n][:2])


def plain(word: str) -> str:
    """Return an identifier as words."""
    return word.replace("_", " ")
