"""Views: what one audience may know of a state, as plain data. The only way anything leaves (design.md law 3).

Laws (resistance.md section 7): a public view never depends on a role, a mission vote, a pass or a standing order before
it is revealed; a player's view holds his own secrets alone; everything is revealed when the game is over.
"""

import hashlib
from collections.abc import Sequence
from typing import Any

from forumgm.games.resistance.model import PastBallot, State
from forumgm.games.resistance.options import ShowWaiting
from forumgm.games.resistance.rulebook import STAR, needed, numbers_table, options_view
from forumgm.games.resistance.tables import ROUNDS
from forumgm.games.resistance.terms import Phase, Role, Side
from forumgm.games.resistance.voting import tally

JsonView = dict[str, Any]

_CODE_LETTERS = "BCDFGHJKMNPQRTVWXZ"
_CODE_LENGTH = 5
_MARKS = {"approve": "A", "reject": "R"}
_SECRET_WAITING = frozenset({Phase.MISSION})


def handshake_code(state: State, account: str) -> str:
    """Return the code that this account is asked for at sign-up. No secret: only that account's message counts."""
    number = int.from_bytes(hashlib.sha256(f"forumgm/handshake|{state.opening.game}|{account}".encode()).digest()[:8])
    letters = ""
    for _ in range(_CODE_LENGTH):
        number, rest = divmod(number, len(_CODE_LETTERS))
        letters += _CODE_LETTERS[rest]
    return letters


def game_tag(state: State) -> str:
    """Return the game's id as people read it (``G7``)."""
    return state.opening.game.upper()


def label(state: State) -> str:
    """Return what stands in the first line of every message (``G7 · mission 2, proposal 1``, reddit.md 4.3)."""
    tag = game_tag(state)
    if state.is_over:
        return f"{tag} · the end"
    if not state.has_started:
        return f"{tag} · sign-up"
    if state.round.number == 0:
        return f"{tag} · start"
    words = f"{tag} · mission {state.round.number}"
    if state.phase is Phase.TEAM_VOTE and state.proposal is not None:
        words += f", proposal {state.proposal.attempt}"
    return words


_DOING = {
    Phase.SIGNUP: "sign-up",
    Phase.ROLE_CONFIRM: "players confirm their roles",
    Phase.STRONG_LEADER_WINDOW: "who wants to play Strong Leader?",
    Phase.PLOT_DEAL: "plot cards are dealt",
    Phase.PROPOSAL: "the Leader proposes a team",
    Phase.TEAM_VOTE: "vote on the team",
    Phase.NO_CONFIDENCE_WINDOW: "who wants to play No Confidence?",
    Phase.SPOTLIGHT_WINDOW: "who wants to play In the Spotlight?",
    Phase.MISSION: "the team is on its mission",
    Phase.CLOSE_EYE_WINDOW: "who wants to play Close Eye?",
    Phase.ENDED: "the game is over",
}


def doing(state: State) -> str:
    """Return in a few words what the game is at."""
    return _DOING[state.phase]


def base(state: State, now: int) -> JsonView:
    """Return what every view has: game, label, phase, clock and the running numbers. All of it is public."""
    return {
        "game": game_tag(state),
        "label": label(state),
        "now": now,
        "phase": str(state.phase),
        "doing": doing(state),
        "paused": state.is_paused,
        "round": state.round.number,
        "leader": state.round.leader,
        "order": list(state.players),
        "closes_at": state.period.closes_at if state.period is not None else None,
        "score_now": score(state),
        "rejections": state.round.rejections,
        "limit": state.options.rejections_to_lose,
        "team_now": team(state),
        "attempt": state.proposal.attempt if state.proposal is not None else 0,
        "missing_counts": str(state.options.missing_team_vote),
        "final": state.options.vote_change == "never",
        "public_votes": state.options.votes == "public",
        "public_ask": state.options.ask == "public",
    }


def score(state: State) -> dict[str, int]:
    """Return the missions won by each side."""
    won = state.score()
    return {"resistance": won[Side.RESISTANCE], "spies": won[Side.SPIES]}


def team(state: State) -> list[str]:
    """Return the team that is on its mission or voted on; empty if there is none."""
    if state.mission is not None:
        return list(state.mission.team)
    return list(state.proposal.team) if state.proposal is not None else []


