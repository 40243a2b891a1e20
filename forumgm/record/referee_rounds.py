"""The referee on rounds, leaders and card windows.

Law: a window opens exactly where somebody can answer in it, with exactly these holders, and ends by rule alone.
"""

from forumgm.record.desk import CARD_OF_WINDOW, Desk
from forumgm.record.lines import Event, to_stamp
from forumgm.record.options import MISSIONS
from forumgm.record.table import Ballot, LeaderWindow, Window
from forumgm.record.verdict import Flaw, quote


def round_started(desk: Desk, event: Event) -> None:
    """A round begins: its number and Leader are due; then the leader window or the draw."""
    table = desk.table
    number = event.data["round"]
    desk.rule(desk.awaited, Flaw.OUT_OF_TURN, "round_started: no round can begin here.")
    desk.law(1 <= number <= MISSIONS, Flaw.WRONG_ROUND, f"round is {quote(number)}; a game has rounds 1 to 5.")
    seat = desk.seat("leader")
    table.leader = table.leader if seat is None else seat
    table.round = min(max(number, 1), MISSIONS)
    table.rejections = 0
    table.has_drawn = False
    table.lead_since = event.at
    table.period = None
    if not desk.rules.flag("plot"):
        return
    holders = desk.leader_window_holders()
    if holders:
        desk.due("window_opened", window="strong_leader", holders=holders)
    else:
        desk.due("cards_drawn")


def leader_changed(desk: Desk, event: Event) -> None:
    """The lead is with somebody else: by rule, by Strong Leader, by idleness or by a moderator."""
    table = desk.table
    because = event.data["because"]
    if not desk.awaited:
        if because == "override":
            desk.foul(Flaw.NEEDS_OVERRIDE, "leader_changed by override without overridden before it.")
        else:
            desk.foul(Flaw.OUT_OF_TURN, f"leader_changed because {because}: nothing of the kind happened.")
    seat = desk.seat("leader")
    table.leader = table.leader if seat is None else seat
    table.lead_since = event.at
    if because == "mission_over":
        desk.due("round_started", round=table.round + 1, leader=event.data["leader"])
    elif because == "strong_leader":
        _draw_if_due(desk)
    elif desk.rules.word("strong_leader_when") == "every_leader":
        _window_for_new_leader(desk, must=because == "rejected")
    if isinstance(table.period, Window):
        table.period.loose = True


def _window_for_new_leader(desk: Desk, *, must: bool) -> None:
    holders = desk.leader_window_holders()
    if must and holders:
        desk.due("window_opened", window="strong_leader", holders=holders)
    elif holders:
        desk.table.leader_window = LeaderWindow.MAY


def _draw_if_due(desk: Desk) -> None:
    if desk.rules.flag("plot") and not desk.table.has_drawn:
        desk.due("cards_drawn")


def due_after_approval(desk: Desk) -> None:
    """Say what follows an approval: the No Confidence window, the Spotlight window, the mission."""
    table = desk.table
    holders = table.holders("no_confidence")
    if holders:
        desk.due("window_opened", window="no_confidence", holders=table.name_list(holders))
    else:
        _due_before_mission(desk)


def _due_before_mission(desk: Desk) -> None:
    table = desk.table
    holders = table.holders("in_the_spotlight")
    if holders:
        desk.due("window_opened", window="spotlight", holders=table.name_list(holders))
    else:
        desk.due("mission_started", round=table.round)


def window_opened(desk: Desk, event: Event) -> None:
    """A window opens for exactly those who hold its card."""
    table = desk.table
    name = event.data["window"]
    earliest = table.vote_end
    if name == "close_eye":
        earliest = _end_mission_votes(desk)
    elif name == "strong_leader":
        earliest = table.mission_end
    if not desk.awaited and name != "close_eye":
        allowed = name == "strong_leader" and desk.may_open
        desk.rule(allowed, Flaw.OUT_OF_TURN, f"The {name} window cannot open here.")
    holders = (
        desk.leader_window_holders()
        if name == "strong_leader"
        else table.name_list(table.holders(CARD_OF_WINDOW[name]))
    )
    right = holders == event.data["holders"] and bool(holders)
    desk.rule(
        right, Flaw.WRONG_WINDOW, f"holders are {quote(event.data['holders'])}; the card is with {quote(holders)}."
    )
    ceiling = desk.rules.number("window_ceiling")
    desk.expect_ceiling(ceiling)
    desk.expect_opening(event.at)
    table.period = Window(
        opened_seq=event.seq,
        opened_at=event.at,
        closes_at=desk.time("closes_at"),
        ceiling=ceiling,
        name=name,
        holders=tuple(desk.seats(event.data["holders"])),
        earliest=earliest,
    )


def _end_mission_votes(desk: Desk) -> int:
    """Close the mission's ballot before the Close Eye window; return from when on its card could be played."""
    table = desk.table
    ballot = table.period
    if not isinstance(ballot, Ballot) or not ballot.of_mission:
        desk.breach(Flaw.OUT_OF_TURN, "The close_eye window opens when the mission votes are closed; none is open.")
        return 0
    over = ballot.is_complete() or desk.now.at >= ballot.closes_at or desk.reduced
    desk.rule(over, Flaw.WRONG_END_TIME, "The close_eye window opened while mission votes were still awaited.")
    desk.expect_no_pause()
    ballot.by_hand = desk.excused and not over
    table.mission = ballot
    return ballot.opened_at


