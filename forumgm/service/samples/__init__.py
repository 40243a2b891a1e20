"""Samples: a view or more for every template, for a dry run of the wording (``forumgm check``).

``resistance``  whole games in memory, with everything that people might ask or order beside them
``narrative``   a few scenes, from the words of their players
``refusals``    each code with its facts
``notes``       what the app itself says

Law: a view comes from the code that passes it; where it is made up a test compares it with that code. Every template
has a sample: a test lists them.
"""

from collections.abc import Iterator, Mapping

from forumgm.app.house import House
from forumgm.app.ports import GameKind
from forumgm.core.effects import Effect, StatusEdit, ThreadFlair, View
from forumgm.service.samples.narrative import scenes
from forumgm.service.samples.notes import of_the_app
from forumgm.service.samples.refusals import FACTS, of_games, of_scenes
from forumgm.service.samples.resistance import games

__all__ = ["FACTS", "samples"]


def samples(houses: Mapping[GameKind, House]) -> Iterator[tuple[str, View]]:
    """Yield templates with a view each, most of them many times, no view twice."""
    seen: set[tuple[str, str]] = set()
    for effect in _effects(houses):
        if isinstance(effect, ThreadFlair):
            continue
        template = "resistance/status" if isinstance(effect, StatusEdit) else effect.template
        key = (template, repr(effect.view))
        if key not in seen:
            seen.add(key)
            yield template, effect.view


def _effects(houses: Mapping[GameKind, House]) -> Iterator[Effect]:
    game, scene = houses[GameKind.RESISTANCE], houses[GameKind.NARRATIVE]
    yield from games(game)
    yield from scenes(scene)
    yield from of_games(game)
    yield from of_scenes(scene)
    yield from of_the_app()
