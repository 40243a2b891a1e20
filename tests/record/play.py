"""Plays whole games into records: random but legal play with every card, window, delay, pause and change of vote."""

from __future__ import annotations

from typing import Any

from forumgm.core.chance import Stream
from tests.record.builder import DAY, TEAMS, Builder, picker

_AT_ONCE = ("take_responsibility", "open_up", "overheard_conversation")


def played_game(players: int, label: str, **options: Any) -> Builder:
    """Return the record of one finished game."""
    pick = picker(label)
    game = Builder(players, secret=bytes(pick.byte() for _ in range(32)), **options).opening().start()
    while game.events[-1]["type"] != "game_ended":
        _round(game, pick)
    return game


def _round(game: Builder, pick: Stream) -> None:
    if game.options.get("plot", True):
        _leader_window(game, pick)
        _deal(game, pick)
    while True:
        _talk(game, pick)
        size = TEAMS[game.players][game.round - 1]
        game.propose(pick.shuffle(game.order)[:size])
        approved = _team_vote(game, pick)
        if approved and not _no_confidence(game, pick):
            _mission(game, pick)
            return
        if game.rejections == 5:
            game.end("spies", "five_rejections")
            return
        game.next_leader("rejected")
        if game.options.get("strong_leader_when") == "every_leader":
            _leader_window(game, pick)


def _talk(game: Builder, pick: Stream) -> None:
    choice = pick.below(8)
    game.tick()
    if choice == 0:
        game.add("note_added", moderator="Mod", text="a note\u2028with odd characters \u00e9")
    elif choice == 1:
        game.add("item_flagged", item="t1_a", because="edited")
    elif choice == 2:
        game.add("player_absent", player=game.order[0], text="till Monday")
    elif choice == 3:
        game.add("standing_order_set", player=game.order[0], order="approve if @bob")
        game.add("standing_order_cleared", player=game.order[0], order="approve if @bob")
    elif choice == 4:
        game.add("game_paused")
        game.tick(DAY)
        game.add("game_resumed", closes_at=None)


def _leader_window(game: Builder, pick: Stream) -> None:
    holders = game.window_holders("strong_leader")
    if holders and pick.below(2):
        player = holders[pick.below(len(holders))]
        game.play("strong_leader", player).take_lead(player)
    else:
        _silence(game, pick, "strong_leader")


def _silence(game: Builder, pick: Stream, window: str) -> None:
    holders = game.window_holders(window)
    if not holders:
        return
    way = pick.below(3)
    if way == 0:
        game.pass_all(window)
    elif way == 1:
        game.pass_all(window, because="ceiling")
    else:
        for name in holders:
            game.add("standing_order_set", player=name, order=f"pass {window}")
        game.pass_all(window, because="standing_order")


def _deal(game: Builder, pick: Stream) -> None:
    waiting = []
    others = [name for name in game.order if name != game.leader]
    game.tick(30)
    for card in pick.shuffle(game.draw()):
        to = others[pick.below(len(others))]
        game.give(card, to)
        if card in _AT_ONCE:
            waiting.append((card, to))
    for card, player in waiting:
        at = game.order.index(player)
        if card == "open_up":
            target: str | None = game.order[at - 1]
        elif card == "overheard_conversation":
            target = game.order[(at + 1) % game.players]
        else:
            target = next((name for name in game.order if name != player and game.hands[name]), None)
        game.settle(card, player, target=target)


def _team_vote(game: Builder, pick: Stream) -> bool:
    votes: dict[str, str] = {}
    *early, last = pick.shuffle(game.order)
    for name in early:
        if pick.below(12) == 0:
            continue
        votes[name] = ("approve", "approve", "reject")[pick.below(3)]
        if pick.below(6) == 0:
            game.cast(name, "reject" if votes[name] == "approve" else "approve")
        if pick.below(9) == 0:
            game.cast(name, votes[name])
            game.tick()
            game.add("team_vote_withdrawn", player=name, because="player")
        game.cast(name, votes[name])
    if pick.below(12):
        votes[last] = "approve"
        game.cast(last, "approve")
    return game.close_vote(votes)


def _no_confidence(game: Builder, pick: Stream) -> bool:
    holders = game.window_holders("no_confidence")
    if holders and pick.below(3) == 0:
        player = holders[pick.below(len(holders))]
        game.play("no_confidence", player)
        game.rejections += 1
        game.add("team_cancelled", player=player, rejections=game.rejections)
        game.tick(30)
        return True
    _silence(game, pick, "no_confidence")
    return False


def _mission(game: Builder, pick: Stream) -> None:
    spotlight = None
    holders = game.window_holders("spotlight")
    if holders and pick.below(2):
        spotlight = game.team[pick.below(len(game.team))]
        game.play("spotlight", holders[0], target=spotlight)
    else:
        _silence(game, pick, "spotlight")
    game.go()
    votes = {}
    for name in game.team:
        if pick.below(15):
            spy = game.roles[name] == "spy"
            votes[name] = "sabotage" if spy and pick.below(3) else "support"
    game.answer(votes)
    _close_eye(game, pick)
    game.result(votes, spotlight=spotlight)


def _close_eye(game: Builder, pick: Stream) -> None:
    holders = game.window_holders("close_eye")
    if not holders or pick.below(3) == 0:
        game.tick(0)
        closed = game.now
        _silence(game, pick, "close_eye")
        if holders:
            game.now = max(game.now - 30, closed)
        return
    started = game.opened
    game.tick(20)
    game.open_window("close_eye")
    last = game.now
    for number, name in enumerate(holders):
        game.hands[name].remove("close_eye")
        at = started + 1 if number == 0 else game.tick()
        last = max(last, at)
        game.add("card_played", at=at, card="close_eye", player=name, target=game.team[number])
        game.add("mission_vote_shown", at=last, of=game.team[number], to=name, because="close_eye")
    game.now = last
    game.add("window_closed", window="close_eye")
