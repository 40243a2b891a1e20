"""No Confidence: cancels a team that was just approved; it counts as a rejection (resistance.md section 4)."""

from forumgm.games.resistance.events import CardPlayed, WindowClosed
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.pieces import BOTH, CardRow, Use
from forumgm.games.resistance.terms import Card, CardKind, Window


def _play(ledger: Ledger, use: Use) -> None:
    period = ledger.state.period
    ledger.write(CardPlayed(Card.NO_CONFIDENCE, use.player), at=use.at)
    ends = max(use.at, period.not_before) if period is not None else use.at
    ledger.write(WindowClosed(Window.NO_CONFIDENCE), at=ends)


ROW = CardRow(
    card=Card.NO_CONFIDENCE,
    title="No Confidence",
    kind=CardKind.ONE_USE,
    effect="Cancels a team that was just approved; counts as a rejection.",
    example="!play No Confidence",
    channels=BOTH,
    window=Window.NO_CONFIDENCE,
    play=_play,
)
