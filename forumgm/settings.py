"""Settings: one TOML file, overridable by the environment, checked as a whole before anything starts.

Laws (interfaces.md, "Configuration"): an unknown key, a wrong type or an impossible value is an error that names file,
key and what is allowed. Secrets come from the environment, systemd credentials or praw.ini, never from the file, and
are never printed.
"""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError, field_validator

from forumgm.core.errors import ForumGmError
from forumgm.games.resistance.options import Options, parse_options

DEFAULT_FILE = Path("config/forumgm.toml")
ENVIRONMENT_PREFIX = "FORUMGM_"
SECRET_KEYS = ("client_id", "client_secret", "password", "refresh_token")
_MIN_CLOSE_GRACE = 0


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with the configuration: a stable id, the key, what is wrong and what to do."""

    id: str
    key: str
    text: str
    remedy: str = ""

    def __str__(self) -> str:
        remedy = f" {self.remedy}" if self.remedy else ""
        return f"{self.id} {self.key}: {self.text}{remedy}"


class SettingsError(ForumGmError):
    """The configuration can't be used; ``problems`` lists everything that is wrong with it."""

    def __init__(self, file: str, problems: list[Problem]) -> None:
        self.file = file
        self.problems = problems
        super().__init__("\n".join(f"{file}: {p}" for p in problems))


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class ForumSettings(_Section):
    """``[forum]``: which forum, which account, which subreddits."""

    kind: Literal["reddit"] = "reddit"
    oauth_url: str = Field("https://oauth.reddit.com", pattern=r"^https?://\S+[^/]$")
    reddit_url: str = Field("https://www.reddit.com", pattern=r"^https?://\S+[^/]$")
    short_url: str = Field("https://redd.it", pattern=r"^https?://\S+[^/]$")
    username: str = Field("", pattern=r"^([A-Za-z0-9_-]{3,20})?$")
    """The bot's account, needed to run."""
    owner: str = Field("", pattern=r"^([A-Za-z0-9_-]{3,20})?$")
    """The person who answers for the bot; named in the user agent, as Reddit asks."""
    subreddits: list[str] = Field(default_factory=list)
    modmail: list[str] = Field(default_factory=list)
    """Subreddits whose mod mail is a private channel to players."""
    client_id: SecretStr = SecretStr("")
    client_secret: SecretStr = SecretStr("")
    password: SecretStr = SecretStr("")
    refresh_token: SecretStr = SecretStr("")

    @field_validator("subreddits", "modmail")
    @classmethod
    def _names(cls, names: list[str]) -> list[str]:
        for name in names:
            if not name.replace("_", "").isalnum() or len(name) > 24:
                raise ValueError(f"{name!r} is no subreddit name; write it without r/")
        return names


class DaemonSettings(_Section):
    """``[daemon]``: how often the forum is read and how long is waited."""

    poll_interval: float = Field(30.0, gt=0, le=3600)
    """Seconds of wall time between two polls."""
    close_grace: int = Field(180, ge=0, le=3600)
    """Seconds of forum time that a ceiling waits for late items (design.md law 4)."""
    reconcile_wait: int = Field(60, ge=0, le=3600)
    """Seconds of forum time before an unclear writing is looked for (reddit.md 6.1)."""
    shadow: bool = False
    """True: read and decide, but post nothing."""


class StorageSettings(_Section):
    """``[storage]``: where games are kept."""

    url: str = Field("sqlite:///var/forumgm.sqlite3", pattern=r"^(sqlite|postgresql)(\+\w+)?://")
    purge_after_days: int = Field(0, ge=0, le=3650)
    """Days after a game's end when its private texts are blanked; 0 keeps them."""


class WebSettings(_Section):
    """``[web]``: the status pages, health and metrics."""

    listen: str = Field("127.0.0.1:8010", pattern=r"^$|^(\[[0-9a-fA-F:]+\]|[\w.-]+):\d{1,5}$")
    """Address and port; empty switches the pages off."""
    public_url: str = Field("", pattern=r"^$|^https?://\S+[^/]$")
    """Where players reach the pages, for links in posts."""


class SubredditSettings(_Section):
    """``[subreddit.NAME]``: what differs there (hosting.md, "Subreddits")."""

    preset: str = Field("forum", pattern=r"^[a-z0-9_-]{1,40}$")
    hosts: list[str] = Field(default_factory=list)
    """Accounts that may open a game beside the moderators."""
    max_games: int = Field(5, ge=1, le=1000)
    min_account_age_days: int = Field(0, ge=0, le=3650)
    quiet_hours: str = Field("", pattern=r"^$|^\d{2}:\d{2}-\d{2}:\d{2}$")
    """UTC hours in which games pause, as ``22:00-07:00``."""
    quiet_days: list[Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]] = Field(default_factory=list)


