"""Pauses, ceilings, moderators' marks and undo.

Laws: a pause stops every clock and each period gets the time it had left. An undo brings back the fields of the game;
what people have seen, and what moderators did, cannot be undone and stays in the chronicle.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from forumgm.core.events import Event
from forumgm.games.resistance.events import (
    Announced,
    CeilingChanged,
    GamePaused,
    GameResumed,
    ItemFlagged,
    NoteAdded,
    Overridden,
    SecretsViewed,
    Undone,
)
from forumgm.games.resistance.evolve import evolve
from forumgm.games.resistance.model import Anew, Chronicle, State, Stepped
from forumgm.games.resistance.terms import NewCeiling

GM_NAME = "forumgm"
"""Whom the record names where the GM itself makes a note."""
TROUBLED = "No delay is counted for the running vote: something was down before its ceiling."
"""The GM's own note before a Close Eye window: no delay of this mission is counted behind it (section 3, Delays)."""


def _game_paused(state: State, _event: GamePaused, at: int, seq: int) -> State:
    return evolve(state, at=at, seq=seq, paused_at=at)


def _game_resumed(state: State, event: GameResumed, at: int, seq: int) -> State:
    stood = at - state.paused_at if state.paused_at is not None else 0
    period, cards = state.period, state.cards
    if period is not None and event.closes_at is not None:
        period = evolve(period, closes_at=event.closes_at, not_before=at, restart=False)
    elif period is not None:
        anew = _stood_still(period.anew, state, at)
        period = evolve(period, opened_at=period.opened_at + stood, not_before=at, restart=False, anew=anew)
    if cards.choices:
        moved = (evolve(c, since=c.since + stood, anew=_stood_still(c.anew, state, at)) for c in cards.choices)
        cards = evolve(cards, choices=tuple(moved))
    return evolve(state, at=at, seq=seq, paused_at=None, period=period, cards=cards)


def _stood_still(anew: Anew | None, state: State, at: int) -> Anew | None:
    """Return an idle wait as it goes on at ``at``: what it had waited before the pause counts, nothing else."""
    if anew is None or state.paused_at is None:
        return anew
    return evolve(anew, at=at - max(0, state.paused_at - anew.at))


def _ceiling_changed(state: State, event: CeilingChanged, at: int, seq: int) -> State:
    period = state.period
    if period is None:
        return evolve(state, at=at, seq=seq)
    given, again = period.given_back, period.asked_again
    if event.because == NewCeiling.OUTAGE and period.closes_at is not None:
        given += event.closes_at - period.closes_at
    if event.because == NewCeiling.ASKED_AGAIN:
        again += 1
    changed = evolve(period, closes_at=event.closes_at, given_back=given, asked_again=again)
    return evolve(state, at=at, seq=seq, period=changed)


def _item_flagged(state: State, event: ItemFlagged, at: int, seq: int) -> State:
    flagged = (*state.chronicle.flagged, event.item)
    return evolve(state, at=at, seq=seq, chronicle=evolve(state.chronicle, flagged=flagged))


def _overridden(state: State, event: Overridden, at: int, seq: int) -> State:
    stepped = Stepped(event.moderator, event.command, event.reason or "", at)
    chronicle = evolve(state.chronicle, overrides=(*state.chronicle.overrides, stepped))
    return evolve(state, at=at, seq=seq, chronicle=chronicle)


def _secrets_viewed(state: State, event: SecretsViewed, at: int, seq: int) -> State:
    stepped = Stepped(event.moderator, event.what, "", at)
    chronicle = evolve(state.chronicle, viewed=(*state.chronicle.viewed, stepped))
    return evolve(state, at=at, seq=seq, chronicle=chronicle)


def _note_added(state: State, event: NoteAdded, at: int, seq: int) -> State:
    period = state.period
    if period is not None and (event.moderator, event.text) == (GM_NAME, TROUBLED):
        period = evolve(period, troubled=True)
    stepped = Stepped(event.moderator, "note", event.text, at)
    chronicle = evolve(state.chronicle, notes=(*state.chronicle.notes, stepped))
    return evolve(state, at=at, seq=seq, chronicle=chronicle, period=period)


def _announced(state: State, event: Announced, at: int, seq: int) -> State:
    stepped = Stepped(event.moderator, "announce", event.text, at)
    chronicle = evolve(state.chronicle, notes=(*state.chronicle.notes, stepped))
    return evolve(state, at=at, seq=seq, chronicle=chronicle)


def _undone(state: State, _event: Undone, at: int, seq: int) -> State:
    return evolve(state, at=at, seq=seq)


def rewound(before: State, past: State, *, at: int, seq: int) -> State:
    """Return the state after an undo: the game as in ``past``, what cannot be unseen or undone as in ``before``.

    A pause goes on, reckoned from the undo: the reopened period's ceiling is measured from there.
    """
    since = before.chronicle.notes[len(past.chronicle.notes) :]
    said = tuple(stepped for stepped in since if stepped.what == "announce")  # notes are written again (record.md)
    kept: Chronicle = evolve(
        past.chronicle,
        shown=before.chronicle.shown,
        overrides=before.chronicle.overrides,
        viewed=before.chronicle.viewed,
        notes=(*past.chronicle.notes, *said),
        flagged=before.chronicle.flagged,
    )
    return evolve(past, at=at, seq=seq, chronicle=kept, paused_at=at if before.is_paused else None)


CLOCKS: Mapping[type[Event], Callable[[State, Any, int, int], State]] = MappingProxyType(
    {
        GamePaused: _game_paused,
        GameResumed: _game_resumed,
        CeilingChanged: _ceiling_changed,
        ItemFlagged: _item_flagged,
        Overridden: _overridden,
        SecretsViewed: _secrets_viewed,
        NoteAdded: _note_added,
        Announced: _announced,
        Undone: _undone,
    }
)
