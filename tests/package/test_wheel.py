"""The package: the built wheel works outside the checkout, with templates, migrations, presets and units inside."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from forumgm.adapters.store.schema import head

pytestmark = pytest.mark.wheel
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel without asking an index for anything."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (built,) = folder.glob("forumgm-*.whl")
    return built


@pytest.fixture(scope="module")
def program(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install it into a fresh environment; the libraries come from the one that runs the tests."""
    folder = tmp_path_factory.mktemp("fresh")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    (site,) = folder.glob("lib/python*/site-packages")
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python"), "install", "--quiet"]
    subprocess.run([*pip, "--no-deps", "--no-index", str(wheel)], check=True, capture_output=True)
    libraries = [p for p in sys.path if p.endswith("site-packages")]
    (site / "libraries.pth").write_text("".join(f"{p}\n" for p in libraries))
    return folder / "bin" / "forumgm"


def _run(program: Path, *arguments: str, where: Path, code: int = 0) -> str:
    keep = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "FORUMGM", "PRAW"))}
    done = subprocess.run(
        [str(program), *arguments],
        cwd=where,
        env=keep | {"HOME": str(where)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code, done.stderr
    return done.stdout


def test_everything_that_is_needed_is_inside(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        metadata = next(archive.read(n).decode() for n in names if n.endswith("METADATA"))
    for folder, pattern in (("templates", "*.md.j2"), ("config", "*.toml"), ("systemd", "*")):
        for file in (ROOT / folder).rglob(pattern):
            if file.is_file():
                assert f"forumgm/_data/{file.relative_to(ROOT)}" in names
    assert any(f"/migrations/versions/{head()}" in n or "/migrations/versions/0001" in n for n in names)
    for shared in ("man/man1/forumgm.1", "bash-completion/completions/forumgm", "zsh/site-functions/_forumgm"):
        assert any(n.endswith(f"share/{shared}") for n in names), shared
    assert any(n.endswith("licenses/LICENSE") for n in names)
    assert "License-Expression: MIT" in metadata
    assert not any(n.startswith("tests/") for n in names)


def test_it_works_outside_the_checkout(program: Path, tmp_path: Path) -> None:
    assert _run(program, "--version", where=tmp_path).startswith("forumgm ")
    python = program.with_name("python")
    where = _run(python, "-c", "import forumgm; print(forumgm.__file__)", where=tmp_path)
    assert str(ROOT) not in where
    _run(program, "init", where=tmp_path)
    assert (tmp_path / "config" / "presets" / "classic.toml").is_file()
    told = json.loads(_run(program, "check", "--offline", "--json", where=tmp_path, code=2))
    assert {p["id"] for p in told["problems"]} == {"FGM-E010", "FGM-E011", "FGM-E012"}


def test_simulated_games_are_recorded_and_verified(program: Path, tmp_path: Path) -> None:
    told = json.loads(
        _run(program, "simulate", "--games", "2", "--seed", "7", "--records", "r", "--json", where=tmp_path)
    )
    assert told["games"] == 2
    assert json.loads(_run(program, "verify", "r/g1.jsonl", "--json", where=tmp_path))["ok"]


def test_the_database_is_made_and_read(program: Path, tmp_path: Path) -> None:
    _run(program, "db", "upgrade", where=tmp_path)
    assert json.loads(_run(program, "games", "--json", where=tmp_path)) == {"games": []}
    assert json.loads(_run(program, "doctor", "--json", where=tmp_path))["ok"]
    assert _run(program, "backup", "copy.sqlite3", where=tmp_path)
