"""Asks: the one private message to each who must answer, and its reminders.

Laws (resistance.md section 3): each ballot, window and choice asks once, privately unless ``ask = public``; a
mission's ask is the same for every role; a holder who left a standing order is not asked.
"""

from collections.abc import Iterable
from typing import Any

from forumgm.core.effects import Effect, Purpose
from forumgm.games.resistance import views
from forumgm.games.resistance.model import WINDOW_CARD, Choice, State
from forumgm.games.resistance.moment import letter
from forumgm.games.resistance.options import Ask
from forumgm.games.resistance.standing import card_orders
from forumgm.games.resistance.terms import Card, Window


def ask(state: State, player: str, *, now: int, reminder: bool = False, again: bool = False) -> list[Effect]:
    """Return the message that says what the game waits for from this player, if anything."""
    purpose = Purpose.REMINDER if reminder else Purpose.ASK
    found = _question(state, player)
    if found is None:
        return []
    template, facts = found
    view = views.base(state, now) | {"player": player, "reminder": reminder, "again": again} | facts
    return letter(state, player, template, purpose, view)


def ask_all(state: State, players: Iterable[str], *, now: int) -> list[Effect]:
    """Ask all of these; nobody where the host asks in public, but for those whose early choice another took."""
    again = outrun(state)
    asked = [p for p in players if p in again or state.options.ask is not Ask.PUBLIC]
    return [effect for player in asked for effect in ask(state, player, now=now, again=player in again)]


def ask_choice(state: State, choice: Choice, *, now: int) -> list[Effect]:
    """Ask the receiver of an at-once card; nobody where the host asks in public."""
    if state.options.ask is Ask.PUBLIC:
        return []
    facts = {"player": choice.player, "reminder": False, "again": False} | choice_facts(state, choice)
    return letter(state, choice.player, "ask_choice", Purpose.ASK, views.base(state, now) | facts)


def _question(state: State, player: str) -> tuple[str, dict[str, Any]] | None:
    match views.open_for(state, player):
        case "vote" | "public_vote":
            public = state.must_vote_in_public(player)
            holds = state.holds(player, Card.OPINION_MAKER)
            return "ask_team_vote", {"public": public, "opinion_maker": holds}
        case "mission":
            return "ask_mission", _mission(state, player)
        case "choice":
            choice = next(c for c in state.cards.choices if c.player == player)
            return "ask_choice", choice_facts(state, choice)
        case "deal" | "proposal":
            return "ask_leader", leader_facts(state)
        case "role":
            return "ask_role", {}
        case None:
            return None
        case _:
            return "ask_window", _window(state, player)


def _mission(state: State, player: str) -> dict[str, Any]:
    mission = state.mission
    assert mission is not None, "a mission is asked about while it runs"
    return {
        "others": [p for p in mission.team if p != player],
        "missing_counts": str(state.options.missing_mission_vote),
        "spotlight": mission.spotlight == player,
    }


def _window(state: State, player: str) -> dict[str, Any]:
    window = state.window
    assert window is not None, "a window is asked about while it is open"
    card = WINDOW_CARD[window.window]
    on_team = views.team(state)
    return {
        "window": str(window.window),
        "card": str(card),
        "copies": state.hand(player).count(card),
        "example": next((p for p in on_team if p != player), on_team[0] if on_team else ""),
    }


def choice_facts(state: State, choice: Choice) -> dict[str, Any]:
    """Return an awaited at-once choice and everything it may be answered with."""
    card, player = choice.card, choice.player
    options: list[dict[str, Any]]
    if card is Card.TAKE_RESPONSIBILITY:
        options = [
            {"player": p, "card": str(c)} for p in state.takeable_from(player) for c in dict.fromkeys(state.hand(p))
        ]
    elif card is Card.OVERHEARD_CONVERSATION:
        options = [{"player": p, "card": None} for p in state.neighbours(player)]
    else:
        options = [{"player": p, "card": None} for p in state.table.order if p != player]
    return {"card": str(card), "options": options}


def leader_facts(state: State) -> dict[str, Any]:
    """Return what the Leader has to do: cards to deal, or a team to propose with an example that fits."""
    size = state.team_size()
    return {
        "undealt": [str(c) for c in state.cards.undealt],
        "size": size,
        "example": ", ".join(state.table.order[:size]),
    }


def left_orders(state: State) -> set[str]:
    """Return the holders in the open window whose standing order answers it, so that nobody asks them."""
    window = state.window
    if window is None:
        return set()
    card = WINDOW_CARD[window.window]
    on_team = views.team(state)
    left = {
        player
        for player in window.holders
        for order in card_orders(state, player, card)
        if order.target is None or order.target in on_team
    }
    return left - outrun(state)


def outrun(state: State) -> set[str]:
    """Return the holders who left a Close Eye for somebody whom an earlier order names: they must choose again."""
    window = state.window
    if window is None or window.window is not Window.CLOSE_EYE:
        return set()
    on_team = views.team(state)
    orders = [
        (order.at, player, order.target)
        for player in window.holders
        for order in card_orders(state, player, Card.CLOSE_EYE)
        if order.target in on_team
    ]
    named: set[str | None] = set()
    late: set[str] = set()
    for _at, player, target in sorted(orders, key=lambda order: order[0]):
        if target in named:
            late.add(player)
        named.add(target)
    return late
