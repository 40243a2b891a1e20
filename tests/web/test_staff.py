"""The moderators' page: the way in, and what is not shown there."""

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from forumgm.adapters.store import SqlStore
from forumgm.app import keyring
from forumgm.app.ports import Deadline
from forumgm.core.items import Account
from forumgm.web.staff import COOKIE
from tests.web.gallery import MODERATOR, add_work, site_of, until, whole

PLAYER = Account("t2_ann", "Ann")
"""Moderates too, and has a seat in the game."""
STRANGER = Account("t2_zoe", "Zoe")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[tuple[TestClient, SqlStore]]:
    lines = until(whole(), "mission_closed", nth=2)
    app, store = site_of(tmp_path, lines)
    add_work(store)
    yield TestClient(app, base_url="http://testserver"), store
    store.close()


def last_poll(store: SqlStore) -> int:
    with store.transaction() as tx:
        return int(tx.value("last-poll"))


def pass_time(store: SqlStore, seconds: int) -> None:
    now = last_poll(store)
    with store.transaction() as tx:
        tx.set_value("last-poll", now + seconds)


def link_for(store: SqlStore, account: Account) -> str:
    now = last_poll(store)
    with store.transaction() as tx:
        return keyring.issue(tx, account, now=now)


def enter(client: TestClient, store: SqlStore, account: Account) -> str:
    answer = client.post("/desk/login", data={"link": link_for(store, account)})
    return str(answer.text)


def test_a_link_works_once(house: tuple[TestClient, SqlStore]) -> None:
    client, store = house
    link = link_for(store, MODERATOR)
    assert client.get("/desk/login", params={"key": link}).status_code == 200, "looking uses nothing up"
    answer = client.post("/desk/login", data={"link": link}, follow_redirects=False)
    assert answer.status_code == 303
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert answer.headers["cache-control"] == "no-store"
    assert client.get("/desk").status_code == 200
    client.cookies.clear()
    assert client.post("/desk/login", data={"link": link}).status_code == 403
    assert client.get("/desk").status_code == 403


def test_a_link_and_a_session_end(house: tuple[TestClient, SqlStore]) -> None:
    client, store = house
    link = link_for(store, MODERATOR)
    pass_time(store, keyring.LINK_SECONDS)
    assert client.post("/desk/login", data={"link": link}).status_code == 403
    enter(client, store, MODERATOR)
    assert client.get("/desk").status_code == 200
    pass_time(store, keyring.SESSION_SECONDS)
    assert client.get("/desk").status_code == 403


def test_logging_out_ends_the_session_everywhere(house: tuple[TestClient, SqlStore]) -> None:
    client, store = house
    enter(client, store, MODERATOR)
    session = client.cookies[COOKIE]
    client.post("/desk/logout")
    client.cookies.set(COOKIE, session, path="/desk")
    assert client.get("/desk").status_code == 403


@pytest.mark.parametrize("key", ["", ".", "t2_mod.", "t2_mod.x", "x" * 5000, "t2_mod.\u00e9", "../etc.x"])
def test_a_wrong_key_opens_nothing(house: tuple[TestClient, SqlStore], key: str) -> None:
    client, store = house
    link_for(store, MODERATOR)
    assert client.post("/desk/login", data={"link": key}).status_code == 403
    assert (
        client.get("/desk", headers={"Cookie": f"{COOKIE}={key[:50].encode('ascii', 'replace').decode()}"}).status_code
        == 403
    )


def test_rights_are_looked_up_at_each_request(house: tuple[TestClient, SqlStore]) -> None:
    """Rights go by the account id in each subreddit (hosting.md, "Rights")."""
    client, store = house
    assert "You moderate no subreddit" in enter(client, store, STRANGER)
    enter(client, store, MODERATOR)
    assert client.get("/desk").status_code == 200
    with store.transaction() as tx:
        tx.set_value("moderators:resistance", {"read_at": 0, "accounts": [["t2_other", MODERATOR.name]]})
    assert client.get("/desk").status_code == 403


