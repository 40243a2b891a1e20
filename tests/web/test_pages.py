"""The public pages: what they show, and what they never show (resistance.md section 7)."""

import json
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from forumgm.web.pages import routes
from forumgm.web.ports import Listed, PublicGame
from tests.web.gallery import LINKS, changed, site_of, until, whole

PATHS = ("/", "/games/g1", "/games/g1/record.jsonl", "/dice")


def pages_of(directory: Path, lines: tuple[str, ...]) -> dict[str, bytes]:
    directory.mkdir()
    app, store = site_of(directory, lines)
    answers = {path: TestClient(app).get(path) for path in PATHS}
    store.close()
    assert {a.status_code for a in answers.values()} == {200}
    return {path: a.content for path, a in answers.items()}


def swapped(lines: tuple[str, ...], one: str, other: str, *, votes: bool = True) -> tuple[str, ...]:
    """The game in which two players have each other's role and votes on the last mission."""
    begun = max((json.loads(s)["seq"] for s in lines if '"mission_started"' in s), default=0)

    def swap(event: dict[str, Any]) -> dict[str, Any]:
        if event["type"] == "game_started":
            roles = event["roles"]
            return {**event, "roles": {**roles, one: roles[other], other: roles[one]}}
        if event["type"] == "mission_vote_cast" and votes and event["seq"] > begun and event["player"] in (one, other):
            return {**event, "vote": "support" if event["vote"] == "sabotage" else "sabotage"}
        if event["type"] == "mission_closed" and votes and event["seq"] > begun:
            cast = dict(event["votes"])
            cast[one], cast[other] = cast[other], cast[one]
            return {**event, "votes": cast}
        return event

    return changed(lines, swap)


@pytest.mark.parametrize("stage", ["mission_closed", "round_started", "team_proposed"])
def test_two_games_that_differ_in_secrets_have_the_same_pages(tmp_path: Path, stage: str) -> None:
    """Section 7: nothing public depends on a role or a mission vote: here byte for byte."""
    cut = until(whole(), stage)
    roles = json.loads(until(cut, "game_started")[-1])["roles"]
    spy = next(p for p, role in roles.items() if role == "spy")
    other = next(p for p, role in roles.items() if role == "resistance")
    twin = swapped(cut, spy, other, votes=False)
    assert cut != twin
    assert pages_of(tmp_path / "one", cut) == pages_of(tmp_path / "other", twin)


def test_who_sabotaged_makes_no_difference_until_the_end(tmp_path: Path) -> None:
    """Section 7: mission votes are revealed when the game is over, not before."""
    lines = _with_sabotage()
    event = json.loads(lines[-1])
    saboteur = next(p for p, v in event["votes"].items() if v == "sabotage")
    other = next(p for p, v in event["votes"].items() if v == "support")
    twin = swapped(lines, saboteur, other)
    assert lines != twin
    assert pages_of(tmp_path / "one", lines) == pages_of(tmp_path / "other", twin)


def _with_sabotage() -> tuple[str, ...]:
    """A game cut behind its first mission that one of several sabotaged; secret mission votes are left out."""
    lines = whole(seed="a")
    for nth in range(1, 6):
        cut = until(lines, "mission_closed", nth=nth)
        if list(json.loads(cut[-1])["votes"].values()).count("sabotage") == 1:
            return cut
    raise AssertionError("the seed has a sabotage")


def test_pages_of_a_running_game_name_no_role(tmp_path: Path) -> None:
    page = pages_of(tmp_path / "one", until(whole(), "mission_closed", nth=2))["/games/g1"].decode()
    assert "Who was what" not in page
    assert "Sabotaged by" not in page
    for words in ("Time left", "Leader", "Waits for", "As of", "Download the record"):
        assert words in page


def test_the_page_after_the_end_tells_everything(tmp_path: Path) -> None:
    """Section 7: everything is revealed when the game is over."""
    pages = pages_of(tmp_path / "one", whole())
    assert b"Who was what" in pages["/games/g1"]
    assert pages["/games/g1/record.jsonl"].decode().count("\n") == len(whole())
    assert b"mission_vote_cast" in pages["/games/g1/record.jsonl"]


