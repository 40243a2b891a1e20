"""Opinion Maker: the holder casts team votes in public for the rest of the game (resistance.md section 4).

Law: held, never played; what it does is asked of the state (``must_vote_in_public``).
"""

from forumgm.games.resistance.pieces import THREAD, CardRow
from forumgm.games.resistance.terms import Card, CardKind

ROW = CardRow(
    card=Card.OPINION_MAKER,
    title="Opinion Maker",
    kind=CardKind.PERMANENT,
    effect="The holder casts team votes in public for the rest of the game.",
    example="!vote approve",
    channels=THREAD,
)
