"""design.md section 4: ``__init__`` holds a map, so that a newcomer finds each module where he looks first."""

import ast
import re
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "forumgm"
ROOMS = (
    "", "adapters", "adapters/memory", "adapters/reddit", "adapters/store", "app", "app/ports", "core", "demo", "games",
    "language", "record", "rendering", "service", "service/samples", "settings", "web",
)  # fmt: skip


def modules(room: Path) -> set[str]:
    """Return the names of a room's modules and rooms."""
    files = {path.stem for path in room.glob("*.py") if not path.stem.startswith("_")}
    return files | {path.parent.name for path in room.glob("*/__init__.py")}


@pytest.mark.parametrize("room", ROOMS)
def test_a_rooms_map_names_every_module(room: str) -> None:
    folder = PACKAGE / room
    told = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))) or ""
    told = told.replace("``referee_*`` judge", " ".join(p.stem for p in folder.glob("referee_*.py")))
    assert modules(folder) - set(re.findall(r"\w+", told)) == set()
