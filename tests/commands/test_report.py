"""``forumgm report``: one file for the archive, from the database or from a record."""

import re
from pathlib import Path

from tests.commands.operators import Desk, plain
from tests.web.gallery import until, whole


def write(path: Path, lines: tuple[str, ...]) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return path


def test_a_finished_game_from_the_database(desk: Desk) -> None:
    desk.store_game("g1")
    answer = desk.run("report", "G1")
    assert answer.code == 0
    assert answer.out.startswith("<!DOCTYPE html>")
    assert "Who was what" in answer.out
    assert "sound, checked draw by draw" in answer.out


def test_its_links_lead_to_the_configured_forum(desk: Desk) -> None:
    desk.store_game("g1")
    desk.config.write_text(
        '[forum]\nreddit_url = "http://127.0.0.1:8099"\n' + desk.config.read_text().split("\n", 1)[1]
    )
    page = desk.run("report", "G1").out
    assert 'href="http://127.0.0.1:8099/comments/' in page
    assert "www.reddit.com" not in page


def test_it_loads_nothing_from_outside(desk: Desk, tmp_path: Path) -> None:
    file = write(tmp_path / "game.jsonl", whole())
    answer = desk.run("report", str(file), "-o", "out.html")
    assert answer.out.strip() == "Written to out.html."
    page = Path("out.html").read_text("utf-8")
    assert not re.search(r"<(script|link|img|iframe)\b|\bsrc=|url\(", page)
    for picture in ("track", "matrix", "hours"):
        assert f'class="{picture}"' in page


def test_a_running_game_is_told_as_its_readers_know_it(desk: Desk, tmp_path: Path) -> None:
    file = write(tmp_path / "game.jsonl", until(whole(seed="a"), "mission_closed", nth=2))
    page = desk.run("report", str(file)).out
    assert "Who was what" not in page
    assert "Sabotaged by" not in page
    assert "sabotage:" not in page


def test_a_record_that_lies_is_called_so(desk: Desk, tmp_path: Path) -> None:
    lines = list(whole())
    lines[20] = lines[20].replace("2026-01-01", "2026-01-02")
    page = desk.run("report", str(write(tmp_path / "game.jsonl", tuple(lines)))).out
    assert "NOT sound" in page


def test_what_is_no_record_and_no_game(desk: Desk, tmp_path: Path) -> None:
    desk.store_game("g1")
    assert "there is no game G9" in plain(desk.run("report", "g9").err)
    (tmp_path / "junk").write_bytes(b"\x00\xff{]\n" * 3)
    answer = desk.run("report", str(tmp_path / "junk"))
    assert answer.code == 2
    assert "Traceback" not in answer.err
