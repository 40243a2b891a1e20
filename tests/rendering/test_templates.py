"""Every template renders under StrictUndefined, fits the limit, and reads as approved (tests/rendering/approved)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from forumgm.core.effects import Effect, StatusEdit, ThreadFlair
from forumgm.core.errors import Refusal
from forumgm.core.events import Event, Fact, record
from forumgm.core.items import Channel
from forumgm.core.kernel import step
from forumgm.core.orders import GM, Actor, ActorKind, Order
from forumgm.games.resistance import asks, events, replies, views
from forumgm.games.resistance.model import State
from forumgm.games.resistance.options import load
from forumgm.games.resistance.posts import compose, react
from forumgm.games.resistance.refusals import REFUSALS
from forumgm.games.resistance.rulebook import first_post
from forumgm.games.resistance.simulate import Simulation
from forumgm.rendering import Renderer
from forumgm.rendering.fit import LIMIT
from tests.games.resistance.playbook import EPOCH, Play, says, started

APPROVED = Path(__file__).parent / "approved"
ROOT = Path(__file__).parents[2]
RENDERER = Renderer(bot="ForumGM_bot")
NOW = EPOCH + 3600
HOST = Actor(ActorKind.MODERATOR, "host_ravel", "t2_host")

FACTS: Mapping[str, Any] = {
    "since": EPOCH, "ended_at": EPOCH, "opened_at": EPOCH, "closed_at": EPOCH, "at": EPOCH, "current": "team_vote",
    "where": "thread", "name": "Rowan", "players": ("ann", "bob"), "leader": "ann", "cards": ("close_eye",),
    "player": "bob", "card": "close_eye", "need": 3, "got": 2, "member": "bob", "options": ("ann", "bob"),
    "wrong": "cid", "reserve": True, "nickname": "ann", "taken": "ann", "number": 41,
    "problems": ("plot: allowed is true",),
}  # fmt: skip


def render(effect: Effect) -> tuple[str, str]:
    template = "resistance/status" if isinstance(effect, StatusEdit) else effect.template  # type: ignore[union-attr]
    return template, RENDERER.render(template, effect.view)  # type: ignore[union-attr]


def rendered(effects: Sequence[Effect]) -> Iterator[tuple[str, str]]:
    return (render(e) for e in effects if not isinstance(e, ThreadFlair))


class Loud(Simulation):
    """A simulated game that says everything it would say."""

    said: list[tuple[str, str]]

    def _order(self, order: Order, *, now: int) -> bool:
        done = step(self._system, self._state, order, last=self._last, now=now, chance=self._secret)
        if done.refusal is not None:
            return False
        self._state = done.state
        self._last = done.recorded[-1] if done.recorded else self._last
        self._events += len(done.recorded)
        self.said += [*rendered(done.effects), *rendered(compose(done.effects))]
        return True


@lru_cache
def simulated(players: int) -> tuple[tuple[str, str], ...]:
    game = Loud(players=players, number=1, seed="templates", keep_lines=True)
    game.said = []
    game.run()
    return tuple(game.said)


@pytest.mark.parametrize("players", [5, 7, 10])
def test_a_whole_game_renders_and_fits(players: int) -> None:
    """reddit.md 3.1: stay at 9,500; every message of the GM begins with its label (4.3)."""
    for template, text in simulated(players):
        assert text.strip()
        assert len(text) <= LIMIT, template
        assert "None" not in text.replace("None of", ""), (template, text)
        if "/private/" in template:
            assert text.startswith("[G1 · "), template


# --- every event, also those that no simulation brings -------------------------------------------------------------


def on_mission(**options: Any) -> Play:
    return started(spies=("dee", "eve"), options=options).team("ann", "eve").everybody("approve")


def after_a_mission() -> Play:
    return on_mission().mission("eve").team("bob", "cid", "dee")


ADMINISTRATION: Sequence[Event] = (
    events.GamePaused(),
    events.GameResumed(NOW + 7200),
    events.GameResumed(None),
    *(events.CeilingChanged(NOW + 7200, b) for b in ("override", "outage", "replaced", "undone", "posted_late")),
    events.PlayerReplaced("cid", "zoe", "t2_zoe"),
    events.ItemFlagged("t1_abc", "edited"),
    *(events.Overridden("host_ravel", c, "because") for c in ("setvote", "leader bob", "!void", "pause", "")),
    events.NoteAdded("host_ravel", "a *note*"),
    events.Announced("host_ravel", "Back on **Monday**, u/ann!"),
    events.IdleActed("random", "bob"),
    events.IdleActed("pass_lead", "bob"),
    events.LeaderChanged("cid", "override"),
    events.LeaderChanged("cid", "idle"),
    events.ProposalVoided(2, 1),
    events.CardMoved("opinion_maker", None, "bob"),
    events.CardMoved("opinion_maker", "bob", None),
    events.NicknameSet("bob", ("Bobby",)),
    events.PlayerAbsent("bob", "wedding [x](http://y)"),
    events.TeamVoteWithdrawn("ann", "strike"),
    events.TeamVoteWithdrawn("ann", "opinion_maker"),
    events.GameEnded(None, "override", "00" * 32),
)  # fmt: skip


@pytest.mark.parametrize("event", ADMINISTRATION, ids=lambda e: f"{e.type}-{getattr(e, 'because', '')}")
def test_what_moderators_cause_renders(event: Event) -> None:
    """Every event's words, also of those that no simulated game brings."""
    play = after_a_mission()
    recorded = record(Fact(NOW, event), seq=play.log[-1].seq + 1, previous=play.log[-1].line, source=None)
    after = play.system.apply(play.state, recorded)
    orders = [None, Order("quit", Actor(ActorKind.PERSON, "bob", "t2_bob"), NOW)]
    for order in orders:
        for template, text in rendered(compose(react(play.state, recorded, after, order))):
            assert text.strip(), template
            assert "](http" not in text.replace("](https://www.reddit.com/message/compose/", "")
            assert "u/ann!" not in text


