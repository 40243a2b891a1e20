"""Courtesy: how often refusals are answered, so that nobody is flooded and no two bots talk for ever.

Limits of resistance.md section 8: in the thread one refusal for a comment and three an hour for each author; in private
ten an hour; strangers one a day. A moderator who puts something right by message gets more, since silence would leave
him guessing what was done. The last one in an hour says so.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from forumgm.app.ports import Transaction
from forumgm.core.effects import Answer, Effect
from forumgm.core.items import Channel, Item

_HOUR = 3_600
_DAY = 86_400


@dataclass(frozen=True, slots=True)
class Share:
    """How many refusals one person gets in one span of time."""

    kind: str
    """What is counted together."""
    most: int
    span: int
    """Seconds."""


THREAD = Share("thread", 3, _HOUR)
PRIVATE = Share("private", 10, _HOUR)
MODERATOR = Share("private", 60, _HOUR)
STRANGER = Share("stranger", 1, _DAY)
SCENE = Share("scene", 3, _DAY)
"""In scenes (narrative.md C4)."""


def is_left(tx: Transaction, account: str, share: Share, *, now: int) -> bool:
    """Count one more refusal to this account; return whether it is within the share."""
    return _counted(tx, account, share, now=now) <= share.most


def _counted(tx: Transaction, account: str, share: Share, *, now: int) -> int:
    return tx.count_answer(account, share.kind, span=now // share.span)


def limited(
    tx: Transaction,
    item: Item,
    effects: Sequence[Effect],
    *,
    player: bool,
    now: int,
    moderator: bool = False,
    scene: bool = False,
) -> list[Effect]:
    """Return the effects, without the answer if the author has had his share; the last one says so."""
    others: list[Effect] = [e for e in effects if not isinstance(e, Answer)]
    if len(others) == len(effects) or item.author is None:
        return others
    share = _share(item, player=player, moderator=moderator, scene=scene)
    count = _counted(tx, item.author.id, share, now=now)
    if count > share.most:
        return others
    if share.span == _HOUR and count == share.most:
        return [*effects, Answer("answers/last_refusal", {"private": share is not THREAD})]
    return list(effects)


def _share(item: Item, *, player: bool, moderator: bool, scene: bool) -> Share:
    if item.channel is Channel.THREAD and not scene:
        return THREAD  # for each author: also for one whose nickname is refused
    if not player:
        return STRANGER
    if item.channel is Channel.THREAD:
        return SCENE
    return MODERATOR if moderator else PRIVATE
