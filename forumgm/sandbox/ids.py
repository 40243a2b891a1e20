"""Ids as Reddit writes them: lower-case base 36, a kind in front, counted per kind so that runs repeat exactly."""

from enum import StrEnum

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
FIRST = 36**4
"""The first id of each kind: five digits, so that ids sort as text for the life of any sandbox."""


class Kind(StrEnum):
    """The prefixes of fullnames, and the two kinds that only modmail counts."""

    COMMENT = "t1"
    ACCOUNT = "t2"
    POST = "t3"
    MESSAGE = "t4"
    SUBREDDIT = "t5"
    CONVERSATION = "conversation"
    MAIL = "mail"


def base36(number: int) -> str:
    """The number, 0 or more, in lower-case base 36."""
    text = ""
    while number:
        number, digit = divmod(number, 36)
        text = DIGITS[digit] + text
    return text or "0"


class Counters:
    """Hands out growing ids, one count for each kind."""

    def __init__(self) -> None:
        self._next: dict[Kind, int] = {}

    def take(self, kind: Kind) -> str:
        """A new id of this kind, without prefix."""
        number = self._next.get(kind, FIRST)
        self._next[kind] = number + 1
        return base36(number)

    def seen(self, kind: Kind, identity: str) -> None:
        """Ids of this kind go on after ``identity``, which storage brought back."""
        self._next[kind] = max(self._next.get(kind, FIRST), int(identity, 36) + 1)
