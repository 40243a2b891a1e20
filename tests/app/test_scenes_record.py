"""narrative.md part D, record.md: a scene's record replays, verifies, and a changed die is found out."""

import json
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from forumgm.core.kernel import replay
from forumgm.games.narrative.scene.events import CODEC, TYPES
from forumgm.games.narrative.scene.system import NarrativeSystem
from forumgm.record.lines import chain
from forumgm.record.publish import public_record
from forumgm.record.story import replay_lines
from forumgm.record.verify import verify_text
from tests.app.scenes import Stage

Row = dict[str, Any]


def played_pool() -> Stage:
    scene = Stage("resistance_system resistances BODY,GOLD gm present roll_without_stakes default_now")
    scene.say("ann", "!character Ann skills Sneak, Fight domains Docks slots BODY 2")
    scene.say("bo", "!character Bo skills Fight")
    scene.say("Mara", "!npc Ogre resistance 5 diff 1 weapon d6")
    for number in range(6):
        scene.say("ann", f"!roll fight vs ogre weapon d8 -- blow {number}")
    scene.say("bo", "!roll fight help from u/ann")
    scene.say("ann", "!assist")
    scene.say("Mara", "!stakes u/ann diff 2 d8 GOLD")
    last = scene.say("ann", "!roll")
    scene.say("Mara", "!stress u/bo 6 BODY, d6 GOLD")
    scene.say("Mara", "!fallout keep")
    scene.say("ann", "!act BODY d6\n\n[[2d6+1]] and [[1d20]]")
    scene.say("ann", "!lead fight\n\n!lay low")
    scene.say("bo", "!follow")
    scene.say("Mara", f"!void {len([1 for line in scene.log() if json.loads(line)['type'] == 'rolled'])} too dark")
    scene.forum.delete_as("ann", last)
    scene.cycle(after=300, times=6)
    return scene


def played_fitd(system: str) -> Stage:
    scene = Stage(system)
    names = "body 2 wits 1 will 0" if system == "fitd_protection" else "insight 2 prowess 1 resolve 0"
    first = names.split()[0]
    scene.say("ian", f"!character ian {names} light stress 3")
    scene.say("Mara", f'!threat u/ian 1: harm 3 "Cut" {first}; 2: alarm clock +3, {first}; 3: harm 4 {first}')
    scene.say("ian", "!resist 1\n\n!armour 1")
    scene.say("ian", "!pay 1")
    scene.say("ian", "!accept 3 death" if system == "blades" else "!resist 3")
    scene.say("ian", "!r 4d6kh3 to hit, 2d6 damage")
    scene.waits(60)
    scene.say("Mara", "!threat u/ian harm 1")
    scene.waits(60)
    return scene


def rows(scene: Stage) -> list[Row]:
    return [json.loads(line) for line in scene.log()]


def text_of(found: list[Row]) -> str:
    return "\n".join(chain(found)) + "\n"


SCENES: dict[str, Callable[[], Stage]] = {
    "resistance_system": played_pool,
    "blades": lambda: played_fitd("blades"),
    "fitd_choice": lambda: played_fitd("fitd_choice"),
    "fitd_protection": lambda: played_fitd("fitd_protection"),
}


@pytest.mark.parametrize("system", SCENES)
def test_a_scene_verifies_running_and_closed_and_replays_to_the_same_state(system: str) -> None:
    scene = SCENES[system]()
    text = "\n".join(scene.log()) + "\n"
    running = verify_text(text, running=True)
    assert (running.ok, running.problems) == (True, ())
    assert "secret is not published yet" in running.unchecked[0]
    assert not verify_text(text).ok
    scene.say("Mara", "!scene close")
    closed = verify_text("\n".join(scene.log()) + "\n")
    assert (closed.ok, closed.finished, closed.problems, closed.unchecked) == (True, True, (), ())
    game = scene.game()
    with scene.store.transaction() as tx:
        live = scene.rooms.table.look(tx, game).state
    system_ = NarrativeSystem()
    assert replay(system_, system_.initial(), [CODEC.decode(line) for line in scene.log()]) == live


def test_every_roll_has_its_dice_pool_result_comment_index_and_purpose() -> None:
    """record.md, last lines."""
    scene = played_pool()
    rolled = [row for row in rows(scene) if row["type"] == "rolled"]
    assert len(rolled) >= 11
    for row in rolled:
        assert row["comment"].startswith("t1_")
        assert isinstance(row["index"], int)
        assert row["result"]
        assert all(die["purpose"] and die["sides"] and die["faces"] for die in row["dice"])
    by_rule = next(row for row in rolled if row["command"]["verb"] == "roll")
    assert by_rule["pool"] == {"dice": 1, "sides": 10, "difficulty": 1, "steps": 0, "net": 1}
    plain = next(row for row in rolled if "rolls" in row["command"])
    assert plain["pool"] == {"expr": "2d6+1; 1d20"}
    assert (plain["index"], plain["dice"][0]["purpose"]) == (1, "pool")


