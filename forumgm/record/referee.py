"""The referee of games: walks through a record line by line and judges each event at its place.

Laws: one pass, time linear in the length; an event that cannot be understood is noted and passed over; what an
undo takes back is copied where it will be needed and nowhere else.
"""

import copy
from collections.abc import Callable

from forumgm.core.chance import SECRET_BYTES
from forumgm.record import referee_cards as cards
from forumgm.record import referee_clock as clock
from forumgm.record import referee_idle as idle
from forumgm.record import referee_missions as missions
from forumgm.record import referee_rounds as rounds
from forumgm.record import referee_seats as seats
from forumgm.record import referee_votes as votes
from forumgm.record.desk import Desk
from forumgm.record.fields import FIELDS, HEX64, check_fields
from forumgm.record.lines import Event, Record, to_stamp
from forumgm.record.referee_authors import expect_own_item
from forumgm.record.table import Ballot, LeaderWindow, Table, Undo
from forumgm.record.verdict import Findings, Flaw, quote

Judge = Callable[[Desk, Event], None]

MOST_UNDOS = 1_000
"""A record with more undos is none of a game."""

_FREE: dict[str, Judge] = {
    "game_opened": seats.game_opened,
    "player_joined": seats.player_joined,
    "seat_ready": seats.seat_ready,
    "player_left": seats.player_left,
    "reserve_joined": seats.reserve_joined,
    "nickname_set": seats.nickname_set,
    "player_absent": seats.player_absent,
    "game_started": seats.game_started,
    "player_replaced": seats.player_replaced,
    "game_paused": clock.game_paused,
    "game_resumed": clock.game_resumed,
    "ceiling_changed": clock.ceiling_changed,
    "delay_noted": clock.delay_noted,
    "standing_order_set": clock.standing_order_set,
    "standing_order_cleared": clock.standing_order_cleared,
    "item_flagged": clock.nothing_to_judge,
    "overridden": clock.overridden,
    "secrets_viewed": clock.secrets_viewed,
    "note_added": clock.nothing_to_judge,
    "announced": clock.nothing_to_judge,
}
"""Events that may stand between those of the game."""

_FLOW: dict[str, Judge] = {
    "round_started": rounds.round_started,
    "leader_changed": rounds.leader_changed,
    "window_opened": rounds.window_opened,
    "window_passed": rounds.window_passed,
    "window_pass_withdrawn": rounds.window_pass_withdrawn,
    "window_closed": rounds.window_closed,
    "cards_drawn": cards.cards_drawn,
    "card_given": cards.card_given,
    "card_played": cards.card_played,
    "card_taken": cards.card_taken,
    "card_moved": cards.card_moved,
    "role_shown": cards.role_shown,
    "mission_vote_shown": cards.mission_vote_shown,
    "team_proposed": votes.team_proposed,
    "proposal_voided": votes.proposal_voided,
    "team_vote_cast": votes.team_vote_cast,
    "team_vote_withdrawn": votes.team_vote_withdrawn,
    "team_vote_closed": votes.team_vote_closed,
    "team_cancelled": votes.team_cancelled,
    "mission_started": missions.mission_started,
    "mission_vote_cast": missions.mission_vote_cast,
    "mission_vote_withdrawn": missions.mission_vote_withdrawn,
    "mission_closed": missions.mission_closed,
    "idle_acted": idle.idle_acted,
    "game_ended": clock.game_ended,
}
"""Events that move the game: what is due by rule must come before any other of these."""

_BEFORE_START = frozenset({"game_ended", "game_paused", "game_resumed", "ceiling_changed", "delay_noted"})
_NEEDS_TABLE = frozenset({"standing_order_set", "standing_order_cleared", "delay_noted", "undone"})


