"""Times as players read them: always UTC, and always with the time that is left. No clock here."""

from datetime import UTC, datetime

_MINUTE = 60
_HOUR = 3600
_DAY = 86400
_LONG = 3 * _DAY


def utc(at: int) -> str:
    """Epoch seconds as ``2026-11-30 18:00 UTC``."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")


def utc_exact(at: int) -> str:
    """Epoch seconds as ``2026-11-30 18:00:07 UTC``, where seconds decide (an order that came late)."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def span(seconds: int) -> str:
    """A length of time as ``5 h 20 min``; from three days on ``3 d 4 h``; below a minute ``under a minute``."""
    if seconds < _MINUTE:
        return "under a minute"
    if seconds >= _LONG:
        days, rest = divmod(seconds, _DAY)
        return _two(days, "d", rest // _HOUR, "h")
    hours, rest = divmod(seconds, _HOUR)
    return _two(hours, "h", rest // _MINUTE, "min")


def _two(big: int, big_unit: str, small: int, small_unit: str) -> str:
    parts = [f"{value} {unit}" for value, unit in ((big, big_unit), (small, small_unit)) if value]
    return " ".join(parts)
