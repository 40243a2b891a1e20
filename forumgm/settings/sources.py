"""Where settings come from: the file, the environment over it, and secrets from three places.

Laws (interfaces.md, "Configuration"): secrets come from the environment, systemd credentials or praw.ini, in this
order, and never from the file. Every key remembers which source it came from, so that a problem can name it.
"""

import configparser
import json
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_origin

from pydantic import BaseModel

from forumgm.settings.model import SECRET_KEYS, Settings, SubredditSettings
from forumgm.settings.problems import Problem, SettingsError

PREFIX = "FORUMGM_"
PRAW_SITE = "forumgm"
_MAPS = {"subreddit": SubredditSettings}

Tree = dict[str, Any]
Origins = dict[tuple[str, ...], str]


def read_file(file: Path) -> Tree:
    """Return what the file says. Raises SettingsError if it can't be read or is no TOML."""
    try:
        return tomllib.loads(file.read_text("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        problem = Problem("FGM-E002", "-", f"this is not TOML: {error}.", source=str(file))
        raise SettingsError([problem]) from None
    except OSError as error:
        problem = Problem("FGM-E001", "-", f"this file can't be read: {error.strerror}.", source=str(file))
        raise SettingsError([problem]) from None


def take_secrets_out(tree: Tree, *, file: Path) -> Iterator[Problem]:
    """Remove secrets that stand in the file and tell of each."""
    forum = tree.get("forum")
    for key in SECRET_KEYS:
        if isinstance(forum, dict) and key in forum:
            del forum[key]
            remedy = "Set it in the environment, praw.ini or a systemd credential, and remove it here."
            yield Problem("FGM-E003", f"forum.{key}", "secrets don't belong into this file.", remedy, str(file))


def overlay(tree: Tree, environment: Mapping[str, str]) -> Origins:
    """Lay ``FORUMGM_SECTION__KEY`` over the tree; return which keys came from which variable."""
    origins: Origins = {}
    for name in sorted(environment):
        if not name.upper().startswith(PREFIX) or "__" not in name:
            continue
        path = tuple(name[len(PREFIX) :].lower().split("__"))
        node = tree
        for part in path[:-1]:
            below = node.setdefault(part, {})
            if not isinstance(below, dict):
                below = node[part] = {}
            node = below
        node[path[-1]] = _value(path, environment[name])
        origins[path] = f"environment variable {name}"
    return origins


def _value(path: tuple[str, ...], text: str) -> Any:
    """Read a variable as its key wants it: a text as it stands, a list also with commas, all else as TOML or JSON."""
    kind = _kind(path)
    if path[-1] in SECRET_KEYS and path[0] == "forum":
        return text
    try:
        value = tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        value = _table(text)
    if kind is str and not isinstance(value, str):
        return text
    if kind is list and isinstance(value, str):
        return [part.strip() for part in value.split(",") if part.strip()]
    return value


def _table(text: str) -> Any:
    """Return a table that is written as JSON, or the text."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return found if isinstance(found, dict) else text


def _kind(path: tuple[str, ...]) -> Any:
    """Return ``str`` or ``list`` where the key is one of these, else None."""
    model: type[BaseModel] | None = Settings
    for place, part in enumerate(path):
        if model is None or part not in model.model_fields:
            return None
        annotation: Any = model.model_fields[part].annotation
        if place == len(path) - 1:
            return get_origin(annotation) or annotation
        if part in _MAPS and place == 0:
            return _kind_below(_MAPS[part], path[2:])
        model = annotation if isinstance(annotation, type) and issubclass(annotation, BaseModel) else None
    return None


def _kind_below(model: type[BaseModel], path: tuple[str, ...]) -> Any:
    if len(path) != 1 or path[0] not in model.model_fields:
        return None
    annotation: Any = model.model_fields[path[0]].annotation
    return get_origin(annotation) or annotation


def add_secrets(tree: Tree, environment: Mapping[str, str]) -> None:
    """Fill in the secrets (and the account's name) that the environment left open."""
    forum = tree.setdefault("forum", {})
    if not isinstance(forum, dict):
        return
    for key, value in _credentials(environment):
        forum.setdefault(key, value)
    for key, value in _praw_ini(environment):
        forum.setdefault(key, value)


def _credentials(environment: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield what systemd hands over as files (``LoadCredential=forumgm.password:...``)."""
    folder = environment.get("CREDENTIALS_DIRECTORY")
    for key in SECRET_KEYS if folder else ():
        file = Path(str(folder)) / f"forumgm.{key}"
        if file.is_file():
            yield key, file.read_text("utf-8-sig").strip()


def _praw_ini(environment: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield what praw.ini has under ``[forumgm]``, else ``[DEFAULT]``: the one here, then the one of the user."""
    home = environment.get("XDG_CONFIG_HOME") or str(Path(environment.get("HOME") or "~").expanduser() / ".config")
    for file in (Path("praw.ini"), Path(home) / "praw.ini"):
        parser = configparser.ConfigParser(interpolation=None)
        try:
            parser.read(file, "utf-8")
        except (configparser.Error, UnicodeDecodeError, OSError):
            problem = Problem("FGM-E008", "-", "this is no praw.ini that can be read.", source=str(file))
            raise SettingsError([problem]) from None
        section = parser[PRAW_SITE] if parser.has_section(PRAW_SITE) else parser.defaults()
        for key in (*SECRET_KEYS, "username"):
            if section.get(key):
                yield key, section[key]
