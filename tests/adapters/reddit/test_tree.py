"""A thread's tree with everything that Reddit hides (reddit.md 2, 3.5; failures 38 to 41)."""

import pytest

from forumgm.app.ports import ForumUnreachableError
from tests.adapters.forum.contract import SUB, Reader
from tests.adapters.reddit.stage import SandboxStage

EMPTY = {"kind": "Listing", "data": {"after": None, "children": []}}


@pytest.fixture
def reader(stage: SandboxStage) -> Reader:
    return Reader(stage.forum)


@pytest.fixture
def thread(stage: SandboxStage) -> str:
    return stage.open_thread("ann", SUB, "T")


def _hide_listing(stage: SandboxStage) -> None:
    stage.fault(f"GET /r/{SUB}", "json", body=EMPTY, times=9)


def test_what_is_behind_more_is_filled_in(stage: SandboxStage, reader: Reader, thread: str) -> None:
    stage.lever("settings", page=10)
    said = {stage.say("bob", thread, f"line {n}") for n in range(130)}
    _hide_listing(stage)
    poll = reader.poll(tree=thread)
    assert {i.id for i in poll.items} == said
    assert poll.tree == thread


def test_what_continues_in_depth_is_followed(stage: SandboxStage, reader: Reader, thread: str) -> None:
    names = [stage.say("bob", thread, "0")]
    for n in range(1, 35):
        names.append(stage.say("bob", thread, str(n), parent=names[-1]))
    _hide_listing(stage)
    assert {i.id for i in reader.items(tree=thread)} == set(names)


def test_known_comments_behind_more_are_not_asked_for(stage: SandboxStage, reader: Reader, thread: str) -> None:
    stage.lever("settings", page=10)
    for n in range(30):
        stage.say("bob", thread, f"line {n}")
    reader.poll()
    before = len(stage.requested())
    reader.poll(tree=thread)
    assert ("POST", "/api/morechildren") not in stage.requested()[before:]


def test_39_40_answers_that_make_praw_stumble(stage: SandboxStage, reader: Reader, thread: str) -> None:
    """Failures 39 and 40: children without their parents, twice, or of no kind at all."""
    said = stage.say("bob", thread, "x")
    data = stage.as_user("ann", "GET", "/api/info", id=said)["data"]["children"][0]["data"]
    orphan = {"kind": "t1", "data": data | {"name": "t1_zz1", "id": "zz1", "parent_id": "t1_zz0", "author": "bob"}}
    more = {
        "kind": "more",
        "data": {"count": 3, "children": ["zz1", None, "../x"], "parent_id": thread, "name": "t1_m"},
    }
    page = {"kind": "Listing", "data": {"after": None, "children": [{"kind": "t1", "data": data}, more, more, None]}}
    stage.fault("GET /comments/", "json", body=[EMPTY, page])
    filled = {"json": {"errors": [], "data": {"things": [orphan, orphan, {"kind": "t1"}, 5]}}}
    stage.fault("POST /api/morechildren", "json", body=filled)
    assert {i.id for i in reader.items(tree=thread)} == {said, "t1_zz1"}


def test_a_tree_that_could_not_be_filled_is_no_poll(stage: SandboxStage, reader: Reader, thread: str) -> None:
    """design.md law 4: a ceiling waits for a tree that was read."""
    stage.lever("settings", page=2)
    for n in range(5):
        stage.say("bob", thread, f"line {n}")
    _hide_listing(stage)
    stage.fault("POST /api/morechildren", "status", status=503, times=3)
    with pytest.raises(ForumUnreachableError):
        reader.poll(tree=thread)
