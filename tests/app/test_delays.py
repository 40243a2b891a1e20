"""resistance.md section 3, Delays: whether a vote that is missing at its ceiling is its player's fault."""

import pytest

from forumgm.games.resistance.terms import Phase
from tests.app.village import NAMES, Village

HOUR = 3_600
STEP = 100
"""Seconds between two polls: less than what counts as a gap."""


def village_that_votes() -> tuple[Village, int]:
    """Return a village whose first team is voted on for six hours with a reminder at half time, and the ceiling."""
    village = Village()
    game = village.open("players 5 plot off team_vote_ceiling 6h reminders 3h")
    village.seat(game, NAMES[:5])
    village.cycle(2)
    state = village.state(game)
    village.forum.say(state.round.leader, game.thread, f"!propose {', '.join(state.players[: state.team_size()])}")
    village.cycle(2)
    period = village.state(game).period
    assert village.state(game).phase is Phase.TEAM_VOTE
    assert period is not None
    assert period.closes_at is not None
    return village, period.closes_at


@pytest.mark.parametrize(
    ("down_from", "counts"),
    [(3 * HOUR + 300, False), (4 * HOUR, True), (2 * HOUR, True), (HOUR - 300, False)],
    ids=["at the reminder", "before it", "after it", "in the last hour"],
)
def test_no_delay_is_counted_if_something_was_down_when_it_mattered(down_from: int, *, counts: bool) -> None:
    """Delays: none if the program or the forum was down at a reminder's time or in the last hour."""
    village, ceiling = village_that_votes()
    down = ceiling - down_from
    while village.forum.now() < ceiling + 200:
        is_down = down <= village.forum.now() < down + 600
        village.cycle(after=600 if is_down else STEP)
    log = village.log(village.games()[-1])
    assert any('"type": "team_vote_closed"' in line for line in log)
    assert any('"type": "delay_noted"' in line for line in log) is counts