def test_the_record_of_a_running_game_is_the_public_one(tmp_path: Path) -> None:
    """record.md, "Public records"."""
    record = pages_of(tmp_path / "one", until(whole(), "mission_closed", nth=2))["/games/g1/record.jsonl"].decode()
    assert "roles" not in record
    assert "mission_vote_cast" not in record
    assert "t4_" not in record


def test_sign_up(tmp_path: Path) -> None:
    page = pages_of(tmp_path / "one", until(whole(), "player_joined", nth=2))["/games/g1"].decode()
    assert "Signed up" in page
    assert "Ann, Bob" in page


def test_a_name_is_text(tmp_path: Path) -> None:
    """Everything that a person wrote is text, never markup."""
    evil = '"><img src=x onerror=alert(1)>'

    def rename(event: dict[str, Any]) -> dict[str, Any]:
        renamed: dict[str, Any] = json.loads(json.dumps(event).replace('"Ann"', json.dumps(evil)))
        return renamed

    page = pages_of(tmp_path / "one", changed(whole(), rename))["/games/g1"].decode()
    assert "<img" not in page
    assert "&lt;img src=x" in page


@pytest.mark.parametrize("path", ["/games/g9", "/games/G1", "/games/g1%00", "/games/x", "/nothing"])
def test_what_is_not_there(tmp_path: Path, path: str) -> None:
    app, store = site_of(tmp_path, until(whole(), "game_started"))
    assert TestClient(app).get(path).status_code == 404
    store.close()


def test_headers_let_nothing_in(tmp_path: Path) -> None:
    app, store = site_of(tmp_path, whole())
    answer = TestClient(app).get("/games/g1")
    store.close()
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert "<script" not in answer.text
    assert "style=" not in answer.text


def test_an_empty_house_and_a_database_that_fails(tmp_path: Path) -> None:
    app, store = site_of(tmp_path)
    assert "No game has been opened yet" in TestClient(app).get("/").text
    store.close()
    (tmp_path / "games.sqlite3").write_bytes(b"broken" * 1000)
    answer = TestClient(app).get("/")
    assert answer.status_code == 503
    assert "cannot be read at the moment" in answer.text


class Shelf:
    """A gallery with one scene."""

    def games(self) -> list[Listed]:
        return [Listed("s1", "s", "games", "t3_scene", 1_767_225_600, "open")]

    def game(self, game_id: str) -> PublicGame | None:
        rolls = [(6, 1), (6, 6), (6, 6), (10, 4)]
        return PublicGame(self.games()[0], "", None, 1_767_225_600, rolls) if game_id == "s1" else None


def test_a_scene_shows_its_dice() -> None:
    client = TestClient(Starlette(routes=routes(Shelf(), LINKS)))
    page = client.get("/games/s1").text
    assert "3 rolls of d6" in page
    assert "1 rolls of d10" not in page
    assert "1 roll of d10" in page
    assert "Download the record" not in page
    assert client.get("/games/s1/record.jsonl").status_code == 404


def test_a_page_is_new_when_something_happened(tmp_path: Path) -> None:
    app, store = site_of(tmp_path, until(whole(), "team_proposed"))
    client = TestClient(app)
    before = client.get("/games/g1").text
    assert client.get("/games/g1").text == before
    with store.transaction() as tx:
        tx.set_value("last-poll", int(tx.value("last-poll")) + 7200)
    assert client.get("/games/g1").text != before
    store.close()


def test_the_page_on_dice_has_the_script_of_the_docs(tmp_path: Path) -> None:
    """narrative.md A12: the first post links a page with the method; its script is tested against part D's vectors."""
    page = pages_of(tmp_path / "one", whole(players=5))["/dice"].decode()
    docs = (Path(__file__).parents[2] / "docs" / "records-of-scenes.md").read_text(encoding="utf-8")
    script = docs.split("```python\n")[1].split("```")[0].strip()
    assert script in unescape(page)