def closed_rows() -> list[Row]:
    scene = played_pool()
    scene.say("Mara", "!scene close")
    return rows(scene)


def first_roll(found: list[Row]) -> Row:
    return next(row for row in found if row["type"] == "rolled")


def _other_face(found: list[Row]) -> None:
    die = first_roll(found)["dice"][0]
    die["faces"][0] = die["faces"][0] % die["sides"] + 1


def _other_result(found: list[Row]) -> None:
    first_roll(found)["result"] = "critical_success" if first_roll(found)["result"] != "critical_success" else "failure"


def _other_stress(found: list[Row]) -> None:
    row = next(r for r in found if r["type"] == "rolled" and r["facts"].get("stress"))
    row["facts"]["stress"] += 1


def _other_sheet(found: list[Row]) -> None:
    row = next(r for r in found if r["type"] == "rolled" and r["changes"].get("sheets"))
    sheet = next(iter(row["changes"]["sheets"].values()))
    sheet["stress"] = {name: value + 1 for name, value in sheet["stress"].items()}


def _other_commitment(found: list[Row]) -> None:
    found[0]["commitment"] = "0" * 64


def _other_comment(found: list[Row]) -> None:
    first_roll(found)["comment"] = "t1_zzz"


def _rolled_twice(found: list[Row]) -> None:
    at = found.index(first_roll(found))
    found.insert(at + 1, json.loads(json.dumps(found[at])))


@pytest.mark.parametrize(
    ("tamper", "code"),
    [
        (_other_face, "wrong_draw"),
        (_other_result, "wrong_consequence"),
        (_other_stress, "wrong_consequence"),
        (_other_sheet, "wrong_consequence"),
        (_other_commitment, "wrong_commitment"),
        (_other_comment, "wrong_draw"),
        (_rolled_twice, "out_of_turn"),
    ],
)
def test_a_record_that_was_changed_is_found_out(tamper: Callable[[list[Row]], None], code: str) -> None:
    found = closed_rows()
    assert verify_text(text_of(found)).ok
    tamper(found)
    verdict = verify_text(text_of(found))
    assert not verdict.ok
    assert code in {problem.code for problem in verdict.problems}


def test_whatever_stands_in_a_record_a_verdict_comes_out() -> None:
    found = closed_rows()
    for row in found[1:]:
        for name in list(row):
            wrongs: tuple[Any, ...] = (None, [], {}, -1, "x", {"a": [{}]})
            for wrong in wrongs:
                if name in ("seq", "prev"):
                    continue
                broken = [dict(each) for each in found[: min(len(found), 6)]]
                if row in found[:6]:
                    broken[found.index(row)][name] = wrong
                    verify_text(text_of(broken), running=True)


def test_a_public_record_of_a_running_scene_verifies_and_hides_by_which_message_a_sheet_came() -> None:
    scene = Stage("blades")
    scene.forum.write("sia", "S1 !character Silas insight 2 prowess 3 resolve 1")
    scene.cycle(times=3)
    text = "".join(f"{line}\n" for line in scene.log())
    assert "t4_" in text
    public = public_record(text)
    assert "t4_" not in public
    assert json.loads(public.splitlines()[0])["public"] is True
    assert verify_text(public, running=True).problems == ()
    scene.say("Mara", "!scene close")
    whole = "".join(f"{line}\n" for line in scene.log())
    assert public_record(whole) == whole


def test_a_scene_is_told_as_a_story() -> None:
    told = "\n".join(replay_lines(text_of(closed_rows())))
    assert "Scene s1 is opened" in told
    assert "Roll 1, Ann: pool d10" in told
    assert "The scene is closed by Mara." in told


def test_the_script_of_the_docs_gives_the_vectors_of_part_d() -> None:
    page = (Path(__file__).parents[2] / "docs" / "records-of-scenes.md").read_text(encoding="utf-8")
    script: dict[str, Any] = {}
    exec(page.split("```python\n")[1].split("```")[0], script)
    dice = script["dice"]
    secret = bytes(range(32)).hex()
    assert dice(secret, "g1", "t1_abc123", 0, "pool", 10, 3) == [9, 10, 10]
    assert dice(secret, "g1", "t1_abc123", 0, "pool", 6, 4) == [3, 6, 6, 4]
    assert dice(secret, "g1", "t1_abc123", 1, "pool", 10, 3) == [5, 3, 1]
    assert dice(secret, "g1", "t1_abc124", 0, "pool", 10, 3) == [1, 9, 6]
    assert dice(secret, "g1", "t1_abc123", 0, "pool", 10, 40)[-4:] == [1, 2, 1, 3]


def test_every_type_of_line_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "records-of-scenes.md").read_text(encoding="utf-8")
    rows = {line.split("`")[1]: line for line in page.splitlines() if line.startswith("| `")}
    assert set(rows) == {cls.type for cls in TYPES}
    for cls in TYPES:
        for field in fields(cls):
            assert f"`{field.name}`" in rows[cls.type], (cls.type, field.name)
