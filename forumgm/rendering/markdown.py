"""Reddit Markdown: everything a person wrote becomes inert text, and the few marks that we set ourselves.

Laws: what comes out of a view is text, never markup, link, mention or second line. Only the functions here return
``Markup``; whatever else a template prints goes through ``inert`` (see environment.py). Linear time.
"""

import re
import unicodedata
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote as url_quote

from markupsafe import Markup

QUOTE_LIMIT = 120
"""Characters of somebody's words that we repeat at most."""

_SPECIAL = re.compile(r"([\\`*_~^\[\](){}#<>|&])")
_LINE_START = re.compile(r"^(?=[-+=])|^(\d{1,9})(?=[.)])")
_SPACE = re.compile(r"\s+")
_MENTION = re.compile(r"(?<![A-Za-z0-9])([ur])/(?=[A-Za-z0-9_-])", re.IGNORECASE)
_SCHEME = re.compile(r":(?=/)")
_WWW = re.compile(r"\bwww\.(?=\S)", re.IGNORECASE)
_MAIL = re.compile(r"(?<=\S)@(?=\S)")
_HIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
_BLANK_LETTERS = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f")
_MAX_MARKS = 2


def plain(text: object) -> str:
    """Return the words as one line of visible text: no control, zero-width or bidi characters, no stacked accents."""
    kept: list[str] = []
    marks = 0
    for char in str(text):
        if char in "\t\n\r\v\f\x85\u2028\u2029":
            kept.append(" ")
            continue
        category = unicodedata.category(char)
        if category in _HIDDEN_CATEGORIES or char in _BLANK_LETTERS:
            continue
        marks = marks + 1 if category in {"Mn", "Me"} else 0
        if marks <= _MAX_MARKS:
            kept.append(char)
    return _SPACE.sub(" ", "".join(kept)).strip()


def inert(text: object) -> Markup:
    """Return the words so that they show as they are and do nothing: no markup, link, mention or new line."""
    words = plain(text)
    words = _MENTION.sub(r"\1/ ", words)
    words = _SCHEME.sub(": ", words)
    words = _WWW.sub("www. ", words)
    words = _MAIL.sub(" @ ", words)
    words = _SPECIAL.sub(r"\\\1", words)
    return Markup(_LINE_START.sub(lambda found: f"{found[1] or ''}\\", words))  # noqa: S704 - escaped for Markdown above


def shorten(text: str, limit: int = QUOTE_LIMIT) -> str:
    """Cut at ``limit`` characters, at a word's end where one is near, with an ellipsis."""
    if len(text) <= limit:
        return text
    head = text[: limit - 1]
    at = head.rfind(" ")
    return (head[:at] if at > limit // 2 else head).rstrip() + "…"


def quote(text: object, limit: int = QUOTE_LIMIT) -> Markup:
    """Repeat somebody's words in quotation marks: inert and shortened. They are never the text of the GM."""
    # Cut before looking at the characters, so that the work stays small whatever is sent.
    return _safe(f"“{inert(shorten(plain(str(text)[: limit * 8]), limit))}”")


def block(text: str) -> Markup:
    """A text of the GM's own, rendered already, as a quoted block."""
    return _safe("\n".join(f"> {line}".rstrip() for line in text.strip().split("\n")))


def name(text: object) -> Markup:
    """A player's name as plain text: it pings nobody."""
    return inert(text)


def mention(text: object) -> Markup:
    """A player's name with ``u/``: only for somebody who must act now, since it pings."""
    return _safe(f"u/{inert(text)}")


def names(people: Iterable[object], last: str = "and") -> Markup:
    """Several names in a row: ``ann, bob and cid``."""
    return _row([inert(p) for p in people], last)


def mentions(people: Iterable[object], last: str = "and") -> Markup:
    """Several names in a row, each with ``u/``. More than three in one comment ping nobody (reddit.md 3.1)."""
    return _row([mention(p) for p in people], last)


def words(parts: Iterable[object], last: str = "and") -> Markup:
    """Several words or finished bits of text in a row."""
    return _row([p if isinstance(p, Markup) else inert(p) for p in parts], last)


def code(text: object) -> Markup:
    """A line to send or a code, in a code span: shown letter by letter, pings nobody, links nothing."""
    inside = plain(text).replace("`", "'").replace("|", "/")
    return _safe(f"`{inside}`") if inside else Markup("")


def coded(text: object) -> Markup:
    """A text in which what stands between two backticks is a code span; everything else is inert."""
    parts = str(text).split("`")
    if len(parts) % 2 == 0:
        return inert(text)
    spans = [str(code(p)) if index % 2 else _keeping_ends(p) for index, p in enumerate(parts)]
    return _safe("".join(spans))


def _keeping_ends(text: str) -> str:
    before = " " if text[:1].isspace() else ""
    after = " " if text[-1:].isspace() and text.strip() else ""
    return f"{before}{inert(text)}{after}"


def bold(text: object) -> Markup:
    """Bold text, inert inside."""
    return _safe(f"**{text if isinstance(text, Markup) else inert(text)}**")


def struck(text: object) -> Markup:
    """Struck-out text, inert inside."""
    return _safe(f"~~{text if isinstance(text, Markup) else inert(text)}~~")


def footer(text: object) -> Markup:
    """One small line. Brackets inside would end it early, so there are none."""
    inside = re.sub(r"[()\[\]]", "", plain(text))
    return _safe(f"^({inert(inside)})")


def compose_link(label: str, to: str, message: str, subject: str = "game") -> Markup:
    """A link that opens a message to ``to`` with subject and text ready to send."""
    query = "&".join(
        f"{key}={url_quote(_lines(value), safe='')}"
        for key, value in (("to", to), ("subject", subject), ("message", message))
    )
    return _safe(f"[{inert(label)}](https://www.reddit.com/message/compose/?{query})")


def _lines(text: str) -> str:
    return "\n".join(plain(line) for line in text.split("\n"))


def table(rows: Iterable[Iterable[Any]], head: Iterable[Any]) -> Markup:
    """A table with its blank lines around it. Cells are inert unless they are finished bits of text."""
    titles = [_cell(h) for h in head]
    lines = ["| " + " | ".join(titles) + " |", "|" + ":--|" * len(titles)]
    lines += ["| " + " | ".join(_cell(c) for c in row) + " |" for row in rows]
    return _safe("\n" + "\n".join(lines) + "\n")


def _cell(value: object) -> str:
    return str(value) if isinstance(value, Markup) else str(inert(value))


def _row(parts: list[Markup], last: str) -> Markup:
    if len(parts) < 2:
        return parts[0] if parts else Markup("")
    return _safe(", ".join(parts[:-1]) + f" {inert(last)} {parts[-1]}")


def _safe(text: str) -> Markup:
    return Markup(text)  # noqa: S704 - built from escaped parts only
