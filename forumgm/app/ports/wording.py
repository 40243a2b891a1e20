"""Wording, as the app needs it."""

from typing import Protocol

from forumgm.core.effects import View


class Renderer(Protocol):
    """Turns a template name and a view into the forum's Markdown. Never sees a state."""

    def render(self, template: str, view: View) -> str:
        """Return the text. Raises KeyError for an unknown template and ForumGmError for a broken one."""
        ...

    def fit(self, text: str, *, limit: int) -> list[str]:
        """Split a text at paragraph borders into parts of at most ``limit`` characters, tables kept whole."""
        ...
