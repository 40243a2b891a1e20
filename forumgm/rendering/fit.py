"""Fitting a text to the forum's length limit.

Laws: parts are cut between paragraphs; a table stays whole where it fits, else it is cut between rows and its head
is repeated. Nothing grows without bound: at most ``MAX_PARTS`` parts, and the last one says when something is left
out (a bot that floods a thread gets banned, reddit.md 3.1).
"""

LIMIT = 9_500
"""Characters of Markdown source in one comment or message; the forum's own limit is 10,000."""
MAX_PARTS = 3
_CUT = "\n\n*The rest is left out here; the game record has it all.*"
_HEAD_ROWS = 2


def fit(text: str, *, limit: int = LIMIT) -> list[str]:
    """Split a text into at most three parts of at most ``limit`` characters each."""
    text = text.strip()
    if len(text) <= limit:
        return [text]
    parts: list[str] = []
    for block in _blocks(text, limit):
        if parts and len(parts[-1]) + len(block) + 2 <= limit:
            parts[-1] = f"{parts[-1]}\n\n{block}"
        else:
            parts.append(block)
    if len(parts) > MAX_PARTS:
        parts = parts[:MAX_PARTS]
        parts[-1] = _shortened(parts[-1], limit)
    return parts


def _shortened(part: str, limit: int) -> str:
    if len(part) + len(_CUT) > limit:
        part = part[: limit - len(_CUT)]
        at = max(part.rfind("\n"), part.rfind(" "))
        part = part[: at if at > 0 else len(part)].rstrip()
    return part + _CUT


def _blocks(text: str, limit: int) -> list[str]:
    blocks: list[str] = []
    for raw in text.split("\n\n"):
        block = raw.strip("\n")
        if not block:
            continue
        if len(block) <= limit:
            blocks.append(block)
        elif block.startswith("|"):
            blocks.extend(_table(block.split("\n"), limit))
        else:
            blocks.extend(_lines(block, limit))
    return blocks


def _table(rows: list[str], limit: int) -> list[str]:
    """Cut a table between rows; each piece has the head."""
    head = "\n".join(rows[:_HEAD_ROWS])
    room = limit - len(head) - 1
    return [f"{head}\n{piece}" for piece in _packed(rows[_HEAD_ROWS:], "\n", room)]


def _lines(block: str, limit: int) -> list[str]:
    """Cut a paragraph between lines, a line between words, a word anywhere."""
    pieces: list[str] = []
    for line in block.split("\n"):
        pieces.extend([line] if len(line) <= limit else _packed(line.split(" "), " ", limit))
    return _packed(pieces, "\n", limit)


def _packed(pieces: list[str], glue: str, limit: int) -> list[str]:
    packed: list[str] = []
    for piece in pieces:
        for start in range(0, max(len(piece), 1), limit):
            bit = piece[start : start + limit]
            if packed and len(packed[-1]) + len(glue) + len(bit) <= limit:
                packed[-1] = f"{packed[-1]}{glue}{bit}"
            else:
                packed.append(bit)
    return packed
