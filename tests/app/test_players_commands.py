"""hosting.md "Players' own commands": ``!me``, ``!quit``, ``!away``, ``!quiet``, ``!waiting``, ``!history``."""

import pytest

from forumgm.app.ports import Game
from tests.app.village import NAMES, Village

FIVE = NAMES[:5]


class Evening:
    """A village with one game of five without plot cards, brought to a phase."""

    def __init__(self, phase: str = "proposal", words: str = "players 5 plot off") -> None:
        self.village = Village()
        self.forum = self.village.forum
        self.game: Game = self.village.open("plot off" if phase == "signup" else words)
        if phase == "signup":
            for name in FIVE[:4]:
                self.forum.say(name, self.game.thread, "!join")
            self.village.cycle(2)
            return
        self.village.seat(self.game, FIVE)
        if phase == "ended":
            self.tell("!abort", by="mara")
            self.tell("yes", by="mara")
            return
        if phase != "proposal":
            self.propose()
        if phase == "mission":
            for name in FIVE:
                self.forum.write(name, "approve")
            self.village.cycle(2)
        if phase == "paused":
            self.tell("!pause", by="mara")

    def propose(self) -> None:
        state = self.village.state(self.game)
        team = " ".join(f"@{n}" for n in state.players[: state.team_size()])
        self.forum.say(state.round.leader, self.game.thread, f"!propose {team}")
        self.village.cycle(2)

    def tell(self, text: str, *, by: str = "Ann") -> list[str]:
        """Write to the GM; return its new messages to that person."""
        before = len(self.forum.inbox(by))
        self.forum.write(by, text)
        self.village.cycle(2)
        return [m.body for m in self.forum.inbox(by)[before:]]

    def say(self, text: str, *, by: str = "Ann") -> list[str]:
        """Comment in the thread; return the GM's new comments and messages to that person."""
        letters, notes = len(self.forum.inbox(by)), len(self.forum.posts(self.game.thread))
        self.forum.say(by, self.game.thread, text)
        self.village.cycle(2)
        new = [*self.forum.inbox(by)[letters:], *self.forum.posts(self.game.thread)[notes:]]
        return [n.body for n in new]


# --- !help


def test_help_leaves_out_what_the_asker_can_do_nothing_with() -> None:
    said = Evening("team_vote").tell("!help")[0]
    assert "!unvote" in said
    for useless in ("!reserve", "!confirm", "!play", "!use", "!pass", "!unpass"):
        assert useless not in said, useless


def test_a_vote_in_the_thread_is_told_where_it_belongs_with_links_ready_to_send() -> None:
    said = Evening("team_vote").say("!vote approve")[-1]
    assert "does not count here" in said
    for word in ("approve", "reject"):
        assert f"message=%21vote%20{word}%0A%0A%5BG1%5D" in said


# --- !quiet


def test_quiet_stops_the_receipts_of_this_player_only() -> None:
    evening = Evening("team_vote")
    assert "no receipts" in evening.tell("!quiet")[0]
    assert evening.tell("approve") == []
    assert "APPROVE" in evening.tell("approve", by="bob_b")[0]
    assert evening.village.state(evening.game).proposal.votes.keys() == {"Ann", "bob_b"}  # type: ignore[union-attr]


def test_quiet_outlasts_a_restart_and_is_taken_back() -> None:
    evening = Evening("team_vote")
    evening.say("!quiet")
    evening.village.restart()
    assert evening.tell("approve") == []
    assert "again" in evening.tell("!quiet off")[0]
    assert "REJECT" in evening.tell("reject")[0]


def test_quiet_hides_no_refusal_no_question_no_ask_and_no_news() -> None:
    evening = Evening("proposal")
    evening.tell("!quiet")
    before = len(evening.forum.inbox("Ann"))
    evening.propose()
    assert "approve" in evening.forum.inbox("Ann")[before].body, "the question of the vote"
    assert evening.tell("approve or reject, who knows?"), "a question back"
    assert evening.tell("!setvote @bob reject"), "a refusal"
    assert evening.tell("!me"), "an answer"
    before = len(evening.forum.inbox("Ann"))
    evening.tell("!setvote @Ann reject", by="mara")
    assert "REJECT" in evening.forum.inbox("Ann")[before].body, "a moderator's doing is no receipt"


def test_quiet_hides_nothing_that_stands_in_the_thread() -> None:
    evening = Evening("signup")
    evening.say("!quiet")
    assert any("until Sunday" in text for text in evening.say("!away until Sunday"))


