"""What the referee says: problems with stable codes, and the verdict made of them.

Law: a code never changes its meaning once it was published; every code is explained in ``DOCS``.
"""

from dataclasses import dataclass, field
from enum import StrEnum

MOST_PROBLEMS = 200
"""A record with more problems than this is not described any further."""

_LONGEST_QUOTE = 80


class Flaw(StrEnum):
    """The codes of the problems that ``verify`` can find."""

    EMPTY = "empty"
    NOT_UTF8 = "not_utf8"
    LINE_TOO_LONG = "line_too_long"
    NOT_JSON = "not_json"
    WRONG_SEQ = "wrong_seq"
    BROKEN_CHAIN = "broken_chain"
    DIGEST_DIFFERS = "digest_differs"
    BAD_TIME = "bad_time"
    MISSING_FIELD = "missing_field"
    WRONG_FIELD = "wrong_field"
    UNKNOWN_RECORD = "unknown_record"
    TOO_MANY_PROBLEMS = "too_many_problems"
    WRONG_VERSION = "wrong_version"
    BAD_OPTION = "bad_option"
    TOO_EARLY = "too_early"
    AFTER_THE_END = "after_the_end"
    OUT_OF_TURN = "out_of_turn"
    WRONG_CONSEQUENCE = "wrong_consequence"
    UNKNOWN_PLAYER = "unknown_player"
    WRONG_AUTHOR = "wrong_author"
    SEAT_RULE = "seat_rule"
    NICKNAME_TAKEN = "nickname_taken"
    SAW_SECRETS = "saw_secrets"
    WRONG_ROSTER = "wrong_roster"
    WRONG_COMMITMENT = "wrong_commitment"
    WRONG_DRAW = "wrong_draw"
    WRONG_ROLES = "wrong_roles"
    WRONG_LEADER = "wrong_leader"
    WRONG_ROUND = "wrong_round"
    WRONG_CARDS = "wrong_cards"
    NOT_DEALT = "not_dealt"
    CARD_NOT_HELD = "card_not_held"
    WRONG_TARGET = "wrong_target"
    WRONG_WINDOW = "wrong_window"
    WINDOW_MISSING = "window_missing"
    NOT_A_HOLDER = "not_a_holder"
    ANSWERED_TWICE = "answered_twice"
    NO_STANDING_ORDER = "no_standing_order"
    WRONG_TEAM = "wrong_team"
    WRONG_ATTEMPT = "wrong_attempt"
    WRONG_CEILING = "wrong_ceiling"
    OUTSIDE_PERIOD = "outside_period"
    NOT_A_VOTER = "not_a_voter"
    VOTE_FINAL = "vote_final"
    VOTE_CHANNEL = "vote_channel"
    LOYAL_SABOTAGE = "loyal_sabotage"
    WRONG_END_TIME = "wrong_end_time"
    WRONG_COUNT = "wrong_count"
    WRONG_SCORE = "wrong_score"
    WRONG_WINNER = "wrong_winner"
    WRONG_DELAY = "wrong_delay"
    NEEDS_OVERRIDE = "needs_override"
    WHILE_PAUSED = "while_paused"
    WRONG_PAUSE = "wrong_pause"
    WRONG_UNDO = "wrong_undo"
    WRONG_IDLE = "wrong_idle"
    PUBLIC_LEAK = "public_leak"


