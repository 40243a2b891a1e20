"""Finds a command's row in the vocabulary."""

from forumgm.core.verbs import Verb
from forumgm.games.resistance.vocabulary import ROWS

_BY_NAME = {row.name: row for row in ROWS}


def row(name: str) -> Verb:
    """Return the row of this order. Raises KeyError for one that the vocabulary does not have."""
    return _BY_NAME[name]
