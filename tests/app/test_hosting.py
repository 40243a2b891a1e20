"""hosting.md: overrides through the whole pipeline: reader, rights, rules, wording, store and forum."""

import re

import pytest

from forumgm.app.ports import Game
from forumgm.app.replacing import code_for
from forumgm.record.verify import verify_text
from tests.app.village import NAMES, SUBREDDIT, Village

FIVE = NAMES[:5]


class Table:
    """A village with one game of five, started, without plot cards; mara moderates."""

    def __init__(
        self, words: str = "players 5 plot off", *, seats: tuple[str, ...] = FIVE, modmail: bool = False
    ) -> None:
        self.village = Village(modmail=[SUBREDDIT] if modmail else [])
        self.forum = self.village.forum
        self.game: Game = self.village.open(words)
        self.village.seat(self.game, seats)

    def tell(self, text: str, *, by: str = "mara") -> str:
        """Write to the GM and return its newest answer to that person."""
        self.forum.write(by, text)
        self.village.cycle(2)
        return self.last_to(by)

    def last_to(self, name: str) -> str:
        letters = self.forum.inbox(name)
        return letters[-1].body if letters else ""

    def all_to(self, name: str) -> str:
        return "\n".join(m.body for m in self.forum.inbox(name))

    def propose(self) -> tuple[str, ...]:
        state = self.state
        team: tuple[str, ...] = state.players[: state.team_size()]
        self.forum.say(state.round.leader, self.game.thread, f"!propose {' '.join('@' + n for n in team)}")
        self.village.cycle(2)
        return team

    def vote(self, *names: str, word: str = "approve") -> None:
        for name in names:
            self.forum.write(name, word)
        self.village.cycle(2)

    @property
    def state(self):  # type: ignore[no-untyped-def]
        return self.village.state(self.game)

    @property
    def types(self) -> list[str]:
        return re.findall(r'"type": "(\w+)"', "\n".join(self.village.log(self.game)))

    def check(self) -> None:
        verdict = verify_text("".join(f"{line}\n" for line in self.village.log(self.game)), running=True)
        assert not verdict.problems, verdict.problems


def test_a_vote_set_by_message_is_public_at_once_without_its_word() -> None:
    """Trace: what players should know is posted at once, without secrets."""
    table = Table()
    table.propose()
    answer = table.tell("!setvote @Cid reject reason: he told me on the phone")
    assert "Done" in answer
    post = table.village.texts(table.game)[-1]
    assert "mara" in post
    assert "reject" not in post
    assert "phone" not in post
    assert "he told me on the phone" in table.village.log(table.game)[-2]
    table.check()


def test_a_players_override_is_refused() -> None:
    """Rights come from the moderator list and nobody else."""
    table = Table()
    table.propose()
    assert "moderator" in table.tell("!setvote @Cid reject", by="Ann")
    assert "overridden" not in table.types


def test_a_moderator_with_a_seat_keeps_procedure_but_no_secrets() -> None:
    table = Table()
    table.forum.appoint(SUBREDDIT, "Ann")
    table.village.cycle(30)
    table.propose()
    assert "hold a seat" in table.tell("!setvote @Cid reject", by="Ann")
    assert "hold a seat" in table.tell("!whois", by="Ann")
    table.tell("!extend 2h", by="Ann")
    assert table.types[-1] == "ceiling_changed"
    assert "secrets_viewed" not in table.types


def test_whois_is_recorded_before_it_is_answered_and_bars_from_a_seat() -> None:
    table = Table()
    answer = table.tell("!whois")
    assert "spy" in answer
    assert table.types[-1] == "secrets_viewed"
    assert "secrets" in table.tell("!replace @Cid mara")


def test_all_votes_are_a_look_too() -> None:
    table = Table()
    table.propose()
    table.vote("Ann")
    answer = table.tell("show me all the votes")
    assert "approve" in answer
    assert table.types[-1] == "secrets_viewed"


