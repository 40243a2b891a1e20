"""``forumgm person export|forget``: what is stored about one person, on his request."""

import json as jsonlib
import secrets
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from forumgm.commands.common import CONFIG, opened

if TYPE_CHECKING:
    from forumgm.adapters.store.store import SqlTransaction

_PERSON = typer.Argument(help="The account's name, or its id (t2_...).")


def register(app: typer.Typer) -> None:
    """Add this file's commands."""
    person = typer.Typer(no_args_is_help=True, help="What is stored about one person.")
    person.command("export")(export)
    person.command("forget")(forget)
    app.add_typer(person, name="person")


def export(person: str = _PERSON, config: Path | None = CONFIG) -> None:
    """Write everything that is stored about somebody to standard output, as JSON. It holds private texts."""
    with opened(config) as store, store.transaction() as tx:
        told = tx.export_person(_account(tx, person))
    typer.echo(jsonlib.dumps(told, ensure_ascii=False, indent=2))


def forget(
    person: str = _PERSON,
    yes: bool = typer.Option(False, "--yes", help="Don't ask."),
    config: Path | None = CONFIG,
) -> None:
    """Blank somebody's texts and put a pseudonym in his place. Records that were published keep the name."""
    from forumgm.adapters.store import PSEUDONYM

    with opened(config, read_only=False) as store:
        with store.transaction() as tx:
            account = _account(tx, person)
        if not yes:
            typer.confirm(f"Forget {person} ({account})? There is no way back but a backup.", abort=True)
        pseudonym = f"{PSEUDONYM}{secrets.token_hex(4)}"
        with store.transaction() as tx:
            logs = tx.forget_person(account, pseudonym)
    typer.echo(f"{account} is now {pseudonym}.")
    if logs:
        typer.echo(
            f"The published records of {', '.join(g.upper() for g in logs)} keep the name they were sealed with."
        )


def _account(tx: "SqlTransaction", person: str) -> str:
    name = person.removeprefix("/").removeprefix("u/")
    accounts = [name] if name.startswith("t2_") else tx.accounts_named(name)
    if len(accounts) != 1:
        many = f"is the name of {', '.join(accounts)}; say which" if accounts else "is nobody we know"
        raise typer.BadParameter(f"{name} {many}", param_hint="PERSON")
    return accounts[0]
