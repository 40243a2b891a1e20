"""hosting.md: what a moderator's commands come to, for him and for those whom they are about."""

import pytest

from forumgm.app import doorbell
from forumgm.games.resistance.vocabulary import ROWS
from tests.app.test_players_commands import Evening


def test_somebody_put_out_hears_of_it_and_everybody_sees_whom() -> None:
    evening = Evening("signup")
    before = len(evening.forum.inbox("Ann"))
    evening.tell("!kick @Ann", by="mara")
    answer = evening.tell("yes", by="mara")
    assert "Done: `!kick`" in answer[0]
    assert "your seat is free" not in answer[0], "that is no news to the moderator"
    assert "taken you off the list of players" in evening.forum.inbox("Ann")[before].body
    assert "`!kick Ann`" in evening.village.texts(evening.game)[-1]


@pytest.mark.parametrize("name", ["zoe", "@Zoe", "u/zoe"])
def test_a_reserve_put_out_hears_of_it(name: str) -> None:
    evening = Evening("proposal")
    evening.say("!reserve", by="zoe")
    evening.tell(f"!kick {name}", by="mara")
    evening.tell("yes", by="mara")
    assert "taken you off the reserve list" in evening.forum.inbox("zoe")[-1].body


@pytest.mark.parametrize("way", [Evening.tell, Evening.say])
def test_an_alias_by_a_moderator_is_public(way) -> None:  # type: ignore[no-untyped-def]
    evening = Evening("team_vote")
    answers = way(evening, "!alias @Ann Bexy", by="mara")
    assert sum("Done: `!alias`" in text for text in answers) == 1
    assert sum("`!alias Ann Bexy`" in text for text in evening.village.texts(evening.game)) == 1
    assert not any("also known" in text for text in answers)


@pytest.mark.parametrize(("command", "by"), [("!pending", "mara"), ("!waiting", "Ann"), ("!me", "Ann")])
def test_a_paused_game_shows_no_time_that_runs_on(command: str, by: str) -> None:
    evening = Evening("paused")
    answer = evening.tell(command, by=by)[0]
    assert "The game is paused." in answer
    assert "UTC" not in answer


def test_help_names_the_link_to_the_moderators_page_to_moderators_only() -> None:
    evening = Evening("proposal")
    assert "`!link`" in evening.tell("!help", by="mara")[0]
    assert "`!link`" not in evening.tell("!help")[0]
    assert "Only a moderator" in evening.tell("!link")[0]
    row = next(r for r in ROWS if r.name == "link")
    assert row.words == doorbell.WORDS, "the doorbell hears what help names"
