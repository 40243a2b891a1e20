"""The toy game in the heart's place for rules, and no waiting anywhere."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.toys import Body, toy_rooms


@pytest.fixture
def body(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Body]:
    """A heart that has begun."""
    monkeypatch.setattr("forumgm.service.heart.rooms_for", toy_rooms)
    made = Body(tmp_path)
    made.heart.begin()
    yield made
    made.heart.close()
