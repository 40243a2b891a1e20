"""``!link``: a moderator gets a one-time link by message, nobody else does."""

import re
from collections.abc import Sequence

import pytest

from forumgm.adapters.memory import MemoryForum
from forumgm.adapters.store import SqlStore, open_store
from forumgm.app import keyring
from forumgm.app.ports import GameKind
from forumgm.app.resistance_house import ResistanceHouse
from forumgm.bootstrap import Rooms, assemble
from forumgm.reader import make_reader
from forumgm.rendering import Renderer
from tests.app.village import BOT, SUBREDDIT, Loud

ADDRESS = "https://gm.example.org"


class Porch:
    """A forum with one moderator, and the app in front of it."""

    def __init__(self, *, address: str = ADDRESS) -> None:
        self.forum = MemoryForum(bot=BOT)
        self.forum.appoint(SUBREDDIT, BOT)
        self.forum.appoint(SUBREDDIT, "mara")
        self.store: SqlStore = open_store("sqlite:///:memory:")
        self.rooms: Rooms = assemble(
            store=self.store,
            forum=self.forum,
            renderer=Renderer(bot=BOT),
            houses={GameKind.RESISTANCE: ResistanceHouse(bot=BOT, defaults={})},
            reader=make_reader(),
            subreddits=[SUBREDDIT],
            journal=Loud(),
            monotonic=lambda: float(self.forum.now()),
            pages_at=address,
        )
        self.cycle()

    def cycle(self) -> None:
        for _ in range(3):
            self.forum.advance(30)
            self.rooms.daemon.cycle()

    def letters(self) -> Sequence[str]:
        """Everything that the bot sent by message."""
        return [m.body for m in self.forum.own_messages(50)]


def link_in(texts: Sequence[str]) -> str:
    found = [m[1] for text in texts for m in re.finditer(r"/desk/login\?key=([\w.-]+)", text)]
    assert len(found) == 1, texts
    return found[0]


@pytest.mark.parametrize("word", ["!link", "!dashboard", "**!link**", "Hello,\n\n!Link please"])
def test_a_moderator_gets_a_link_that_logs_him_in_once(word: str) -> None:
    porch = Porch()
    porch.forum.write("mara", word)
    porch.cycle()
    link = link_in(porch.letters())
    now = porch.forum.now()
    with porch.store.transaction() as tx:
        session = keyring.redeem(tx, link, now=now)
        assert session is not None
        held = keyring.holder(tx, session, now=now)
        assert held is not None
        assert held.name == "mara"
        assert keyring.redeem(tx, link, now=now) is None


def test_anybody_else_gets_none() -> None:
    porch = Porch()
    porch.forum.write("zoe", "!link")
    porch.cycle()
    assert not any("desk/login" in text for text in porch.letters())


def test_asked_for_in_a_thread_it_goes_by_message() -> None:
    porch = Porch()
    porch.forum.write("mara", "!host resistance")
    porch.cycle()
    with porch.store.transaction() as tx:
        thread = tx.games()[0].thread
    porch.forum.say("mara", thread, "!link")
    porch.cycle()
    assert link_in(porch.letters())
    assert not any("desk/login" in comment.body for comment in porch.forum.own_comments(50))


def test_without_a_public_address_the_answer_says_so() -> None:
    porch = Porch(address="")
    porch.forum.write("mara", "!link")
    porch.cycle()
    assert any("no public address" in text for text in porch.letters())


def test_sessions_of_one_account_are_few() -> None:
    porch = Porch()
    sessions = []
    account = porch.forum.look_up("mara")
    assert account is not None
    with porch.store.transaction() as tx:
        for number in range(keyring.SESSIONS + 1):
            link = keyring.issue(tx, account.account, now=number)
            sessions.append(keyring.redeem(tx, link, now=number) or "")
        held = [keyring.holder(tx, s, now=10) is not None for s in sessions]
    assert held == [False] + [True] * keyring.SESSIONS
