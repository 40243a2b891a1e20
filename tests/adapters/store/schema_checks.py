"""Looking at a database's schema from outside the store."""

from typing import Any

from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Engine, text

from forumgm.adapters.store.connections import make_engine, parse
from forumgm.adapters.store.tables import metadata


def differences(engine: Engine) -> list[Any]:
    """Return what Alembic would change to make the database's tables those of ``tables.py``."""
    options = {"compare_type": True, "compare_server_default": True}
    with engine.connect() as connection:
        return list(compare_metadata(MigrationContext.configure(connection, opts=options), metadata))


def set_revision(url: str, revision: str) -> None:
    """Claim that the tables are of another revision."""
    engine = make_engine(parse(url), read_only=False)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :revision"), {"revision": revision})
    engine.dispose()
