"""Routing: which game an item is for, and how it reads there (resistance.md section 8, "Several games").

Laws: a comment belongs to the games of its thread. A private message belongs to the game whose tag it or its quote
carries; without one to the only open request of that person for which the words make sense, never so for a sabotage;
else the exact lines are listed. Rights come from the account, never from the text.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from forumgm.app.courtesy import PRIVATE, STRANGER, is_left
from forumgm.app.desk import Desk
from forumgm.app.dispatch import MODMAIL_RUNG, in_conversation
from forumgm.app.frontdesk import FrontDesk
from forumgm.app.moderators import Moderators
from forumgm.app.ordering import is_host
from forumgm.app.ports import Game, GameKind, GameStatus, RowState, Transaction
from forumgm.app.table import Table
from forumgm.core.effects import Answer, View
from forumgm.core.items import Channel, Item, Via
from forumgm.core.reading import Command, Kind, ReadContext, Reading, ThreadKind

_TAG = re.compile(r"\b([GS]\d{1,9})(?:\s*·|\]|\b)", re.IGNORECASE)
_PLAIN_TAG = re.compile(r"\[([GS]\d{1,9})\]|\A\s*(G\d{1,9})\b|\s(G\d{1,9})\s*\Z", re.IGNORECASE)
_MOST_STEPS_UP = 3
_LOOK_BACK = 10
"""So many games that have ended may still be meant by a message that names none."""
UNDO = "undo"
"""Its yes lapses with any other event (hosting.md, "Undo"), all others with the phase."""
_MEANT = (Kind.ACCEPT, Kind.ACCEPT_MANY, Kind.CONFIRM)

Reader = Callable[[str, ReadContext], Reading]


class Routing:
    """Finds the games of an item and reads it for each."""

    def __init__(self, *, table: Table, desk: Desk, moderators: Moderators, front: FrontDesk, reader: Reader) -> None:
        self._table = table
        self._desk = desk
        self._moderators = moderators
        self._front = front
        self._reader = reader

    def games_for(self, tx: Transaction, item: Item) -> list[Game]:
        """Return the games that this item may mean, none if it means none."""
        if item.author is None:
            return []
        if item.channel is Channel.THREAD:
            found = [g for g in (tx.games_in_thread(item.thread) if item.thread else []) if not _is_earlier(item, g)]
            return [g for g in found if g.status is not GameStatus.ENDED] or self._over(tx, item, reversed(found))
        own = tx.games_of(item.author.id)
        moderated = [
            g
            for g in tx.games(GameStatus.OPEN)
            if g.id not in {o.id for o in own}
            and (self._moderators.is_moderator(tx, g.subreddit, item.author.id) or is_host(item, g))
        ]
        games = own + moderated
        named = {m.group(1).lower() for m in _TAG.finditer(item.body)}
        scenes = [g for g in map(tx.game, sorted(named)) if g is not None and _is_open_scene(g)]
        games += [g for g in scenes if g.id not in {o.id for o in games}]
        meant = [g for g in games if g.id in named] or ([] if _plain_tags(item.body) else games)
        if meant:
            return meant
        newest = reversed(tx.games(GameStatus.ENDED)[-_LOOK_BACK:])
        return self._over(tx, item, filter(None, map(tx.game, sorted(named))) if named else newest)

    def _over(self, tx: Transaction, item: Item, games: Iterable[Game]) -> list[Game]:
        """Return the first ended game that the author played in or moderates: he is told that it is over."""
        for game in games:
            was_played = game.status is GameStatus.ENDED and game.version and game.kind is GameKind.RESISTANCE
            if was_played and self.concerns(tx, item, game):
                return [game]
        return []

    def concerns(self, tx: Transaction, item: Item, game: Game) -> bool:
        """Return whether the author is no stranger to a game: he has to do with it, or moderates its subreddit."""
        assert item.author is not None, "only people are read"
        if self._moderators.is_moderator(tx, game.subreddit, item.author.id):
            return True
        return item.author.id in self._table.house(game).members(self._table.look(tx, game).state)

    def at_front_desk(self, tx: Transaction, item: Item, *, now: int) -> bool:
        """Return whether the item was about hosting, and is done."""
        return self._front.take(tx, item, now=now)

    def hear(self, tx: Transaction, item: Item, games: Sequence[Game]) -> list[tuple[Game, Reading]]:
        """Return how the item reads in the games it is for; talk that means nothing is left out."""
        readings = [(g, self._read(tx, item, g, beside=games)) for g in games]
        heard = [(g, r) for g, r in readings if r.kind is not Kind.IGNORE]
        if item.channel is Channel.THREAD:
            return self._one_scene(tx, item, heard)
        if len(heard) <= 1:
            return heard
        meant = [(g, r) for g, r in heard if r.kind in _MEANT]
        if len(meant) == 1 and not _is_sabotage(meant[0][1]):
            return meant
        if len(meant) > 1 or (meant and _is_sabotage(meant[0][1])):
            return [(meant[0][0], _which_game(meant, item))]
        return heard[:1]

    def _one_scene(self, tx: Transaction, item: Item, heard: list[tuple[Game, Reading]]) -> list[tuple[Game, Reading]]:
        """Of several scenes in a thread the one named is meant, else the writer's own, else the writer is asked."""
        assert item.author is not None, "only people are read"
        scenes = [(g, r) for g, r in heard if g.kind is GameKind.NARRATIVE]
        if len(scenes) <= 1:
            return heard
        named = {m.group(1).lower() for m in _TAG.finditer(item.body)}
        own = {g.id for g in tx.games_of(item.author.id)}
        meant = [s for s in scenes if s[0].id in named] or [s for s in scenes if s[0].id in own]
        one = meant[0] if len(meant) == 1 else (scenes[0][0], _which_game(meant or scenes, item))
        return [*(h for h in heard if h not in scenes), one]

    def _read(self, tx: Transaction, item: Item, game: Game, *, beside: Sequence[Game]) -> Reading:
        assert item.author is not None, "only people are read"
        house = self._table.house(game)
        state = self._table.look(tx, game).state
        context = house.context(
            state,
            game,
            item.author,
            channel=item.channel,
            moderator=self._moderators.is_moderator(tx, game.subreddit, item.author.id) or is_host(item, game),
            pending=self._pending(tx, item, game),
        )
        is_mixed = item.channel is Channel.THREAD and any(g.kind is not GameKind.NARRATIVE for g in beside)
        if game.kind is GameKind.NARRATIVE and is_mixed:
            context = replace(context, thread=ThreadKind.BOTH)
        if context.handshake is not None:
            context = replace(context, replies=self._answers_us(tx, item, game))
        own = house.read(state, item, context=context, above=self._above(tx, item, game, bot=context.bot))
        if own is not None:
            return own
        text = untagged(item.body, game.id) if item.channel is Channel.PRIVATE else item.body
        return self._reader(text, context)

    def _answers_us(self, tx: Transaction, item: Item, game: Game) -> bool:
        """Whether a private message answers one that the GM wrote about this game; a new one does not."""
        assert item.author is not None, "only people are read"
        if item.parent is not None and tx.item(item.parent) is None:
            return True  # what we wrote is no item
        ours = [r for r in tx.rows_of(game.id) if r.account == item.author.id and r.state is RowState.SENT]
        if item.via is Via.MESSAGE:  # in a chat that he began we have written before him
            return item.parent is not None and any((r.sent_at or item.at) < item.at for r in ours)
        return any(r.target == in_conversation(item.conversation) or r.rung >= MODMAIL_RUNG for r in ours)

    def _above(self, tx: Transaction, item: Item, game: Game, *, bot: str) -> str:
        """Return whose words a comment answers: those of its parent, or of the one that the GM answered there."""
        parent = item.parent if item.parent != item.thread else None
        for _ in range(_MOST_STEPS_UP):
            stored = tx.item(parent) if parent else None
            if stored is not None and stored.item.author is not None and stored.item.author.name != bot:
                return stored.item.author.id
            # Of our own answers the outbox knows below what they stand.
            parent = next((row.target for row in tx.rows_of(game.id) if parent and row.sent_id == parent), None)
        return ""

    def _pending(self, tx: Transaction, item: Item, game: Game) -> Reading | None:
        """Return the GM's newest question to this person in this channel; it lapses with the phase."""
        assert item.author is not None, "only people are read"
        question = tx.question(item.author.id, item.channel.value)
        if question is None or question.game != game.id or question.phase != game.phase:
            return None
        commands = stored_commands(question.commands)
        if question.version != game.version:
            commands = tuple(replace(c, args={**c.args, "lapsed": True}) if c.verb == UNDO else c for c in commands)
        return Reading(kind=Kind.CONFIRM, commands=commands)

    def nobody(self, tx: Transaction, item: Item, *, now: int) -> None:
        """Answer a private message that belongs to no game; talk in a thread gets no answer."""
        tags = _plain_tags(item.body)
        if item.channel is Channel.PRIVATE and item.author is not None and tags:
            if is_left(tx, item.author.id, PRIVATE, now=now):
                answer = Answer("refusals/no_such_game", {"code": "no_such_game", "games": tags})
                self._desk.answer(tx, item, [answer], game=None, key=f"{item.id}:no-game", now=now)
            return
        if item.channel is Channel.PRIVATE and item.author is not None:
            facts = {"code": "not_a_player", "text": item.body[:200], "outside": True}
            answer = Answer("refusals/not_a_player", facts)
            if is_left(tx, item.author.id, STRANGER, now=now):
                self._desk.answer(tx, item, [answer], game=None, key=f"{item.id}:stranger", now=now)


