"""Small grammars of what people declare: sheets, opponents, consequences (narrative.md C5, E, issue 4.1).

Laws: pure and linear; what cannot be is a sentence in ``problems``, never a guess; texts in quotes are names.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from forumgm.games.narrative.choices import Box, Effect, Kind, Source
from forumgm.games.narrative.harm import FATAL, MAX_TICKS
from forumgm.games.narrative.options import FitdOptions, Options, ResistanceOptions
from forumgm.games.narrative.sheets import Consequence, Npc
from forumgm.games.narrative.words import BOX_WORDS, KEYWORDS, Item

MAX_NAME = 60
_TOKEN = re.compile(r'"[^"]*"|[,;]|[^\s,;"]+')
_USER = re.compile(r"(?:/?u/|@)[\w-]+[,:]?\s*", re.IGNORECASE)
_BOX_SIZES = {"light": 1, "heavy": 2, "shield": 1, "special": 1}
_LISTS = {"skill": "skills", "skills": "skills", "skilled": "skills", "domain": "domains", "domains": "domains"}
_LISTS |= {"mastery": "mastery", "master": "mastery", "masters": "mastery"}
_BY_RESISTANCE = frozenset({"slots", "stress"})


@dataclass(slots=True)
class DeclaredSheet:
    """What a ``!character`` line says: keys of interfaces.md's sheet, as far as it names them."""

    name: str = ""
    values: dict[str, Any] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


def read_character(text: str, options: Options) -> DeclaredSheet:
    """Read ``Silas insight 2 prowess 3 light heavy`` or ``Ann skills Sneak, Fight domains Docks slots BODY 2``."""
    tokens = ["," if found[0] == ";" else found[0] for found in _TOKEN.finditer(_USER.sub("", text))]
    return _SheetReader(tokens, options).read()


class _SheetReader:
    """Reads the tokens of one ``!character`` line."""

    def __init__(self, tokens: Sequence[str], options: Options) -> None:
        self._tokens = list(tokens)
        self._options = options
        self._at = 0
        self._said = DeclaredSheet()

    def read(self) -> DeclaredSheet:
        """Return what the line says."""
        self._said.name = " ".join(self._words())
        while self._at < len(self._tokens):
            word = self._tokens[self._at].lower().rstrip(":=")
            self._at += 1
            if isinstance(self._options, FitdOptions):
                self._fitd(word, self._options)
            else:
                self._pool(word)
        return self._said

    def _is_keyword(self, token: str) -> bool:
        word = token.lower().rstrip(":=")
        if isinstance(self._options, FitdOptions):
            return word in self._options.attributes or word in BOX_WORDS or word in ("stress", "trauma")
        return word in _LISTS or word in _BY_RESISTANCE

    def _words(self) -> list[str]:
        """Take words up to the next keyword; a quoted text is one."""
        words: list[str] = []
        while self._at < len(self._tokens) and not self._is_keyword(self._tokens[self._at]):
            words.append(self._tokens[self._at].strip('"'))
            self._at += 1
        words = [word for word in words if word != ","]
        return words[1:] if len(words) > 1 and words[0].lower() in ("name:", "name") else words

    def _number(self, default: int | None = None) -> int | None:
        if self._at < len(self._tokens) and self._tokens[self._at] in ("=", ":"):
            self._at += 1
        if self._at < len(self._tokens) and re.fullmatch(r"[0-9]{1,4}", self._tokens[self._at]):
            self._at += 1
            return int(self._tokens[self._at - 1])
        return default

    def _put(self, group: str, name: str, value: object) -> None:
        row = self._said.values.setdefault(group, {})
        if name in row and row[name] != value:
            self._said.problems.append(f"{name}: two different values")
        row[name] = value

    def _fitd(self, word: str, options: FitdOptions) -> None:
        if word in (",", "boxes", "box", "armour", "armor"):
            return
        if word in BOX_WORDS:
            kind = str(BOX_WORDS[word])
            self._put("boxes", kind, {"size": self._number(_BOX_SIZES.get(kind, 1))})
            return
        number = self._number()
        if word in options.attributes and number is not None:
            self._put("ratings", word, number)
        elif word == "stress" and number is not None:
            self._put("stress", "track", number)
        elif word == "trauma" and number is not None:
            self._said.values["trauma"] = number
        elif word in options.attributes or word in ("stress", "trauma"):
            self._said.problems.append(f"{word}: a number must follow")
        else:
            there = f"{', '.join(options.attributes)}; boxes {', '.join(map(str, Box))}"
            self._said.problems.append(f"{word[:40]}: there are {there}")

    def _pool(self, word: str) -> None:
        if word in _LISTS:
            group = _LISTS[word]
            if group in self._said.values:
                self._said.problems.append(f"{group}: named twice")
            self._said.values[group] = self._list()
        elif word in _BY_RESISTANCE:
            self._by_resistance(word)
        elif word != ",":
            self._said.problems.append(f"{word[:40]}: after the name come skills, domains, mastery, slots, stress")

    def _list(self) -> list[str]:
        """Names separated by commas; a name may have several words."""
        names: list[list[str]] = [[]]
        while self._at < len(self._tokens) and not self._is_keyword(self._tokens[self._at]):
            piece = self._tokens[self._at]
            self._at += 1
            if piece == ",":
                names.append([])
            else:
                names[-1].append(piece.strip('"'))
        return [" ".join(words) for words in names if words]

    def _by_resistance(self, group: str) -> None:
        found = False
        while self._at < len(self._tokens) and not self._is_keyword(self._tokens[self._at]):
            name = self._tokens[self._at].rstrip(":=")
            self._at += 1
            if name == ",":
                continue
            number = self._number()
            if number is None:
                self._said.problems.append(f"{group}: {name[:40]} needs a number")
                continue
            found = True
            self._put(group, name, number if group == "stress" else {"size": number})
        if not found:
            self._said.problems.append(f"{group}: which resistance, and how many? `{group} BODY 2`")


