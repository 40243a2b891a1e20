"""Markdown source to lines of words: the one list of reddit.md 6.4 for the whole program.

Laws: quotes, code, spoilers and struck-out text are gone before anything is read. Marks (bold, bullets, boxes) are
recorded and then stripped; ``_`` is a name character and stays. Linear time for any text of any length.
"""

import re
from collections import defaultdict, deque
from dataclasses import dataclass

from forumgm.language.characters import (
    drop_invisible,
    fold_typography,
    has_hidden,
    trim,
    undo_backslashes,
    unescape_entities,
)

_BULLET = re.compile(r"(?:[*+-]|\d{1,3}[.)])[ \t]+")
_BOX_OPEN = re.compile(r"(?:\[([ xX]?)\]|\(([ xX]?)\)|([☐☑☒]))(?=\s|\w|\*)")
_BOX_CLOSED = re.compile(r"[\[(]([ xX]?)[\])]$")
_BACKTICKS = re.compile(r"`+")
_LINK = re.compile(r"(!?)\[([^\[\]\n]*)\]\(([^()\s]*)(?: \"[^\"\n()]*\")?\)")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")


@dataclass(frozen=True, slots=True)
class Line:
    """One line that everybody can read."""

    text: str
    """Words with Markdown stripped; a command's ``!``, ``##`` or ``/`` still stands in front."""
    source: str
    """The same line with its asterisks (dice expressions need them)."""
    bold: tuple[str, ...] = ()
    """Texts of the bold spans."""
    opens_bold: bool = False
    bullet: bool = False
    box: bool | None = None
    """A ballot form's box: ticked, empty, or None when there is none."""
    hidden: bool = False
    """Characters inside the words that a reader cannot see (``hidden_characters``)."""
    false_link: str | None = None
    """Target of a link that says another word than its text (``link_in_command``)."""
    after_gap: bool = False
    """A blank line or something dropped stands before it."""


@dataclass(frozen=True, slots=True)
class Page:
    """A whole text, normalised."""

    lines: tuple[Line, ...]
    spoilers: tuple[str, ...] = ()
    """What stood hidden behind spoiler marks."""

    @property
    def text(self) -> str:
        """All lines, joined."""
        return "\n".join(line.text for line in self.lines)


def normalise(text: str) -> Page:
    """Return the readable lines of a comment's or message's Markdown source."""
    source = unescape_entities(text).replace("\r\n", "\n").replace("\r", "\n")
    lines: list[Line] = []
    spoilers: list[str] = []
    for paragraph in _paragraphs(source.split("\n")):
        shown = _drop_spans("\n".join(paragraph), spoilers)
        for number, raw in enumerate(shown.split("\n")):
            lines.extend(_read_lines(raw, after_gap=number == 0))
    return Page(tuple(lines), tuple(spoilers))


def _paragraphs(lines: list[str]) -> list[list[str]]:
    """Group lines into paragraphs, without quotes and code blocks."""
    paragraphs: list[list[str]] = []
    current: list[str] = []
    fence = ""
    listing = in_code = False
    for line in lines:
        bare = trim(line)
        if fence:
            if bare.startswith(fence) and not bare.strip(fence[0]):
                fence = ""
            continue
        opened = _FENCE.match(line)
        if opened and opened[1][0] not in line[opened.end() :]:
            fence = opened[1]
        elif (bare and not bare.startswith(">")) or bare.startswith(">!"):
            indented = line.startswith(("    ", "\t"))
            in_code = indented and not listing and (not current or in_code)
            if in_code:
                continue
            if _BULLET.match(bare):
                listing = True
            elif not indented and not current:
                listing = False
            current.append(line)
            continue
        if current:
            paragraphs.append(current)
            current = []
        in_code = False
    if current:
        paragraphs.append(current)
    return paragraphs


def _drop_spans(paragraph: str, spoilers: list[str]) -> str:
    """Cut inline code, spoilers and struck-out spans out of a paragraph."""
    if "`" in paragraph:
        paragraph = _drop_code(paragraph)
    if ">!" in paragraph:
        paragraph, hidden = _drop_between(paragraph, ">!", "!<", to_end=True)
        spoilers.extend(hidden)
    if "~~" in paragraph:
        paragraph, _ = _drop_between(paragraph, "~~", "~~", to_end=False)
    return paragraph


