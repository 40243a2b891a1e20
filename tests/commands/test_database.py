"""Care for the database: doctor, backup, restore, upgrade, purge."""

import json
import sqlite3
from pathlib import Path

import pytest

from forumgm.adapters.store import open_store
from forumgm.app.ports import StoreDamagedError, StoreInUseError
from tests.commands.operators import Desk


def _tamper(desk: Desk, statement: str) -> None:
    connection = sqlite3.connect(desk.database)
    connection.execute(statement)
    connection.commit()
    connection.close()


def _codes(desk: Desk) -> set[str]:
    answer = desk.run("doctor", "--json")
    told = json.loads(answer.out)
    assert answer.code == (0 if told["ok"] else 1)
    return {d["code"] for d in told["differences"]}


def test_the_doctor_finds_sound_games_sound(desk: Desk) -> None:
    desk.store_game("g1")
    desk.store_game("g2", events=40)
    answer = desk.run("doctor")
    assert (answer.code, answer.out) == (0, "2 games checked, no differences.\n")


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("UPDATE games SET phase = 'nonsense'", "phase"),
        ("UPDATE games SET status = 'ended'", "status"),
        ("UPDATE games SET version = version + 1", "version"),
        ("UPDATE events SET line = replace(line, '\"at\"', '\"at_\"') WHERE seq = 20", "unreadable"),
        ("UPDATE events SET line = replace(line, '{', '{ ') WHERE seq = 20", "chain"),
        ("DELETE FROM events WHERE seq = 20", "chain"),
        ("DELETE FROM deadlines", "deadline_missing"),
        ("UPDATE deadlines SET due = due + 1", "deadline_differs"),
        ("UPDATE deadlines SET key = key || 'x'", "deadline_extra"),
        ("UPDATE small_values SET value = '[]' WHERE key = 'seats:g1'", "seats"),
    ],
)
def test_the_doctor_says_what_differs(desk: Desk, statement: str, code: str) -> None:
    desk.store_game("g1", events=40)
    _tamper(desk, statement)
    assert code in _codes(desk)
    assert f"[{code}]" in desk.run("doctor").out


def test_the_doctor_asks_the_referee_too(desk: Desk) -> None:
    """A log that is chained well but breaks a rule is found by ``verify``, the second opinion."""
    lines = desk.store_game("g1")
    first_round = next(n for n, line in enumerate(lines, start=1) if '"round_started"' in line)
    order = next(json.loads(line)["order"] for line in lines if '"game_started"' in line)
    desk.database.unlink()
    desk.store_game("g1", events=first_round)
    _tamper(desk, f"UPDATE events SET line = replace(line, '{order[0]}', '{order[1]}') WHERE seq = {first_round}")
    assert any(code.startswith("record_") for code in _codes(desk))


def test_backup_and_restore(desk: Desk) -> None:
    desk.store_game("g1")
    answer = desk.run("backup", "copy.sqlite3")
    assert answer.code == 0
    assert "checked" in answer.out
    desk.store_game("g2")
    assert desk.run("restore", "copy.sqlite3").code == 0
    assert [g["game"] for g in json.loads(desk.run("games", "--all", "--json").out)["games"]] == ["g1"]


def test_backup_and_restore_stand_under_db_too(desk: Desk) -> None:
    """interfaces.md: `forumgm db upgrade`, `backup`, `restore`; it reads both ways."""
    desk.store_game("g1")
    assert desk.run("db", "backup", "copy.sqlite3").code == 0
    assert desk.run("db", "restore", "copy.sqlite3").code == 0


def test_backups_get_names_and_old_ones_go(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.store_game("g1")
    for number in range(4):
        monkeypatch.setattr("forumgm.adapters.clock.WallClock.now", lambda _, n=number: 86_400 * n)
        assert desk.run("backup", "--directory", "copies", "--keep", "2").code == 0
    assert sorted(f.name for f in Path("copies").iterdir()) == [
        "forumgm-19700103T000000Z.sqlite3",
        "forumgm-19700104T000000Z.sqlite3",
    ]


def test_a_damaged_copy_is_not_restored(desk: Desk) -> None:
    desk.store_game("g1")
    Path("copy.sqlite3").write_bytes(b"nonsense" * 1000)
    with pytest.raises(StoreDamagedError):
        desk.run("restore", "copy.sqlite3")
    assert desk.run("doctor").code == 0


def test_nothing_is_restored_or_upgraded_under_a_running_daemon(desk: Desk) -> None:
    desk.store_game("g1")
    desk.run("backup", "copy.sqlite3")
    running = open_store(desk.url)
    running.lock()
    for command in (("restore", "copy.sqlite3"), ("db", "upgrade")):
        with pytest.raises(StoreInUseError):
            desk.run(*command)
    assert desk.run("backup", "copy2.sqlite3").code == 0
    running.close()


def test_upgrade_tells_the_revision(desk: Desk) -> None:
    answer = desk.run("db", "upgrade")
    assert answer.code == 0
    assert answer.out.startswith("The database has revision ")


def test_purge_needs_to_know_how_many_days(desk: Desk) -> None:
    desk.store_game("g1")
    assert desk.run("purge").code == 2
    assert desk.run("purge", "--days", "30").code == 0
