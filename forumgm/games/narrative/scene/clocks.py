"""What is due in a scene, and what happens then (narrative.md C6, C7): the same deadlines as votes have.

Laws: a deadline follows from the state alone; a time-out's dice come from the comment that asked for them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from forumgm.core.errors import Refusal
from forumgm.games.narrative.scene.events import RequestDropped, RulingKept
from forumgm.games.narrative.scene.landing import time_out
from forumgm.games.narrative.scene.rolling import resume
from forumgm.games.narrative.scene.state import Scene
from forumgm.games.narrative.scene.turn import Turn, no
from forumgm.games.narrative.sheets import frozen

REQUEST_DUE = "request_due"
THREAT_DUE = "threat_due"
RULING_DUE = "ruling_due"


@dataclass(frozen=True, slots=True)
class Deadline:
    """Something due: its key, its time, the clock's order."""

    key: str
    at: int
    verb: str
    args: Mapping[str, Any] = field(default_factory=frozen)


def deadlines(scene: Scene) -> list[Deadline]:
    """Return everything due from now on."""
    if not scene.is_open:
        return []
    due = [
        Deadline(f"request:{account}:{each.where.item}:{each.where.index}", each.due, REQUEST_DUE, {"account": account})
        for account, each in scene.requests.items()
    ]
    due += [
        Deadline(f"threat:{account}:{each.due}", each.due, THREAT_DUE, {"account": account})
        for account, each in scene.threats.items()
        if each.open and not each.asked and account in scene.characters
    ]
    due += [
        Deadline(f"ruling:{account}:{each.due}", each.due, RULING_DUE, {"account": account})
        for account, each in scene.rulings.items()
        if each.due is not None and account in scene.characters
    ]
    return due


def struck(turn: Turn) -> Refusal | None:
    """A deadline was reached."""
    account = str(turn.order.args.get("account"))
    scene = turn.scene
    if turn.order.verb == REQUEST_DUE and account in scene.requests:
        return _request_due(turn, account)
    if turn.order.verb == THREAT_DUE and account in scene.threats and account in scene.characters:
        return time_out(turn, account)
    if turn.order.verb == RULING_DUE and account in scene.rulings and account in scene.characters:
        player = scene.characters[account].player
        turn.add(RulingKept(player, account, scene.rulings[account].given.name))
        return None
    return no("nothing_waits")


def _request_due(turn: Turn, account: str) -> Refusal | None:
    """A roll that waited happens; one that no longer can is dropped, and that is said."""
    request = turn.scene.requests[account]
    refused = resume(turn, request)
    if refused is not None:
        turn.add(RequestDropped(turn.scene.characters[account].player, account, refused.code))
    return None
