"""Telling systemd: sd_notify(3)."""

import socket
from pathlib import Path

from forumgm.service.notify import Notifier


def _manager(address: str) -> socket.socket:
    made = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    made.bind(address)
    made.settimeout(5)
    return made


def test_one_datagram_for_each_message(tmp_path: Path) -> None:
    with _manager(str(tmp_path / "notify")) as manager:
        notifier = Notifier({"NOTIFY_SOCKET": str(tmp_path / "notify")})
        notifier.say("READY=1", "MAINPID=7")
        assert manager.recv(100) == b"READY=1\nMAINPID=7"


def test_an_abstract_address(tmp_path: Path) -> None:
    name = f"forumgm-test-{tmp_path.name}"
    with _manager(f"\0{name}") as manager:
        Notifier({"NOTIFY_SOCKET": f"@{name}"}).say("WATCHDOG=1")
        assert manager.recv(100) == b"WATCHDOG=1"


def test_the_status_line_is_said_when_it_changes(tmp_path: Path) -> None:
    with _manager(str(tmp_path / "notify")) as manager:
        notifier = Notifier({"NOTIFY_SOCKET": str(tmp_path / "notify")})
        for text in ("waiting", "waiting", "running"):
            notifier.status(text)
        assert [manager.recv(100), manager.recv(100)] == [b"STATUS=waiting", b"STATUS=running"]


def test_nobody_there_is_no_harm(tmp_path: Path) -> None:
    Notifier({}).say("READY=1")
    Notifier({"NOTIFY_SOCKET": str(tmp_path / "nobody")}).say("READY=1")
