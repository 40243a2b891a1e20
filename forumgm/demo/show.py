"""The show: what is seen in the terminal while a demo runs."""

import textwrap
from typing import Protocol

from rich.console import Console
from rich.markdown import Markdown
from rich.panel import Panel
from rich.text import Text

from forumgm.sandbox.forum import ForumState

WIDTH = 100
_LONGEST = 1_500


class Audience(Protocol):
    """Whoever follows the play."""

    def say(self, text: str) -> None:
        """Hear something about the play."""
        ...

    def look(self, forum: ForumState, thread: str, *, bot: str) -> None:
        """See what is new in the thread."""
        ...


class Silent:
    """Nobody watches (``--json``)."""

    def say(self, text: str) -> None:
        """Do nothing."""

    def look(self, forum: ForumState, thread: str, *, bot: str) -> None:
        """Do nothing."""


class Terminal:
    """Prints the thread as it grows: the GM's posts as he laid them out, players' lines in short."""

    def __init__(self) -> None:
        self._console = Console(width=min(WIDTH, Console().width))
        self._seen: set[str] = set()

    def say(self, text: str) -> None:
        """Print a line."""
        self._console.print(Text(text, style="dim"))

    def look(self, forum: ForumState, thread: str, *, bot: str) -> None:
        """Print the comments that were not printed yet."""
        names = {a.id: a.name for a in list(forum.accounts.values())}
        for comment_id in list(forum.at.thread[thread.removeprefix("t3_")]):
            if comment_id in self._seen:
                continue
            self._seen.add(comment_id)
            comment = forum.comments[comment_id]
            author = names.get(comment.author, "?")
            if author == bot:
                self._console.print(Panel(Markdown(comment.text[:_LONGEST]), title=author, border_style="cyan"))
            else:
                short = textwrap.shorten(comment.text, WIDTH - 24, placeholder=" ...")
                self._console.print(Text.assemble((f"{author:>16}  ", "bold"), short))