class Referee:
    """Judges one game from its events."""

    def __init__(self, record: Record, *, found: Findings) -> None:
        """Take the record and where to note what is found."""
        self._events = record.events
        self._found = found
        self._ending = _ending(record)
        opening = record.events[0].data
        self._public = opening.get("public") is True
        self.desk = Desk(found, _seed(self._ending), reduced=self._public and self._ending is None)
        self._live: list[int] = []
        self._wanted = self._wanted_snapshots()
        self._snapshots: dict[int, tuple[Table, int]] = {}

    def judge(self) -> bool:
        """Judge every event; return whether the game is finished."""
        for event in self._events:
            if self._found.full:
                break
            self._judge_one(event)
        self._close()
        return self._ending is not None

    def _wanted_snapshots(self) -> set[int]:
        targets = [event.data.get("to_seq") for event in self._events if event.type == "undone"]
        if len(targets) > MOST_UNDOS:
            self._found.add(None, Flaw.WRONG_UNDO, f"{len(targets)} undos; more than {MOST_UNDOS} are not read.")
            return set()
        return {target for target in targets if type(target) is int}

    def _judge_one(self, event: Event) -> None:
        desk = self.desk
        desk.now = event
        if event.type not in FIELDS:
            if event.type:
                self._found.skip(f"type {quote(event.type)}: not known to this version")
            return
        if not check_fields(event, public=self._public, found=self._found) or event.at < 0:
            return
        if self._is_out_of_place(event):
            return
        self._scope(event)
        expect_own_item(desk, event)
        if event.type == "undone":
            self._undo(event)
        elif event.type in _FLOW:
            self._turn(event)
            _FLOW[event.type](desk, event)
        else:
            _FREE[event.type](desk, event)
        desk.latest_at = max(desk.latest_at, event.at)
        self._keep(event)

    def _is_out_of_place(self, event: Event) -> bool:
        """Note what can stand nowhere here; true if it is not judged any further."""
        desk = self.desk
        if desk.ended:
            desk.breach(Flaw.AFTER_THE_END, f"{event.type} stands behind game_ended, which is the last line.")
            return True
        if desk.opened_at is None:
            return event.type != "game_opened"
        desk.law(
            event.at >= desk.opened_at,
            Flaw.TOO_EARLY,
            f"{event.type} at {to_stamp(event.at)}; the game was opened at {to_stamp(desk.opened_at)}.",
        )
        needs_start = event.type in _FLOW or event.type in _NEEDS_TABLE
        if desk.started_seq is None and needs_start and event.type not in _BEFORE_START - _NEEDS_TABLE:
            desk.breach(Flaw.OUT_OF_TURN, f"{event.type} before game_started.")
            return True
        return False

    def _scope(self, event: Event) -> None:
        """Find out whether a moderator's override stands behind the event (record.md, fine print)."""
        desk = self.desk
        override = desk.override
        if override is not None and event.type != "overridden" and _item(event) != _item(override):
            desk.override = None
        desk.excused = desk.override is not None and event.type != "overridden"
        undo = desk.table.undone
        if undo is not None and event.type == "overridden" and list(undo.names) == desk.table.names:
            undo.names = ()  # all seats are as they were; a seat that changes hands from here on is a new matter

    def _turn(self, event: Event) -> None:
        """Compare the event with what is due by rule, and end what it puts an end to."""
        desk = self.desk
        table = desk.table
        if event.type != "mission_vote_shown":  # the Spotlight's vote stands before the delays
            clock.end_delays(desk)
        self._end_undo(table)
        idle.lapse_idle(desk, event)
        table.replaced_at = None
        desk.may_open = table.leader_window is LeaderWindow.MAY
        table.leader_window = LeaderWindow.NONE
        desk.awaited = False
        if not table.dues:
            return
        due = table.dues[0]
        if due.type != event.type:
            desk.foul(Flaw.OUT_OF_TURN, f"{event.type} stands where {due.type} must follow.")
            table.dues = []
            return
        wrong = [name for name, value in due.fields.items() if event.data[name] != value]
        if wrong and desk.excused:
            table.dues = []
            return
        desk.awaited = True
        del table.dues[0]
        for name in wrong:
            desk.breach(
                Flaw.WRONG_CONSEQUENCE,
                f"{event.type}: {name} is {quote(event.data[name])}; the rules give {quote(due.fields[name])}.",
            )
        early = event.at < due.since
        desk.rule(not early, Flaw.TOO_EARLY, f"{event.type} at {to_stamp(event.at)}, before {to_stamp(due.since)}.")

    def _end_undo(self, table: Table) -> None:
        undo = table.undone
        if undo is None:
            return
        desk = self.desk
        opened = undo.left is None or table.paused_at is not None or desk.reduced
        desk.rule(opened, Flaw.WRONG_UNDO, "After an undo the reopened period needs its ceiling_changed (undone).")
        same = not undo.names or list(undo.names) == table.names
        desk.law(same, Flaw.WRONG_UNDO, "After an undo the replacements of the stretch are written again.")
        table.undone = None

    def _undo(self, event: Event) -> None:
        desk = self.desk
        target = event.data["to_seq"]
        while self._live and self._live[-1] > target:
            self._live.pop()
        alive = bool(self._live) and self._live[-1] == target
        late = desk.started_seq is not None and target >= desk.started_seq
        desk.law(alive, Flaw.WRONG_UNDO, f"to_seq {quote(target)} is no event that still counts.")
        desk.law(late, Flaw.WRONG_UNDO, f"to_seq {quote(target)} is before the start of the game.")
        if not alive or not late or target not in self._snapshots:
            return
        before = desk.table
        kept, at = self._snapshots[target]
        table = copy.deepcopy(kept)
        table.was_undone = True
        if (before.paused_at is None) != (table.paused_at is None) or before.pause_unclear:
            table.pause_unclear = True
        left = None if table.period is None else table.period.closes_at - at
        table.undone = Undo(event.at, left, tuple(before.names))
        desk.table = table

    def _keep(self, event: Event) -> None:
        self._live.append(event.seq)
        if event.seq in self._wanted and self.desk.started_seq is not None:
            self._snapshots[event.seq] = (copy.deepcopy(self.desk.table), event.at)

    def _close(self) -> None:
        desk = self.desk
        if desk.started_seq is not None:
            desk.now = self._events[-1]
            if self._ending is not None:
                clock.end_delays(desk)
            seats.missing_reserves(desk)
        period = desk.table.period
        if desk.reduced and isinstance(period, Ballot) and period.casts:
            desk.breach(Flaw.PUBLIC_LEAK, "A public record holds votes of a ballot that is still open.")
        self._name_gaps()

    def _name_gaps(self) -> None:
        skip = self._found.skip
        if self._ending is None:
            skip("draws (order, roles, deck): the secret is published at the end only")
        elif self.desk.started_seq is not None and self.desk.chance is None:
            skip("draws (order, roles, deck): there is no secret that fits the commitment")
        if self.desk.reduced:
            skip("roles, mission votes, looks and standing orders: a public record of a running game leaves them out")
            skip("team votes as they were cast: a public record shows them when they are closed")


def _item(event: Event) -> object:
    source = event.source
    return source.get("id") if isinstance(source, dict) else None


def _ending(record: Record) -> Event | None:
    """Return the end of the game: the last line that says so."""
    return next((event for event in reversed(record.events) if event.type == "game_ended"), None)


def _seed(ending: Event | None) -> bytes | None:
    seed = None if ending is None else ending.data.get("seed")
    if not isinstance(seed, str) or not HEX64.accepts(seed):
        return None
    secret = bytes.fromhex(seed)
    return secret if len(secret) == SECRET_BYTES else None


def judge_game(record: Record, *, found: Findings) -> bool:
    """Judge the record of a game; return whether it is finished."""
    return Referee(record, found=found).judge()
