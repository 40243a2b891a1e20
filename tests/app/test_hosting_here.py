"""hosting.md "Taking over a thread": ``!host here`` through the whole pipeline."""

import pytest

from forumgm.app.outage import last_poll
from forumgm.app.ports import GameStatus
from forumgm.core.chance import commitment
from forumgm.record.verify import verify_text
from tests.app.village import NAMES, SUBREDDIT, Village

SECRET = bytes(range(32))
LINE = "!host here plot off team_vote_ceiling 36h"


class Thread:
    """A village with a thread that somebody opened for a game."""

    def __init__(self) -> None:
        self.village = Village()
        self.forum = self.village.forum
        self.village.cycle()
        self.id = self.forum.open_thread("mara", SUBREDDIT, "Who wants to play?")

    def say(self, text: str, *, by: str = "mara") -> tuple[list[str], list[str]]:
        """Comment; return the GM's new comments there and its new messages to the writer."""
        notes, letters = len(self.forum.posts(self.id)), len(self.forum.inbox(by))
        self.forum.say(by, self.id, text)
        self.village.cycle(3)
        return (
            [n.body for n in self.forum.posts(self.id)[notes:]],
            [m.body for m in self.forum.inbox(by)[letters:]],
        )

    def topic(self, **switches: bool) -> None:
        for name, value in switches.items():
            setattr(self.forum._topics[self.id], name, value)


def test_the_first_comment_is_the_first_post_with_options_and_commitment() -> None:
    thread = Thread()
    thread.say(LINE)
    first = thread.forum.posts(thread.id)[0].body
    assert "The Resistance, game G1" in first
    assert commitment(SECRET) in first
    assert "36" in first, "an option in force that is not the default"
    assert first.rstrip().endswith("^(G1 · 1)")
    game = thread.village.games()[0]
    assert game.thread == thread.id
    assert thread.village.state(game).opening.thread == thread.id


def test_a_whole_game_is_played_there() -> None:
    thread = Thread()
    thread.say(LINE.replace("here", "resistance here players 5"))
    game = thread.village.games()[0]
    thread.village.seat(game, NAMES[:5])
    assert thread.village.play(game).is_over
    assert {n.thread for n in thread.forum.posts(thread.id)} == {thread.id}
    verdict = verify_text("".join(f"{line}\n" for line in thread.village.log(game)))
    assert not verdict.problems, verdict.problems


def test_items_stamped_before_the_takeover_are_no_orders() -> None:
    """resistance.md section 8; also where they are read only afterwards."""
    thread = Thread()
    thread.forum.say("Ann", thread.id, "!join")
    held = thread.forum.say("Cid", thread.id, "!join", held=True)
    thread.forum.advance(10)
    thread.say(LINE)
    thread.forum.approve_as("mara", held)
    thread.village.cycle(3)
    game = thread.village.games()[0]
    assert thread.village.state(game).table.seats == ()
    thread.say("!join", by="Ann")
    assert [s.name for s in thread.village.state(game).table.seats] == ["Ann"]


def test_a_thread_that_hosts_a_game_takes_no_second_one() -> None:
    thread = Thread()
    thread.say(LINE)
    answers, _ = thread.say("!host here")
    assert "A game of this kind runs in this thread already" in answers[0]
    assert len(thread.village.games()) == 1


def test_a_thread_whose_game_has_ended_may_host_the_next_one() -> None:
    thread = Thread()
    thread.say(LINE)
    thread.say("!abort")
    thread.say("yes")
    assert thread.village.games()[0].status is GameStatus.ENDED
    thread.say("!host here plot off")
    assert [g.status for g in thread.village.games()] == [GameStatus.ENDED, GameStatus.OPEN]
    thread.say("!join", by="Ann")
    assert [s.name for s in thread.village.state(thread.village.games()[1]).table.seats] == ["Ann"]


@pytest.mark.parametrize("how", ["locked", "archived", "removed", "deleted"])
def test_a_thread_that_takes_no_comments_is_told_by_message(how: str) -> None:
    thread = Thread()
    thread.topic(**{how: True})
    comments, letters = thread.say(LINE)
    assert comments == []
    assert "removed" in letters[0] if how == "deleted" else how in letters[0]
    assert "`!host resistance`" in letters[0]
    assert thread.village.games() == []


def test_a_thread_that_was_unlocked_is_taken_over() -> None:
    thread = Thread()
    thread.topic(locked=True)
    thread.say(LINE)
    thread.topic(locked=False)
    thread.say(LINE)
    assert [g.thread for g in thread.village.games()] == [thread.id]


def test_a_message_has_no_here() -> None:
    village = Village()
    village.cycle()
    village.forum.write("mara", "!host resistance here")
    village.cycle(2)
    assert "in the thread that is to be taken over" in village.forum.inbox("mara")[-1].body
    assert village.games() == []


def test_only_who_may_host_takes_a_thread_over() -> None:
    thread = Thread()
    assert thread.say("!host here", by="zoe") == ([], [])
    assert thread.village.games() == []


def test_wrong_options_open_nothing_and_are_told_there() -> None:
    thread = Thread()
    answers, _ = thread.say("!host here colour red")
    assert "'colour' is no option" in answers[0]
    assert thread.village.games() == []


def test_a_poll_whose_thread_cannot_be_looked_at_is_no_poll() -> None:
    """design.md law 4: what was not handled must not count as read; the next poll brings it again."""
    thread = Thread()
    store = thread.village.store
    with store.transaction() as tx:
        before = last_poll(tx)
    thread.forum.say("mara", thread.id, LINE)
    thread.forum.faults.unreachable(method="thread")
    thread.village.cycle()
    with store.transaction() as tx:
        assert last_poll(tx) == before
    thread.village.cycle(3)
    assert [game.thread for game in thread.village.games()] == [thread.id]
