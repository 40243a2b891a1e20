"""In the Spotlight: one team member plays the mission card face up (resistance.md section 4).

Law: declared with its target before any mission vote is asked for; any member may be chosen, the holder too.
"""

from forumgm.core.errors import Refusal
from forumgm.games.resistance.events import CardPlayed, WindowClosed
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.model import State
from forumgm.games.resistance.pieces import THREAD, CardRow, Use
from forumgm.games.resistance.refusals import refuse
from forumgm.games.resistance.terms import Card, CardKind, Window


def _targets(state: State, _player: str) -> tuple[str, ...]:
    return state.proposal.team if state.proposal is not None else ()


def _object_to(state: State, use: Use) -> Refusal | None:
    team = _targets(state, use.player)
    if use.target in team:
        return None
    return refuse("target_not_on_team", card=Card.IN_THE_SPOTLIGHT, wrong=use.target, options=team)


def _play(ledger: Ledger, use: Use) -> None:
    period = ledger.state.period
    ledger.write(CardPlayed(Card.IN_THE_SPOTLIGHT, use.player, use.target), at=use.at)
    ends = max(use.at, period.not_before) if period is not None else use.at
    ledger.write(WindowClosed(Window.SPOTLIGHT), at=ends)


ROW = CardRow(
    card=Card.IN_THE_SPOTLIGHT,
    title="In the Spotlight",
    kind=CardKind.ONE_USE,
    effect="One team member plays the mission card face up.",
    example="!play Spotlight on @a",
    channels=THREAD,
    needs_target=True,
    window=Window.SPOTLIGHT,
    targets=_targets,
    object_to=_object_to,
    play=_play,
)
