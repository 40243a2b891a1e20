"""A made-up moment of a game for ``forumgm read``: context from a world file and one line's ``ctx``.

Law: what a line does not say is as the world's defaults say; nothing here guesses beyond the rules of the game.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from forumgm.core.items import Channel
from forumgm.core.reading import Ballot, CardOption, ReadContext, Seat, Standing, ThreadKind
from forumgm.games.resistance.vocabulary import ROWS

_WINDOWS = {
    "strong_leader_window": "strong_leader",
    "no_confidence_window": "no_confidence",
    "spotlight_window": "in_the_spotlight",
    "close_eye_window": "close_eye",
}
_ON_TEAM = frozenset({"close_eye", "in_the_spotlight"})
_AT_ONCE = frozenset({"take_responsibility", "overheard_conversation", "establish_confidence", "open_up"})
_CARDS = (
    ("strong_leader", "strong leader"),
    ("close_eye", "close eye"),
    ("no_confidence", "no confidence"),
    ("opinion_maker", "opinion maker"),
    ("take_responsibility", "take responsibility"),
    ("overheard_conversation", "overheard"),
    ("establish_confidence", "establish confidence"),
    ("open_up", "open up"),
    ("in_the_spotlight", "spotlight"),
)
_VOTE_PHASES = frozenset({"team_vote", "opinion_maker_vote"})


def card_id(name: str) -> str:
    """Return the id of a card by its printed name."""
    spelt = name.lower().replace("_", " ").replace("-", " ")
    return next((card for card, part in _CARDS if part in spelt), spelt.replace(" ", "_"))


def context_of(row: Mapping[str, Any], world: Mapping[str, Any]) -> ReadContext:
    """Return the context of one line. Raises KeyError for a world that the file does not hold."""
    return _Moment(row, world).context()


class _Moment:
    """One line of input in its world."""

    def __init__(self, row: Mapping[str, Any], world: Mapping[str, Any]) -> None:
        self._row = row
        self._ctx: Mapping[str, Any] = row.get("ctx") or {}
        self._world = world
        defaults = world.get("defaults_when_ctx_is_silent") or {}
        name = self._ctx.get("world") or defaults.get("world") or "W8"
        self._cast = _cast(world, name)
        self._replaced: Mapping[str, str] = self._ctx.get("replaced") or {}
        self._order = [self._holder(p) for p in self._ctx.get("order") or self._cast["order"]]
        self._author: str = row.get("author") or ""
        self._phase: str = row.get("phase") or ""
        self._channel = Channel.PRIVATE if row.get("where") == "pm" else Channel.THREAD
        self._leader = self._holder(self._ctx.get("leader") or defaults.get("leader") or self._order[0])
        self._mission = int(self._ctx.get("mission") or defaults.get("mission") or 1)
        self._team = tuple(self._holder(p) for p in self._ctx.get("team") or self._ctx.get("proposal") or ())
        self._hands = self._all_hands()

    def _holder(self, player: str) -> str:
        return self._replaced.get(player, player)

    def _all_hands(self) -> dict[str, tuple[str, ...]]:
        hands = self._ctx.get("hands") or {}
        return {self._holder(player): tuple(card_id(c) for c in cards) for player, cards in hands.items()}

    def context(self) -> ReadContext:
        """Return what the reader must know."""
        phase = "team_vote" if self._phase in _VOTE_PHASES else self._phase
        sizes: Sequence[int] = self._cast.get("team_sizes") or ()
        size = self._ctx.get("team_size") or (sizes[self._mission - 1] if self._mission <= len(sizes) else None)
        bots = [self._world.get("bot"), *(o for o in self._world.get("outsiders") or () if str(o).endswith("_bot"))]
        return ReadContext(
            author=self._author,
            channel=self._channel,
            phase=phase,
            game="g1",
            is_bot=self._author in bots,
            standing=self._standing(),
            leader=self._leader,
            moderator=self._author == self._world.get("moderator"),
            thread=ThreadKind.SCENE if phase == "rpg_scene" else ThreadKind.GAME,
            bot=str(self._world.get("bot") or ""),
            roster=self._roster(),
            rows=ROWS,
            needed=size,
            team=self._team,
            ballot=self._ballot(phase),
            drawn=tuple(card_id(c) for c in self._ctx.get("drawn") or ()),
            at_once=_AT_ONCE,
            hands=self._hands,
            options=tuple(self._options(phase)) if self._author in self._order else (),
            deleted_roll="deleted_earlier_roll" in self._ctx,
        )

    def _roster(self) -> tuple[Seat, ...]:
        aliases: Mapping[str, Sequence[str]] = self._cast.get("aliases") or {}
        former = {new: old for old, new in self._replaced.items()}
        return tuple(
            Seat(
                player,
                tuple(aliases.get(former.get(player, player), ())),
                (former[player],) if player in former else (),
            )
            for player in self._order
        )

    def _standing(self) -> Standing:
        if self._author in self._order or (self._author == self._world.get("rpg_player") and self._author):
            return Standing.PLAYER
        return Standing.FORMER if self._author in self._replaced else Standing.OUTSIDER

    def _ballot(self, phase: str) -> Ballot | None:
        own = self._ctx.get("own_vote")
        final = self._ctx.get("vote_change") == "never"
        if phase == "team_vote":
            public = self._ctx.get("votes") == "public" or "opinion_maker" in self._hands.get(self._author, ())
            roads = frozenset({Channel.THREAD if public else Channel.PRIVATE})
            mine = self._author in self._order
            return Ballot("vote", ("approve", "reject"), mine=mine, roads=roads, own=own, final=final)
        if phase != "mission":
            return None
        spotlight = self._ctx.get("spotlight") == self._author
        loyal = self._ctx.get("author_side") == "resistance"
        return Ballot(
            "mission",
            ("support", "sabotage"),
            mine=self._author in self._team if "team" in self._ctx else False,
            roads=frozenset(Channel) if spotlight else frozenset({Channel.PRIVATE}),
            own=own,
            final=final,
            barred={"sabotage": "resistance_must_support"} if loyal else {},
            guarded=True,
        )

    def _options(self, phase: str) -> list[CardOption]:
        mine = self._hands.get(self._author, ())
        if phase == "card_choice":
            chosen = self._ctx.get("card")
            cards = [card_id(chosen)] if chosen else [card for card in mine if card in _AT_ONCE]
            held = [] if cards else [card for card in mine if card in _ON_TEAM]
            return [*map(self._choice, cards), *(self._held(card, awaited=True, may_pass=True) for card in held)]
        if phase == "mission" and _ON_TEAM & set(mine):
            return [self._held(card, awaited=True, may_pass=True) for card in mine if card in _ON_TEAM]
        card = _WINDOWS.get(phase)
        return [self._held(card, awaited=True, may_pass=True)] if card and card in mine else []

    def _held(self, card: str, *, awaited: bool, may_pass: bool) -> CardOption:
        targets = self._team if card in _ON_TEAM else None
        return CardOption(card, "play_card", targets, "target_not_on_team", may_pass=may_pass, awaited=awaited)

    def _choice(self, card: str) -> CardOption:
        others = tuple(p for p in self._order if p != self._author)
        if card == "take_responsibility":
            held = {
                p: cards for p in others if (cards := tuple(c for c in self._hands.get(p, ()) if c not in _AT_ONCE))
            }
            return CardOption(card, "use_card", tuple(held), "does_not_hold_card", takes=held)
        if card == "overheard_conversation":
            seat = self._order.index(self._author)
            around = (self._order[seat - 1], self._order[(seat + 1) % len(self._order)])
            return CardOption(card, "use_card", around, "not_adjacent")
        return CardOption(card, "use_card", others)


def _cast(world: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return a world of the file, with what it takes over from another."""
    own = dict(world[name])
    if "extends" not in own:
        return own
    base = _cast(world, own["extends"])
    merged = {**base, **own}
    merged["order"] = own.get("order") or [*base["order"], *own.get("adds", ())]
    merged["aliases"] = {**base.get("aliases", {}), **own.get("aliases", {})}
    return merged