class Settings(_Section):
    """Everything that an operator can set."""

    forum: ForumSettings = Field(default_factory=ForumSettings)
    daemon: DaemonSettings = Field(default_factory=DaemonSettings)
    storage: StorageSettings = Field(default_factory=StorageSettings)
    web: WebSettings = Field(default_factory=WebSettings)
    rules: dict[str, Any] = Field(default_factory=dict)
    """Options of The Resistance that differ from the rules' defaults (record.md, "Options")."""
    subreddit: dict[str, SubredditSettings] = Field(default_factory=dict)

    def options(self) -> Options:
        """Return the rules' options as set here; they were validated at load."""
        options, problems = parse_options(self.rules)
        assert not problems, "options are validated at load"
        return options


def load(path: Path | None = None, *, environment: Mapping[str, str] | None = None) -> Settings:
    """Read the file (default ``config/forumgm.toml``, which may be absent) and the environment over it.

    Raises SettingsError with every problem found.
    """
    environment = os.environ if environment is None else environment
    file = path or DEFAULT_FILE
    if path is not None and not path.is_file():
        raise SettingsError(str(file), [Problem("FGM-E001", "-", "there is no such file.", "Try 'forumgm init'.")])
    tree = _read(file) if file.is_file() else {}
    problems = _secrets_in_file(tree)
    _overlay(tree, environment)
    _credentials(tree, environment)
    try:
        settings = Settings.model_validate(_converted(tree), strict=False)
    except ValidationError as error:
        problems += [_problem(e) for e in error.errors(include_url=False, include_input=False)]
        settings = None
    problems += [Problem("FGM-E005", f"rules.{p.key}", p.text, p.allowed) for p in parse_options(_rules(tree))[1]]
    if problems or settings is None:
        raise SettingsError(str(file), problems)
    return settings


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(str(file), [Problem("FGM-E002", "-", f"this is not TOML: {error}.")]) from error


def _rules(tree: Mapping[str, Any]) -> Mapping[str, Any]:
    rules = tree.get("rules")
    return rules if isinstance(rules, dict) else {}


def _secrets_in_file(tree: Mapping[str, Any]) -> list[Problem]:
    forum = tree.get("forum")
    if not isinstance(forum, dict):
        return []
    remedy = "Set it in the environment, praw.ini or a systemd credential, and remove it here."
    found = [key for key in SECRET_KEYS if key in forum]
    for key in found:
        forum.pop(key)
    return [Problem("FGM-E003", f"forum.{key}", "secrets don't belong into this file.", remedy) for key in found]


def _overlay(tree: dict[str, Any], environment: Mapping[str, str]) -> None:
    """Lay ``FORUMGM_SECTION__KEY`` over the file; values are read as TOML where they are, else as text."""
    for name, text in environment.items():
        if not name.upper().startswith(ENVIRONMENT_PREFIX) or "__" not in name:
            continue
        *path, key = name[len(ENVIRONMENT_PREFIX) :].lower().split("__")
        node = tree
        for part in path:
            node = node.setdefault(part, {})
            if not isinstance(node, dict):
                break
        else:
            node[key] = text if key in SECRET_KEYS else _value(text)


def _value(text: str) -> Any:
    try:
        return tomllib.loads(f"v = {text}")["v"]
    except tomllib.TOMLDecodeError:
        return text


def _credentials(tree: dict[str, Any], environment: Mapping[str, str]) -> None:
    """Take secrets that systemd hands over as files (``LoadCredential``)."""
    folder = environment.get("CREDENTIALS_DIRECTORY")
    if not folder:
        return
    forum = tree.setdefault("forum", {})
    for key in SECRET_KEYS:
        file = Path(folder) / f"forumgm.{key}"
        if isinstance(forum, dict) and file.is_file():
            forum.setdefault(key, file.read_text("utf-8").strip())


def _converted(tree: dict[str, Any]) -> dict[str, Any]:
    """Whole numbers are fine where a fraction is meant; everything else stays as written."""
    daemon = tree.get("daemon")
    if isinstance(daemon, dict) and isinstance(daemon.get("poll_interval"), int):
        daemon["poll_interval"] = float(daemon["poll_interval"])
    return tree


def _problem(error: Any) -> Problem:
    key = ".".join(str(part) for part in error["loc"])
    if error["type"] == "extra_forbidden":
        return Problem("FGM-E004", key, "there is no such key.", _allowed_beside(error["loc"]))
    return Problem("FGM-E006", key, f"{error['msg']}.")


def _allowed_beside(location: tuple[Any, ...]) -> str:
    model: Any = Settings
    for part in location[:-1]:
        annotation = model.model_fields[part].annotation if part in model.model_fields else None
        if not isinstance(annotation, type) or not issubclass(annotation, BaseModel):
            model = SubredditSettings if location[0] == "subreddit" else Settings
            break
        model = annotation
    names = sorted(n for n in model.model_fields if n not in SECRET_KEYS)
    return f"Allowed here: {', '.join(names)}."