def test_the_desk_shows_work_and_no_secrets(house: tuple[TestClient, SqlStore]) -> None:
    client, store = house
    page = enter(client, store, MODERATOR)
    for words in (
        "message to Cid",
        "THREAD_LOCKED",
        "refused 1 writing",
        "post 7",
        "Pending orders",
        "not read yet",
        "Log",
        "Waits for",
    ):
        assert words in page
    roles = json.loads(until(whole(), "game_started")[-1])["roles"]
    assert roles
    for secret in ("SECRETSPY", "SECRETVOTE", "sabotage SE", ">spy<", "is a spy", "t4_9"):
        assert secret not in page


def test_what_is_due_is_named(house: tuple[TestClient, SqlStore]) -> None:
    client, store = house
    with store.transaction() as tx:
        tx.set_deadlines("g1", [Deadline("g1", "44:ceiling", 1_767_225_600, "ceiling", {"period": 44}, ceiling=True)])
    page = enter(client, store, MODERATOR)
    assert re.search(r"<dt>Due</dt><dd><time[^>]*>01 Jan, 00:00</time>: ceiling</dd>", page)
    assert "G1: ceiling is overdue." in page


def test_who_plays_sees_no_hint_of_private_mail(house: tuple[TestClient, SqlStore]) -> None:
    client, store = house
    page = enter(client, store, PLAYER)
    assert "You play in this game" in page
    assert "message" not in page.split("Outbox")[1].split("</section>")[0].replace("Texts of messages", "")
    assert ">message<" not in page
    assert "post 7" in page


def alerts_in(page: str) -> list[str]:
    items = re.findall(r"<li>(.*?)</li>", page.split('id="h-alerts"')[1].split("</section>")[0], re.DOTALL)
    return [unescape(re.sub(r"<[^>]*>", "", item)).strip() for item in items]


def test_alerts_that_are_not_over_are_listed_with_the_time_they_were_raised(
    house: tuple[TestClient, SqlStore],
) -> None:
    client, store = house
    enter(client, store, MODERATOR)
    raised = [text for text in alerts_in(client.get("/desk").text) if "not over yet" in text]
    assert len(raised) == 2, "a game that is set aside has a line of its own"
    assert raised[0].startswith("G1: its thread can't be read or takes no posts, so the game is paused. Told to")
    assert raised[1].startswith("G1: messages don't reach Cid. Told to the moderators ")
    assert raised[1].endswith(" UTC; not over yet.")
    with store.transaction() as tx:
        tx.set_value("alert:g1:thread_closed", None)
        tx.set_value("alert:g2:rights", 5)
        tx.set_value("alert:g1:some_day:x", 5)
    left = [t for t in alerts_in(client.get("/desk").text) if "not over yet" in t]
    assert left[0].startswith("G1: some day. "), "one without words of its own is shown all the same"
    assert left[1:] == raised[1:]


def test_who_plays_sees_no_alert_about_private_mail(house: tuple[TestClient, SqlStore]) -> None:
    client, store = house
    with store.transaction() as tx:
        for alert in ("delays:t2_cid", "stuck:THREAD_LOCKED", "rights", "idle:9", "down", "unheard_of:t2_cid"):
            tx.set_value(f"alert:g1:{alert}", 5)
    raised = [t for t in alerts_in(enter(client, store, PLAYER)) if "not over yet" in t]
    assert len(raised) == 4
    assert not any("Cid" in text or "refused" in text for text in raised)


def test_keys_are_stored_as_digests(house: tuple[TestClient, SqlStore]) -> None:
    _, store = house
    link = link_for(store, MODERATOR)
    with store.transaction() as tx:
        stored = json.dumps(tx.value(f"web-link:{MODERATOR.id}"))
    assert link.partition(".")[2] not in stored
