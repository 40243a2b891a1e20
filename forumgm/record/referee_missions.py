"""The referee on missions: who goes, what they play, and what comes of it.

Laws: nobody of the Resistance sabotages; who gave no vote counts as support; three missions decide the game.
"""

from forumgm.record.desk import Desk
from forumgm.record.lines import Event, to_stamp
from forumgm.record.referee_ballots import (
    await_delays,
    expect_end,
    expect_value,
    expect_votes,
    find_ballot,
    take_vote,
    take_withdrawal,
)
from forumgm.record.table import Ballot
from forumgm.record.verdict import Flaw, quote

_TO_WIN = 3


def mission_vote_cast(desk: Desk, event: Event) -> None:
    """A member of the team answers the mission; the Resistance cannot sabotage."""
    desk.law(not desk.reduced, Flaw.PUBLIC_LEAK, "A public record of a running game holds no mission votes.")
    ballot, seat = find_ballot(desk, of_mission=True), desk.seat()
    if ballot is None or seat is None:
        return
    roles = desk.table.roles
    loyal = roles is not None and roles[seat] == "resistance"
    desk.law(
        not (loyal and event.data["vote"] == "sabotage"),
        Flaw.LOYAL_SABOTAGE,
        f"{quote(desk.name(seat))} is of the Resistance and cannot sabotage.",
    )
    take_vote(desk, ballot, seat, vote=event.data["vote"], public=False)


def mission_vote_withdrawn(desk: Desk, _event: Event) -> None:
    """A mission vote is taken back by its player or struck by a moderator."""
    desk.law(not desk.reduced, Flaw.PUBLIC_LEAK, "A public record of a running game holds no mission votes.")
    ballot, seat = find_ballot(desk, of_mission=True), desk.seat()
    if ballot is not None and seat is not None:
        take_withdrawal(desk, ballot, seat)


def mission_started(desk: Desk, event: Event) -> None:
    """The approved team goes on its mission; its ballot opens."""
    table = desk.table
    data = event.data
    desk.rule(desk.awaited, Flaw.OUT_OF_TURN, "mission_started: no team was approved for it here.")
    desk.law(data["round"] == table.round, Flaw.WRONG_ROUND, f"round is {quote(data['round'])}; it is {table.round}.")
    team = desk.seats(data["team"])
    same = set(team) == set(table.team)
    approved = table.name_list(table.team)
    desk.rule(same, Flaw.WRONG_TEAM, f"team is {quote(data['team'])}; approved was {quote(approved)}.")
    ceiling = desk.rules.number("mission_vote_ceiling")
    desk.expect_ceiling(ceiling)
    desk.expect_opening(event.at)
    table.team = team
    table.looks = set()
    table.window_end = None
    table.period = Ballot(
        opened_seq=event.seq,
        opened_at=event.at,
        closes_at=desk.time("closes_at"),
        ceiling=ceiling,
        voters=frozenset(team),
        of_mission=True,
    )


def mission_closed(desk: Desk, event: Event) -> None:
    """A mission is counted; what follows is the Spotlight's vote, the delays, the next round or the end."""
    table = desk.table
    ballot = table.mission or find_ballot(desk, of_mission=True)
    if ballot is None:
        return
    data = event.data
    desk.law(data["round"] == table.round, Flaw.WRONG_ROUND, f"round is {quote(data['round'])}; it is {table.round}.")
    if table.window_end is not None:
        desk.rule(
            event.at == table.window_end,
            Flaw.WRONG_END_TIME,
            f"mission_closed at {to_stamp(event.at)}; the Close Eye window ended at {to_stamp(table.window_end)}.",
        )
    else:
        asked = table.holders("close_eye")
        desk.rule(not asked, Flaw.WINDOW_MISSING, f"{quote(table.name_list(asked))} hold Close Eye; no window opened.")
        expect_end(desk, ballot, is_complete=ballot.is_complete() or desk.reduced)
    missing = _count_mission(desk, ballot)
    table.period = None
    table.mission = None
    table.window_end = None
    table.vote_end = table.mission_end = event.at
    await_delays(desk, ballot, missing)
    if table.spotlight is not None:
        desk.due("mission_vote_shown", of=desk.name(table.spotlight), to=None, because="in_the_spotlight")
        table.spotlight = None
    _due_after_mission(desk)


def _count_mission(desk: Desk, ballot: Ballot) -> list[int]:
    """Note a problem unless the result is that of the votes; keep the score; return who gave no vote."""
    table, data = desk.table, desk.now.data
    missing: list[int] = []
    if desk.reduced:
        hidden = "votes" not in data and "missing" not in data
        desk.law(hidden, Flaw.PUBLIC_LEAK, "A public record of a running game holds no mission votes.")
        sabotages = data.get("sabotages")
        most = min(len(table.team), desk.rules.spies(table.players))
        fits = sabotages is None or sabotages <= most
        desk.law(fits, Flaw.WRONG_COUNT, f"sabotages is {quote(sabotages)}; there can be {most}.")
    else:
        votes, missing = expect_votes(desk, ballot)
        sabotages = list(votes.values()).count("sabotage")  # who is missing counts as support
        expect_value(desk, "sabotages", sabotages)
    needed = desk.rules.sabotages_to_fail(table.players, mission=table.round)
    succeeded = data["succeeded"] if sabotages is None else sabotages < needed
    expect_value(desk, "succeeded", succeeded)
    table.won += succeeded
    table.lost += not succeeded
    right = {"resistance": table.won, "spies": table.lost}
    desk.law(
        data["score"] == right,
        Flaw.WRONG_SCORE,
        f"score is {quote(list(data['score'].values()))}; the missions give {table.won} to {table.lost}.",
    )
    return missing


def _due_after_mission(desk: Desk) -> None:
    table = desk.table
    if max(table.won, table.lost) >= _TO_WIN:
        winner = "resistance" if table.won >= _TO_WIN else "spies"
        desk.due("game_ended", winner=winner, because="three_missions")
    else:
        desk.due("leader_changed", leader=desk.name(table.after(table.leader)), because="mission_over")
