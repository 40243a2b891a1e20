"""What our account may do on Reddit, for ``forumgm check``: scopes of the token, rights in a subreddit, letters.

Law: it only reads; a client of its own, so that it may run beside nothing else on one thread (reddit.md 1.4).
"""

from collections.abc import Callable

from forumgm.adapters.reddit import shapes
from forumgm.adapters.reddit.client import Client, RedditSettings
from forumgm.adapters.reddit.errors import AbsentError, Doing, translated
from forumgm.adapters.reddit.lookups import Lookups
from forumgm.core.items import Account

SCOPES = frozenset(
    {
        "identity",
        "read",
        "submit",
        "edit",
        "privatemessages",
        "flair",
        "modposts",
        "modflair",
        "modmail",
        "modcontributors",
        "history",
        "mysubreddits",
    }
)
"""What the daemon needs (reddit.md 1.10)."""
EVERYTHING = "*"


class Rights:
    """Asks what we may do. Every method may raise ForumUnreachableError."""

    def __init__(self, settings: RedditSettings, *, monotonic: Callable[[], float]) -> None:
        self._client = Client(settings, monotonic=monotonic)
        self._lookups = Lookups(self._client)

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def me(self) -> Account:
        """Return our own account (logs in)."""
        return self._lookups.me()

    def now(self) -> int:
        """Return forum time, once we are logged in."""
        return self._client.wire.time.now()

    def missing_scopes(self) -> frozenset[str]:
        """Return the scopes that the token lacks."""
        with self._client.praw(Doing.READING) as reddit:
            granted = frozenset(reddit.auth.scopes())
        return frozenset() if EVERYTHING in granted else SCOPES - granted

    def permissions(self, subreddit: str) -> frozenset[str] | None:
        """Return our permissions as a moderator (``all``, or ``posts``, ``flair`` ...), None if we are none.

        Raises AbsentError where the subreddit is not there for us.
        """
        name = self.me().name
        told = self._client.get(f"r/{subreddit}/about/moderators/")
        with translated(Doing.READING):
            for row in shapes.children(told):
                if str(row["name"]).lower() == name.lower():
                    return frozenset(row.get("mod_permissions") or ())
        return None

    def exists(self, name: str) -> bool:
        """Return whether there is such an account that takes messages."""
        facts = self._lookups.look_up(name)
        return facts is not None and facts.accepts_messages

    def wrote(self, name: str, *, since: int) -> bool:
        """Return whether somebody wrote us a private message at or after this forum time."""
        told = self._client.get("message/inbox/", limit=self._client.page_size())
        with translated(Doing.READING):
            return any(
                str(d.get("author") or "").lower() == name.lower() and shapes.stamp(d["created_utc"]) >= since
                for d in shapes.of_kind(shapes.children(told), "t4")
            )


__all__ = ["EVERYTHING", "SCOPES", "AbsentError", "Rights"]
