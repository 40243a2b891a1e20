"""The contract on a real PostgreSQL server, and what only a server shows. One module, so that one server is enough."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import NullPool, create_engine, text

from forumgm.adapters.store import SqlStore, backup, open_store, upgrade
from forumgm.adapters.store.connections import parse
from forumgm.adapters.store.tables import metadata
from forumgm.app.ports import StoreDamagedError, StoreError, StoreInUseError, StoreReadOnlyError, StoreVersionError
from tests.adapters.store.contract import StoreContract
from tests.adapters.store.schema_checks import differences, set_revision

pytestmark = pytest.mark.postgres


@pytest.fixture
def url(new_database: Callable[[], str]) -> str:
    return new_database()


@pytest.fixture
def store(url: str) -> Iterator[SqlStore]:
    store = open_store(url)
    yield store
    store.close()


@pytest.fixture(scope="module")
def shared_url(new_database: Callable[[], str]) -> str:
    """Return one database for the whole contract: making one for each test takes longer than the tests."""
    url = new_database()
    open_store(url).close()
    return url


class TestPostgres(StoreContract):
    """A server that sorts, checks and locks in its own way."""

    @pytest.fixture
    def url(self, shared_url: str) -> str:
        execute(shared_url, f"TRUNCATE {', '.join(metadata.tables)}")
        return shared_url


def execute(url: str, statement: str) -> None:
    """Do something on a connection of our own."""
    engine = create_engine(parse(url), poolclass=NullPool, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(statement))


def test_what_is_committed_is_on_disk(url: str, store: SqlStore) -> None:
    execute(url, f"ALTER DATABASE {parse(url).database} SET synchronous_commit TO off")
    again = open_store(url)
    with again.transaction() as tx:
        assert tx._connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
    again.close()


def test_the_migrations_make_the_tables(store: SqlStore) -> None:
    assert differences(store._engine) == []


def test_a_second_daemon_is_refused_and_told_why(url: str, store: SqlStore) -> None:
    store.lock()
    store.lock()
    other = open_store(url)
    with pytest.raises(StoreInUseError, match=r"forumgm process \d+ on \S+ since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC"):
        other.lock()
    with pytest.raises(StoreInUseError):
        upgrade(url)
    store.close()
    other.lock()
    other.close()


def test_each_database_has_its_own_lock(url: str, store: SqlStore, new_database: Callable[[], str]) -> None:
    other = open_store(new_database())
    store.lock()
    other.lock()
    other.close()


def test_a_lock_lost_with_its_connection_is_taken_anew(url: str, store: SqlStore) -> None:
    store.lock()
    ours = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
    execute(url, f"{ours} AND pid <> pg_backend_pid()")
    with store.transaction() as tx:
        tx.set_value("a", 1)
    other = open_store(url)
    with pytest.raises(StoreInUseError):
        other.lock()
    execute(url, f"{ours} AND application_name LIKE 'forumgm process%'")
    other.lock()
    with pytest.raises(StoreInUseError), store.transaction() as tx:
        tx.set_value("a", 2)
    other.close()


def test_a_read_only_store_writes_nothing_and_sees_one_moment(url: str, store: SqlStore) -> None:
    reader = open_store(url, read_only=True)
    with reader.transaction() as before:
        assert before.value("a") is None
        with store.transaction() as tx:
            tx.set_value("a", 1)
        assert before.value("a") is None
    with reader.transaction() as after:
        assert after.value("a") == 1
    with pytest.raises(StoreReadOnlyError), reader.transaction() as tx:
        tx.set_value("a", 2)
    reader.close()


def test_reading_needs_tables(url: str) -> None:
    with pytest.raises(StoreError):
        open_store(url, read_only=True)


def test_a_server_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as caught:
        open_store(f"postgresql://u:hunter2@/d?host={tmp_path}")
    assert "hunter2" not in str(caught.value)


def test_newer_and_foreign_databases_are_left_alone(url: str, new_database: Callable[[], str]) -> None:
    open_store(url).close()
    set_revision(url, "9999")
    with pytest.raises(StoreVersionError, match="newer"):
        open_store(url)
    with pytest.raises(StoreVersionError, match="newer"):
        upgrade(url)
    foreign = new_database()
    execute(foreign, "CREATE TABLE guests (name text)")
    with pytest.raises(StoreDamagedError):
        open_store(foreign)


def test_backups_are_the_servers_business(url: str, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="pg_dump"):
        backup(url, tmp_path / "copy")
