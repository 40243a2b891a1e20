"""Card windows: opening with standing orders, using cards, closing (resistance.md sections 4 and 5).

Laws: a standing order answers a window with the same events as its holder would, at the moment of the opening; an order
that cannot be carried out there is void and its holder is asked. The earlier stamp wins.
"""

from forumgm.core.errors import Refusal
from forumgm.games.resistance.cards import CARDS
from forumgm.games.resistance.events import CeilingChanged, WindowClosed, WindowOpened, WindowPassed
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.model import WINDOW_CARD, State
from forumgm.games.resistance.pieces import Use
from forumgm.games.resistance.standing import PASS, USE, card_orders
from forumgm.games.resistance.terms import NewCeiling, Passed, Phase, Window

CHOOSE_AGAIN = 3600
"""Seconds that a holder has at least to choose again when his target was looked at by another."""


def open_window(ledger: Ledger, window: Window, holders: tuple[str, ...]) -> None:
    """The window is open for its holders, and their standing orders are carried out."""
    closes_at = ledger.now + ledger.state.options.window_ceiling
    ledger.write(WindowOpened(window, holders, closes_at), at=ledger.now)
    if ledger.state.standing:
        carry_out_standing(ledger, at=ledger.now)


def carry_out_standing(ledger: Ledger, *, at: int, since: int = 0) -> None:
    """Carry out what the window's holders left for it: passes first, then uses by the stamp of the order.

    ``since``: only orders stamped then or later count (those left in a pause, on resuming).
    """
    window = ledger.state.window
    if window is None:
        return
    card = WINDOW_CARD[window.window]
    uses: list[tuple[int, int, Use]] = []
    for player in ledger.state.unanswered():
        for order in card_orders(ledger.state, player, card):
            if order.at < since:
                continue
            if order.what == PASS:
                ledger.write(WindowPassed(window.window, player, Passed.STANDING_ORDER), at=at)
            elif order.what == USE:
                uses.append((order.at, len(uses), Use(player, order.target, at)))
    for _stamp, _place, use in sorted(uses, key=lambda u: u[:2]):
        if is_open(ledger.state, window.window) and object_to_use(ledger.state, use, window=window.window) is None:
            play = CARDS[card].play
            assert play is not None
            play(ledger, use)


def is_open(state: State, window: Window) -> bool:
    """Whether this window is open."""
    return state.window is not None and state.window.window is window and state.window.closed_at is None


def object_to_use(state: State, use: Use, *, window: Window) -> Refusal | None:
    """Say what is wrong with the target of a card that is used in its window."""
    return CARDS[WINDOW_CARD[window]].object_to(state, use)


def earliest(state: State, window: Window) -> int:
    """Return the first stamp that counts in the open window: the end before it (a Close Eye: the mission's start)."""
    if window is Window.CLOSE_EYE:
        return state.closed[Phase.MISSION].opened_at
    return state.last_end()


def close_window(ledger: Ledger) -> None:
    """The window closes with the last answer of its holders, or on resuming if that was in a pause."""
    state = ledger.state
    window, period = state.window, state.period
    assert window is not None
    assert period is not None
    answers = [passing.at for passing in window.passes.values()] + [play.at for play in window.plays]
    ledger.write(WindowClosed(window.window), at=max(period.not_before, *answers, 0))


def close_at_ceiling(ledger: Ledger, *, at: int) -> None:
    """Silence is a pass; the window closes at its ceiling."""
    window = ledger.state.window
    assert window is not None
    for player in ledger.state.unanswered():
        ledger.write(WindowPassed(window.window, player, Passed.CEILING), at=at)
    ledger.write(WindowClosed(window.window), at=at)


def may_choose_again(ledger: Ledger) -> bool:
    """Give the holder whose target was looked at by another at least an hour; False where he has that anyway.

    Once for each holder of the window, so that nobody can hold a game up by asking for what he cannot get.
    """
    state = ledger.state
    window, period = state.window, state.period
    if window is None or period is None or period.closes_at is None or state.is_paused:
        return False
    until = ledger.now + CHOOSE_AGAIN
    if period.closes_at >= until or period.asked_again >= len(window.holders):
        return False
    ledger.write(CeilingChanged(until, NewCeiling.ASKED_AGAIN), at=ledger.now)
    return True
