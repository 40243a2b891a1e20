"""``/healthz``, ``/readyz`` and ``/metrics`` on loopback."""

import httpx
import pytest
from starlette.applications import Starlette

from forumgm.app.health import Pulse
from forumgm.web.health import routes
from forumgm.web.server import REQUEST_ID, application


class Measured:
    def text(self) -> bytes:
        return b"forumgm_alive 1.0\n"


class Patient:
    def __init__(self) -> None:
        self.seconds = 0.0
        self.pulse = Pulse(lambda: self.seconds, interval=30, patience=120)
        self.metrics = Measured()


@pytest.fixture
def patient() -> Patient:
    return Patient()


async def _get(app: Starlette, path: str, *, host: str = "127.0.0.1", **headers: str) -> httpx.Response:
    transport = httpx.ASGITransport(app=app, client=(host, 1234))
    async with httpx.AsyncClient(transport=transport, base_url="http://test", trust_env=False) as client:
        return await client.get(path, headers=headers)


def get(patient: Patient, path: str, *, host: str = "127.0.0.1", **headers: str) -> httpx.Response:
    import asyncio

    return asyncio.run(_get(application(patient), path, host=host, **headers))


def test_alive_and_ready(patient: Patient) -> None:
    assert get(patient, "/healthz").status_code == 200
    assert get(patient, "/readyz").status_code == 503
    assert get(patient, "/readyz").text == "not logged in yet\n"
    patient.pulse.cycled(read=True)
    assert get(patient, "/readyz").text == "ok\n"
    patient.seconds = 10_000
    assert get(patient, "/healthz").status_code == 503


def test_metrics_in_prometheus_format(patient: Patient) -> None:
    answer = get(patient, "/metrics")
    assert answer.text == "forumgm_alive 1.0\n"
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_only_this_machine_gets_an_answer(patient: Patient, path: str) -> None:
    assert get(patient, path, host="192.0.2.7").status_code == 404
    assert get(patient, path, **{"X-Forwarded-For": "192.0.2.7"}).status_code == 404
    assert get(patient, path, Forwarded="for=192.0.2.7").status_code == 404
    assert get(patient, path, host="::1").status_code != 404


def test_every_answer_has_a_request_id_of_its_own(patient: Patient) -> None:
    first, second = (get(patient, "/healthz").headers[REQUEST_ID] for _ in range(2))
    assert first != second


def test_the_routes_can_be_added_to_others(patient: Patient) -> None:
    assert {route.path for route in routes(patient)} == {"/healthz", "/readyz", "/metrics"}
