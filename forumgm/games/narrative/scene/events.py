"""The facts of a scene, one class for each type of line (docs/records-of-scenes.md).

Laws: a roll carries its dice as results, its command, its comment, the command's index and each die's purpose; sheets
and commands stand in the record as plain data, so that replaying never draws and never reads words again.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from forumgm.core.events import Codec, Event

VERSION = 1
Plain = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SceneOpened(Event):
    """A moderator opened the scene."""

    type: ClassVar[str] = "scene_opened"
    version: int
    scene: str
    thread: str
    system: str
    options: Plain
    gm: str
    gm_account: str
    commitment: str


@dataclass(frozen=True, slots=True)
class GmKnown(Event):
    """The GM whom the opening named has written: from now on the account counts."""

    type: ClassVar[str] = "gm_known"
    gm: str
    account: str


@dataclass(frozen=True, slots=True)
class CharacterSet(Event):
    """A sheet was written or changed; ``changed`` says how, field by field."""

    type: ClassVar[str] = "character_set"
    player: str
    account: str
    sheet: Plain
    changed: tuple[str, ...]
    by_rule: bool = False


@dataclass(frozen=True, slots=True)
class StakesSet(Event):
    """Stakes for the next roll of these players, or for the scene where nobody is named.

    Where nobody has written a sheet yet the account of a player is not known; ``u/name`` stands in its place."""

    type: ClassVar[str] = "stakes_set"
    optional: ClassVar[tuple[str, ...]] = ("note",)
    players: tuple[str, ...]
    accounts: tuple[str, ...]
    stakes: Plain
    note: str | None = None


@dataclass(frozen=True, slots=True)
class StakesCleared(Event):
    """The scene's stakes are gone."""

    type: ClassVar[str] = "stakes_cleared"


@dataclass(frozen=True, slots=True)
class NpcSet(Event):
    """An opponent was set up or changed."""

    type: ClassVar[str] = "npc_set"
    npc: Plain


@dataclass(frozen=True, slots=True)
class Threatening(Event):
    """Consequences hang over a player until ``closes_at``."""

    type: ClassVar[str] = "threatened"
    times: ClassVar[tuple[str, ...]] = ("closes_at",)
    player: str
    account: str
    consequences: tuple[Plain, ...]
    closes_at: int


@dataclass(frozen=True, slots=True)
class JobChanged(Event):
    """A job began or is over (``fitd_choice``)."""

    type: ClassVar[str] = "job_changed"
    running: bool


@dataclass(frozen=True, slots=True)
class Requested(Event):
    """A roll waits for the GM or for helpers."""

    type: ClassVar[str] = "roll_requested"
    times: ClassVar[tuple[str, ...]] = ("closes_at",)
    player: str
    account: str
    command: Plain
    comment: str
    index: int
    awaiting: str
    asked: tuple[str, ...]
    agreed: tuple[str, ...]
    closes_at: int


@dataclass(frozen=True, slots=True)
class Assisted(Event):
    """A helper agreed to help (R13)."""

    type: ClassVar[str] = "assisted"
    player: str
    helper: str
    account: str
    helper_account: str


@dataclass(frozen=True, slots=True)
class RequestDropped(Event):
    """A waiting roll does not happen."""

    type: ClassVar[str] = "request_dropped"
    player: str
    account: str
    because: str


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    """Dice fell. ``result`` is a name of narrative.md (a row, an effect) or the values of plain dice."""

    type: ClassVar[str] = "rolled"
    optional: ClassVar[tuple[str, ...]] = ("pool", "stakes")
    roll: int
    player: str
    account: str
    character: str
    comment: str
    index: int
    command: Plain
    dice: tuple[Plain, ...]
    """``purpose``, ``sides``, ``faces`` in the order drawn."""
    result: str
    facts: Plain
    changes: Plain
    words: tuple[str, ...]
    pool: Plain | None = None
    """What was rolled: ``dice``, ``sides``, ``difficulty``, ``steps``, or ``expr`` of plain dice."""
    stakes: str | None = None
    """Where the stakes came from: ``own``, ``npc``, ``scene``, ``default``."""


@dataclass(frozen=True, slots=True)
class Acted(Event):
    """Something was done or ruled without dice: a box marked, a cost paid, a fallout named."""

    type: ClassVar[str] = "acted"
    player: str
    account: str
    by: str
    comment: str
    index: int
    command: Plain
    result: str
    facts: Plain
    changes: Plain
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Landed(Event):
    """Consequences happened: after an answer, or because nobody gave one (``ceiling``)."""

    type: ClassVar[str] = "landed"
    player: str
    account: str
    because: str
    facts: Plain
    changes: Plain
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GmAsked(Event):
    """What no time-out may decide waits for a person (F22)."""

    type: ClassVar[str] = "gm_asked"
    player: str
    account: str
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RulingKept(Event):
    """Nobody ruled on a fallout: it stays as rolled."""

    type: ClassVar[str] = "ruling_kept"
    player: str
    account: str
    fallout: str


@dataclass(frozen=True, slots=True)
class RollVoided(Event):
    """The GM voided a roll; ``restored`` says whether what it changed was given back."""

    type: ClassVar[str] = "roll_voided"
    roll: int
    by: str
    reason: str
    restored: bool


@dataclass(frozen=True, slots=True)
class ItemFlagged(Event):
    """A comment that counted was edited or deleted; what it did stands."""

    type: ClassVar[str] = "item_flagged"
    item: str
    because: str


@dataclass(frozen=True, slots=True)
class SceneClosed(Event):
    """The scene is over; its secret is public."""

    type: ClassVar[str] = "scene_closed"
    by: str
    secret: str


TYPES: tuple[type[Event], ...] = (
    SceneOpened,
    GmKnown,
    CharacterSet,
    StakesSet,
    StakesCleared,
    NpcSet,
    Threatening,
    JobChanged,
    Requested,
    Assisted,
    RequestDropped,
    Rolled,
    Acted,
    Landed,
    GmAsked,
    RulingKept,
    RollVoided,
    ItemFlagged,
    SceneClosed,
)
CODEC = Codec(TYPES)
