"""hosting.md "Subreddits", pause calendar: what the calendar pauses it resumes; a moderator's own pause stays."""

from forumgm.app.places import Place
from forumgm.app.ports import Game
from forumgm.record.verify import verify_text
from tests.app.village import NAMES, Village

QUIET = Place(quiet_hours="22:00-06:00")


def to_hour(village: Village, hour: int) -> None:
    """Let the forum's clock come to this hour of a day (UTC)."""
    village.cycle(after=(hour * 3_600 - village.forum.now()) % 86_400 or 86_400)
    village.cycle(2)


def at_night() -> tuple[Village, Game]:
    """Return a running game that the calendar has paused."""
    village = Village(place=QUIET)
    to_hour(village, 12)
    game = village.open("players 5 plot off")
    village.seat(game, NAMES[:5])
    to_hour(village, 23)
    assert village.state(game).is_paused
    return village, game


def tell(village: Village, text: str) -> str:
    village.forum.write("mara", text)
    village.cycle(2)
    return village.forum.inbox("mara")[-1].body


def judged(village: Village, game: Game) -> None:
    verdict = verify_text("".join(f"{line}\n" for line in village.log(game)), running=True)
    assert not verdict.problems, verdict.problems


def test_a_pause_ordered_while_the_calendars_runs_is_the_moderators() -> None:
    village, game = at_night()
    assert "the calendar does not end it" in tell(village, "!pause")
    to_hour(village, 7)
    assert village.state(game).is_paused
    tell(village, "!resume")
    assert not village.state(game).is_paused
    to_hour(village, 23)
    assert village.state(game).is_paused, "the next night is the calendar's again"
    to_hour(village, 7)
    assert not village.state(game).is_paused
    judged(village, game)


def test_a_pause_after_a_resume_at_night_is_the_moderators() -> None:
    village, game = at_night()
    tell(village, "!resume")
    assert not village.state(game).is_paused, "a moderator's word stands over the calendar"
    tell(village, "!pause")
    to_hour(village, 7)
    assert village.state(game).is_paused
    judged(village, game)


def test_a_pause_from_before_the_night_outlasts_it() -> None:
    village = Village(place=QUIET)
    to_hour(village, 12)
    game = village.open("players 5 plot off")
    village.seat(game, NAMES[:5])
    tell(village, "!pause")
    to_hour(village, 23)
    to_hour(village, 7)
    assert village.state(game).is_paused


def test_a_try_of_a_pause_leaves_the_pause_to_the_calendar() -> None:
    village, game = at_night()
    tell(village, "!pause --try")
    to_hour(village, 7)
    assert not village.state(game).is_paused


def test_the_morning_resumes_nothing_where_the_gm_is_switched_off() -> None:
    village, game = at_night()
    tell(village, "!gm off")
    to_hour(village, 7)
    assert village.state(game).is_paused
    tell(village, "!gm on")
    assert not village.state(game).is_paused
    judged(village, game)


def test_the_morning_resumes_no_game_whose_thread_takes_no_posts() -> None:
    """hosting.md "Taking over a thread": thread locked, removed or archived: a moderator resumes."""
    village, game = at_night()
    village.forum._topics[game.thread].archived = True
    tell(village, "!announce Good night")
    assert any("can't write into the thread" in m.body for m in village.forum.inbox("mara"))
    to_hour(village, 7)
    assert village.state(game).is_paused
    village.forum._topics[game.thread].archived = False
    tell(village, "!resume")
    assert not village.state(game).is_paused
    to_hour(village, 23)
    assert village.state(game).is_paused
    to_hour(village, 7)
    assert not village.state(game).is_paused
