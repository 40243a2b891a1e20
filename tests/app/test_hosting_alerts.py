"""Issue "alerts": each once, not every cycle, and once more when it is over; fallback channels; two moderators."""

from dataclasses import replace

from forumgm.app.ports import RowState
from tests.app.test_hosting import Table
from tests.app.village import BOT, SUBREDDIT

DAY = 86_400


def told(table: Table, words: str, *, to: str = "mara") -> int:
    return sum(words in m.body for m in table.forum.inbox(to))


def test_a_stuck_game_is_told_once_and_once_more_when_it_goes_on() -> None:
    """resistance.md section 3: a moderator alert after 48 h."""
    table = Table()
    table.village.cycle(4, after=DAY)
    table.village.cycle(5, after=3600)
    assert told(table, "has waited for") == 1
    assert told(table, "goes on") == 0
    table.propose()
    assert told(table, "goes on") == 1


def test_lost_rights_are_told_once_and_once_more_when_they_are_back() -> None:
    table = Table()
    table.forum.dismiss(SUBREDDIT, BOT)
    table.village.cycle(6, after=700)
    assert told(table, "no longer a moderator") == 1
    table.forum.appoint(SUBREDDIT, BOT)
    table.village.cycle(3, after=700)
    assert told(table, "moderator of r/games again") == 1


def test_a_long_outage_of_the_forum_is_told_when_it_is_over() -> None:
    table = Table()
    table.propose()
    table.forum.faults.unreachable(times=3)
    for _ in range(8):
        table.village.cycle(after=1_200)
    assert told(table, "could not be read from") == 1


def test_two_moderators_at_once_are_both_answered() -> None:
    """The second finds the game as the first has left it."""
    table = Table()
    table.forum.appoint(SUBREDDIT, "nils")
    table.village.cycle(30)
    table.propose()
    table.forum.write("mara", "!pause")
    table.forum.write("nils", "!pause")
    table.village.cycle(2)
    assert table.types.count("game_paused") == 1
    assert "paused already" in table.last_to("nils").lower() or "already" in table.last_to("nils")
    table.check()


def test_a_command_for_a_game_that_does_not_exist_has_an_answer() -> None:
    table = Table()
    for line in ("!pause G9", "G9 !pause"):
        assert "No game `G9`" in table.tell(line)
    assert "game_paused" not in table.types


def test_mod_mail_is_a_private_channel_both_ways() -> None:
    """Fallback channels: mod mail works as a full private channel if a host sets it so."""
    table = Table(modmail=True)
    table.propose()
    table.forum.write_modmail("Cid", SUBREDDIT, "approve")
    table.village.cycle(2)
    assert "Cid" not in table.state.awaited()
    assert table.forum.inbox("Cid")[-1].conversation is not None


def test_who_cannot_be_reached_is_told_once_and_once_more_when_he_writes() -> None:
    """Fallback channels (reddit.md 4.3): a public nudge without secrets, word to the moderators, and no silence."""
    table = Table()
    table.forum.profile("Cid").accepts_messages = False
    table.propose()
    table.village.cycle(4)
    assert told(table, "don't reach **Cid**") == 1
    nudges = [t for t in table.village.texts(table.game) if "u/Cid" in t]
    assert nudges
    assert all("spy" not in t.lower().split("u/cid")[1][:200] for t in nudges)
    table.forum.profile("Cid").accepts_messages = True
    table.vote("Cid")
    table.village.cycle(2)
    assert told(table, "has written to me") == 1
    assert "Cid" not in table.state.awaited()


def test_a_forum_that_cannot_be_read_is_told_after_half_an_hour_if_it_takes_messages() -> None:
    """resistance.md section 3: alert after 30 minutes; once, and once more when it is over."""
    table = Table()
    table.propose()
    table.forum.faults.unreachable(times=1_000, method="poll")
    table.village.cycle(5, after=300)
    assert told(table, "can't be read since") == 0
    table.village.cycle(20, after=300)
    assert told(table, "can't be read since") == 1
    assert told(table, "could not be read from") == 0
    table.forum.faults.clear()
    table.village.cycle(3, after=300)
    assert told(table, "can't be read since") == 1
    assert told(table, "could not be read from") == 1


def test_of_an_outage_in_which_nothing_can_be_written_only_its_end_is_told() -> None:
    table = Table()
    table.propose()
    table.forum.faults.unreachable(times=1_000, method="poll")
    table.forum.faults.unreachable_write(times=1_000)
    table.village.cycle(20, after=300)
    table.forum.faults.clear()
    table.village.cycle(3, after=300)
    assert told(table, "can't be read since") == 0
    assert told(table, "could not be read from") == 1


def test_a_post_that_is_refused_for_good_is_told_once_and_once_more_when_it_was_sent() -> None:
    table = Table()
    table.forum.faults.refuse("SUBMIT_VALIDATION_BLACKLISTED_STRING", method="comment")
    table.propose()
    table.village.cycle(3)
    assert told(table, "for good") == 1
    with table.village.store.transaction() as tx:
        row = next(r for r in tx.rows_in(RowState.FAILED))
        tx.save_row(replace(row, state=RowState.QUEUED, attempts=0, error=None))  # what ``outbox resend`` does
    table.village.cycle(3)
    assert told(table, "for good") == 1
    assert told(table, "Nothing of what the forum refused") == 1
