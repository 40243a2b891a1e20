"""The referee on plot cards: drawing, dealing, playing, taking, and what they show.

Laws: the deck gives its cards from the front in the order that the secret shuffled; a card is in one place at a
time; an at-once card is never held.
"""

from collections import Counter

from forumgm.record.desk import AT_ONCE, Desk
from forumgm.record.lines import Event
from forumgm.record.referee_idle import expect_idle_choice
from forumgm.record.referee_rounds import play_in_window
from forumgm.record.table import MOST_KEPT
from forumgm.record.verdict import Flaw, quote


def cards_drawn(desk: Desk, event: Event) -> None:
    """The round's cards come from the front of the deck, as many as the table says and the deck still has."""
    table = desk.table
    cards = event.data["cards"]
    desk.law(desk.rules.flag("plot"), Flaw.WRONG_CARDS, "cards_drawn in a game without plot cards.")
    may = desk.awaited or (not table.has_drawn and table.period is None)
    desk.rule(may, Flaw.OUT_OF_TURN, "cards_drawn: the cards of this round are drawn once, after the leader window.")
    left = max(desk.deck_size() - table.deck_used, 0)
    number = min(desk.rules.drawn(table.players), left)
    desk.rule(len(cards) == number, Flaw.WRONG_CARDS, f"{len(cards)} cards were drawn; table and deck give {number}.")
    _check_front(desk, cards)
    table.deck_used += len(cards)
    table.seen += cards[:left]
    table.undealt += cards[:left]
    table.has_drawn = True
    table.dealt_at = event.at if cards else 0


def _check_front(desk: Desk, cards: list[str]) -> None:
    table = desk.table
    if desk.deck is not None:
        right = desk.deck[table.deck_used : table.deck_used + len(cards)]
        desk.law(cards == right, Flaw.WRONG_DRAW, f"{quote(cards)} were drawn; the secret gives {quote(right)}.")
        return
    over = Counter(table.seen) + Counter(cards) - Counter(desk.rules.deck(table.players))
    desk.law(not over, Flaw.WRONG_CARDS, f"The deck does not hold {quote(sorted(over))} so often.")


def card_given(desk: Desk, event: Event) -> None:
    """The Leader deals one drawn card to another player; at-once cards take effect or wait for their receiver."""
    table = desk.table
    card, giver = event.data["card"], event.data["by"]
    desk.expect_no_pause()
    desk.rule(table.period is None, Flaw.OUT_OF_TURN, "card_given while a vote or window is open.")
    leader = desk.name(table.leader)
    desk.rule(giver == leader, Flaw.WRONG_LEADER, f"{quote(giver)} deals; the Leader is {quote(leader)}.")
    desk.rule(card in table.undealt, Flaw.NOT_DEALT, f"{card} is given; to be dealt are {quote(table.undealt)}.")
    desk.rule(event.at >= table.dealt_at, Flaw.TOO_EARLY, f"{card} is given before it was drawn.")
    receiver = desk.seat("to")
    if card in table.undealt:
        table.undealt.remove(card)
    if receiver is None:
        return
    may_keep = desk.rules.flag("leader_may_keep_cards") and card != "establish_confidence"
    desk.rule(
        receiver != table.leader or may_keep, Flaw.WRONG_TARGET, f"The Leader gives {card} to himself; not allowed."
    )
    others = [seat for seat in range(table.players) if may_keep or seat != table.leader]
    expect_idle_choice(desk, table.leader, receiver, others)
    if card == "establish_confidence":
        _show_role(desk, of=table.leader, to=receiver, card=card)
    elif card in AT_ONCE:
        table.await_receiver(card, seat=receiver, at=event.at)
    else:
        table.hold(receiver, card)


def _show_role(desk: Desk, *, of: int, to: int, card: str) -> None:
    if not desk.reduced:
        desk.due("role_shown", of=desk.name(of), to=desk.name(to), because=card)


