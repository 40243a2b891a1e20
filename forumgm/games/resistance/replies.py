"""Replies: answers to questions, reminders, and refusals. They change nothing.

Laws: a question about the game is answered from a view for its asker; in the thread nothing private is said. A refusal
quotes what was written and shows the line to send; it goes privately where its table says so (``refusals``).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from forumgm.core.effects import Alert, Answer, Effect, ModeratorNote
from forumgm.core.errors import Refusal
from forumgm.core.items import Channel
from forumgm.core.orders import ActorKind, Order
from forumgm.core.verbs import Verb, Who
from forumgm.games.resistance import reveals, views
from forumgm.games.resistance.asks import ask
from forumgm.games.resistance.model import Choice, Period, State
from forumgm.games.resistance.moment import MODERATORS
from forumgm.games.resistance.refusals import answers_privately
from forumgm.games.resistance.terms import CARD_CHOICE, Card, Window
from forumgm.games.resistance.vocabulary import ROWS

QUESTIONS = frozenset({"me", "status", "waiting", "history", "help", "rules", "answer", "log", "pending"})
"""Verbs that only ask."""
TOPICS = (
    "dealing", "cards_public", "team_public", "no_confidence_when", "card_final", "sabotage_back", "bluffing",
    "rejected_team", "unvote_first", "short_names", "edits", "quoting", "hidden_text", "random_choice",
    "conditional_orders", "standing_in", "ties", "missing_votes", "fails_needed", "team_sizes", "spies_know",
    "winning", "discussion", "voting", "fairness", "timing",
)  # fmt: skip
"""What ``!rules`` explains (hosts.md section 7 and more); the wording is in answers/_questions."""
_WINDOW = frozenset({"play_card", "decline_card"})
_YOUR_TURN: Mapping[str, frozenset[str]] = {
    "vote": frozenset({"vote"}),
    "public_vote": frozenset({"vote"}),
    "mission": frozenset({"mission"}),
    "choice": frozenset({"use_card"}),
    "deal": frozenset({"deal_card"}),
    "proposal": frozenset({"propose"}),
    "role": frozenset({"confirm_role"}),
    **{str(window): _WINDOW for window in Window},
}
"""What help puts first, by what the game waits for from the asker."""
_CARDS = {str(card): str(card).replace("_", " ") for card in Card}
_QUOTED = 200


def answer(state: State, order: Order, *, now: int) -> Sequence[Effect]:
    """Return the answer to a question, by the road it came."""
    private = order.channel is Channel.PRIVATE
    match order.verb:
        case "me":
            return [Answer("answers/me", _me(state, order, now), private=True)]
        case "history":
            return [Answer("answers/history", views.history_view(state, now) | {"private": private})]
        case "waiting":
            view = views.base(state, now) | {"awaited": views.awaited(state), "private": private}
            return [Answer("answers/waiting", view)]
        case "pending":
            seated = state.seat_of(order.by.account) is not None
            return [Answer("answers/pending", reveals.pending_view(state, now, seated=seated), private=True)]
        case "log":
            return [Answer("answers/log", reveals.log_view(state, now), private=True)]
        case "help":
            return _help(state, order, now=now, private=private)
        case "rules" | "answer":
            return _rules(state, order, now=now, private=private)
    return _status(state, order, now=now, private=private)


def _me(state: State, order: Order, now: int) -> Mapping[str, Any]:
    seat = state.seat_of(order.by.account)
    if seat is None:
        reserve = state.reserve_of(order.by.account) is not None
        return views.outsider_view(state, reserve=reserve, now=now)
    return views.player_view(state, seat.name, now)


def _status(state: State, order: Order, *, now: int, private: bool) -> Sequence[Effect]:
    """The whole status, or the part that was asked for."""
    base = views.base(state, now) | {"private": private}
    seat = state.seat_of(order.by.account)
    match order.args.get("topic"):
        case "who_has_voted" | "deadline":
            return [Answer("answers/waiting", base | {"awaited": views.awaited(state)})]
        case "history":
            return [Answer("answers/history", views.history_view(state, now) | {"private": private})]
        case "who_holds_what":
            return [Answer("answers/holdings", views.status_view(state, now) | {"private": private})]
        case "own_vote":
            vote = views.own_vote(state, seat.name) if seat is not None else None
            disputed = {"player": order.by.name, "code": "own_vote", "item": _item(order), "game": base["game"]}
            return [Answer("answers/own_vote", base | {"vote": vote}), ModeratorNote("moderators/flag", disputed)]
    template = "answers/status_private" if private else "answers/status_thread"
    return [Answer(template, views.status_view(state, now) | {"private": private})]


def _item(order: Order) -> str:
    return order.source.id if order.source is not None else ""


def _rules(state: State, order: Order, *, now: int, private: bool) -> Sequence[Effect]:
    """The options in force, a card, or one of the questions that come up."""
    topic = str(order.args.get("topic") or "").strip().lower()
    if topic == "dropped":
        return [Answer("answers/dropped", {})]
    card = order.args.get("card") or next((c for c, words in _CARDS.items() if topic in (c, words)), None)
    if card is None and topic:
        card = next((c for c, words in _CARDS.items() if topic and (topic in words or words in topic)), None)
    known = card or next((t for t in TOPICS if topic in (t, t.replace("_", " "))), "")
    view = views.rules_view(state, now) | {"topic": known, "topics": TOPICS, "cards_known": list(_CARDS)}
    return [Answer("answers/rules", view | {"private": private})]


def _help(state: State, order: Order, *, now: int, private: bool) -> Sequence[Effect]:
    """What one can send now and any time; it differs by phase and by who asks."""
    topic = str(order.args.get("topic") or "").strip().lstrip("!").lower()
    seat = state.seat_of(order.by.account)
    rows = [row for row in ROWS if _concerns(state, row, seated=seat is not None, order=order)]
    base = views.base(state, now) | {"private": private}
    wanted = [row for row in ROWS if topic and (topic == row.name or topic in row.words)]
    if wanted:
        shown = [_row(row) | {"words": list(row.words), "possible": row in rows} for row in wanted]
        return [Answer("answers/help_topic", base | {"rows": shown})]
    asked = views.open_for(state, seat.name) if seat is not None else None
    verbs = _YOUR_TURN.get(asked, frozenset()) if asked is not None else frozenset()
    others = [row for row in rows if row.name not in verbs]
    view = {
        "now_rows": [_row(row) for row in ROWS if row.name in verbs],
        "any_rows": [_row(row) for row in others if row.who is not Who.MODERATOR],
        "host_rows": [_row(row) for row in others if row.who is Who.MODERATOR],
    }
    return [Answer("answers/help", base | view)]


def _concerns(state: State, row: Verb, *, seated: bool, order: Order) -> bool:
    phase = str(state.phase)
    if row.phases and phase not in row.phases and not (phase == "plot_deal" and CARD_CHOICE in row.phases):
        return False
    if row.who is Who.MODERATOR:
        return order.by.kind is ActorKind.MODERATOR
    if row.who is Who.LEADER:
        seat = state.seat_of(order.by.account)
        return seat is not None and seat.name == state.round.leader
    return (row.who is Who.ANYONE or seated) and _has_use(state, row, order)


def _has_use(state: State, row: Verb, order: Order) -> bool:
    """Whether this person could do anything with the command, by what everybody knows."""
    seat = state.seat_of(order.by.account)
    match row.name:
        case "move_to_reserve":
            return seat is None
        case "confirm_role":
            return state.options.confirm_roles
        case "play_card" | "decline_card" | "withdraw_decline":
            return seat is not None and bool(state.hand(seat.name))
        case "use_card":
            return seat is not None and any(c.player == seat.name for c in state.cards.choices)
    return True


def _row(row: Verb) -> dict[str, Any]:
    where = None
    if len(row.channels) == 1:
        where = "in the thread" if Channel.THREAD in row.channels else "by message"
    return {"example": row.example, "summary": row.summary, "where": where}


def remind(state: State, order: Order, *, now: int) -> Sequence[Effect]:
    """Remind everybody who is awaited, or tell the moderators that an action waits for long."""
    if order.verb == "idle_alert":
        period = state.period
        waits: list[Choice | Period] = [*state.cards.choices, *([] if period is None else [period])]
        waited = now - next((_since(w) for w in waits if w.seq == order.args["period"]), now)
        view = views.base(state, now) | {"awaited": list(state.awaited()), "waited": waited}
        return [ModeratorNote(MODERATORS + "idle", view, alert=Alert.IDLE.about(str(order.args["period"])))]
    return [effect for player in state.awaited() for effect in ask(state, player, now=now, reminder=True)]


def _since(wait: Choice | Period) -> int:
    """Return since when somebody is idle."""
    if wait.anew is not None:
        return wait.anew.at
    return wait.opened_at if isinstance(wait, Period) else wait.since


_IN_THE_NAME_OF = {"propose_for": "leader", "play_for": "player", "setvote": "player", "strikevote": "player"}
"""Which argument of a moderator's order names the player in whose name it is given."""


