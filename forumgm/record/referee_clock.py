"""The referee on time and on moderators: pauses, ceilings, delays, overrides, undo, notes, and the end.

Laws: nothing closes in a pause and each period then gets what it had left; an undo restores the state of the line
it names; nothing stands behind the end.
"""

from forumgm.core.chance import commitment
from forumgm.record.desk import Desk
from forumgm.record.lines import Event, to_epoch, to_stamp
from forumgm.record.table import MOST_KEPT, Period, Window
from forumgm.record.verdict import Flaw, quote

_POSTED_LATE = 300  # seconds between decision and post that are not given back
_CHOOSE_AGAIN = 3_600  # seconds that a second choice of Close Eye has at least
_QUARTER = 4  # a reopened period has at least this part of its ceiling


def game_paused(desk: Desk, event: Event) -> None:
    """The clocks stop."""
    table = desk.table
    again = table.paused_at is not None and not table.pause_unclear
    desk.law(not again, Flaw.WRONG_PAUSE, "game_paused in a pause.")
    table.paused_at = event.at
    table.pause_unclear = False
    table.replaced_in_pause = False


def game_resumed(desk: Desk, event: Event) -> None:
    """The clocks run again; the running period has the time it had left."""
    table = desk.table
    paused = table.paused_at
    if paused is None or table.pause_unclear:
        desk.law(table.pause_unclear, Flaw.WRONG_PAUSE, "game_resumed without a pause.")
    else:
        desk.law(event.at >= paused, Flaw.TOO_EARLY, f"game_resumed before the pause of {to_stamp(paused)}.")
        _take_resumed_ceiling(desk, paused)
    table.paused_at = None
    table.pause_unclear = False
    period = table.period
    if period is not None and period.is_complete():
        period.resumed_at = event.at
        if isinstance(period, Window) and period.name != "close_eye" and period.played_at is None:
            desk.due("window_closed", window=period.name, since=0)


def _take_resumed_ceiling(desk: Desk, paused: int) -> None:
    table, at = desk.table, desk.now.at
    given = to_epoch(desk.now.data.get("closes_at"))
    period = table.period
    if period is None:
        desk.law(given is None or given >= at, Flaw.WRONG_CEILING, "closes_at is before the resumption.")
        return
    left = max(period.closes_at - paused, 0)
    right = {at + left, at + min(left, period.ceiling)}
    if table.replaced_in_pause:
        right.add(at + period.ceiling)
    good = given in right or (given in (None, at) and period.is_complete())
    desk.law(
        good,
        Flaw.WRONG_CEILING,
        f"closes_at is {quote(desk.now.data.get('closes_at'))}; {left} s were left, that is {to_stamp(at + left)}.",
    )
    if given is not None:
        period.closes_at = given


def ceiling_changed(desk: Desk, event: Event) -> None:
    """The running period ends at another time, for a reason that allows exactly this."""
    because, given = event.data["because"], desk.time("closes_at")
    desk.rule(because != "override", Flaw.NEEDS_OVERRIDE, "ceiling_changed by override without overridden before it.")
    table = desk.table
    if because == "replaced":
        replaced = table.replaced_at is not None
        desk.law(replaced, Flaw.WRONG_CEILING, "ceiling_changed because replaced: nobody was replaced right before.")
    if because == "undone":
        desk.law(table.undone is not None, Flaw.WRONG_UNDO, "ceiling_changed because undone: nothing was undone.")
    period = table.period
    if period is None:
        desk.law(given >= event.at, Flaw.WRONG_CEILING, "closes_at is before the change.")
    else:
        _CHECKS[because](desk, period, given)
        period.closes_at = given
    if because == "undone" and table.undone is not None:
        table.undone.left = None


def _expect_one_of(desk: Desk, given: int, right: set[int]) -> None:
    desk.law(
        given in right,
        Flaw.WRONG_CEILING,
        f"closes_at is {to_stamp(given)}; by rule it is {' or '.join(to_stamp(at) for at in sorted(right))}.",
    )


def _by_override(_desk: Desk, _period: Period, _given: int) -> None:
    """A moderator sets what he likes."""


def _by_outage(desk: Desk, period: Period, given: int) -> None:
    period.outage += given - period.closes_at
    limit = desk.rules.number("outage_limit")
    good = given > period.closes_at and period.outage >= limit
    desk.law(good, Flaw.WRONG_CEILING, f"An outage gives its time back, once it was longer than {limit} s.")


def _by_replacement(desk: Desk, period: Period, given: int) -> None:
    starts = {desk.now.at, desk.table.replaced_at or desk.now.at}
    _expect_one_of(desk, given, {at + period.ceiling for at in starts})


def _by_late_post(desk: Desk, period: Period, given: int) -> None:
    late = given - period.closes_at
    desk.law(
        late > _POSTED_LATE, Flaw.WRONG_CEILING, f"{late} s are given back; that is done from {_POSTED_LATE} s on."
    )


