"""Times as players read them."""

import pytest

from forumgm.rendering import times


def test_utc():
    """The form that the first post and every ceiling use."""
    assert times.utc(1796061600) == "2026-11-30 18:00 UTC"
    assert times.utc_exact(1796061607) == "2026-11-30 18:00:07 UTC"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-5, "under a minute"),
        (59, "under a minute"),
        (60, "1 min"),
        (5 * 3600 + 20 * 60, "5 h 20 min"),
        (86400, "24 h"),
        (2 * 86400, "48 h"),
        (3 * 86400 + 4 * 3600, "3 d 4 h"),
    ],
)
def test_span(seconds, words):
    """Time left: hours and minutes; days only from three on, since rules speak of 24 and 48 hours."""
    assert times.span(seconds) == words
