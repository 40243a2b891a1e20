"""The web server: one application on a thread of its own.

Laws: the address is taken before the daemon says that it is ready, so a port in use is told at once. Every answer
carries a request id, and so does every line that is logged for it. Stopping waits for nobody.
"""

import secrets
import socket
import threading
from collections.abc import Sequence

import structlog
import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from forumgm.web.health import Patient, routes

_BACKLOG = 128
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

    def __init__(self, patient: Patient, *, host: str, port: int, pages: Sequence[BaseRoute] = ()) -> None:
        """Take the address. Raises OSError if it can't be had."""
        self._socket = _bound(host, port)
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
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [self._socket]}, name="web", daemon=True
        )

    @property
    def port(self) -> int:
        """Return the port, also where 0 was asked for."""
        return int(self._socket.getsockname()[1])

    def start(self) -> None:
        """Answer from now on; returns at once."""
        self._thread.start()

    def stop(self) -> None:
        """Answer no more."""
        self._server.should_exit = True
        self._thread.join(2 * _STOP_SECONDS)
        self._socket.close()


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    out = socket.socket(family, socket.SOCK_STREAM)
    try:
        out.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        out.bind((host, port))
        out.listen(_BACKLOG)
    except OSError:
        out.close()
        raise
    return out
