"""Dates every answer that is not dated yet (pages, levers) with the forum's time."""

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from forumgm.sandbox.clock import ForumClock
from forumgm.sandbox.stamps import http_date


class DatedAnswers:
    """ASGI middleware: the ``Date`` header is the forum clock."""

    def __init__(self, app: ASGIApp, *, clock: ForumClock) -> None:
        """Wrap ``app``."""
        self._app, self._clock = app, clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on and date its answer."""

        async def dated(event: Message) -> None:
            if event["type"] == "http.response.start":
                MutableHeaders(scope=event).setdefault("date", http_date(self._clock.now()))
            await send(event)

        await self._app(scope, receive, dated if scope["type"] == "http" else send)
