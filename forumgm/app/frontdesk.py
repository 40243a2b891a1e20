"""The front desk: what moderators say to the GM outside of any game, above all to open one (hosting.md).

Law: a command that opens a game comes from a moderator of the subreddit it is about; anybody else's is not read here.
"""

import re
from collections.abc import Mapping, Sequence

from forumgm.app import places
from forumgm.app.desk import Desk
from forumgm.app.doorbell import MARK, Doorbell
from forumgm.app.hosting import Opening
from forumgm.app.house import House
from forumgm.app.moderators import Moderators
from forumgm.app.places import Places, anywhere
from forumgm.app.ports import Game, GameKind, GameStatus, Transaction
from forumgm.app.scene_door import SceneDoor
from forumgm.app.table import Table
from forumgm.app.venues import closed_because
from forumgm.core.effects import Answer
from forumgm.core.items import Account, Channel, Item
from forumgm.core.orders import Actor, ActorKind, Order, Source

_HOST = re.compile(MARK + r"host\b[ \t:]*(?P<rest>[^\n]{0,2000})", re.IGNORECASE | re.MULTILINE)
_SWITCH = re.compile(MARK + r"gm[ \t]+(?P<on>on|off)\b(?P<rest>[^\n]{0,200})", re.IGNORECASE | re.MULTILINE)
_WORD = re.compile(r"[^\s,=]+(?:,[^\s,=]+)*")
_SUBREDDIT = re.compile(r"^/?r/([A-Za-z0-9_]{2,24})$", re.IGNORECASE)
_GAMES = {"resistance": GameKind.RESISTANCE}
_HERE = "here"
_PAUSING = frozenset({GameKind.RESISTANCE})


def takes_over(item: Item) -> bool:
    """Whether a comment orders a game to be opened in its own thread."""
    command = _HOST.search(item.body) if item.channel is Channel.THREAD else None
    return command is not None and _HERE in _words(command["rest"])


def _words(rest: str) -> list[str]:
    return [w.strip("*") for w in _WORD.findall(rest)]


