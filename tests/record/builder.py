"""Writes game records for the tests, by hand and line by line: what a correct program would write.

It keeps only what it needs to name people and cards (order, hands, Leader, deck); times advance by ``tick``.
"""

from __future__ import annotations

from typing import Any

from forumgm.core.chance import GameChance, Stream, commitment, roster_order
from forumgm.record.fields import CARDS
from forumgm.record.lines import chain, to_stamp

NAMES = ("Ann", "bob", "Cid", "dee", "Eve", "fay", "Gus", "hal", "Ida", "jon")
SECRET = bytes(range(32))
START = 1_767_225_600  # 2026-01-01T00:00:00Z
DAY = 86_400

SPIES = {5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4}
DRAWN = {5: 1, 6: 1, 7: 2, 8: 2, 9: 3, 10: 3}
TEAMS = {
    5: [2, 3, 2, 3, 3],
    6: [2, 3, 4, 3, 4],
    7: [2, 3, 3, 4, 4],
    8: [3, 4, 4, 5, 5],
    9: [3, 4, 4, 5, 5],
    10: [3, 4, 4, 5, 5],
}
DECKS = {False: (2, 2, 1, 1, 1, 0, 0, 0, 0), True: (2, 2, 3, 2, 1, 2, 1, 1, 1)}
WINDOW_CARD = {"spotlight": "in_the_spotlight"}


