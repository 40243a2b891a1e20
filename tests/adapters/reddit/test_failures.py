"""The failure catalogue of reddit.md section 5, as far as it is the adapter's; each test names its number.

Not here, because another room deals with it: 3 to 6, 17, 18 (outbox, dispatch), 12 to 14 (app: what is written), 21 (we
never write to ``#name``), 28 (help texts), 32 (subjects are not even read), 46 (app: approve), 48 to 54, 56 (language),
57, 58 (daemon). In the contract: 9, 11, 22, 24, 34 to 36, 45, 55. In test_errors: 7, 8, 10, 15, 16, 19. In test_wire:
60. In test_tree: 38 to 41.
"""

from collections.abc import Callable
from typing import Any

import pytest

from forumgm.app.ports import ChangeKind, ForumUnreachableError, WriteRefusedError, WriteUnclearError
from tests.adapters.forum.contract import SUB, Reader
from tests.adapters.reddit.conftest import NoSleep
from tests.adapters.reddit.stage import SandboxStage

COMMENT = "POST /api/comment"
COMPOSE = "POST /api/compose"


@pytest.fixture
def thread(stage: SandboxStage) -> str:
    return stage.open_thread("ann", SUB, "T")


@pytest.fixture
def reader(stage: SandboxStage) -> Reader:
    return Reader(stage.forum)


def _writes(stage: SandboxStage, thread: str) -> dict[str, tuple[str, Callable[[], Any]]]:
    stage.account("bob")
    stage.bot_moderates(SUB)
    return {
        "comment": (COMMENT, lambda: stage.forum.comment(thread, "once")),
        "message": (COMPOSE, lambda: stage.forum.message("bob", "s", "once")),
        "submit": ("POST /api/submit", lambda: stage.forum.submit(SUB, "T", "once")),
        "modmail": ("POST /api/mod/conversations", lambda: stage.forum.modmail(SUB, "bob", "s", "once")),
    }


@pytest.mark.parametrize("write", ["comment", "message", "submit", "modmail"])
@pytest.mark.parametrize("status", [500, 502, 503, 504, 520, 522, 408, 501, 530])
def test_1_2_a_write_is_sent_once_whatever_the_server_says(
    stage: SandboxStage, thread: str, write: str, status: int
) -> None:
    """Failures 1 and 2: done, but answered with a server error; PRAW alone makes three copies."""
    match, do = _writes(stage, thread)[write]
    stage.fault(match, "do_then_status", status=status, times=9)
    with pytest.raises(WriteUnclearError):
        do()
    assert stage.copies("once") == 1


@pytest.mark.parametrize("write", ["comment", "message", "submit", "modmail"])
def test_1_a_write_whose_answer_is_lost_is_sent_once(stage: SandboxStage, thread: str, write: str) -> None:
    match, do = _writes(stage, thread)[write]
    stage.fault(match, "do_then_drop", times=9)
    with pytest.raises(WriteUnclearError):
        do()
    assert stage.copies("once") == 1


def test_6_one_server_error_makes_no_silent_second_copy(stage: SandboxStage, thread: str) -> None:
    stage.fault(COMMENT, "do_then_status", status=503, times=1)
    with pytest.raises(WriteUnclearError):
        stage.forum.comment(thread, "once")
    assert stage.copies("once") == 1


@pytest.mark.parametrize(
    "body",
    [
        {"json": {"errors": [], "data": {"things": []}}},
        {"json": {"errors": []}},
        {"success": True},
        {"json": {"errors": [], "data": {"things": [{"kind": "t1", "data": {}}]}}},
        [],
        "<html>whoa</html>",
        "",
    ],
)
def test_7_8_odd_answers_are_unclear(stage: SandboxStage, thread: str, body: object) -> None:
    """Failures 7 and 8: the comment may exist although the answer shows none."""
    stage.fault(COMMENT, "json" if not isinstance(body, str) else "status", status=200, body=body, times=9)
    with pytest.raises(WriteUnclearError):
        stage.forum.comment(thread, "x")
    with pytest.raises(WriteUnclearError):
        stage.forum.reply("t4_1000", "x")


