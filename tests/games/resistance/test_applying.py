"""What the events of moderators do to the state: replacement, moved cards, undo (record.md, hosting.md)."""

import pytest

from forumgm.core.events import Event, Fact, record
from forumgm.core.kernel import replay, standing
from forumgm.games.resistance.applying import APPLIERS
from forumgm.games.resistance.events import (
    EVENT_TYPES,
    CardMoved,
    CeilingChanged,
    NoteAdded,
    Overridden,
    PlayerReplaced,
    ProposalVoided,
    SecretsViewed,
    Undone,
)
from forumgm.games.resistance.follow_up import follow_up
from forumgm.games.resistance.ledger import Ledger
from forumgm.games.resistance.model import State
from forumgm.games.resistance.terms import Card, NewCeiling, Phase
from tests.games.resistance.playbook import NAMES, Play, orders, says, started
from tests.games.resistance.test_cards import leader_window


def happens(play: Play, *events: Event) -> Play:
    """These events are in the log, with what follows from them."""
    ledger = Ledger(play.state, play.now, play.chance)
    for event in events:
        ledger.write(event, at=play.now)
    follow_up(ledger)
    play.new = []
    for fact in ledger.facts:
        append(play, fact)
    assert play.state == ledger.state or any(isinstance(e, Undone) for e in events)
    return play


def append(play: Play, fact: Fact) -> None:
    last = play.log[-1]
    recorded = record(fact, seq=last.seq + 1, previous=last.line, source=None)
    play.new.append(recorded)
    play.log.append(recorded)
    play.state = replay(play.system, State(), play.log)


def test_every_event_type_can_be_applied() -> None:
    assert set(APPLIERS) == set(EVENT_TYPES)


def test_a_replacement_renames_the_seat_everywhere() -> None:
    """record.md: the same seat; hosting.md: a vote given stays, standing orders lapse, strikes are cleared."""
    play = started(deck=["close_eye", "open_up"]).deal(close_eye="bob", open_up="bob")
    play >> says("bob", "use_card", target="cid") << "card_played role_shown"
    play.team("bob", "eve").votes(approve=("bob", "cid"))
    play >> says("bob", "standing", what="pass", card="close_eye") << "standing_order_set"
    happens(play, PlayerReplaced("bob", "new_bob", "t2_new"))
    state = play.state
    assert state.table.order == ("ann", "new_bob", "cid", "dee", "eve")
    assert state.role_of("new_bob") == "resistance"
    assert state.hand("new_bob") == (Card.CLOSE_EYE,)
    assert state.proposal is not None
    assert state.proposal.team == ("new_bob", "eve")
    assert state.proposal.votes["new_bob"].vote == "approve"
    assert state.chronicle.shown[0].of == "new_bob"
    assert not state.standing
    assert "bob" in state.table.roster, "draws go on with the starting players' names"
    seat = state.seat("bob")
    assert seat is not None, "old names still resolve"
    assert (seat.name, seat.account, seat.strikes) == ("new_bob", "t2_new", 0)
    assert play.log[-1].event == PlayerReplaced("bob", "new_bob", "t2_new")


def test_the_old_players_items_stamped_before_the_change_still_count() -> None:
    play = started().team()
    play.now += 1000
    changed = play.now
    happens(play, PlayerReplaced("bob", "newbie", "t2_new"))
    play >> says("bob", "vote", value="approve", at=changed) << "refused not_a_player"
    play >> says("bob", "vote", value="approve", at=changed - 10) << "team_vote_cast"
    assert play.event("team_vote_cast").player == "newbie"


def test_a_seat_replaced_in_a_pause_has_its_period_start_anew_on_resuming() -> None:
    """record.md, fine print."""
    play = started().team()
    play >> orders("pause", at=play.now + 3600) << "overridden game_paused"
    happens(play, PlayerReplaced("bob", "newbie", "t2_new"))
    resumed = play.now + 600
    play >> orders("resume", at=resumed) << "overridden game_resumed"
    assert play.event("game_resumed").closes_at == resumed + 86_400


def test_a_private_vote_is_dropped_when_opinion_maker_comes_to_its_caster() -> None:
    """Section 4: a public vote stands and the new holder's private vote is dropped."""
    play = started(deck=["opinion_maker"]).deal(opinion_maker="bob").team()
    play.votes(approve=("bob", "cid"))
    happens(play, CardMoved(Card.OPINION_MAKER, "bob", "cid"))
    assert play.types == ["card_moved", "team_vote_withdrawn"]
    assert play.event("team_vote_withdrawn").player == "cid"
    assert play.state.proposal is not None
    assert list(play.state.proposal.votes) == ["bob"]


def test_a_card_moved_out_of_an_open_window_ends_its_wait() -> None:
    play = leader_window()
    play >> says("cid", "decline_card") << "window_passed"
    happens(play, CardMoved(Card.STRONG_LEADER, "dee", None))
    assert play.types == ["card_moved", "window_closed", "cards_drawn"]


def test_a_voided_proposal_gives_its_number_back() -> None:
    play = started().team()
    happens(play, ProposalVoided(1, 1))
    assert play.state.phase is Phase.PROPOSAL
    assert play.team().event("team_proposed").attempt == 1


def test_undo_brings_the_state_back_and_keeps_what_cannot_be_undone() -> None:
    """record.md: to_seq is the last event that still counts; the deck gives the same cards again."""
    play = started(deck=["open_up"])
    start = play.state
    play.deal(open_up="bob")
    play >> says("bob", "use_card", target="eve") << "card_played role_shown"
    append(play, Fact(play.now, Overridden("host", "!undo 2", None)))
    append(play, Fact(play.now, Undone(start.seq)))
    state = play.state
    assert (state.phase, state.cards, state.period) == (start.phase, start.cards, start.period)
    assert state.seq == play.log[-1].seq
    assert len(state.chronicle.shown) == 1, "a role that was shown cannot be unseen"
    assert [o.what for o in state.chronicle.overrides] == ["!undo 2"]
    play.deal(open_up="cid")
    assert replay(play.system, State(), play.log) == play.state


def test_undo_may_go_back_behind_an_undo() -> None:
    """record.md, fine print: to_seq may be an undone."""
    play = started().team()
    proposed = play.state.seq
    play.votes(approve=("ann",))
    append(play, Fact(play.now, Undone(proposed)))
    first = play.state.seq
    play.votes(reject=("ann", "bob"))
    append(play, Fact(play.now, Undone(first)))
    assert play.state.proposal is not None
    assert not play.state.proposal.votes
    append(play, Fact(play.now, CeilingChanged(play.now + 86_400, NewCeiling.UNDONE)))
    assert [r.event.type for r in standing(play.log)][-4:] == ["team_proposed", "undone", "undone", "ceiling_changed"]
    assert replay(play.system, State(), play.log) == play.state


def test_notes_and_looks_stay_in_the_chronicle() -> None:
    play = happens(started(), NoteAdded("host", "a ruling"), SecretsViewed("host", "roles"))
    assert play.state.chronicle.notes[0].text == "a ruling"
    play >> says("host", "sign_up", reserve=True) << "refused saw_secrets"


@pytest.mark.parametrize("name", NAMES[:5])
def test_names_are_resolved_by_seat(name: str) -> None:
    seat = started().state.seat(name)
    assert seat is not None
    assert seat.name == name
