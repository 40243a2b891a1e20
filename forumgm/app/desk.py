"""The desk: turns effects into outbox rows with their final text, tag and number.

Laws (reddit.md 6.1): the text is final when it is queued, with its tag in the last line. A receipt gives way to a newer
one to the same person; an alert is told once while its trouble lasts.
"""

from collections.abc import Sequence
from dataclasses import replace

from forumgm.app import marks
from forumgm.app.moderators import Moderators
from forumgm.app.ports import Game, OutboxRow, Renderer, Road, Transaction
from forumgm.app.tags import post_tag, private_tag, tagged
from forumgm.core.effects import (
    Answer,
    Effect,
    ModeratorNote,
    PrivateNote,
    PublicPost,
    Purpose,
    StatusEdit,
    ThreadFlair,
)
from forumgm.core.items import Account, Channel, Item

POST_LIMIT = 9_300
"""Characters of one post before its tag line (Reddit takes 10,000)."""
STATUS_EVERY = 60
"""Seconds of forum time between two edits of a status comment."""
SUBJECT_LIMIT = 100


def alert_marker(game: Game, alert: str) -> str:
    """Return the key of the small value that says since when moderators know of a trouble."""
    return f"alert:{game.id}:{alert}"


def status_key(game: Game) -> str:
    """Return the key of the row that writes the game's status comment, and the slot of its edits."""
    return f"status:{game.id}"


