"""The sandbox as a server: the Starlette app, a server in a thread for demos and tests, and a blocking one.

Laws:
* One process, one event loop, one forum: whoever talks to it over HTTP sees every write at once.
* Loopback unless told otherwise: nobody has a password here.
"""

import asyncio
import socket
import threading
from collections.abc import Callable
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Mount

from forumgm.sandbox import control, pages
from forumgm.sandbox.clock import ForumClock, Pace
from forumgm.sandbox.dated import DatedAnswers
from forumgm.sandbox.faults import Weather
from forumgm.sandbox.forum import ForumState
from forumgm.sandbox.gate import Gate, Sleep
from forumgm.sandbox.lines import Lines
from forumgm.sandbox.pages.door import BrowserDoor

LOOPBACK = "127.0.0.1"
STOP_SECONDS = 10.0


def create_app(
    forum: ForumState,
    *,
    weather: Weather | None = None,
    lines: Lines | None = None,
    sleep: Sleep = asyncio.sleep,
) -> Starlette:
    """The whole sandbox: levers, pages and, for every other path, the Reddit side; the caller closes the forum."""
    gate = Gate(forum, weather=weather or Weather(), lines=lines or Lines(), sleep=sleep)

    app = Starlette(
        routes=[*control.routes(gate), *pages.routes(forum), Mount("/", app=BrowserDoor(gate))],
        middleware=[Middleware(DatedAnswers, clock=forum.clock)],
    )
    app.state.gate = gate
    return app


class SandboxServer:
    """A sandbox in a thread of its own; also a context manager."""

    def __init__(
        self,
        *,
        host: str = LOOPBACK,
        port: int = 0,
        data: Path | None = None,
        faults: str | None = None,
        seed: int = 0,
        manual_clock: bool = False,
        speed: float = 1.0,
        start_time: float | None = None,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        """Prepare the forum; port 0 takes a free one. ValueError for a wrong fault spec, speed or data file."""
        weather = Weather(faults, seed=seed)
        pace = Pace.MANUAL if manual_clock else Pace.RUNNING
        self.clock = ForumClock(pace=pace, speed=speed, start=start_time)
        self.forum = ForumState(clock=self.clock, data=data)
        self._host, self._port = host, port
        self._socket: socket.socket | None = None
        self._thread: threading.Thread | None = None
        lines = Lines()
        app = create_app(self.forum, weather=weather, lines=lines, sleep=sleep)
        self.gate: Gate = app.state.gate
        config = uvicorn.Config(
            app,
            host=host,
            port=port,
            http=lines.protocol(),
            ws="none",
            lifespan="off",
            loop="asyncio",
            log_level="warning",
            access_log=False,
            date_header=False,
            server_header=False,
            timeout_graceful_shutdown=1,
        )
        self._server = uvicorn.Server(config)

    @property
    def url(self) -> str:
        """Scheme, host and port, without a slash at the end."""
        host = f"[{self._host}]" if ":" in self._host else self._host
        return f"http://{host}:{self._port}"

    def _bind(self) -> None:
        family = socket.AF_INET6 if ":" in self._host else socket.AF_INET
        # asyncio switches Nagle's delay off only for sockets that name their protocol; without it a request takes 40 ms
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((self._host, self._port))
            listener.listen(256)
        except OSError:
            listener.close()
            raise
        self._socket = listener
        self._port = self._socket.getsockname()[1]

    def start(self) -> "SandboxServer":
        """The sandbox answers on a thread of its own; OSError when the port is taken."""
        self._bind()
        self._thread = threading.Thread(target=self._run, name="sandbox", daemon=True)
        self._thread.start()
        return self

    def run(self, announce: Callable[[str], None]) -> None:
        """Tell the address and answer until the process gets a signal; OSError when the port is taken."""
        self._bind()
        announce(self.url)
        try:
            self._run()
        finally:
            self.forum.close()

    def _run(self) -> None:
        assert self._socket is not None
        self._server.run(sockets=[self._socket])

    def stop(self) -> None:
        """The sandbox is down and its data is on disk."""
        self._server.should_exit = True
        self._server.force_exit = True
        if self._thread:
            self._thread.join(STOP_SECONDS)
        self.forum.close()

    def __enter__(self) -> "SandboxServer":
        """The running sandbox."""
        return self.start()

    def __exit__(self, *_error: object) -> None:
        """Stop it."""
        self.stop()


def serve(
    *,
    host: str = LOOPBACK,
    port: int = 8099,
    data: Path | None = None,
    faults: str | None = None,
    manual_clock: bool = False,
    announce: Callable[[str], None] = lambda _url: None,
) -> None:
    """Run a sandbox until the process is told to stop; ``announce`` gets its address.

    OSError when the port is taken, ValueError as SandboxServer."""
    server = SandboxServer(host=host, port=port, data=data, faults=faults, manual_clock=manual_clock)
    server.run(announce)
