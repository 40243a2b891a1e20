"""Logins: any client, any secret, any password, and an account for every name.

Laws:
* Tokens live on the machine's time and in memory: a restart, an expiry or a revocation is answered with a 401 that PRAW
  heals by logging in again.
* ``RT-<name>`` is the refresh token of that account. Client credentials give a token without an account.
"""

import base64
import binascii
from dataclasses import dataclass

from forumgm.sandbox.api.call import Answer, error
from forumgm.sandbox.forum import ForumState
from forumgm.sandbox.things import Account

REFRESH_PREFIX = "RT-"
INVALID_GRANT = Answer({"error": "invalid_grant"})


@dataclass(frozen=True, slots=True)
class Token:
    """A login: whose, through which client, until when (machine time)."""

    account: str | None
    client: str
    expires: float


class Tokens:
    """The tokens that are good now."""

    def __init__(self, forum: ForumState) -> None:
        """No tokens yet."""
        self._forum = forum
        self._tokens: dict[str, Token] = {}
        self._count = 0

    def revoke_all(self) -> None:
        """Every token is bad from now on."""
        self._tokens.clear()

    def revoke(self, text: str) -> None:
        """This token is bad from now on."""
        self._tokens.pop(text, None)

    def find(self, authorization: str) -> Token | None:
        """The token in an ``Authorization`` header while it is good."""
        scheme, _, text = authorization.partition(" ")
        token = self._tokens.get(text.strip()) if scheme.lower() == "bearer" else None
        if token and token.expires <= self._forum.clock.machine():
            del self._tokens[text.strip()]
            return None
        return token

    def grant(self, authorization: str, form: dict[str, str]) -> tuple[Answer, Account | None]:
        """The answer of the token endpoint, and who logged in."""
        client = _client(authorization)
        if client is None:
            return error(401), None
        kind = form.get("grant_type", "")
        if kind == "password":
            account = self._account(form.get("username", ""))
            return (self._issue(client, account) if account else INVALID_GRANT), account
        if kind == "refresh_token":
            text = form.get("refresh_token", "")
            account = self._account(text.removeprefix(REFRESH_PREFIX)) if text.startswith(REFRESH_PREFIX) else None
            return (self._issue(client, account, refresh=text) if account else error(400)), account
        if kind == "client_credentials" or kind.endswith("installed_client"):
            return self._issue(client, None), None
        return Answer({"error": "unsupported_grant_type"}), None

    def _account(self, name: str) -> Account | None:
        try:
            return self._forum.account(name)
        except ValueError:
            return None

    def _issue(self, client: str, account: Account | None, *, refresh: str | None = None) -> Answer:
        self._count += 1
        lifetime = self._forum.settings.token_ttl
        now = self._forum.clock.machine()
        text = f"sandbox-{self._count}-{int(now * 1000)}"
        self._tokens[text] = Token(account.id if account else None, client, now + lifetime)
        body: dict[str, object] = {
            "access_token": text,
            "token_type": "bearer",
            "expires_in": lifetime,
            "scope": "*",
        }
        return Answer(body | ({"refresh_token": refresh} if refresh else {}))


def _client(authorization: str) -> str | None:
    """The client id of Basic credentials, or None when there are none."""
    scheme, _, text = authorization.partition(" ")
    if scheme.lower() != "basic":
        return None
    try:
        client = base64.b64decode(text).decode().partition(":")[0]
    except (binascii.Error, UnicodeDecodeError):
        return None
    return client or None
