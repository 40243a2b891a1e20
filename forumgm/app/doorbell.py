"""The doorbell: ``!link`` (or ``!dashboard``), by which a moderator gets a one-time link to the moderators' page.

Laws: the link goes out in a private message only, also when it was asked for in a thread; anybody else's word is not
for this desk. Where the pages have no public address, the answer says so.
"""

import re
from collections.abc import Sequence

from forumgm.app import keyring
from forumgm.app.desk import Desk
from forumgm.app.moderators import Moderators
from forumgm.app.ports import Transaction
from forumgm.core.effects import Answer
from forumgm.core.items import Item

WORDS = ("link", "dashboard")
"""What a moderator writes behind the mark."""
MARK = r"^[ \t]{0,3}(?:!|##?|/|\*\*!?)\s?"
"""How a line begins that is for one of the desks, as a pattern."""
_ASKED = re.compile(rf"{MARK}(?:{'|'.join(WORDS)})\b", re.IGNORECASE | re.MULTILINE)


class Doorbell:
    """Hands out links to the moderators' page."""

    def __init__(self, *, desk: Desk, moderators: Moderators, subreddits: Sequence[str], address: str) -> None:
        """Take where players reach the pages; empty if they don't."""
        self._desk = desk
        self._moderators = moderators
        self._subreddits = subreddits
        self._address = address

    def take(self, tx: Transaction, item: Item, *, now: int) -> bool:
        """Answer a moderator who asks for a link; return whether the item was for this desk."""
        if item.author is None or not _ASKED.search(item.body):
            return False
        author = item.author
        if not any(self._moderators.is_moderator(tx, s, author.id) for s in self._subreddits):
            return False
        answer = Answer("answers/no_desk", {}, private=True)
        if self._address:
            link = f"{self._address}/desk/login?key={keyring.issue(tx, author, now=now)}"
            answer = Answer("answers/desk_link", {"link": link, "minutes": keyring.LINK_SECONDS // 60}, private=True)
        self._desk.answer(tx, item, [answer], game=None, key=f"{item.id}:link", now=now)
        return True
