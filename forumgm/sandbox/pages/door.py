"""Reddit's own links in a browser: what has a page here is shown there.

Law: only a browser without a login is sent on; everything else is the Reddit side's.
"""

import re
from urllib.parse import parse_qs, urlencode

from starlette.datastructures import Headers
from starlette.responses import RedirectResponse
from starlette.types import Receive, Scope, Send

from forumgm.sandbox.gate import Gate
from forumgm.sandbox.pages.frame import COOKIE

THREAD = re.compile(r"(?:/r/[^/]+)?/comments/([a-z0-9]+)(?:/[^/]*(?:/([a-z0-9]+))?)?", re.ASCII)
SUBREDDIT = re.compile(r"/r/(\w+)", re.ASCII)
PERSON = re.compile(r"/(?:u|user)/([\w-]+)", re.ASCII)
NAME = re.compile(rf"(?:^|;\s*){COOKIE}=([\w-]+)", re.ASCII)


class BrowserDoor:
    """An ASGI app before the gate."""

    def __init__(self, gate: Gate) -> None:
        """Send browsers on, and let the others through to ``gate``."""
        self._gate = gate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        head = Headers(scope=scope)
        is_browser = "text/html" in head.get("accept", "") and "authorization" not in head
        place = self._place(scope, head) if is_browser and scope["method"] == "GET" else None
        await (RedirectResponse(place, 303) if place else self._gate)(scope, receive, send)

    def _place(self, scope: Scope, head: Headers) -> str | None:
        path, forum = scope["path"].rstrip("/"), self._gate.forum
        thread = THREAD.fullmatch(path)
        if thread and thread[1] in forum.posts:
            sub = forum.subreddits[forum.posts[thread[1]].sub]
            return f"/f/{sub.name}/{thread[1]}" + (f"#t1_{thread[2]}" if thread[2] else "")
        sub_path, person = SUBREDDIT.fullmatch(path), PERSON.fullmatch(path)
        if sub_path:
            return f"/f/{sub_path[1]}"
        if person:
            return f"/inbox/{person[1]}"
        me = NAME.search(head.get("cookie", ""))
        if path.startswith("/message/") and me:
            asked = parse_qs(scope["query_string"].decode("latin-1"))
            kept = {name: asked[name][0] for name in ("to", "subject", "message") if name in asked}
            return f"/inbox/{me[1]}?{urlencode(kept)}#write" if kept else f"/inbox/{me[1]}"
        return "/" if path.startswith("/message/") else None