def open_window(desk: Desk, name: str) -> Window | None:
    """Return the open window if it is the named one; note a problem if not."""
    window = desk.table.period
    if isinstance(window, Window) and window.name == name:
        return window
    desk.breach(Flaw.WRONG_WINDOW, f"{desk.now.type}: the {quote(name)} window is not open.")
    return None


def window_passed(desk: Desk, event: Event) -> None:
    """A holder passes: by word, by standing order at the opening, or by silence at the ceiling."""
    window = open_window(desk, event.data["window"])
    seat = desk.seat()
    if window is None or seat is None:
        return
    holds = seat in window.holders or window.loose
    desk.rule(holds, Flaw.NOT_A_HOLDER, f"{quote(event.data['player'])} is not asked in this window.")
    desk.rule(seat not in window.answers, Flaw.ANSWERED_TWICE, f"{quote(event.data['player'])} has answered already.")
    because = event.data["because"]
    if because == "answer":
        desk.expect_within(window, earliest=window.earliest)
    elif because == "ceiling":
        desk.expect_no_pause()
        _expect_at(desk, window.closes_at, "the ceiling")
    else:
        _pass_by_standing_order(desk, window, seat)
    window.answers.setdefault(seat, []).append(event.at)
    window.passed.add(seat)
    if window.is_complete() and desk.table.paused_at is None and window.name != "close_eye":
        desk.due("window_closed", window=window.name, since=0)


def _pass_by_standing_order(desk: Desk, window: Window, seat: int) -> None:
    desk.law(not desk.reduced, Flaw.PUBLIC_LEAK, "A public record of a running game tells of no standing orders.")
    has_order = bool(desk.table.standing[seat]) or desk.reduced
    desk.rule(has_order, Flaw.NO_STANDING_ORDER, f"{quote(desk.name(seat))} has left no standing order.")
    if not window.loose:
        _expect_at(desk, window.opened_at, "the opening")


def _expect_at(desk: Desk, at: int, what: str) -> None:
    desk.rule(
        desk.now.at == at,
        Flaw.OUTSIDE_PERIOD,
        f"{desk.now.type} at {to_stamp(desk.now.at)}; {what} of the window is {to_stamp(at)}.",
    )


def window_pass_withdrawn(desk: Desk, event: Event) -> None:
    """A pass is taken back while the window is open."""
    window = open_window(desk, event.data["window"])
    seat = desk.seat()
    if window is None or seat is None:
        return
    desk.rule(seat in window.passed, Flaw.ANSWERED_TWICE, f"{quote(event.data['player'])} has not passed.")
    desk.expect_within(window, earliest=window.earliest)
    window.passed.discard(seat)
    window.answers.pop(seat, None)


def window_closed(desk: Desk, event: Event) -> None:
    """A window ends: by its card, with the last answer, or at its ceiling."""
    window = open_window(desk, event.data["window"])
    if window is None:
        return
    desk.expect_no_pause()
    ended = window.played_at is not None or window.is_complete() or window.loose
    desk.rule(ended, Flaw.OUT_OF_TURN, f"The {window.name} window closed while holders had still to answer.")
    if ended and not window.loose:
        right = _window_ends(window)
        desk.rule(
            event.at in right,
            Flaw.WRONG_END_TIME,
            f"The {window.name} window closed at {to_stamp(event.at)}; its end by rule is {to_stamp(min(right))}.",
        )
    desk.table.period = None
    if window.name == "close_eye":
        desk.table.window_end = event.at
        desk.due("mission_closed", round=desk.table.round)
    elif window.played_at is None:
        _due_after_silence(desk, window)


def _window_ends(window: Window) -> set[int]:
    if window.played_at is not None:
        ends = {max(window.opened_at, window.played_at)}
    else:
        first = max((stamps[0] for stamps in window.answers.values()), default=0)
        last = max((stamps[-1] for stamps in window.answers.values()), default=0)
        ends = {max(window.opened_at, first), max(window.opened_at, last)}
    return ends if window.resumed_at is None else ends | {window.resumed_at}


def _due_after_silence(desk: Desk, window: Window) -> None:
    if window.name == "strong_leader":
        _draw_if_due(desk)
    elif window.name == "no_confidence":
        _due_before_mission(desk)
    else:
        desk.due("mission_started", round=desk.table.round)


def play_in_window(desk: Desk, name: str, seat: int) -> bool:
    """Take a card played in its window; say whether that window was open."""
    window = desk.table.period
    if not isinstance(window, Window) or window.name != name:
        desk.foul(Flaw.WRONG_WINDOW, f"{desk.now.data['card']} was played; the {name} window is not open.")
        return False
    holds = seat in window.holders or window.loose
    desk.rule(holds, Flaw.NOT_A_HOLDER, f"{quote(desk.name(seat))} is not asked in this window.")
    desk.expect_within(window, earliest=window.earliest)
    desk.expect_no_pause()
    if seat in window.passed:
        window.passed.discard(seat)
        window.answers.pop(seat, None)
    window.answers.setdefault(seat, []).append(desk.now.at)
    if name != "close_eye":
        window.played_at = desk.now.at
    return True
