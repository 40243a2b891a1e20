"""React and compose: from an event to what should be said, and from a step's sayings to as few writings as read well.

Laws: ``react`` is a table from event type to function. The status comment is edited only where something public
changed. ``compose`` keeps the order in which things took effect: one public post a step, its sections in that order;
the newest status and flair; no receipt for what the public post or an ask of the same step tells its sender anyway.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from forumgm.core.effects import Answer, Effect, PrivateNote, PublicPost, Purpose, StatusEdit, ThreadFlair
from forumgm.core.events import Event, Recorded
from forumgm.core.orders import Order
from forumgm.games.resistance import events as ev
from forumgm.games.resistance import views
from forumgm.games.resistance.announcements import ANNOUNCEMENTS
from forumgm.games.resistance.asks import ask_choice, choice_facts, leader_facts
from forumgm.games.resistance.model import Next, State
from forumgm.games.resistance.moment import LETTER, POST, RECEIPT, Moment
from forumgm.games.resistance.notices import NOTICES
from forumgm.games.resistance.terms import Phase

REACTIONS: Mapping[type[Event], Callable[[Moment[Any]], Iterable[Effect]]] = {**NOTICES, **ANNOUNCEMENTS}

STEP = POST + "step"
SEVERAL = "answers/several"
CHOICE = LETTER + "ask_choice"
UNTOLD: frozenset[type[Event]] = frozenset(
    {
        ev.GameStarted,
        ev.CardsDrawn,
        ev.TeamVoteClosed,
        ev.MissionClosed,
        ev.MissionVoteShown,
        ev.RoleShown,
        ev.SecretsViewed,
        ev.GameEnded,
    }
)
"""What chance, votes or a secret decide: a trial stops telling there (hosting, ``--try``)."""
_GIVING_WAY = frozenset({Purpose.ASK, Purpose.RECEIPT})
_COVERED: Mapping[str, frozenset[str]] = {
    RECEIPT + "pass": frozenset({POST + "window_closed"}),
    RECEIPT + "vote": frozenset({POST + "vote_result"}),
    RECEIPT + "public_vote": frozenset({POST + "vote_result"}),
}
"""Receipts that a public post of the same step makes needless."""


def react(before: State, recorded: Recorded, after: State, order: Order | None) -> list[Effect]:
    """Return what should be said because of one event, in the order it should be read."""
    moment: Moment[Any] = Moment(before, recorded, after, order, recorded.event)
    if order is not None and order.args.get("trial") and type(recorded.event) in UNTOLD:
        return [Answer("answers/untold", moment.view(), private=True)]
    reaction = REACTIONS.get(type(recorded.event))
    effects = list(reaction(moment)) if reaction is not None else []
    if not after.is_over:
        effects += _prompts(moment)
    effects += _board(moment)
    return effects


def _prompts(m: Moment[Any]) -> Iterable[Effect]:
    """What the game waits for from now on without a ceiling: a choice, cards to deal, a proposal."""
    for choice in m.after.cards.choices:
        facts = choice_facts(m.after, choice)
        if choice not in m.before.cards.choices and facts["options"]:
            yield m.post("choice", player=choice.player, **facts)
            yield from ask_choice(m.after, choice, now=m.now)
    if _awaits_team(m.after) and (not _awaits_team(m.before) or m.before.round.leader != m.after.round.leader):
        yield m.post("propose", **leader_facts(m.after))
    elif _awaits_deal(m.after) and _awaits_deal(m.before) and m.before.round.leader != m.after.round.leader:
        yield m.post("deal", **leader_facts(m.after))


def _awaits_team(state: State) -> bool:
    return state.phase is Phase.PROPOSAL and state.next is Next.WAIT


def _awaits_deal(state: State) -> bool:
    return state.phase is Phase.PLOT_DEAL and bool(state.cards.undealt)


def _board(m: Moment[Any]) -> Iterable[Effect]:
    """The status comment and the flair, only where something public changed."""
    view = views.status_view(m.after, m.now)
    if not m.before.is_open or view | {"now": 0} != views.status_view(m.before, m.now) | {"now": 0}:
        yield StatusEdit(view)
    text = flair(m.after)
    if not m.before.is_open or text != flair(m.before):
        yield ThreadFlair(text)


def flair(state: State) -> str:
    """Return the thread's flair: phase and score."""
    tag = views.game_tag(state)
    if not state.has_started:
        return f"{tag}: ended" if state.is_over else f"{tag}: sign-up"
    score = views.score(state)
    won = views.winner(state)
    sides = f"Resistance {score['resistance']}, spies {score['spies']}"
    if state.is_over:
        return f"{tag}: {won} won ({sides})" if won else f"{tag}: ended ({sides})"
    return f"{tag}: mission {max(state.round.number, 1)} ({sides})"


def compose(effects: Sequence[Effect]) -> list[Effect]:
    """Merge everything that one item's steps want said.

    All public posts become one, with the last period opened; all answers that take the same road become one; of
    status edits and flairs the last is kept; an ask gives way to a later receipt for the same person (a standing order
    answered) and to a later ask, a receipt to a post or an ask of the same step that tells its sender.
    """
    posts = [e for e in effects if isinstance(e, PublicPost)]
    said = {p.template for p in posts}
    answers = [e for e in effects if isinstance(e, Answer) and not said & _COVERED.get(e.template, frozenset())]
    notes = _notes([e for e in effects if isinstance(e, PrivateNote)])
    asked = {n.to for n in notes if n.purpose is Purpose.ASK}
    answers = [a for a in answers if not (a.view.get("receipt") and a.view.get("player") in asked)]
    boards = [_last(effects, StatusEdit), _last(effects, ThreadFlair)]
    others = [e for e in effects if not isinstance(e, PublicPost | Answer | PrivateNote | StatusEdit | ThreadFlair)]
    merged: list[Effect] = [*_merged_posts(posts), *_merged_answers(answers), *notes, *others]
    return merged + [b for b in boards if b is not None]


def _last(effects: Sequence[Effect], kind: type[Effect]) -> Effect | None:
    return next((e for e in reversed(effects) if isinstance(e, kind)), None)


def _merged_posts(posts: Sequence[PublicPost]) -> list[PublicPost]:
    if len(posts) < 2:
        return list(posts)
    opened = [p.opens_period for p in posts if p.opens_period is not None]
    sections = [{"template": p.template, "view": dict(p.view)} for p in posts]
    view = {"game": posts[-1].view.get("game", ""), "sections": sections}
    return [PublicPost(STEP, view, opened[-1] if opened else None)]


def _merged_answers(answers: Sequence[Answer]) -> list[Answer]:
    merged: list[Answer] = []
    for private in (False, True):
        same = [a for a in answers if a.private is private]
        if len(same) > 1:
            sections = [{"template": a.template, "view": dict(a.view)} for a in same]
            receipt = all(a.view.get("receipt") for a in same)
            same = [Answer(SEVERAL, {"sections": sections, "receipt": receipt}, private=private, receipt=receipt)]
        merged += same
    return merged


def _notes(notes: Sequence[PrivateNote]) -> list[PrivateNote]:
    """Drop asks and receipts that a later ask or receipt to the same person makes moot; choices of a card all stay."""
    kept: list[PrivateNote] = []
    for note in notes:
        if note.purpose in _GIVING_WAY and note.template != CHOICE:
            kept = [k for k in kept if k.account != note.account or k.purpose not in _GIVING_WAY]
        kept.append(note)
    return kept
