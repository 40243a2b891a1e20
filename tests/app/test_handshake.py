"""resistance.md section 1: a seat is ready when a message quotes the code or answers the one that asked for it."""

import pytest

from forumgm.games.resistance import views
from tests.app.village import Village


class SignUp:
    """A village in which Ann has a seat that is not ready."""

    def __init__(self) -> None:
        self.village = Village(modmail=["games"])
        self.forum = self.village.forum
        self.game = self.village.open("plot off")
        self.forum.say("Ann", self.game.thread, "!join")
        self.village.cycle(2)

    @property
    def code(self) -> str:
        state = self.village.state(self.game)
        return views.handshake_code(state, state.table.seats[0].account)

    @property
    def is_ready(self) -> bool:
        return self.village.state(self.game).table.seats[0].ready

    def write(self, text: str) -> str:
        """Write a new message; return what the GM said to it."""
        before = len(self.forum.inbox("Ann"))
        self.forum.write("Ann", text)
        self.village.cycle(2)
        return "\n".join(m.body for m in self.forum.inbox("Ann")[before:])

    def reply(self, text: str) -> str:
        """Reply to the GM's newest message; return what it said to that."""
        newest = self.forum.inbox("Ann")[-1]
        before = len(self.forum.inbox("Ann"))
        self.forum._deliver(self.forum.account("Ann"), self.forum.bot, "re: x", text, parent=newest.id)
        self.village.cycle(2)
        return "\n".join(m.body for m in self.forum.inbox("Ann")[before:])


@pytest.mark.parametrize(
    "text", ["hello", "!handshake BCDFG", "!ready", "ready", "confirm", "confirm BCDFG", "yes", "ok"]
)
def test_a_new_message_without_the_code_is_told_what_to_send(text: str) -> None:
    sign_up = SignUp()
    answer = sign_up.write(text)
    assert not sign_up.is_ready
    assert "not ready yet" in answer
    assert f"!handshake {sign_up.code}" in answer


@pytest.mark.parametrize("text", ["!handshake {code}", "{code}", "here it is: {code}, thanks", "confirm {code}"])
def test_a_new_message_with_the_code_readies_the_seat(text: str) -> None:
    sign_up = SignUp()
    assert "Your seat is ready" in sign_up.write(text.format(code=sign_up.code.lower()))
    assert sign_up.is_ready


@pytest.mark.parametrize("text", ["hello", "!handshake BCDFG", "ok", "what is this?"])
def test_an_answer_to_the_message_readies_the_seat_whatever_it_says(text: str) -> None:
    sign_up = SignUp()
    assert "Your seat is ready" in sign_up.reply(text)
    assert sign_up.is_ready


def test_a_command_in_the_answer_is_carried_out_too() -> None:
    sign_up = SignUp()
    answer = sign_up.reply("!status")
    assert sign_up.is_ready
    assert "Your seat is ready" in answer
    assert "1 seat" in answer


@pytest.mark.parametrize("way", [SignUp.write, SignUp.reply])
def test_whoever_leaves_by_message_is_not_made_ready(way) -> None:  # type: ignore[no-untyped-def]
    sign_up = SignUp()
    way(sign_up, "!leave")
    assert sign_up.village.state(sign_up.game).table.seats == ()


def test_commands_of_an_unready_seat_are_answered_and_leave_it_unready() -> None:
    sign_up = SignUp()
    assert "Ann, game G1" in sign_up.write("!me")
    assert "sign-up" in sign_up.write("!status")
    assert not sign_up.is_ready


def test_mod_mail_readies_the_seat_once_the_gm_has_written_there() -> None:
    sign_up = SignUp()
    conversation = sign_up.forum.write_modmail("Ann", "games", "hello")
    sign_up.village.cycle(2)
    assert not sign_up.is_ready
    sign_up.forum.write_modmail("Ann", "games", "yes, I am here", conversation=conversation)
    sign_up.village.cycle(2)
    assert sign_up.is_ready


def test_a_code_for_a_ready_seat_is_told_so() -> None:
    sign_up = SignUp()
    sign_up.reply("hello")
    assert "ready already" in sign_up.write(f"!handshake {sign_up.code}")


def test_in_a_chat_that_the_player_began_what_follows_on_the_question_answers_it() -> None:
    """reddit.md 4.2: a chat tells only the first message of the conversation, which may be the player's own."""
    sign_up = SignUp()
    forum = sign_up.forum
    first = forum.write("Ann", "hello, is this on?")
    sign_up.village.cycle(2)
    assert not sign_up.is_ready
    forum._deliver(forum.account("Ann"), forum.bot, "[direct chat room]", "here I am", parent=first)
    sign_up.village.cycle(2)
    assert sign_up.is_ready
