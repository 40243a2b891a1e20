"""The rate headers (reddit.md 1.8).

Laws:
* ``used`` and ``reset`` are whole numbers, ``remaining`` a decimal, and used + remaining is the quota.
* Unless a quota is set, nobody is slowed down: the headers show a client that is exactly on its pace, so that PRAW
  sends at once. A set quota counts in windows of 600 s of machine time and ends in a 429.
"""

from forumgm.sandbox.forum import ForumState

WINDOW = 600
USUAL = 1000


class Quota:
    """Counts requests per client id."""

    def __init__(self, forum: ForumState) -> None:
        """Nothing counted yet."""
        self._forum = forum
        self._used: dict[str, tuple[float, int]] = {}

    def count(self, client: str) -> tuple[dict[str, str], bool]:
        """One more request of this client: the headers, and whether it is too much."""
        limit = self._forum.settings.quota
        now = self._forum.clock.machine()
        start, used = self._used.get(client, (now, 0))
        if limit is None:
            used = used % (USUAL - 1) + 1
            self._used[client] = (now, used)
            return headers(used, USUAL - used, WINDOW - -(-used * WINDOW // USUAL)), False
        if now - start >= WINDOW:
            start, used = now, 0
        self._used[client] = (start, used + 1)
        shown = min(used + 1, limit)
        return headers(shown, limit - shown, int(WINDOW - (now - start))), used >= limit


def headers(used: int, remaining: int, reset: int) -> dict[str, str]:
    """The three headers."""
    return {
        "x-ratelimit-used": str(used),
        "x-ratelimit-remaining": f"{float(remaining)}",
        "x-ratelimit-reset": str(max(reset, 0)),
    }
