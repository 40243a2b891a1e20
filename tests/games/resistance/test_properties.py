"""Random legal and illegal play never breaks the invariants (design.md section 5)."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from forumgm.core.chance import GameSecret, Stream
from forumgm.core.items import Channel
from forumgm.core.kernel import replay
from forumgm.core.orders import CLOCK, Order, Source
from forumgm.games.resistance.ceilings import deadlines
from forumgm.games.resistance.model import Next, State
from forumgm.games.resistance.refusals import REFUSALS
from forumgm.games.resistance.tables import deck_list
from forumgm.games.resistance.terms import Card, Phase
from forumgm.record.verify import verify_text
from tests.games.resistance.playbook import MODERATOR, NAMES, SECRET, Play, account, orders, says

COMMON = ("propose", "vote", "mission", "deal_card", "decline_card", "play_card", "use_card")
RARE = ("withdraw_vote", "withdraw_decline", "standing", "ceiling", "pause", "resume", "handshake", "leave", "extend")
CARDS = [card.value for card in Card]


class Chooser:
    """Draws a game's moves from one seed: mostly such as fit, now and then anything."""

    def __init__(self, seed: int, play: Play) -> None:
        self.stream, self.play = Stream(seed.to_bytes(8), "moves"), play

    def one(self, options: Any) -> Any:
        listed = list(options)
        return listed[self.stream.below(len(listed))]

    def order(self) -> tuple[Order, int]:
        state, play = self.play.state, self.play
        fits = self.stream.below(10) < 8
        awaited = state.awaited() or state.players
        name = self.one(awaited) if fits else self.one((*state.players, "zoe"))
        verb = self.fitting(state) if fits else self.one((*COMMON, *RARE))
        if self.stream.below(20) == 0:
            verb = "resume" if state.is_paused else self.one(["ceiling", "ceiling", "pause"])
        resumed = max((r.at for r in play.log if r.event.type == "game_resumed"), default=0)
        at = max(resumed, play.now + self.one([-400, -30, 1, 60, 600, 40_000]))
        if verb == "ceiling":
            due = next((d for d in deadlines(state) if d.ceiling), None)
            if due is not None:
                return Order(due.verb, CLOCK, due.at, dict(due.args)), max(play.now, due.at) + 180
        actor = MODERATOR if verb in {"pause", "resume", "extend"} else account(name)
        channel = self.one(Channel) if not fits else self.channel(state, verb, name)
        order = Order(verb, actor, at, self.args(state, verb), channel, Source(f"t1_{len(play.log)}", actor.name))
        return order, max(play.now, at + self.one([0, 20, 400]))

    def fitting(self, state: State) -> str:
        match state.phase:
            case Phase.PROPOSAL:
                return "propose"
            case Phase.TEAM_VOTE:
                return "vote"
            case Phase.MISSION:
                return "mission"
            case Phase.PLOT_DEAL:
                return "deal_card" if state.cards.undealt else "use_card"
            case _:
                return str(self.one(["decline_card", "play_card"]))

    def channel(self, state: State, verb: str, name: str) -> Channel:
        thread = verb in {"propose", "deal_card", "use_card"} or (verb == "vote" and state.must_vote_in_public(name))
        return Channel.THREAD if thread else Channel.PRIVATE

    def args(self, state: State, verb: str) -> dict[str, Any]:
        player = self.one(state.players)
        cards = state.cards.undealt or CARDS
        match verb:
            case "propose":
                size = state.team_size() if state.round.number else 2
                return {"team": tuple(self.stream.shuffle(state.players)[:size])}
            case "vote":
                return {"value": self.one(["approve", "approve", "reject"])}
            case "mission":
                return {"value": self.one(["support", "support", "sabotage"])}
            case "deal_card":
                return {"card": self.one(cards), "to": player}
            case "play_card":
                return {"card": self.one(CARDS), "target": self.one([None, player])}
            case "use_card":
                return {"card": None, "target": player, "takes": None}
            case "standing":
                what = self.one(["pass", "use", "approve", "reject", "clear"])
                card = self.one(CARDS) if what in {"pass", "use"} else None
                return {"what": what, "card": card, "target": player, "on": self.one([None, (player,)])}
            case "extend":
                return {"seconds": 3600}
            case _:
                return {}


def invariants(state: State, deck_size: int) -> None:
    """Score, cards, leader and waits hold together."""
    assert state.next is Next.WAIT or state.is_paused, "the cascade is complete"
    score = state.score()
    assert max(score.values()) <= 3
    assert state.is_over == (max(score.values()) == 3 or state.round.rejections == state.options.rejections_to_lose)
    assert state.round.leader in state.table.order
    cards = state.cards
    held = [card for hand in cards.hands.values() for card in hand]
    out = [*held, *cards.undealt, *cards.discarded, *(choice.card for choice in cards.choices)]
    assert len(out) == cards.drawn <= deck_size, "no card is lost or made"
    assert all(Counter(out)[card] <= deck_list(state.options.deck[len(state.table.order)]).count(card) for card in out)
    if not state.is_over:
        assert state.period is not None
        assert state.awaited() or state.is_paused, "somebody is awaited"


@pytest.mark.parametrize("players", range(5, 11))
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    seed=st.integers(0, 2**32),
    options=st.fixed_dictionaries(
        {},
        optional={
            "strong_leader_when": st.just("every_leader"),
            "idle_action": st.sampled_from(["random", "pass_lead"]),
            "votes": st.just("public"),
            "vote_change": st.just("never"),
            "missing_team_vote": st.sampled_from(["reject", "approve"]),
            "leader_may_keep_cards": st.just(True),
            "plot": st.just(False),
            "rejections_to_lose": st.just(3),
        },
    ),
)
def test_random_play_keeps_the_invariants(players: int, seed: int, options: dict[str, Any]) -> None:
    """Refusals change nothing (``Play.give``), replay equals live, the referee agrees with the engine."""
    play = Play(GameSecret(SECRET, game="g1"), options={"handshake": False} | options)
    for name in NAMES[:players]:
        play >> says(name, "sign_up") << "player_joined"
    play >> orders("start")
    size = len(deck_list(play.state.options.deck[players]))
    chooser = Chooser(seed, play)
    for _ in range(250):
        order, now = chooser.order()
        play.now = now
        play.give(order, now=now)
        if play.refusal is not None:
            assert set(play.refusal.facts) <= set(REFUSALS[play.refusal.code].facts)
        invariants(play.state, size)
        if play.state.is_over:
            break
    assert replay(play.system, State(), play.log) == play.state
    verdict = verify_text(play.text(), running=True)
    assert not verdict.problems, verdict.problems