def untagged(text: str, game: str) -> str:
    """Return a message's words without the game's tag in front of them or behind them."""
    first = text.split(maxsplit=1)
    if len(first) > 1 and first[0].lower().rstrip(":,") in (game, f"[{game}]"):
        text = first[1]
    last = text.rsplit(maxsplit=1)
    if len(last) > 1 and last[1].lower() in (game, f"[{game}]"):
        text = last[0]
    return text


def _plain_tags(text: str) -> list[str]:
    """Return the games that a message names beyond doubt: in the tag of one of our writings, or at either end."""
    found = _PLAIN_TAG.finditer(text[:20_000])
    return list(dict.fromkeys((m.group(1) or m.group(2) or m.group(3)).upper() for m in found))[:5]


def _is_earlier(item: Item, game: Game) -> bool:
    """Items stamped before the game opened are no orders (section 8)."""
    return game.kind is GameKind.RESISTANCE and item.at < game.opened_at


def _is_open_scene(game: Game) -> bool:
    """A scene is everybody's: whoever names it in a message may write a sheet for it."""
    return game.kind is GameKind.NARRATIVE and game.status is GameStatus.OPEN


def _is_sabotage(reading: Reading) -> bool:
    return any(c.verb == "mission" and c.args.get("value") == "sabotage" for c in reading.commands)


def stored_commands(stored: View) -> tuple[Command, ...]:
    """Return the commands of a stored question."""
    return tuple(Command(c["verb"], _tuples(c["args"]), c["text"], c["trial"]) for c in stored["commands"])


def _tuples(args: Mapping[str, Any]) -> dict[str, Any]:
    return {k: tuple(v) if isinstance(v, list) else v for k, v in args.items()}


def _which_game(meant: Sequence[tuple[Game, Reading]], item: Item) -> Reading:
    word = item.body.strip().splitlines()[0][:80] if item.body.strip() else ""
    lines = [f"{g.id.upper()} {word}" for g, _ in meant]
    return Reading(kind=Kind.ASK, code="which_game", facts={"lines": lines})
