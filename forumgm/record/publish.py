"""``forumgm export --public``: the record as a reader of the thread knows it (record.md, "Public records").

Laws: what is not known to be public is left out, so that a new type or field is a secret until somebody says
otherwise; a private message leaves no trace but what the game's posts tell; after the end nothing is hidden.
"""

from typing import Any

from forumgm.record.fields import FIELDS, WITHHELD
from forumgm.record.lines import Event, chain, read_record
from forumgm.record.options import read_rules
from forumgm.record.verdict import Findings

_SECRET_TYPES = frozenset(
    {
        "team_vote_withdrawn",
        "mission_vote_cast",
        "mission_vote_withdrawn",
        "window_pass_withdrawn",
        "role_shown",
        "standing_order_set",
        "standing_order_cleared",
        "secrets_viewed",
        "note_added",
    }
)
_ENDS = frozenset({"game_ended", "scene_closed"})
_PUBLIC_ITEMS = ("t1_", "t3_")  # comments and first posts; everything else may be a private message


def public_record(text: str | bytes) -> str:
    """Return the public record of a game, line ends included; that of a finished game is the record itself."""
    events = read_record(text, found=Findings()).events
    if any(event.type in _ENDS for event in events):
        return text if isinstance(text, str) else text.decode("utf-8", "replace")
    if events and events[0].type == "scene_opened":
        return "".join(f"{line}\n" for line in chain(_scene(events)))
    return "".join(f"{line}\n" for line in chain(_Publisher(events).published()))


def _scene(events: tuple[Event, ...]) -> list[dict[str, Any]]:
    """A scene's one secret stands in its last line only; private is by which message a sheet came."""
    rows = [dict(event.data) for event in events]
    rows[0]["public"] = True
    for row in rows:
        source = row.get("source")
        if isinstance(source, dict) and not str(source.get("id", "")).startswith(_PUBLIC_ITEMS):
            del row["source"]
    return rows


class _Publisher:
    """Leaves out what only some know and numbers the rest anew."""

    def __init__(self, events: tuple[Event, ...]) -> None:
        self._events = events
        options = events[0].data.get("options") if events else None
        self._rules = read_rules(options if isinstance(options, dict) else {}, seq=None, found=Findings())
        self._told = self._settled()

    def published(self) -> list[dict[str, Any]]:
        """Return the events of the public record."""
        kept: list[dict[str, Any]] = []
        numbers: list[int] = [0]
        for place, event in enumerate(self._events):
            if self._is_public(event):
                kept.append(self._shown(event, place=place, numbers=numbers))
            numbers.append(len(kept))
        return kept

    def _settled(self) -> set[int]:
        """Return the lines that are told once their ballot or window is over, and that nothing took back."""
        told: set[int] = set()
        votes: list[int] = []
        answers: dict[str, list[int]] = {}
        for event in self._events:
            if event.type == "team_vote_cast" and event.data.get("public") is True:
                votes.append(event.seq)
            elif event.type == "window_passed" or _is_look(event):
                answers.setdefault(str(event.data.get("player")), []).append(event.seq)
            elif event.type == "window_pass_withdrawn":
                answers.pop(str(event.data.get("player")), None)
            elif event.type == "team_vote_closed":
                told.update(votes)
            elif event.type == "window_closed":
                told.update(seq for seqs in answers.values() for seq in seqs)
            if event.type in ("team_proposed", "team_vote_closed", "undone"):
                votes = []
            if event.type in ("window_opened", "window_closed", "undone"):
                answers = {}
        return told

    def _is_public(self, event: Event) -> bool:
        if event.at < 0 or event.type not in FIELDS or event.type in _SECRET_TYPES:
            return False
        if event.type in ("team_vote_cast", "window_passed") or _is_look(event):
            return event.seq in self._told
        if event.type == "mission_vote_shown":
            return event.data.get("to") is None
        if event.type == "delay_noted":
            return self._type_at(event.data.get("period")) != "mission_started"
        if event.type == "player_absent":
            return _is_public_item(_item(event))
        if event.type == "item_flagged":
            return _is_public_item(event.data.get("item"))
        return True

    def _type_at(self, seq: object) -> str:
        good = type(seq) is int and 1 <= seq <= len(self._events)
        return self._events[seq - 1].type if good and isinstance(seq, int) else ""

    def _shown(self, event: Event, *, place: int, numbers: list[int]) -> dict[str, Any]:
        known = FIELDS[event.type].keys() - WITHHELD.get(event.type, frozenset())
        if event.type == "mission_closed" and self._rules.flag("announce_sabotages"):
            known |= {"sabotages"}
        if _is_look(event) and not self._rules.flag("announce_close_eye"):
            known -= {"target"}
        kinds = FIELDS[event.type]
        shown = {name: value for name, value in event.data.items() if name in known and kinds[name].accepts(value)}
        shown |= {"at": event.data["at"], "type": event.type}
        if _is_public_item(_item(event)):
            shown["source"] = _public_source(event)
        if event.type == "game_opened":
            shown["public"] = True
        elif event.type == "window_passed" and shown.get("because") == "standing_order":
            shown["because"] = "answer"
        elif event.type == "overridden":
            shown["reason"] = "hidden"
            if not self._causes_public_only(place):
                shown["command"] = (str(shown.get("command", "")).split() or [""])[0]
        for name in ("period", "to_seq"):
            if name in shown and type(shown[name]) is int and 0 <= shown[name] < len(numbers):
                shown[name] = numbers[shown[name]]
        return shown

    def _causes_public_only(self, place: int) -> bool:
        """Say whether all that an override caused is public, so that its command tells nothing more."""
        mine = _item(self._events[place])
        for number in range(place + 1, len(self._events)):
            event = self._events[number]
            if event.type == "overridden" or _item(event) != mine:
                break
            if not self._is_public(event):
                return False
        return True


def _is_look(event: Event) -> bool:
    return event.type == "card_played" and event.data.get("card") == "close_eye"


def _item(event: Event) -> object:
    source = event.source
    return source.get("id") if isinstance(source, dict) else None


def _public_source(event: Event) -> dict[str, str]:
    source = event.source if isinstance(event.source, dict) else {}
    return {name: source[name] for name in ("id", "author") if isinstance(source.get(name), str)}


def _is_public_item(item: object) -> bool:
    return isinstance(item, str) and item.startswith(_PUBLIC_ITEMS)