def test_an_undo_renders() -> None:
    """hosting.md: the correction post names who must send again; a mission shows only how many."""
    for play in (after_a_mission(), on_mission()):
        recorded = record(Fact(NOW, events.Undone(8)), seq=99, previous=None, source=None)
        said = dict(rendered(react(State(), recorded, play.state, None)))
        assert "Correction" in said["resistance/undone"]
    assert "2 answers are needed again" in said["resistance/undone"]
    assert "eve" not in said["resistance/undone"].replace("team ann and eve", "")


# --- questions, reminders, refusals --------------------------------------------------------------------------------


def asking(verb: str, name: str = "bob", channel: Channel = Channel.PRIVATE, **args: Any) -> Order:
    return Order(verb, Actor(ActorKind.PERSON, name, f"t2_{name}"), NOW, args, channel, None, f"!{verb}")


def plays() -> list[Play]:
    standing = started(options={"spies_know_each_other": True})
    standing >> says("eve", "standing", what="reject", on=["ann"])
    return [Play(), standing, on_mission(), after_a_mission(), started(deck=["open_up"]).deal(open_up="bob")]


@pytest.mark.parametrize("channel", list(Channel))
def test_every_question_is_answered_in_every_phase(channel: Channel) -> None:
    """Seated or not, in the thread or in private."""
    for play in plays():
        for name in ("eve", "bob", "nobody"):
            for verb in sorted(replies.QUESTIONS):
                for _, text in rendered(replies.answer(play.state, asking(verb, name, channel), now=NOW)):
                    assert text.strip()
            for topic in ("propose", "vote", "nonsense"):
                list(rendered(replies.answer(play.state, asking("help", name, channel, topic=topic), now=NOW)))


def test_every_topic_of_the_rules_has_an_answer() -> None:
    """hosts.md section 7: the questions that come up, and every card."""
    play = started(deck=["open_up"])
    topics = [*replies.TOPICS, "strong leader", "close eye", "no confidence", "opinion maker", "take responsibility",
              "overheard conversation", "establish confidence", "open up", "in the spotlight"]  # fmt: skip
    texts = []
    for topic in topics:
        order = asking("rules", channel=Channel.THREAD, topic=topic)
        ((_, text),) = rendered(replies.answer(play.state, order, now=NOW))
        assert "In force in this game" not in text, topic
        texts.append(text)
    assert len(set(texts)) == len(texts)


def test_reminders_render() -> None:
    """Section 3: in private, never to one who has answered."""
    for play in plays()[1:]:
        order = Order("reminder", GM, NOW, {"period": play.state.period.seq if play.state.period else 0})
        for _, text in rendered(replies.remind(play.state, order, now=NOW)):
            assert "Reminder" in text
        alert = Order("idle_alert", GM, NOW, {"period": 1})
        assert list(rendered(replies.remind(play.state, alert, now=NOW)))


@pytest.mark.parametrize("code", sorted(REFUSALS))
def test_every_refusal_has_words(code: str) -> None:
    """Law 7: every code has a template; with all facts of its row, and quoting what was written as words."""
    play = started()
    facts = {name: FACTS[name] for name in REFUSALS[code].facts}
    order = Order("vote", Actor(ActorKind.PERSON, "bob", "t2_bob"), NOW, {}, Channel.PRIVATE, _source(), "**x** u/ann")
    for template, text in rendered(replies.refuse(play.state, order, Refusal(code, facts), now=NOW)):
        assert text.strip()
        if template.startswith("refusals/"):
            outside_of_code = re.sub(r"`[^`]*`", "", text)
            assert "u/ann" not in outside_of_code
            assert "**x**" not in outside_of_code


def _source() -> Any:
    from forumgm.core.orders import Source

    return Source("t4_1", "bob")


_CODE = re.compile(r'(?:Problem|_ask|_refuse|ask|refuse)\(\s*"([a-z_]+)"|code="([a-z_]+)"')


