"""A heart with the toy game in the place of rules."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.toys import Body


@pytest.fixture
def body(tmp_path: Path) -> Iterator[Body]:
    """A heart that has begun."""
    made = Body(tmp_path)
    made.heart.begin()
    yield made
    made.heart.close()