class Desk:
    """Queues what games want said."""

    def __init__(self, renderer: Renderer, moderators: Moderators) -> None:
        self._renderer = renderer
        self._moderators = moderators

    def say(self, tx: Transaction, game: Game, effects: Sequence[Effect], *, item: Item | None, now: int) -> Game:
        """Queue rows for the effects of one order; return the game with its count of posts."""
        base = item.id if item else f"v{game.version}"
        stem = f"{game.id}:{game.version}:{base}"
        answers: list[Answer] = []
        for index, effect in enumerate(effects):
            key = f"{stem}:{index}"
            match effect:
                case PublicPost():
                    game = self._post(tx, game, effect, key=key, now=now)
                case StatusEdit():
                    self._status(tx, game, effect, key=key, now=now)
                case PrivateNote():
                    self._note(tx, game, effect, key=key, now=now)
                case Answer():
                    answers.append(effect)
                case ModeratorNote():
                    self.tell_moderators(tx, game, effect, key=key, now=now)
                case ThreadFlair():
                    row = OutboxRow(key=key, road=Road.FLAIR, game=game.id, text=effect.text, tag="", created=now)
                    tx.queue(replace(row, target=game.thread, slot=f"flair:{game.id}"))
                case _:
                    raise RuntimeError(f"unexpected effect {type(effect).__name__}")
        if item is not None:
            for private in (False, True):
                of_one_road = [a for a in answers if a.private is private]
                self.answer(tx, item, of_one_road, game=game, key=f"{stem}:{'private' if private else 'here'}", now=now)
        return game

    def _post(self, tx: Transaction, game: Game, post: PublicPost, *, key: str, now: int) -> Game:
        parts = self._renderer.fit(self._renderer.render(post.template, post.view), limit=POST_LIMIT)
        for index, part in enumerate(parts):
            number = game.posts + 1
            tag = post_tag(game.id, number)
            row = OutboxRow(
                key=f"{key}:{index}", road=Road.POST, game=game.id, text=tagged(part, tag), tag=tag, created=now
            )
            opens = post.opens_period if index == 0 else None
            if tx.queue(replace(row, number=number, target=game.thread, opens_period=opens)):
                game = replace(game, posts=number)
                tx.save_game(game)
        return game

    def _status(self, tx: Transaction, game: Game, status: StatusEdit, *, key: str, now: int) -> None:
        text = self._renderer.render("resistance/status", status.view)
        tag = f"{game.id.upper()} · status"
        text = tagged(self._renderer.fit(text, limit=POST_LIMIT)[0], tag)
        slot = status_key(game)
        first = OutboxRow(key=slot, road=Road.ANSWER, game=game.id, text=text, tag=tag, created=now)
        if tx.row(slot) is None:
            tx.queue(replace(first, target=game.thread))
            return
        last = marks.status_edited(tx, game.id)
        row = OutboxRow(key=key, road=Road.EDIT, game=game.id, text=text, tag="", created=now, slot=slot)
        tx.queue(replace(row, next_try=max(now, last + STATUS_EVERY)))

    def _note(self, tx: Transaction, game: Game, note: PrivateNote, *, key: str, now: int) -> None:
        person = tx.person(note.account)
        if note.purpose is Purpose.RECEIPT and person is not None and person.quiet:
            return
        slot = f"receipt:{game.id}:{note.account}" if note.purpose is Purpose.RECEIPT else ""
        text = self._renderer.render(note.template, note.view)
        self._message(tx, Account(note.account, note.to), text, game=game, key=key, slot=slot, now=now)

    def _message(
        self, tx: Transaction, to: Account, text: str, *, game: Game | None, key: str, slot: str = "", now: int
    ) -> None:
        subject = f"[{game.id.upper()}] forumgm" if game else "forumgm"
        for index, part in enumerate(self._renderer.fit(text, limit=POST_LIMIT)):
            part_key = f"{key}:{index}"
            tag = private_tag(game.id if game else None, part_key)
            row = OutboxRow(
                key=part_key,
                road=Road.MESSAGE,
                game=game.id if game else None,
                text=tagged(part, tag),
                tag=tag,
                created=now,
                subreddit=game.subreddit if game else "",
                to=to.name,
                account=to.id,
                subject=subject[:SUBJECT_LIMIT],
                slot=f"{slot}:{index}" if slot else "",
            )
            tx.queue(row)

    def answer(
        self, tx: Transaction, item: Item, answers: Sequence[Answer], *, game: Game | None, key: str, now: int
    ) -> None:
        """Queue one answer to an item, by the road it came or privately where the answers say so."""
        if item.author is None or not answers:
            return
        text = "\n\n".join(self._renderer.render(a.template, a.view) for a in answers)
        if item.channel is Channel.PRIVATE or answers[0].private:
            receipt = all(a.receipt for a in answers)
            person = tx.person(item.author.id)
            if receipt and person is not None and person.quiet:
                return
            slot = f"receipt:{game.id}:{item.author.id}" if receipt and game is not None else ""
            self._message(tx, item.author, text, game=game, key=key, slot=slot, now=now)
            return
        marks = [a.mark for a in answers if a.mark]
        tag = " · ".join([private_tag(game.id if game else None, key), *marks])
        row = OutboxRow(
            key=key,
            road=Road.ANSWER,
            game=game.id if game else None,
            text=tagged(self._renderer.fit(text, limit=POST_LIMIT)[0], tag),
            tag=tag,
            created=now,
            target=item.id,
            subreddit=item.subreddit or "",
        )
        tx.queue(row)

    def letter(self, tx: Transaction, to: Account, answer: Answer, *, game: Game, key: str, now: int) -> None:
        """Queue a message to somebody who need not have written to us; without an account id he is found by name."""
        self._message(tx, to, self.draft(answer), game=game, key=key, now=now)

    def draft(self, effect: PublicPost | Answer) -> str:
        """Return the text that an effect would become, without its tag."""
        return self._renderer.render(effect.template, effect.view)

    def version_of(self, tx: Transaction, game: Game, number: int) -> int | None:
        """Return the game's version that a numbered post told of (its row's key begins with game and version)."""
        row = next((r for r in tx.rows_of(game.id) if r.number == number), None)
        version = row.key.split(":")[1] if row is not None else ""
        if version == "submission":
            return 1
        return int(version) if version.isdigit() else None

    def tell_moderators(
        self, tx: Transaction, game: Game, note: ModeratorNote, *, key: str, now: int, slot: str = ""
    ) -> None:
        """Queue a message to each moderator without a seat; an alert once while its trouble lasts.

        With a ``slot`` what still waits there for the same moderator about the same game is not sent any more.
        """
        if note.alert is not None:
            marker = alert_marker(game, note.alert)
            if tx.value(marker):
                return
            tx.set_value(marker, now)
        text = self._renderer.render(note.template, note.view)
        for moderator in self._moderators.without_seat(tx, game):
            place = f"{slot}:{game.id}:{moderator.id}" if slot else ""
            self._message(tx, moderator, text, game=game, key=f"{key}:{moderator.id}", slot=place, now=now)

    @staticmethod
    def raised(tx: Transaction, game: Game) -> dict[str, int]:
        """Return the game's alerts that are raised and not over yet, each with the time at which it was raised."""
        prefix = alert_marker(game, "")
        return {key.removeprefix(prefix): int(since) for key, since in tx.values(prefix).items()}

    def clear_alert(self, tx: Transaction, game: Game, note: ModeratorNote, *, key: str, now: int) -> None:
        """Tell the moderators once that the trouble of this alert is over, if they were told of it."""
        marker = alert_marker(game, note.alert or "")
        if not tx.value(marker):
            return
        tx.set_value(marker, None)
        self.tell_moderators(tx, game, replace(note, alert=None), key=key, now=now)
