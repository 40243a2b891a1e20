"""Who may say what in a scene, and which part decides it. One row for each verb.

Laws: a refusal leaves nothing behind; the program's own orders (open, flags) and the clock's take the same way as
people's.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from forumgm.core.errors import Refusal
from forumgm.core.events import Fact
from forumgm.core.items import Channel
from forumgm.core.orders import ActorKind, Order
from forumgm.games.narrative.scene import carrying, characters, clocks, landing, rolling, ruling
from forumgm.games.narrative.scene.events import VERSION, GmKnown, ItemFlagged, SceneClosed, SceneOpened
from forumgm.games.narrative.scene.setup import check
from forumgm.games.narrative.scene.state import Scene
from forumgm.games.narrative.scene.turn import Draws, Turn, no
from forumgm.games.narrative.words import Verb

Decider = Callable[[Turn], Refusal | None]

CLOSE, CLEAR_STAKES, SCENE_STAKES, SETTLE, DOUBT = "close_scene", "clear_stakes", "scene_stakes", "settle", "doubt"

BY_PLAYERS: Mapping[str, Decider] = MappingProxyType(
    {
        **{
            str(verb): rolling.player_command
            for verb in (
                Verb.ROLL, Verb.LEAD, Verb.FOLLOW, Verb.RESIST, Verb.ARMOUR, Verb.ACCEPT, Verb.PAY, Verb.DECLINE,
                Verb.CLEAR, Verb.REFRESH, Verb.LAY_LOW, Verb.REPAIR, Verb.RESTOCK, Verb.LOAD,
            )
        },
        str(Verb.DICE): carrying.plain_dice,
        str(Verb.ASSIST): rolling.assist,
        str(Verb.CHARACTER): characters.write_sheet,
        SETTLE: landing.settle,
    }
)  # fmt: skip
BY_GM: Mapping[str, Decider] = MappingProxyType(
    {
        str(Verb.STAKES): ruling.stakes,
        SCENE_STAKES: ruling.scene_stakes,
        CLEAR_STAKES: ruling.clear_stakes,
        str(Verb.NPC): ruling.npc,
        str(Verb.THREAT): ruling.threat,
        str(Verb.FORCE): ruling.on_somebody,
        str(Verb.FORTUNE): ruling.on_somebody,
        str(Verb.STRESS): ruling.on_somebody,
        str(Verb.FALLOUT): ruling.fallout,
        str(Verb.VOID): ruling.void,
        str(Verb.OK): ruling.go_on,
        str(Verb.JOB): ruling.job,
    }
)
ANYWHERE = frozenset({str(Verb.CHARACTER), DOUBT})
"""What may also be said in a message; all else is said where everybody reads it."""


def decide(scene: Scene, order: Order, *, now: int, draws: Draws) -> Sequence[Fact] | Refusal:
    """Return everything that follows from the order, or why nothing does."""
    turn = Turn(scene, order, draws, now)
    refused = _carry_out(turn)
    return refused if refused is not None else turn.facts


def _carry_out(turn: Turn) -> Refusal | None:
    order, scene = turn.order, turn.scene
    if order.by.kind is ActorKind.GM and order.verb == "open":
        return _open(turn)
    if not scene.is_open:
        return no("scene_over")
    if order.by.kind is ActorKind.CLOCK:
        return clocks.struck(turn)
    if order.by.kind is ActorKind.GM:
        return _flag(turn) if order.verb == "flag_item" else no("no_such_action")
    if order.verb == DOUBT:
        return _doubt(order)
    if order.channel is Channel.PRIVATE and order.verb not in ANYWHERE:
        return no("thread_only", text=order.text)
    if order.verb == CLOSE:
        return _close(turn)
    if order.verb in BY_GM:
        if not turn.is_gm:
            return no("gm_only", gm=scene.gm)
        if not scene.gm_account:
            turn.add(GmKnown(order.by.name, order.by.account))
        return BY_GM[order.verb](turn)
    decider = BY_PLAYERS.get(order.verb)
    return decider(turn) if decider is not None else no("no_such_action")


def _open(turn: Turn) -> Refusal | None:
    args = turn.order.args
    wanted = args["options"]
    if turn.scene.opened_at is not None or check(wanted["system"], wanted["options"]):
        return no("no_such_action")
    named = str(wanted.get("gm", ""))
    is_host = not named or named.casefold() == str(args["host"]).casefold()
    turn.add(
        SceneOpened(
            version=VERSION,
            scene=args["game"],
            thread=args["thread"],
            system=wanted["system"],
            options=wanted["options"],
            gm=args["host"] if is_host else named,
            gm_account=args["host_account"] if is_host else "",
            commitment=turn.draws.commitment,
        )
    )
    return None


def _close(turn: Turn) -> Refusal | None:
    if turn.order.by.kind is not ActorKind.MODERATOR and not turn.is_gm:
        return no("gm_only", gm=turn.scene.gm)
    turn.add(SceneClosed(turn.order.by.name, turn.draws.reveal()))
    return None


def _flag(turn: Turn) -> Refusal | None:
    turn.add(ItemFlagged(str(turn.order.args["item"]), str(turn.order.args["because"])))
    return None


def _doubt(order: Order) -> Refusal:
    """What the reader could not make sure of: no dice, one question (C4)."""
    about, meant = str(order.args.get("about", "")), str(order.args.get("suggestion", ""))
    return no(str(order.args["doubt"]), about=about, suggestion=meant)