class FrontDesk:
    """Opens games by a moderator's word."""

    def __init__(
        self,
        *,
        opening: Opening,
        houses: Mapping[GameKind, House],
        moderators: Moderators,
        desk: Desk,
        table: Table,
        subreddits: Sequence[str],
        bell: Doorbell,
        places: Places = anywhere,
    ) -> None:
        self._bell = bell
        self._places = places
        self._table = table
        house = houses.get(GameKind.NARRATIVE)
        self._scenes = None
        if house is not None:
            self._scenes = SceneDoor(opening=opening, house=house, moderators=moderators, desk=desk, table=table)
        self._opening = opening
        self._houses = houses
        self._moderators = moderators
        self._desk = desk
        self._subreddits = subreddits

    def take(self, tx: Transaction, item: Item, *, now: int) -> bool:
        """Carry the item out if it opens a game or scene; return whether it was for this desk."""
        if self._bell.take(tx, item, now=now):
            return True
        if self._scenes is not None and self._scenes.take(tx, item, now=now):
            return True
        return self._switch(tx, item, now=now) or self._host(tx, item, now=now)

    def _switch(self, tx: Transaction, item: Item, *, now: int) -> bool:
        """``!gm off`` pauses a subreddit's games and opens no new ones until ``!gm on``."""
        command = _SWITCH.search(item.body)
        if command is None or item.author is None:
            return False
        subreddit = self._subreddit(tx, item, _words(command["rest"]), hosts=False)
        if subreddit is None:
            return False
        on = command["on"].lower() == "on"
        running = [g for g in tx.games(GameStatus.OPEN) if g.subreddit.lower() == subreddit.lower()]
        if on:
            paused = places.switch_on(tx, subreddit)
            for game in running:
                if game.id in paused:
                    self._order(tx, item, game, "resume", now=now)
        else:
            halted = [g.id for g in running if g.kind in _PAUSING and self._order(tx, item, g, "pause", now=now)]
            places.switch_off(tx, subreddit, halted)
        self._say(tx, item, "answers/switched", {"on": on, "subreddit": subreddit}, now=now)
        return True

    def _order(self, tx: Transaction, item: Item, game: Game, verb: str, *, now: int) -> bool:
        """Give a moderator's order in one of the games; return whether it was carried out."""
        assert item.author is not None, "checked by the caller"
        by = Actor(ActorKind.MODERATOR, item.author.name, item.author.id)
        source = Source(item.id, item.author.name)
        order = Order(verb, by, item.at, source=source, text=item.body.strip()[:200])
        played = self._table.play(tx, game, order, now=now)
        if played.refusal is None:
            self._table.say(tx, played.game, played.effects, now=now)
        return played.refusal is None

    def _host(self, tx: Transaction, item: Item, *, now: int) -> bool:
        command = _HOST.search(item.body)
        if command is None or item.author is None:
            return False
        words = _words(command["rest"])
        subreddit = self._subreddit(tx, item, words)
        if subreddit is None:
            return False
        place = self._places(subreddit)
        if places.is_off(tx, subreddit) or places.is_full(tx, subreddit, place):
            view = {"subreddit": subreddit, "most": place.max_games, "off": places.is_off(tx, subreddit)}
            self._say(tx, item, "refusals/no_more_games", view, now=now)
            return True
        words = [w for w in words if not _SUBREDDIT.match(w)]
        if place.preset and "preset" not in map(str.lower, words):
            words = ["preset", place.preset, *words]
        self._open(tx, item, words, subreddit, now=now)
        return True

    def _open(self, tx: Transaction, item: Item, words: Sequence[str], subreddit: str, *, now: int) -> None:
        assert item.author is not None, "checked by the caller"
        here = _HERE in words
        kinds = [w.lower() for w in words if w.lower() in _GAMES]
        kind = _GAMES[kinds[0]] if kinds else GameKind.RESISTANCE
        rest = [w for w in words if w.lower() not in (*_GAMES, _HERE)]
        options, problems = self._houses[kind].read_options(rest)
        if here and item.channel is not Channel.THREAD:
            problems = [*problems, "'here' works in the thread that is to be taken over: comment it there."]
        if problems:
            self._say(tx, item, "refusals/host_options", {"problems": problems, "line": "!host resistance"}, now=now)
            return
        running = [g for g in tx.games_in_thread(item.thread or "") if g.status is not GameStatus.ENDED]
        if here and any(g.kind is kind for g in running):
            self._say(tx, item, "refusals/already_hosted", {}, now=now)
            return
        thread = item.thread if here else None
        closed = closed_because(tx, thread) if thread is not None else None
        if closed is not None:
            view = {"subreddit": subreddit, "because": closed}
            self._say(tx, item, "refusals/thread_takes_none", view, private=True, now=now)
            return
        at = now if thread is None else item.at  # whoever comments in a thread behind the order is not too early
        game = self._opening.open(
            tx, kind, subreddit=subreddit, host=item.author, options=options, now=at, thread=thread
        )
        self._say(tx, item, "answers/hosted", {"game": game.id.upper(), "subreddit": subreddit, "here": here}, now=now)

    def _subreddit(self, tx: Transaction, item: Item, words: Sequence[str], *, hosts: bool = True) -> str | None:
        """Return the subreddit that is meant and that the author moderates, or may host in."""
        assert item.author is not None, "checked by the caller"
        if item.channel is Channel.THREAD:
            place = item.subreddit or ""
            return place if self._may(tx, place, item.author, hosts=hosts) else None
        named = [m.group(1).lower() for m in map(_SUBREDDIT.match, words) if m]
        own = [s for s in self._subreddits if self._may(tx, s, item.author, hosts=hosts)]
        chosen = [s for s in own if s.lower() in named] if named else own
        return chosen[0] if chosen else None

    def _may(self, tx: Transaction, subreddit: str, author: Account, *, hosts: bool) -> bool:
        named = hosts and author.name.lower() in {h.lower() for h in self._places(subreddit).hosts}
        return named or self._moderators.is_moderator(tx, subreddit, author.id)

    def _say(
        self,
        tx: Transaction,
        item: Item,
        template: str,
        view: Mapping[str, object],
        *,
        now: int,
        private: bool = False,
    ) -> None:
        answer = Answer(template, {"code": template.partition("/")[2], **view}, private=private)
        self._desk.answer(tx, item, [answer], game=None, key=f"{item.id}:host", now=now)