def _by_second_choice(desk: Desk, period: Period, given: int) -> None:
    in_window = isinstance(period, Window) and period.name == "close_eye"
    desk.law(in_window, Flaw.WRONG_CEILING, "asked_again is for the Close Eye window only.")
    good = given >= max(period.closes_at, desk.now.at + _CHOOSE_AGAIN)
    desk.law(good, Flaw.WRONG_CEILING, "A second choice has at least an hour, and no period gets shorter by it.")


def _by_undo(desk: Desk, period: Period, given: int) -> None:
    undo = desk.table.undone
    if undo is None or undo.left is None or desk.reduced:
        return
    whole, part = divmod(period.ceiling, _QUARTER)
    least = {whole, whole + (1 if part else 0)}
    lasts = {max(left, quarter) for left in (undo.left, min(undo.left, period.ceiling)) for quarter in least}
    _expect_one_of(desk, given, {at + last for at in (desk.now.at, undo.at) for last in lasts})


_CHECKS = {
    "override": _by_override,
    "outage": _by_outage,
    "replaced": _by_replacement,
    "posted_late": _by_late_post,
    "asked_again": _by_second_choice,
    "undone": _by_undo,
}


def delay_noted(desk: Desk, event: Event) -> None:
    """Somebody let a ballot's ceiling go by; this stands right behind the closing."""
    table = desk.table
    seat = desk.seat()
    if seat is None:
        return
    late = seat in table.late and seat not in table.late_noted
    desk.law(late, Flaw.WRONG_DELAY, f"{quote(event.data['player'])} has no delay to note here.")
    period = event.data["period"]
    right = table.late_period
    desk.law(not late or period == right, Flaw.WRONG_DELAY, f"period is {quote(period)}; the ballot opened at {right}.")
    desk.law(event.at >= table.late_at, Flaw.TOO_EARLY, "delay_noted before the closing.")
    shown_first = bool(table.dues) and table.dues[0].type == "mission_vote_shown"
    desk.law(not shown_first, Flaw.WRONG_DELAY, "The Spotlight's mission_vote_shown stands before the delays.")
    if late:
        table.late_noted.add(seat)


def end_delays(desk: Desk) -> None:
    """The delays of the last ballot are over: all of them were noted, or none."""
    table = desk.table
    complete = not table.late_noted or table.late_noted == table.late
    missing = table.name_list(sorted(table.late - table.late_noted))
    desk.law(complete, Flaw.WRONG_DELAY, f"Of one ballot all delays are noted, or none; {quote(missing)} is not.")
    table.late = set()
    table.late_noted = set()


def standing_order_set(desk: Desk, event: Event) -> None:
    """A player leaves an order."""
    desk.law(not desk.reduced, Flaw.PUBLIC_LEAK, "A public record of a running game tells of no standing orders.")
    seat = desk.seat()
    if seat is not None and len(desk.table.standing[seat]) < MOST_KEPT:
        desk.table.standing[seat].append(event.data["order"])


def standing_order_cleared(desk: Desk, event: Event) -> None:
    """A player's order, or all of them, no longer hold."""
    desk.law(not desk.reduced, Flaw.PUBLIC_LEAK, "A public record of a running game tells of no standing orders.")
    seat = desk.seat()
    if seat is None:
        return
    order = event.data.get("order")
    orders = desk.table.standing[seat]
    if order is None:
        orders.clear()
    elif order in orders:
        orders.remove(order)


def overridden(desk: Desk, event: Event) -> None:
    """A moderator steps in; what follows from the same item may break rules, never laws."""
    desk.override = event
    desk.override_at = event.at


def secrets_viewed(desk: Desk, event: Event) -> None:
    """A moderator without a seat looked at secrets and can take no seat any more."""
    moderator = event.data["moderator"].lower()
    desk.law(not desk.reduced, Flaw.PUBLIC_LEAK, "A public record of a running game does not tell who saw secrets.")
    seats = desk.signup.seats if desk.started_seq is None else {name.lower() for name in desk.table.names}
    seated = moderator in seats
    desk.law(not seated, Flaw.SAW_SECRETS, f"{quote(moderator)} holds a seat and sees no secrets.")
    desk.signup.viewers.add(moderator)


def nothing_to_judge(_desk: Desk, _event: Event) -> None:
    """Notes, announcements and flags change nothing in the game."""


def game_ended(desk: Desk, event: Event) -> None:
    """The end: by rule as it was due, or by a moderator without a winner; the secret fits its commitment."""
    data = event.data
    if not desk.awaited:
        if data["because"] != "override":
            desk.breach(Flaw.WRONG_WINNER, f"because is {data['because']}; the game has not come to that.")
        elif desk.started_seq is not None:
            desk.foul(Flaw.NEEDS_OVERRIDE, "game_ended by override without overridden before it.")
        desk.law(data["winner"] is None, Flaw.WRONG_WINNER, "A game that is broken off has no winner; it is null.")
        early = desk.override_at is not None and event.at < desk.override_at
        desk.law(not early, Flaw.TOO_EARLY, "game_ended before the override that ended it.")
    fits = commitment(bytes.fromhex(data["seed"])) == desk.commitment
    desk.law(fits, Flaw.WRONG_COMMITMENT, "The secret is not the one that was committed to in the first post.")
    desk.ended = True
