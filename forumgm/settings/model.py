"""The sections and keys that an operator can set, with their types, defaults and limits (interfaces.md).

Law: types are strict: a number in quotes is a wrong type, not a number.
"""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, SecretStr, field_validator

from forumgm.games.resistance.options import Options, parse_options

SECRET_KEYS = ("client_id", "client_secret", "password", "refresh_token")
_ADDRESS = r"^https?://\S+[^/\s]$"
_ACCOUNT = r"^([A-Za-z0-9_-]{3,20})?$"
_LARGEST_PORT = 65_535
_LONGEST_SUBREDDIT = 24


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class ForumSettings(_Section):
    """``[forum]``: which forum, which account, which subreddits."""

    kind: Literal["reddit"] = Field(default="reddit", description="the forum software")
    oauth_url: str = Field(default="https://oauth.reddit.com", pattern=_ADDRESS, description="where the API answers")
    reddit_url: str = Field(default="https://www.reddit.com", pattern=_ADDRESS, description="where the login is")
    short_url: str = Field(default="https://redd.it", pattern=_ADDRESS, description="where short links lead to")
    username: str = Field(default="", pattern=_ACCOUNT, description="the bot's account, needed to run")
    owner: str = Field(default="", pattern=_ACCOUNT, description="who answers for the bot; named in the user agent")
    subreddits: list[str] = Field(default_factory=list, description="where games are hosted, written without r/")
    modmail: list[str] = Field(
        default_factory=list, description="those of them whose mod mail is a private channel to players"
    )
    client_id: SecretStr = SecretStr("")
    client_secret: SecretStr = SecretStr("")
    password: SecretStr = SecretStr("")
    refresh_token: SecretStr = SecretStr("")

    @field_validator("subreddits", "modmail")
    @classmethod
    def _names(cls, names: list[str]) -> list[str]:
        for name in names:
            if not name.replace("_", "").isalnum() or not name.isascii() or len(name) > _LONGEST_SUBREDDIT:
                raise ValueError(f"{name!r} is no subreddit name; allowed are letters, digits and _, without r/")
        return names

    @property
    def may_log_in(self) -> bool:
        """Return whether there is what a login needs."""
        secret = self.password.get_secret_value() or self.refresh_token.get_secret_value()
        return bool(self.client_id.get_secret_value() and secret)


class DaemonSettings(_Section):
    """``[daemon]``: how often the forum is read and how long is waited."""

    poll_interval: float = Field(default=30.0, gt=0, le=3600, description="seconds of wall time between two polls")
    close_grace: int = Field(default=180, ge=0, le=3600, description="seconds that a ceiling waits for late items")
    reconcile_wait: int = Field(
        default=60, ge=0, le=3600, description="seconds before an unclear writing is looked for"
    )
    shadow: bool = Field(default=False, description="read and decide, but post nothing; needs a database of its own")
    templates: str = Field(default="", description="directory with templates of your own, in front of ours")


class StorageSettings(_Section):
    """``[storage]``: where games are kept."""

    url: str = Field(
        default="sqlite:///var/forumgm.sqlite3",
        pattern=r"^(sqlite|postgresql)(\+\w+)?://",
        description="sqlite:///FILE or postgresql://USER@HOST/NAME",
    )
    purge_after_days: int = Field(
        default=0, ge=0, le=3650, description="days after a game's end when its private texts are blanked; 0 keeps them"
    )


class WebSettings(_Section):
    """``[web]``: the status pages, health and metrics."""

    listen: str = Field(
        default="127.0.0.1:8010",
        pattern=r"^$|^(\[[0-9a-fA-F:]+\]|[\w.-]+):\d{1,5}$",
        description="address and port of pages, health and metrics; empty switches them off",
    )
    public_url: str = Field(default="", pattern=rf"^$|{_ADDRESS}", description="where players reach the pages")

    @field_validator("listen")
    @classmethod
    def _port(cls, listen: str) -> str:
        if listen and int(listen.rpartition(":")[2]) > _LARGEST_PORT:
            raise ValueError(f"the port may be {_LARGEST_PORT} at most")
        return listen

    @property
    def address(self) -> tuple[str, int] | None:
        """Return host and port, None if nothing is to listen."""
        if not self.listen:
            return None
        host, _, port = self.listen.rpartition(":")
        return host.strip("[]"), int(port)


class LogSettings(_Section):
    """``[log]``: how much is logged."""

    level: Literal["debug", "info", "warning", "error"] = Field(default="info", description="the least that is written")


class SubredditSettings(_Section):
    """``[subreddit.NAME]``: what differs there (hosting.md, "Subreddits")."""

    preset: str = Field(default="forum", pattern=r"^[a-z0-9_-]{1,40}$", description="the options of its games")
    hosts: list[str] = Field(default_factory=list, description="accounts that may open a game beside the moderators")
    max_games: int = Field(default=5, ge=1, le=1000, description="games at once")
    min_account_age_days: int = Field(default=0, ge=0, le=3650, description="age of an account that may take a seat")
    quiet_hours: str = Field(
        default="",
        pattern=r"^$|^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$",
        description="UTC hours in which games pause",
    )
    quiet_days: list[Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]] = Field(
        default_factory=list, description="days on which games pause"
    )


class Settings(_Section):
    """Everything that an operator can set."""

    forum: ForumSettings = Field(default_factory=ForumSettings)
    daemon: DaemonSettings = Field(default_factory=DaemonSettings)
    storage: StorageSettings = Field(default_factory=StorageSettings)
    web: WebSettings = Field(default_factory=WebSettings)
    log: LogSettings = Field(default_factory=LogSettings)
    rules: dict[str, Any] = Field(default_factory=dict)
    """Options of The Resistance that differ from the rules' defaults (record.md, "Options")."""
    subreddit: dict[str, SubredditSettings] = Field(default_factory=dict)
    _presets: Mapping[str, Mapping[str, Any]] = PrivateAttr(default_factory=dict)

    def options(self) -> Options:
        """Return the rules' options as set here; they were validated at load."""
        options, problems = parse_options(self.rules)
        assert not problems, "options are validated at load"
        return options

    def of_subreddit(self, name: str) -> SubredditSettings:
        """Return what is set for a subreddit, in any case of its name."""
        found = (s for key, s in self.subreddit.items() if key.lower() == name.lower())
        return next(found, SubredditSettings())

    @property
    def presets(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the presets that hosts choose from, by name; empty if nothing was loaded from a file."""
        return self._presets

    def with_presets(self, found: Mapping[str, Mapping[str, Any]]) -> "Settings":
        """Return the same settings with these presets."""
        settings = self.model_copy()
        settings._presets = found  # noqa: SLF001 - our own copy
        return settings
