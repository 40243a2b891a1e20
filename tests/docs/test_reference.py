"""Docs that are wrong fail here: generated pages, diagrams, links, and commands and options named in prose."""

import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
import typer

from forumgm.app.doorbell import WORDS
from forumgm.cli import build
from forumgm.commands.diagrams import phases_diagram, rooms_diagram
from forumgm.commands.reference import architecture, pages
from forumgm.games.resistance.options import KEYS
from forumgm.games.resistance.terms import Phase
from forumgm.games.resistance.vocabulary import ROWS
from forumgm.settings.model import Settings

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PROSE = [ROOT / "README.md", *(DOCS / f"{name}.md" for name in ("players", "hosts", "operators", "architecture"))]
LINKED = [*PROSE, *sorted((DOCS / "reference").glob("*.md"))]
_LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s]+)\)")
_CODE = re.compile(r"```.*?```|`([^`\n]+)`", re.DOTALL)
_HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
PAGES = pages(typer.main.get_command(build()))
_AGAIN = "run: make docs"


@pytest.mark.parametrize("name", sorted(PAGES))
def test_reference_is_as_the_code_says(name: str) -> None:
    assert (DOCS / "reference" / name).read_text("utf-8") == PAGES[name], _AGAIN


def test_no_page_of_the_reference_is_left_over() -> None:
    assert {p.name for p in (DOCS / "reference").iterdir()} == set(PAGES)


def test_diagrams_are_as_the_code_says() -> None:
    text = (DOCS / "architecture.md").read_text("utf-8")
    assert text == architecture(text, ROOT), _AGAIN
    assert text.count("```mermaid") == 2


def test_diagrams_show_every_phase_and_room() -> None:
    assert {str(p) for p in Phase} - {"role_confirm"} <= set(re.findall(r"\w+", phases_diagram()))
    rooms = set(re.findall(r"^    (\w+)$", rooms_diagram(ROOT / "pyproject.toml"), re.MULTILINE))
    assert {"core", "games", "app", "adapters", "web", "cli"} <= rooms
    assert all(any((ROOT / "forumgm").glob(f"{room}*")) for room in rooms)


@pytest.mark.parametrize("page", LINKED, ids=lambda p: p.name)
def test_links_lead_somewhere(page: Path) -> None:
    text = _CODE.sub("", page.read_text("utf-8"))
    for target in _LINK.findall(text):
        if target.startswith("https://"):
            continue
        path, _, anchor = target.partition("#")
        file = page.parent / path if path else page
        assert file.exists(), target
        if anchor:
            headings = {_anchor(h) for h in _HEADING.findall(file.read_text("utf-8"))}
            assert anchor in headings, target


def _anchor(heading: str) -> str:
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def _codes(page: Path) -> Iterable[str]:
    return (m[1] for m in _CODE.finditer(page.read_text("utf-8")) if m[1])


@lru_cache(maxsize=1)
def _programs() -> dict[str, set[str]]:
    """Every command of the command line with its options."""
    found: dict[str, set[str]] = {}

    def walk(group: Any, path: str) -> None:
        for name, command in group.commands.items():
            found[f"{path}{name}"] = {o for p in command.params for o in (*p.opts, *p.secondary_opts)} | {"--help"}
            if hasattr(command, "commands"):
                walk(command, f"{path}{name} ")

    walk(typer.main.get_command(build()), "")
    return found


@pytest.mark.parametrize("page", PROSE, ids=lambda p: p.name)
def test_commands_of_the_command_line_exist(page: Path) -> None:
    text = page.read_text("utf-8")
    shown = [
        *_codes(page),
        *(line for block in re.findall(r"```\n(.*?)```", text, re.DOTALL) for line in block.split("\n")),
    ]
    for code in shown:
        found = re.match(r"(?:\S*/)?forumgm ([a-z|]+)(?: ([a-z|]+))?(.*)", code)
        if not found:
            continue
        for first in found[1].split("|"):
            assert first in _programs(), code
            inner = [c for c in _programs() if c.startswith(f"{first} ")]
            path = f"{first} {found[2]}" if inner and found[2] else first
            assert path in _programs(), code
            for option in re.findall(r"(?<!\S)--[a-z-]+", found[3]):
                assert option in _programs()[path], code


@pytest.mark.parametrize("page", PROSE, ids=lambda p: p.name)
def test_commands_of_the_games_exist(page: Path) -> None:
    known = {word for row in ROWS for word in row.words} | set(WORDS)
    for code in _codes(page):
        for word in re.findall(r"(?:^|[ (])!([a-z]+)", code):
            assert word in known, code


@pytest.mark.parametrize("page", PROSE, ids=lambda p: p.name)
def test_options_exist(page: Path) -> None:
    """``section.key`` is a key of the configuration; what follows ``!host`` is an option of the game."""
    for code in _codes(page):
        section, _, key = code.partition(".")
        field = Settings.model_fields.get(section)
        if field is not None and re.fullmatch(r"[a-z_]+", key):
            model = field.annotation
            assert key in getattr(model, "model_fields", {}), code
        if code.startswith("!host"):
            _check_host_line(code)


def _check_host_line(line: str) -> None:
    from forumgm.app.resistance_house import ResistanceHouse

    words = [w for w in line.split()[1:] if w not in ("resistance", "here") and not w.startswith("r/")]
    _, problems = ResistanceHouse(bot="gm", defaults={}).read_options(words)
    assert problems == [], line


def test_every_command_is_told_to_somebody() -> None:
    """Each command of a game has its row in the reference; every option too."""
    made = PAGES
    assert all(f"`!{word}`" in made["commands.md"] for row in ROWS for word in row.words)
    assert all(f"`{key}`" in made["options.md"] for key in KEYS)
    assert all(f"### `forumgm {name}" in made["commands.md"] for name in _programs() if f"{name} " not in _groups())


def _groups() -> set[str]:
    return {f"{name.partition(' ')[0]} " for name in _programs() if " " in name}
