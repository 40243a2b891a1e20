"""The referee on idle players: when the program acts for one, and what it draws (resistance.md 3, record.md).

Law: a random act follows from the stream ``idle|{seq}``: a team is the first of the shuffled player order, a
receiver or target the first of those allowed, shuffled in player order.
"""

from forumgm.record.desk import Desk
from forumgm.record.lines import Event, to_stamp
from forumgm.record.table import Idle
from forumgm.record.verdict import Flaw, quote

PASS_LEAD = "pass_lead"  # noqa: S105 - an action, no secret
_ALERT = "alert"


def idle_acted(desk: Desk, event: Event) -> None:
    """The program acts for somebody who let the idle ceiling go by."""
    table = desk.table
    action = event.data["action"]
    seat = desk.seat()
    if seat is None or action == _ALERT:
        return
    allowed = desk.rules.word("idle_action")
    fits = allowed != _ALERT and (action == PASS_LEAD) == (allowed == PASS_LEAD)
    desk.law(fits, Flaw.WRONG_IDLE, f"action is {quote(action)}; the option idle_action is {allowed}.")
    desk.expect_no_pause()
    desk.rule(table.period is None, Flaw.WRONG_IDLE, "idle_acted while a vote or window is open.")
    waiting = next((entry.at for entry in table.pending if entry.seat == seat), None)
    awaited = seat == table.leader or (waiting is not None and action != PASS_LEAD)
    desk.rule(awaited, Flaw.WRONG_IDLE, f"{quote(event.data['player'])} is not awaited.")
    since = table.lead_since if seat == table.leader else waiting or 0
    since = max(since, table.seated_at.get(seat, 0))  # with a newcomer the wait starts anew (hosting.md, "Replacing")
    due_at = since + desk.rules.number("idle_ceiling")
    if not table.was_undone:
        desk.rule(event.at >= due_at, Flaw.WRONG_IDLE, f"idle_acted before {to_stamp(due_at)}, the end of the wait.")
    stream = desk.chance.stream(f"idle|{event.seq}") if desk.chance is not None and action != PASS_LEAD else None
    table.idle = Idle(action, seat, event.at, stream)
    if action == PASS_LEAD:
        desk.due("leader_changed", leader=desk.name(table.after(table.leader)), because="idle")
    elif stream is None:
        desk.found.skip("idle draws: the secret is published at the end only")


def lapse_idle(desk: Desk, event: Event) -> None:
    """Forget an idle act once something else happens in the game."""
    idle = desk.table.idle
    if idle is not None and idle.used and event.at != idle.at:
        desk.table.idle = None
    elif idle is not None:
        idle.used = True


def expect_idle_choice(desk: Desk, actor: int, chosen: int, allowed: list[int]) -> None:
    """Note a problem if a receiver or target that the program drew is not the one the secret gives."""
    idle = desk.table.idle
    if idle is None or idle.stream is None or idle.seat != actor or not allowed:
        return
    right = idle.stream.shuffle(allowed)[0]
    desk.law(
        chosen == right,
        Flaw.WRONG_DRAW,
        f"The idle draw chose {quote(desk.name(chosen))}; the secret gives {quote(desk.name(right))}.",
    )


def expect_idle_team(desk: Desk, team: list[int]) -> None:
    """Note a problem if a team that the program drew is not the one the secret gives."""
    idle = desk.table.idle
    if idle is None or idle.stream is None:
        return
    right = idle.stream.shuffle(range(desk.table.players))[: len(team)]
    desk.law(
        set(team) == set(right),
        Flaw.WRONG_DRAW,
        f"The idle draw chose a team; the secret gives {quote(desk.table.name_list(right))}.",
    )
