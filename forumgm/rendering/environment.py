"""The Jinja environment: from a template's name and a view to the forum's Markdown.

Laws (design.md 2.3): a template gets a view and nothing else, in a sandbox, and a name that the view lacks is an
error. What a template prints is made inert unless one of our filters made it: forgetting a filter can't let markup
through. Wording is a template's alone; a house may put its own directory in front of ours.
"""

import re
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from traceback import walk_tb
from typing import Any

from jinja2 import BaseLoader, ChoiceLoader, FileSystemLoader, StrictUndefined, TemplateError, TemplateNotFound
from jinja2.ext import Extension
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from forumgm.core.errors import ForumGmError
from forumgm.rendering import fit, markdown, times

SUFFIX = ".md.j2"
_NAME = re.compile(r"[a-z0-9_]+(/[a-z0-9_]+)*")
_TAG_LINE = re.compile(r"^[ \t]*(\{%(?:(?!%\}).)*%\}|\{#(?:(?!#\}).)*#\})[ \t]*(?:\n|\Z)", re.MULTILINE)
_FILTERS = {
    "name": markdown.name,
    "names": markdown.names,
    "mention": markdown.mention,
    "mentions": markdown.mentions,
    "words": markdown.words,
    "quote": markdown.quote,
    "block": markdown.block,
    "code": markdown.code,
    "coded": markdown.coded,
    "bold": markdown.bold,
    "struck": markdown.struck,
    "footer": markdown.footer,
    "table": markdown.table,
    "compose": markdown.compose_link,
    "utc": times.utc,
    "utc_exact": times.utc_exact,
    "span": times.span,
}


class _QuietLines(Extension):
    """A line that holds nothing but one tag leaves no line behind; a tag inside a line leaves the line alone."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:  # noqa: ARG002
        return _TAG_LINE.sub(r"\1", source)


class TemplateBrokenError(ForumGmError):
    """A template does not fit its view, or is no valid template. Names the template only, never the view's values."""

    def __init__(self, text: str, *, origin: str = "") -> None:
        super().__init__(text)
        self.origin = origin
        """The template or part in whose own lines it breaks, by its name; empty if that is not known."""


def _finalize(value: Any) -> Markup:
    return value if isinstance(value, Markup) else markdown.inert(value)


def package_templates() -> Path:
    """Return the directory of the templates that come with the program."""
    inside = Path(str(files("forumgm"))) / "_data" / "templates"
    return inside if inside.is_dir() else Path(str(files("forumgm"))).parent / "templates"


class Renderer:
    """Words effects. Fulfils the port ``forumgm.app.ports.Renderer``."""

    def __init__(self, directories: Sequence[Path] = (), *, bot: str = "", pages_at: str = "") -> None:
        """Look for templates in ``directories`` in their order, then among those that come with the program.

        ``bot`` is the GM's own name on the forum, ``pages_at`` the address of its pages, empty where nobody can reach
        them; every template knows both (for links).
        """
        self._directories = (*directories, package_templates())
        loader: BaseLoader = ChoiceLoader([FileSystemLoader(d) for d in self._directories])
        self._environment = ImmutableSandboxedEnvironment(
            loader=loader,
            undefined=StrictUndefined,
            autoescape=True,
            finalize=_finalize,
            extensions=[_QuietLines],
            auto_reload=False,  # what was loaded stays until somebody asks for a new Renderer (SIGHUP)
            cache_size=-1,
        )
        self._environment.filters.update(_FILTERS)
        address = Markup(pages_at.rstrip("/"))  # noqa: S704 - the operator's own setting, an address by its pattern
        self._environment.globals.update(bot=bot, pages_at=address, part=self._part)

    def render(self, template: str, view: Mapping[str, Any]) -> str:
        """Return the text for a view.

        ``template`` is a path below the templates directory without its ending (``resistance/vote_result``). Raises
        KeyError if there is none of this name, TemplateBrokenError if it does not fit the view.
        """
        if not _NAME.fullmatch(template):
            raise KeyError(template)
        try:
            text = self._environment.get_template(template + SUFFIX).render(view)
        except TemplateNotFound as missing:
            if missing.name == template + SUFFIX:
                raise KeyError(template) from None
            text = f"{template}: includes an unknown template"
            raise TemplateBrokenError(text, origin=self._origin(missing)) from None
        except TemplateError as error:
            reason = error.message if not isinstance(error, TypeError) else ""
            text = f"{template}: {type(error).__name__}: {reason}"
            raise TemplateBrokenError(text, origin=self._origin(error)) from None
        except (TypeError, ValueError, KeyError, AttributeError) as error:
            raise TemplateBrokenError(f"{template}: {type(error).__name__}", origin=self._origin(error)) from error
        return tidy(text)

    def _origin(self, error: BaseException) -> str:
        """Return the innermost template that an error went through."""
        files = [Path(frame.f_code.co_filename) for frame, _ in walk_tb(error.__traceback__)]
        inside = ((file, folder) for file in reversed(files) for folder in self._directories)
        found = (file.relative_to(d).as_posix() for file, d in inside if file.is_relative_to(d))
        return next(found, "").removesuffix(SUFFIX)

    def _part(self, template: str, view: Mapping[str, Any]) -> Markup:
        """Render one section of a merged post, for the templates that hold several."""
        return Markup(self.render(template, view))  # noqa: S704 - a rendered template is finished text

    def fit(self, text: str, *, limit: int) -> list[str]:
        """Split a text to the forum's limit (see fit.py)."""
        return fit.fit(text, limit=limit)

    def preload(self) -> None:
        """Load every template, parts too. Raises TemplateBrokenError naming the first that is no valid template."""
        for name in self._environment.list_templates():
            if name.endswith(SUFFIX):
                try:
                    self._environment.get_template(name)
                except TemplateError as error:
                    raise TemplateBrokenError(f"{name.removesuffix(SUFFIX)}: {type(error).__name__}") from None

    def names(self) -> list[str]:
        """Return every template that can be rendered, for checks; those that start with ``_`` are parts."""
        found = self._environment.list_templates(extensions=None)
        return sorted(n.removesuffix(SUFFIX) for n in found if n.endswith(SUFFIX) and "/_" not in f"/{n}")


def tidy(text: str) -> str:
    """Trim line ends and keep at most one blank line in a row, so that templates may breathe."""
    lines = [line.rstrip() for line in text.split("\n")]
    out: list[str] = []
    for line in lines:
        if line or (out and out[-1]):
            out.append(line)
    return "\n".join(out).strip()
