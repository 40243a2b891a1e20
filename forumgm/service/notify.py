"""Talking to systemd: one datagram for each message, no library (sd_notify(3)).

Law: outside of systemd nothing happens, and nothing that goes wrong here stops the daemon.
"""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress


class Notifier:
    """Tells the service manager how we are."""

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        """Take the address from ``NOTIFY_SOCKET``; without one all messages go nowhere."""
        environment = os.environ if environment is None else environment
        address = environment.get("NOTIFY_SOCKET", "")
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self._said: str | None = None

    def say(self, *lines: str) -> None:
        """Send assignments such as ``READY=1``."""
        if not self._address:
            return
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as out:
            out.settimeout(1)
            out.sendto("\n".join(lines).encode(), self._address)

    def status(self, text: str) -> None:
        """Set the status line, if it is another than before."""
        if text != self._said:
            self._said = text
            self.say(f"STATUS={text}")
