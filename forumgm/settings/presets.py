"""Presets: named sets of options that hosts choose from (``!host resistance preset classic``).

Laws: a preset is a TOML file of options by their names in record.md; those beside the configuration come before ours
of the same name. A preset that is wrong is a problem at load, not when somebody opens a game.
"""

import re
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from forumgm.games.resistance.options import parse_options
from forumgm.settings.problems import Problem, SettingsError
from forumgm.settings.sources import read_file

_NAME = re.compile(r"[a-z0-9_-]{1,40}")


def package_config() -> Path:
    """Return the directory of the configuration that comes with the program."""
    inside = Path(str(files("forumgm"))) / "_data" / "config"
    return inside if inside.is_dir() else Path(str(files("forumgm"))).parent / "config"


def presets(directory: Path | None = None) -> dict[str, dict[str, Any]]:
    """Return all presets by name: ours, and those in ``directory`` over them. Raises SettingsError."""
    found: dict[str, dict[str, Any]] = {}
    problems: list[Problem] = []
    for folder in (package_config() / "presets", *([directory] if directory else [])):
        for file in sorted(folder.glob("*.toml")):
            options = read_file(file)
            problems += _problems(file, options)
            found[file.stem] = options
    if problems:
        raise SettingsError(problems)
    return found


def _problems(file: Path, options: Mapping[str, Any]) -> list[Problem]:
    wrong = [
        Problem("FGM-E005", p.key, f"{p.value!r} is not allowed.", f"Allowed: {p.allowed}.", str(file))
        for p in parse_options(options)[1]
    ]
    if not _NAME.fullmatch(file.stem):
        text = "this is no name of a preset."
        wrong.append(Problem("FGM-E009", file.stem, text, "Allowed: a-z, 0-9, _ and -, 40 at most.", str(file)))
    return wrong