def test_a_try_of_quiet_changes_nothing() -> None:
    evening = Evening("team_vote")
    assert "nothing has happened" in evening.tell("!quiet --try")[0]
    assert evening.tell("approve") != []


# --- everywhere

PHASES = ("signup", "proposal", "team_vote", "paused", "mission", "ended")
ANSWERED = {
    "!me": "Ann, game G1",
    "!waiting": "Now: ",
    "!history": "votes|voted",
    "!quiet": "no receipts",
    "!quiet off": "again",
}


@pytest.mark.parametrize("phase", PHASES)
def test_questions_are_answered_in_every_phase_in_thread_and_message(phase: str) -> None:
    evening = Evening(phase)
    for command, words in ANSWERED.items():
        for way in (evening.tell, evening.say):
            answers = "\n".join(way(command))
            assert any(word in answers for word in words.split("|")), f"{phase} {way.__name__} {command}: {answers}"


def test_a_reserve_may_ask_too() -> None:
    evening = Evening("team_vote")
    evening.say("!reserve", by="zoe")
    assert "you are on the reserve list" in evening.tell("!me", by="zoe")[0]
    assert "no receipts" in evening.tell("!quiet", by="zoe")[0]


def test_whoever_has_no_seat_is_told_so_by_message() -> None:
    evening = Evening("team_vote")
    assert evening.say("!me", by="zoe") == [evening.forum.inbox("zoe")[-1].body]
    assert "You hold no seat in this game" in evening.forum.inbox("zoe")[-1].body


# --- too late


def test_who_joins_after_the_start_hears_how_to_stand_by() -> None:
    """resistance.md section 1; hosting.md "Replacing": reserves may take over a seat."""
    evening = Evening("proposal")
    assert "`!reserve` puts you on the reserve list" in evening.say("!join", by="zoe")[0]
    evening.say("!reserve", by="zoe")
    assert "You are on the reserve list" in evening.say("!join", by="zoe")[0]
    assert "You are on the reserve list" in evening.tell("!join", by="zoe")[0]


@pytest.mark.parametrize("text", ["!join", "!leave", "!reserve"])
def test_a_player_of_a_running_game_is_told_of_quit(text: str) -> None:
    evening = Evening("proposal")
    for way in (evening.tell, evening.say):
        answer = way(text)[0]
        assert "yours until somebody takes it over" in answer
        assert "`!quit` asks the moderators" in answer


def test_a_reserve_may_leave_at_any_time() -> None:
    evening = Evening("proposal")
    evening.say("!reserve", by="zoe")
    assert "off the reserve list" in evening.say("!leave", by="zoe")[0]
    assert evening.village.state(evening.game).table.reserves == ()


ORDERS = ("!vote approve", "!propose @Ann @Cid", "!mission support", "!play No Confidence", "!pass", "!unvote", "!quit",
          "!away until Sunday", "!join", "!leave", "!reserve")  # fmt: skip


@pytest.mark.parametrize("text", ORDERS)
def test_a_players_order_after_the_end_is_told_that_it_is_over(text: str) -> None:
    evening = Evening("ended")
    for way in (evening.tell, evening.say):
        assert "This game has ended" in way(text)[0]


def test_a_private_vote_after_the_end_is_told_so_also_by_its_games_tag() -> None:
    evening = Evening("ended")
    assert "This game has ended" in evening.tell("approve")[0]
    evening.village.open("plot off")
    assert "This game has ended" in evening.tell("[G1] approve")[0]


def test_talk_after_the_end_stays_unanswered_as_do_strangers() -> None:
    evening = Evening("ended")
    for text in ("gg everybody", "approve", "who were the spies?", "**vote** reject, haha", "I'm in for the next one"):
        assert evening.say(text) == []
    assert evening.say("!vote approve", by="zoe") == []
    assert "hold no seat" in evening.tell("!vote approve", by="zoe")[0]


def test_a_running_game_is_meant_before_one_that_has_ended() -> None:
    evening = Evening("ended")
    first, evening.game = evening.game, evening.village.open("players 5 plot off")
    evening.village.seat(evening.game, FIVE)
    evening.propose()
    assert "APPROVE" in evening.tell("approve")[0]
    assert evening.village.state(first).is_over


def test_a_moderators_override_after_the_end_is_told_that_it_is_over() -> None:
    """hosting.md "Undo": refused after the end."""
    evening = Evening("ended")
    for text in ("!undo", "!note on edits", "!kick @Ann", "!resume", "!close"):
        assert "This game has ended" in evening.tell(text, by="mara")[0], text
    assert "undo" not in evening.tell("!log", by="mara")[0]
