"""The checkup behind ``forumgm check``: everything that could keep the daemon from its work, all at once.

Laws: it changes nothing on the forum but for the message of ``--ping``. Each problem has an id that stays, the key it
is about, and what to do. Ids: E0 configuration, E1 login, E2 subreddits, E3 templates, E4 database, E5 time, E6 mail.
"""

import os
from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass
from pathlib import Path

from forumgm.adapters.reddit import RedditForum, RedditSettings
from forumgm.adapters.reddit.rights import EVERYTHING, AbsentError, Rights
from forumgm.adapters.store import open_store
from forumgm.app.ports import ForumError, ForumUnreachableError, LoginRefusedError, StoreError, StoreVersionError
from forumgm.rendering import Renderer, TemplateBrokenError
from forumgm.service.samples import samples
from forumgm.service.wiring import houses_for, reddit_settings
from forumgm.settings import Problem, Settings

LARGEST_OFFSET = 30
"""Seconds between this machine's clock and the forum's that are worth a word."""
NEEDED = {"posts": "approve and pin its own posts", "flair": "show phase and score as the thread's flair"}
"""Permissions of a moderator that the bot uses, and for what."""
APPROVAL = (
    "A new client id works only once Reddit has approved the app: apply for API access as owner of the subreddit, and"
    " use a refresh token with the scopes of the operators' guide."
)
ALL_PERMISSIONS = "all"
LOOKS = 60
"""Looks for an answer to a test message."""


@dataclass(frozen=True, slots=True)
class Outside:
    """What a checkup needs of the world."""

    now: Callable[[], int]
    """This machine's time, epoch seconds."""
    monotonic: Callable[[], float]
    wait: Callable[[], None]
    """Waits for a moment between two looks for an answer."""


def local_problems(settings: Settings, *, wrong: Set[str] = frozenset()) -> Iterator[Problem]:
    """Yield what is wrong with templates and database, but for what hangs on a section that is ``wrong`` itself."""
    if not wrong & {"daemon", "rules"}:
        yield from _templates(settings)
    if "storage" not in wrong:
        yield from _database(settings)


def forum_problems(settings: Settings, outside: Outside, *, ping: str | None = None) -> Iterator[Problem]:
    """Yield what is wrong with login, scopes, rights and time, and with messages to ``ping`` and back."""
    login = reddit_settings(settings)
    rights = Rights(login, monotonic=outside.monotonic)
    try:
        me = rights.me()
        if me.name.lower() != settings.forum.username.lower():
            text = f"the login is u/{me.name}'s."
            yield Problem("FGM-E102", "forum.username", text, "Name that account, or log in with the other one.")
        missing = rights.missing_scopes()
        if missing:
            text = f"the token lacks the scopes {', '.join(sorted(missing))}."
            yield Problem("FGM-E103", "forum.refresh_token", text, "Get a new refresh token with these scopes.")
        yield from _time(rights, outside)
        for subreddit in settings.forum.subreddits:
            yield from _subreddit(rights, subreddit, mail=subreddit in settings.forum.modmail)
        if ping is not None:
            yield from _ping(rights, login, outside, name=ping.removeprefix("/").removeprefix("u/"))
    except (LoginRefusedError, AbsentError) as trouble:  # a client that is not approved may also meet a bare 403
        remedy = f"Check client_id, client_secret and refresh_token (or password). {APPROVAL}"
        yield Problem("FGM-E101", "forum.client_id", f"the forum refuses the login ({trouble}).", remedy)
    except ForumUnreachableError as trouble:
        remedy = "Check the network, forum.oauth_url and forum.reddit_url; the forum may be down."
        yield Problem("FGM-E104", "forum.oauth_url", f"the forum does not answer ({trouble}).", remedy)
    finally:
        rights.close()


def _time(rights: Rights, outside: Outside) -> Iterator[Problem]:
    offset = outside.now() - rights.now()
    if abs(offset) > LARGEST_OFFSET:
        text = f"this machine's clock is {abs(offset)} s {'ahead of' if offset > 0 else 'behind'} the forum's."
        yield Problem("FGM-W501", "clock", text, "Games go by the forum's; set up NTP so that logs agree with it.")


