"""Every endpoint in one table, found by method and path.

Law: the frequent, literal paths are looked up in a dictionary; only the others try patterns, in order.
"""

import re

from forumgm.sandbox.api import inbox, moderating, modmail, posting, reading
from forumgm.sandbox.api.call import Handler, Row

ROWS: tuple[Row, ...] = (*reading.ROWS, *inbox.ROWS, *posting.ROWS, *moderating.ROWS, *modmail.ROWS)
LITERAL = {(row.method, row.pattern): row.handler for row in ROWS if re.fullmatch(r"[\w/]+", row.pattern)}
PATTERNS = [
    (row.method, re.compile(row.pattern, re.ASCII), row.handler)
    for row in ROWS
    if (row.method, row.pattern) not in LITERAL
]


def find(method: str, path: str) -> tuple[Handler, tuple[str, ...]] | None:
    """The handler of the path (without trailing slash) and what its pattern caught, or None."""
    literal = LITERAL.get((method, path))
    if literal:
        return literal, ()
    for wanted, pattern, handler in PATTERNS:
        match = pattern.fullmatch(path) if wanted == method else None
        if match:
            return handler, match.groups()
    return None
