"""Loading: file, environment and secrets become ``Settings``, or a list of everything that is wrong.

Law: all problems are told at once, each with its source, its key and what is allowed.
"""

import os
from collections.abc import Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from forumgm.games.resistance.options import parse_options
from forumgm.settings import sources
from forumgm.settings.model import SECRET_KEYS, Settings, SubredditSettings
from forumgm.settings.presets import presets
from forumgm.settings.problems import Problem, SettingsError

DEFAULT_FILE = Path("config/forumgm.toml")
PRESETS = "presets"
"""Folder beside the configuration file."""


def load(path: Path | None = None, *, environment: Mapping[str, str] | None = None) -> Settings:
    """Read the file (default ``config/forumgm.toml``, which may be absent) and the environment over it.

    Raises SettingsError with every problem found.
    """
    environment = os.environ if environment is None else environment
    file = path or DEFAULT_FILE
    if path is not None and not path.is_file():
        problem = Problem("FGM-E001", "-", "there is no such file.", "Try 'forumgm init'.", str(file))
        raise SettingsError([problem])
    tree = sources.read_file(file) if file.is_file() else {}
    problems = list(sources.take_secrets_out(tree, file=file))
    origins = sources.overlay(tree, environment)
    sources.add_secrets(tree, environment)
    try:
        settings = Settings.model_validate(tree)
    except ValidationError as error:
        problems += [_problem(e, file, origins) for e in error.errors(include_url=False)]
        settings = Settings.model_validate(_without(tree, [e["loc"] for e in error.errors()]))
    problems += _rules(tree, file, origins)
    known: dict[str, dict[str, Any]] = {}
    try:
        known = presets(file.parent / PRESETS)
        problems += _unknown_presets(settings, known, file)
    except SettingsError as error:
        problems += error.problems
    if problems:
        raise SettingsError(problems, rest=settings.model_copy(update={"rules": {}}))
    return settings.with_presets(known)


def _without(tree: sources.Tree, places: Sequence[tuple[int | str, ...]]) -> sources.Tree:
    """Return a copy of the tree without the keys that are wrong."""
    rest = deepcopy(tree)
    for place in places:
        node = rest
        for part in map(str, place[:-1]):
            if not isinstance(node.get(part), dict):
                break
            node = node[part]
        else:
            part = str(place[-1])
        node.pop(part, None)
    return rest


def to_run(settings: Settings) -> list[Problem]:
    """Return what is missing for the daemon to run; a configuration for other commands needs none of it."""
    forum = settings.forum
    problems = []
    if not forum.username:
        problems.append(Problem("FGM-E010", "forum.username", "the bot's account is not named.", "Set it."))
    if not forum.subreddits:
        problems.append(Problem("FGM-E011", "forum.subreddits", "no subreddit is named.", "Name at least one."))
    if not forum.may_log_in:
        remedy = (
            "Set client_id, client_secret and a refresh_token (or password) as FORUMGM_FORUM__CLIENT_ID ... in the"
            " environment, in praw.ini under [forumgm], or as systemd credentials."
        )
        problems.append(Problem("FGM-E012", "forum.client_id", "there is nothing to log in with.", remedy))
    return problems


def _rules(tree: Mapping[str, Any], file: Path, origins: sources.Origins) -> list[Problem]:
    rules = tree.get("rules")
    found = parse_options(rules)[1] if isinstance(rules, dict) else ()
    return [
        Problem(
            "FGM-E005",
            f"rules.{p.key}",
            f"{p.value!r} is not allowed." if p.value is not None else "this is not allowed.",
            f"Allowed: {p.allowed}.",
            origins.get(("rules", p.key), str(file)),
        )
        for p in found
    ]


def _unknown_presets(settings: Settings, known: Mapping[str, Any], file: Path) -> list[Problem]:
    return [
        Problem(
            "FGM-E013",
            f"subreddit.{name}.preset",
            f"there is no preset {section.preset!r}.",
            f"Allowed: {', '.join(sorted(known))}.",
            str(file),
        )
        for name, section in settings.subreddit.items()
        if section.preset not in known
    ]


def _problem(error: Any, file: Path, origins: sources.Origins) -> Problem:
    place = tuple(str(part) for part in error["loc"])
    source = next((text for path, text in origins.items() if path[: len(place)] == place[: len(path)]), str(file))
    key = ".".join(place)
    if error["type"] == "extra_forbidden":
        return Problem("FGM-E004", key, "there is no such key.", _allowed_beside(place), source)
    text = str(error["msg"]).removeprefix("Value error, ").rstrip(".")
    return Problem("FGM-E006", key, f"{text}.", _allowed(place), source)


def _field(place: tuple[str, ...]) -> tuple[type[BaseModel], str | None]:
    """Return the section that a place is in, and the key in it that it means, if there is one."""
    model: type[BaseModel] = Settings
    parts = list(place)
    while parts:
        field = model.model_fields.get(parts[0])
        if field is None:
            return model, None
        if parts[0] == "subreddit" and model is Settings and len(parts) > 2:
            model, parts = SubredditSettings, parts[2:]
        elif isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel) and len(parts) > 1:
            model, parts = field.annotation, parts[1:]
        else:
            return model, parts[0]
    return model, None


def _allowed(place: tuple[str, ...]) -> str:
    """Return what a key means and its default, from its row in the model."""
    model, key = _field(place)
    field = model.model_fields[key] if key else None
    if field is None or not field.description:
        return ""
    default = field.get_default(call_default_factory=True)
    return f"It is: {field.description} (default {default!r})."


def _allowed_beside(place: tuple[str, ...]) -> str:
    model, _ = _field(place)
    names = sorted(name for name in model.model_fields if name not in SECRET_KEYS)
    return f"Allowed here: {', '.join(names)}."
