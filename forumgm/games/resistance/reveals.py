"""Reveals: the two views with other people's secrets in them, kept apart so that every use is easy to find.

Laws: everything is revealed when the game is over (resistance.md section 2); before that secrets go to a moderator
without a seat only, who asked for them, after the look was recorded (hosting.md).
"""

from forumgm.games.resistance import views
from forumgm.games.resistance.model import State
from forumgm.games.resistance.terms import Role


def mission_rows(state: State) -> list[list[str]]:
    """Return all mission votes, and those that a ceiling filled in. Secret until the end."""
    return [
        [str(m.round), p, str(m.votes[p]) if p in m.votes else "none in time"]
        for m in state.chronicle.missions
        for p in m.team
    ]


def end_view(state: State, *, digest: str, now: int) -> views.JsonView:
    """Return everything: the game is over (resistance.md section 2). ``digest`` is that of the record's last line."""
    result = state.result
    assert result is not None, "only a game that has ended reveals itself"
    delays: dict[str, int] = {}
    for delay in state.chronicle.delays:
        delays[delay.player] = delays.get(delay.player, 0) + 1
    started = state.has_started
    return views.history_view(state, now) | {
        "winner": views.winner(state),
        "because": str(result.because),
        "started": started,
        "roles_table": [[p, "spy" if state.role_of(p) is Role.SPY else "Resistance"] for p in state.table.order],
        "mission_rows": mission_rows(state),
        "shown": views.shown(state) if started else [],
        "delays": [{"player": p, "count": n} for p, n in delays.items()],
        "overrides": [
            {"at": o.at, "moderator": o.moderator, "command": o.what, "reason": o.text or None}
            for o in state.chronicle.overrides
        ],
        "looks": [{"moderator": v.moderator, "what": v.what} for v in state.chronicle.viewed],
        "seed": result.seed,
        "commitment": state.opening.commitment,
        "digest": digest,
    }


def moderator_view(state: State, now: int, *, with_secrets: bool = False) -> views.JsonView:
    """Return what a moderator without a seat sees: who is awaited by name, strikes; roles and votes only if asked.

    The caller records every look at secrets first (``secrets_viewed``, hosting.md).
    """
    view = views.status_view(state, now) | {
        "awaited_names": list(state.awaited()),
        "strikes": [{"player": s.name, "strikes": s.strikes} for s in state.table.seats if s.strikes],
        "absent": [{"player": s.name, "text": s.absent} for s in state.table.seats if s.absent],
        "roles_table": None,
        "votes": None,
    }
    if with_secrets and state.has_started:
        view["roles_table"] = [[p, str(state.role_of(p))] for p in state.table.order]
        view["votes"] = [[p, views.own_vote(state, p) or "-"] for p in state.table.order]
    return view
