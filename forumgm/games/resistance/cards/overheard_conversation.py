"""Overheard Conversation: the receiver picks a neighbour on the player list and is told that role (section 4)."""

from forumgm.core.errors import Refusal
from forumgm.games.resistance.events import CardPlayed, RoleShown
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.model import State
from forumgm.games.resistance.pieces import THREAD, CardRow, Use
from forumgm.games.resistance.refusals import refuse
from forumgm.games.resistance.terms import Card, CardKind


def _targets(state: State, player: str) -> tuple[str, ...]:
    neighbours = state.neighbours(player)
    return tuple(p for p in state.table.order if p in neighbours)


def _object_to(state: State, use: Use) -> Refusal | None:
    options = _targets(state, use.player)
    if use.target in options:
        return None
    return refuse("not_adjacent", card=Card.OVERHEARD_CONVERSATION, wrong=use.target, options=options)


def _play(ledger: Ledger, use: Use) -> None:
    assert use.target is not None
    ledger.write(CardPlayed(Card.OVERHEARD_CONVERSATION, use.player, use.target), at=use.at)
    ledger.write(RoleShown(use.target, use.player, Card.OVERHEARD_CONVERSATION), at=use.at)


ROW = CardRow(
    card=Card.OVERHEARD_CONVERSATION,
    title="Overheard Conversation",
    kind=CardKind.AT_ONCE,
    effect="The receiver picks a neighbour on the player list and is told that role.",
    example="!use Overheard Conversation on @a",
    channels=THREAD,
    needs_target=True,
    targets=_targets,
    object_to=_object_to,
    play=_play,
)
