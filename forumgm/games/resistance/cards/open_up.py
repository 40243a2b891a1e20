"""Open Up: the receiver picks another player, who is told the receiver's role (resistance.md section 4)."""

from forumgm.core.errors import Refusal
from forumgm.games.resistance.events import CardPlayed, RoleShown
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.model import State
from forumgm.games.resistance.pieces import THREAD, CardRow, Use
from forumgm.games.resistance.refusals import refuse
from forumgm.games.resistance.terms import Card, CardKind


def _targets(state: State, player: str) -> tuple[str, ...]:
    return tuple(p for p in state.table.order if p != player)


def _object_to(state: State, use: Use) -> Refusal | None:
    options = _targets(state, use.player)
    if use.target in options:
        return None
    return refuse("target_not_allowed", card=Card.OPEN_UP, wrong=use.target, options=options)


def _play(ledger: Ledger, use: Use) -> None:
    assert use.target is not None
    ledger.write(CardPlayed(Card.OPEN_UP, use.player, use.target), at=use.at)
    ledger.write(RoleShown(use.player, use.target, Card.OPEN_UP), at=use.at)


ROW = CardRow(
    card=Card.OPEN_UP,
    title="Open Up",
    kind=CardKind.AT_ONCE,
    effect="The receiver picks another player, who is told the receiver's role.",
    example="!use Open Up on @a",
    channels=THREAD,
    needs_target=True,
    targets=_targets,
    object_to=_object_to,
    play=_play,
)
