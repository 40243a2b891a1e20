"""Take Responsibility: the receiver takes one held plot card from any other player (resistance.md section 4).

Laws: any held card, also the Leader's, also one dealt in this round, never an at-once card. Naming the player is
enough if he holds one kind. If nobody else holds any, nothing happens (``phases``).
"""

from forumgm.core.errors import Refusal
from forumgm.games.resistance.events import CardTaken
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.model import State
from forumgm.games.resistance.pieces import THREAD, CardRow, Use
from forumgm.games.resistance.refusals import refuse
from forumgm.games.resistance.terms import Card, CardKind


def _targets(state: State, player: str) -> tuple[str, ...]:
    return state.takeable_from(player)


def _object_to(state: State, use: Use) -> Refusal | None:
    options = _targets(state, use.player)
    if use.target not in options or use.target is None:
        return refuse("target_not_allowed", card=Card.TAKE_RESPONSIBILITY, wrong=use.target, options=options)
    kinds = tuple(dict.fromkeys(state.hand(use.target)))
    if use.takes is None and len(kinds) > 1:
        return refuse("which_card", options=kinds)
    if use.takes is not None and use.takes not in kinds:
        return refuse("does_not_hold_card", card=use.takes)
    return None


def _play(ledger: Ledger, use: Use) -> None:
    assert use.target is not None
    card = use.takes if use.takes is not None else ledger.state.hand(use.target)[0]
    ledger.write(CardTaken(card, use.player, use.target), at=use.at)


ROW = CardRow(
    card=Card.TAKE_RESPONSIBILITY,
    title="Take Responsibility",
    kind=CardKind.AT_ONCE,
    effect="The receiver takes one held plot card from any other player.",
    example="!use Take Responsibility on @a",
    channels=THREAD,
    needs_target=True,
    targets=_targets,
    object_to=_object_to,
    play=_play,
)