def _subreddit(rights: Rights, subreddit: str, *, mail: bool) -> Iterator[Problem]:
    key = f"r/{subreddit}"
    try:
        permissions = rights.permissions(subreddit)
    except AbsentError:
        text = "it is not there, private, or the bot is banned."
        yield Problem("FGM-E201", key, text, "Check forum.subreddits, and invite the bot.")
        return
    if permissions is None:
        text = "the bot is no moderator there: it may be slowed down, filtered, and can't read edits."
        yield Problem("FGM-E202", key, text, "Make it a moderator with the permissions posts, flair and mail.")
        return
    needed = {**NEEDED, **({"mail": "use mod mail as a private channel"} if mail else {})}
    for permission, use in needed.items():
        if ALL_PERMISSIONS not in permissions and permission not in permissions:
            text = f"the bot lacks the permission {permission}."
            yield Problem("FGM-E203", key, text, f"Give it, so that it can {use}.")


def _templates(settings: Settings) -> Iterator[Problem]:
    own = settings.daemon.templates
    if own and not Path(own).is_dir():
        yield Problem("FGM-E302", "daemon.templates", f"{own} is no directory.", "Make it, or leave the key empty.")
        return
    renderer = Renderer([Path(own)] if own else [], bot=settings.forum.username, pages_at=settings.web.public_url)
    try:
        renderer.preload()
    except TemplateBrokenError as error:
        yield Problem("FGM-E301", "templates", f"{error}.", "Mend the template, or remove it to get ours.")
        return
    broken: dict[str, str] = {}
    for template, view in samples(houses_for(settings, bot=settings.forum.username)):
        try:
            renderer.render(template, view)
        except TemplateBrokenError as error:
            broken.setdefault(error.origin or template, str(error))
        except KeyError:
            broken[template] = "it is missing"
    for template, text in broken.items():
        yield Problem("FGM-E303", f"templates/{template}", f"{text}.", "Mend it: it does not fit its data.")


def _database(settings: Settings) -> Iterator[Problem]:
    url = settings.storage.url
    file = Path(url.removeprefix("sqlite:///")) if url.startswith("sqlite:///") else None
    if file is not None and not file.exists():
        folder = next(p for p in (file.absolute().parent, *file.absolute().parents) if p.exists())
        if not os.access(folder, os.W_OK):
            yield Problem(
                "FGM-E402", "storage.url", f"{folder} may not be written.", "Give the daemon's user the right."
            )
        return
    try:
        open_store(url, read_only=True).close()
    except StoreVersionError as error:
        yield Problem("FGM-E401", "storage.url", f"{error}.", "Make a backup first.")
    except StoreError as error:
        yield Problem("FGM-E403", "storage.url", f"{error}.", "Check the URL and the rights; 'forumgm restore' a copy.")
    if file is not None and not (os.access(file, os.W_OK) and os.access(file.parent, os.W_OK)):
        yield Problem("FGM-E402", "storage.url", f"{file} may not be written.", "Give the daemon's user the right.")


def _ping(rights: Rights, login: RedditSettings, outside: Outside, *, name: str) -> Iterator[Problem]:
    """Write to somebody and wait for his answer."""
    key = f"u/{name}"
    if not rights.exists(name):
        yield Problem("FGM-E601", key, "there is no such account, or it takes no messages.", "Check the name.")
        return
    since = rights.now()
    text = "This is a test of messages both ways by `forumgm check`. Please answer with any word."
    forum = RedditForum(login, monotonic=outside.monotonic)
    try:
        forum.me()
        forum.message(name, "forumgm: test", text)
    except ForumError as trouble:
        remedy = f"The account may be too new or restricted: let u/{name} write to the bot first."
        yield Problem("FGM-E602", key, f"the message was refused ({trouble}).", remedy)
        return
    finally:
        forum.close()
    for _ in range(LOOKS):
        if rights.wrote(name, since=since):
            return
        outside.wait()
    remedy = "Answer the message in time; if you did, the inbox does not show it: use mod mail (forum.modmail)."
    yield Problem("FGM-E603", key, "no answer arrived.", remedy)


def is_configuration(problem: Problem) -> bool:
    """Return whether the problem makes the configuration unusable."""
    return problem.id.startswith("FGM-E0")


__all__ = ["EVERYTHING", "Outside", "forum_problems", "is_configuration", "local_problems"]