def test_undo_shows_first_and_does_it_after_a_yes() -> None:
    table = Table()
    table.propose()
    table.vote(*FIVE)
    before = len(table.types)
    preview = table.tell("!undo")
    assert "can't be unseen" in preview
    assert "published" in preview
    assert len(table.types) == before, "a question changes nothing"
    table.tell("yes")
    assert table.types[before : before + 2] == ["overridden", "undone"]
    assert "Correction" in table.village.texts(table.game)[-1]
    assert len(table.state.awaited()) == 1
    table.check()


def test_an_undo_says_what_it_takes_back() -> None:
    """Nobody says yes to a riddle; who voted is for the moderator alone, how is for nobody."""
    table = Table()
    table.propose()
    leader = table.state.round.leader
    table.vote("Ann")
    assert "takes back: the latest vote of Ann." in table.tell("!undo")
    assert "the proposal of " + leader in table.tell("!undo 2").replace("\\_", "_")
    table.tell("yes")
    assert f"took back this: the proposal of {leader}." in table.village.texts(table.game)[-1].replace("\\_", "_")
    table.check()


def test_a_yes_after_any_other_event_lapses() -> None:
    """hosting.md "Undo"."""
    table = Table()
    table.propose()
    table.vote("Ann", "Cid")
    table.tell("!undo")
    table.vote("Eve")
    answer = table.tell("yes")
    assert "Something else happened" in answer
    assert "undone" not in table.types


def test_undo_to_the_number_of_a_public_post() -> None:
    table = Table()
    table.propose()
    number = int(re.findall(r"G1 · (\d+)\)", table.village.texts(table.game)[-1])[0])
    table.vote(*FIVE)
    assert "no public post" in table.tell("!undo to 999")
    table.tell(f"!undo to {number}")
    table.tell("yes")
    assert table.types[-3] == "undone" or "undone" in table.types
    assert len(table.state.awaited()) == 5
    table.check()


def test_undo_past_the_start_is_refused_without_a_question() -> None:
    table = Table()
    assert "past the start" in table.tell("!undo 50")
    assert "past the start" in table.tell("!undo to 1")


def test_a_replacement_takes_effect_when_the_newcomer_answers() -> None:
    table = Table()
    table.propose()
    table.forum.account("zoe")
    role = table.state.role_of("Cid")
    assert "until zoe has answered" in table.tell("!replace @Cid zoe")
    invitation = table.all_to("zoe")
    assert code_for(table.game, "zoe") in invitation
    assert "Cid" in table.state.players
    answer = table.tell(code_for(table.game, "zoe").lower(), by="zoe")
    assert "zoe" in table.state.players
    assert table.state.role_of("zoe") is role
    assert role.value in answer.lower()
    assert table.types[-2:] == ["player_replaced", "ceiling_changed"]
    table.vote("zoe")
    assert "zoe" not in table.state.awaited()
    table.check()


def test_nobody_else_can_answer_for_the_newcomer() -> None:
    table = Table()
    table.tell("!replace @Cid zoe")
    table.tell(code_for(table.game, "zoe"), by="yan")
    assert "Cid" in table.state.players


@pytest.mark.parametrize(("new", "words"), [("Eve", "has a seat"), ("gm_bot", "cannot play")])
def test_a_newcomer_who_cannot_play_has_an_answer(new: str, words: str) -> None:
    table = Table()
    assert words in table.tell(f"!replace @Cid {new}")
    assert table.forum.inbox("zoe") == []


@pytest.mark.parametrize("line", ["!extend 12h --try", "!pause --try", "!announce Hello all --try", "!abort --try"])
def test_a_try_says_what_it_would_do_and_does_nothing(line: str) -> None:
    table = Table()
    table.propose()
    log, posts = table.village.log(table.game), table.village.texts(table.game)
    answer = table.tell(line)
    assert "nothing has happened" in answer
    assert table.village.log(table.game) == log
    assert table.village.texts(table.game) == posts