def _drop_code(text: str) -> str:
    """Cut spans between two equal runs of backticks."""
    runs = [
        (run.start(), run.end()) for run in _BACKTICKS.finditer(text) if text[run.start() - 1 : run.start()] != "\\"
    ]
    waiting: dict[int, deque[int]] = defaultdict(deque)
    for index, (start, end) in enumerate(runs):
        waiting[end - start].append(index)
    kept: list[str] = []
    position = index = 0
    while index < len(runs):
        start, end = runs[index]
        same = waiting[end - start]
        while same and same[0] <= index:
            same.popleft()
        if same:
            closing = same.popleft()
            kept.append(text[position:start])
            position = runs[closing][1]
            index = closing
        index += 1
    kept.append(text[position:])
    return " ".join(kept)


def _drop_between(text: str, opening: str, closing: str, *, to_end: bool) -> tuple[str, list[str]]:
    """Cut every span from ``opening`` to ``closing``; an unclosed one reaches the end only if ``to_end``."""
    kept: list[str] = []
    dropped: list[str] = []
    position = 0
    while True:
        start = text.find(opening, position)
        while start > 0 and text[start - 1] == "\\":
            start = text.find(opening, start + 1)
        end = text.find(closing, start + len(opening)) if start >= 0 else -1
        if start < 0 or (end < 0 and not to_end):
            kept.append(text[position:])
            return " ".join(kept), dropped
        kept.append(text[position:start])
        if end < 0:
            dropped.append(text[start + len(opening) :])
            return " ".join(kept), dropped
        dropped.append(text[start + len(opening) : end])
        position = end + len(closing)


def _read_lines(raw: str, *, after_gap: bool) -> list[Line]:
    """Finish one line: characters, escapes, links, marks."""
    edged = trim(raw)
    hidden = has_hidden(edged)
    lines: list[Line] = []
    for part in drop_invisible(fold_typography(edged)).split("\n"):
        linked, false_link = _open_links(undo_backslashes(part))
        source = " ".join(linked.split())
        if not source:
            continue
        lines.append(_mark(source, hidden=hidden or has_hidden(part), false_link=false_link, after_gap=after_gap))
        after_gap = False
    return lines


def _open_links(line: str) -> tuple[str, str | None]:
    """Replace links by their text, pictures by nothing; tell the target that says another word."""
    if "](" not in line:
        return line, None
    false: list[str] = []

    def shown(found: re.Match[str]) -> str:
        picture, text, target = found.groups()
        if picture:
            return ""
        if not _says_the_same(text, target):
            false.append(target)
        return str(text)

    opened = _LINK.sub(shown, line)
    return opened, false[0] if false else None


def _says_the_same(text: str, target: str) -> bool:
    word = text.strip("*_ ").casefold().removeprefix("/").removeprefix("u/").removeprefix("@")
    end = target.casefold().rstrip("/").rpartition("/")[2].lstrip("#@")
    return word == end or word == target.casefold()


def _mark(source: str, *, hidden: bool, false_link: str | None, after_gap: bool) -> Line:
    """Record and strip bullets, boxes and bold."""
    text = source
    bullet = _BULLET.match(text)
    if bullet:
        text = text[bullet.end() :]
    plain = text
    box: bool | None = None
    opened = _BOX_OPEN.match(text)
    closed = None if opened else _BOX_CLOSED.search(text)
    if opened:
        box = (opened[1] or opened[2] or opened[3] or "").strip() not in ("", "☐")
        text = text[opened.end() :].strip()
    elif closed and closed.start() > 0:
        box = closed[1].strip() != ""
        text = text[: closed.start()].strip()
    spans = text.split("**")
    bold = tuple(stripped for span in spans[1::2] if (stripped := span.replace("*", "").strip()))
    return Line(
        text=" ".join(text.replace("*", " ").split()) if "*" in text else text,
        source=plain,
        bold=bold,
        opens_bold=text.startswith("**"),
        bullet=bullet is not None,
        box=box,
        hidden=hidden,
        false_link=false_link,
        after_gap=after_gap,
    )
