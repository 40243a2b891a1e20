"""``/sandbox/*``: the forum's levers, without login, for whoever runs it on his own machine.

Laws:
* JSON in, JSON out; a wrong value is a 400 with ``{"error": ...}`` and changes nothing.
* A page of another site can't pull a lever: a request that a browser sends from elsewhere is refused.
"""

import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from forumgm.sandbox.clock import Pace
from forumgm.sandbox.export import export
from forumgm.sandbox.faults import Mode, Targeted
from forumgm.sandbox.forum import ForumState
from forumgm.sandbox.gate import Gate
from forumgm.sandbox.pages.origin import is_own_request
from forumgm.sandbox.stamps import http_date
from forumgm.sandbox.things import Post

Fields = dict[str, Any]
Lever = Callable[[Gate, Fields], Fields]


def moderators(gate: Gate, fields: Fields) -> Fields:
    """These users, and nobody else, moderate the subreddit."""
    users = _field(fields, "users", list)
    sub = gate.forum.subreddit(_field(fields, "subreddit", str))
    accounts = [gate.forum.account(_checked(name, str, "users")) for name in users]
    gate.forum.put(replace(sub, moderators=tuple(dict.fromkeys(account.id for account in accounts))))
    return {"subreddit": sub.name, "moderators": [account.name for account in accounts]}


def account(gate: Gate, fields: Fields) -> Fields:
    """The account exists and has the given traits."""
    changed = gate.forum.account(_field(fields, "name", str))
    if "suspended" in fields:
        changed = replace(changed, suspended=_field(fields, "suspended", bool))
    if "accepts_messages" in fields:
        changed = replace(changed, refusal=_refusal(fields["accepts_messages"]))
    if "created" in fields:
        changed = replace(changed, created=int(_number(fields, "created")))
    gate.forum.put(changed)
    return {
        "name": changed.name,
        "id": changed.fullname,
        "suspended": changed.suspended,
        "accepts_messages": changed.refusal or True,
        "created": changed.created,
    }


def _refusal(value: object) -> str | None:
    if isinstance(value, bool):
        return None if value else "RESTRICTED_TO_PM"
    if isinstance(value, str) and re.fullmatch(r"[A-Z_]{3,60}", value):
        return value
    raise ValueError("accepts_messages is true, false or the error code that senders meet")


def settings(gate: Gate, fields: Fields) -> Fields:
    """The forum behaves so from now on."""
    now = gate.forum.settings
    changed = replace(
        now,
        page=max(1, int(_number(fields, "page", default=now.page))),
        chat=_field(fields, "chat", bool) if "chat" in fields else now.chat,
        token_ttl=int(_number(fields, "token_ttl", default=now.token_ttl)),
        quota=_quota(fields, now.quota),
    )
    unknown = set(fields) - {"page", "chat", "token_ttl", "quota", "revoke_tokens"}
    if unknown:
        raise ValueError(f"unknown setting {sorted(unknown)[0]!r}")
    gate.forum.settings = changed
    if fields.get("revoke_tokens"):
        gate.tokens.revoke_all()
    return {
        "page": changed.page,
        "chat": changed.chat,
        "token_ttl": changed.token_ttl,
        "quota": changed.quota,
    }


def _quota(fields: Fields, now: int | None) -> int | None:
    if "quota" not in fields or fields["quota"] is None:
        return None if "quota" in fields else now
    return max(1, int(_number(fields, "quota")))


def clock(gate: Gate, fields: Fields) -> Fields:
    """Forum time moves on by ``advance`` seconds, or runs at ``speed``."""
    if "advance" in fields:
        gate.forum.clock.advance(_number(fields, "advance"))
    if "speed" in fields:
        gate.forum.clock.run_at(_number(fields, "speed"))
    gate.forum.remember_time()
    return time_now(gate.forum)


def time_now(forum: ForumState) -> Fields:
    """Forum time and how it passes."""
    now = forum.clock.now()
    is_manual = forum.clock.pace is Pace.MANUAL
    return {"now": now, "date": http_date(now), "manual": is_manual, "speed": forum.clock.speed}


def faults(gate: Gate, fields: Fields) -> Fields:
    """One more targeted fault waits, or (``{"clear": true}``) none any more."""
    if fields.get("clear"):
        gate.weather.targeted.clear()
        return {"waiting": 0}
    try:
        match = re.compile(_field(fields, "match", str))
        mode = Mode(_field(fields, "mode", str))
    except (re.error, ValueError) as problem:
        raise ValueError(f"no fault: {problem}; the modes are {', '.join(Mode)}") from problem
    gate.weather.targeted.append(
        Targeted(
            match=match,
            mode=mode,
            times=int(_number(fields, "times", default=1)),
            status=int(_number(fields, "status", default=500)),
            body=fields.get("body"),
            headers={str(name): str(value) for name, value in (fields.get("headers") or {}).items()},
            seconds=_number(fields, "seconds", default=0),
        )
    )
    return {"waiting": len(gate.weather.targeted)}


def archive(gate: Gate, fields: Fields) -> Fields:
    """The thread is archived (too old to answer), or not any more."""
    post = gate.forum.item(_field(fields, "id", str))
    if not isinstance(post, Post):
        raise ValueError("id is the fullname of a post, as t3_1000")
    gate.forum.put(replace(post, archived=bool(fields.get("archived", True))))
    return {"id": post.fullname}


def routes(gate: Gate) -> list[Route]:
    """All levers and views."""
    levers: dict[str, Lever] = {
        "moderators": moderators,
        "account": account,
        "settings": settings,
        "clock": clock,
        "faults": faults,
        "archive": archive,
    }
    views: dict[str, Callable[[], Fields]] = {
        "clock": lambda: time_now(gate.forum),
        "export": lambda: dict(export(gate.forum)),
        "requests": lambda: {"requests": list(gate.requests)},
    }
    posts = [Route(f"/sandbox/{name}", _post(gate, lever), methods=["POST"]) for name, lever in levers.items()]
    gets = [Route(f"/sandbox/{name}", _get(view), methods=["GET"]) for name, view in views.items()]
    return posts + gets


def _post(gate: Gate, lever: Lever) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        if not is_own_request(request):
            return JSONResponse({"error": "not from another site"}, status_code=403)
        try:
            fields = json.loads(await request.body() or b"{}")
            if not isinstance(fields, dict):
                raise ValueError("the body is a JSON object")
            answer = lever(gate, fields)
        except (ValueError, TypeError, RecursionError) as problem:
            return JSONResponse({"error": str(problem)}, status_code=400)
        gate.forum.commit()
        return JSONResponse({"ok": True} | answer)

    return endpoint


def _get(view: Callable[[], Fields]) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(_request: Request) -> Response:
        return JSONResponse(view())

    return endpoint


def _field(fields: Fields, name: str, kind: type) -> Any:
    if name not in fields:
        raise ValueError(f"{name} is missing")
    return _checked(fields[name], kind, name)


def _checked(value: object, kind: type, name: str) -> Any:
    if not isinstance(value, kind):
        raise ValueError(f"{name} must be of type {kind.__name__}")
    return value


def _number(fields: Fields, name: str, *, default: float | None = None) -> float:
    value = fields.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{name} must be a number")
    return value
