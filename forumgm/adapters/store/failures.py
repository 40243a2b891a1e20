"""What a database's error means to us.

Law: our errors carry the database's code and never its text, since that quotes what was to be stored (private words).
"""

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy.exc import DBAPIError

from forumgm.app.ports import StoreDamagedError, StoreError, StoreFullError, StoreReadOnlyError

_FULL = "the disk takes no more (full, quota or size limit)"
_READ_ONLY = "the database may only be read"
_DAMAGED = "this is not a sound database"
_BUSY = "another program has kept the database busy for too long"

_KINDS: dict[str, tuple[type[StoreError], str]] = {
    "SQLITE_FULL": (StoreFullError, _FULL),
    # Quotas and size limits come as a failed write; only a full disk has a code of its own.
    "SQLITE_IOERR_WRITE": (StoreFullError, _FULL),
    "SQLITE_READONLY": (StoreReadOnlyError, _READ_ONLY),
    "SQLITE_CORRUPT": (StoreDamagedError, _DAMAGED),
    "SQLITE_NOTADB": (StoreDamagedError, _DAMAGED),
    "SQLITE_BUSY": (StoreError, _BUSY),
    "SQLITE_LOCKED": (StoreError, _BUSY),
    "SQLITE_CANTOPEN": (StoreError, "the database file cannot be opened (folder missing or not permitted)"),
    "53100": (StoreFullError, _FULL),
    "25006": (StoreReadOnlyError, _READ_ONLY),
    "42501": (StoreReadOnlyError, "this database user lacks a permission"),
    "XX001": (StoreDamagedError, _DAMAGED),
}


def translate(error: BaseException) -> StoreError:
    """Return our error for a driver's; unknown ones become a plain StoreError with the code."""
    cause: Any = error.orig if isinstance(error, DBAPIError) else error
    code = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None) or type(cause).__name__
    # SQLite's extended codes refine the first two words: SQLITE_READONLY_DBMOVED, SQLITE_CORRUPT_INDEX.
    kind = _KINDS.get(code) or _KINDS.get("_".join(code.split("_")[:2]))
    if kind is None:
        return StoreError(f"the database failed ({code})")
    return kind[0](f"{kind[1]} ({code})")


_SYSTEM_KINDS: dict[int, type[StoreError]] = {
    errno.ENOSPC: StoreFullError,
    errno.EDQUOT: StoreFullError,
    errno.EFBIG: StoreFullError,
    errno.EROFS: StoreReadOnlyError,
    errno.EACCES: StoreReadOnlyError,
    errno.EPERM: StoreReadOnlyError,
}


def translate_system(error: OSError, *, what: str) -> StoreError:
    """Return our error for the system's; ``what`` begins its sentence."""
    number = error.errno or 0
    return _SYSTEM_KINDS.get(number, StoreError)(f"{what}: {os.strerror(number)}")


def may_write(path: Path) -> bool:
    """Whether a database file and the folder for its side files may be written."""
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


@contextmanager
def told() -> Iterator[None]:
    """Within the block a driver's error becomes ours; everything else passes."""
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        raise translate(error) from None