DOCS: dict[Flaw, str] = {
    Flaw.EMPTY: "There is no event in the file.",
    Flaw.NOT_UTF8: "A line is not UTF-8.",
    Flaw.LINE_TOO_LONG: "A line or the whole file is longer than any record.",
    Flaw.NOT_JSON: "A line is not one JSON object with each key once.",
    Flaw.WRONG_SEQ: "The numbers of the lines do not run 1, 2, 3 ... without gaps.",
    Flaw.BROKEN_CHAIN: "prev is not the digest of the line before: a line was changed, dropped, added or moved.",
    Flaw.DIGEST_DIFFERS: "The last line is not the one whose digest the end post shows.",
    Flaw.BAD_TIME: "A time is not of the form 2026-11-30T12:00:00Z or does not exist.",
    Flaw.MISSING_FIELD: "A field that this type of event must have is not there.",
    Flaw.WRONG_FIELD: "A field has a value of the wrong type, or one that it cannot have.",
    Flaw.UNKNOWN_RECORD: "The first line does not open a record of a kind that we know.",
    Flaw.TOO_MANY_PROBLEMS: "More problems were found than are listed.",
    Flaw.WRONG_VERSION: "The record is of a version that this program does not read.",
    Flaw.BAD_OPTION: "An option of game_opened has a value that it cannot have.",
    Flaw.TOO_EARLY: "An event is dated before something that must have come first.",
    Flaw.AFTER_THE_END: "An event stands behind game_ended.",
    Flaw.OUT_OF_TURN: "An event cannot happen at this point of the game.",
    Flaw.WRONG_CONSEQUENCE: "What follows by rule is there, but says something else than the rules give.",
    Flaw.UNKNOWN_PLAYER: "Somebody acts or is named who is not in the game by that name.",
    Flaw.WRONG_AUTHOR: "The item behind an act was written by another player.",
    Flaw.SEAT_RULE: "A seat is taken, freed, made ready or replaced against the rules of sign-up.",
    Flaw.NICKNAME_TAKEN: "A nickname is another player's name, or a word of the game.",
    Flaw.SAW_SECRETS: "Somebody who looked at secrets holds or takes a seat.",
    Flaw.WRONG_ROSTER: "Not the first ten ready seats play, or a seat was forgotten.",
    Flaw.WRONG_COMMITMENT: "The commitment is not that of the secret, or not the one of the first post.",
    Flaw.WRONG_DRAW: "Order, roles, deck or an idle draw do not follow from the secret.",
    Flaw.WRONG_ROLES: "The roles are not one for each player in the numbers of the table.",
    Flaw.WRONG_LEADER: "Not the Leader whom the order gives.",
    Flaw.WRONG_ROUND: "The round or score is not the one that the game has reached.",
    Flaw.WRONG_CARDS: "Too many or too few cards were drawn, or some that the deck does not hold.",
    Flaw.NOT_DEALT: "A card was given that is not there to deal, or a team proposed before all was dealt.",
    Flaw.CARD_NOT_HELD: "A card was played or taken that its holder does not have.",
    Flaw.WRONG_TARGET: "A card names somebody it may not name.",
    Flaw.WRONG_WINDOW: "A window event is about another window than the open one.",
    Flaw.WINDOW_MISSING: "A card window that had to open did not.",
    Flaw.NOT_A_HOLDER: "Somebody answered in a window who does not hold its card.",
    Flaw.ANSWERED_TWICE: "A holder answered twice, or took back what he had not said.",
    Flaw.NO_STANDING_ORDER: "A pass by standing order of somebody who had left none.",
    Flaw.WRONG_TEAM: "The team has the wrong size, names somebody twice, or is not the one proposed.",
    Flaw.WRONG_ATTEMPT: "attempt is not the number of rejections so far plus one.",
    Flaw.WRONG_CEILING: "closes_at is not what the rules give.",
    Flaw.OUTSIDE_PERIOD: "A vote or an answer is dated outside its period.",
    Flaw.NOT_A_VOTER: "A vote of somebody who has none here, or a withdrawal without a vote.",
    Flaw.VOTE_FINAL: "A vote was changed where votes are final, or after the ballot was complete.",
    Flaw.VOTE_CHANNEL: "public does not fit: it is true exactly for an Opinion Maker.",
    Flaw.LOYAL_SABOTAGE: "A member of the Resistance played sabotage.",
    Flaw.WRONG_END_TIME: "A closing is not dated at the end of its period.",
    Flaw.WRONG_COUNT: "votes, missing, approved, rejections, sabotages or succeeded differ from the votes cast.",
    Flaw.WRONG_SCORE: "The score is not that of the missions so far.",
    Flaw.WRONG_WINNER: "winner or because does not follow from the game.",
    Flaw.WRONG_DELAY: "A delay that is none, or only some of a ballot's delays.",
    Flaw.NEEDS_OVERRIDE: "Only a moderator may do this, and no overridden stands before it.",
    Flaw.WHILE_PAUSED: "Something happened that a pause forbids.",
    Flaw.WRONG_PAUSE: "A pause in a pause, or a resumption without one.",
    Flaw.WRONG_UNDO: "An undo to an impossible place, or without what must be written again.",
    Flaw.WRONG_IDLE: "The program acted for an idle player against the options or too early.",
    Flaw.PUBLIC_LEAK: "A public record of a running game holds something that only some may know.",
}
"""What each code means, for people."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong."""

    seq: int | None
    """The line that is wrong, counted from 1; null when it is the whole record."""
    code: str
    """A value of ``Flaw``."""
    text: str
    """What was read, what is wrong with it, and what would be right."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome of ``verify``."""

    ok: bool
    """Nothing is wrong, and the record is finished (or may be running)."""
    finished: bool
    """The record has its end."""
    problems: tuple[Problem, ...]
    unchecked: tuple[str, ...]
    """What could not be checked, each with its reason."""

    def to_json(self) -> dict[str, object]:
        """Return the object that ``forumgm verify --json`` prints."""
        return {
            "ok": self.ok,
            "finished": self.finished,
            "problems": [{"seq": p.seq, "code": p.code, "text": p.text} for p in self.problems],
            "unchecked": list(self.unchecked),
        }


@dataclass(slots=True)
class Findings:
    """Collects problems and gaps while a record is read; a flood is cut off."""

    problems: list[Problem] = field(default_factory=list)
    gaps: dict[str, None] = field(default_factory=dict)

    @property
    def full(self) -> bool:
        """Say whether no more problems are taken."""
        return len(self.problems) > MOST_PROBLEMS

    def add(self, seq: int | None, flaw: Flaw, text: str) -> None:
        """Note one problem."""
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(Problem(seq, flaw.value, text))
        elif not self.full:
            self.problems.append(
                Problem(None, Flaw.TOO_MANY_PROBLEMS.value, "There are more problems; they are not listed.")
            )

    def skip(self, what: str) -> None:
        """Note one thing that could not be checked, once."""
        if len(self.gaps) < MOST_PROBLEMS:
            self.gaps[what] = None

    def verdict(self, *, finished: bool, running: bool) -> Verdict:
        """Return the verdict on what was found."""
        ok = not self.problems and (finished or running)
        return Verdict(ok, finished, tuple(self.problems), tuple(self.gaps))


def quote(value: object) -> str:
    """Return any value from a record as short printable ASCII, fit for a problem's text."""
    if isinstance(value, str):
        shown = ascii(value[:_LONGEST_QUOTE])[1:-1] if value else "''"
        return shown + ("..." if len(value) > _LONGEST_QUOTE else "")
    if isinstance(value, list | tuple):
        parts = ", ".join(quote(item) for item in value[:12])
        return f"[{parts}{', ...' if len(value) > 12 else ''}]"
    if isinstance(value, dict):
        return f"an object with {len(value)} keys"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if abs(value) < 10**12 else "a huge number"
    return type(value).__name__
