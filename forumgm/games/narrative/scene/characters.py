"""Sheets by comment or message: ``!character`` (issue 4.1, narrative.md part E).

Laws: a sheet is one player's; what contradicts itself is refused with every reason; numbers that play has set (stress,
trauma) are the GM's to change once the sheet stands.
"""

from dataclasses import replace
from types import MappingProxyType
from typing import Any

from forumgm.core.errors import Refusal
from forumgm.games.narrative.faces import key
from forumgm.games.narrative.plain import to_plain
from forumgm.games.narrative.scene.declared import DeclaredSheet, read_character
from forumgm.games.narrative.scene.events import CharacterSet
from forumgm.games.narrative.scene.state import Character, Scene, Sheet
from forumgm.games.narrative.scene.turn import Turn, no
from forumgm.games.narrative.sheet_reader import SheetError, read_case
from forumgm.games.narrative.sheets import FitdSheet, ResistanceSheet

MAX_CHARACTERS = 60
_PLAYED = ("stress", "trauma")


def write_sheet(turn: Turn) -> Refusal | None:
    """Write or change a sheet."""
    scene, command = turn.scene, turn.command
    owner = _owner(turn)
    if isinstance(owner, Refusal):
        return owner
    player, account = owner
    said = read_character(command.rest, scene.options)
    old = scene.characters.get(account)
    refused = _may_not(turn, said, old, account=account)
    if refused is not None:
        return refused
    is_new = old is None or old.given_by_rule or (bool(said.name) and key(said.name) != key(old.name))
    data = {} if is_new or old is None else sheet_data(old.sheet)
    name = said.name or (old.name if old is not None else player)
    made = _made(scene, {**_merged(data, said.values), "name": name})
    if isinstance(made, Refusal):
        return made
    if old is not None and not is_new and isinstance(made, FitdSheet) and isinstance(old.sheet, FitdSheet):
        made = replace(made, dead=old.sheet.dead)
    changed = () if is_new or old is None else tuple(_differences(data, sheet_data(made)))
    if old is not None and not is_new and not changed:
        return no("sheet_same")
    turn.add(CharacterSet(player, account, to_plain(made), changed))
    return None


def _owner(turn: Turn) -> tuple[str, str] | Refusal:
    """Whose sheet it is: the writer's, or for the GM that of the player named."""
    users = turn.command.users
    if not users or users[0].casefold() == turn.order.by.name.casefold():
        return turn.order.by.name, turn.account
    if not turn.is_gm:
        return no("not_for_others", name=users[0])
    found = turn.scene.by_name(users[0])
    return (found.player, found.account) if found is not None else no("no_such_player", name=users[0])


def _may_not(turn: Turn, said: DeclaredSheet, old: Character | None, *, account: str) -> Refusal | None:
    if said.problems:
        return no("declared_wrong", problems=said.problems[:8])
    if not said.name and not said.values:
        return no("sheet_empty", attributes=turn.scene.attributes)
    if said.name and not key(said.name).strip("_"):
        return no("declared_wrong", problems=["A name needs a letter or a number."])
    others = [each for each in turn.scene.characters.values() if each.account != account]
    if said.name and any(key(each.name) == key(said.name) for each in others):
        return no("name_in_play", name=said.name)
    if old is None and len(others) >= MAX_CHARACTERS:
        return no("too_many_characters", limit=MAX_CHARACTERS)
    is_other = bool(old and said.name and key(said.name) != key(old.name))
    if old is not None and is_other and not old.given_by_rule and not _is_gone(old.sheet) and not turn.is_gm:
        return no("plays_already", name=old.name)
    if old is not None and not is_other and not turn.is_gm and any(each in said.values for each in _PLAYED):
        return no("gm_sets_stress", gm=turn.scene.gm)
    return None


def _is_gone(sheet: Sheet) -> bool:
    return isinstance(sheet, FitdSheet) and sheet.dead


def _made(scene: Scene, data: dict[str, Any]) -> Sheet | Refusal:
    given: dict[str, Any]
    if scene.is_fitd:
        fitd = scene.fitd
        given = {"attributes": list(fitd.attributes), "track_size": fitd.track_size, "trauma_max": fitd.trauma_max}
        given["harm_rows"] = dict(fitd.harm_rows)
    else:
        given = {"resistances": list(scene.pool.resistances)}
    try:
        made: Sheet = read_case(scene.system, {**data, "options": given}).sheet
    except SheetError as wrong:
        return no("declared_wrong", problems=list(wrong.problems)[:8])
    return made


def _merged(data: dict[str, Any], values: dict[str, Any]) -> dict[str, Any]:
    """New values over old ones; rows of boxes keep what is marked in them."""
    merged = dict(data)
    for name, value in values.items():
        old = merged.get(name)
        if isinstance(value, dict) and isinstance(old, dict):
            merged[name] = {**old, **{each: _row(old.get(each), new) for each, new in value.items()}}
        else:
            merged[name] = value
    return merged


def _row(old: Any, new: Any) -> Any:
    if isinstance(new, dict) and isinstance(old, dict):
        return {"size": new["size"], "used": min(old["used"], new["size"])}
    return new


def sheet_data(sheet: Sheet) -> dict[str, Any]:
    """Return a sheet as the plain data that `sheet_reader` takes."""
    if isinstance(sheet, ResistanceSheet):
        return {
            "name": sheet.name,
            "skills": list(sheet.skills),
            "domains": list(sheet.domains),
            "mastery": list(sheet.mastery),
            "stress": dict(sheet.stress),
            "slots": {name: {"size": row.size, "used": row.used} for name, row in sheet.slots.items()},
            "fallouts": [
                {"name": each.name, "level": str(each.level), "repaired": each.repaired}
                | ({"source": each.source} if each.source is not None else {})
                for each in sheet.fallouts
            ],
        }
    return {
        "name": sheet.name,
        "ratings": dict(sheet.ratings),
        "stress": {"track": sheet.track},
        "trauma": sheet.trauma,
        "boxes": {str(kind): {"size": row.size, "used": row.used} for kind, row in sheet.boxes.items()},
        "harm": {f"level{row}": list(names) for row, names in sheet.harm.items() if names},
    }


def _differences(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """Say what changed, field by field."""
    before, after = MappingProxyType(_flat(old)), MappingProxyType(_flat(new))
    names = list(dict.fromkeys([*before, *after]))
    return [
        f"{name} {before.get(name, 'none')} to {after.get(name, 'none')}"
        for name in names
        if before.get(name) != after.get(name)
    ]


def _flat(data: dict[str, Any]) -> dict[str, str]:
    flat: dict[str, str] = {}
    for name, value in data.items():
        if isinstance(value, dict):
            for inner, each in value.items():
                words = f"{each['size']} (used {each['used']})" if isinstance(each, dict) else str(each)
                label = inner if name in ("ratings", "boxes") else f"{name} {inner}"
                flat[label] = words
        elif isinstance(value, list):
            flat[name] = ", ".join(each["name"] if isinstance(each, dict) else str(each) for each in value) or "none"
        else:
            flat[name] = str(value)
    return flat
