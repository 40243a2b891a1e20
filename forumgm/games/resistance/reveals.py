"""Reveals: the two views with other people's secrets in them, kept apart so that every use is easy to find.

Laws: everything is revealed when the game is over (resistance.md section 2); before that secrets go to a moderator
without a seat only, who asked for them, after the look was recorded (hosting.md).
"""

from forumgm.games.resistance import views
from forumgm.games.resistance.model import State
from forumgm.games.resistance.terms import Phase, Role


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
        "roles_table": _roles_table(state),
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


def log_view(state: State, now: int) -> views.JsonView:
    """Return what has happened so far, for a moderator: nothing that only a look may show (hosting.md, "Rights")."""
    steps: list[views.JsonView] = [
        {"at": s.at, "moderator": s.moderator, "what": _outer(s.what)} for s in state.chronicle.overrides
    ]
    steps += [{"at": s.at, "moderator": s.moderator, "what": None} for s in state.chronicle.viewed]
    notes = [{"at": n.at, "moderator": n.moderator, "what": n.text} for n in state.chronicle.notes]
    return views.history_view(state, now) | {
        "steps": sorted(steps, key=lambda s: s["at"]),
        "notes": notes,
        "events": state.seq,
        "flagged": list(state.chronicle.flagged),
    }


def _roles_table(state: State) -> list[list[str]]:
    return [[p, "spy" if state.role_of(p) is Role.SPY else "Resistance"] for p in state.table.order]


def _outer(command: str) -> str:
    """A command that set or struck a vote is named without its words."""
    first = command.split(maxsplit=1)[0] if command.strip() else ""
    return command if first.lstrip("!/#") in _OPEN_WORDS else first


_OPEN_WORDS = frozenset({"void", "close", "pause", "resume", "extend", "leader", "give", "take", "replace", "alias"})


def pending_view(state: State, now: int, *, seated: bool) -> views.JsonView:
    """Return what is open; to a moderator who plays only how many are awaited on a mission, never who."""
    view = moderator_view(state, now)
    names = view["awaited_names"]
    is_secret = seated and state.phase in (Phase.MISSION, Phase.CLOSE_EYE_WINDOW)
    return view | {"awaited_names": [] if is_secret else names, "awaited_number": len(names)}


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
        view["roles_table"] = _roles_table(state)
        view["votes"] = [[p, views.own_vote(state, p) or "-"] for p in state.table.order]
    return view
