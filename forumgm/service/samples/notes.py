"""Samples of what the app itself says: about hosting, questions before a yes, troubles, and to the moderators.

Law: these views are made by hand, as they come from the forum's troubles; a test lets the app say each of them and
compares the names.
"""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from forumgm.core.effects import Answer, Effect, View

_AT = 1_767_225_600
_NOTHING: View = MappingProxyType({})
_FLAGS = ("extension_request", "wants_replacement", "quotes_private_message", "own_vote", "late_item", "other")
_COMMANDS = [
    {"verb": "deal_card", "args": {"card": "strong_leader", "to": "Bob"}, "text": "deal", "trial": False},
    {"verb": "standing", "args": {"what": "approve", "on": ["Ann"], "unless_on": []}, "text": "if", "trial": False},
    {"verb": "undo", "args": {"count": 2, "to": None}, "text": "!undo 2", "trial": False},
]
_SAID = [
    {"where": "thread", "to": "", "text": "**Paused.**"},
    {"where": "you", "to": "", "text": "Done."},
    {"where": "message", "to": "Bob", "text": ""},
    {"where": "moderators", "to": "", "text": ""},
]
_PROBLEMS = ["plot: 'maybe' cannot be used. Allowed: true or false."]

NOTES: Mapping[str, Sequence[View]] = MappingProxyType(
    {
        "answers/confirm": [{"code": "", "commands": _COMMANDS, "game": "G1", "facts": {}}],
        "answers/desk_link": [{"link": "https://gm.example.org/desk/login?key=abc", "minutes": 15}],
        "answers/dry_run": [{"game": "G1", "text": "!pause --try", "said": said} for said in (_SAID, [])],
        "answers/hosted": [
            {"code": "hosted", "game": "G1", "subreddit": "games", "here": here} for here in (True, False)
        ],
        "answers/last_refusal": [{"private": private} for private in (True, False)],
        "answers/no_desk": [_NOTHING],
        "answers/nudge": [{"player": "Bob", "game": "G1"}],
        "answers/passed_on": [{"player": "Bob", "code": "extension_request", "item": "t4_abc", "game": "G1"}],
        "answers/pause_kept": [{"game": "G1"}],
        "answers/quiet": [{"quiet": quiet, "trial": trial} for quiet in (True, False) for trial in (True, False)],
        "answers/restored": [{"game": "G1", "first": 12, "last": 15}],
        "answers/switched": [{"code": "switched", "on": on, "subreddit": "games"} for on in (True, False)],
        "moderators/flag": [{"player": "Bob", "code": code, "item": "t4_abc", "game": "G1"} for code in _FLAGS],
        "moderators/forum_down": [{"game": "G1", "start": _AT, "end": _AT + 7_200}],
        "moderators/forum_is_down": [{"game": "G1", "start": _AT}],
        "moderators/goes_on": [{"game": "G1"}],
        "moderators/reachable": [{"game": "G1", "player": "Bob"}],
        "moderators/restored": [
            {"game": "G1", "number": 12, "highest": 15, "post": "t1_abc", "thread": "t3_abc", "lost": lost}
            for lost in (True, False)
        ],
        "moderators/retried": [{"game": "G1", "items": items, "stood": 3_600 * items} for items in (0, 3)],
        "moderators/rights": [{"game": "G1", "subreddit": "games", "lost": lost} for lost in (True, False)],
        "moderators/set_aside": [{"game": "G1"}],
        "moderators/stuck": [{"game": "G1", "code": "THREAD_LOCKED", "number": number} for number in (7, None)],
        "moderators/stuck_no_more": [{"game": "G1", "code": "THREAD_LOCKED"}],
        "moderators/thread_closed": [{"game": "G1", "code": "THREAD_LOCKED", "subreddit": "games"}],
        "moderators/thread_open_again": [{"game": "G1"}],
        "moderators/unreachable": [{"game": "G1", "player": "Bob", "code": "NOT_WHITELISTED_BY_USER_MESSAGE"}],
        "narrative/refusals/no_dice_here": [{"code": "no_dice_here"}],
        "narrative/refusals/no_scene": [{"code": "no_scene"}],
        "narrative/refusals/scene_by_moderators": [{"code": "scene_by_moderators"}],
        "narrative/refusals/scene_options": [{"code": "scene_options", "problems": _PROBLEMS}],
        "refusals/already_hosted": [{"code": "already_hosted"}],
        "refusals/host_options": [{"code": "host_options", "problems": _PROBLEMS, "line": "!host resistance"}],
        "refusals/no_more_games": [
            {"code": "no_more_games", "subreddit": "games", "most": most, "off": most == 0} for most in (0, 1, 5)
        ],
        "refusals/no_such_game": [{"code": "no_such_game", "games": games} for games in (["G1"], ["G1", "G2"])],
        "refusals/not_a_player": [{"code": "not_a_player", "text": "Hello?", "outside": True}],
        "refusals/thread_takes_none": [
            {"code": "thread_takes_none", "subreddit": "games", "because": because}
            for because in ("locked", "archived", "removed", "gone")
        ],
        "refusals/which_game": [{"code": "which_game", "lines": ["G1 approve", "G2 approve"]}],
        "resistance/private/invited": [{"game": "G1", "player": "Zoe", "old": "Bob", "code": "BCDFGH"}],
    }
)
"""What the app passes to each of its own templates, once for each turn that the wording takes."""


def of_the_app() -> Iterator[Effect]:
    """Yield everything that the app says of its own."""
    for template, views in NOTES.items():
        yield from (Answer(template, view) for view in views)