# Opponents ------------------------------------------------------------------------------------------------------------

_NPC_WORD = re.compile(r"\b(resistance|difficulty|diff|weapon|marked)\b[\s:=]*d?\s*([0-9]{1,4})", re.IGNORECASE)


def read_npc(text: str, options: ResistanceOptions, known: Mapping[str, Npc]) -> Npc | str:
    """Read ``Ogre resistance 5 diff 1 weapon d8``; an opponent already there keeps what is not named."""
    found = {
        ("difficulty" if word[1].lower() == "diff" else word[1].lower()): int(word[2])
        for word in _NPC_WORD.finditer(text)
    }
    first = _NPC_WORD.search(text)
    name = " ".join((text[: first.start()] if first else text).strip(' ",').split())
    if not name or len(name) > MAX_NAME:
        return "A name first: `!npc Ogre resistance 5 diff 1 weapon d8`."
    old = next((npc for npc in known.values() if npc.name.casefold() == name.casefold()), None)
    resistance = found.get("resistance", old.resistance if old else None)
    if resistance is None or not 1 <= resistance <= 1000:
        return f"{name}: a resistance from 1 to 1000 is missing."
    difficulty = found.get("difficulty", old.difficulty if old else 0)
    if difficulty > options.difficulty_per_source_max:
        return f"Difficulty goes from 0 to {options.difficulty_per_source_max}."
    weapon = found.get("weapon", old.weapon if old else None)
    if weapon is not None and weapon not in options.ladder:
        return "The weapon die is one of " + ", ".join(f"d{die}" for die in options.ladder) + "."
    return Npc(old.name if old else name, resistance, found.get("marked", old.marked if old else 0), difficulty, weapon)


# Consequences ---------------------------------------------------------------------------------------------------------

_NUMBERED = re.compile(r"\s*#?([1-9])\s*[:.)]\s*")
_HARM = re.compile(r"\bharm\b(?:\s+level)?\s*([0-9])?", re.IGNORECASE)
_TICKS = re.compile(r"(?:\bclock\b|\bticks?\b)\s*\+?\s*([0-9]{1,2})|\+\s*([0-9]{1,2})\b(?:\s*ticks?\b)?", re.IGNORECASE)
_FROM = re.compile(r"\bfrom\s+(action|fortune)\b", re.IGNORECASE)
_QUOTED = re.compile(r'"([^"]*)"')
_WORD = re.compile(r"[^\s,]+")


