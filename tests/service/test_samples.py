"""The dry run of the wording: every template has a sample, and ``forumgm check`` finds whichever is broken."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from forumgm.rendering import Renderer
from forumgm.rendering.environment import SUFFIX, package_templates
from forumgm.service.checkup import local_problems
from forumgm.service.samples import samples
from forumgm.service.wiring import houses_for
from forumgm.settings import Problem, Settings

HOUSES = houses_for(Settings(), bot="gm_bot")
SAMPLES = list(samples(HOUSES))
FILES = package_templates()
NAMES = sorted(
    path.relative_to(FILES).as_posix().removesuffix(SUFFIX)
    for path in FILES.rglob(f"*{SUFFIX}")
    if not path.name.startswith("_")
)
BROKEN = "{{ nonexistent.attribute }}\n"


def problems_with(own: Path) -> Sequence[Problem]:
    """Return what ``forumgm check`` says of a house with these templates of its own."""
    settings = Settings.model_validate({"daemon": {"templates": str(own)}, "storage": {"url": "sqlite:///:memory:"}})
    return [problem for problem in local_problems(settings) if problem.id.startswith("FGM-E3")]


def override(own: Path, name: str) -> None:
    """Put a copy of our template into the house's directory, with a wrong name in its first line."""
    path = own / f"{name}{SUFFIX}"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(BROKEN + (FILES / f"{name}{SUFFIX}").read_text(encoding="utf-8"), encoding="utf-8")


def test_every_template_has_a_sample() -> None:
    """A new template needs one: in a game or scene that comes to it, or in a table of ``service/samples``."""
    assert {name for name, _ in SAMPLES} == set(NAMES)


def test_what_comes_with_the_program_fits(tmp_path: Path) -> None:
    assert list(problems_with(tmp_path)) == []


@pytest.fixture(scope="module")
def all_broken(tmp_path_factory: pytest.TempPathFactory) -> set[tuple[str, str]]:
    own = tmp_path_factory.mktemp("templates")
    for name in NAMES:
        override(own, name)
    return {(problem.id, problem.key) for problem in problems_with(own)}


@pytest.mark.parametrize("name", NAMES)
def test_a_broken_template_is_reported(name: str, all_broken: set[tuple[str, str]]) -> None:
    assert ("FGM-E303", f"templates/{name}") in all_broken


def test_nothing_else_is_reported(tmp_path: Path) -> None:
    """What another template includes, a part and a section of a merged post, too."""
    broken = ["answers/me", "moderators/rights", "narrative/refusals/rule", "refusals/unclear", "resistance/_history",
              "resistance/status", "resistance/vote_result"]  # fmt: skip
    for name in broken:
        override(tmp_path, name)
    problems = problems_with(tmp_path)
    assert sorted(problem.key for problem in problems) == [f"templates/{name}" for name in broken]
    assert all("'nonexistent' is undefined" in problem.text for problem in problems)


# --- how much of the wording the samples walk -----------------------------------------------------------------------

_BRANCH = re.compile(r"\{%-?\s*(?:if|elif|else|for)\b[^%]*?%\}")
_WALKED = re.compile(r"zq(\d+)qz")


def test_the_samples_take_nine_turns_of_ten(tmp_path: Path) -> None:
    """What a wrong name in a branch that no sample takes would do: pass the check and fail in a game."""
    places: list[str] = []

    def marked(tag: re.Match[str]) -> str:
        places.append(tag[0])
        return f"{tag[0]}zq{len(places) - 1}qz"

    for path in FILES.rglob(f"*{SUFFIX}"):
        copy = tmp_path / path.relative_to(FILES)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(_BRANCH.sub(marked, path.read_text(encoding="utf-8")), encoding="utf-8")
    renderer = Renderer([tmp_path], bot="gm_bot")
    walked = {int(number) for name, view in SAMPLES for number in _WALKED.findall(renderer.render(name, view))}
    left = [place for number, place in enumerate(places) if number not in walked]
    assert 10 * len(left) <= len(places), left


SLIPS = {
    "a line that begins with a space": re.compile(r"^ \S", re.MULTILINE),
    "two spaces between words": re.compile(r"[\w.,;:]  +[\w`*]"),
    "a space before a stop": re.compile(r"\w [.,;:!?](\s|$)"),
    "two stops": re.compile(r"(?<![.])[.,;:]{2}(?![.])"),
    "an empty value": re.compile(r"\bNone\b(?! of)|\{\{|\}\}|\{\}"),
    "one of several": re.compile(r"\b1 (votes|cards|teams|players|games|sabotages|items|events|dice|rolls|seats)\b"),
    "an entity": re.compile(r"&(amp|lt|gt|#\d+);"),
}
"""What shows how a text was made. Code spans and links are left out: they hold lines to send."""
_SPANS = re.compile(r"`[^`]*`|\]\([^)]*\)|^    .*$", re.MULTILINE)


@pytest.mark.parametrize("slip", SLIPS)
def test_no_text_shows_how_it_was_made(slip: str) -> None:
    """Players read it on a phone: no stray space, no doubled stop, no "1 votes"."""
    renderer = Renderer(bot="gm_bot")
    found = {}
    for name, view in SAMPLES:
        text = _SPANS.sub("x", renderer.render(name, view))
        if hit := SLIPS[slip].search(text):
            found[name] = text[max(0, hit.start() - 40) : hit.end() + 40]
    assert found == {}
