"""Alarms: troubles that are no game's own, told to moderators once, and once more when they are over.

Laws: of one trouble in a subreddit one message is enough, however many games run there. What could not be written while
it lasted gives way to the word that it is over.
"""

from forumgm.app.desk import Desk, alert_marker
from forumgm.app.moderators import RightsNews
from forumgm.app.outage import ALERT_AFTER, Gap, last_poll
from forumgm.app.ports import Game, GameStatus, Person, Store, Transaction
from forumgm.core.effects import Alert, ModeratorNote


class Alarms:
    """Tells moderators of troubles."""

    def __init__(self, *, store: Store, desk: Desk) -> None:
        self._store = store
        self._desk = desk

    def reached_again(self, tx: Transaction, person: Person, *, now: int) -> None:
        """Somebody who could not be reached has written: what was kept for him goes out."""
        for game in tx.games_of(person.account.id):
            view = {"game": game.id.upper(), "player": person.account.name}
            note = ModeratorNote("moderators/reachable", view, alert=Alert.UNREACHABLE.about(person.account.id))
            self._desk.clear_alert(tx, game, note, key=f"{game.id}:reached:{person.account.id}:{now}", now=now)

    def forum_is_down(self, *, lasts: int) -> bool:
        """The forum can't be read for this many seconds: say so if that is long; return whether it is."""
        if lasts <= ALERT_AFTER:
            return False
        with self._store.transaction() as tx:
            since = last_poll(tx)
            for game in _one_for_each(tx.games(GameStatus.OPEN)):
                view = {"game": game.id.upper(), "start": since}
                note = ModeratorNote("moderators/forum_is_down", view, alert=Alert.DOWN)
                key = f"{game.id}:is-down:{since}"
                self._desk.tell_moderators(tx, game, note, key=key, now=since + lasts, slot=Alert.DOWN)
        return True

    def forum_was_down(self, gap: Gap, *, now: int) -> None:
        """The forum could not be read for long: say from when to when, once it can be."""
        if not gap.forum or gap.end - gap.start <= ALERT_AFTER:
            return
        with self._store.transaction() as tx:
            for game in _one_for_each(tx.games(GameStatus.OPEN)):
                view = {"game": game.id.upper(), "start": gap.start, "end": gap.end}
                note = ModeratorNote("moderators/forum_down", view)
                tx.set_value(alert_marker(game, Alert.DOWN), None)
                self._desk.tell_moderators(tx, game, note, key=f"{game.id}:down:{gap.start}", now=now, slot=Alert.DOWN)

    def rights(self, news: RightsNews, *, now: int) -> None:
        """The bot has lost its rights in a subreddit, or has them again."""
        with self._store.transaction() as tx:
            games = [g for g in tx.games(GameStatus.OPEN) if g.subreddit.lower() == news.subreddit.lower()]
            for game in _one_for_each(games):
                view = {"game": game.id.upper(), "subreddit": news.subreddit, "lost": news.lost}
                note = ModeratorNote("moderators/rights", view, alert=Alert.RIGHTS)
                key = f"{game.id}:rights:{now}"
                if news.lost:
                    self._desk.tell_moderators(tx, game, note, key=key, now=now)
                else:
                    self._desk.clear_alert(tx, game, note, key=key, now=now)


def _one_for_each(games: list[Game]) -> list[Game]:
    """Return one game of each subreddit."""
    return list({game.subreddit.lower(): game for game in reversed(games)}.values())
