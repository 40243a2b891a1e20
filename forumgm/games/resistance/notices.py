"""What seats, hosting and administration make us say: one function an event type, rows in ``NOTICES``.

Laws: a moderator's reason and a mission vote set by hand stay unsaid until the end (resistance.md section 7, record.md
"Public records"); moderators with a seat get nothing from here, the app sees to that.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from forumgm.core.effects import Alert, Answer, Effect, ModeratorNote, PrivateNote, Purpose
from forumgm.core.events import Event
from forumgm.core.items import Channel
from forumgm.games.resistance import events as ev
from forumgm.games.resistance import reveals, rulebook, unseen, views
from forumgm.games.resistance.asks import ask, ask_all
from forumgm.games.resistance.moment import LETTER, MODERATORS, RECEIPT, Moment
from forumgm.games.resistance.overrides.people import newcomer
from forumgm.games.resistance.overrides.votes import ROLE_OF
from forumgm.games.resistance.standing import BALLOTS
from forumgm.games.resistance.tables import MAX_PLAYERS
from forumgm.games.resistance.terms import NewCeiling, Phase, Role
from forumgm.games.resistance.vocabulary import OVERRIDES

Effects = Iterable[Effect]
_SECRET_PHASES = frozenset({Phase.MISSION, Phase.CLOSE_EYE_WINDOW})
_SECRET_COMMANDS = frozenset({"setvote", "strikevote"})
_OWN_POST = frozenset({"announce", "pause", "resume", "extend", "undo", "replace", "note", "abort", "resend", "remind"})
"""Overrides whose own post names what happened, or that change nothing."""
_ON_THE_LIST = frozenset({"alias", "kick"})
_WORDS = {row.name: row.words[0] for row in OVERRIDES}


def game_opened(m: Moment[ev.GameOpened]) -> Effects:
    """The first post, made from the options."""
    host = str(m.order.args.get("host", "")) if m.order is not None else ""
    _, post = rulebook.first_post(m.after.options, game=m.event.game, host=host, commitment=m.event.commitment)
    yield post


def player_joined(m: Moment[ev.PlayerJoined]) -> Effects:
    """A welcome with a ready-made link, and the handshake message."""
    wanted = m.after.options.handshake
    code = views.handshake_code(m.after, m.event.account) if wanted else None
    facts: dict[str, Any] = {"player": m.event.player, "nicknames": list(m.event.nicknames), "code": code}
    yield m.receipt("joined", number=len(m.after.table.seats), most=MAX_PLAYERS, **facts)
    if code is not None:
        view = m.view(player=m.event.player, code=code)
        yield PrivateNote(m.event.player, m.event.account, LETTER + "handshake", view, Purpose.HANDSHAKE)


def seat_ready(m: Moment[ev.SeatReady]) -> Effects:
    """A private receipt for the handshake."""
    if m.is_by(m.event.player, "handshake", "confirm_role"):
        yield m.receipt("ready", private=True, player=m.event.player, started=m.after.has_started)


def role_confirmed(m: Moment[ev.RoleConfirmed]) -> Effects:
    """A private receipt."""
    yield m.receipt("ready", private=True, player=m.event.player, started=True)


def player_left(m: Moment[ev.PlayerLeft]) -> Effects:
    """A receipt; a message to whom a moderator has put out."""
    verb = m.order.verb if m.order is not None else ""
    seats, reserves = m.before.table.seats, m.before.table.reserves
    left = next(s for s in (*seats, *reserves) if s.name == m.event.player)
    if verb in {"leave", "move_to_reserve"}:
        yield m.receipt("left", player=left.name, reserve=left in reserves)
    if verb == "kick":
        view = m.view(player=left.name, reserve=left in reserves)
        yield PrivateNote(left.name, left.account, LETTER + "kicked", view, Purpose.NEWS)


def reserve_joined(m: Moment[ev.ReserveJoined]) -> Effects:
    """A receipt to somebody who asked; a message to somebody who was not ready at the start."""
    if _is_undo(m):
        return
    if m.order is not None and m.order.by.account == m.event.account:
        yield m.receipt("reserve", player=m.event.player)
    else:
        view = m.view(player=m.event.player)
        yield PrivateNote(m.event.player, m.event.account, LETTER + "unready", view, Purpose.NEWS)


def nickname_set(m: Moment[ev.NicknameSet]) -> Effects:
    """A receipt to the player himself."""
    if m.is_by(m.event.player):
        yield m.receipt("nicknames", player=m.event.player, nicknames=list(m.event.nicknames))


def player_absent(m: Moment[ev.PlayerAbsent]) -> Effects:
    """A receipt, and word to the moderators; an undo writes it again in silence."""
    if _is_undo(m):
        return
    if m.order is not None and m.order.verb == "quit":
        yield m.receipt("wants_out", player=m.event.player)
        reserves = [s.name for s in m.after.table.reserves]
        yield ModeratorNote(MODERATORS + "wants_out", m.view(player=m.event.player, reserves=reserves))
        return
    yield m.receipt("away", player=m.event.player, text=m.event.text)
    yield ModeratorNote(MODERATORS + "away", m.view(player=m.event.player, text=m.event.text))


def game_started(m: Moment[ev.GameStarted]) -> Effects:
    """The player list in public, each role to its player."""
    yield m.post("started", **views.start_view(m.after, m.now))
    for player in m.after.table.order:
        yield from m.note(player, "role", Purpose.ROLE, **views.role_view(m.after, player, m.now))


def delay_noted(m: Moment[ev.DelayNoted]) -> Effects:
    """An alert to the moderators once somebody has missed too much."""
    seat = m.after.seat(m.event.player)
    if seat is not None and seat.strikes == m.after.options.strikes_before_alert:
        view = m.view(player=m.event.player, count=seat.strikes)
        yield ModeratorNote(MODERATORS + "delays", view, alert=Alert.DELAYS.about(seat.account))


def standing_order_set(m: Moment[ev.StandingOrderSet]) -> Effects:
    """A private receipt that says what was understood."""
    if not m.is_by(m.event.player):
        return
    order = views.standing_view(m.event.order)
    ballot = order["what"] in BALLOTS
    for_round = m.event.order.get("round") is not None
    yield m.receipt("standing", private=True, player=m.event.player, standing=order, ballot=ballot, for_round=for_round)


def standing_order_cleared(m: Moment[ev.StandingOrderCleared]) -> Effects:
    """A private receipt, if the player asked for it."""
    if m.is_by(m.event.player, "standing"):
        order = views.standing_view(m.event.order)
        yield m.receipt("standing_cleared", private=True, player=m.event.player, standing=order)


def game_paused(m: Moment[ev.GamePaused]) -> Effects:
    """That no time runs."""
    yield m.post("paused")


def game_resumed(m: Moment[ev.GameResumed]) -> Effects:
    """That it does again, and until when."""
    yield m.post("resumed", closes_at=m.event.closes_at)


def ceiling_changed(m: Moment[ev.CeilingChanged]) -> Effects:
    """The new limit. A post that came late tells nobody anything: the status comment has the time."""
    because = m.event.because
    if because == NewCeiling.POSTED_LATE:
        return
    paused_at = m.after.paused_at
    left = None if paused_at is None else max(0, m.event.closes_at - paused_at)
    yield m.post("ceiling", closes_at=m.event.closes_at, left=left, because=str(because))
    if because == NewCeiling.ASKED_AGAIN:
        for player in m.after.unanswered():
            yield from ask(m.after, player, now=m.now, again=True)


def player_replaced(m: Moment[ev.PlayerReplaced]) -> Effects:
    """The change in public; everything the seat knows to its new player. Behind an undo only what he must send."""
    if _is_undo(m):
        yield from ask(m.after, m.event.new, now=m.now)
        return
    yield m.post("replaced", old=m.event.old, new=m.event.new)
    view = views.player_view(m.after, m.event.new, m.now)
    vote_in = view["vote"] is not None
    view |= {"old": m.event.old, "vote_in": vote_in, "vote": None}
    yield from m.note(m.event.new, "newcomer", Purpose.ROLE, **view)


def item_flagged(m: Moment[ev.ItemFlagged]) -> Effects:
    """Word to the moderators, once."""
    yield ModeratorNote(MODERATORS + "flagged", m.view(item=m.event.item, because=str(m.event.because)))


def overridden(m: Moment[ev.Overridden]) -> Effects:
    """A receipt to the moderator, and in public that he stepped in, as far as that gives no secret away."""
    verb = m.order.verb if m.order is not None else ""
    command = _WORDS.get(verb, verb)
    secret = verb in _SECRET_COMMANDS and m.before.phase in _SECRET_PHASES
    if not secret and verb not in _OWN_POST:
        yield m.post("overridden", moderator=m.event.moderator, command=" ".join([command, *_about(m, verb)]))
    if verb == "replace":
        yield from _replacing(m)
    else:
        advice = verb in _SECRET_COMMANDS and m.order is not None and m.order.channel is Channel.THREAD
        yield m.receipt("overridden", private=True, command=command, read=_as_read(m), advice=advice)
    if verb == "resend":
        yield from _resent(m)
    if verb == "remind":
        for player in m.after.awaited():
            yield from ask(m.after, player, now=m.now, reminder=True)


def _as_read(m: Moment[ev.Overridden]) -> list[str]:
    """Whom and what the order named, as it was read: a nickname or a typo shows for what it was taken."""
    read: list[str] = []
    for name, value in (m.order.args if m.order is not None else {}).items():
        if name == "card":
            read.append(str(value).replace("_", " "))
        elif name not in {"text", "reason"} and isinstance(value, str | tuple):
            read += map(str, [value] if isinstance(value, str) else value)
    return read


def _about(m: Moment[ev.Overridden], verb: str) -> list[str]:
    """Whom a change of the list of players is about: everybody sees that list."""
    args = m.order.args if m.order is not None else {}
    return [str(args[name]) for name in ("player", "alias") if verb in _ON_THE_LIST and name in args]


def _replacing(m: Moment[ev.Overridden]) -> Effects:
    """That the newcomer was asked: nothing changes before he has answered (hosting.md, "Replacing")."""
    assert m.order is not None, "a replacement is ordered"
    yield m.receipt("replacing", private=True, old=m.order.args["old"], new=newcomer(m.after, m.order))


def _resent(m: Moment[ev.Overridden]) -> Effects:
    """Role and open question once more, to the player."""
    assert m.order is not None, "a moderator asks for it"
    seat = m.after.seat(str(m.order.args["player"]))
    if seat is None:
        return
    if m.after.has_started:
        yield from m.note(seat.name, "role", Purpose.ROLE, **views.role_view(m.after, seat.name, m.now))
        yield from ask(m.after, seat.name, now=m.now, again=True)
    elif not seat.ready:
        view = m.view(player=seat.name, code=views.handshake_code(m.after, seat.account))
        yield PrivateNote(seat.name, seat.account, LETTER + "handshake", view, Purpose.HANDSHAKE)


def _is_undo(m: Moment[Any]) -> bool:
    return m.order is not None and m.order.verb == "undo"


def secrets_viewed(m: Moment[ev.SecretsViewed]) -> Effects:
    """What the moderator asked to see, to him and to nobody else; the look stands in the record already."""
    verb = m.order.verb if m.order is not None else ""
    if verb == "setvote":
        player = m.event.what.removeprefix(f"{ROLE_OF} ")
        if m.after.role_of(player) is Role.RESISTANCE:
            yield Answer(RECEIPT + "cannot_sabotage", m.view(player=player), private=True)
        return
    view = reveals.moderator_view(m.after, m.now, with_secrets=True)
    yield Answer("answers/whois" if verb == "whois" else "answers/all_votes", view, private=True)


def announced(m: Moment[ev.Announced]) -> Effects:
    """A moderator's words, as words."""
    yield m.post("announced", moderator=m.event.moderator, text=m.event.text)


