"""Which nicknames may be had (resistance.md section 1).

Law: a nickname that equals or is one typo from another player's name or nickname, or is a word of the vocabulary, is
refused. One typo is one letter too many, too few or other, or two neighbours swapped.
"""

from forumgm.core.errors import Refusal
from forumgm.core.orders import Actor
from forumgm.games.resistance.model import State
from forumgm.games.resistance.refusals import refuse
from forumgm.games.resistance.vocabulary import ROWS

_WORDS = (
    "me myself i you all everyone everybody nobody none both team leader host gm moderator spy spies resistance "
    "approve yes aye yea yay for favour reject no nay deny against support success sabotage fail vote pass use clear "
    "on off not and or if with from to thumbs up down abstain confirm card cards deck mission"
)
VOCABULARY: frozenset[str] = frozenset(_WORDS.split()) | {word for row in ROWS for word in row.words}
"""Words that mean something in orders and so can be nobody's name."""


def object_to_nicknames(state: State, person: Actor, nicknames: tuple[str, ...]) -> Refusal | None:
    """Say what is wrong with the first nickname that cannot be had."""
    taken = [
        name
        for seat in (*state.table.seats, *state.table.reserves)
        if seat.account != person.account
        for name in (seat.name, *seat.nicknames)
    ]
    for nickname in nicknames:
        if nickname.lower() in VOCABULARY:
            return refuse("name_is_command", nickname=nickname)
        for name in taken:
            if is_one_typo(nickname.lower(), name.lower()):
                return refuse("name_taken", nickname=nickname, taken=name)
    return None


def is_one_typo(one: str, other: str) -> bool:
    """Whether the words are equal or one typo apart."""
    if one == other:
        return True
    if abs(len(one) - len(other)) > 1:
        return False
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    a, b = one[start:], other[start:]
    swapped = len(a) > 1 and len(b) > 1 and a[0] == b[1] and a[1] == b[0] and a[2:] == b[2:]
    return a[1:] == b[1:] or a[1:] == b or a == b[1:] or swapped
