"""The pause calendar: nights and days on which a subreddit's games stand still (hosting.md, "Subreddits").

Laws: what the calendar pauses, the calendar resumes, nothing else; a moderator's own pause stays, also one ordered
while the calendar's runs, and so does a game whose thread takes no posts. It is an automatic pause: the record has no
override for it.
"""

from forumgm.app.desk import alert_marker
from forumgm.app.places import Place, Places, is_off
from forumgm.app.ports import Game, GameKind, GameStatus, Store, Transaction
from forumgm.app.table import Table
from forumgm.core.effects import Alert
from forumgm.core.orders import GM, GmVerb, Order

_DAY, _HOUR, _MINUTE = 86_400, 3_600, 60
_DAYS = ("thu", "fri", "sat", "sun", "mon", "tue", "wed")
"""Weekdays from the first day of the epoch on."""
_LET_GO = "let go"


def is_quiet(place: Place, at: int) -> bool:
    """Whether games pause in this place at this moment (UTC); hours may run over midnight."""
    day, second = divmod(at, _DAY)
    if _DAYS[day % len(_DAYS)] in place.quiet_days:
        return True
    if not place.quiet_hours:
        return False
    start, end = (_seconds(clock) for clock in place.quiet_hours.split("-"))
    return start <= second < end if start <= end else second >= start or second < end


def _seconds(clock: str) -> int:
    hours, minutes = clock.split(":")
    return int(hours) * _HOUR + int(minutes) * _MINUTE


class Calendar:
    """Pauses and resumes games by the clock."""

    def __init__(self, *, store: Store, table: Table, places: Places) -> None:
        self._store = store
        self._table = table
        self._places = places

    def turn(self, now: int) -> None:
        """Pause what should stand still now, and let go on what the calendar paused before."""
        with self._store.transaction() as tx:
            games = [g for g in tx.games(GameStatus.OPEN) if g.kind is GameKind.RESISTANCE and g.version]
            for game in games:
                quiet, held = is_quiet(self._places(game.subreddit), now), tx.value(_key(game))
                if quiet and held is None and self._give(tx, game, GmVerb.PAUSE, now=now):
                    tx.set_value(_key(game), now)
                elif not quiet and held is not None and not is_off(tx, game.subreddit):
                    tx.set_value(_key(game), None)
                    if held != _LET_GO and not tx.value(alert_marker(game, Alert.THREAD_CLOSED)):
                        self._give(tx, game, GmVerb.RESUME, now=now)

    def _give(self, tx: Transaction, game: Game, verb: GmVerb, *, now: int) -> bool:
        """Give the order; return whether it was carried out."""
        played = self._table.play(tx, game, Order(verb, GM, now, {"reason": "calendar"}), now=now)
        if played.refusal is None:
            self._table.say(tx, played.game, played.effects, now=now)
        return played.refusal is None


def let_go(tx: Transaction, game: Game) -> bool:
    """Leave a game to whoever now wants it to stand or to run; return whether it stood by the calendar until now."""
    if tx.value(_key(game)) in (None, _LET_GO):
        return False
    tx.set_value(_key(game), _LET_GO)
    return True


def _key(game: Game) -> str:
    return f"calendar:{game.id}"
