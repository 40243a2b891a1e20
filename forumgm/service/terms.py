"""Terms: what follows from settings before anything heavy is loaded."""

from pathlib import Path

from forumgm.settings import Settings

PATIENT_POLLS = 4
"""Polls that may be missed before it counts as an outage."""
LEAST_PATIENCE = 120


def patience(settings: Settings) -> int:
    """Return the seconds between two polls beyond which it counts as an outage."""
    return max(LEAST_PATIENCE, int(PATIENT_POLLS * settings.daemon.poll_interval))


def prepared(url: str) -> str:
    """Make the folder of a SQLite file if it is missing; return the URL."""
    prefix = "sqlite:///"
    if url.startswith(prefix) and not url.endswith(":memory:"):
        Path(url.removeprefix(prefix)).parent.mkdir(parents=True, exist_ok=True)
    return url
