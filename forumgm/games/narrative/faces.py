"""Where the dice of a narrative roll come from, by purpose (narrative.md part D).

Laws: every purpose has a stream of its own, so the order of asking between purposes never changes a face; scripted
faces are read in order of need and must fit exactly.
"""

import re
from collections.abc import Sequence
from typing import Protocol

from forumgm.core.chance import Stream, roll_stream

POOL = "pool"
WEAPON = "weapon"

_OTHER = re.compile(r"[^a-z0-9]+")


class BadFacesError(ValueError):
    """Scripted faces that do not fit the roll: too few, one left over, or none that the die has."""


class Faces(Protocol):
    """A source of faces."""

    def draw(self, purpose: str, *, sides: int) -> int:
        """Return the next face (1 to sides) of this purpose."""
        ...


def key(name: str) -> str:
    """Return a name's key: lower case, every run of other characters than a-z and 0-9 as one ``_``."""
    return _OTHER.sub("_", name.lower())


def stress_purpose(character: str, *, resistance: str) -> str:
    """Return the purpose of a character's stress die."""
    return f"stress:{key(character)}:{key(resistance)}"


def fallout_purpose(character: str) -> str:
    """Return the purpose of a character's fallout check."""
    return f"fallout:{key(character)}"


def clear_purpose(character: str) -> str:
    """Return the purpose of a die that removes stress."""
    return f"clear:{key(character)}"


def repair_purpose(character: str) -> str:
    """Return the purpose of a die that repairs fallout."""
    return f"repair:{key(character)}"


class StreamFaces:
    """Faces from the scene's secret for one command of one comment."""

    def __init__(self, secret: bytes, *, scene: str, comment: str, command: int) -> None:
        """Take the scene's 32 bytes and id, the comment's fullname, the command's index in it (from 0)."""
        self._secret = secret
        self._where = (scene, comment, command)
        self._streams: dict[str, Stream] = {}

    def draw(self, purpose: str, *, sides: int) -> int:
        """Return the next face of this purpose; sides from 2 to 256."""
        if purpose not in self._streams:
            scene, comment, command = self._where
            self._streams[purpose] = roll_stream(
                self._secret, scene=scene, comment=comment, command=command, purpose=purpose
            )
        return 1 + self._streams[purpose].below(sides)


class ScriptedFaces:
    """Given faces, in order of need whatever the purpose: for tests and ``forumgm try``."""

    def __init__(self, faces: Sequence[int]) -> None:
        self._faces = tuple(faces)
        self._next = 0

    def draw(self, purpose: str, *, sides: int) -> int:
        """Return the next given face; raises `BadFacesError` when there is none or the die lacks it."""
        if self._next == len(self._faces):
            raise BadFacesError(f"too few faces: the next die is a d{sides} for {purpose}")
        face = self._faces[self._next]
        if not 1 <= face <= sides:
            raise BadFacesError(f"a d{sides} (for {purpose}) does not show {face}")
        self._next += 1
        return face

    def finish(self) -> None:
        """Raise `BadFacesError` when faces are left over."""
        left = len(self._faces) - self._next
        if left:
            raise BadFacesError(f"{left} of {len(self._faces)} faces were not needed")