def refuse(state: State, order: Order, refusal: Refusal, *, now: int) -> Sequence[Effect]:
    """Return how a refused order is answered; what the GM orders of itself is answered to nobody."""
    if order.source is None:
        return []
    private = order.channel is Channel.PRIVATE or answers_privately(order, refusal)
    facts = {key: _plain(value) for key, value in refusal.facts.items()}
    view = {
        "code": refusal.code,
        "label": views.label(state),
        "private": private,
        "text": order.text[:_QUOTED],
        "line": _line(state, order, refusal),
        "game": views.game_tag(state),
        "now": now,
        "acting": order.args.get(_IN_THE_NAME_OF.get(order.verb, ""), ""),
    }
    said: list[Effect] = [Answer(f"refusals/{refusal.code}", view | facts, private=private)]
    if refusal.code == "closing_recorded":
        flag = {"player": order.by.name, "code": "late_item", "item": _item(order), "game": view["game"]}
        said.append(ModeratorNote("moderators/flag", flag))
    return said


def _line(state: State, order: Order, refusal: Refusal) -> str:
    """Return the line to send: the play itself where only the place was wrong, else the command's example."""
    card, target = order.args.get("card"), order.args.get("target")
    if refusal.code == "wrong_channel" and order.verb == "play_card" and card in _CARDS:
        return f"!play {_CARDS[card]}" + (f" on {target}" if target in state.table.order else "")
    if refusal.code == "wrong_code":
        return f"!handshake {views.handshake_code(state, order.by.account)}"
    row = next((r for r in ROWS if r.name == order.verb), None)
    return row.example if row is not None else ""


def _plain(value: Any) -> Any:
    """Card ids become words; everything becomes plain data."""
    if isinstance(value, str):
        return _CARDS.get(value, str(value))
    if isinstance(value, Mapping):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, Sequence):
        return [_plain(v) for v in value]
    return value if value is None or isinstance(value, bool | int) else str(value)
