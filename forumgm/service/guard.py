"""The guard: while we stop, the forum is asked for nothing more.

Law: a writing that was not yet begun stays queued; one that is on its way is finished and noted.
"""

import threading
from typing import Any, cast

from forumgm.app.ports import Forum, ForumUnreachableError


class Guard:
    """A forum that is asked for nothing more once we stop; what was not yet sent stays queued."""

    def __init__(self, forum: Forum, stopping: threading.Event) -> None:
        self._forum = forum
        self._stopping = stopping

    @classmethod
    def around(cls, forum: Forum, stopping: threading.Event) -> Forum:
        """Return the guarded forum."""
        return cast("Forum", cls(forum, stopping))

    def __getattr__(self, name: str) -> Any:
        """Return the forum's method, behind a check; the time may always be asked for."""
        method = getattr(self._forum, name)
        if name == "now":
            return method

        def checked(*args: Any, **kwargs: Any) -> Any:
            if self._stopping.is_set():
                raise ForumUnreachableError("we stop")
            return method(*args, **kwargs)

        return checked
