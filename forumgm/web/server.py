"""The web server: one application.

Laws: every answer carries a request id, and so does every line that is logged for it. Stopping waits for nobody.
"""

import secrets
import socket
from collections.abc import Sequence

import structlog
import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from forumgm.web.health import Patient, routes

_STOP_SECONDS = 1
REQUEST_ID = "X-Request-ID"


class RequestIds:
    """Gives each request an id, in its answer and in the log."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        number = secrets.token_hex(8)

        async def tell(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)[REQUEST_ID] = number
            await send(message)

        with structlog.contextvars.bound_contextvars(request=number):
            await self._app(scope, receive, tell)


def application(patient: Patient, *, pages: Sequence[BaseRoute] = ()) -> Starlette:
    """Return the application: health and metrics, and whatever pages there are."""
    app = Starlette(routes=[*routes(patient), *pages])
    app.add_middleware(RequestIds)
    return app


class WebServer:
    """Serves an application until it is stopped."""

    def __init__(self, patient: Patient, listening: socket.socket, *, pages: Sequence[BaseRoute] = ()) -> None:
        """Take a socket that listens already (``listener.bound``)."""
        self._socket = listening
        config = uvicorn.Config(
            application(patient, pages=pages),
            log_config=None,
            access_log=False,
            lifespan="off",
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=_STOP_SECONDS,
        )
        self._server = uvicorn.Server(config)

    def run(self) -> None:
        """Answer until ``stop``."""
        self._server.run(sockets=[self._socket])

    def stop(self) -> None:
        """Answer no more; may be called from any thread."""
        self._server.should_exit = True
