"""Chance that anyone can check: streams of bytes that follow from one secret.

Law: nothing in this program draws from any other source. The secret itself comes from the operating
system and is handed in; here everything is a function of it (resistance.md section 6, narrative.md part D).
"""

import hashlib
import hmac
from collections.abc import Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")

SECRET_BYTES = 32
_BYTE_VALUES = 256


class Chance(Protocol):
    """Where ``decide`` draws from: one endless stream for each label."""

    def stream(self, label: str) -> "Stream":
        """Return the stream of this label; asking again goes on where it was left."""
        ...


class SealedChance(Protocol):
    """What ``decide`` of a game gets whose draws depend on who plays: the roster is known only at the start."""

    @property
    def commitment(self) -> str:
        """What binds the secret before anybody has signed up."""
        ...

    def for_roster(self, names: Sequence[str]) -> Chance:
        """Return the draws of these starting players, every stream at its beginning."""
        ...

    def reveal(self) -> str:
        """Return the secret in hex. For the end of the game only."""
        ...


class Stream:
    """One endless stream of bytes: block i = HMAC-SHA-256(secret, prefix + '|' + i), read in order."""

    def __init__(self, secret: bytes, prefix: str) -> None:
        self._secret = secret
        self._prefix = prefix
        self._block = 0
        self._bytes = b""
        self._next = 0

    def byte(self) -> int:
        """Return the next byte (0-255)."""
        if self._next == len(self._bytes):
            self._refill()
        value = self._bytes[self._next]
        self._next += 1
        return value

    def _refill(self) -> None:
        message = f"{self._prefix}|{self._block}".encode("ascii")
        self._bytes = hmac.digest(self._secret, message, "sha256")
        self._block += 1
        self._next = 0

    def below(self, n: int) -> int:
        """Return a fair number from 0 to n - 1, for n from 1 to 256; bytes that would tilt it are skipped."""
        if not 1 <= n <= _BYTE_VALUES:
            raise ValueError(f"below() takes 1 to {_BYTE_VALUES}, not {n}")
        limit = _BYTE_VALUES - _BYTE_VALUES % n
        value = self.byte()
        while value >= limit:
            value = self.byte()
        return value % n

    def shuffle(self, items: Sequence[T]) -> list[T]:
        """Return the items in a fair random order (from the last index down)."""
        shuffled = list(items)
        for i in range(len(shuffled) - 1, 0, -1):
            j = self.below(i + 1)
            shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
        return shuffled


class GameChance:
    """The streams of one game of The Resistance (resistance.md section 6)."""

    def __init__(self, secret: bytes, *, game: str, roster: Sequence[str]) -> None:
        """Take the game's 32 bytes, its id in lower case and the starting players' names in any order."""
        self._secret = secret
        self._prefix = f"forumgm/draw/v1|{game}|{','.join(roster_order(roster, fold=True))}"
        self._streams: dict[str, Stream] = {}

    def stream(self, label: str) -> Stream:
        """Return the stream of this label; each label has one that goes on through all its draws."""
        if label not in self._streams:
            self._streams[label] = Stream(self._secret, f"{self._prefix}|{label}")
        return self._streams[label]


class GameSecret:
    """The secret of one game, from its opening to its end (a ``SealedChance``)."""

    def __init__(self, secret: bytes, *, game: str) -> None:
        """Take 32 bytes from the operating system and the game's id in lower case."""
        self.commitment = commitment(secret)
        self._secret = secret
        self._game = game

    def for_roster(self, names: Sequence[str]) -> GameChance:
        """Return the draws of these starting players, every stream at its beginning."""
        return GameChance(self._secret, game=self._game, roster=names)

    def reveal(self) -> str:
        """Return the secret in lower-case hex. For ``game_ended`` only (resistance.md section 6)."""
        return self._secret.hex()


def roster_order(names: Sequence[str], *, fold: bool = False) -> list[str]:
    """Return the names sorted by their lower-case code points; with ``fold`` in lower case."""
    ordered = sorted(names, key=str.lower)
    return [name.lower() for name in ordered] if fold else ordered


def roll_stream(secret: bytes, *, scene: str, comment: str, command: int, purpose: str) -> Stream:
    """Return the dice stream for one purpose of one command of a comment (narrative.md part D)."""
    return Stream(secret, f"forumgm/roll/v1|{scene}|{comment}|{command}|{purpose}")


def commitment(secret: bytes) -> str:
    """Return what is published before anything is drawn: SHA-256 of prefix and secret, in hex."""
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")
    return hashlib.sha256(b"forumgm/seed/v1|" + secret).hexdigest()
