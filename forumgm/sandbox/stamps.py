"""Forum times as text: for headers, for modmail and for people."""

from datetime import UTC, datetime
from email.utils import format_datetime


def iso(moment: float) -> str:
    """As modmail writes times: ISO 8601 with microseconds and offset."""
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="microseconds")


def http_date(moment: float) -> str:
    """As the ``Date`` header wants it."""
    return format_datetime(datetime.fromtimestamp(int(moment), UTC), usegmt=True)


def for_people(moment: float) -> str:
    """Day and time of day, UTC."""
    return datetime.fromtimestamp(moment, UTC).strftime("%a %d %b %Y, %H:%M:%S UTC")
