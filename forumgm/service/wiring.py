"""Wiring: from settings to the rooms of one daemon."""

from collections.abc import Callable
from importlib.metadata import version

from forumgm.adapters.reddit import RedditSettings
from forumgm.adapters.store import SqlStore
from forumgm.app.house import House
from forumgm.app.journal import Journal
from forumgm.app.places import Place
from forumgm.app.ports import Forum, GameKind
from forumgm.bootstrap import Rooms, Timing, assemble
from forumgm.rendering import Renderer
from forumgm.service.terms import patience
from forumgm.settings import Settings, presets


def houses_for(settings: Settings, *, bot: str) -> dict[GameKind, House]:
    """Return the rule systems with their defaults; ``bot`` is the GM's own name."""
    from forumgm.app.narrative_house import NarrativeHouse
    from forumgm.app.resistance_house import ResistanceHouse

    return {
        GameKind.RESISTANCE: ResistanceHouse(bot=bot, defaults=settings.rules, presets=settings.presets or presets()),
        GameKind.NARRATIVE: NarrativeHouse(bot=bot),
    }


def rooms_for(
    settings: Settings,
    *,
    store: SqlStore,
    forum: Forum,
    renderer: Renderer,
    journal: Journal,
    monotonic: Callable[[], float],
) -> Rooms:
    """Put the rooms together for a configuration; logs in to learn the bot's account."""
    from forumgm.reader import make_reader

    bot = forum.me()
    daemon = settings.daemon
    return assemble(
        store=store,
        forum=forum,
        renderer=renderer,
        houses=houses_for(settings, bot=bot.name),
        reader=make_reader(),
        subreddits=settings.forum.subreddits,
        modmail=settings.forum.modmail,
        journal=journal,
        monotonic=monotonic,
        pages_at=settings.web.public_url,
        places=lambda subreddit: place_of(settings, subreddit),
        timing=Timing(
            close_grace=daemon.close_grace,
            reconcile_wait=daemon.reconcile_wait,
            patience=patience(settings),
        ),
    )


def place_of(settings: Settings, subreddit: str) -> Place:
    """Return what the hosting desk needs to know of a subreddit."""
    there = settings.of_subreddit(subreddit)
    return Place(
        preset=there.preset,
        hosts=tuple(there.hosts),
        max_games=there.max_games,
        min_account_age_days=there.min_account_age_days,
        quiet_hours=there.quiet_hours,
        quiet_days=tuple(there.quiet_days),
    )


def reddit_settings(settings: Settings) -> RedditSettings:
    """Return what the Reddit adapter needs; secrets leave their wrappers only here."""
    forum = settings.forum
    owner = forum.owner or forum.username
    return RedditSettings(
        client_id=forum.client_id.get_secret_value(),
        client_secret=forum.client_secret.get_secret_value(),
        user_agent=f"linux:forumgm:v{version('forumgm')} (by u/{owner})",
        username=forum.username,
        password=forum.password.get_secret_value(),
        refresh_token=forum.refresh_token.get_secret_value(),
        oauth_url=forum.oauth_url,
        reddit_url=forum.reddit_url,
        short_url=forum.short_url,
    )
