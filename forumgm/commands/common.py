"""What several commands share: options, opening the database, saying times."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from forumgm.adapters.store import SqlStore

FOUND_SOMETHING = 1
CONFIG = typer.Option(None, "--config", help="Configuration file; config/forumgm.toml by default.")
JSON = typer.Option(False, "--json", help="Print one JSON object.")
GAME = typer.Argument(help="The game, as G7.")


@contextmanager
def opened(config: Path | None, *, read_only: bool = True) -> "Iterator[SqlStore]":
    """Lend out the database of a configuration. Raises SettingsError or StoreError."""
    from forumgm.adapters.store import open_store
    from forumgm.settings import load

    store = open_store(load(config).storage.url, read_only=read_only)
    try:
        yield store
    finally:
        store.close()


def utc(at: int) -> str:
    """Write epoch seconds as people read them."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def no_game(game: str) -> typer.BadParameter:
    """Return the error for a game that isn't there."""
    return typer.BadParameter(f"there is no game {game.upper()}", param_hint="GAME")
