"""Keeping a Close Eye on You: the holder learns what one team member played (resistance.md section 4).

Laws: the target is on the team, the holder himself may be; two looks at one member are not allowed, the earlier wins.
"""

from forumgm.core.errors import Refusal
from forumgm.games.resistance.events import CardPlayed, MissionVoteShown
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.model import State
from forumgm.games.resistance.pieces import BOTH, CardRow, Use
from forumgm.games.resistance.refusals import refuse
from forumgm.games.resistance.terms import Card, CardKind, Window


def _looked_at(state: State) -> set[str | None]:
    window = state.window
    if window is None or window.window is not Window.CLOSE_EYE:
        return set()
    return {play.target for play in window.plays}


def _targets(state: State, _player: str) -> tuple[str, ...]:
    if state.mission is None:
        return ()
    seen = _looked_at(state)
    return tuple(p for p in state.table.order if p in state.mission.team and p not in seen)


def _object_to(state: State, use: Use) -> Refusal | None:
    options = _targets(state, use.player)
    if use.target in options:
        return None
    if use.target in _looked_at(state):
        return refuse("already_looked_at", wrong=use.target, options=options)
    return refuse("target_not_on_team", card=Card.CLOSE_EYE, wrong=use.target, options=options)


def _play(ledger: Ledger, use: Use) -> None:
    assert use.target is not None
    ledger.write(CardPlayed(Card.CLOSE_EYE, use.player, use.target), at=use.at)
    ledger.write(MissionVoteShown(use.target, use.player, Card.CLOSE_EYE), at=use.at)


ROW = CardRow(
    card=Card.CLOSE_EYE,
    title="Keeping a Close Eye on You",
    kind=CardKind.ONE_USE,
    effect="The holder learns what one team member played on this mission.",
    example="!play Close Eye on @a",
    channels=BOTH,
    needs_target=True,
    window=Window.CLOSE_EYE,
    targets=_targets,
    object_to=_object_to,
    play=_play,
)
