"""The schema's revision: creating, checking and upgrading the tables with Alembic.

Laws: an upgrade happens wholly or not at all. A database of a newer program is never touched; an older one is
upgraded only on request, since there is no way back but a backup.
"""

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, inspect, text

from forumgm.adapters.store.connections import make_engine, parse
from forumgm.adapters.store.failures import told
from forumgm.adapters.store.lock import lock_for
from forumgm.app.ports import StoreDamagedError, StoreError, StoreVersionError

_UPGRADE_KEY = 7_309_940_816_124_202_868


def upgrade(url: str) -> str:
    """Bring a database to this program's revision and return it. Raises StoreInUseError while a daemon runs on it."""
    parsed = parse(url)
    lock = lock_for(parsed)
    lock.claim()
    engine = make_engine(parsed, read_only=False)
    try:
        with told(), engine.begin() as connection:
            if not _is_empty(connection):
                recognise(connection)
            _run(connection)
    finally:
        engine.dispose()
        lock.release()
    return head()


def head() -> str:
    """Return the revision that this program works with."""
    revision = ScriptDirectory.from_config(_config()).get_current_head()
    if revision is None:
        raise StoreError("this installation has no migrations")
    return revision


def prepare(engine: Engine, *, read_only: bool) -> None:
    """Create the tables in an empty database; check the revision of any other."""
    with told(), engine.begin() as connection:
        if _is_empty(connection):
            if read_only:
                raise StoreError("the database has no tables yet")
            _run(connection)
        check(connection)


def check(connection: Connection) -> None:
    """Raise StoreVersionError unless the tables have this program's revision."""
    current = recognise(connection)
    if current != head():
        raise StoreVersionError(
            f"the database has revision {current}, this program needs {head()}: run `forumgm db upgrade`"
        )


def recognise(connection: Connection) -> str:
    """Return the revision of a database of ours. Raises StoreDamagedError or StoreVersionError for any other."""
    current = MigrationContext.configure(connection).get_current_revision()
    if current is None:
        raise StoreDamagedError("this database holds something else, no forumgm")
    known = {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
    if current not in known:
        raise StoreVersionError(f"the database has revision {current} of a newer forumgm: install that version")
    return current


def _is_empty(connection: Connection) -> bool:
    return not inspect(connection).get_table_names()


def _run(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        # Two programs that start on one empty database: the second waits here and finds nothing left to do.
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _UPGRADE_KEY})
    command.upgrade(_config(connection), "head")


def _config(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", "forumgm.adapters.store:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config
