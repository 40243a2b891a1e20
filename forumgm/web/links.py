"""Links from our pages to the forum.

Law: only identifiers of the forum's own shape become part of an address.
"""

import re
from dataclasses import dataclass

_ID = re.compile(r"t[13]_([0-9a-z]{1,13})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Links:
    """Where the forum's pages are; an empty base makes no links."""

    base: str

    def thread(self, thread: str) -> str | None:
        """Return the address of a thread, None if there is none."""
        found = _ID.fullmatch(thread)
        return f"{self.base}/comments/{found[1]}/" if found and self.base else None

    def comment(self, thread: str, comment: str | None) -> str | None:
        """Return the address of a comment in its thread, None if there is none."""
        where, found = self.thread(thread), _ID.fullmatch(comment or "")
        return f"{where}_/{found[1]}/" if where and found else None
