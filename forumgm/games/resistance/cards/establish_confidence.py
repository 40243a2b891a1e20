"""Establish Confidence: the Leader picks another player, who is told the Leader's role (resistance.md section 4).

Law: the card is given to the player chosen, and the role is shown with the same move (record.md).
"""

from forumgm.games.resistance.events import RoleShown
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.model import State
from forumgm.games.resistance.pieces import THREAD, CardRow
from forumgm.games.resistance.terms import Card, CardKind


def _targets(state: State, player: str) -> tuple[str, ...]:
    return tuple(p for p in state.table.order if p != player)


def _dealt(ledger: Ledger, receiver: str, at: int) -> None:
    ledger.write(RoleShown(ledger.state.round.leader, receiver, Card.ESTABLISH_CONFIDENCE), at=at)


ROW = CardRow(
    card=Card.ESTABLISH_CONFIDENCE,
    title="Establish Confidence",
    kind=CardKind.AT_ONCE,
    effect="The Leader picks another player, who is told the Leader's role.",
    example="!deal Establish Confidence to @a",
    channels=THREAD,
    needs_target=True,
    targets=_targets,
    dealt=_dealt,
)