@pytest.mark.parametrize("status", [403, 404, 413])
def test_10_bare_statuses_are_refusals(stage: SandboxStage, thread: str, status: int) -> None:
    """Failure 10: banned, private, restricted: not repeated."""
    stage.fault(COMMENT, "status", status=status, times=9)
    with pytest.raises(WriteRefusedError) as caught:
        stage.forum.comment(thread, "x")
    assert caught.value.code == str(status)
    assert stage.requested().count(("POST", "/api/comment")) == 1


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("Looks like you've been doing that a lot. Take a break for 2 seconds before trying again.", 3),
        ("you are doing that too much. try again in 350 milliseconds.", 1),
        ("you are doing that too much. try again in 4 minutes.", 241),
        ("Take a break for 4m3s before trying again.", 244),
        ("you are doing that too much. try again in an hour.", 3601),
    ],
)
def test_15_too_fast_is_told_and_never_slept_over(
    stage: SandboxStage, thread: str, naps: NoSleep, text: str, seconds: int
) -> None:
    """Failure 15; reddit.md 1.8: our only thread never sleeps; nothing was written."""
    stage.forum.me()
    naps.slept.clear()
    before = stage.requested().count(("POST", "/api/comment"))
    stage.fault(COMMENT, "json", body={"json": {"ratelimit": 2.0, "errors": [["RATELIMIT", text, "ratelimit"]]}})
    with pytest.raises(WriteRefusedError) as caught:
        stage.forum.comment(thread, "x")
    assert (caught.value.code, caught.value.retry_after) == ("RATELIMIT", seconds)
    assert stage.requested().count(("POST", "/api/comment")) == before + 1
    assert naps.slept == []


def test_19_a_400_is_a_refusal_with_its_reason(stage: SandboxStage) -> None:
    body = {"reason": "SUBMIT_VALIDATION_TITLE_MIN_LENGTH", "explanation": "no", "fields": ["title"]}
    for told, code in [(body, body["reason"]), ({"error": 400}, "400"), ("<h1>400</h1>", "400")]:
        stage.fault("POST /api/submit", "status", status=400, body=told)
        with pytest.raises(WriteRefusedError) as caught:
            stage.forum.submit(SUB, "T", "x")
        assert caught.value.code == code


def test_20_a_suspended_bot_stops(stage: SandboxStage) -> None:
    stage.fault("GET /api/v1/me", "json", body={"name": "gm_bot", "id": "1", "is_suspended": True})
    with pytest.raises(ForumUnreachableError, match="suspended"):
        stage.forum.me()


def test_23_a_recipient_who_wants_chat_only(stage: SandboxStage) -> None:
    stage.lever("account", name="eve", accepts_messages="RESTRICTED_TO_PM")
    with pytest.raises(WriteRefusedError) as caught:
        stage.forum.message("eve", "s", "x")
    assert caught.value.code == "RESTRICTED_TO_PM"
    facts = stage.forum.look_up("eve")
    assert facts is not None
    assert not facts.accepts_messages


def test_25_and_33_system_and_malformed_messages(stage: SandboxStage, reader: Reader) -> None:
    """Failures 25 and 33: one message without ``dest`` used to kill the page; system messages are nobody's."""
    stage.write("bob", "JOIN 12")
    good = stage.as_user("gm_bot", "GET", "/message/inbox")["data"]["children"][0]
    system = [
        {"author": None, "name": "t4_a1"},
        {"author": "[deleted]", "name": "t4_a2"},
        {"author": "reddit", "name": "t4_a3"},
        {"distinguished": "admin", "name": "t4_a4"},
    ]
    odd = [{"dest": None, "name": "t4_b1"}, {"dest": "", "name": "t4_b2"}, {"replies": None, "name": "t4_b3"}]
    broken: list[Any] = [{"body": None, "name": "t4_c1"}, {"created_utc": "soon", "name": "t4_c2"}, {"name": 7}]
    rows: list[Any] = [{"kind": "t4", "data": good["data"] | change} for change in [*system, *odd, *broken]]
    rows += [None, "t4", {"kind": "t4"}, {"kind": "t4", "data": None}]
    page = {"kind": "Listing", "data": {"after": None, "children": rows}}
    stage.fault("GET /message/inbox", "json", body=page)
    assert {i.id for i in reader.items()} == {"t4_b1", "t4_b2", "t4_b3", good["data"]["name"]}
    assert stage.forum.wire.malformed == 2


