"""The referee's desk: what he has in front of him while he reads one game, and how he notes a breach.

Laws: a *law* (deck, roles, scoring) binds always; a *rule* (turn, hand, time, count) does not bind what a
moderator's override causes. The referee knows nothing of the program's own game engine: he is a second opinion.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from forumgm.core.chance import GameChance
from forumgm.record.fields import CARDS
from forumgm.record.lines import Event, to_epoch, to_stamp
from forumgm.record.options import Rules, read_rules
from forumgm.record.table import Due, Period, Table
from forumgm.record.verdict import Findings, Flaw, quote

CARD_OF_WINDOW = {
    "strong_leader": "strong_leader",
    "no_confidence": "no_confidence",
    "spotlight": "in_the_spotlight",
    "close_eye": "close_eye",
}
"""The card that each window is about."""

AT_ONCE = frozenset({"take_responsibility", "overheard_conversation", "establish_confidence", "open_up"})
"""Cards that are never held."""


@dataclass(slots=True)
class Seat:
    """A seat taken at sign-up."""

    name: str
    account: str | None
    ready: bool
    number: int
    """Seats were taken in this order."""
    joined_at: int


@dataclass(slots=True)
class Signup:
    """Who signed up; no undo reaches this."""

    seats: dict[str, Seat] = field(default_factory=dict)
    """By name in lower case."""
    reserves: set[str] = field(default_factory=set)
    said_ready: set[str] = field(default_factory=set)
    words: dict[str, str] = field(default_factory=dict)
    """Every name and nickname in lower case, and whose it is."""
    nicknames: dict[str, list[str]] = field(default_factory=dict)
    """What each calls himself, in lower case."""
    viewers: set[str] = field(default_factory=set)
    """Who looked at secrets."""


@dataclass(slots=True)
class Desk:
    """Everything that the referee needs for the next line."""

    found: Findings
    seed: bytes | None
    """The secret that the end publishes, if the record has one."""
    reduced: bool
    """It is the public record of a running game: secrets are left out."""
    rules: Rules = field(default_factory=lambda: read_rules({}, seq=None, found=Findings()))
    table: Table = field(default_factory=Table)
    signup: Signup = field(default_factory=Signup)
    game: str = ""
    commitment: str = ""
    opened_at: int | None = None
    latest_at: int = 0
    """The latest time of any line so far."""
    chance: GameChance | None = None
    deck: list[str] | None = None
    """The deck as the secret shuffles it."""
    started_seq: int | None = None
    starters: frozenset[str] = frozenset()
    """The names of those who started."""
    ended: bool = False
    now: Event = field(default_factory=lambda: Event(0, 0, "", {}))
    """The event being judged."""
    awaited: bool = False
    """The event was due by rule."""
    may_open: bool = False
    """A Strong Leader window may open here."""
    excused: bool = False
    """A moderator's override stands behind the event."""
    override: Event | None = None
    """The override whose consequences may still be coming."""
    override_at: int | None = None
    """When the last override was."""

    def breach(self, flaw: Flaw, text: str) -> None:
        """Note the breach of a law."""
        self.found.add(self.now.seq, flaw, text)

    def foul(self, flaw: Flaw, text: str) -> None:
        """Note the breach of a rule, unless a moderator excused it."""
        if not self.excused:
            self.found.add(self.now.seq, flaw, text)

    def law(self, holds: bool, flaw: Flaw, text: str) -> None:  # noqa: FBT001 - reads as a sentence
        """Note a problem unless something holds that binds always."""
        if not holds:
            self.found.add(self.now.seq, flaw, text)

    def rule(self, holds: bool, flaw: Flaw, text: str) -> None:  # noqa: FBT001 - reads as a sentence
        """Note a problem unless something holds, or a moderator excused it."""
        if not holds and not self.excused:
            self.found.add(self.now.seq, flaw, text)

    def seat(self, field_name: str = "player") -> int | None:
        """Return the seat of the player in a field of the event; note a problem if there is none."""
        return self.seat_of(self.now.data[field_name])

    def seat_of(self, name: str) -> int | None:
        """Return the seat of a player by his present name; note a problem if there is none."""
        if name in self.table.names:
            return self.table.names.index(name)
        self.breach(Flaw.UNKNOWN_PLAYER, f"{quote(name)} is not in the game; it has {quote(self.table.names)}.")
        return None

    def seats(self, names: Sequence[str]) -> list[int]:
        """Return the seats of those who are in the game; note a problem for each other name, and for repeats."""
        known = [seat for name in names[:50] if (seat := self.seat_of(name)) is not None]
        self.law(len(set(names)) == len(names), Flaw.WRONG_TEAM, f"{quote(list(names))} names somebody twice.")
        return known

    def name(self, seat: int) -> str:
        """Return the present name of a seat."""
        return self.table.names[seat]

    def time(self, field_name: str) -> int:
        """Return a time field that the field check has passed, in epoch seconds."""
        return to_epoch(self.now.data[field_name]) or 0

    def due(self, kind: str, *, since: int | None = None, **fields: object) -> None:
        """Say what must come next (after what is already due)."""
        self.table.dues.append(Due(kind, fields, self.now.at if since is None else since))

    def expect_no_pause(self) -> None:
        """Note a problem if a pause forbids what the event says."""
        paused = self.table.paused_at
        if paused is None or self.table.pause_unclear:
            return
        self.rule(
            self.now.at <= paused,
            Flaw.WHILE_PAUSED,
            f"{self.now.type} at {to_stamp(self.now.at)}; the game is paused since {to_stamp(paused)}.",
        )

    def expect_within(self, period: Period, *, earliest: int) -> None:
        """Note a problem unless the event is dated inside a period."""
        at = self.now.at
        self.rule(
            at >= earliest,
            Flaw.OUTSIDE_PERIOD,
            f"{self.now.type} at {to_stamp(at)}; nothing before {to_stamp(earliest)} counts here.",
        )
        if self.table.paused_at is None:
            self.rule(
                at <= period.closes_at,
                Flaw.OUTSIDE_PERIOD,
                f"{self.now.type} at {to_stamp(at)}; the period ended at {to_stamp(period.closes_at)}.",
            )

    def expect_opening(self, opened_at: int) -> None:
        """Note a problem if a period opens before something that is already recorded (resistance.md 3)."""
        self.rule(
            opened_at >= self.latest_at,
            Flaw.TOO_EARLY,
            f"{self.now.type}: the period opens at {to_stamp(opened_at)}; "
            f"the record has already reached {to_stamp(self.latest_at)}.",
        )

    def expect_ceiling(self, ceiling: int) -> None:
        """Note a problem unless closes_at is the opening plus its ceiling."""
        right = self.now.at + ceiling
        self.law(
            self.time("closes_at") == right,
            Flaw.WRONG_CEILING,
            f"{self.now.type}: closes_at is {quote(self.now.data['closes_at'])}; "
            f"opening and ceiling give {to_stamp(right)}.",
        )

    def leader_window_holders(self) -> list[str]:
        """Return who would answer in a leader window: holders of a Strong Leader but the Leader."""
        table = self.table
        return table.name_list([seat for seat in table.holders("strong_leader") if seat != table.leader])

    def deck_size(self) -> int:
        """Return how many cards the whole deck has."""
        return len(self.rules.deck(self.table.players))


assert set(CARD_OF_WINDOW.values()) | AT_ONCE | {"opinion_maker"} == set(CARDS)
