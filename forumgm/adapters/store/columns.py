"""Column types: how our values stand in a database, the same in SQLite and PostgreSQL.

Laws: whatever a person wrote can be stored (what no database takes becomes U+FFFD); JSON is plain ASCII text; an
enum stands as its value. Times and numbers are 64-bit integers.
"""

import json
import re
from enum import Enum
from typing import Any

from sqlalchemy import BigInteger, Dialect, Integer, Text, TypeDecorator

LARGEST = 2**63 - 1
"""Largest integer that both databases hold."""

Number = BigInteger
Counter = BigInteger().with_variant(Integer, "sqlite")
"""A key that the database counts up by itself (SQLite does so for INTEGER only)."""

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


class SafeText(TypeDecorator[str]):
    """Text of any origin; NUL and lone surrogates, which no database takes, become U+FFFD."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002 - SQLAlchemy's
        """Return what is stored."""
        return None if value is None else _UNSTORABLE.sub("\ufffd", value)


class Json(TypeDecorator[Any]):
    """Plain JSON data as ASCII text; tuples come back as lists."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str:  # noqa: ARG002 - SQLAlchemy's
        """Return what is stored."""
        return json.dumps(value, ensure_ascii=True, allow_nan=False, default=dict)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:  # noqa: ARG002 - SQLAlchemy's
        """Return what was stored."""
        return None if value is None else json.loads(value)


class EnumText(TypeDecorator[Enum]):
    """One of an enum's members, stored as its value."""

    impl = Text
    cache_ok = True

    def __init__(self, members: type[Enum]) -> None:
        super().__init__()
        self.members = members

    def process_bind_param(self, value: Enum | None, dialect: Dialect) -> str | None:  # noqa: ARG002 - SQLAlchemy's
        """Return what is stored."""
        return None if value is None else str(value.value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Enum | None:  # noqa: ARG002 - SQLAlchemy's
        """Return the member."""
        return None if value is None else self.members(value)