def test_26_the_paths_that_answer_302_are_never_asked(stage: SandboxStage, reader: Reader) -> None:
    """Failure 26: everything works in chat mode."""
    stage.lever("settings", chat=True)
    stage.write("bob", "JOIN 12")
    (item,) = reader.items()
    stage.forum.reply(item.id, "welcome")
    welcome = stage.as_user("bob", "GET", "/message/inbox")["data"]["children"][0]["data"]["name"]
    stage.as_user("bob", "POST", "/api/comment", thing_id=welcome, text="thanks")
    (answer,) = reader.items()
    assert (answer.body, answer.parent) == ("thanks", item.id), "a chat tells the conversation's first message alone"
    assert not [path for _, path in stage.requested() if path.startswith("/message/messages")]


def test_27_messages_that_were_marked_read_are_not_lost(stage: SandboxStage, reader: Reader) -> None:
    stage.write("bob", "JOIN 12")
    name = stage.as_user("gm_bot", "GET", "/message/inbox")["data"]["children"][0]["data"]["name"]
    stage.as_user("gm_bot", "POST", "/api/read_message", id=name)
    assert [i.id for i in reader.items()] == [name]


def test_29_37_a_comment_that_only_the_inbox_shows_is_looked_up(
    stage: SandboxStage, reader: Reader, thread: str
) -> None:
    """Failures 29, 36, 37: the inbox lacks half of the fields; the whole comment is fetched, once."""
    mine = stage.forum.comment(thread, "the board")
    said = stage.say("bob", thread, "answer", parent=mine)
    empty = {"kind": "Listing", "data": {"after": None, "children": []}}
    stage.fault(f"GET /r/{SUB}", "json", body=empty, times=3)
    (item,) = reader.items()
    assert (item.id, item.thread, item.parent) == (said, thread, mine)
    before = len(stage.requested())
    reader.poll()
    assert not [r for r in stage.requested()[before:] if r[1] == "/api/info"]


def test_30_the_placeholder_id_is_never_used(stage: SandboxStage, reader: Reader) -> None:
    stage.lever("settings", chat=True)
    stage.write("bob", "JOIN 12")
    for item in reader.items():
        stage.forum.reply(item.id, "welcome")
        stage.forum.reply(item.id, "again")
    assert stage.inbox("bob") == ["welcome", "again"]
    assert not any("zzzz" in text.id for text in stage.forum.own_messages(10))


def test_31_we_answer_the_player_not_ourselves(stage: SandboxStage, reader: Reader) -> None:
    stage.write("bob", "JOIN 12")
    (item,) = reader.items()
    stage.forum.reply(item.id, "welcome")
    assert stage.inbox("bob") == ["welcome"]
    assert reader.items() == []


def test_42_43_too_many_requests(stage: SandboxStage, thread: str, naps: NoSleep) -> None:
    """Failures 42 and 43: reads back off as asked, a write stays to be sent; a date in the header is understood."""
    stage.fault("GET /message/sent", "status", status=429, headers={"retry-after": "7"})
    with pytest.raises(ForumUnreachableError) as down:
        stage.forum.own_messages(10)
    assert down.value.retry_after == 7
    stage.fault(COMMENT, "status", status=429, headers={"retry-after": "Thu, 01 Jan 2026 00:00:30 GMT"})
    with pytest.raises(WriteRefusedError) as refused:
        stage.forum.comment(thread, "x")
    assert (refused.value.code, refused.value.retry_after) == ("429", 30)


