"""hosting.md "Subreddits": who may host, how many games at once, presets, the pause calendar."""

import pytest

from forumgm.app.calendar import is_quiet
from forumgm.app.places import Place
from forumgm.core.events import parse_stamp
from forumgm.record.verify import verify_text
from tests.app.village import NAMES, Village


@pytest.mark.parametrize(
    ("at", "quiet"),
    [
        ("2026-11-30T21:59:59Z", False),
        ("2026-11-30T22:00:00Z", True),
        ("2026-12-01T05:59:59Z", True),
        ("2026-12-01T06:00:00Z", False),
        ("2026-12-05T12:00:00Z", True),
    ],
)
def test_nights_and_weekends(at: str, quiet: bool) -> None:
    """2026-11-30 is a Monday, 2026-12-05 a Saturday."""
    place = Place(quiet_hours="22:00-06:00", quiet_days=("sat", "sun"))
    assert is_quiet(place, parse_stamp(at)) is quiet
    assert not is_quiet(Place(), parse_stamp(at))


def test_the_calendar_pauses_and_resumes_without_an_override() -> None:
    village = Village(place=Place(quiet_hours="22:00-06:00"))
    _to(village, 12)
    game = village.open("players 5 plot off")
    village.seat(game, NAMES[:5])
    _to(village, 23)
    assert village.state(game).is_paused
    _to(village, 7)
    assert not village.state(game).is_paused
    assert not any('"overridden"' in line for line in village.log(game))
    verdict = verify_text("".join(f"{line}\n" for line in village.log(game)), running=True)
    assert not verdict.problems, verdict.problems


def _to(village: Village, hour: int) -> None:
    """Let the forum's clock come to this hour of a day (UTC)."""
    now = village.forum.now()
    village.cycle(after=(hour * 3_600 - now) % 86_400 or 86_400)
    village.cycle(2)


def test_no_more_games_than_the_place_takes() -> None:
    village = Village(place=Place(max_games=1))
    village.open("players 5")
    village.forum.write("mara", "!host resistance")
    village.cycle(2)
    assert len(village.games()) == 1
    assert "1 game already" in village.forum.inbox("mara")[-1].body


def test_who_is_named_may_host_beside_the_moderators() -> None:
    village = Village(place=Place(hosts=("Nils",)))
    village.cycle()
    village.forum.write("nils", "!host resistance players 5")
    village.forum.write("olaf", "!host resistance players 5")
    village.cycle(3)
    assert [g.host.name for g in village.games()] == ["nils"]


def test_a_host_who_is_no_moderator_starts_his_game_and_no_more() -> None:
    """resistance.md section 1: ``!start`` by the host; everything else is a moderator's."""
    village = Village(place=Place(hosts=("Nils",)))
    village.cycle()
    village.forum.write("nils", "!host resistance plot off")
    village.cycle(3)
    game = village.games()[-1]
    village.seat(game, NAMES[:5])
    village.forum.write("nils", "!announce Hello")
    village.cycle(2)
    assert "moderator" in village.forum.inbox("nils")[-1].body
    village.forum.write("nils", "!start")
    village.cycle(2)
    assert village.state(game).has_started
    village.forum.write("nils", "!pause")
    village.cycle(2)
    assert not village.state(game).is_paused


def test_the_places_preset_is_the_start_and_the_hosts_words_stand_over_it() -> None:
    presets = {"classic": {"two_fails_from": 7, "start_at": 9}}
    village = Village(place=Place(preset="classic"), presets=presets)
    game = village.open("players 6")
    assert village.state(game).options.two_fails_from == 7
    assert village.state(game).options.start_at == 6


def test_who_joins_before_the_forum_has_answered_is_not_too_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread stands, ann joins it, and only then arrives the answer that tells us of it."""
    village = Village()
    submit = village.forum.submit

    def slowly(subreddit: str, title: str, text: str) -> str:
        thread = submit(subreddit, title, text)
        village.forum.advance(2)
        village.forum.say("Ann", thread, "!join")
        village.forum.advance(3)
        return thread

    monkeypatch.setattr(village.forum, "submit", slowly)
    game = village.open("players 5")
    village.cycle(2)
    assert [seat.name for seat in village.state(game).table.seats] == ["Ann"]
    verdict = verify_text("".join(f"{line}\n" for line in village.log(game)), running=True)
    assert not verdict.problems, verdict.problems


def test_an_account_that_is_too_young_gets_no_seat_and_hears_from_when_on() -> None:
    """hosting.md "Subreddits": minimum account age for a seat; the forum is asked once for each account."""
    village = Village(place=Place(min_account_age_days=30))
    game = village.open("players 5 plot off")
    village.forum.profile("bob_b").created = village.forum.now() - 30 * 86_400 + 3_600
    village.forum.say("Ann", game.thread, "!join")
    village.forum.say("bob_b", game.thread, "!join")
    village.cycle(3)
    assert [seat.name for seat in village.state(game).table.seats] == ["Ann"]
    answer = village.texts(game)[-1]
    assert "a certain age" in answer
    asked = village.forum.requests["look_up"]
    village.forum.say("bob_b", game.thread, "hm")
    village.cycle(130)  # an hour and more
    village.forum.say("bob_b", game.thread, "!join")
    village.cycle(3)
    assert [seat.name for seat in village.state(game).table.seats] == ["Ann", "bob_b"]
    assert village.forum.requests["look_up"] == asked


def test_where_no_age_is_asked_for_nobody_is_looked_up() -> None:
    village = Village()
    game = village.open("players 5 plot off")
    village.forum.say("Ann", game.thread, "!join")
    village.cycle(3)
    assert village.forum.requests["look_up"] == 0


def test_a_forum_that_is_down_while_ages_are_looked_up_loses_no_sign_up() -> None:
    village = Village(place=Place(min_account_age_days=30))
    game = village.open("players 5 plot off")
    village.forum.say("Ann", game.thread, "!join")
    village.forum.faults.unreachable(method="look_up")
    village.cycle(3)
    assert [seat.name for seat in village.state(game).table.seats] == ["Ann"]
