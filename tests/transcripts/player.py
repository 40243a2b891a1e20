"""Plays a transcript: a game as a readable file of what people write and what the Game Master must answer.

A file has a head of ``key: value`` lines (players, spies, order, deck, options), an empty line, and the play::

    # a comment, mostly the rule that is tested
    ann> !propose ann, bob         a comment in the thread (``ann, bob>`` and ``all>``: each of them)
    bob>> approve                  a private message to the GM
    ann> Hello! // !propose bob    with an empty line where the // is
    bob>>> approve                 a reply to the GM's newest message to him
    +12h                           so much time passes (s, m, h, d)
    opening +24h                   exactly so long after the running period opened; nobody has looked yet
    GM: Team rejected              some public post of the GM since the last action has this text
    GM>bob: You are                so has a private message to bob (``GM>all``: to each)
    GM never: approved             no public post since the last action has this text (``GM>bob never:``)
    GM silent                      no public post since the last action (``GM>bob silent``)
    status: Waiting for: bob       the status comment, as it stands now, has this text

Texts are compared without ``*``, backticks and line breaks. Laws: whatever stands together without an empty line or a
check in between is written before the GM looks, ten seconds apart; the draws are the head's, nothing else is scripted.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from forumgm.adapters.memory.world import Letter, Note
from forumgm.app.ports import Game
from forumgm.app.resistance_house import ResistanceHouse
from forumgm.bootstrap import Timing
from forumgm.core.chance import Chance, GameSecret, Stream, roster_order
from forumgm.games.resistance.terms import Role
from forumgm.record.verdict import Flaw
from forumgm.record.verify import verify_text
from tests.app.village import BOT, Village

HEAD_KEYS = {"players", "spies", "order", "deck", "options", "joining"}
HOP = 3_600
"""Seconds of forum time between two looks while time passes."""
TICK = 10
_UNITS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400}
_SPAN = re.compile(r"(\d+)([smhd])")
_ACT = re.compile(r"(?P<who>[\w, -]+?)(?P<way>>{1,3}) (?P<text>.+)")
_CHECK = re.compile(r"GM(?:>(?P<to>[\w, -]+?))?(?P<how>:| never:| silent)\s?(?P<text>.*)")
_MARKS = str.maketrans("", "", "*`\\")
_TAG = re.compile(r"\n\^\(.*\)\s*\Z")


@dataclass(frozen=True, slots=True)
class Script:
    """A transcript as read: its head, and its lines with their numbers."""

    name: str
    head: Mapping[str, str]
    lines: Sequence[tuple[int, str]]

    def names(self, key: str) -> list[str]:
        """Return a list of the head, empty if it is not there."""
        return listed(self.head.get(key, ""))


def listed(text: str) -> list[str]:
    """Return what stands between commas."""
    return [part.strip() for part in text.split(",") if part.strip()]


def read_script(path: Path) -> Script:
    """Read a file; a wrong head fails."""
    rows = [(n, row.strip()) for n, row in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)]
    head: dict[str, str] = {}
    for at, (number, row) in enumerate(rows):
        if not row and head:
            return Script(path.stem, head, rows[at:])
        if row and not row.startswith("#"):
            key, _, value = row.partition(":")
            assert key in HEAD_KEYS, f"{path.name}:{number}: {key!r} is no key of a head"
            head[key] = value.strip()
    raise AssertionError(f"{path.name} has a head only")


class _Scripted(Stream):
    """A stream whose shuffle comes out as wanted; everything else is drawn."""

    def __init__(self, wanted: Sequence[str]) -> None:
        super().__init__(bytes(32), "tests/transcripts")
        self._wanted = wanted

    def shuffle(self, items: Sequence[Any]) -> list[Any]:
        left = list(items)
        for item in self._wanted:
            left.remove(item)
        return [*self._wanted, *left]


class _Draws:
    def __init__(self, real: Chance, scripted: Mapping[str, Sequence[str]]) -> None:
        self._real, self._scripted = real, scripted

    def stream(self, label: str) -> Stream:
        wanted = self._scripted.get(label)
        return self._real.stream(label) if wanted is None else _Scripted(wanted)


class _Secret(GameSecret):
    def __init__(self, secret: bytes, *, game: str, script: Script) -> None:
        super().__init__(secret, game=game)
        self._script = script

    def for_roster(self, names: Sequence[str]) -> Any:
        spies = self._script.names("spies")
        scripted: dict[str, Sequence[str]] = {"order": self._script.names("order") or names}
        if spies:
            scripted["roles"] = [Role.SPY if n in spies else Role.RESISTANCE for n in roster_order(names)]
        if "deck" in self._script.head:
            scripted["deck"] = self._script.names("deck")
        return _Draws(super().for_roster(names), scripted)


class ScriptedHouse(ResistanceHouse):
    """The house of The Resistance with the draws of a script's head."""

    def __init__(self, script: Script) -> None:
        super().__init__(bot=BOT, defaults={})
        self._script = script

    def chance(self, game: Game) -> GameSecret:
        return _Secret(game.secret, game=game.id, script=self._script)


