"""A text as Reddit shows it: CommonMark with tables, strike-through, ``^(superscript)`` and ``>!spoilers!<``.

Laws:
* HTML in a text is text; links go to http, https, mailto or this site; nothing is loaded from elsewhere.
* A link to Reddit stays on this site, whose door shows what has a page here.
* Time is linear in the length of the text: every look-ahead has a limit.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markupsafe import Markup

LONGEST_SUPERSCRIPT = 400
MOST_RAISED = 3
OPEN, CLOSE = "\ue000", "\ue001"
"""Stand-ins for the spoiler marks while Markdown is read: a line that starts with one would be a quote otherwise."""
REDDIT = re.compile(r"https://(?:www\.|old\.|new\.)?reddit\.com(?=/(?!/))")
FOREIGN = re.compile(f"[{OPEN}{CLOSE}]")
MARKS = re.compile(f"([{OPEN}{CLOSE}])")


@lru_cache(maxsize=4096)
def rendered(text: str) -> Markup:
    """The text as safe HTML."""
    plain = FOREIGN.sub("\ufffd", text)
    html = READER.render(plain.replace(">!", OPEN).replace("!<", CLOSE))
    return Markup(html.replace(OPEN, "&gt;!").replace(CLOSE, "!&lt;"))  # noqa: S704 - html is off, texts are escaped


def _superscript(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - markdown-it calls it so
    start = state.pos
    if state.src[start] != "^" or start + 1 >= state.posMax:
        return False
    span = _span(state.src, start + 1, min(state.posMax, start + LONGEST_SUPERSCRIPT))
    if span is None:
        return False
    depth = state.env.get("raised", 0)
    if depth >= MOST_RAISED:
        return False
    (first, last), state.pos = span
    if not silent:
        state.push("sup_open", "sup", 1)
        state.env["raised"] = depth + 1
        inner: list[Token] = []
        state.md.inline.parse(state.src[first:last], state.md, state.env, inner)
        state.env["raised"] = depth
        state.tokens.extend(inner)
        state.tokens_meta.extend([None] * len(inner))
        state.push("sup_close", "sup", -1)
    return True


def _span(text: str, start: int, limit: int) -> tuple[tuple[int, int], int] | None:
    """Where the raised text begins and ends, and where reading goes on; None when nothing is raised."""
    if text[start] != "(":
        end = start
        while end < limit and not text[end].isspace() and text[end] not in "^()":
            end += 1
        return ((start, end), end) if end > start else None
    depth = 0
    for place in range(start, limit):
        depth += (text[place] == "(") - (text[place] == ")")
        if depth == 0:
            return (start + 1, place), place + 1
    return None


def _spoilers(state: StateCore) -> None:
    for block in state.tokens:
        if block.type == "inline" and block.children and OPEN in block.content:
            block.children = _paired(list(_split(block.children)))


def _split(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        if token.type != "text" or not MARKS.search(token.content):
            yield token
            continue
        for piece in filter(None, MARKS.split(token.content)):
            yield Token("text", "", 0, content=piece, level=token.level)


def _paired(tokens: list[Token]) -> list[Token]:
    """Marks that open and close at one level become a spoiler; the others stay what they were."""
    opened: int | None = None
    for place, token in enumerate(tokens):
        if token.type != "text":
            continue
        if token.content == OPEN:
            opened = place
        elif token.content == CLOSE and opened is not None and tokens[opened].level == token.level:
            attributes: dict[str, str | int | float] = {"class": "spoiler", "tabindex": "0"}
            tokens[opened] = Token("spoiler_open", "span", 1, attrs=attributes)
            tokens[place] = Token("spoiler_close", "span", -1)
            opened = None
    return tokens


def _guarded_links(state: StateCore) -> None:
    for block in state.tokens:
        for token in block.children or ():
            if token.type == "link_open":
                token.attrSet("href", REDDIT.sub("", str(token.attrGet("href")), count=1))
                token.attrSet("rel", "nofollow noopener noreferrer")


def _reader() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"]).disable("image")
    reader.inline.ruler.before("emphasis", "superscript", _superscript)
    reader.core.ruler.push("spoilers", _spoilers)
    reader.core.ruler.push("guarded_links", _guarded_links)
    return reader


READER = _reader()
