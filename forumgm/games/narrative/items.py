"""The items behind a verb, in any order (narrative.md C2-C4).

Laws: the longest match wins; a name on the sheet wins over a keyword; two different values for one thing are a
question; an unknown word is a question when it nearly is a known one, and is echoed as unused otherwise.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from forumgm.games.narrative.choices import Effect, Possible
from forumgm.games.narrative.commands import Amount, Command, Doubt, Question, Vocabulary
from forumgm.games.narrative.faces import key
from forumgm.games.narrative.near import nearest
from forumgm.games.narrative.words import (
    BOX_WORDS,
    DIFFICULTY_WORDS,
    IGNORED,
    KEYWORDS,
    NUMBER_WORDS,
    RESIST_ITEMS,
    Item,
    Verb,
)

_TOKEN = re.compile(r'"[^"]*"|\([^()]*\)|(?:/?u/|@)[\w-]+|#?[0-9]+(?![\w])|[^\s,;:=+&"()!?.]+', re.IGNORECASE)
_DIE = re.compile(r"([0-9]{0,2})d([0-9]{1,3})?", re.IGNORECASE)
_MINUS_DICE = re.compile(r"-([0-9])d", re.IGNORECASE)
_USER = re.compile(r"(?:/?u/|@)([\w-]+)", re.IGNORECASE)
MAX_TOKENS = 120
MAX_NAME_WORDS = 4
_TAKES_CONSEQUENCE = frozenset({Verb.RESIST, Verb.ARMOUR, Verb.ACCEPT, Verb.PAY, Verb.DECLINE, Verb.FORTUNE})


_FREE_TEXT = frozenset({Verb.FALLOUT, Verb.HELP})
"""Verbs whose words are names that somebody makes up."""


class _Conflict(Exception):  # noqa: N818 - a signal inside this file
    """Two different values for one thing."""


class ItemReader:
    """Reads the items of one command."""

    def __init__(self, verb: Verb, body: str, vocabulary: Vocabulary) -> None:
        self._body = body
        self._vocabulary = vocabulary
        self._tokens = [found[0] for found in _TOKEN.finditer(body)][:MAX_TOKENS]
        self._flat = [token.casefold().strip("_^'").removesuffix("'s") for token in self._tokens]
        self._at = 0
        self._command = Command(verb, rest=body)
        self._unused: list[str] = []
        self._loose = ""
        self._names = _index(vocabulary.skills, vocabulary.domains, vocabulary.mastery, vocabulary.fallouts)
        self._resistances = _index(vocabulary.resistances)
        self._attributes = _index(vocabulary.attributes)
        self._npcs = _index(vocabulary.npcs)
        self._tail = self._cut_at_dash()

    def _cut_at_dash(self) -> str:
        """Cut ``docks-quietly`` behind a known word (a long dash arrives as a hyphen) and return the note."""
        known = {**self._names, **self._resistances, **self._attributes, **self._npcs}
        for index, flat in enumerate(self._flat):
            left, dash, _ = flat.partition("-")
            if not dash or not left or key(flat) in known or _USER.fullmatch(self._tokens[index]):
                continue
            if key(left) in known or left in KEYWORDS:
                note = self._body.partition(self._tokens[index])[2]
                right = self._tokens[index].partition("-")[2]
                self._tokens, self._flat = [*self._tokens[:index], left], [*self._flat[:index], left]
                return (right + note).strip()
        return ""

    def read(self, note: str) -> Command | Question:
        """Return the command, or what has to be asked."""
        note = note or self._tail[:200]
        try:
            while self._at < len(self._tokens):
                self._item()
        except _Conflict as conflict:
            return Question(Doubt.TWO_NUMBERS, str(conflict))
        if self._command.verb in _FREE_TEXT:
            return replace(self._command, note=note or self._command.note)
        for word in self._unused:
            meant = nearest(word, self._known())
            if meant:
                return Question(Doubt.NEAR_MISS, word[:40], meant)
        return replace(self._command, unused=tuple(self._unused), note=note or self._command.note)

    def _known(self) -> Iterable[str]:
        named = self._vocabulary
        for names in (named.skills, named.domains, named.mastery, named.resistances, named.attributes, named.npcs):
            yield from names
        foreign = RESIST_ITEMS if named.resistances else frozenset[Item]()
        yield from (word for word, item in KEYWORDS.items() if " " not in word and item not in foreign)

    def _put(self, **changes: Any) -> None:
        self._command = replace(self._command, **changes)

    # One item -----------------------------------------------------------------------------------------------------

    def _item(self) -> None:
        token, flat = self._tokens[self._at], self._flat[self._at]
        if token.startswith(('"', "(")):
            self._quoted(token)
        elif user := _USER.fullmatch(token):
            self._add("users", user[1])
        elif found := self._longest(self._names):
            self._name(found)
        elif found := self._longest(self._resistances):
            self._resistance(found)
        elif found := self._longest(self._attributes):
            self._set("attribute", found)
        elif found := self._longest({word: word for word in KEYWORDS}, spaced=True):
            self._keyword(KEYWORDS[found], found)
        elif flat in IGNORED or not flat:
            self._at += 1
        elif not (self._die() or self._number() or self._prefix()):
            self._unused.append(token[:40])
            self._at += 1

    def _longest(self, names: Mapping[str, str], *, spaced: bool = False) -> str | None:
        """Consume the longest known name that stands here."""
        for words in range(min(MAX_NAME_WORDS, len(self._tokens) - self._at), 0, -1):
            piece = " ".join(self._flat[self._at : self._at + words])
            found = names.get(piece if spaced else key(piece))
            if found is not None and piece:
                self._at += words
                return found
        return None

    def _quoted(self, token: str) -> None:
        self._at += 1
        inner = token[1:-1].strip()[:200]
        if token.startswith("("):
            self._put(note=self._command.note or inner)
        else:
            self._add("names", inner, step=0)

    def _name(self, name: str) -> None:
        named = self._vocabulary
        if name in named.skills:
            self._add("skills", name, step=0)
        if name in named.domains:
            self._add("domains", name, step=0)
        if name in named.mastery:
            self._put(mastery=True)
        if name in named.fallouts:
            self._add("fallouts", name, step=0)

    def _resistance(self, name: str) -> None:
        self._add("resistances", name, step=0)
        self._loose = name

    def _add(self, field: str, value: str, *, step: int = 1) -> None:
        have = getattr(self._command, field)
        if value not in have:
            self._put(**{field: (*have, value)})
        self._at += step

    def _set(self, field: str, value: object) -> None:
        have = getattr(self._command, field)
        if have is not None and have != value:
            raise _Conflict(field)
        self._put(**{field: value})

    # Keywords -----------------------------------------------------------------------------------------------------

    def _keyword(self, item: Item, word: str) -> None:
        flags = {Item.MASTERY: "mastery", Item.GROUP: "group", Item.DETAIL: "detail", Item.DEATH: "death"}
        values = {
            Item.PARTIAL: ("partial", True),
            Item.FULL: ("partial", False),
            Item.IMPOSSIBLE: ("possible", Possible.IMPOSSIBLE),
            Item.NO_ROLL: ("possible", Possible.NO_ROLL_NEEDED),
            Item.AVOID: ("effect", Effect.AVOID),
            Item.REDUCE: ("effect", Effect.REDUCE),
        }
        if item in flags:
            self._put(**{flags[item]: True})
        elif item in values:
            self._set(*values[item])
        elif item in (Item.SKILL, Item.DOMAIN):
            field = "skills" if item is Item.SKILL else "domains"
            if not getattr(self._command, field):
                self._add(field, "", step=0)
        elif item is Item.DIFFICULTY_WORD:
            self._set("difficulty", DIFFICULTY_WORDS[word])
        elif item in (Item.KEEP, Item.UPGRADE, Item.SPLIT):
            self._set("ruling", item)
        else:
            self._with_argument(item, word)

    def _with_argument(self, item: Item, word: str) -> None:
        match item:
            case Item.DIFFICULTY:
                self._numbered("difficulty", word)
            case Item.TICKS:
                self._numbered("ticks", word)
            case Item.HARM:
                self._skip("level")
                self._numbered("level", word)
            case Item.WEAPON:
                if (die := self._take_die()) is not None:
                    self._set("weapon", die)
                else:
                    self._unused.append(word)
            case Item.HELPER:
                self._helpers()
            case Item.VERSUS:
                self._versus()
            case Item.BOX:
                self._box(word)
            case Item.BOTH:
                self._put(boxes=self._command.boxes * 2)
            case _:
                self._put(armour=True)

    def _skip(self, word: str) -> None:
        if self._at < len(self._flat) and self._flat[self._at] == word:
            self._at += 1

    def _numbered(self, field: str, word: str) -> None:
        number = self._take_number()
        if number is None:
            self._unused.append(word)
        else:
            self._set(field, number)

    def _take_number(self) -> int | None:
        if self._at >= len(self._flat):
            return None
        flat = self._flat[self._at]
        number = NUMBER_WORDS.get(flat)
        if number is None and re.fullmatch(r"[0-9]{1,3}", flat):
            number = int(flat)
        if number is not None:
            self._at += 1
        return number

    def _take_die(self) -> int | None:
        """Consume ``d6``, ``d 6``; the size or None."""
        if self._at >= len(self._flat):
            return None
        die = _DIE.fullmatch(self._flat[self._at])
        if die is None or die[1] not in ("", "1"):
            return None
        if die[2]:
            self._at += 1
            return int(die[2])
        if self._at + 1 < len(self._flat) and re.fullmatch(r"[0-9]{1,3}", self._flat[self._at + 1]):
            self._at += 2
            return int(self._flat[self._at - 1])
        return None

    def _helpers(self) -> None:
        """Names behind "help from": ``u/x``, people at the table, or one plain word."""
        people = _index(self._vocabulary.people)
        taken = 0
        while self._at < len(self._tokens):
            token, flat = self._tokens[self._at], self._flat[self._at]
            user = _USER.fullmatch(token)
            if flat == "and":
                self._at += 1
            elif user or key(flat) in people:
                self._add("helpers", user[1] if user else people[key(flat)])
                taken += 1
            elif not taken and flat not in IGNORED and flat not in KEYWORDS and key(flat) not in self._names:
                self._add("helpers", token)
                taken += 1
            else:
                return

    def _versus(self) -> None:
        self._skip("the")
        found = self._longest(self._npcs)
        if found is None and self._at < len(self._tokens):
            found = self._tokens[self._at]
            self._at += 1
        if found is not None:
            self._set("npc", found)

    def _box(self, word: str) -> None:
        box = BOX_WORDS[word]
        self._put(armour=True, boxes=(*self._command.boxes, box))

    # Dice, numbers, beginnings of names ---------------------------------------------------------------------------

    def _die(self) -> bool:
        flat = self._flat[self._at]
        minus = _MINUS_DICE.fullmatch(flat)
        if minus:
            self._set("difficulty", int(minus[1]))
            self._at += 1
            return True
        counted = _DIE.fullmatch(flat)
        if counted and counted[1]:
            self._at += 1
            sides = int(counted[2] or 6)
            self._set("pool" if sides == 10 else "dice_count", int(counted[1]))
            return True
        die = self._take_die()
        if die is None:
            return False
        if self._command.verb is Verb.STRESS:
            self._amount(die=die)
        else:
            self._set("die", die)
        return True

    def _number(self) -> bool:
        flat = self._flat[self._at].removeprefix("#")
        if not re.fullmatch(r"[0-9]{1,3}", flat):
            return False
        self._at += 1
        if self._command.verb is Verb.STRESS:
            self._amount(number=int(flat))
        elif self._command.verb in _TAKES_CONSEQUENCE:
            self._set("consequence", int(flat))
        else:
            self._set("count", int(flat))
        return True

    def _amount(self, *, number: int | None = None, die: int | None = None) -> None:
        """Read the resistance of a number or a die."""
        while self._at < len(self._flat) and self._flat[self._at] in IGNORED:
            self._at += 1
        # "BODY 2" and "2 BODY" both name the resistance of the 2.
        name = self._loose or self._longest(self._resistances) or ""
        self._loose = ""
        amount = Amount(name, number, die)
        self._put(amounts=(*self._command.amounts, amount))

    def _prefix(self) -> bool:
        """Three letters that begin exactly one skill or domain of the sheet (C3)."""
        flat = key(self._flat[self._at])
        if len(flat) < 3:
            return False
        found = {name for full, name in self._names.items() if full.startswith(flat)}
        if len(found) != 1:
            return False
        self._at += 1
        self._name(found.pop())
        return True


def users_in(text: str) -> tuple[str, ...]:
    """Return the names written ``u/name`` or ``@name``, each once."""
    return tuple(dict.fromkeys(found[1] for found in _USER.finditer(text)))


def _index(*lists: Iterable[str]) -> dict[str, str]:
    return {key(name): name for names in lists for name in names}
