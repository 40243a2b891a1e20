"""``forumgm replay``: a record told as a story, a line for each thing that happened.

Law: nothing is told that does not stand in the record, and a record that is wrong somewhere is told as far as it
can be read; judging it is the referee's.
"""

from collections.abc import Callable, Mapping
from typing import Any

from forumgm.record.lines import Event, read_record, to_stamp
from forumgm.record.verdict import Findings

Told = Callable[[Mapping[str, Any]], str]

_LONGEST_WORD = 200
_MOST_NAMES = 20
_CONTROL = dict.fromkeys((*range(32), 127, *range(128, 160), 8232, 8233), " ")


def replay_lines(text: str | bytes) -> list[str]:
    """Return the story of a record; each line has the time and what happened. Never raises on what the text holds."""
    events = read_record(text, found=Findings()).events
    return [f"{_when(event)}  {told}" for event in events if (told := _tell(event))]


def _when(event: Event) -> str:
    return to_stamp(event.at).replace("T", " ").removesuffix("Z") if event.at >= 0 else "????-??-?? ??:??:??"


def _tell(event: Event) -> str:
    teller = _TELLERS.get(event.type) or _SCENE_TELLERS.get(event.type)
    if teller is None:
        return f"({_word(event.type)})" if event.type else ""
    return teller(event.data)


def _word(value: object) -> str:
    """Return a value as one line of harmless text."""
    if isinstance(value, list):
        more = ", ..." if len(value) > _MOST_NAMES else ""
        return (", ".join(_word(item) for item in value[:_MOST_NAMES]) or "nobody") + more
    if isinstance(value, dict | float):
        return "?"
    text = "nobody" if value is None else str(value) if not isinstance(value, int) else f"{value % 10**12}"
    clean = text[:_LONGEST_WORD].translate(_CONTROL)
    return clean.encode("utf-8", "replace").decode("utf-8").replace("_", " ") if clean else "?"


def _name(value: object) -> str:
    """Return a name, or a list of names, as spelt."""
    if isinstance(value, list):
        more = ", ..." if len(value) > _MOST_NAMES else ""
        return (", ".join(_name(item) for item in value[:_MOST_NAMES]) or "nobody") + more
    if not isinstance(value, str):
        return "nobody" if value is None else "?"
    return value[:_LONGEST_WORD].translate(_CONTROL).encode("utf-8", "replace").decode("utf-8") or "?"


def _cards(value: object) -> str:
    return _word(value) if value else "no card"


def _line(template: str) -> Told:
    """Return a teller from a template: ``{field}`` is a name as spelt, ``{field:w}`` a word of the game."""

    def told(data: Mapping[str, Any]) -> str:
        return template.format_map(_Fields(data))

    return told


class _Shown:
    def __init__(self, value: object) -> None:
        self._value = value

    def __format__(self, spec: str) -> str:
        if spec == "w":
            return _word(self._value)
        return _cards(self._value) if spec == "c" else _name(self._value)


class _Fields(dict[str, _Shown]):
    def __init__(self, data: Mapping[str, Any]) -> None:
        super().__init__({name: _Shown(value) for name, value in data.items()})

    def __missing__(self, _key: str) -> _Shown:
        return _Shown("?")


def _started(data: Mapping[str, Any]) -> str:
    roles = data.get("roles")
    spies = [name for name, role in roles.items() if role == "spy"] if isinstance(roles, dict) else None
    told = f" Spies: {_name(spies)}." if spies is not None else ""
    return f"The game starts. Order: {_name(data.get('order'))}.{told}"


def _votes(data: Mapping[str, Any]) -> str:
    votes = data.get("votes")
    if not isinstance(votes, dict):
        return ""
    by_vote: dict[str, list[str]] = {}
    for name, vote in votes.items():
        by_vote.setdefault(_word(vote), []).append(name)
    return "; ".join(f"{vote}: {_name(names)}" for vote, names in sorted(by_vote.items()))


def _team_vote_closed(data: Mapping[str, Any]) -> str:
    outcome = "approved" if data.get("approved") is True else "rejected"
    missing = f" Missing: {_name(data['missing'])}." if data.get("missing") else ""
    rejections = f" Rejections: {_word(data.get('rejections'))}." if outcome == "rejected" else ""
    return f"The team is {outcome}. {_votes(data) or 'Nobody voted'}.{missing}{rejections}"


def _mission_closed(data: Mapping[str, Any]) -> str:
    outcome = "succeeds" if data.get("succeeded") is True else "fails"
    score = data.get("score")
    points = [score.get(side) for side in ("resistance", "spies")] if isinstance(score, dict) else [None, None]
    sabotages = f" with {_word(data['sabotages'])} sabotages" if "sabotages" in data else ""
    votes = f" {_votes(data)}." if _votes(data) else ""
    result = f"Mission {_word(data.get('round'))} {outcome}{sabotages}."
    return f"{result} Score {_word(points[0])} to {_word(points[1])}.{votes}"


def _ended(data: Mapping[str, Any]) -> str:
    winner = data.get("winner")
    if winner is None:
        return "The game is broken off; nobody wins."
    return f"The game is over: the {_word(winner)} win ({_word(data.get('because'))})."


def _played(data: Mapping[str, Any]) -> str:
    at = f" on {_name(data['target'])}" if data.get("target") is not None else ""
    return f"{_name(data.get('player'))} plays {_word(data.get('card'))}{at}."


