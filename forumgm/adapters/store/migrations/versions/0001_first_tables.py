"""The first tables. Written out by hand: a revision never changes again, whatever ``tables.py`` becomes."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_COUNTER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create everything."""
    _create_games()
    _create_items()
    _create_outbox()
    _create_people()


def _text(name: str, *, nullable: bool = False) -> "sa.Column[str]":
    return sa.Column(name, sa.Text(), nullable=nullable)


def _number(name: str, *, nullable: bool = False) -> "sa.Column[int]":
    return sa.Column(name, sa.BigInteger(), nullable=nullable)


def _truth(name: str) -> "sa.Column[bool]":
    return sa.Column(name, sa.Boolean(), nullable=False)


def _key(table: str, *columns: str) -> sa.PrimaryKeyConstraint:
    return sa.PrimaryKeyConstraint(*columns, name=f"pk_{table}")


def _of_game(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["game"], ["games.id"], name=f"fk_{table}_game", deferrable=True, initially="DEFERRED"
    )


def _index(table: str, *columns: str) -> None:
    op.create_index(f"ix_{table}_{'_'.join(columns)}", table, list(columns))


def _create_games() -> None:
    op.create_table("counters", _text("kind"), _number("last"), _key("counters", "kind"))
    texts = ("subreddit", "thread", "host_id", "host_name", "status", "phase")
    op.create_table(
        "games",
        _text("id"),
        _text("kind"),
        *(_text(name) for name in texts),
        *(_number(name) for name in ("number", "opened_at", "version", "posts")),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        _text("status_post", nullable=True),
        _text("error", nullable=True),
        _key("games", "id"),
    )
    _index("games", "status")
    _index("games", "thread")
    op.create_table("members", _text("game"), _text("account"), _of_game("members"), _key("members", "game", "account"))
    _index("members", "account")
    op.create_table(
        "events",
        _text("game"),
        _number("seq"),
        _number("at"),
        _text("type"),
        _text("line"),
        _of_game("events"),
        _key("events", "game", "seq"),
    )
    op.create_table(
        "deadlines",
        *(_text(name) for name in ("game", "key", "verb", "args")),
        *(_number(name) for name in ("place", "due")),
        _truth("ceiling"),
        _of_game("deadlines"),
        _key("deadlines", "game", "key"),
    )
    _index("deadlines", "due")


def _create_items() -> None:
    loose = ("author_id", "author_name", "thread", "parent", "subreddit", "conversation", "game")
    op.create_table(
        "items",
        *(_text(name) for name in ("id", "via", "body", "state")),
        *(_text(name, nullable=True) for name in loose),
        *(_number(name) for name in ("at", "number", "seen_at")),
        sa.Column("rank", sa.SmallInteger(), nullable=False),
        _number("edited", nullable=True),
        *(_truth(name) for name in ("removed", "carried_order", "flagged")),
        _of_game("items"),
        _key("items", "id"),
    )
    _index("items", "state", "at")
    _index("items", "game", "carried_order", "at")
    _index("items", "author_id")


def _create_outbox() -> None:
    texts = ("key", "road", "text", "tag", "subreddit", "target", "to", "account", "subject", "slot", "state")
    op.create_table(
        "outbox",
        sa.Column("place", _COUNTER, nullable=False),
        *(_text(name) for name in texts),
        *(_text(name, nullable=True) for name in ("game", "sent_id", "error")),
        *(_number(name) for name in ("created", "attempts", "looks", "next_try", "rung")),
        *(_number(name, nullable=True) for name in ("number", "opens_period", "sent_at")),
        _of_game("outbox"),
        _key("outbox", "place"),
        sa.UniqueConstraint("key", name="uq_outbox_key"),
    )
    _index("outbox", "state", "next_try")
    _index("outbox", "game", "state", "number")
    _index("outbox", "slot", "state")
    _index("outbox", "account")


def _create_people() -> None:
    op.create_table(
        "people",
        _text("account"),
        _text("name"),
        _text("last_message", nullable=True),
        _text("conversation", nullable=True),
        _truth("quiet"),
        _truth("unreachable"),
        _key("people", "account"),
    )
    op.create_table(
        "questions",
        *(_text(name) for name in ("account", "channel", "game", "phase", "commands")),
        *(_number(name) for name in ("asked_at", "version")),
        _key("questions", "account", "channel"),
    )
    op.create_table("small_values", _text("key"), _text("value"), _key("small_values", "key"))
    op.create_table(
        "answers",
        *(_text(name) for name in ("account", "kind")),
        *(_number(name) for name in ("hour", "count")),
        _key("answers", "account", "kind", "hour"),
    )
