"""What can be wrong with a configuration, and how it is told.

Law: a problem names where it stands, the key and what is allowed; it never quotes a secret.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from forumgm.core.errors import ForumGmError

if TYPE_CHECKING:
    from forumgm.settings.model import Settings


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that is wrong: a stable id, the key, what is wrong and what to do."""

    id: str
    """``FGM-E`` and three digits; ``FGM-W`` where the program runs all the same."""
    key: str
    """The configuration key or the thing that it is about."""
    text: str
    remedy: str = ""
    source: str = ""
    """The file or variable it stands in, where that is known."""

    def __str__(self) -> str:
        where = f"{self.source}: " if self.source else ""
        remedy = f" {self.remedy}" if self.remedy else ""
        return f"{where}{self.id} {self.key}: {self.text}{remedy}"


class SettingsError(ForumGmError):
    """The configuration can't be used; ``problems`` lists everything that is wrong with it."""

    def __init__(self, problems: Sequence[Problem], *, rest: "Settings | None" = None) -> None:
        self.problems = tuple(problems)
        self.rest = rest
        """The configuration with defaults for what is wrong, if it can be read: for a checkup, not to run with."""
        super().__init__("\n".join(str(p) for p in problems))
