"""resistance.md section 7: nothing public depends on a role or a mission vote before it is revealed.

Two runs with the same commitment, order and deck, other roles, and private input that is acceptable in both: all public
output is equal byte for byte up to the end, in the same order and at the same times.
"""

from collections.abc import Sequence
from typing import Any

import pytest

from forumgm.app.ports import Game
from forumgm.app.resistance_house import ResistanceHouse
from forumgm.core.chance import Chance, GameSecret, Stream
from tests.app.village import BOT, NAMES, Village

PLAYERS = 8


class _OtherRoles:
    """A game's draws, with the roles drawn from elsewhere."""

    def __init__(self, real: Chance, roles: Stream) -> None:
        self._real, self._roles = real, roles

    def stream(self, label: str) -> Stream:
        return self._roles if label == "roles" else self._real.stream(label)


class _Swapped(GameSecret):
    def __init__(self, secret: bytes, *, game: str, roles: str) -> None:
        super().__init__(secret, game=game)
        self._roles_seed = roles

    def for_roster(self, names: Sequence[str]) -> Any:
        return _OtherRoles(super().for_roster(names), Stream(bytes(32), self._roles_seed))


class SwappedHouse(ResistanceHouse):
    def __init__(self, roles: str) -> None:
        super().__init__(bot=BOT, defaults={})
        self._roles = roles

    def chance(self, game: Game) -> GameSecret:
        return _Swapped(game.secret, game=game.id, roles=self._roles)


def public_run(roles: str) -> tuple[list[tuple[int, str]], dict[str, str]]:
    """Play three missions; return everything public with its time, and who is what."""
    village = Village(house=SwappedHouse(roles))
    game = village.open(f"players {PLAYERS}")
    village.seat(game, NAMES[:PLAYERS])
    for _ in range(400):
        state = village.state(game)
        if state.is_over or len(state.chronicle.missions) >= 2:
            break
        _act(village, game)
        village.cycle()
    state = village.state(game)
    seen = [(n.at, n.body) for n in village.forum.posts(game.thread)]
    edits = [(0, str(village.forum.requests["edit"])), (0, village.forum.topic(game.thread).flair)]
    return seen + edits, {p: str(r) for p, r in state.table.roles.items()}


def _act(village: Village, game: Game) -> None:
    """Everybody does what anybody could do, whatever his role."""
    state = village.state(game)
    order = state.table.order
    phase = str(state.phase)
    for name in state.awaited():
        others = [p for p in order if p != name]
        if phase == "team_vote":
            text = "approve"
            if state.must_vote_in_public(name):
                village.forum.say(name, game.thread, "!vote approve")
                continue
            village.forum.write(name, text)
        elif phase == "mission":
            village.forum.write(name, "support")
        elif phase == "proposal":
            village.forum.say(name, game.thread, f"!propose {', '.join(order[: state.team_size()])}")
        elif any(c.player == name for c in state.cards.choices):
            choice = next(c for c in state.cards.choices if c.player == name)
            card, target = str(choice.card).replace("_", " "), others[0]
            if choice.card == "overheard_conversation":
                target = state.neighbours(name)[0]
            if choice.card == "take_responsibility":
                target = state.takeable_from(name)[0]
                taken = str(state.hand(target)[0]).replace("_", " ")
                village.forum.say(name, game.thread, f"!use {card} on {target} {taken}")
                continue
            village.forum.say(name, game.thread, f"!use {card} on {target}")
        elif phase == "plot_deal":
            card = str(state.cards.undealt[0]).replace("_", " ")
            village.forum.say(name, game.thread, f"!deal {card} to {others[0]}")
        else:
            village.forum.write(name, "pass")


@pytest.mark.parametrize("other", ["b", "c", "d"])
def test_two_runs_that_differ_in_roles_only_look_the_same_in_public(other: str) -> None:
    first, roles = public_run("a")
    second, other_roles = public_run(other)
    assert roles != other_roles
    assert first == second


def test_a_refused_private_order_changes_nothing_public() -> None:
    """(b): a Resistance member's sabotage, a stranger's vote and nonsense leave no trace in the thread."""
    village = Village()
    game = village.open("players 5 plot off")
    village.seat(game, NAMES[:5])
    while str(village.state(game).phase) != "mission":
        _act(village, game)
        village.cycle()
    village.cycle(6)
    before = [(n.at, n.body) for n in village.forum.posts(game.thread)]
    edits = village.forum.requests["edit"]
    state = village.state(game)
    loyal = next(p for p in state.mission.team if str(state.role_of(p)) == "resistance")  # type: ignore[union-attr]
    village.forum.write(loyal, "sabotage")
    village.forum.write("stranger", "approve")
    village.forum.write(loyal, "bananas")
    village.cycle(4, after=60)
    assert [(n.at, n.body) for n in village.forum.posts(game.thread)] == before
    assert village.forum.requests["edit"] == edits
    assert "sabotage" in village.forum.messages(loyal)[-2].body.lower()
