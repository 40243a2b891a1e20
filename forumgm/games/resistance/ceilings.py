"""Everything that is due: ceilings, reminders, idle reminders; and what a ceiling does (resistance.md section 3).

Laws: a ceiling is a row. What is due is a function of the state alone; nothing is due while the game is paused. A
ceiling takes effect once, dated when it was due, and only on the period it belongs to.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from forumgm.core.errors import Refusal
from forumgm.core.orders import Order
from forumgm.games.resistance.idle import act_for_leader, act_for_receiver
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.model import Anew, State
from forumgm.games.resistance.options import DAY, Options
from forumgm.games.resistance.refusals import refuse
from forumgm.games.resistance.terms import IdleAction, Phase
from forumgm.games.resistance.voting import close_team_vote, end_mission_vote
from forumgm.games.resistance.windows import close_at_ceiling

IDLE_REMINDER = DAY
IDLE_ALERT = 2 * DAY


@dataclass(frozen=True, slots=True)
class Deadline:
    """Something that is due in the present state."""

    key: str
    at: int
    verb: str
    args: Mapping[str, Any]
    ceiling: bool = False
    """It may change the game: it waits for the grace poll (design.md law 4)."""


@dataclass(frozen=True, slots=True)
class Ceiling:
    """How long a period may last and what happens then."""

    lasts: Callable[[Options], int]
    expire: Callable[[Ledger, int, bool], None]
    """Gets the due time, and whether delays count."""


def _team_vote(ledger: Ledger, at: int, count_delays: bool) -> None:  # noqa: FBT001 - a row's function
    close_team_vote(ledger, at=at, count_delays=count_delays)


def _mission(ledger: Ledger, at: int, count_delays: bool) -> None:  # noqa: FBT001 - a row's function
    end_mission_vote(ledger, at=at, count_delays=count_delays)


def _window(ledger: Ledger, at: int, _count_delays: bool) -> None:  # noqa: FBT001 - a row's function
    close_at_ceiling(ledger, at=at)


_WINDOW = Ceiling(lambda options: options.window_ceiling, _window)

CEILINGS: Mapping[Phase, Ceiling] = MappingProxyType(
    {
        Phase.TEAM_VOTE: Ceiling(lambda options: options.team_vote_ceiling, _team_vote),
        Phase.MISSION: Ceiling(lambda options: options.mission_vote_ceiling, _mission),
        Phase.STRONG_LEADER_WINDOW: _WINDOW,
        Phase.NO_CONFIDENCE_WINDOW: _WINDOW,
        Phase.SPOTLIGHT_WINDOW: _WINDOW,
        Phase.CLOSE_EYE_WINDOW: _WINDOW,
    }
)


def expire(ledger: Ledger, *, at: int, count_delays: bool) -> None:
    """End the running period by its defaults, dated ``at``."""
    CEILINGS[ledger.state.phase].expire(ledger, at, count_delays)


def ceiling(ledger: Ledger, order: Order) -> Refusal | None:
    """The clock struck a ceiling. Args: ``period`` (seq), ``excused`` (True: no delay is counted)."""
    period = ledger.state.period
    due = period is not None and period.seq == order.args["period"] and period.closes_at == order.at
    if not due or ledger.state.is_paused or ledger.state.phase not in CEILINGS:
        return refuse("not_due")
    expire(ledger, at=order.at, count_delays=not order.args.get("excused", False))
    return None


def idle_ceiling(ledger: Ledger, order: Order) -> Refusal | None:
    """The clock struck the end of an idle wait. Args: ``period`` (seq)."""
    if order.verb not in {d.verb for d in deadlines(ledger.state) if d.at == order.at}:
        return refuse("not_due")
    number = order.args["period"]
    choice = next((c for c in ledger.state.cards.choices if c.seq == number), None)
    if choice is not None:
        act_for_receiver(ledger, choice, at=order.at)
        return None
    if ledger.state.period is None or ledger.state.period.seq != number:
        return refuse("not_due")
    act_for_leader(ledger, at=order.at)
    return None


def deadlines(state: State) -> tuple[Deadline, ...]:
    """Return everything that is due for the game from now on; nothing while it is paused, over or not started."""
    if state.is_paused or state.is_over or state.period is None:
        return ()
    period = state.period
    if period.closes_at is not None:
        reminders = tuple(_reminders(state))
        args = {"period": period.seq, "reminders": [each.at for each in reminders]}
        return (*reminders, Deadline(f"{period.seq}:ceiling", period.closes_at, "ceiling", args, ceiling=True))
    return tuple(_idle_rows(state))


def _reminders(state: State) -> Iterator[Deadline]:
    period = state.period
    assert period is not None
    assert period.closes_at is not None
    for before in state.options.reminders:
        at = period.closes_at - before
        if at > period.opened_at:
            args = {"period": period.seq, "before": before}
            yield Deadline(f"{period.seq}:reminder:{before}", at, "reminder", args)


def _idle_rows(state: State) -> Iterator[Deadline]:
    period = state.period
    assert period is not None
    action = state.options.idle_action
    if state.phase is not Phase.PLOT_DEAL or state.cards.undealt:
        acts = action is not IdleAction.ALERT and state.phase is not Phase.ROLE_CONFIRM
        yield from _idle(state, period.seq, period.opened_at, period.anew, acts=acts)
    for choice in state.cards.choices:
        yield from _idle(state, choice.seq, choice.since, choice.anew, acts=action is IdleAction.RANDOM)


def _idle(state: State, seq: int, since: int, anew: Anew | None, *, acts: bool) -> Iterator[Deadline]:
    """A wait that began anew has names of its own, so that the newcomer is reminded although the old player was."""
    args, name = {"period": seq}, f"{seq}"
    if anew is not None:
        since, name = anew.at, f"{seq}.{anew.seq}"
    yield Deadline(f"{name}:idle_reminder", since + IDLE_REMINDER, "idle_reminder", args)
    yield Deadline(f"{name}:idle_alert", since + IDLE_ALERT, "idle_alert", args)
    if acts:
        at = since + state.options.idle_ceiling
        yield Deadline(f"{name}:idle_ceiling", at, "idle_ceiling", args, ceiling=True)
