"""The gallery and the workshop: what the pages get to see of the store (``forumgm.web.ports``).

Laws: the public part hands out the public record and the public view alone; the moderators' part no role, no vote, no
text of a private message, and in a game in which the reader plays nothing that hints at private mail.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from forumgm.app import keyring, marks
from forumgm.app.desk import Desk
from forumgm.app.house import House
from forumgm.app.keyring import Holder
from forumgm.app.moderators import Moderators
from forumgm.app.outage import last_poll
from forumgm.app.ports import Game, GameKind, GameStatus, OutboxRow, Road, RowState, Store, Transaction
from forumgm.core.effects import Alert
from forumgm.core.items import Account, Channel, Item
from forumgm.core.kernel import replay
from forumgm.games.resistance.views import status_view
from forumgm.record.publish import public_record
from forumgm.record.story import replay_lines
from forumgm.web.links import Links
from forumgm.web.ports import Listed, Pending, PublicGame, Raised, Watched, Workshop, Writing
from forumgm.web.showing import rolls_in, waits_for

Houses = Callable[[], Mapping[GameKind, House]]
KEPT = 100
"""Games whose public side is kept until something changes, so that many readers cost no more than one."""
STORY_LINES = 200
WRITINGS = 50
_WHAT = {
    Road.SUBMIT: "thread",
    Road.POST: "post",
    Road.ANSWER: "answer",
    Road.EDIT: "status comment",
    Road.MESSAGE: "message",
    Road.FLAIR: "flair",
    Road.FEATURE: "pinning",
}

_OF_ALL: Mapping[str, str] = {
    Alert.DOWN: "the forum can't be read",
    Alert.IDLE: "the game waits for long",
    Alert.RIGHTS: "I am no moderator of its subreddit",
    Alert.THREAD_CLOSED: "its thread can't be read or takes no posts, so the game is paused",
}
"""Alerts in words, by the first part of their keys: those that give nothing away."""
_OF_SOMEBODY: Mapping[str, str] = {
    Alert.DELAYS: "{about} has missed votes",
    Alert.STUCK: "a writing was refused for good ({about})",
    Alert.UNREACHABLE: "messages don't reach {about}",
}
"""Alerts that hint at private mail."""
_WORDS = {**_OF_ALL, **_OF_SOMEBODY}


def forum_time(tx: Transaction) -> int:
    """Return forum time at the last poll; the pages say that they are as of then."""
    return last_poll(tx)


class StoreGallery:
    """The games that everybody may look at (``forumgm.web.ports.Gallery``)."""

    def __init__(self, store: Callable[[], Store], houses: Houses) -> None:
        """Take how to reach a store that only reads, and the rule systems."""
        self._store = store
        self._houses = houses
        self._kept: dict[str, tuple[tuple[Game, int], PublicGame]] = {}

    def games(self) -> Sequence[Listed]:
        """Return all games, the newest first. Raises StoreError."""
        with self._store().transaction() as tx:
            return [listed(game) for game in reversed(tx.games())]

    def game(self, game_id: str) -> PublicGame | None:
        """Return one game, None if there is none. Raises StoreError."""
        with self._store().transaction() as tx:
            game, now = tx.game(game_id), forum_time(tx)
            if game is None:
                return None
            kept = self._kept.get(game_id)
            if kept is not None and kept[0] == (game, now):
                return kept[1]
            lines = tx.log(game_id)
        shown = self._public(game, lines, now=now)
        if len(self._kept) >= KEPT:
            self._kept.clear()
        self._kept[game_id] = ((game, now), shown)
        return shown

    def _public(self, game: Game, lines: Sequence[str], *, now: int) -> PublicGame:
        record = public_record("".join(f"{line}\n" for line in lines)) if lines else ""
        if game.kind is GameKind.NARRATIVE:
            return PublicGame(listed(game), record, None, now, rolls_in(record.splitlines()))
        return PublicGame(listed(game), record, public_status(self._houses(), game, lines, now=now), now)


def listed(game: Game) -> Listed:
    """Return a game's row in the list."""
    return Listed(game.id, game.kind.value, game.subreddit, game.thread, game.opened_at, game.status.value)


def public_status(
    houses: Mapping[GameKind, House], game: Game, lines: Sequence[str], *, now: int
) -> Mapping[str, Any] | None:
    """Return the public view of a game's state, None where there is none: it never ran, or its log cannot be read."""
    house = houses.get(game.kind)
    if house is None or not lines:
        return None
    try:
        log = [house.codec.decode(line) for line in lines]
        return status_view(replay(house.system, house.initial(), log), max(now, log[-1].at))
    except Exception:  # noqa: BLE001 - a game that was set aside may fail to replay; its record is shown all the same
        return None


