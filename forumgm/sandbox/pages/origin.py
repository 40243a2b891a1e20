"""Whether a form really comes from one of the sandbox's own pages.

Laws:
* A browser says where a POST comes from (``Sec-Fetch-Site``, ``Origin``); what comes from elsewhere is refused.
* A browser that reaches this machine by a foreign name (DNS rebinding) is refused, too.
* A client that is no browser sends neither and is welcome: the levers are made for scripts.
"""

import ipaddress
from urllib.parse import urlsplit

from starlette.requests import Request


def is_own_request(request: Request) -> bool:
    """Whether the request was not sent by a page of another site."""
    if request.headers.get("sec-fetch-site", "none") not in {"none", "same-origin"}:
        return False
    origin = request.headers.get("origin")
    if origin is None:
        return True
    host = request.headers.get("host", "")
    return urlsplit(origin).netloc == host and _is_near(urlsplit(f"//{host}").hostname or "")


def _is_near(name: str) -> bool:
    """Whether the name is an address or has no dot, which no foreign name can imitate."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return bool(name) and "." not in name
    return True
