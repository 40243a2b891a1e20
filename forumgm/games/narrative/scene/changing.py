"""What a line of the record says that changed: plain data -> changes, and what stood there before.

Law: data that cannot be raises ``BrokenRecordError``.
"""

from collections.abc import Mapping
from typing import Any

from forumgm.games.narrative.plain import from_plain
from forumgm.games.narrative.scene.state import Changes, Scene, Sheet
from forumgm.games.narrative.sheets import Consequence, FitdSheet, Given, Lead, Npc, ResistanceSheet, frozen


def sheet_of(scene: Scene, data: Any) -> Sheet:
    """Return a sheet of this scene's system from plain data."""
    return from_plain(FitdSheet, data) if scene.is_fitd else from_plain(ResistanceSheet, data)


def changes_of(scene: Scene, data: Mapping[str, Any]) -> Changes:
    """Return changes from plain data."""
    given = data.get("given", {})
    return Changes(
        sheets=frozen({account: sheet_of(scene, each) for account, each in data.get("sheets", {}).items()}),
        consequences=frozen(
            {
                account: tuple(from_plain(Consequence, each) for each in row)
                for account, row in data.get("consequences", {}).items()
            }
        ),
        npcs=frozen({name: from_plain(Npc, each) for name, each in data.get("npcs", {}).items()}),
        given=frozen({name: None if each is None else from_plain(Given, each) for name, each in given.items()}),
        lead=from_plain(Lead, data["lead"]) if data.get("lead") else None,
    )


def before_of(scene: Scene, changes: Changes) -> Changes:
    """Return what stands now where these changes will be."""
    return Changes(
        sheets=frozen({each: scene.characters[each].sheet for each in changes.sheets if each in scene.characters}),
        consequences=frozen(
            {each: scene.threats[each].consequences for each in changes.consequences if each in scene.threats}
        ),
        npcs=frozen({each: scene.npcs[each] for each in changes.npcs if each in scene.npcs}),
    )