def test_a_try_tells_nothing_that_chance_or_a_vote_decides() -> None:
    table = Table()
    team = table.propose()
    table.vote(*FIVE)
    table.vote(*team, word="support")
    answer = table.tell("!close --try") + table.tell("!whois --try")
    assert "does not show it" in answer
    assert "sabotage" not in answer.lower()
    assert "secrets_viewed" not in table.types


def test_a_try_of_what_is_refused_gives_the_reason() -> None:
    table = Table()
    assert "time limit" in table.tell("!extend 12h --try")


def test_remind_resend_log_pending_and_waiting() -> None:
    table = Table()
    table.propose()
    table.vote("Ann")
    before = len(table.forum.inbox("Cid"))
    table.tell("!resend @Cid")
    assert len(table.forum.inbox("Cid")) >= before + 2, "the role, and what is open"
    table.tell("!remind")
    assert "Cid" in table.tell("!pending")
    log = table.tell("!log")
    assert "!remind" in log or "remind" in log
    assert "Cid" in table.tell("!waiting")
    table.check()


def test_help_lists_a_moderators_commands_to_moderators_only() -> None:
    """The command table in ``!help`` is made from the rows."""
    table = Table()
    assert "!setvote" in table.tell("!help")
    assert "!setvote" not in table.tell("!help", by="Ann")


def test_presets_and_options_are_named_in_one_message() -> None:
    village = Village(presets={"classic": {"spies_know_each_other": True}})
    village.open("preset classic players 8 plot on")
    state = village.state(village.games()[-1])
    assert state.options.spies_know_each_other
    assert state.options.start_at == 8
    village.cycle()
    village.forum.write("mara", "!host resistance preset nonsense")
    village.cycle(2)
    assert "no preset" in village.forum.inbox("mara")[-1].body
    assert len(village.games()) == 1


def test_gm_off_pauses_and_opens_nothing_until_gm_on() -> None:
    """hosting.md "Subreddits"."""
    table = Table()
    table.propose()
    table.tell("!gm off")
    assert table.state.is_paused
    assert "switched off" in table.tell("!host resistance")
    table.tell("!gm on")
    assert not table.state.is_paused
    table.check()


def test_a_refused_order_in_somebodys_name_says_whose_answer_it_is() -> None:
    """The moderator does not take "You don't hold that card" for himself."""
    table = Table("players 5 plot on")
    answer = table.tell("!play strong leader for @Ann")
    assert "What **Ann** would be told: You don't hold that card" in answer
    assert "would be told" not in table.tell("!extend 5")


def test_a_vote_that_cannot_be_struck_is_said_of_the_player_and_not_of_the_moderator() -> None:
    table = Table()
    table.propose()
    assert "What **Ann** would be told: You have no vote" in table.tell("!strikevote @Ann")


def test_the_receipt_of_an_override_says_how_the_order_was_read() -> None:
    """A host who writes a nickname sees whom the GM took it for."""
    table = Table()
    table.tell("!alias @Ann Nanette")
    table.propose()
    assert "`!setvote` (**Ann**, **reject**)" in table.tell("!setvote Nanette reject")


def test_help_before_there_is_a_game_says_how_to_open_one() -> None:
    village = Village()
    village.cycle()
    village.forum.write("mara", "!help")
    village.cycle(2)
    assert "`!host resistance`" in village.forum.inbox("mara")[-1].body


def test_more_time_given_in_a_pause_is_told_without_a_clock_that_stands_still() -> None:
    """resistance.md section 3, "Pause": on resuming each period gets the time it had left."""
    table = Table()
    table.propose()
    table.tell("!pause")
    table.village.cycle(2, after=3_600)
    table.tell("!extend 12h")
    post = table.village.texts(table.game)[-1]
    assert "from when the game goes on" in post
    assert "UTC" not in post
    table.tell("!resume")
    assert "35 h" in table.village.texts(table.game)[-1]
    table.check()
