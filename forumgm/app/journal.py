"""The journal: where the app says what happened, for the log and for metrics.

Law (resistance.md 7): nothing that goes in here tells a role, a vote, a token or what stood in a private message; of
private orders only that one was answered.
"""

from typing import Protocol


class Journal(Protocol):
    """Takes notes. Facts are ids, codes, counts and seconds, never text that a person wrote."""

    def note(self, what: str, *, game: str | None = None, item: str | None = None, **facts: str | float | bool) -> None:
        """Write one line about something that matters."""
        ...

    def trouble(self, what: str, error: BaseException, *, game: str | None = None, item: str | None = None) -> None:
        """Write one line about an error, with where it came from but without its text."""
        ...


class SilentJournal:
    """Takes no notes; for simulations and tests."""

    def note(self, what: str, *, game: str | None = None, item: str | None = None, **facts: str | float | bool) -> None:
        """Do nothing."""

    def trouble(self, what: str, error: BaseException, *, game: str | None = None, item: str | None = None) -> None:
        """Do nothing."""
