"""The tables. What they mean stands in ``forumgm.app.ports``; here is how they are laid out.

Laws: every query of the port has an index. Nothing is ordered by text, since databases differ in how they sort it.
References are checked at commit, so that a transaction may write in any order. A change here needs a migration
(the tests compare both).
"""

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Index,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
)

from forumgm.adapters.store.columns import Counter, EnumText, Json, Number, SafeText
from forumgm.app.ports import GameKind, GameStatus, ItemState, Road, RowState
from forumgm.core.items import Via

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _game_key(*, nullable: bool = False, primary_key: bool = False) -> Column[str]:
    reference = ForeignKey("games.id", deferrable=True, initially="DEFERRED")
    return Column("game", SafeText, reference, nullable=nullable, primary_key=primary_key)


counters = Table(
    "counters",
    metadata,
    Column("kind", EnumText(GameKind), primary_key=True),
    Column("last", Number, nullable=False),
)

games = Table(
    "games",
    metadata,
    Column("id", SafeText, primary_key=True),
    Column("kind", EnumText(GameKind), nullable=False),
    Column("number", Number, nullable=False),
    Column("subreddit", SafeText, nullable=False),
    Column("thread", SafeText, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("opened_at", Number, nullable=False),
    Column("host_id", SafeText, nullable=False),
    Column("host_name", SafeText, nullable=False),
    Column("status", EnumText(GameStatus), nullable=False),
    Column("phase", SafeText, nullable=False),
    Column("version", Number, nullable=False),
    Column("posts", Number, nullable=False),
    Column("status_post", SafeText),
    Column("error", SafeText),
    Index(None, "status"),
    Index(None, "thread"),
)

members = Table(
    "members",
    metadata,
    _game_key(primary_key=True),
    Column("account", SafeText, primary_key=True),
    Index(None, "account"),
)

events = Table(
    "events",
    metadata,
    _game_key(primary_key=True),
    Column("seq", Number, primary_key=True, autoincrement=False),
    Column("at", Number, nullable=False),
    Column("type", Text, nullable=False),
    # Exactly as it was hashed; nothing may be replaced in it.
    Column("line", Text, nullable=False),
)

items = Table(
    "items",
    metadata,
    Column("id", SafeText, primary_key=True),
    Column("via", EnumText(Via), nullable=False),
    Column("author_id", SafeText),
    Column("author_name", SafeText),
    Column("at", Number, nullable=False),
    # The rest of ``Item.sort_key``, so that the database can sort by the rules.
    Column("rank", SmallInteger, nullable=False),
    Column("number", Number, nullable=False),
    Column("body", SafeText, nullable=False),
    Column("thread", SafeText),
    Column("parent", SafeText),
    Column("subreddit", SafeText),
    Column("edited", Number),
    Column("conversation", SafeText),
    Column("removed", Boolean, nullable=False),
    Column("seen_at", Number, nullable=False),
    Column("state", EnumText(ItemState), nullable=False),
    _game_key(nullable=True),
    Column("carried_order", Boolean, nullable=False),
    Column("flagged", Boolean, nullable=False),
    Index(None, "state", "at"),
    Index(None, "game", "carried_order", "at"),
    Index(None, "author_id"),
)

deadlines = Table(
    "deadlines",
    metadata,
    _game_key(primary_key=True),
    Column("key", SafeText, primary_key=True),
    Column("place", Number, nullable=False),
    Column("due", Number, nullable=False),
    Column("verb", SafeText, nullable=False),
    Column("args", Json, nullable=False),
    Column("ceiling", Boolean, nullable=False),
    Index(None, "due"),
)

outbox = Table(
    "outbox",
    metadata,
    Column("place", Counter, primary_key=True),
    Column("key", SafeText, nullable=False),
    Column("road", EnumText(Road), nullable=False),
    _game_key(nullable=True),
    Column("text", SafeText, nullable=False),
    Column("tag", SafeText, nullable=False),
    Column("created", Number, nullable=False),
    Column("subreddit", SafeText, nullable=False),
    Column("target", SafeText, nullable=False),
    Column("to", SafeText, nullable=False),
    Column("account", SafeText, nullable=False),
    Column("subject", SafeText, nullable=False),
    Column("number", Number),
    Column("slot", SafeText, nullable=False),
    Column("opens_period", Number),
    Column("state", EnumText(RowState), nullable=False),
    Column("attempts", Number, nullable=False),
    Column("looks", Number, nullable=False),
    Column("next_try", Number, nullable=False),
    Column("sent_id", SafeText),
    Column("sent_at", Number),
    Column("error", SafeText),
    Column("rung", Number, nullable=False),
    UniqueConstraint("key"),
    Index(None, "state", "next_try"),
    Index(None, "game", "state", "number"),
    Index(None, "slot", "state"),
    Index(None, "account"),
)

people = Table(
    "people",
    metadata,
    Column("account", SafeText, primary_key=True),
    Column("name", SafeText, nullable=False),
    Column("last_message", SafeText),
    Column("conversation", SafeText),
    Column("quiet", Boolean, nullable=False),
    Column("unreachable", Boolean, nullable=False),
)

questions = Table(
    "questions",
    metadata,
    Column("account", SafeText, primary_key=True),
    Column("channel", SafeText, primary_key=True),
    Column("game", SafeText, nullable=False),
    Column("asked_at", Number, nullable=False),
    Column("version", Number, nullable=False),
    Column("phase", SafeText, nullable=False),
    Column("commands", Json, nullable=False),
)

small_values = Table(
    "small_values",
    metadata,
    Column("key", SafeText, primary_key=True),
    Column("value", Json, nullable=False),
)

answers = Table(
    "answers",
    metadata,
    Column("account", SafeText, primary_key=True),
    Column("kind", SafeText, primary_key=True),
    Column("hour", Number, primary_key=True, autoincrement=False),
    Column("count", Number, nullable=False),
)
