"""The door of the Reddit side: login, rate headers, faults, the request log, and the answer on the wire.

Laws:
* One request is handled in one go on the event loop and committed before its answer leaves.
* The log knows account, method, path and status, never a text, a query or a token.
* A dropped request loses its connection without a byte; one that times out holds it without keeping anybody waiting.
"""

import asyncio
import json
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl

from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send

from forumgm.sandbox.api.call import Answer, Call, error, refusal
from forumgm.sandbox.api.table import find
from forumgm.sandbox.faults import Fault, FaultKind, Mode, Targeted, Weather
from forumgm.sandbox.forum import ForumState
from forumgm.sandbox.lines import Lines
from forumgm.sandbox.quota import Quota, headers
from forumgm.sandbox.sight import NO_LAG
from forumgm.sandbox.stamps import http_date
from forumgm.sandbox.tokens import Token, Tokens
from forumgm.sandbox.writing import Barred, Refused

LONGEST_BODY = 2_000_000
LOGGED_REQUESTS = 200_000
HOLD_SECONDS = 300.0
TOKEN_PATH = "/api/v1/access_token"  # noqa: S105 - a path
INVALID_TOKEN = {"www-authenticate": 'Bearer realm="reddit", error="invalid_token"'}
HANG = Answer(None, 0)
"""No answer at all, on an open connection."""
Sleep = Callable[[float], Awaitable[None]]


class Gate:
    """An ASGI app for everything that is neither a page nor ``/sandbox``."""

    def __init__(self, forum: ForumState, *, weather: Weather, lines: Lines, sleep: Sleep = asyncio.sleep) -> None:
        """Serve ``forum`` in this weather."""
        self.forum, self.weather = forum, weather
        self.tokens, self.quota = Tokens(forum), Quota(forum)
        self.requests: deque[dict[str, Any]] = deque(maxlen=LOGGED_REQUESTS)
        self._lines, self._sleep = lines, sleep

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        head = Headers(scope=scope)
        method, path = scope["method"], scope["path"].rstrip("/") or "/"
        body = await read_body(receive)
        if body is None:
            await respond(send, self.forum, error(413))
            return
        form = dict(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True))
        targeted = self.weather.strike(method, scope["path"])
        entry = {"account": None, "method": method, "path": scope["path"], "status": 0}
        self.requests.append(entry | {"time": self.forum.clock.now()})
        entry = self.requests[-1]
        if targeted and targeted.mode is Mode.DELAY:
            await self._sleep(targeted.seconds)
        answer = self._before(targeted)
        if answer is None and (targeted is None or targeted.mode is not Mode.DROP):
            answer = await self._serve(method, path, scope=scope, head=head, form=form, entry=entry)
        answer = await self._after(targeted, answer)
        if answer is HANG:
            await self._lines.hold(receive, seconds=HOLD_SECONDS)
            answer = None
        if answer is None:
            await self._lines.cut(scope, receive)
            return
        entry["status"] = answer.status
        await respond(send, self.forum, answer)

    # -- targeted faults -------------------------------------------------------------------------------

    def _before(self, targeted: Targeted | None) -> Answer | None:
        if targeted and targeted.mode is Mode.STATUS:
            return Answer(targeted.body, targeted.status, targeted.headers)
        if targeted and targeted.mode is Mode.JSON:
            return Answer(targeted.body)
        return None

    async def _after(self, targeted: Targeted | None, answer: Answer | None) -> Answer | None:
        if targeted and targeted.mode is Mode.DO_THEN_STATUS:
            return Answer(targeted.body, targeted.status, targeted.headers)
        if targeted and targeted.mode is Mode.DO_THEN_DROP:
            return None
        if targeted and targeted.mode is Mode.DO_THEN_DELAY:
            await self._sleep(targeted.seconds)
        return answer

    # -- one request -----------------------------------------------------------------------------------

    async def _serve(
        self, method: str, path: str, *, scope: Scope, head: Headers, form: dict[str, str], entry: dict[str, Any]
    ) -> Answer | None:
        authorization = head.get("authorization", "")
        if path == TOKEN_PATH:
            answer, account = self.tokens.grant(authorization, form)
            entry["account"] = account.name if account else None
            self.forum.commit()
            return answer
        token = self.tokens.find(authorization)
        if token is None:
            return replace(error(401), headers=INVALID_TOKEN)
        if path == "/api/v1/revoke_token":
            self.tokens.revoke(form.get("token", ""))
            return Answer({})
        entry["account"] = self.forum.accounts[token.account].name if token.account else None
        call = Call(
            forum=self.forum,
            method=method,
            path=path,
            viewer=self.forum.accounts[token.account] if token.account else None,
            query=dict(parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)),
            form=form,
            base=f"{scope['scheme']}://{head.get('host', 'localhost')}",
        )
        return await self._answer(call, token)

    async def _answer(self, call: Call, token: Token) -> Answer | None:
        shown, is_too_much = self.quota.count(token.client)
        if is_too_much:
            return replace(error(429), headers=shown)
        fault = self.weather.meet(call.method, call.path)
        early = _refused_early(fault)
        if early:
            return replace(early, headers=shown | early.headers)
        if fault and fault.kind is FaultKind.SLOW:
            await self._sleep(fault.seconds)
        answer = handle(replace(call, lag=fault.lag if fault else NO_LAG))
        if fault and fault.kind is FaultKind.TIMEOUT:
            return HANG
        if fault and fault.kind is FaultKind.AFTER:
            answer = error(500)
        return replace(answer, headers=shown | answer.headers)