def undone(m: Moment[ev.Undone]) -> Effects:
    """The correction, and a message to each who must send again."""
    if m.order is not None and m.order.args.get("preview"):
        view = m.view(what=unseen.taken_back(m.before, m.after), seen=unseen.cannot_unsee(m.before, m.after))
        yield Answer("answers/undo_preview", view, private=True)
    shown = views.awaited(m.after)
    what = unseen.taken_back_in_public(m.before, m.after)
    yield m.post("undone", what=what, again=shown["names"], count_again=shown["count"])
    still = [p for p in m.after.awaited() if p in m.before.players]  # a seat that changed hands is asked behind it
    yield from ask_all(m.after, still, now=m.now)


Notice = Callable[[Moment[Any]], Effects]

NOTICES: Mapping[type[Event], Notice] = {
    ev.GameOpened: game_opened,
    ev.PlayerJoined: player_joined,
    ev.SeatReady: seat_ready,
    ev.RoleConfirmed: role_confirmed,
    ev.PlayerLeft: player_left,
    ev.ReserveJoined: reserve_joined,
    ev.NicknameSet: nickname_set,
    ev.PlayerAbsent: player_absent,
    ev.GameStarted: game_started,
    ev.DelayNoted: delay_noted,
    ev.StandingOrderSet: standing_order_set,
    ev.StandingOrderCleared: standing_order_cleared,
    ev.GamePaused: game_paused,
    ev.GameResumed: game_resumed,
    ev.CeilingChanged: ceiling_changed,
    ev.PlayerReplaced: player_replaced,
    ev.ItemFlagged: item_flagged,
    ev.Overridden: overridden,
    ev.SecretsViewed: secrets_viewed,
    ev.Announced: announced,
    ev.Undone: undone,
}
