"""Random talk in random scenes: nothing raises, refusals change nothing, replay equals live, the record verifies."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from forumgm.app.narrative_house import NarrativeHouse
from forumgm.app.ports import Game, GameKind
from forumgm.core.effects import Answer, PublicPost
from forumgm.core.events import Recorded
from forumgm.core.items import Account, Channel, Item, Via
from forumgm.core.kernel import replay, step
from forumgm.core.orders import CLOCK, GM, Actor, ActorKind, Order, Source
from forumgm.record.verify import verify_text
from forumgm.rendering import Renderer

SYSTEMS = ("resistance_system", "blades", "fitd_choice", "fitd_protection")
PEOPLE = {"Mara": "t2_m", "ann": "t2_a", "bo": "t2_b", "zed": "t2_z"}
PIECES = [
    "!roll", "!resist", "!armour", "!accept", "!pay", "!decline", "!lead", "!follow", "!clear", "!refresh", "!repair",
    "!lay low", "!stress", "!fallout", "!force", "!fortune", "!restock", "!load", "!odds", "!r", "!help", "!ok",
    "!void", "!job", "!stakes", "!scene", "!npc", "!threat", "!character", "!sheet", "!log", "!histogram", "!assist",
    "!status", "sneak", "docks", "mastery", "vs", "ogre", "weapon", "d6", "d8", "diff", "1", "2", "9", "BODY",
    "partial", "light", "heavy", "both", "death", "prowess", "insight", "body", "help from", "u/ann", "u/bo", "group",
    "split", "upgrade", "keep", "name", "--", "[[2d6]]", "[[1d0]]", "3d10", "detail", "avoid", "impossible", "\n\n",
    '"X"', "harm", "clock +2", ";", "start", "end", "clear", "close", "skills Sneak", "resistance 5", "1:", "no roll",
]  # fmt: skip
LINES = [
    "!threat u/ann 1: harm 4 prowess; 2: clock +3 insight", "!threat u/bo harm 2 body; she runs, wits", "!resist 1",
    "!resist 2 insight", "!resist 1 prowess\n\n!armour 1", "!armour 1 both", "!accept 1", "!accept 1 death", "!pay",
    "!decline 1", "!force u/ann body", "!fortune u/ann 1 2d", "!roll fight help from u/bo", "!assist", "!ok",
    "!stakes u/ann diff 2 d8 GOLD", "!npc Ogre resistance 5 weapon d8 diff 1", "!roll fight vs Ogre weapon d6", "!roll",
    "!void 1 x", "!void 2 y", "!fallout upgrade X", "!fallout split", "!fallout keep", "!stress u/ann 5 BODY, d6 GOLD",
    "!lead sneak group", "!follow", "!scene d6 BODY", "!scene clear", "!act BODY d8", "!repair d8", "!refresh d6",
    "!lay low", "!job end", "!job start", "!r 6x 3d6", "!resist resolve", "!resist will detail", "!restock", "!load",
    "!character Newcomer", "!character skills Fight",
]  # fmt: skip
TEXTS = (
    st.lists(st.sampled_from(LINES), min_size=1, max_size=3).map("\n\n".join)
    | st.lists(st.sampled_from(PIECES), min_size=1, max_size=9).map(" ".join)
    | st.text(max_size=60)
)
WRITERS = st.sampled_from(["Mara", "Mara", "ann", "ann", "bo", "zed"])
SAID = st.tuples(WRITERS, TEXTS, st.sampled_from(["", "t2_a", "t2_b"]), st.integers(0, 40))
OPENINGS = st.tuples(st.sampled_from(SYSTEMS), st.sampled_from(["absent", "present"]))
SHEETS = {
    "resistance_system": ("skills Sneak, Fight domains Docks stress BODY 3", "skills Fight slots BODY 2"),
    "blades": ("insight 1 prowess 2 resolve 0 light heavy", "insight 2 prowess 0 resolve 1 stress 8"),
    "fitd_choice": ("insight 1 prowess 2 resolve 0", "insight 2 prowess 0 resolve 1 stress 8"),
    "fitd_protection": ("body 1 wits 2 will 0 light shield spell 2", "body 2 wits 0 will 1 stress 8"),
}
GAME = Game("s1", GameKind.NARRATIVE, "games", "t3_x", bytes(range(32)), 0, Account("t2_m", "Mara"))
RENDERER = Renderer(bot="gm_bot")


class Table:
    """One scene, played as the app plays it."""

    def __init__(self, system: str, gm: str) -> None:
        self.house = NarrativeHouse(bot="gm_bot")
        self.state: Any = self.house.initial()
        self.log: list[Recorded] = []
        self.now = 1_000_000
        options = {"system": system, "options": {"gm": gm, "wait_for_gm_hours": 3}, "gm": ""}
        args = {"game": "s1", "thread": "t3_x", "options": options, "host": "Mara", "host_account": "t2_m"}
        self.carry(Order("open", GM, self.now, args))
        for name, sheet in zip(("ann", "bo"), SHEETS[system], strict=True):
            self.say(name, f"!character {name} {sheet}", "", number=f"{name}0")

    def carry(self, order: Order) -> None:
        if self.house.answers(order.verb):
            self.shown(self.house.answer(self.state, order, now=self.now, game=GAME))
            return
        before = self.state
        last = self.log[-1] if self.log else None
        done = step(self.house.system, before, order, last=last, now=self.now, chance=self.house.chance(GAME))
        if done.refusal is not None:
            assert (done.state, done.recorded) == (before, ())
            self.shown(self.house.refuse(before, order, done.refusal))
        self.shown(done.effects)
        self.log += done.recorded
        self.state = done.state

    def shown(self, effects: Any) -> None:
        for effect in self.house.compose(tuple(effects)):
            assert isinstance(effect, Answer | PublicPost)
            assert RENDERER.render(effect.template, effect.view) or effect.template == "narrative/reply"

    def say(self, name: str, text: str, above: str, *, number: str) -> None:
        author = Account(PEOPLE[name], name)
        item = Item(f"t1_{number}", Via.COMMENT, author, self.now, text, thread="t3_x", parent="t3_x")
        context = self.house.context(
            self.state, GAME, author, channel=Channel.THREAD, moderator=name == "Mara", pending=None
        )
        reading = self.house.read(self.state, item, context=context, above=above)
        for command in reading.commands:
            is_moderator = name == "Mara" and self.house.overrides(command.verb)
            kind = ActorKind.MODERATOR if is_moderator else ActorKind.PERSON
            source = Source(item.id, name)
            by = Actor(kind, name, author.id)
            self.carry(Order(command.verb, by, self.now, command.args, Channel.THREAD, source, command.text))

    def wait(self, hours: int) -> None:
        self.now += hours * 3_600
        for due in self.house.due(self.state):
            if due.at <= self.now and due.key in {d.key for d in self.house.due(self.state)}:
                self.carry(Order(due.verb, CLOCK, due.at, dict(due.args)))


@settings(deadline=None, max_examples=150)
@given(OPENINGS, st.lists(SAID, max_size=30))
def test_random_talk(opening: tuple[str, str], said: list[tuple[str, str, str, int]]) -> None:
    table = Table(*opening)
    for number, (name, text, above, hours) in enumerate(said):
        table.wait(hours if hours > 30 else 0)
        table.now += 60
        table.say(name, text, above, number=f"c{number}")
    house = table.house
    decoded = [house.codec.decode(recorded.line) for recorded in table.log]
    assert replay(house.system, house.initial(), decoded) == table.state
    verdict = verify_text("".join(f"{recorded.line}\n" for recorded in table.log), running=True)
    assert verdict.problems == ()
