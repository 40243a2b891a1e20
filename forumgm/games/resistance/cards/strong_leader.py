"""Strong Leader: the holder becomes Leader; the order goes on from there (resistance.md section 4).

Laws: at most one in a window; the Leader's own copy is kept, as he leads already.
"""

from forumgm.games.resistance.events import CardPlayed, WindowClosed
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.pieces import BOTH, CardRow, Use
from forumgm.games.resistance.terms import Card, CardKind, Window


def _play(ledger: Ledger, use: Use) -> None:
    period = ledger.state.period
    ledger.write(CardPlayed(Card.STRONG_LEADER, use.player), at=use.at)
    ends = max(use.at, period.not_before) if period is not None else use.at
    ledger.write(WindowClosed(Window.STRONG_LEADER), at=ends)


ROW = CardRow(
    card=Card.STRONG_LEADER,
    title="Strong Leader",
    kind=CardKind.ONE_USE,
    effect="The holder becomes Leader, before the round's cards are drawn.",
    example="!play Strong Leader",
    channels=BOTH,
    window=Window.STRONG_LEADER,
    play=_play,
)
