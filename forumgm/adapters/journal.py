"""The journal as a log: one line for each thing that matters, for people in a terminal, as JSON elsewhere.

Law: only what the journal's port allows is ever written: ids, codes, counts. Errors are told by their kind and place,
without their text, since a text may quote what somebody wrote.
"""

import logging
import sys
import traceback
from contextlib import suppress
from pathlib import Path
from typing import TextIO

import structlog


def configure(stream: TextIO = sys.stderr, *, json: bool | None = None, level: str = "info") -> None:
    """Set the log up: readable if ``stream`` is a terminal, else JSON lines; ``level`` is the least written."""
    as_json = not stream.isatty() if json is None else json
    renderer: structlog.typing.Processor = (
        structlog.processors.JSONRenderer(ensure_ascii=False) if as_json else structlog.dev.ConsoleRenderer()
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(stream),
        cache_logger_on_first_use=False,
    )
    _quieten()


class _Vendors(logging.Handler):
    """What the libraries log, without their words: those may quote an address, a body, a token."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write one line: which library, and where in it."""
        place = f"{Path(record.pathname).name}:{record.lineno}"
        structlog.get_logger("forumgm").log(record.levelno, "library", logger=record.name, at=place)


def _quieten() -> None:
    root = logging.getLogger()
    root.handlers = [_Vendors(logging.WARNING)]
    root.setLevel(logging.WARNING)
    logging.getLogger("apscheduler").setLevel(logging.ERROR)  # missed beats are one beat, nothing to tell


WARNINGS = frozenset(
    {
        "forum unreachable",
        "login refused",
        "no login yet",
        "refused for good",
        "reload refused, the old configuration stays",
        "started after a crash",
        "thread closed",
        "unreachable",
    }
)
"""Notes that an operator should see at ``log.level`` warning too."""


class LogJournal:
    """Writes notes to the log. Fulfils ``forumgm.app.journal.Journal``."""

    def __init__(self) -> None:
        self._log = structlog.get_logger("forumgm")

    def note(self, what: str, *, game: str | None = None, item: str | None = None, **facts: str | float | bool) -> None:
        """Write one line."""
        write = self._log.warning if what in WARNINGS else self._log.info
        with suppress(OSError):  # a log that can't be written (disk full) must not stop us from stopping well
            write(what, **_ids(game, item), **facts)

    def trouble(self, what: str, error: BaseException, *, game: str | None = None, item: str | None = None) -> None:
        """Write one line about an error: its kind and the places it came through."""
        places = [f"{Path(f.filename).name}:{f.lineno}" for f in traceback.extract_tb(error.__traceback__)][-6:]
        with suppress(OSError):
            self._log.error(what, **_ids(game, item), error=type(error).__name__, at=" < ".join(reversed(places)))


def _ids(game: str | None, item: str | None) -> dict[str, str]:
    return {k: v for k, v in {"game": game, "item": item}.items() if v}