def handle(call: Call) -> Answer:
    """The table's answer to the call, with all changes committed."""
    if call.viewer is None and (call.method != "GET" or call.path.startswith("/message")):
        return Answer("", 302, {"location": f"{call.base}/login/?dest={call.path}"})
    row = find(call.method, call.path)
    if row is None:
        return error(404)
    handler, parts = row
    try:
        return handler(replace(call, parts=parts))
    except Refused as no:
        return refusal(no.code, no.text, no.field)
    except Barred as no:
        return error(no.status)
    finally:
        call.forum.commit()


def _refused_early(fault: Fault | None) -> Answer | None:
    """The answer of a fault that comes before the request is looked at."""
    if fault is None:
        return None
    if fault.kind is FaultKind.BEFORE:
        return error(fault.status)
    if fault.kind is FaultKind.TOO_MANY:
        return replace(error(429), headers=headers(1000, 0, 2) | {"retry-after": "2"})
    if fault.kind is FaultKind.RATELIMIT:
        return refusal("RATELIMIT", fault.wording, "ratelimit")
    return None


async def read_body(receive: Receive) -> bytes | None:
    """The whole body, or None when it is longer than anything that the forum takes."""
    parts: list[bytes] = []
    size = 0
    while True:
        event = await receive()
        if event["type"] == "http.disconnect":
            return b"".join(parts)
        size += len(event.get("body", b""))
        if size > LONGEST_BODY:
            return None
        parts.append(event.get("body", b""))
        if not event.get("more_body"):
            return b"".join(parts)


async def respond(send: Send, forum: ForumState, answer: Answer) -> None:
    """The answer goes out, dated with the forum's time."""
    if isinstance(answer.body, dict | list):
        data, kind = json.dumps(answer.body).encode(), "application/json; charset=UTF-8"
    else:
        data, kind = (answer.body or "").encode(), "text/html; charset=UTF-8"
    fields = {
        "date": http_date(forum.clock.now()),
        "content-type": kind,
        "content-length": str(len(data)),
        "cache-control": "private, s-maxage=0, max-age=0, must-revalidate, no-store",
    } | {name.lower(): str(value) for name, value in answer.headers.items()}
    raw = [(name.encode("latin-1"), value.encode("latin-1", "replace")) for name, value in fields.items()]
    await send({"type": "http.response.start", "status": answer.status, "headers": raw})
    await send({"type": "http.response.body", "body": data})
