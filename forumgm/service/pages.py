"""The pages of a running daemon: what they read and where their links lead."""

from collections.abc import Mapping, Sequence

from starlette.routing import BaseRoute

from forumgm.app.house import House
from forumgm.app.ports import GameKind
from forumgm.service.gallery import StoreBackstage, StoreGallery
from forumgm.service.heart import Heart
from forumgm.service.wiring import houses_for
from forumgm.web import pages, staff
from forumgm.web.links import Links


def pages_for(heart: Heart) -> Sequence[BaseRoute]:
    """Return the routes of all pages; what may change by a reload is asked for at each request."""

    def houses() -> Mapping[GameKind, House]:
        return houses_for(heart.settings, bot=heart.settings.forum.username)

    links = Links(heart.settings.forum.reddit_url)
    backstage = StoreBackstage(
        heart.looker,
        houses,
        links,
        keys=lambda: heart.store,
        subreddits=lambda: heart.settings.forum.subreddits,
    )
    secure = heart.settings.web.public_url.startswith("https:")
    return [*pages.routes(StoreGallery(heart.looker, houses), links), *staff.routes(backstage, secure=secure)]
