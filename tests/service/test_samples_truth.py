"""What the samples make up by hand is named as in the code that passes it: the reader's facts, and the app's views."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from forumgm.commands.worlds import context_of
from forumgm.core.reading import Kind
from forumgm.games.resistance.refusals import REFUSALS
from forumgm.language.read import read
from forumgm.reader import load_words
from forumgm.rendering.environment import package_templates
from forumgm.service.samples.notes import NOTES
from forumgm.service.samples.refusals import FACTS, READ

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "tests" / "language" / "corpus"
WORLD = json.loads((CORPUS / "world.json").read_text(encoding="utf-8"))
WORDS = load_words()


def test_every_refusal_has_its_facts() -> None:
    assert {name for row in REFUSALS.values() for name in row.facts} <= set(FACTS)
    assert {name for names in READ.values() for name in names} <= set(FACTS)


# --- the reader's codes ---------------------------------------------------------------------------------------------


def readings() -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the codes that the corpus of texts is refused with, with their facts' names."""
    for path in sorted(CORPUS.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").split("\n"):
            if line:
                row = json.loads(line)
                found = read(row["text"], context_of(row, WORLD), WORDS)
                if found.kind in (Kind.ASK, Kind.REFUSE):
                    yield found.code, frozenset(found.facts)
                yield from ((problem.code, frozenset(problem.facts)) for problem in found.left_over)


READINGS = sorted(set(readings()), key=str)
_CODE = re.compile(r'(?:Problem|_ask|_refuse|ask|refuse)\(\s*"([a-z_]+)"|code="([a-z_]+)"|say\(Kind\.\w+, "([a-z_]+)"')


def test_every_reading_of_the_corpus_has_the_facts_of_its_sample() -> None:
    assert {code: names for code, names in READINGS if not set(READ.get(code, ())) <= names} == {}


def test_every_code_of_the_reader_has_a_sample() -> None:
    templates = package_templates()
    codes = {
        "".join(found)
        for path in (ROOT / "forumgm" / "language").glob("*.py")
        for found in _CODE.findall(path.read_text(encoding="utf-8"))
    }
    assert {c for c in codes if (templates / "refusals" / f"{c}.md.j2").is_file()} <= set(READ)


# --- the app's views ------------------------------------------------------------------------------------------------

_ADDS_CODE = frozenset({"_say", "_hint"})
"""Methods of the front desk and the scene door that put the template's code into the view."""
_BY_CODE = {"scene_door.py": "narrative/refusals/"}
"""Where a template is named by its code alone."""


def passed() -> dict[str, set[frozenset[str]]]:
    """Return for each template of ``NOTES`` the names in the views that the program's source passes with it."""
    found: dict[str, set[frozenset[str]]] = {name: set() for name in NOTES}
    for folder in ("app", "service"):
        for path in (ROOT / "forumgm" / folder).glob("*.py"):
            for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(function, ast.FunctionDef):
                    for name, names in in_function(function, prefix=_BY_CODE.get(path.name, "")):
                        found.get(name, set()).add(names)
    return found


def in_function(function: ast.FunctionDef, *, prefix: str) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield what one function passes: a template's name in a call, and its view right behind it."""
    views = {
        target.id: node.value
        for node in ast.walk(function)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for call in ast.walk(function):
        if not isinstance(call, ast.Call):
            continue
        adds = {"code"} if isinstance(call.func, ast.Attribute) and call.func.attr in _ADDS_CODE else set()
        for name, view in zip(call.args, [*call.args[1:], ast.Dict([], [])], strict=False):
            shown = views.get(view.id) if isinstance(view, ast.Name) else view
            if isinstance(name, ast.Constant) and isinstance(name.value, str) and isinstance(shown, ast.Dict):
                yield (prefix if adds else "") + name.value, names_in(shown) | adds
        given = {word.arg: word.value for word in call.keywords}
        code, facts = given.get("code"), given.get("facts")
        if isinstance(code, ast.Constant) and isinstance(facts, ast.Dict):
            yield f"refusals/{code.value}", names_in(facts) | {"code"}


def names_in(view: ast.Dict) -> frozenset[str]:
    """Return the keys of a view as it is written down."""
    return frozenset(str(key.value) for key in view.keys if isinstance(key, ast.Constant))


PASSED = passed()


@pytest.mark.parametrize("template", sorted(NOTES))
def test_the_apps_views_are_named_as_the_app_passes_them(template: str) -> None:
    assert PASSED[template], "nobody passes a view to it"
    assert {frozenset(view) for view in NOTES[template]} == PASSED[template]