class StoreBackstage:
    """What moderators see, and their keys (``forumgm.web.ports.Backstage``)."""

    def __init__(
        self,
        store: Callable[[], Store],
        houses: Houses,
        links: Links,
        *,
        keys: Callable[[], Store],
        subreddits: Callable[[], Sequence[str]],
    ) -> None:
        """Take how to reach a store that only reads, and in ``keys`` the one that writes."""
        self._store = store
        self._keys = keys
        self._houses = houses
        self._links = links
        self._subreddits = subreddits

    def log_in(self, link: str) -> str | None:
        """Use up a one-time link; return the session's key, None if the link is no good."""
        with self._keys().transaction() as tx:
            return keyring.redeem(tx, link, now=forum_time(tx))

    def holder(self, session: str) -> Holder | None:
        """Return whose session this is, None if it is over."""
        with self._store().transaction() as tx:
            return keyring.holder(tx, session, now=forum_time(tx))

    def log_out(self, session: str) -> None:
        """End a session."""
        with self._keys().transaction() as tx:
            keyring.end(tx, session, now=forum_time(tx))

    def workshop(self, holder: Holder) -> Workshop | None:
        """Return what this account may see, None if it moderates nothing here."""
        with self._store().transaction() as tx:
            moderators = Moderators(Account("", ""))
            own = [s for s in self._subreddits() if moderators.is_moderator(tx, s, holder.account)]
            if not own:
                return None
            places = {s.lower() for s in own}
            games = [g for g in reversed(tx.games()) if g.subreddit.lower() in places]
            return _Look(tx, games, self._links, holder.account).workshop(own, self._houses())


class _Look:
    """One moderator's look at his games, within one transaction."""

    def __init__(self, tx: Transaction, games: Sequence[Game], links: Links, account: str) -> None:
        self._tx = tx
        self._games = {g.id: g for g in games}
        self._links = links
        self._own = {g.id for g in games if account in marks.seats(tx, g.id)}
        self._now = forum_time(tx)

    def workshop(self, subreddits: Sequence[str], houses: Mapping[GameKind, House]) -> Workshop:
        current = [g for g in self._games.values() if g.status is not GameStatus.ENDED]
        return Workshop(
            now=self._now,
            subreddits=subreddits,
            alerts=self._alerts(),
            raised=[raised for game in current for raised in self._raised(game)],
            games=[self._watched(g, houses) for g in current],
            pending=self._pending(current),
            writings=self._writings(),
        )

    def _alerts(self) -> list[str]:
        found = [
            f"{g.id.upper()} is set aside by {g.error}; 'forumgm retry {g.id}' lets it go on."
            for g in self._games.values()
            if g.status is GameStatus.ASIDE
        ]
        overdue = (d for d in self._tx.due(self._now - 1) if d.game in self._games)
        found += [f"{d.game.upper()}: {d.verb.replace('_', ' ')} is overdue." for d in overdue]
        failed = [r for r in self._tx.rows_in(RowState.FAILED) if self._may_see(r)]
        if failed:
            found.append(f"The forum refused {len(failed)} writing{'' if len(failed) == 1 else 's'} for good.")
        return found

    def _raised(self, game: Game) -> list[Raised]:
        """Return what the moderators were told of the game and is not over; to a player only what all may know."""
        found = []
        for alert, since in Desk.raised(self._tx, game).items():
            kind, _, about = alert.partition(":")
            if kind == Alert.SET_ASIDE or (kind not in _OF_ALL and game.id in self._own):
                continue  # a game that is set aside has a line of its own
            person = self._tx.person(about)
            words = _WORDS.get(kind, kind.replace("_", " "))
            found.append(Raised(game.id, words.format(about=person.account.name if person else about), since))
        return found

    def _may_see(self, row: OutboxRow) -> bool:
        return row.game in self._games and (row.road is not Road.MESSAGE or row.game not in self._own)

    def _writings(self) -> list[Writing]:
        rows = [row for game in self._games for row in self._tx.rows_of(game) if self._may_see(row)]
        waiting = (RowState.QUEUED, RowState.SENDING, RowState.FAILED)
        rows.sort(key=lambda r: (r.state in waiting, r.created), reverse=True)
        return [self._writing(row) for row in rows[:WRITINGS]]

    def _writing(self, row: OutboxRow) -> Writing:
        thread = self._games[row.game or ""].thread
        number = f" {row.number}" if row.number is not None else ""
        return Writing(
            game=row.game or "",
            what=_WHAT[row.road] + number,
            state=row.state.value,
            created=row.created,
            attempts=row.attempts,
            to=row.to,
            link=self._links.comment(thread, row.sent_id),
            error=row.error,
        )

    def _pending(self, games: Sequence[Game]) -> list[Pending]:
        waiting: list[tuple[Item, str, str]] = [(i, self._game_of(i), "not read yet") for i in self._tx.new_items()]
        for game in games:
            waiting += [(i, game.id, "held") for i in self._tx.held_items(game.id)]
        return [
            Pending(i.at, g, _channel(i), state, self._links.comment(i.thread or "", i.id))
            for i, g, state in waiting
            if g and (i.channel is Channel.THREAD or g not in self._own)
        ]

    def _game_of(self, item: Item) -> str:
        """Return the game that an item which nobody has read yet belongs to, empty if that isn't certain."""
        if item.channel is Channel.THREAD:
            return next((g.id for g in self._games.values() if g.thread and g.thread == item.thread), "")
        theirs = self._tx.games_of(item.author.id) if item.author is not None else []
        return theirs[0].id if len(theirs) == 1 and theirs[0].id in self._games else ""

    def _watched(self, game: Game, houses: Mapping[GameKind, House]) -> Watched:
        lines = self._tx.log(game.id)
        status = public_status(houses, game, lines, now=self._now)
        story = replay_lines(public_record("".join(f"{line}\n" for line in lines))) if lines else []
        due = [(d.verb, d.due) for d in self._tx.deadlines(game.id) if d.ceiling]
        return Watched(
            listed=listed(game),
            phase=game.phase,
            awaited=waits_for(status) if status is not None else "–",
            due=due,
            has_seat=game.id in self._own,
            story=story[-STORY_LINES:],
        )


def _channel(item: Item) -> str:
    return "comment" if item.channel is Channel.THREAD else "message"