def card_played(desk: Desk, event: Event) -> None:
    """A card is used: the one-use cards in their windows, the at-once cards by their receivers."""
    card = event.data["card"]
    seat = desk.seat()
    if seat is None:
        return
    desk.expect_no_pause()
    target = event.data.get("target")
    aimed = None if target is None else desk.seat_of(target)
    if card in ("open_up", "overheard_conversation"):
        _play_at_once(desk, card, seat, aimed)
    elif card in _PLAYS:
        hand = desk.table.hands[seat]
        held = card in hand
        desk.rule(held, Flaw.CARD_NOT_HELD, f"{quote(event.data['player'])} plays {card} and holds {quote(hand)}.")
        if held:
            hand.remove(card)
        _PLAYS[card](desk, seat, aimed)
    else:
        desk.breach(Flaw.OUT_OF_TURN, f"{card} is never played; it works when it is given.")


def _play_at_once(desk: Desk, card: str, seat: int, target: int | None) -> None:
    _settle(desk, card, seat)
    table = desk.table
    neighbours = {table.after(seat), (seat - 1) % table.players}
    allowed = [s for s in range(table.players) if s != seat and (card == "open_up" or s in neighbours)]
    desk.rule(
        target in allowed,
        Flaw.WRONG_TARGET,
        f"{card} names {quote(desk.now.data.get('target'))}; allowed are {quote(table.name_list(allowed))}.",
    )
    if target is None:
        return
    expect_idle_choice(desk, seat, target, allowed)
    if card == "open_up":
        _show_role(desk, of=seat, to=target, card=card)
    else:
        _show_role(desk, of=target, to=seat, card=card)


def _settle(desk: Desk, card: str, seat: int) -> None:
    """Take an at-once card off the list of those that wait."""
    table = desk.table
    mine = next((entry for entry in table.pending if entry.card == card and entry.seat == seat), None)
    desk.rule(mine is not None, Flaw.CARD_NOT_HELD, f"{quote(desk.name(seat))} has not been given {card}.")
    if mine is not None:
        table.pending.remove(mine)
        desk.rule(desk.now.at >= mine.at, Flaw.TOO_EARLY, f"{card} was used before it was given.")


def _expect_no_target(desk: Desk, target: int | None) -> None:
    none = target is None and desk.now.data.get("target") is None
    desk.law(none, Flaw.WRONG_TARGET, f"{desk.now.data['card']} has no target.")


def _close_window_first(desk: Desk, name: str, seat: int) -> None:
    if play_in_window(desk, name, seat):
        desk.due("window_closed", window=name, since=0)


def _play_strong_leader(desk: Desk, seat: int, target: int | None) -> None:
    _expect_no_target(desk, target)
    _close_window_first(desk, "strong_leader", seat)
    desk.due("leader_changed", leader=desk.name(seat), because="strong_leader")


def _play_no_confidence(desk: Desk, seat: int, target: int | None) -> None:
    _expect_no_target(desk, target)
    _close_window_first(desk, "no_confidence", seat)
    desk.due("team_cancelled", player=desk.name(seat), rejections=desk.table.rejections + 1)


def _play_spotlight(desk: Desk, seat: int, target: int | None) -> None:
    _expect_on_team(desk, target)
    _close_window_first(desk, "spotlight", seat)
    desk.table.spotlight = target
    desk.due("mission_started", round=desk.table.round)


def _play_close_eye(desk: Desk, seat: int, target: int | None) -> None:
    table = desk.table
    hidden = desk.reduced and not desk.rules.flag("announce_close_eye") and desk.now.data.get("target") is None
    if not hidden:
        _expect_on_team(desk, target)
        desk.rule(target not in table.looks, Flaw.WRONG_TARGET, "Two looks at one player in one mission.")
    play_in_window(desk, "close_eye", seat)
    if target is None:
        return
    table.looks.add(target)
    if not desk.reduced:
        desk.due("mission_vote_shown", of=desk.name(target), to=desk.name(seat), because="close_eye")


