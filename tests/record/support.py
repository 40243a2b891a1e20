"""Short words for the rule tests: games at a certain point, and the codes that a record earns."""

from __future__ import annotations

from typing import Any

from forumgm.record.verify import verify_text
from tests.record.builder import SECRET, Builder


def codes(game: Builder, *, running: bool = True) -> list[str]:
    """Return the codes of the problems in a record, in order."""
    return [problem.code for problem in verify_text(game.text(), running=running).problems]


def last(game: Builder, kind: str) -> dict[str, Any]:
    """Return the last event of a type, to be changed."""
    return next(event for event in reversed(game.events) if event["type"] == kind)


def started(players: int = 5, **options: Any) -> Builder:
    """Return a game in its first round, before the draw."""
    return Builder(players, **options).opening().start()


def plain(players: int = 5, **options: Any) -> Builder:
    """Return a game without plot cards in its first round: the Leader proposes."""
    return started(players, plot=False, **options)


def with_cards(players: int, *cards: str, **options: Any) -> Builder:
    """Return a game in its first round whose deck is made of these cards, all drawn at once."""
    game = Builder(
        players,
        deck={str(players): {card: cards.count(card) for card in cards}},
        cards_per_round={str(players): len(cards)},
        **options,
    )
    laid = [card for card in _ORDER for _ in range(cards.count(card))]
    game.deck = _shuffled(game, laid)
    game.opening().start()
    game.add("cards_drawn", cards=list(game.deck))
    return game


_ORDER = (
    "strong_leader",
    "close_eye",
    "no_confidence",
    "opinion_maker",
    "take_responsibility",
    "overheard_conversation",
    "establish_confidence",
    "open_up",
    "in_the_spotlight",
)


def _shuffled(game: Builder, laid: list[str]) -> list[str]:
    from forumgm.core.chance import GameChance

    return GameChance(SECRET, game=game.game, roster=game.order).stream("deck").shuffle(laid)


def approved(game: Builder) -> Builder:
    """Everybody approves the first team of the order."""
    game.propose()
    assert game.vote(game.everybody())
    return game


def through_mission(game: Builder, *, sabotage: bool = False) -> Builder:
    """An approved team goes and comes back."""
    approved(game).go()
    votes = dict.fromkeys(game.team, "support")
    if sabotage:
        spy = next(name for name in game.order if game.roles[name] == "spy")
        assert spy in game.team
        votes[spy] = "sabotage"
    return game.answer(votes).result(votes)


def other(game: Builder, place: int = 1) -> str:
    """Return the player at a place of the order; 0 is the first Leader."""
    return game.order[place]


def deal_all(game: Builder, to: str) -> Builder:
    """Give every drawn card to one player."""
    for card in game.deck:
        game.give(card, to)
    game.tick(30)
    return game


def approved_with(*cards: str, holders: tuple[int, ...] = (1,), **options: Any) -> Builder:
    """Return a game with these cards dealt to the players at these places and its first team approved."""
    game = with_cards(5, *cards, **options)
    for card, place in zip(game.deck, holders * len(cards), strict=False):
        game.give(card, other(game, place))
    game.tick(30)
    return approved(game)
