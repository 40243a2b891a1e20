"""One comment on a sheet with scripted faces, every one of which must be used."""

from collections.abc import Mapping

from forumgm.games.narrative.attempt import TryResult, try_comment
from forumgm.games.narrative.choices import SystemName
from forumgm.games.narrative.faces import ScriptedFaces
from forumgm.language.normalise import normalise

Sheet = Mapping[str, object]


def attempt(system: str, text: str, *faces: int, **sheet: object) -> TryResult:
    """Return what a comment does; ``sheet`` holds the keys of interfaces.md."""
    source = ScriptedFaces(faces)
    result = try_comment(SystemName(system), sheet, normalise(text).lines, faces=source)
    source.finish()
    return result


def resistance(text: str, *faces: int, **sheet: object) -> TryResult:
    """The same in the Resistance System."""
    return attempt("resistance_system", text, *faces, **sheet)