def _expect_on_team(desk: Desk, target: int | None) -> None:
    table = desk.table
    desk.rule(
        target in table.team,
        Flaw.WRONG_TARGET,
        f"{desk.now.data['card']} names {quote(desk.now.data.get('target'))}; "
        f"on the team are {quote(table.name_list(table.team))}.",
    )


_PLAYS = {
    "strong_leader": _play_strong_leader,
    "no_confidence": _play_no_confidence,
    "in_the_spotlight": _play_spotlight,
    "close_eye": _play_close_eye,
}


def card_taken(desk: Desk, event: Event) -> None:
    """Take Responsibility takes one held card of another player, or nothing where nobody else holds any."""
    table = desk.table
    card, owner = event.data["card"], event.data["from"]
    taker = desk.seat("by")
    if taker is None:
        return
    desk.expect_no_pause()
    _settle(desk, "take_responsibility", taker)
    others = [seat for seat, hand in enumerate(table.hands) if hand and seat != taker]
    if card is None or owner is None:
        nothing = card is None and owner is None
        desk.law(nothing, Flaw.WRONG_TARGET, "card and from are null together, where there was nothing to take.")
        desk.rule(not others, Flaw.WRONG_TARGET, f"Nothing was taken; {quote(table.name_list(others))} hold cards.")
        return
    seat = desk.seat_of(owner)
    if seat is None:
        return
    desk.rule(seat != taker, Flaw.WRONG_TARGET, f"{quote(owner)} takes a card from himself.")
    held = card in table.hands[seat]
    desk.rule(held, Flaw.CARD_NOT_HELD, f"{card} is taken from {quote(owner)}, who holds {quote(table.hands[seat])}.")
    expect_idle_choice(desk, taker, seat, others)
    if held:
        table.hands[seat].remove(card)
    table.hold(taker, card)


def card_moved(desk: Desk, event: Event) -> None:
    """A moderator moves a card; null is the discard pile or nowhere."""
    table = desk.table
    card, source, goal = event.data["card"], event.data["from"], event.data["to"]
    desk.foul(Flaw.NEEDS_OVERRIDE, "card_moved without overridden before it.")
    giver = None if source is None else desk.seat_of(source)
    receiver = None if goal is None else desk.seat_of(goal)
    if giver is not None:
        _take_away(desk, card, giver)
    elif source is None and card in table.undealt and len(table.maybe_dealt) < MOST_KEPT:
        table.maybe_dealt.append(card)
    if receiver is not None and card in AT_ONCE:
        table.await_receiver(card, seat=receiver, at=event.at)
    elif receiver is not None:
        table.hold(receiver, card)
    if table.period is not None:
        table.period.loose = True


def _take_away(desk: Desk, card: str, seat: int) -> None:
    table = desk.table
    waiting = next((entry for entry in table.pending if entry.card == card and entry.seat == seat), None)
    if card in table.hands[seat]:
        table.hands[seat].remove(card)
    elif waiting is not None:
        table.pending.remove(waiting)
    elif seat == table.leader and card in table.undealt:
        table.undealt.remove(card)
    else:
        desk.breach(Flaw.CARD_NOT_HELD, f"{card} is moved from {quote(desk.name(seat))}, who does not have it.")


def role_shown(desk: Desk, _event: Event) -> None:
    """A role is shown where a card says so, to the one it says."""
    desk.law(not desk.reduced, Flaw.PUBLIC_LEAK, "A public record of a running game shows no roles.")
    desk.rule(desk.awaited, Flaw.OUT_OF_TURN, "role_shown: no card shows a role here.")


def mission_vote_shown(desk: Desk, event: Event) -> None:
    """A mission vote is shown by Close Eye to one, by the Spotlight to everybody."""
    look = event.data["because"] == "close_eye"
    desk.law(not (desk.reduced and look), Flaw.PUBLIC_LEAK, "A public record of a running game shows no looks.")
    desk.rule(desk.awaited, Flaw.OUT_OF_TURN, "mission_vote_shown: no card shows a mission vote here.")