class Builder:
    """One record under way."""

    def __init__(self, players: int, *, secret: bytes = SECRET, game: str = "g1", **options: Any) -> None:
        self.players = players
        self.secret = secret
        self.game = game
        self.options = options
        self.events: list[dict[str, Any]] = []
        self.now = START
        self.source: dict[str, str] | None = None
        names = NAMES[:players]
        chance = GameChance(secret, game=game, roster=names)
        roster = roster_order(names)
        self.order = chance.stream("order").shuffle(roster)
        spies = SPIES[players]
        dealt = chance.stream("roles").shuffle(["spy"] * spies + ["resistance"] * (players - spies))
        self.roles = dict(zip(roster, dealt, strict=True))
        copies = DECKS[players >= 8]
        self.deck = chance.stream("deck").shuffle([c for c, n in zip(CARDS, copies, strict=True) for _ in range(n)])
        self.chance = chance
        self.hands: dict[str, list[str]] = {name: [] for name in self.order}
        self.leader = self.order[0]
        self.round = 0
        self.rejections = 0
        self.score = {"resistance": 0, "spies": 0}
        self.team: list[str] = []
        self.opened = 0
        self.opened_seq = 0

    def add(self, kind: str, *, at: int | None = None, **fields: Any) -> int:
        """Append an event; ``from_`` stands for ``from``. Returns its seq."""
        event: dict[str, Any] = {"at": to_stamp(self.now if at is None else at), "type": kind}
        if self.source is not None:
            event["source"] = self.source
        event |= {("from" if name == "from_" else name): value for name, value in fields.items()}
        self.events.append(event)
        return len(self.events)

    def tick(self, seconds: int = 60) -> int:
        """Let time pass; returns the new time."""
        self.now += seconds
        return self.now

    def lines(self) -> list[str]:
        """Return the lines of the record so far."""
        return chain(self.events)

    def text(self) -> str:
        """Return the record so far as a file."""
        return "\n".join(self.lines()) + "\n"

    def opening(self, *, ready: bool = True) -> Builder:
        """Open the game and seat everybody."""
        self.add(
            "game_opened",
            version=1,
            game=self.game,
            thread="t3_x",
            options=self.options,
            commitment=commitment(self.secret),
        )
        for number, name in enumerate(NAMES[: self.players]):
            self.tick()
            self.add("player_joined", player=name, account=f"t2_{number}", nicknames=[f"{name}{name}{name}"])
        for name in NAMES[: self.players] if ready else ():
            self.tick()
            self.add("seat_ready", player=name)
        return self

    def start(self) -> Builder:
        """Start the game; the first round begins."""
        self.tick()
        self.add(
            "game_started",
            order=list(self.order),
            roles=dict(self.roles),
            leader=self.leader,
            commitment=commitment(self.secret),
        )
        return self.begin_round()

    def begin_round(self) -> Builder:
        """Write the round's first line."""
        self.round += 1
        self.rejections = 0
        self.add("round_started", round=self.round, leader=self.leader)
        return self

    def holders(self, card: str) -> list[str]:
        """Return who holds a card, in player order."""
        return [name for name in self.order if card in self.hands[name]]

    def window_holders(self, window: str) -> list[str]:
        """Return who is asked in a window."""
        holders = self.holders(WINDOW_CARD.get(window, window))
        return [name for name in holders if window != "strong_leader" or name != self.leader]

    def open_window(self, window: str) -> int:
        """Open a window now for those who hold its card."""
        self.opened = self.now
        ceiling = self.options.get("window_ceiling", DAY)
        return self.add(
            "window_opened", window=window, holders=self.window_holders(window), closes_at=to_stamp(self.now + ceiling)
        )

    def pass_all(self, window: str, *, because: str = "answer") -> Builder:
        """Open a window, let every holder pass, close it. Nothing where nobody holds the card."""
        if not self.window_holders(window):
            return self
        self.open_window(window)
        for name in self.window_holders(window):
            if because == "answer":
                self.tick()
            elif because == "ceiling":
                self.now = self.opened + self.options.get("window_ceiling", DAY)
            self.add("window_passed", window=window, player=name, because=because)
        self.add("window_closed", window=window)
        self.tick(30)
        return self

    def play(self, window: str, player: str, **target: Any) -> Builder:
        """Open a window and let one holder play its card, which ends it (not Close Eye)."""
        self.open_window(window)
        self.tick()
        self.use(WINDOW_CARD.get(window, window), player, **target)
        self.add("window_closed", window=window)
        return self

    def use(self, card: str, player: str, **target: Any) -> None:
        """A card leaves a hand."""
        self.hands[player].remove(card)
        self.add("card_played", card=card, player=player, **target)

    def draw(self) -> list[str]:
        """Draw the round's cards."""
        number = DRAWN[self.players]
        cards, self.deck = self.deck[:number], self.deck[number:]
        self.add("cards_drawn", cards=cards)
        return cards

    def give(self, card: str, to: str) -> Builder:
        """The Leader deals one card, with the immediate effect of Establish Confidence."""
        self.tick()
        self.add("card_given", card=card, by=self.leader, to=to)
        if card == "establish_confidence":
            self.add("role_shown", of=self.leader, to=to, because=card)
        elif card not in ("take_responsibility", "open_up", "overheard_conversation"):
            self.hands[to].append(card)
        return self

    def settle(self, card: str, player: str, *, target: str | None = None) -> Builder:
        """The receiver of an at-once card acts."""
        self.tick()
        if card == "open_up":
            self.add("card_played", card=card, player=player, target=target)
            self.add("role_shown", of=player, to=target, because=card)
        elif card == "overheard_conversation":
            self.add("card_played", card=card, player=player, target=target)
            self.add("role_shown", of=target, to=player, because=card)
        elif target is None:
            self.add("card_taken", card=None, by=player, from_=None)
        else:
            taken = self.hands[target].pop()
            self.hands[player].append(taken)
            self.add("card_taken", card=taken, by=player, from_=target)
        return self

    def next_leader(self, because: str) -> Builder:
        """The lead passes on in player order."""
        self.leader = self.order[(self.order.index(self.leader) + 1) % self.players]
        self.add("leader_changed", leader=self.leader, because=because)
        return self

    def take_lead(self, player: str) -> Builder:
        """What follows Strong Leader's window."""
        self.leader = player
        self.add("leader_changed", leader=player, because="strong_leader")
        return self

    def propose(self, team: list[str] | None = None) -> Builder:
        """The Leader proposes; the ballot opens twenty seconds after his comment."""
        size = TEAMS[self.players][self.round - 1]
        self.team = list(self.order[:size] if team is None else team)
        stamp = self.tick()
        self.opened = self.tick(20)
        ceiling = self.options.get("team_vote_ceiling", DAY)
        self.opened_seq = self.add(
            "team_proposed",
            at=stamp,
            round=self.round,
            attempt=self.rejections + 1,
            leader=self.leader,
            team=self.team,
            closes_at=to_stamp(self.opened + ceiling),
        )
        return self

    def cast(self, player: str, vote: str) -> Builder:
        """One player votes on the team."""
        self.tick(7)
        self.add("team_vote_cast", player=player, vote=vote, public="opinion_maker" in self.hands[player])
        return self

    def vote(self, votes: dict[str, str]) -> bool:
        """Players vote on the team; whoever is left out is missing at the ceiling. Returns whether it is approved."""
        for name, vote in votes.items():
            self.cast(name, vote)
        return self.close_vote(votes)

    def close_vote(self, votes: dict[str, str], *, delays: bool = True) -> bool:
        """Close the team vote with these votes."""
        missing = [name for name in self.order if name not in votes]
        if missing:
            self.now = self.opened + self.options.get("team_vote_ceiling", DAY)
        approve = list(votes.values()).count("approve")
        approved = approve > len(votes) - approve
        self.rejections += not approved
        self.add("team_vote_closed", votes=votes, missing=missing, approved=approved, rejections=self.rejections)
        for name in missing if delays else ():
            self.add("delay_noted", player=name, period=self.opened_seq)
        self.tick(30)
        return approved

    def everybody(self, vote: str = "approve") -> dict[str, str]:
        """Return the same vote of everybody."""
        return dict.fromkeys(self.order, vote)

    def go(self) -> Builder:
        """The mission starts now."""
        self.opened = self.now
        ceiling = self.options.get("mission_vote_ceiling", DAY)
        self.opened_seq = self.add(
            "mission_started", round=self.round, team=self.team, closes_at=to_stamp(self.now + ceiling)
        )
        return self

    def answer(self, votes: dict[str, str]) -> Builder:
        """Members of the team send their mission votes; with some missing the ceiling goes by."""
        for name, vote in votes.items():
            self.tick(11)
            self.add("mission_vote_cast", player=name, vote=vote)
        if len(votes) < len(self.team):
            self.now = self.opened + self.options.get("mission_vote_ceiling", DAY)
        return self

    def result(self, votes: dict[str, str], *, spotlight: str | None = None) -> Builder:
        """Close the mission and go on to the next round or to the end."""
        sabotages = list(votes.values()).count("sabotage")
        needed = 2 if self.round == 4 and self.players > 7 else 1
        succeeded = sabotages < needed
        self.score["resistance" if succeeded else "spies"] += 1
        missing = [name for name in self.team if name not in votes]
        self.add(
            "mission_closed",
            round=self.round,
            votes=votes,
            missing=missing,
            sabotages=sabotages,
            succeeded=succeeded,
            score=dict(self.score),
        )
        if spotlight is not None:
            self.add("mission_vote_shown", of=spotlight, to=None, because="in_the_spotlight")
        for name in missing:
            self.add("delay_noted", player=name, period=self.opened_seq)
        self.tick(30)
        for winner, won in self.score.items():
            if won == 3:
                return self.end(winner, "three_missions")
        return self.next_leader("mission_over").begin_round()

    def end(self, winner: str | None, because: str) -> Builder:
        """Write the last line."""
        self.add("game_ended", winner=winner, because=because, seed=self.secret.hex())
        return self

    def override(self, command: str) -> Builder:
        """A moderator steps in; what follows carries the same source until ``release``."""
        self.tick()
        self.source = {"id": f"t4_{len(self.events)}", "author": "Mod"}
        self.add("overridden", moderator="Mod", command=command, reason="as asked")
        return self

    def release(self) -> Builder:
        """What follows is no longer the moderator's."""
        self.source = None
        return self


def honest(builder: Builder) -> dict[str, str]:
    """Return mission votes in which every spy on the team sabotages."""
    return {name: "sabotage" if builder.roles[name] == "spy" else "support" for name in builder.team}


def picker(label: str) -> Stream:
    """Return a source of choices for a random game."""
    return Stream(SECRET, f"tests/{label}")
