"""The words people type, as data (narrative.md C2, C3): verbs, items, synonyms, words that mean nothing.

Law: a word stands in one table only; sheet names are not here and win over all of these. "help" is for instructions;
assisting is ``!assist``, since newcomers type ``!help``.
"""

from collections.abc import Mapping
from enum import StrEnum

from forumgm.games.narrative.choices import Box


class Verb(StrEnum):
    """What a command does."""

    ROLL = "roll"
    LEAD = "lead"
    FOLLOW = "follow"
    DICE = "dice"
    RESIST = "resist"
    ARMOUR = "armour"
    ACCEPT = "accept"
    PAY = "pay"
    DECLINE = "decline"
    ASSIST = "assist"
    CLEAR = "clear"
    REFRESH = "refresh"
    LAY_LOW = "lay low"
    REPAIR = "repair"
    RESTOCK = "restock"
    LOAD = "load"
    STAKES = "stakes"
    SCENE = "scene"
    NPC = "npc"
    THREAT = "threat"
    FORCE = "force"
    STRESS = "stress"
    FALLOUT = "fallout"
    FORTUNE = "fortune"
    VOID = "void"
    ODDS = "odds"
    STATUS = "status"
    SHEET = "sheet"
    LOG = "log"
    HELP = "help"
    CHARACTER = "character"
    OK = "ok"
    HISTOGRAM = "histogram"
    JOB = "job"


_OTHER_VERBS = {
    Verb.ROLL: "rolls test check try attempt",
    Verb.DICE: "r",
    Verb.RESIST: "resists resistance",
    Verb.ARMOUR: "armor ward",
    Verb.ACCEPT: "suffer|take it|let it",
    Verb.PAY: "yes",
    Verb.DECLINE: "no",
    Verb.ASSIST: "aid",
    Verb.CLEAR: "heal recover act",
    Verb.LAY_LOW: "laylow|lie low|hide out",
    Verb.THREAT: "consequence",
}
VERBS: Mapping[str, Verb] = {str(verb): verb for verb in Verb if verb is not Verb.DICE} | {
    word: verb for verb, words in _OTHER_VERBS.items() for word in (words.split("|") if "|" in words else words.split())
}
"""How a verb is written -> the verb. Two words at most."""

GM_VERBS = frozenset(
    {Verb.STAKES, Verb.SCENE, Verb.NPC, Verb.THREAT, Verb.FORCE, Verb.STRESS, Verb.FALLOUT, Verb.FORTUNE, Verb.VOID}
)
"""Verbs of the scene's GM (C5)."""


DECLARING = frozenset({Verb.CHARACTER, Verb.THREAT, Verb.NPC, Verb.SCENE, Verb.VOID, Verb.JOB})
"""Verbs with a small grammar of their own: they are handed on as written (`scene.declared`)."""


class Item(StrEnum):
    """What a keyword stands for."""

    SKILL = "skill"
    DOMAIN = "domain"
    MASTERY = "mastery"
    PARTIAL = "partial"
    FULL = "full"
    DIFFICULTY = "difficulty"
    DIFFICULTY_WORD = "difficulty word"
    HELPER = "helper"
    GROUP = "group"
    VERSUS = "versus"
    WEAPON = "weapon"
    IMPOSSIBLE = "impossible"
    NO_ROLL = "no roll"
    AVOID = "avoid"
    REDUCE = "reduce"
    DETAIL = "detail"
    ARMOUR = "armour"
    BOX = "box"
    BOTH = "both"
    HARM = "harm"
    TICKS = "ticks"
    DEATH = "death"
    KEEP = "keep"
    UPGRADE = "upgrade"
    SPLIT = "split"


_KEYWORDS = {
    Item.SKILL: "skill|skilled|skills|i have the skill",
    Item.DOMAIN: "domain|domains",
    Item.MASTERY: "mastery|master|mastered|masters",
    Item.PARTIAL: "partial|defend|defensive|dodge only|just avoid|hold on|endure|cheap|haggle",
    Item.FULL: "full",
    Item.DIFFICULTY: "difficulty|diff|dc|risk",
    Item.DIFFICULTY_WORD: "standard|hard|risky|very hard|dangerous",
    Item.HELPER: "help from|helper|helped by|with help from|assisted by",
    Item.GROUP: "group|everyone|lead the group|leader",
    Item.VERSUS: "vs|versus|against",
    Item.WEAPON: "weapon",
    Item.IMPOSSIBLE: "impossible",
    Item.NO_ROLL: "no roll",
    Item.AVOID: "avoid|negate|cancel|escape",
    Item.REDUCE: "reduce|soften|lower|lessen",
    Item.DETAIL: "detail|details",
    Item.ARMOUR: "armour|armor|armoured|block with",
    Item.BOX: "light|heavy|shield|special|spell|artefact|artifact",
    Item.BOTH: "both",
    Item.HARM: "harm",
    Item.TICKS: "ticks|tick",
    Item.DEATH: "death",
    Item.KEEP: "keep",
    Item.UPGRADE: "upgrade",
    Item.SPLIT: "split",
}
RESIST_ITEMS = frozenset(
    {
        Item.AVOID,
        Item.REDUCE,
        Item.DETAIL,
        Item.ARMOUR,
        Item.BOX,
        Item.BOTH,
        Item.HARM,
        Item.TICKS,
        Item.DEATH,
    }
)
"""What has a meaning in Forged in the Dark only: "fight" in the Resistance System is no slip of "light"."""

KEYWORDS: Mapping[str, Item] = {word: item for item, words in _KEYWORDS.items() for word in words.split("|")}
"""How a keyword is written -> what it stands for. Four words at most."""

DIFFICULTY_WORDS: Mapping[str, int] = {"standard": 0, "hard": 1, "risky": 1, "very hard": 2, "dangerous": 2}
NEGATIONS = frozenset({"no", "not", "without"})
"""What stands behind one of these is named, but does not count."""
NUMBER_WORDS: Mapping[str, int] = {"zero": 0, "one": 1, "two": 2}
BOX_WORDS: Mapping[str, Box] = {str(box): box for box in Box} | {"artifact": Box.ARTEFACT}
ACCEPT_WORDS = frozenset({"take", "it", "let", "happen", "level", "box", "boxes"})
"""Filler inside commands: "take it", "harm level 3"."""

IGNORED = frozenset("and with my the for to on of using a an i by from".split()) | ACCEPT_WORDS  # noqa: SIM905
