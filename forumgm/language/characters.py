"""What is done to single characters before a text is read: entities, typography, and what is hidden in between.

Laws: linear time for any text. Nothing is decoded beyond one pass of entities and one of backslashes; a code or a
cipher stays what it looks like (hosts.md 7: hidden, tiny and coded text is forbidden).
"""

import html
import re
import unicodedata

_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8});")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")

ZERO_WIDTH = (
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b\u200c\u200d\u200e\u200f\u2060"
    "\u2061\u2062\u2063\u2064\u3164\ufeff\uffa0"
)
_ZERO = f"[{ZERO_WIDTH}\U000e0000-\U000e007f]"
_ZERO_ANY = re.compile(_ZERO)
_ZERO_IN_WORD = re.compile(rf"\w{_ZERO}{{1,8}}(?=\w)|{_ZERO}{{9}}")
_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069]")
_OVERLAY = re.compile("[A-Za-z0-9][\u0300-\u036f\u0489\u1dc0-\u1dff\u20d0-\u20f0]")
_DECORATION = re.compile("[\ufe0e\ufe0f\U0001f3fb-\U0001f3ff]")

_TYPOGRAPHY = str.maketrans(
    {
        "‘": "'", "’": "'", "‚": "'", "‛": "'", "′": "'", "ʼ": "'", "`": "`", "´": "'",
        "“": '"', "”": '"', "„": '"', "‟": '"', "″": '"', "«": '"', "»": '"',
        "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "―": "-", "−": "-", "﹣": "-",
        "→": "->", "⇒": "->", "➡": "->", "➔": "->", "➜": "->", "⟶": "->",
        "\u2028": "\n", "\u2029": "\n", "\x0b": "\n", "\x0c": "\n", "\x85": "\n",
    }
)  # fmt: skip
_MAX_MARKS = 4


def unescape_entities(text: str) -> str:
    """Undo one layer of HTML entities (``&gt;``, ``&#x200B;``)."""
    if "&" not in text:
        return text
    return _ENTITY.sub(lambda found: html.unescape(found[0]), text)


def undo_backslashes(text: str) -> str:
    """Undo the escapes that editors put before Markdown signs (``the\\_cat``)."""
    return _ESCAPE.sub(r"\1", text) if "\\" in text else text


def fold_typography(text: str) -> str:
    """NFKC, then quotes, dashes, arrows and line ends of phones and editors as ASCII."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFKC", _thin_marks(text)).translate(_TYPOGRAPHY)


def trim(line: str) -> str:
    """Cut spaces and zero-width characters at a line's edges; editors leave them there."""
    return line.strip(ZERO_WIDTH + " \t\u00a0")


def has_hidden(line: str) -> bool:
    """True if something stands inside the words that a reader cannot see as it is (reddit.md 6.4, step 3)."""
    if line.isascii():
        return False
    return bool(_BIDI.search(line) or _ZERO_IN_WORD.search(line) or _OVERLAY.search(line))


def drop_invisible(line: str) -> str:
    """Cut what is left of zero-width characters, emoji variants and skin tones."""
    if line.isascii():
        return line
    return _DECORATION.sub("", _BIDI.sub("", _ZERO_ANY.sub("", line)))


def _thin_marks(text: str) -> str:
    """Shorten towers of combining marks: sorting one of ten thousand takes quadratic time in NFKC."""
    kept: list[str] = []
    run = 0
    for char in text:
        run = run + 1 if unicodedata.combining(char) else 0
        if run <= _MAX_MARKS:
            kept.append(char)
    return "".join(kept)
