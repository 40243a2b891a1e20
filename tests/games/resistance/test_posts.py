"""What is said: react's table, compose, and the law that nothing public depends on a secret."""

from collections.abc import Sequence

import pytest

from forumgm.core.effects import Answer, Effect, PrivateNote, PublicPost, Purpose, StatusEdit, ThreadFlair
from forumgm.games.resistance.events import EVENT_TYPES, NoteAdded
from forumgm.games.resistance.posts import REACTIONS, SEVERAL, STEP, compose, react
from forumgm.games.resistance.views import handshake_code
from tests.games.resistance.playbook import NAMES, Play, Said, orders, says, started


def hear(play: Play, said: Said) -> list[Effect]:
    """Give an order and return what the whole step wants said."""
    saying = said.made(play)
    before, effects = play.state, []
    play >> saying
    assert play.refusal is None, play.refusal
    for recorded in play.new:
        after = play.system.apply(before, recorded)
        effects += react(before, recorded, after, saying.order)
        before = after
    return compose(effects)


def posts(effects: Sequence[Effect]) -> list[PublicPost]:
    return [e for e in effects if isinstance(e, PublicPost)]


def sections(effects: Sequence[Effect]) -> list[str]:
    """The templates of the one public post, in order."""
    (post,) = posts(effects)
    if post.template != STEP:
        return [post.template.removeprefix("resistance/")]
    return [s["template"].removeprefix("resistance/") for s in post.view["sections"]]


def notes(effects: Sequence[Effect], purpose: Purpose) -> list[str]:
    return [e.to for e in effects if isinstance(e, PrivateNote) and e.purpose is purpose]


def public(effects: Sequence[Effect]) -> list[Effect]:
    """Everything that others than the receiver of a message can see, in order."""
    return [e for e in effects if isinstance(e, PublicPost | StatusEdit | ThreadFlair)]


def test_every_event_has_its_say() -> None:
    """A look at secrets is answered to who looked alone (hosting.md); a note has the receipt of its override."""
    assert set(REACTIONS) | {NoteAdded} == set(EVENT_TYPES)


def test_a_look_at_the_roles_is_answered_privately_and_says_nothing_in_public() -> None:
    play = Play(options={"handshake": False, "plot": False})
    for name in NAMES[:5]:
        play >> says(name, "sign_up")
    play >> orders("start")
    effects = hear(play, orders("whois"))
    assert [type(e).__name__ for e in effects] == ["Answer"]
    assert all(e.private for e in effects if isinstance(e, Answer))


# --- what one step comes to ----------------------------------------------------------------------------------------


def test_the_start_is_one_post_and_one_role_message_each() -> None:
    """resistance.md section 1: the order and the first Leader in public, each role in private."""
    play = Play(options={"handshake": False, "plot": False})
    for name in NAMES[:5]:
        play >> says(name, "sign_up")
    effects = hear(play, orders("start"))
    assert sections(effects) == ["started", "round", "propose"]
    assert sorted(notes(effects, Purpose.ROLE)) == sorted(NAMES[:5])


def test_signing_up_is_answered_with_a_link_and_a_private_code() -> None:
    """Section 1: the GM writes with a code; its reply in the thread carries a ready-made link with it."""
    play = Play()
    effects = hear(play, says("ann", "sign_up", nicknames=["annie"]))
    (welcome,) = [e for e in effects if isinstance(e, Answer)]
    (letter,) = [e for e in effects if isinstance(e, PrivateNote)]
    assert letter.purpose is Purpose.HANDSHAKE
    assert letter.view["code"] == welcome.view["code"] == handshake_code(play.state, "t2_ann")
    ready = hear(play, says("ann", "handshake", code=letter.view["code"]))
    assert [a.private for a in ready if isinstance(a, Answer)] == [True]


def test_a_proposal_opens_the_ballot_and_asks_everybody_once() -> None:
    """Section 3: one private message to each who must answer; the post opens the period."""
    play = started()
    effects = hear(play, says("ann", "propose", team=["ann", "bob"]))
    assert sections(effects) == ["proposal"]
    assert posts(effects)[0].opens_period == play.recorded("team_proposed").seq
    assert notes(effects, Purpose.ASK) == ["ann", "bob", "cid", "dee", "eve"]
    assert not [e for e in effects if isinstance(e, Answer)]


