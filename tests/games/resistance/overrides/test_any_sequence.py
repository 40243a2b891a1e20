"""record.md: whatever moderators do and in whatever order, the record replays and the referee finds nothing."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.resistance.playbook import NAMES, Play, gm, orders, says, started

SEATS = NAMES[:5]
DECK = ("close_eye", "opinion_maker", "take_responsibility", "no_confidence", "strong_leader", "strong_leader")
PLAYER = st.sampled_from(SEATS)
CARD = st.sampled_from(sorted(set(DECK)))

MOVES: st.SearchStrategy[tuple[str, dict[str, Any]]] = st.one_of(
    st.tuples(
        st.just("setvote"),
        st.fixed_dictionaries(
            {"player": PLAYER, "value": st.sampled_from(["approve", "reject", "support", "sabotage"])}
        ),
    ),
    st.tuples(st.sampled_from(["strikevote", "leader", "resend"]), st.fixed_dictionaries({"player": PLAYER})),
    st.tuples(st.sampled_from(["void", "close", "remind", "pause", "resume", "undo", "undo", "whois"]), st.just({})),
    st.tuples(st.just("undo"), st.fixed_dictionaries({"count": st.integers(1, 6)})),
    st.tuples(st.just("undo"), st.fixed_dictionaries({"to_seq": st.integers(0, 60)})),
    st.tuples(st.just("give"), st.fixed_dictionaries({"card": CARD, "to": PLAYER})),
    st.tuples(st.just("take"), st.fixed_dictionaries({"card": CARD, "player": PLAYER})),
    st.tuples(st.just("play_for"), st.fixed_dictionaries({"player": PLAYER, "card": CARD, "target": PLAYER})),
    st.tuples(
        st.just("propose_for"),
        st.fixed_dictionaries({"leader": PLAYER, "team": st.lists(PLAYER, min_size=1, max_size=4).map(tuple)}),
    ),
    st.tuples(st.just("extend"), st.fixed_dictionaries({"seconds": st.integers(60, 90_000)})),
    st.tuples(st.just("note"), st.just({"text": "A ruling."})),
    st.tuples(st.just("replace"), st.fixed_dictionaries({"old": PLAYER, "new": st.sampled_from(["zoe", "yan"])})),
    st.tuples(st.just("go_on"), st.just({})),
    st.tuples(st.just("go_on"), st.just({})),
    st.tuples(st.just("ceiling"), st.just({})),
)


def go_on(play: Play) -> None:
    """Let everybody who is awaited answer, as well as he can."""
    state = play.state
    for name in state.awaited():
        if state.proposal is not None and state.mission is None and state.window is None:
            play >> says(name, "vote", value="approve", public=state.must_vote_in_public(name))
        elif state.mission is not None and state.window is None:
            play >> says(name, "mission", value="support")
        elif state.window is not None:
            play >> says(name, "decline_card", card=None)
        elif state.cards.choices:
            choice = state.cards.choices[0]
            taken = state.takeable_from(choice.player)
            play >> says(choice.player, "use_card", card=str(choice.card), target=taken[0] if taken else None)
        elif state.cards.undealt:
            receiver = next(p for p in state.players if p != state.round.leader)
            play >> says(name, "deal_card", card=str(state.cards.undealt[0]), to=receiver)
        else:
            play >> says(name, "propose", team=play.default_team())


@pytest.mark.parametrize("when", ["before_draw", "every_leader"])
@settings(max_examples=60, deadline=None)
@given(moves=st.lists(MOVES, min_size=1, max_size=25))
def test_any_sequence_of_overrides_leaves_a_sound_record(when: str, moves: list[tuple[str, dict[str, Any]]]) -> None:
    play = started(5, deck=DECK, draw=2, options={"strong_leader_when": when})
    for verb, args in moves:
        if play.state.is_over:
            break
        if verb == "go_on":
            go_on(play)
        elif verb == "ceiling":
            period = play.state.period
            if period is not None and period.closes_at is not None and not play.state.is_paused:
                play.ceiling()
        else:
            play >> orders(verb, **args)
            if verb == "replace" and play.refusal is None:
                play >> gm("seat_newcomer", old=args["old"], new=args["new"], account=f"t2_{args['new']}")
    play.check()