def test_42_a_used_up_quota_is_not_slept_over(stage: SandboxStage, naps: NoSleep) -> None:
    """reddit.md 1.8: prawcore would sleep until the window's end."""
    headers = {"x-ratelimit-used": "1000.0", "x-ratelimit-remaining": "0.0", "x-ratelimit-reset": "300"}
    me = {"id": "1", "name": "gm_bot"}
    stage.fault("GET /api/v1/me", "status", status=200, body=me, headers=headers)
    stage.forum.me()
    naps.slept.clear()
    assert stage.forum.wire.budget is not None
    assert (stage.forum.wire.budget.used, stage.forum.wire.budget.remaining) == (1000, 0)
    with pytest.raises(ForumUnreachableError) as caught:
        stage.forum.own_comments(1)
    assert caught.value.retry_after == 300
    assert naps.slept == []


def test_44_an_author_who_is_gone(stage: SandboxStage, reader: Reader, thread: str) -> None:
    said = stage.say("bob", thread, "x")
    data = stage.as_user("ann", "GET", "/api/info", id=said)["data"]["children"][0]["data"]
    gone = data | {"author": "[deleted]", "author_fullname": None}
    page = {"kind": "Listing", "data": {"after": None, "children": [{"kind": "t1", "data": gone}]}}
    stage.fault(f"GET /r/{SUB}", "json", body=page)
    (item,) = reader.items()
    assert (item.id, item.body, item.author) == (said, "x", None)


def test_46_a_stub_that_hides_the_text_is_a_change_and_no_item(
    stage: SandboxStage, reader: Reader, thread: str
) -> None:
    """Failure 46, reddit.md 3.4: who is no moderator sees [removed]."""
    said, unseen = stage.say("bob", thread, "x"), stage.say("bob", thread, "y")
    reader.seen.add(said)
    stage.remove(said)
    stage.remove(unseen)
    poll = reader.poll(tree=thread, check=[said, unseen])
    assert poll.items == ()
    assert [(c.item, c.kind) for c in poll.changes] == [(said, ChangeKind.REMOVED)]


def test_59_a_refused_login_is_tried_hourly(stage: SandboxStage) -> None:
    stage.fault("POST /api/v1/access_token", "json", body={"error": "invalid_grant"})
    with pytest.raises(ForumUnreachableError, match="invalid_grant") as caught:
        stage.forum.me()
    assert caught.value.retry_after == 3600
    assert stage.forum.me().name == "gm_bot"


@pytest.mark.parametrize("status", [500, 503, 429, 401])
def test_60_trouble_with_the_token_is_trouble_with_the_forum(stage: SandboxStage, thread: str, status: int) -> None:
    """Failure 60, also before a write: nothing was written."""
    stage.fault("POST /api/v1/access_token", "status", status=status)
    with pytest.raises(ForumUnreachableError):
        stage.forum.comment(thread, "once")
    assert stage.copies("once") == 0


def test_a_token_that_expired_is_renewed_for_a_write(stage: SandboxStage, thread: str) -> None:
    """reddit.md 1.10."""
    stage.forum.me()
    stage.lever("settings", revoke_tokens=True)
    stage.forum.comment(thread, "once")
    assert stage.copies("once") == 1


def test_a_read_is_repeated(stage: SandboxStage) -> None:
    """reddit.md 1.6: reads may keep prawcore's repeats."""
    stage.fault("GET /api/v1/me", "status", status=503, times=2)
    assert stage.forum.me().name == "gm_bot"


def test_a_repeatable_write_is_repeated(stage: SandboxStage, thread: str) -> None:
    mine = stage.forum.comment(thread, "x")
    stage.fault("POST /api/editusertext", "do_then_status", status=503, times=2)
    stage.forum.edit(mine, "y")
    assert stage.text_of(mine) == "y"


def test_a_forum_that_is_down_is_unreachable_for_writes_too(stage: SandboxStage, thread: str) -> None:
    """Nothing was sent, so nothing is unclear."""
    stage.forum.me()
    stage.server.stop()
    with pytest.raises(ForumUnreachableError):
        stage.forum.comment(thread, "x")
    with pytest.raises(ForumUnreachableError):
        stage.forum.own_comments(1)