def read_threat(text: str, options: FitdOptions, *, taken: Sequence[int], in_job: bool) -> list[Consequence] | str:
    """Read ``1: harm 2 "Cut" prowess; 2: she gets away, prowess, avoid``; return the consequences, or what is wrong."""
    pieces = [piece for piece in _split(_USER.sub("", text, count=1)) if piece.strip()]
    if not pieces:
        return 'What happens? `!threat u/ian 1: harm 2 "Cut to the Ribs" prowess; 2: she gets away, prowess, avoid`'
    found: list[Consequence] = []
    for piece in pieces:
        used = [*taken, *(each.number for each in found)]
        one = _consequence(piece, options, used=used, in_job=in_job)
        if isinstance(one, str):
            return one
        found.append(one)
    return found


def _split(text: str) -> list[str]:
    """Split at semicolons outside quotes."""
    pieces, quoted = [""], False
    for char in text:
        quoted = quoted != (char == '"')
        if char == ";" and not quoted:
            pieces.append("")
        else:
            pieces[-1] += char
    return pieces


def _consequence(piece: str, options: FitdOptions, *, used: Sequence[int], in_job: bool) -> Consequence | str:
    numbered = _NUMBERED.match(piece)
    rest = piece[numbered.end() :] if numbered else piece
    number = int(numbered[1]) if numbered and int(numbered[1]) not in used else _free(used)
    if number is None:
        return "Nine consequences at most hang over one player."
    quoted = _QUOTED.search(rest)
    rest = _QUOTED.sub(" ", rest)
    came = _FROM.search(rest)
    rest = _FROM.sub(" ", rest)
    position = next((name for name in options.position_harm if re.search(rf"\b{name}\b", rest, re.IGNORECASE)), None)
    harm, ticks = _HARM.search(rest), _TICKS.search(rest)
    kind = Kind.HARM if harm else Kind.CLOCK if ticks else Kind.OTHER
    level = 0
    if harm:
        level = int(harm[1]) if harm[1] else options.position_harm[position or "risky"]
        rest = _HARM.sub(" ", rest)
        if not 1 <= level <= FATAL:
            return f"Harm goes from 1 to {FATAL}."
    amount = 0
    if ticks and not harm:
        amount = int(ticks[1] or ticks[2])
        rest = _TICKS.sub(" ", rest)
        if not 1 <= amount <= MAX_TICKS:
            return f"A clock gains 1 to {MAX_TICKS} ticks."
    words, attribute, effect = _meant(rest, options, drop=position)
    name = quoted[1].strip() if quoted else " ".join(word for word in words if kind is Kind.OTHER or word != "clock")
    return Consequence(
        number=number,
        kind=kind,
        level=level,
        ticks=amount,
        name=name[:MAX_NAME],
        attribute=attribute,
        effect=effect,
        source=Source(came[1].lower()) if came else Source.ACTION,
        in_job=in_job,
    )


def _meant(text: str, options: FitdOptions, *, drop: str | None) -> tuple[list[str], str | None, Effect | None]:
    """Return the words left over, the attribute and the effect that were named."""
    words: list[str] = []
    attribute: str | None = None
    effect: Effect | None = None
    for word in _WORD.findall(text):
        plain = word.lower().strip(".:")
        if plain in options.attributes:
            attribute = plain
        elif KEYWORDS.get(plain) is Item.AVOID:
            effect = Effect.AVOID
        elif KEYWORDS.get(plain) is Item.REDUCE:
            effect = Effect.REDUCE
        elif plain != drop:
            words.append(word)
    return words, attribute, effect


def _free(used: Sequence[int]) -> int | None:
    return next((number for number in range(1, 10) if number not in used), None)


_VOID = re.compile(r"\s*(?:roll\s+)?#?([0-9]{1,6})\b[\s:,-]*(.*)", re.IGNORECASE | re.DOTALL)


def read_void(text: str) -> tuple[int | None, str]:
    """Read ``417 the yard was dark``: the roll's number and the reason."""
    found = _VOID.fullmatch(text)
    return (int(found[1]), found[2].strip()[:200]) if found else (None, "")
