"""Standing orders as the record writes them: a text close to what the player would send (record.md).

``pass no_confidence``, ``use close_eye on Ann``, ``use close_eye on Ann in round 3`` (an answer given early),
``approve``, ``approve if Ann and Bob``, ``reject if not Ann``.

Law: writing and reading are each other's inverse; a forum's names hold no spaces.
"""

from collections.abc import Mapping
from typing import Any

_AND = " and "
_IF, _IF_NOT, _ON, _ROUND = " if ", " if not ", " on ", " in round "


def write_order(row: Mapping[str, Any]) -> str:
    """Write an order (keys ``what``, ``card``, ``target``, ``on``, ``unless_on``, ``round``) as a text."""
    text = str(row["what"])
    if row.get("card") is not None:
        text += f" {row['card']}"
    if row.get("target") is not None:
        text += f"{_ON}{row['target']}"
    if row.get("on"):
        text += _IF + _AND.join(row["on"])
    if row.get("unless_on"):
        text += _IF_NOT + _AND.join(row["unless_on"])
    if row.get("round") is not None:
        text += f"{_ROUND}{row['round']}"
    return text


def read_order(text: str) -> dict[str, Any]:
    """Read an order from its text. Raises ValueError on a round that is no number."""
    row: dict[str, Any] = {}
    text, has_round, number = text.partition(_ROUND)
    text, has_unless, unless_on = text.partition(_IF_NOT)
    text, has_on, on = text.partition(_IF)
    text, has_target, target = text.partition(_ON)
    what, has_card, card = text.partition(" ")
    row["what"] = what
    if has_card:
        row["card"] = card
    if has_target:
        row["target"] = target
    if has_on:
        row["on"] = tuple(on.split(_AND))
    if has_unless:
        row["unless_on"] = tuple(unless_on.split(_AND))
    if has_round:
        row["round"] = int(number)
    return row