class Player:
    """Plays one script and says at which line it went another way."""

    def __init__(self, script: Script) -> None:
        self._script = script
        self._village = Village(house=ScriptedHouse(script), timing=Timing(patience=2 * HOP))
        self._forum = self._village.forum
        self._unread = False
        self._old: set[str] = set()
        self.game = self._open()

    def play(self) -> None:
        """Play to the end of the file, then have the record judged."""
        for number, line in self._script.lines:
            try:
                self._line(line)
            except AssertionError as wrong:
                raise AssertionError(f"{self._script.name}.game:{number}: {line}\n{wrong}") from None
        self._look()
        self._judge()

    # -- the table

    def _open(self) -> Game:
        players = self._script.names("players")
        options = self._script.head.get("options", "")
        size = f"players {len(players)} " if players else ""
        game = self._village.open(size + options)
        assert game.thread, "the thread was opened"
        if players:
            self._village.seat(game, players)
            self._look(4)
            assert self._village.state(game).has_started, "all are seated and the game has begun"
        return game

    # -- one line

    def _line(self, line: str) -> None:
        if not line:
            self._look_if_unread()
        elif line.startswith("#"):
            return
        elif line.startswith("+"):
            self._pass(span(line[1:]))
        elif line.startswith("opening "):
            self._go_to(span(line.removeprefix("opening ").lstrip("+")))
        elif line.startswith("status:"):
            self._check_status(line.partition(":")[2].strip())
        elif line.startswith("GM") and (check := _CHECK.fullmatch(line)):
            self._check(check)
        elif act := _ACT.fullmatch(line):
            self._act(act)
        else:
            raise AssertionError("is no line of a transcript")

    def _act(self, act: re.Match[str]) -> None:
        if not self._unread:
            self._start_anew()
        text = act["text"].replace(" // ", "\n\n")
        for name in self._people(act["who"]):
            said = text.replace("{code}", self._code(name)) if "{code}" in text else text
            match act["way"]:
                case ">":
                    self._forum.say(name, self.game.thread, said)
                case ">>":
                    self._forum.write(name, said)
                case _:
                    self._reply(name, said)
            self._forum.advance(TICK)
        self._unread = True

    def _reply(self, name: str, text: str) -> None:
        newest = self._forum.messages(name)[-1]
        who = self._forum.account(name)
        self._forum._deliver(who, self._forum.bot, f"re: {newest.subject}", text, parent=newest.id)

    def _code(self, name: str) -> str:
        texts = [m.body for m in self._forum.messages(name)]
        found = [m[1] for t in texts for m in re.finditer(r"!handshake (\w+)", t)]
        assert found, f"{name} got no code: {texts}"
        return found[-1]

    def _people(self, who: str) -> list[str]:
        return self._script.names("players") if who == "all" else listed(who)

    # -- time

    def _pass(self, seconds: int) -> None:
        self._look_if_unread()
        self._start_anew()
        self._advance(seconds - 2 * TICK)
        self._look()

    def _go_to(self, after_opening: int) -> None:
        self._look_if_unread()
        self._start_anew()
        period = self._village.state(self.game).period
        assert period is not None, "a period is open"
        left = period.opened_at + after_opening - self._forum.now()
        assert left >= 0, f"that is {-left} s ago"
        self._advance(left)

    def _advance(self, seconds: int) -> None:
        while seconds > HOP:
            self._village.cycle(after=HOP)
            seconds -= HOP
        self._forum.advance(seconds)

    def _look_if_unread(self) -> None:
        if self._unread:
            self._look()

    def _look(self, times: int = 1, *, after: int = 2 * TICK) -> None:
        self._unread = False
        self._village.cycle(times, after=after)

    # -- checks

    def _start_anew(self) -> None:
        """What was said before this action is old."""
        self._old = {n.id for n in self._everything()}

    def _everything(self) -> list[Note | Letter]:
        return [*self._forum.posts(self.game.thread), *self._forum.messages()]

    def _check(self, check: re.Match[str]) -> None:
        self._look_if_unread()
        for reader in self._people(check["to"]) if check["to"] else [None]:
            new = self._new(reader)
            wanted = plain(check["text"])
            heard = "\n".join(new) or "nothing"
            match check["how"]:
                case ":":
                    assert any(wanted in text for text in new), f"{reader or 'the thread'} reads {heard}"
                case " never:":
                    assert not any(wanted in text for text in new), f"{reader or 'the thread'} reads {heard}"
                case _:
                    assert not new, f"{reader or 'the thread'} reads {heard}"

    def _new(self, reader: str | None) -> list[str]:
        if reader is None:
            notes: Sequence[Note | Letter] = [n for n in self._forum.posts(self.game.thread) if not _is_status(n)]
        else:
            notes = self._forum.messages(reader)
        return [plain(n.body) for n in notes if n.id not in self._old]

    def _check_status(self, wanted: str) -> None:
        self._look_if_unread()
        self._look(2, after=60)
        text = next(plain(n.body) for n in self._forum.posts(self.game.thread) if _is_status(n))
        assert plain(wanted) in text, f"the status comment says {text}"

    def _judge(self) -> None:
        assert not self._village.is_set_aside(self.game), "the game was set aside"
        state = self._village.state(self.game)
        verdict = verify_text("".join(f"{row}\n" for row in self._village.log(self.game)), running=not state.is_over)
        problems = [p for p in verdict.problems if p.code != Flaw.WRONG_DRAW]  # the head's draws are no draws
        assert not problems, f"the record is wrong: {problems}"


def _is_status(note: Note | Letter) -> bool:
    return note.body.rstrip().endswith("status)")


def plain(text: str) -> str:
    """Return a text without its tag, emphasis and line breaks."""
    return " ".join(_TAG.sub("", text).translate(_MARKS).split())


def span(text: str) -> int:
    """Read ``12h`` or ``23h 59m``, in seconds."""
    found = _SPAN.findall(text)
    assert found, f"{text!r} is no time"
    return sum(int(n) * _UNITS[unit] for n, unit in found)
