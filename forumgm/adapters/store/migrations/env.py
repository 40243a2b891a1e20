"""Alembic's way in. Runs on the connection and in the transaction that ``store/schema.py`` hands over."""

from alembic import context

from forumgm.adapters.store.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    # SQLite changes tables in transactions too, once the driver no longer commits behind our back.
    transactional_ddl=True,
    render_as_batch=True,
)
context.run_migrations()
