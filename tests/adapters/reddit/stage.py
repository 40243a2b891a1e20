"""People on the sandbox, by plain HTTP, and the levers that tests pull."""

from typing import Any

import requests

from forumgm.adapters.reddit import RedditForum, RedditSettings
from forumgm.core.items import Account
from forumgm.sandbox.server import SandboxServer
from tests.adapters.forum.contract import SUB

START = 1_767_225_600


def settings_for(url: str, **changes: str) -> RedditSettings:
    """Settings of the bot on the sandbox."""
    values = {
        "client_id": "client",
        "client_secret": "secret",
        "user_agent": "linux:forumgm.tests:v1 (by u/owner)",
        "username": "gm_bot",
        "password": "pw",
        "oauth_url": url,
        "reddit_url": url,
        "short_url": url,
    }
    return RedditSettings(**(values | changes))


class SandboxStage:
    """The Reddit adapter on a sandbox with a clock that stands still."""

    def __init__(self, server: SandboxServer, forum: RedditForum) -> None:
        self.server = server
        self.forum = forum
        self._http = requests.Session()
        self._http.trust_env = False
        self._tokens: dict[str, str] = {}
        self._moderators: dict[str, list[str]] = {}
        self._moderate(SUB, "mod_max")
        self.account("gm_bot")

    def close(self) -> None:
        self.forum.close()
        self._http.close()

    # -- levers

    def lever(self, lever: str, /, **fields: Any) -> Any:
        answer = self._http.post(f"{self.server.url}/sandbox/{lever}", json=fields, timeout=20)
        answer.raise_for_status()
        return answer.json()

    def fault(self, match: str, mode: str, **fields: Any) -> None:
        """Let requests meet trouble; ``match`` is ``METHOD /path`` as a pattern."""
        self.lever("faults", match=match, mode=mode, **fields)

    def calm(self) -> None:
        self.lever("faults", clear=True)

    def requested(self) -> list[tuple[str, str]]:
        """Method and path of everything asked of the Reddit side, oldest first."""
        told = self._http.get(f"{self.server.url}/sandbox/requests", timeout=20).json()["requests"]
        return [(r["method"], r["path"].rstrip("/")) for r in told]

    def advance(self, seconds: int) -> None:
        self.lever("clock", advance=seconds)

    # -- people

    def as_user(self, name: str, method: str, path: str, **form: Any) -> Any:
        """One request of a person to the Reddit side."""
        if name not in self._tokens:
            told = self._http.post(
                f"{self.server.url}/api/v1/access_token",
                auth=("app", "secret"),
                data={"grant_type": "password", "username": name, "password": "x"},
                timeout=20,
            ).json()
            self._tokens[name] = told["access_token"]
        answer = self._http.request(
            method,
            f"{self.server.url}{path}",
            headers={"Authorization": f"bearer {self._tokens[name]}", "User-Agent": f"linux:tests:v1 (by u/{name})"},
            params={"raw_json": 1} | (form if method == "GET" else {}),
            data={"api_type": "json"} | form if method == "POST" else None,
            timeout=20,
        )
        answer.raise_for_status()
        told = answer.json()
        errors = told.get("json", {}).get("errors") if isinstance(told, dict) else None
        assert not errors, errors
        return told

    def account(self, name: str) -> Account:
        told = self.lever("account", name=name)
        return Account(id=told["id"], name=told["name"])

    def open_thread(self, name: str, subreddit: str, title: str) -> str:
        self.account(name)
        told = self.as_user(name, "POST", "/api/submit", kind="self", sr=subreddit, title=title, text="hello")
        return str(told["json"]["data"]["name"])

    def say(self, name: str, thread: str, text: str, *, parent: str | None = None) -> str:
        self.account(name)
        told = self.as_user(name, "POST", "/api/comment", thing_id=parent or thread, text=text)
        return str(told["json"]["data"]["things"][0]["data"]["name"])

    def edit(self, name: str, fullname: str, text: str) -> None:
        self.as_user(name, "POST", "/api/editusertext", thing_id=fullname, text=text)

    def delete(self, name: str, fullname: str) -> None:
        self.as_user(name, "POST", "/api/del", id=fullname)

    def remove(self, fullname: str) -> None:
        self.as_user("mod_max", "POST", "/api/remove", id=fullname)

    def approve(self, fullname: str) -> None:
        self.as_user("mod_max", "POST", "/api/approve", id=fullname)

    def lock(self, thread: str) -> None:
        self.as_user("mod_max", "POST", "/api/lock", id=thread)

    def archive(self, thread: str) -> None:
        self.lever("archive", id=thread)

    def bot_moderates(self, subreddit: str) -> None:
        self._moderate(subreddit, "gm_bot")

    def write(self, name: str, text: str) -> None:
        self.account(name)
        self.as_user(name, "POST", "/api/compose", to="gm_bot", subject="hello", text=text)

    def write_modmail(self, name: str, subreddit: str, text: str) -> None:
        self.account(name)
        self.as_user(name, "POST", "/api/compose", to=f"/r/{subreddit}", subject="hello", text=text)

    def refuse_messages(self, name: str) -> None:
        self.lever("account", name=name, accepts_messages="NOT_WHITELISTED_BY_USER_MESSAGE")

    def inbox(self, name: str) -> list[str]:
        listed = self.as_user(name, "GET", "/message/inbox")["data"]["children"]
        return [c["data"]["body"] for c in reversed(listed) if c["kind"] == "t4"]

    def text_of(self, fullname: str) -> str:
        listed = self.as_user("mod_max", "GET", "/api/info", id=fullname)["data"]["children"]
        return str(listed[0]["data"]["body"])

    def copies(self, text: str) -> int:
        """How often the bot has written this: in comments, threads and messages."""
        forum = self.server.forum
        texts = [c.text for c in forum.comments.values()] + [p.text for p in forum.posts.values()]
        return (texts + [m.text for m in forum.messages.values()]).count(text)

    def _moderate(self, subreddit: str, name: str) -> None:
        self._moderators.setdefault(subreddit, []).append(name)
        self.lever("moderators", subreddit=subreddit, users=self._moderators[subreddit])
