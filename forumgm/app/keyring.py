"""The keyring: one-time links and sessions for the moderators' page (hosting.md).

Laws: a key is stored as a digest only; a link works once and not for long; a newer link to the same account takes the
older one's place. A key proves an account and no right: rights are looked up at each request.
"""

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Any

from forumgm.app.ports import Transaction
from forumgm.core.items import Account

LINK_SECONDS = 15 * 60
"""How long a link may be used, in forum time."""
SESSION_SECONDS = 12 * 3600
SESSIONS = 5
"""Open sessions of one account; a further one ends the oldest."""
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a session."""

    account: str
    name: str


def issue(tx: Transaction, account: Account, *, now: int) -> str:
    """Return a one-time link's key for this account."""
    key = _draw()
    tx.set_value(_link(account.id), {"digest": _digest(key), "name": account.name, "until": now + LINK_SECONDS})
    return f"{account.id}.{key}"


def redeem(tx: Transaction, link: str, *, now: int) -> str | None:
    """Use up a link; return the key of a new session, None if the link is unknown, used or too old."""
    account, key = _parts(link)
    stored = tx.value(_link(account)) if account else None
    if stored is None or not hmac.compare_digest(stored["digest"], _digest(key)):
        return None
    tx.set_value(_link(account), None)
    if now >= stored["until"]:
        return None
    session = _draw()
    row = {"digest": _digest(session), "name": stored["name"], "until": now + SESSION_SECONDS}
    tx.set_value(_sessions(account), [*_open(tx, account, now=now), row][-SESSIONS:])
    return f"{account}.{session}"


def holder(tx: Transaction, session: str, *, now: int) -> Holder | None:
    """Return whose session this is, None if there is none or it is over."""
    account, key = _parts(session)
    mine = [r for r in _open(tx, account, now=now) if hmac.compare_digest(r["digest"], _digest(key))]
    return Holder(account, mine[0]["name"]) if mine else None


def end(tx: Transaction, session: str, *, now: int) -> None:
    """End a session; nothing happens if there is none."""
    account, key = _parts(session)
    rest = [r for r in _open(tx, account, now=now) if not hmac.compare_digest(r["digest"], _digest(key))]
    if account:
        tx.set_value(_sessions(account), rest or None)


def _draw() -> str:
    """Return a new key that nobody can guess."""
    return secrets.token_urlsafe(32)


def _open(tx: Transaction, account: str, *, now: int) -> list[dict[str, Any]]:
    stored = tx.value(_sessions(account)) if account else None
    return [r for r in stored or () if now < r["until"]]


def _parts(text: str) -> tuple[str, str]:
    account, dot, key = text[:_LONGEST].partition(".")
    return (account, key) if dot and account.replace("_", "").isalnum() and account.isascii() else ("", "")


def _digest(key: str) -> str:
    return hashlib.sha256(f"forumgm/key|{key}".encode("utf-8", "replace")).hexdigest()


def _link(account: str) -> str:
    return f"web-link:{account}"


def _sessions(account: str) -> str:
    return f"web-sessions:{account}"
