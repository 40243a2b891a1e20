"""Courtesy: how often refusals are answered, so that nobody is flooded and no two bots talk for ever.

Limits of resistance.md section 8: in the thread one refusal for a comment and three an hour for each author; in private
ten an hour; strangers one a day. A moderator who puts something right by message gets more, since silence would leave
him guessing what was done. The last one in an hour says so.
"""

from collections.abc import Sequence

from forumgm.app.ports import Transaction
from forumgm.core.effects import Answer, Effect
from forumgm.core.items import Channel, Item

THREAD_AN_HOUR = 3
PRIVATE_AN_HOUR = 10
MODERATOR_AN_HOUR = 60
STRANGER_A_DAY = 1
SCENE_A_DAY = 3
"""In scenes (narrative.md C4)."""
_HOUR = 3_600
_DAY = 86_400


class Courtesy:
    """Counts refusals."""

    def limited(
        self,
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
        kind, limit, span = self._limit(item, player=player, moderator=moderator, scene=scene)
        count = tx.count_answer(item.author.id, kind, hour=now // span)
        if count > limit:
            return others
        if span == _HOUR and count == limit:
            return [*effects, Answer("answers/last_refusal", {"private": kind != "thread"})]
        return list(effects)

    def _limit(self, item: Item, *, player: bool, moderator: bool, scene: bool) -> tuple[str, int, int]:
        if item.channel is Channel.THREAD and not scene:
            return "thread", THREAD_AN_HOUR, _HOUR  # for each author: also for one whose nickname is refused
        if not player:
            return "stranger", STRANGER_A_DAY, _DAY
        if item.channel is Channel.THREAD:
            return "scene", SCENE_A_DAY, _DAY
        return "private", MODERATOR_AN_HOUR if moderator else PRIVATE_AN_HOUR, _HOUR
