"""People on the forum: accounts that log in and write over HTTP, like anybody's client."""

from typing import Any

import requests

TIMEOUT = 30


class ForumDownError(Exception):
    """The forum did not take what a simulated person wrote."""


class Person:
    """One account."""

    def __init__(self, url: str, name: str) -> None:
        """Log ``name`` in at the forum at ``url``; the account is made on its first login."""
        self.name = name
        self._url = url
        self._session = requests.Session()
        self._session.trust_env = False
        self._session.headers["Connection"] = "close"  # people pause for longer than a connection is kept
        form = {"grant_type": "password", "username": name, "password": "demo"}
        answer = self._session.post(f"{url}/api/v1/access_token", data=form, auth=("demo", "demo"), timeout=TIMEOUT)
        self._session.headers["Authorization"] = f"bearer {answer.json()['access_token']}"

    def comment(self, parent: str, text: str) -> str:
        """Write below a thread or comment; return the fullname."""
        data = self._post("/api/comment", {"thing_id": parent, "text": text})
        return str(data["json"]["data"]["things"][0]["data"]["name"])

    def message(self, to: str, text: str) -> None:
        """Write a private message."""
        self._post("/api/compose", {"to": to, "subject": "game", "text": text})

    def inbox(self) -> list[dict[str, Any]]:
        """Return the newest messages to this account, newest first."""
        answer = self._session.get(f"{self._url}/message/inbox", params={"limit": 100}, timeout=TIMEOUT)
        return [child["data"] for child in answer.json()["data"]["children"]]

    def _post(self, path: str, form: dict[str, str]) -> Any:
        answer = self._session.post(f"{self._url}{path}", data={"api_type": "json", **form}, timeout=TIMEOUT)
        data = answer.json()
        if answer.status_code != requests.codes.ok or data.get("json", {}).get("errors"):
            raise ForumDownError(f"{path}: {answer.status_code}")
        return data
