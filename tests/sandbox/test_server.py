"""The server around the forum: start, stop, ports."""

import socket

import pytest
import requests

from forumgm.sandbox.server import SandboxServer
from tests.sandbox.conftest import session


def test_starts_on_a_free_port_and_stops() -> None:
    with SandboxServer(manual_clock=True) as server:
        url = server.url
        assert session().get(f"{url}/sandbox/clock", timeout=10).json()["manual"] is True
    with pytest.raises(requests.ConnectionError):
        session().get(url, timeout=10)


def test_taken_port_is_an_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(OSError, match="in use"):
        SandboxServer(port=taken.getsockname()[1]).start()


def test_wrong_faults_are_an_error() -> None:
    with pytest.raises(ValueError, match="unknown fault"):
        SandboxServer(faults="rain=1")
