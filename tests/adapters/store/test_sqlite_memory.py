"""The contract on a SQLite database in memory."""

import pytest

from tests.adapters.store.contract import StoreContract


class TestMemory(StoreContract):
    """One shared connection."""

    @pytest.fixture
    def url(self) -> str:
        return "sqlite:///:memory:"
