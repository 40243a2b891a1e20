"""Upkeep: once a day private texts of games that ended long ago are blanked (retention)."""

from forumgm.adapters.store import SqlStore
from forumgm.app.journal import Journal

_KEY = "purged-at"
DAY = 86_400


def purge(store: SqlStore, *, days: int, now: int, journal: Journal) -> bool:
    """Blank what is older than ``days``, if that was not done in the last day; return whether it was done now.

    ``now`` is forum time; 0 days keep everything.
    """
    if days == 0:
        return False
    with store.transaction() as tx:
        if now - int(tx.value(_KEY) or 0) < DAY:
            return False
        purged = tx.purge_private(now - days * DAY)
        tx.set_value(_KEY, now)
    journal.note("purged", received=purged.items, sent=purged.texts, questions=purged.questions)
    return True
