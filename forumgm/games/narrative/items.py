"""The items behind a verb, in any order (narrative.md C2-C4).

Laws: the longest match wins; a name on the sheet wins over a keyword; two different values for one thing are a
question; an unknown word is a question when it nearly is a known one, and is echoed as unused otherwise.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from forumgm.games.narrative.choices import Effect, Possible
from forumgm.games.narrative.commands import Amount, Command, Doubt, Question, Vocabulary
from forumgm.games.narrative.faces import key
from forumgm.games.narrative.near import nearest
from forumgm.games.narrative.pieces import DIE, USER, Walk, cut_at_dash, pieces
from forumgm.games.narrative.words import (
    BOX_WORDS,
    DIFFICULTY_WORDS,
    IGNORED,
    KEYWORDS,
    NEGATIONS,
    RESIST_ITEMS,
    Item,
    Verb,
)

_MINUS_DICE = re.compile(r"-([0-9])d", re.IGNORECASE)
_TAKES_CONSEQUENCE = frozenset({Verb.RESIST, Verb.ARMOUR, Verb.ACCEPT, Verb.PAY, Verb.DECLINE, Verb.FORTUNE, Verb.ODDS})


_FREE_TEXT = frozenset({Verb.FALLOUT, Verb.HELP})
"""Verbs whose words are names that somebody makes up."""


_NAMES_PEOPLE = frozenset({Verb.STAKES, Verb.FORCE, Verb.STRESS, Verb.FORTUNE, Verb.OK})
"""Verbs of a GM's line in which a bare name of the table is somebody it is about."""


_BRINGS_HELPERS = frozenset({"with", "help"})
_DENIED = {word: word for word, item in KEYWORDS.items() if item in (Item.SKILL, Item.DOMAIN, Item.MASTERY)}


class _Conflict(Exception):  # noqa: N818 - a signal inside this file
    """Two different values for one thing."""


class ItemReader(Walk):
    """Reads the items of one command."""

    def __init__(self, verb: Verb, body: str, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._command = Command(verb, rest=body)
        self._unused: list[str] = []
        self._loose = ""
        self._names = _index(vocabulary.skills, vocabulary.domains, vocabulary.mastery, vocabulary.fallouts)
        self._resistances = _index(vocabulary.resistances)
        self._attributes = _index(vocabulary.attributes)
        self._npcs = _index(vocabulary.npcs)
        self._people = _index(vocabulary.people)
        known = {**self._names, **self._resistances, **self._attributes, **self._npcs}
        tokens, self._tail = cut_at_dash(
            pieces(body), body=body, is_known=lambda word: key(word) in known or word in KEYWORDS
        )
        super().__init__(tokens)

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
        token, word = self._tokens[self._at], self._flat[self._at]
        if token.startswith(('"', "(")):
            self._quoted(token)
        elif user := USER.fullmatch(token):
            self._add("users", user[1])
        elif found := self._longest(self._names):
            self._name(found)
        elif found := self._longest(self._resistances):
            self._resistance(found)
        elif found := self._longest(self._attributes):
            self._set("attribute", found)
        elif found := self._longest({word: word for word in KEYWORDS}, spaced=True):
            self._keyword(KEYWORDS[found], found)
        elif self._command.verb in _NAMES_PEOPLE and key(word) in self._people:
            self._add("users", self._people[key(word)])
        elif word in _BRINGS_HELPERS and self._is_user_next():
            self._at += 1
            self._helpers()
        elif word in IGNORED or not word:
            self._at += 1
        elif word in NEGATIONS and self._negated():
            return
        elif not (self._die() or self._number() or self._prefix()):
            self._unused.append(token[:40])
            self._at += 1

    def _is_user_next(self) -> bool:
        """``with u/cy``, ``help u/cy`` behind a roll."""
        following = self._tokens[self._at + 1 : self._at + 2]
        return self._command.verb in (Verb.ROLL, Verb.LEAD) and any(USER.fullmatch(token) for token in following)

    def _negated(self) -> bool:
        """Leave out what is named only to say that it does not count: ``without docks``, ``no mastery``."""
        start = self._at
        self._at += 1
        while self._at < len(self._flat) and self._flat[self._at] in IGNORED:
            self._at += 1
        if self._at < len(self._flat) and (self._longest(self._names) or self._longest(_DENIED, spaced=True)):
            self._unused.append(" ".join(self._tokens[start : self._at])[:40])
            return True
        self._at = start
        return False

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
            self._add_named("skills", name)
        if name in named.domains:
            self._add_named("domains", name)
        if name in named.mastery:
            self._put(mastery=True)
        if name in named.fallouts:
            self._add("fallouts", name, step=0)

    def _add_named(self, field: str, name: str) -> None:
        """A skill with its name says what the bare word "skill" meant."""
        self._put(**{field: tuple(each for each in getattr(self._command, field) if each)})
        self._add(field, name, step=0)

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

    def _numbered(self, field: str, word: str) -> None:
        number = self._take_number()
        if number is None:
            self._unused.append(word)
        else:
            self._set(field, number)

    def _helpers(self) -> None:
        """Names behind "help from": ``u/x``, people at the table, or one plain word."""
        taken = 0
        while self._at < len(self._tokens):
            token, word = self._tokens[self._at], self._flat[self._at]
            user = USER.fullmatch(token)
            if word == "and":
                self._at += 1
            elif user or key(word) in self._people:
                self._add("helpers", user[1] if user else self._people[key(word)])
                taken += 1
            elif not taken and word not in IGNORED and word not in KEYWORDS and key(word) not in self._names:
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
        is_doubled = self._flat[max(0, self._at - 2)] == "both"
        boxes = (BOX_WORDS[word],) * (2 if is_doubled else 1)
        self._put(armour=True, boxes=(*self._command.boxes, *boxes))

    # Dice, numbers, beginnings of names ---------------------------------------------------------------------------

    def _die(self) -> bool:
        word = self._flat[self._at]
        minus = _MINUS_DICE.fullmatch(word)
        if minus:
            self._set("difficulty", int(minus[1]))
            self._at += 1
            return True
        counted = DIE.fullmatch(word)
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
        word = self._flat[self._at].removeprefix("#")
        if not re.fullmatch(r"[0-9]{1,3}", word):
            return False
        self._at += 1
        if self._command.verb is Verb.STRESS:
            self._amount(number=int(word))
        elif self._command.verb in _TAKES_CONSEQUENCE:
            self._set("consequence", int(word))
        else:
            self._set("count", int(word))
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
        word = key(self._flat[self._at])
        if len(word) < 3:
            return False
        found = {name for full, name in self._names.items() if full.startswith(word)}
        if len(found) != 1:
            return False
        self._at += 1
        self._name(found.pop())
        return True


def _index(*lists: Iterable[str]) -> dict[str, str]:
    return {key(name): name for names in lists for name in names}
