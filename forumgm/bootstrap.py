"""Bootstrap: the only place where ports meet adapters (design.md section 3)."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from forumgm.app.aftermath import Aftermath
from forumgm.app.ages import Ages
from forumgm.app.alarms import Alarms
from forumgm.app.calendar import Calendar
from forumgm.app.clockwork import Clockwork
from forumgm.app.daemon import Daemon, Sources
from forumgm.app.desk import Desk
from forumgm.app.dispatch import Dispatch, Notices
from forumgm.app.doorbell import Doorbell
from forumgm.app.frontdesk import FrontDesk, takes_over
from forumgm.app.hosting import Opening
from forumgm.app.house import House
from forumgm.app.intake import Intake
from forumgm.app.journal import Journal
from forumgm.app.moderators import Moderators
from forumgm.app.ordering import Ordering
from forumgm.app.outage import Outages
from forumgm.app.places import Places, anywhere
from forumgm.app.ports import Forum, GameKind, Renderer, Store
from forumgm.app.replacing import Replacing
from forumgm.app.routing import Reader, Routing
from forumgm.app.table import Table
from forumgm.app.trials import Trials
from forumgm.app.venues import Venues
from forumgm.core.chance import SECRET_BYTES


@dataclass(frozen=True, slots=True)
class Timing:
    """The daemon's own times; forum seconds but for ``patience``'s source, the poll interval."""

    close_grace: int = 180
    reconcile_wait: int = 60
    patience: int = 120
    """Seconds between two polls beyond which it counts as an outage."""


@dataclass(frozen=True, slots=True)
class Rooms:
    """The assembled program."""

    daemon: Daemon
    table: Table
    intake: Intake
    opening: Opening
    dispatch: Dispatch
    desk: Desk


def assemble(
    *,
    store: Store,
    forum: Forum,
    renderer: Renderer,
    houses: Mapping[GameKind, House],
    reader: Reader,
    subreddits: Sequence[str],
    journal: Journal,
    monotonic: Callable[[], float],
    modmail: Sequence[str] = (),
    timing: Timing | None = None,
    pages_at: str = "",
    places: Places = anywhere,
    draw_secret: Callable[[], bytes] = lambda: secrets.token_bytes(SECRET_BYTES),
) -> Rooms:
    """Put the rooms together around a forum and a store; logs in to learn the bot's own account."""
    timing = timing or Timing()
    bot = forum.me()
    moderators = Moderators(bot)
    desk = Desk(renderer, moderators)
    table = Table(houses, desk)
    outages = Outages(patience=timing.patience)
    opening = Opening(table=table, houses=houses, renderer=renderer, draw_secret=draw_secret)
    bell = Doorbell(desk=desk, moderators=moderators, subreddits=subreddits, address=pages_at)
    front = FrontDesk(
        opening=opening,
        houses=houses,
        moderators=moderators,
        desk=desk,
        table=table,
        subreddits=subreddits,
        bell=bell,
        places=places,
    )
    routing = Routing(table=table, desk=desk, moderators=moderators, front=front, reader=reader)
    alarms = Alarms(store=store, desk=desk)
    intake = Intake(
        store=store,
        table=table,
        desk=desk,
        routing=routing,
        outages=outages,
        alarms=alarms,
        ordering=Ordering(table=table, moderators=moderators, desk=desk, bot=bot, places=places),
        trials=Trials(table=table, desk=desk),
        replacing=Replacing(table=table, desk=desk),
        journal=journal,
        bot=bot,
        clock=forum.now,
    )
    aftermath = Aftermath(table=table, desk=desk, opening=opening, renderer=renderer, journal=journal, bot=bot)
    dispatch = Dispatch(
        store=store,
        forum=forum,
        notices=Notices(
            posted=aftermath.posted,
            thread_closed=aftermath.thread_closed,
            unreachable=aftermath.unreachable,
            stuck=aftermath.stuck,
            failed=intake.row_failed,
        ),
        reconcile_wait=timing.reconcile_wait,
        modmail_allowed=lambda subreddit: subreddit.lower() in {m.lower() for m in modmail},
    )
    daemon = Daemon(
        store=store,
        forum=forum,
        intake=intake,
        clockwork=Clockwork(store=store, table=table, outages=outages, close_grace=timing.close_grace),
        dispatch=dispatch,
        moderators=moderators,
        outages=outages,
        alarms=alarms,
        ages=Ages(store=store, forum=forum, places=places),
        venues=Venues(store=store, forum=forum, wanted=takes_over),
        calendar=Calendar(store=store, table=table, places=places),
        sources=Sources(subreddits, modmail),
        journal=journal,
        monotonic=monotonic,
    )
    return Rooms(daemon, table, intake, opening, dispatch, desk)
