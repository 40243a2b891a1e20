"""Scenes on pages and in reports: the dice that fell, from a scene that was really played."""

import json

from starlette.applications import Starlette
from starlette.testclient import TestClient

from forumgm.record.publish import public_record
from forumgm.service.gallery import StoreGallery
from forumgm.web.links import Links
from forumgm.web.pages import routes
from forumgm.web.report import report
from tests.app.scenes import Stage
from tests.web.gallery import HOUSES, LINKS


def test_a_scene_that_was_played() -> None:
    scene = Stage("resistance_system")
    scene.say("ann", "!roll 3d10")
    scene.say("bob", "!roll 2d10")
    client = TestClient(Starlette(routes=routes(StoreGallery(lambda: scene.store, lambda: HOUSES), LINKS)))
    page = client.get("/games/s1").text
    assert "Scene S1" in page
    fell = [die for line in scene.log() for die in json.loads(line).get("dice", ())]
    tens = sum(len(die["faces"]) for die in fell if die["sides"] == 10)
    assert tens >= 5, "three and two in the pools at least"
    assert f"{tens} rolls of d10" in page
    record = client.get("/games/s1/record.jsonl").text
    assert record == public_record("".join(f"{line}\n" for line in scene.log()))
    made = report(record, story=[], more=[("Record", "sound")], links=Links(""), version="1")
    assert f"{tens} rolls of d10" in made
    assert "ann, bob" in made
