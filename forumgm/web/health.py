"""``/healthz``, ``/readyz`` and ``/metrics``: for machines on this machine.

Law: only loopback gets an answer, and never through a proxy: what is public are the pages.
"""

from ipaddress import ip_address
from typing import Protocol

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from forumgm.app.health import Pulse

_FORMAT = "text/plain; version=0.0.4; charset=utf-8"
_UNWELL = 503


class Measured(Protocol):
    """What can tell how it is in figures."""

    def text(self) -> bytes:
        """Return everything in Prometheus' text format."""
        ...


class Patient(Protocol):
    """The daemon, as far as its health goes."""

    @property
    def pulse(self) -> Pulse:
        """Return what the worker thread last came to."""
        ...

    @property
    def metrics(self) -> Measured:
        """Return everything that is measured."""
        ...


def routes(patient: Patient) -> list[Route]:
    """Return the routes; ``patient`` is asked at each request."""

    def healthz(request: Request) -> Response:
        verdict = patient.pulse.alive()
        return _told(request, ok=verdict.ok, reasons=verdict.reasons)

    def readyz(request: Request) -> Response:
        verdict = patient.pulse.ready()
        return _told(request, ok=verdict.ok, reasons=verdict.reasons)

    def metrics(request: Request) -> Response:
        if not is_local(request):
            return _absent()
        return Response(patient.metrics.text(), media_type=_FORMAT)

    return [Route("/healthz", healthz), Route("/readyz", readyz), Route("/metrics", metrics)]


def is_local(request: Request) -> bool:
    """Return whether somebody on this machine asks, and no proxy for somebody else."""
    if request.client is None or "forwarded" in request.headers or "x-forwarded-for" in request.headers:
        return False
    try:
        return ip_address(request.client.host).is_loopback
    except ValueError:
        return False


def _told(request: Request, *, ok: bool, reasons: tuple[str, ...]) -> Response:
    if not is_local(request):
        return _absent()
    if ok:
        return PlainTextResponse("ok\n")
    return PlainTextResponse("".join(f"{reason}\n" for reason in reasons), status_code=_UNWELL)


def _absent() -> Response:
    return PlainTextResponse("Not Found", status_code=404)