def test_a_vote_gets_one_receipt_and_no_post() -> None:
    """Section 8: every accepted order gets one answer; team votes stay hidden until the close."""
    play = started().team("ann", "bob")
    effects = hear(play, says("cid", "vote", value="reject"))
    assert posts(effects) == []
    (receipt,) = [e for e in effects if isinstance(e, Answer)]
    assert (receipt.template, receipt.view["vote"]) == ("resistance/receipts/vote", "reject")


def test_the_last_vote_shows_in_the_result_and_needs_no_receipt() -> None:
    """Section 8: ... or shows in the next post. The mission's question goes to the team alone."""
    play = started().team("ann", "bob").votes(approve=["ann", "bob", "cid", "dee"])
    effects = hear(play, says("eve", "vote", value="reject"))
    assert sections(effects) == ["vote_result", "mission_started"]
    assert not [e for e in effects if isinstance(e, Answer)]
    assert notes(effects, Purpose.ASK) == ["ann", "bob"]
    assert posts(effects)[0].opens_period == play.recorded("mission_started").seq


def test_a_rejection_names_the_next_leader_and_what_to_do() -> None:
    """Section 2.3: the lead passes on, and the same step repeats."""
    play = started().team("ann", "bob").votes(reject=["ann", "bob", "cid", "dee"])
    effects = hear(play, says("eve", "vote", value="reject"))
    assert sections(effects) == ["vote_result", "leader", "propose"]
    assert posts(effects)[0].view["sections"][2]["view"]["leader"] == "bob"


def test_the_result_is_one_post_with_the_next_round() -> None:
    """Section 2.5 and 2.6; the receipt of the last mission vote stays private."""
    play = started().team("ann", "eve").everybody("approve")
    hear(play, says("ann", "mission", value="support"))
    effects = hear(play, says("eve", "mission", value="sabotage"))
    assert sections(effects) == ["mission_closed", "round", "propose"]
    (receipt,) = [e for e in effects if isinstance(e, Answer)]
    assert receipt.private


def test_a_mission_vote_is_answered_privately_wherever_it_was_sent() -> None:
    """Section 4, Spotlight: the GM never answers a mission vote in the thread."""
    play = started().team("ann", "eve").everybody("approve")
    effects = hear(play, says("ann", "mission", value="support"))
    (receipt,) = [e for e in effects if isinstance(e, Answer)]
    assert receipt.private


def test_an_unchanged_board_is_not_edited() -> None:
    """A changed vote is seen by nobody: not in the status comment, not in its time of edit."""
    play = started().team("ann", "eve").everybody("approve")
    assert public(hear(play, says("eve", "mission", value="support")))
    assert public(hear(play, says("eve", "mission", value="sabotage"))) == []


def test_a_shown_role_is_told_to_one_person_only() -> None:
    """Section 4: the post says who was shown whose, never the role."""
    play = started(deck=["open_up"])
    hear(play, says("ann", "deal_card", card="open_up", to="eve"))
    effects = hear(play, says("eve", "use_card", target="bob"))
    (shown,) = [e for e in effects if isinstance(e, PrivateNote) and e.purpose is Purpose.SHOWN]
    assert (shown.to, shown.view["of"], shown.view["role"]) == ("bob", "eve", "spy")
    assert "role" not in next(s for s in posts(effects)[0].view["sections"] if "role_shown" in s["template"])["view"]


def test_a_standing_order_saves_the_question() -> None:
    """Section 5: who left an order is not asked, but told what he is down as."""
    play = started()
    hear(play, says("cid", "standing", what="reject"))
    effects = hear(play, says("ann", "propose", team=["ann", "bob"]))
    assert notes(effects, Purpose.ASK) == ["ann", "bob", "dee", "eve"]
    assert notes(effects, Purpose.RECEIPT) == ["cid"]


def test_a_pause_is_one_post() -> None:
    """hosting.md: pause has a post of its own; its override is not announced twice."""
    effects = hear(started().team("ann", "bob"), orders("pause"))
    assert sections(effects) == ["paused"]