def _taken(data: Mapping[str, Any]) -> str:
    if data.get("card") is None:
        return f"{_name(data.get('by'))} finds no card to take."
    return f"{_name(data.get('by'))} takes {_word(data.get('card'))} from {_name(data.get('from'))}."


def _vote_shown(data: Mapping[str, Any]) -> str:
    whom = "everybody" if data.get("to") is None else _name(data.get("to"))
    return f"{_name(data.get('of'))}'s mission vote is shown to {whom} ({_word(data.get('because'))})."


def _rolled(data: Mapping[str, Any]) -> str:
    dice = data.get("dice")
    rows = dice if isinstance(dice, list) else []
    shown = [
        f"{_word(die.get('purpose'))} d{_word(die.get('sides'))} {_word(die.get('faces'))}"
        for die in rows[:_MOST_NAMES]
        if isinstance(die, dict)
    ]
    who, number = _name(data.get("character")), _word(data.get("roll"))
    return f"Roll {number}, {who}: {'; '.join(shown) or 'no dice'} = {_word(data.get('result'))}."


_SCENE_TELLERS: dict[str, Told] = {
    "scene_opened": _line("Scene {scene} is opened in {thread} with the rules {system:w}; GM {gm}."),
    "gm_known": _line("{gm} takes up the part of the GM."),
    "character_set": _line("{player}'s sheet stands."),
    "stakes_set": _line("Stakes are set for {players}."),
    "stakes_cleared": _line("The scene's stakes are gone."),
    "npc_set": _line("An opponent is set up."),
    "threatened": _line("Something threatens {player}."),
    "roll_requested": _line("{player}'s roll waits ({awaiting:w})."),
    "assisted": _line("{helper} helps {player}."),
    "request_dropped": _line("{player}'s waiting roll is dropped ({because:w})."),
    "rolled": _rolled,
    "acted": _line("{player}: {result:w}."),
    "landed": _line("What threatened {player} happens ({because:w})."),
    "gm_asked": _line("The GM is asked about {player}."),
    "ruling_kept": _line("{player} keeps {fallout}."),
    "roll_voided": _line("Roll {roll:w} is void: {reason}"),
    "scene_closed": _line("The scene is closed by {by}."),
}

_TELLERS: dict[str, Told] = {
    "game_opened": _line("Game {game} is opened in {thread}."),
    "player_joined": _line("{player} takes a seat."),
    "seat_ready": _line("{player} is ready."),
    "player_left": _line("{player} leaves."),
    "reserve_joined": _line("{player} is a reserve."),
    "nickname_set": _line("{player} is also called {nicknames}."),
    "player_absent": _line("{player} is away: {text}"),
    "game_started": _started,
    "round_started": _line("Round {round:w} begins; {leader} leads."),
    "window_opened": _line("The {window:w} window opens for {holders}."),
    "window_passed": _line("{player} passes in the {window:w} window ({because:w})."),
    "window_pass_withdrawn": _line("{player} takes the pass back."),
    "window_closed": _line("The {window:w} window closes."),
    "leader_changed": _line("{leader} is Leader now ({because:w})."),
    "cards_drawn": _line("Drawn: {cards:c}."),
    "card_given": _line("{by} gives {card:w} to {to}."),
    "card_played": _played,
    "card_taken": _taken,
    "card_moved": _line("A moderator moves {card:w} from {from} to {to}."),
    "role_shown": _line("{of}'s role is shown to {to} ({because:w})."),
    "team_proposed": _line("{leader} proposes {team} (attempt {attempt:w})."),
    "proposal_voided": _line("The proposal is void (attempt {attempt:w})."),
    "team_vote_cast": _line("{player} votes {vote:w}."),
    "team_vote_withdrawn": _line("{player}'s vote is withdrawn ({because:w})."),
    "team_vote_closed": _team_vote_closed,
    "team_cancelled": _line("{player} cancels the team with no confidence. Rejections: {rejections:w}."),
    "mission_started": _line("Mission {round:w} starts with {team}."),
    "mission_vote_cast": _line("{player} plays {vote:w}."),
    "mission_vote_withdrawn": _line("{player}'s mission vote is withdrawn ({because:w})."),
    "mission_vote_shown": _vote_shown,
    "mission_closed": _mission_closed,
    "game_ended": _ended,
    "delay_noted": _line("{player} missed a vote."),
    "idle_acted": _line("{player} is idle; the program acts ({action:w})."),
    "standing_order_set": _line("{player} leaves the order: {order}"),
    "standing_order_cleared": _line("{player}'s order no longer holds."),
    "game_paused": _line("The game is paused."),
    "game_resumed": _line("The game goes on."),
    "ceiling_changed": _line("The period ends at {closes_at} now ({because:w})."),
    "player_replaced": _line("{new} plays on for {old}."),
    "item_flagged": _line("{item} was {because:w} after it was read."),
    "overridden": _line("Moderator {moderator}: {command} ({reason})"),
    "secrets_viewed": _line("Moderator {moderator} looks at secrets: {what}"),
    "note_added": _line("Note by {moderator}: {text}"),
    "announced": _line("{moderator} announces: {text}"),
    "undone": _line("Everything after line {to_seq:w} is undone."),
}