def test_every_code_of_the_reader_has_words() -> None:
    """Law 7, for the codes that reading gives; facts may be absent."""
    codes = set()
    for path in (ROOT / "forumgm" / "language").glob("*.py"):
        codes |= {a or b for a, b in _CODE.findall(path.read_text(encoding="utf-8"))}
    known = set(RENDERER.names())
    assert {c for c in codes if f"refusals/{c}" not in known and c not in OTHER_CODES} == set()
    full = {"understood": "propose a", "wrong": "Rown", "line": "!propose a b", "options": ["ann", "bob"]}
    for name in sorted(known & {f"refusals/{c}" for c in codes}):
        assert RENDERER.render(name, {"code": name}).strip()
        assert RENDERER.render(name, full | {"last_this_hour": True}).strip()


OTHER_CODES = frozenset(
    {"history", "own_vote", "all_votes", "deadline", "who_has_voted", "who_holds_what", "earlier_roll_deleted"}
)
"""Topics of status questions, answered, and what is flagged, which moderators are told of: neither is refused."""


_PRINTED = re.compile(r"\{\{ *(\w+)")
_NOTHING_TO_ESCAPE = frozenset({"game", "seed", "commitment", "digest", "cards", "n", "numbers", "number"})
"""Hex, game ids, numbers and words of ours."""


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("target_not_on_team", "The team is **ann, bob and cid**."),
        ("not_adjacent", "Yours are **ann, bob and cid**."),
        ("card_not_drawn", "Still to be dealt: **ann, bob and cid**."),
        ("ambiguous_name", "Do you mean **ann, bob or cid**?"),
    ],
)
def test_what_holds_together_is_joined_by_and_a_choice_by_or(code: str, words: str) -> None:
    assert words in RENDERER.render(f"refusals/{code}", {"code": code, "options": ["ann", "bob", "cid"]})


def test_lines_to_send_are_shown_letter_by_letter() -> None:
    """A name inside a code span must go through ``code``: an escape would be shown, and sent."""
    for path in (ROOT / "templates").rglob("*.j2"):
        for line in path.read_text(encoding="utf-8").splitlines():
            for span in line.split("`")[1::2]:
                assert set(_PRINTED.findall(span)) <= _NOTHING_TO_ESCAPE, (path.name, span)


# --- approved wording ----------------------------------------------------------------------------------------------


def samples() -> dict[str, str]:
    """The texts that players see most, from a game whose every draw is stacked."""
    _, opening = first_post(load({}), game="g7", host="host_ravel", commitment="ab" * 32)
    found = {"first_post": RENDERER.render(opening.template, opening.view)}
    play = started(8, deck=["no_confidence", "opinion_maker"], spies=("bob", "eve", "gus"))
    said: dict[str, str] = {}

    def give(name: str, saying: Any) -> None:
        made = saying.made(play)
        before, effects = play.state, []
        play >> made
        assert play.refusal is None, play.refusal
        for recorded in play.new:
            after = play.system.apply(before, recorded)
            effects += react(before, recorded, after, made.order)
            before = after
        for template, text in rendered(compose(effects)):
            said[f"{name}-{template.rsplit('/', 1)[-1]}"] = text

    give("deal", says("ann", "deal_card", card="no_confidence", to="cid"))
    give("deal-last", says("ann", "deal_card", card="opinion_maker", to="dee"))
    give("propose", says("ann", "propose", team=["ann", "bob", "eve"]))
    for name in ("ann", "bob", "cid", "eve", "fay"):
        give("vote", says(name, "vote", value="approve"))
    give("public-vote", says("dee", "vote", value="reject", public=True))
    give("vote", says("gus", "vote", value="reject"))
    give("approved", says("hal", "vote", value="approve"))
    give("mission", says("cid", "decline_card", card="no_confidence"))
    give("support", says("ann", "mission", value="support"))
    give("support", says("bob", "mission", value="support"))
    give("failed", says("eve", "mission", value="sabotage"))
    wanted = (
        "deal-last-step", "propose-proposal", "propose-ask_team_vote", "vote-vote", "public-vote-public_vote",
        "approved-step", "approved-ask_window", "mission-step", "mission-ask_mission", "support-mission",
        "failed-step", "failed-status",
    )  # fmt: skip
    found |= {name: said[name] for name in wanted}
    me = replies.answer(play.state, asking("me", "eve"), now=NOW)
    found["me"] = next(text for _, text in rendered(me))
    help_ = replies.answer(play.state, asking("help", "bob"), now=NOW)
    found["help"] = next(text for _, text in rendered(help_))
    role = asks.letter(play.state, "eve", "role", _role(), views.role_view(play.state, "eve", NOW))
    found["role"] = next(text for _, text in rendered(role))
    found["end"] = next(text for t, text in reversed(simulated(7)) if t == "resistance/end")
    return found


def _role() -> Any:
    from forumgm.core.effects import Purpose

    return Purpose.ROLE


SAMPLES = samples()


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_the_wording_is_as_approved(name: str) -> None:
    """A changed text is looked at by a person: delete the approved file, run again, read it, commit it."""
    path = APPROVED / f"{name}.md"
    if not path.exists():
        path.write_text(SAMPLES[name] + "\n", encoding="utf-8")
        pytest.fail(f"{path.name} is new: read it, then commit it")
    assert SAMPLES[name] + "\n" == path.read_text(encoding="utf-8")
