"""What is kept about people, for how long, and how it is given out or taken away.

Laws: an event log is never changed, since its digests were published; names in it stay. Whoever still plays or hosts
cannot be forgotten. An item's id is kept whatever else is blanked, so that it is never handled a second time.
"""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import RowMapping, Select, and_, func, or_, select, update

from forumgm.adapters.store.tables import (
    answers,
    events,
    games,
    items,
    members,
    outbox,
    people,
    questions,
    small_values,
)
from forumgm.adapters.store.work import Work
from forumgm.app.ports import GameStatus, ItemState, Road, RowState, StoreError
from forumgm.core.items import Via

PSEUDONYM = "forgotten-"
"""What begins the name and the account id of somebody forgotten."""
_UNSENT = (RowState.QUEUED, RowState.SENDING)


@dataclass(frozen=True, slots=True)
class Purged:
    """How much was blanked."""

    items: int
    """Private messages to us."""
    texts: int
    """Private messages from us."""
    questions: int
    """Questions that nobody answered."""


class PrivacyPart(Work):
    """The part of a transaction that looks after private texts."""

    def purge_private(self, before: int) -> Purged:
        """Blank the private texts of games whose last event is older than ``before`` and that are ended.

        Private texts that belong to no game are blanked by their own time. What is not handled or sent yet stays.
        """
        last = select(func.max(events.c.at)).where(events.c.game == games.c.id).scalar_subquery()
        over = select(games.c.id).where(
            games.c.status == GameStatus.ENDED, func.coalesce(last, games.c.opened_at) < before
        )
        theirs = or_(items.c.game.in_(over), and_(items.c.game.is_(None), items.c.at < before))
        private = and_(items.c.via != Via.COMMENT, items.c.state == ItemState.HANDLED, items.c.body != "")
        ours = or_(outbox.c.game.in_(over), and_(outbox.c.game.is_(None), outbox.c.created < before))
        done = and_(outbox.c.road == Road.MESSAGE, outbox.c.state.not_in(_UNSENT), outbox.c.text != "")
        return Purged(
            items=self.change(update(items).where(theirs, private).values(body="")),
            texts=self.change(update(outbox).where(ours, done).values(text="")),
            questions=self.change(questions.delete().where(questions.c.asked_at < before)),
        )

    def export_person(self, account: str) -> dict[str, Any]:
        """Return all that is stored about an account, as plain JSON data; its private texts too."""
        remembered = self.first(select(people).where(people.c.account == account))
        took_part = select(members.c.game).where(members.c.account == account)
        written = select(items).where(items.c.author_id == account).order_by(items.c.at, items.c.number)
        received = select(outbox).where(outbox.c.account == account).order_by(outbox.c.created, outbox.c.place)
        return {
            "account": account,
            "remembered": None if remembered is None else dict(remembered),
            "games": self._ids(select(games.c.id).where(games.c.id.in_(took_part))),
            "hosted": self._ids(select(games.c.id).where(games.c.host_id == account)),
            "written": [_written(row) for row in self.rows(written)],
            "received": [_received(row) for row in self.rows(received)],
            "questions": [dict(row) for row in self.rows(select(questions).where(questions.c.account == account))],
            "answers": [dict(row) for row in self.rows(select(answers).where(answers.c.account == account))],
            "kept": {r["key"]: r["value"] for r in self.rows(select(small_values)) if account in r["key"].split(":")},
        }

    def accounts_named(self, name: str) -> list[str]:
        """Return the ids of the accounts that had this name, in any case, when we last heard of them."""
        remembered = select(people.c.account.label("id")).where(func.lower(people.c.name) == name.lower())
        wrote = select(items.c.author_id.label("id")).where(func.lower(items.c.author_name) == name.lower())
        return sorted({row["id"] for q in (remembered, wrote) for row in self.rows(q.distinct()) if row["id"]})

    def forget_person(self, account: str, pseudonym: str) -> list[str]:
        """Put a pseudonym in an account's place and blank its texts; return the games whose logs keep its name.

        Raises StoreError while the account is a member or the host of a game that is not ended, or where the
        pseudonym is somebody already.
        """
        took_part = select(members.c.game).where(members.c.account == account)
        involved = select(games.c.id).where(or_(games.c.id.in_(took_part), games.c.host_id == account))
        if open_games := self._ids(involved.where(games.c.status != GameStatus.ENDED)):
            raise StoreError(f"the account still has a part in {', '.join(open_games)}")
        if self._is_somebody(pseudonym):
            raise StoreError("the pseudonym is taken")
        logs = self._ids(involved)
        self._forget_texts(account, pseudonym)
        self.change(update(members).where(members.c.account == account).values(account=pseudonym))
        hosted = update(games).where(games.c.host_id == account)
        self.change(hosted.values(host_id=pseudonym, host_name=pseudonym))
        for table in (people, questions, answers):
            self.change(table.delete().where(table.c.account == account))
        return logs

    def _forget_texts(self, account: str, pseudonym: str) -> None:
        names = {account} | {
            row["author_name"]
            for row in self.rows(select(items.c.author_name).where(items.c.author_id == account).distinct())
            if row["author_name"]
        }
        theirs = update(items).where(items.c.author_id == account)
        self.change(theirs.values(author_id=pseudonym, author_name=pseudonym, body=""))
        to_them = update(outbox).where(outbox.c.account == account)
        self.change(to_them.where(outbox.c.state.in_(_UNSENT)).values(state=RowState.DROPPED))
        self.change(to_them.values(account=pseudonym, to=pseudonym, text=""))
        for row in self.rows(select(small_values)):
            if account in row["key"].split(":"):
                self.change(small_values.delete().where(small_values.c.key == row["key"]))
            elif (changed := _without(row["value"], names, pseudonym)) != row["value"]:
                self.change(update(small_values).where(small_values.c.key == row["key"]).values(value=changed))

    def _is_somebody(self, account: str) -> bool:
        columns = (items.c.author_id, members.c.account, people.c.account, games.c.host_id)
        return any(self.first(select(column).where(column == account).limit(1)) is not None for column in columns)

    def _ids(self, statement: Select[Any]) -> list[str]:
        return [row["id"] for row in self.rows(statement.order_by(games.c.opened_at, games.c.number))]


def _written(row: RowMapping) -> dict[str, Any]:
    names = ("id", "author_name", "at", "edited", "subreddit", "thread", "parent", "conversation", "game", "body")
    return {"via": row["via"].value, **{name: row[name] for name in names}}


def _received(row: RowMapping) -> dict[str, Any]:
    names = ("to", "created", "sent_at", "game", "subject", "text")
    return {"state": row["state"].value, **{name: row[name] for name in names}}


def _without(value: Any, names: set[str], pseudonym: str) -> Any:
    """Return JSON data in which each string that is one of the names is the pseudonym."""
    if isinstance(value, str):
        return pseudonym if value in names else value
    if isinstance(value, list):
        return [_without(part, names, pseudonym) for part in value]
    if isinstance(value, dict):
        return {_without(key, names, pseudonym): _without(part, names, pseudonym) for key, part in value.items()}
    return value
