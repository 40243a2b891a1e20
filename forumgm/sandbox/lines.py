"""The open connections, so that a fault can cut one without a byte.

Law: ASGI has no word for hanging up; uvicorn takes a protocol class, and this one remembers its transports.
"""

import asyncio
from contextlib import suppress
from typing import Any

from starlette.types import Receive, Scope
from uvicorn.protocols.http.h11_impl import H11Protocol

Peer = tuple[str, int]


class Lines:
    """Transports by the address of their other end."""

    def __init__(self) -> None:
        """No connection yet."""
        self._transports: dict[Peer, asyncio.Transport] = {}

    def protocol(self) -> type[H11Protocol]:
        """A protocol class for uvicorn whose connections are known here."""
        transports = self._transports

        class KnownProtocol(H11Protocol):
            def connection_made(self, transport: Any) -> None:
                super().connection_made(transport)
                if self.client:
                    transports[self.client] = transport

            def connection_lost(self, exc: Exception | None) -> None:
                if self.client:
                    transports.pop(self.client, None)
                super().connection_lost(exc)

        return KnownProtocol

    async def hold(self, receive: Receive, *, seconds: float) -> None:
        """The other end has given up, or ``seconds`` are over."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await _disconnected(receive)

    async def cut(self, scope: Scope, receive: Receive) -> None:
        """The connection of this request is gone, and nothing was answered."""
        transport = self._transports.get(tuple(scope["client"])) if scope.get("client") else None
        if transport:
            transport.abort()
        await _disconnected(receive)


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
