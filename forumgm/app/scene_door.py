"""The scene door: ``!scene open`` in a thread, and an answer to dice where no scene is (narrative.md part E).

Laws: a moderator of the subreddit opens a scene, in the thread where he says so; beside a running game only where its
host allows dice. The scene's first post, with its commitment, is queued before anybody can roll.
"""

import re

from forumgm.app.courtesy import STRANGER, is_left
from forumgm.app.desk import Desk
from forumgm.app.hosting import Opening
from forumgm.app.house import House
from forumgm.app.moderators import Moderators
from forumgm.app.ports import GameKind, GameStatus, Transaction
from forumgm.app.table import Table
from forumgm.core.effects import Answer, View
from forumgm.core.items import Channel, Item
from forumgm.language.normalise import normalise

_OPEN = re.compile(r"(?:^|\s)!\s?scene\s+(?:open|begin|start)\b[ \t:]*(?P<rest>.*)", re.IGNORECASE)
_NOTE = re.compile(r"\s(?:--+|#|//|\|)(?:\s|$)")
_ROLL = re.compile(r"(?:^!\s?(?:roll|r|resist)\b|^/roll\b|^\[\[[^\[\]]{0,80}\d*d[\d%f])", re.IGNORECASE)
_LONGEST = 2_000


class SceneDoor:
    """Opens scenes by a moderator's word."""

    def __init__(self, *, opening: Opening, house: House, moderators: Moderators, desk: Desk, table: Table) -> None:
        self._opening = opening
        self._house = house
        self._moderators = moderators
        self._desk = desk
        self._table = table

    def take(self, tx: Transaction, item: Item, *, now: int) -> bool:
        """Carry the item out if it opens a scene; return whether it was for this door."""
        if item.channel is not Channel.THREAD or item.author is None or not item.thread or item.subreddit is None:
            return False
        texts = [line.text for line in normalise(item.body).lines]
        opening = next((found for text in texts if (found := _OPEN.search(text[:_LONGEST]))), None)
        if opening is not None:
            self._open(tx, item, opening["rest"], now=now)
            return True
        if any(_ROLL.match(text) for text in texts) and not self._is_played(tx, item.thread):
            self._hint(tx, item, "no_scene", now=now)
        return False

    def _is_played(self, tx: Transaction, thread: str) -> bool:
        return any(game.status is not GameStatus.ENDED for game in tx.games_in_thread(thread))

    def _open(self, tx: Transaction, item: Item, rest: str, *, now: int) -> None:
        assert item.author is not None, "checked by the caller"
        assert item.thread is not None, "checked by the caller"
        subreddit = item.subreddit or ""
        if not self._moderators.is_moderator(tx, subreddit, item.author.id):
            self._hint(tx, item, "scene_by_moderators", now=now)
            return
        words = re.sub(r"\s*([,=:])\s*", r"\1", _NOTE.split(rest)[0]).replace("=", " ").split()
        options, problems = self._house.read_options(words)
        if problems:
            self._say(tx, item, "scene_options", {"problems": problems}, now=now)
            return
        if not self._may_roll(tx, item.thread):
            self._say(tx, item, "no_dice_here", {}, now=now)
            return
        self._opening.open(
            tx,
            GameKind.NARRATIVE,
            subreddit=subreddit,
            host=item.author,
            options=options,
            now=now,
            thread=item.thread,
        )

    def _may_roll(self, tx: Transaction, thread: str) -> bool:
        running = [game for game in tx.games_in_thread(thread) if game.status is not GameStatus.ENDED]
        return all(self._table.house(game).allows_dice(self._table.look(tx, game).state) for game in running)

    def _hint(self, tx: Transaction, item: Item, code: str, *, now: int) -> None:
        """Say it once a day to one person."""
        assert item.author is not None, "checked by the caller"
        if is_left(tx, item.author.id, STRANGER, now=now):
            self._say(tx, item, code, {}, now=now)

    def _say(self, tx: Transaction, item: Item, code: str, facts: View, *, now: int) -> None:
        answer = Answer(f"narrative/refusals/{code}", {"code": code, **facts})
        self._desk.answer(tx, item, [answer], game=None, key=f"{item.id}:scene", now=now)