def awaited(state: State) -> JsonView:
    """Return who is awaited as far as it may be shown: ``names``, ``count``, each None where it is not shown.

    A mission shows only how many (resistance.md section 3, ``show_waiting``). A Leader's action is never hidden.
    """
    people = list(state.awaited())
    if state.phase in {Phase.PLOT_DEAL, Phase.PROPOSAL, Phase.ROLE_CONFIRM}:
        return {"names": people, "count": len(people)}
    if state.options.show_waiting is ShowWaiting.NONE:
        return {"names": None, "count": None}
    hidden = state.phase in _SECRET_WAITING or state.options.show_waiting is ShowWaiting.COUNT
    return {"names": None if hidden else people, "count": len(people)}


def missions(state: State) -> list[list[str]]:
    """Return the score track: mission, team size (starred), result in words."""
    players = len(state.table.order)
    past = {m.round: m for m in state.chronicle.missions}
    rows = []
    for number in range(1, ROUNDS + 1):
        size = str(state.options.teams[players][number - 1])
        star = STAR if needed(state.options, players, number) > 1 else ""
        result = "now" if number == state.round.number and not state.is_over else ""
        if number in past:
            result = "success" if past[number].succeeded else "failure"
            if state.options.announce_sabotages or state.is_over:
                found = past[number].sabotages
                result += f", {found} sabotage" + ("" if found == 1 else "s")
        rows.append([str(number), size + star, result])
    return rows


def status_view(state: State, now: int) -> JsonView:
    """Return what the status comment shows: everything public about the running game."""
    seats = [{"name": s.name, "ready": s.ready} for s in state.table.seats]
    started = state.has_started
    return base(state, now) | {
        "seats": seats,
        "reserves": [s.name for s in state.table.reserves],
        "started": started,
        "awaited": awaited(state),
        "missions": missions(state) if started else [],
        "starred": started and _is_starred(state),
        "hands": [{"player": p, "cards": [str(c) for c in state.hand(p)]} for p in state.table.order if state.hand(p)],
        "undealt": [str(c) for c in state.cards.undealt],
        "winner": winner(state),
    }


def _is_starred(state: State) -> bool:
    players = len(state.table.order)
    return any(needed(state.options, players, m) > 1 for m in range(1, ROUNDS + 1))


def winner(state: State) -> str | None:
    """Return the winning side, None while the game runs and where nobody won."""
    if state.result is None or state.result.winner is None:
        return None
    return str(state.result.winner)


def start_view(state: State, now: int) -> JsonView:
    """Return what the starting post shows."""
    players = len(state.table.order)
    counts = state.options.roles[players]
    return base(state, now) | {
        "resistance": counts.resistance,
        "spies": counts.spies,
        "confirm_roles": state.options.confirm_roles,
        "table": numbers_table(state.options, [players]),
        "starred": _is_starred(state),
        "reserves": [s.name for s in state.table.reserves],
    }


def ballot_rows(state: State, ballot: PastBallot) -> list[list[str]]:
    """Return a closed team vote as rows of player and vote, in player order."""
    return [[p, str(ballot.votes.get(p, "")) or "did not vote"] for p in state.table.order]


def ballot_view(state: State, ballot: PastBallot, now: int) -> JsonView:
    """Return a closed team vote, which is public."""
    approve, reject = tally(state, ballot.votes.values(), missing=len(ballot.missing))
    return base(state, now) | {
        "round": ballot.round,
        "attempt": ballot.attempt,
        "leader": ballot.leader,
        "team_now": list(ballot.team),
        "rows": ballot_rows(state, ballot),
        "approve": approve,
        "reject": reject,
        "missing": list(ballot.missing),
        "approved": ballot.approved,
        "rejections": ballot.rejections,
    }


def history(state: State) -> JsonView:
    """Return all closed team votes as a narrow table: one letter a player, members of the team marked."""
    order = state.table.order
    head = ["vote", "leader", *(str(n) for n in range(1, len(order) + 1)), "result"]
    rows = [_history_row(order, b) for b in state.chronicle.ballots]
    return {"head": head, "rows": rows}


def _history_row(order: Sequence[str], ballot: PastBallot) -> JsonView:
    counted = "approved" if ballot.approved else "rejected"
    result = "cancelled" if ballot.cancelled_by is not None else counted
    cells = [{"mark": _MARKS.get(str(ballot.votes.get(p, "")), "-"), "on_team": p in ballot.team} for p in order]
    place = order.index(ballot.leader) + 1 if ballot.leader in order else ballot.leader
    return {"vote": f"{ballot.round}.{ballot.attempt}", "leader": str(place), "cells": cells, "result": result}


