"""People, open questions and small values."""

from typing import Any

from sqlalchemy import select

from forumgm.adapters.store.tables import answers, people, questions, small_values
from forumgm.adapters.store.work import Work
from forumgm.app.ports import Person, Question
from forumgm.core.items import Account

_SPANS_KEPT = 24
_BYTE_ORDER = {"sqlite": "BINARY", "postgresql": "C"}
"""Collations in which all that begins alike stands together, upper case apart from lower."""


class PeoplePart(Work):
    """The part of a transaction that keeps people, questions, counts and small values."""

    def person(self, account: str) -> Person | None:
        """Return what is remembered of somebody, None if nothing is."""
        row = self.first(select(people).where(people.c.account == account))
        if row is None:
            return None
        return Person(
            account=Account(row["account"], row["name"]),
            last_message=row["last_message"],
            conversation=row["conversation"],
            quiet=row["quiet"],
            unreachable=row["unreachable"],
        )

    def save_person(self, person: Person) -> None:
        """Remember this of somebody; under the account's id, whatever the name is now."""
        row = {
            "account": person.account.id,
            "name": person.account.name,
            "last_message": person.last_message,
            "conversation": person.conversation,
            "quiet": person.quiet,
            "unreachable": person.unreachable,
        }
        self.put(people, row)

    def question(self, account: str, channel: str) -> Question | None:
        """Return the question that waits for this person's yes in this channel."""
        row = self.first(select(questions).where(questions.c.account == account, questions.c.channel == channel))
        return None if row is None else Question(**row)

    def ask(self, question: Question) -> None:
        """Store the newest question to this person in this channel; an older one is gone."""
        row = {
            "account": question.account,
            "channel": question.channel,
            "game": question.game,
            "asked_at": question.asked_at,
            "version": question.version,
            "phase": question.phase,
            "commands": question.commands,
        }
        self.put(questions, row)

    def drop_question(self, account: str, channel: str) -> None:
        """Forget the question to this person in this channel, if there is one."""
        self.change(questions.delete().where(questions.c.account == account, questions.c.channel == channel))

    def value(self, key: str) -> Any:
        """Return a small stored JSON value, None if there is none."""
        row = self.first(select(small_values.c.value).where(small_values.c.key == key))
        return None if row is None else row["value"]

    def values(self, prefix: str) -> dict[str, Any]:
        """Return the small stored values whose keys begin so, in the order of their keys; ``prefix`` is not empty."""
        key = small_values.c.key.collate(_BYTE_ORDER[self._connection.dialect.name])
        behind = prefix[:-1] + chr(ord(prefix[-1]) + 1)
        found = self.rows(select(small_values).where(key >= prefix, key < behind).order_by(key))
        return {str(row["key"]): row["value"] for row in found}

    def set_value(self, key: str, value: Any) -> None:
        """Store a small JSON value; None removes it."""
        if value is None:
            self.change(small_values.delete().where(small_values.c.key == key))
        else:
            self.put(small_values, {"key": key, "value": value})

    def count_answer(self, account: str, kind: str, *, span: int) -> int:
        """Count one more answer of this kind to this account; return how many there were in this span of time."""
        theirs = (answers.c.account == account, answers.c.kind == kind)
        self.change(answers.delete().where(*theirs, answers.c.hour < span - _SPANS_KEPT))
        row = self.first(select(answers.c.count).where(*theirs, answers.c.hour == span))
        count = 1 if row is None else int(row["count"]) + 1
        self.put(answers, {"account": account, "kind": kind, "hour": span, "count": count})
        return count
