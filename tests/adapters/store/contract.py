"""The store's contract: the same tests for every database, so that no habit of one creeps in.

A test module subclasses ``StoreContract`` and gives the fixture ``url`` of an empty database.
"""

from collections.abc import Iterator

import pytest

from forumgm.adapters.store import SqlStore, open_store
from forumgm.app.ports import Store
from tests.adapters.store.contract_games import GamesContract, TransactionContract
from tests.adapters.store.contract_items import ItemsContract, PeopleContract
from tests.adapters.store.contract_outbox import OutboxContract, PrivacyContract

FULFILS: type[Store] = SqlStore
"""The type checker's half of the contract."""


class StoreContract(TransactionContract, GamesContract, ItemsContract, PeopleContract, OutboxContract, PrivacyContract):
    """Everything that a store must do."""

    @pytest.fixture
    def store(self, url: str) -> Iterator[SqlStore]:
        store = open_store(url)
        yield store
        store.close()
