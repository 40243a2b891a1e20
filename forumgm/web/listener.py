"""The address: taken before the daemon says that it is ready, so that a port in use is told at once."""

import socket

_BACKLOG = 128


def bound(host: str, port: int) -> socket.socket:
    """Return a socket that listens there; port 0 takes a free one. Raises OSError if the address can't be had."""
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