def test_the_end_reveals_everything_with_the_digest_of_the_last_line() -> None:
    """record.md: the end post prints the digest of the last line."""
    play, effects = started(), list[Effect]()
    for size in (2, 3, 2):
        leader = play.state.round.leader
        team = ["eve", *[p for p in play.state.players if p != "eve"]][:size]
        play >> says(leader, "propose", team=team)
        play.everybody("approve")
        for name in team[1:]:
            play >> says(name, "mission", value="support")
        effects = hear(play, says("eve", "mission", value="sabotage"))
    assert sections(effects) == ["mission_closed", "end"]
    end = posts(effects)[0].view["sections"][1]["view"]
    assert end["digest"] == play.log[-1].digest
    assert end["winner"] == "spies"
    assert end["seed"] == play.chance.reveal()
    assert ["eve", "spy"] in end["roles_table"]
    assert ["1", "eve", "sabotage"] in end["mission_rows"]


# --- secrets -------------------------------------------------------------------------------------------------------


def script(play: Play) -> list[list[Effect]]:
    """The same orders, acceptable whoever is a spy; what others can see of each."""
    seen = [hear(play, says("ann", "deal_card", card="open_up", to="bob"))]
    seen.append(hear(play, says("bob", "use_card", target="eve")))
    seen.append(hear(play, says("ann", "propose", team=["dee", "eve"])))
    seen += [hear(play, says(n, "vote", value="approve")) for n in play.state.players]
    seen.append(hear(play, says("dee", "mission", value="support")))
    seen.append(hear(play, says("dee", "mission", value="support")))
    seen.append(hear(play, says("eve", "mission", value="support")))
    return [public(effects) for effects in seen]


@pytest.mark.parametrize("spies", [("ann", "cid"), ("bob", "dee"), ("eve", "bob")])
def test_two_runs_that_differ_in_roles_look_the_same_in_public(spies: tuple[str, str]) -> None:
    """Section 7, test (a): words, number and order of everything public are equal."""
    assert script(started(deck=["open_up"], spies=spies)) == script(started(deck=["open_up"], spies=("dee", "eve")))


@pytest.mark.parametrize("vote", ["support", "sabotage"])
def test_who_sabotages_shows_nowhere(vote: str) -> None:
    """Section 2.5: how many, never who: two spies on a team, either of whom sabotages."""
    runs = []
    for saboteur in ("dee", "eve"):
        play = started().team("dee", "eve").everybody("approve")
        runs.append(
            [
                public(hear(play, says(name, "mission", value="sabotage" if name == saboteur else vote)))
                for name in ("dee", "eve")
            ]
        )
    assert runs[0] == runs[1]


# --- compose -------------------------------------------------------------------------------------------------------


def test_compose_merges_answers_of_one_road() -> None:
    """Section 8: one reply for one comment."""
    first, second = Answer("a", {"receipt": True}), Answer("b", {"receipt": True})
    (merged,) = compose([first, second])
    assert isinstance(merged, Answer)
    assert merged.template == SEVERAL
    assert [s["template"] for s in merged.view["sections"]] == ["a", "b"]
    assert merged.view["receipt"]
    assert len(compose([first, Answer("c", {}, private=True)])) == 2


def test_compose_keeps_the_last_status_and_flair() -> None:
    """Only the newest counts."""
    effects = compose([StatusEdit({"n": 1}), ThreadFlair("a"), StatusEdit({"n": 2}), ThreadFlair("b")])
    assert effects == [StatusEdit({"n": 2}), ThreadFlair("b")]


def test_compose_leaves_a_single_post_alone() -> None:
    """Nothing to merge."""
    post = PublicPost("resistance/paused", {"game": "G1"}, 7)
    assert compose([post]) == [post]


def test_public_posts_come_first() -> None:
    """Section 7: public posts leave before private messages."""
    note = PrivateNote("ann", "t2_ann", "x", {}, Purpose.ASK)
    post = PublicPost("resistance/paused", {"game": "G1"})
    assert compose([note, post]) == [post, note]
