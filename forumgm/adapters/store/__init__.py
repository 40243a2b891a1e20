"""Durable storage on SQLite or PostgreSQL with SQLAlchemy Core; fulfils ``forumgm.app.ports.Store``.

store.py        open_store, the store and its transaction    lock.py      one writer on one database
connections.py  URLs, engines, durability settings           failures.py  what a database's error means
tables.py, columns.py  the layout of the tables              work.py      running statements
games.py, events.py, items.py, deadlines.py, outbox.py, people.py   the transaction's parts by subject
privacy.py      retention, handing out and forgetting what is stored about people
schema.py, migrations/  revisions of the tables             copies.py  backup and restore
"""

from forumgm.adapters.store.copies import RESTORED, Copy, backup, restore
from forumgm.adapters.store.privacy import PSEUDONYM
from forumgm.adapters.store.schema import upgrade
from forumgm.adapters.store.store import SqlStore, open_store

__all__ = ["PSEUDONYM", "RESTORED", "Copy", "SqlStore", "backup", "open_store", "restore", "upgrade"]