def history_view(state: State, now: int) -> JsonView:
    """Return all team votes and mission results so far, as far as they are public."""
    tell = state.options.announce_sabotages or state.is_over
    results = [
        {"round": m.round, "succeeded": m.succeeded, "sabotages": m.sabotages if tell else None, "team": list(m.team)}
        for m in state.chronicle.missions
    ]
    return base(state, now) | {"history": history(state), "mission_results": results}


# --- one player ----------------------------------------------------------------------------------------------------


def mates(state: State, player: str) -> list[str] | None:
    """Return the other spies that this player knows from the start; None where he is told nothing."""
    if not state.options.spies_know_each_other or state.role_of(player) is not Role.SPY:
        return None
    return [p for p in state.table.order if p != player and state.role_of(p) is Role.SPY]


def role_view(state: State, player: str, now: int) -> JsonView:
    """Return a player's own role and what comes with it."""
    return base(state, now) | {
        "player": player,
        "role": str(state.role_of(player)),
        "mates": mates(state, player),
        "confirm_roles": state.options.confirm_roles,
    }


def player_view(state: State, player: str, now: int) -> JsonView:
    """Return everything that this player may know beyond the public: the answer to ``!me``."""
    started = state.has_started
    known = [k for k in shown(state) if k["to"] == player]
    standing = [_standing(o) for o in state.standing.get(player, ())]
    return base(state, now) | {
        "player": player,
        "seated": True,
        "reserve": False,
        "role": str(state.role_of(player)) if started else None,
        "mates": mates(state, player) if started else None,
        "cards_held": [str(c) for c in state.hand(player)],
        "known": known,
        "standing": standing,
        "open": open_for(state, player),
        "vote": own_vote(state, player),
    }


def outsider_view(state: State, *, reserve: bool, now: int) -> JsonView:
    """Return what ``!me`` tells somebody without a seat."""
    return base(state, now) | {"player": "", "seated": False, "reserve": reserve}


def open_for(state: State, player: str) -> str | None:
    """Return what the game waits for from this player: ``vote``, ``public_vote``, ``mission``, ... or None."""
    if player not in state.awaited():
        return None
    if state.phase is Phase.TEAM_VOTE:
        return "public_vote" if state.must_vote_in_public(player) else "vote"
    if state.window is not None and state.window.closed_at is None:
        return str(state.window.window)
    if state.phase is Phase.PLOT_DEAL:
        return "choice" if any(c.player == player for c in state.cards.choices) else "deal"
    return {Phase.MISSION: "mission", Phase.PROPOSAL: "proposal", Phase.ROLE_CONFIRM: "role"}.get(state.phase)


def own_vote(state: State, player: str) -> str | None:
    """Return what this player is down for in the open ballot."""
    if state.phase is Phase.TEAM_VOTE and state.proposal is not None:
        cast = state.proposal.votes.get(player)
        return str(cast.vote) if cast is not None else None
    if state.phase is Phase.MISSION and state.mission is not None:
        sent = state.mission.votes.get(player)
        return str(sent.vote) if sent is not None else None
    if state.window is not None and state.window.closed_at is None and player in state.window.passes:
        return "pass"
    return None


def _standing(order: Any) -> JsonView:
    return {
        "what": str(order.what),
        "card": str(order.card) if order.card is not None else None,
        "target": order.target,
        "on": list(order.on),
        "unless_on": list(order.unless_on),
    }


def standing_view(order: Any) -> JsonView:
    """Return a standing order as plain data, from the state's value or an event's fields."""
    if hasattr(order, "what"):
        return _standing(order)
    return {
        "what": str(order["what"]),
        "card": str(order["card"]) if order.get("card") else None,
        "target": order.get("target"),
        "on": list(order.get("on") or ()),
        "unless_on": list(order.get("unless_on") or ()),
    }


# --- secrets, shown to one -----------------------------------------------------------------------------------------


def shown(state: State) -> list[JsonView]:
    """Return everything that was shown to a single player, with what he saw. Secret until the end."""
    rows = []
    for s in state.chronicle.shown:
        if s.to is None:
            continue
        what, value = ("role", str(state.role_of(s.of))) if s.deed is None else ("vote", str(s.deed))
        rows.append({"to": s.to, "of": s.of, "what": what, "value": value, "round": s.round, "because": str(s.because)})
    return rows


# --- rules --------------------------------------------------------------------------------------------------------


def rules_view(state: State, now: int) -> JsonView:
    """Return the options in force for ``!rules``."""
    return base(state, now) | {"options": options_view(state.options)}
