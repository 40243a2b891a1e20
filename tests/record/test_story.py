"""``forumgm replay``: a record told for people."""

from pathlib import Path

from typer.testing import CliRunner

from forumgm.cli import build
from forumgm.record.story import replay_lines
from tests.record.builder import Builder
from tests.record.play import played_game
from tests.record.support import approved, plain, started


def test_a_whole_game_is_told_line_by_line() -> None:
    game = played_game(10, "story")
    told = replay_lines(game.text())
    assert len(told) == len(game.events)
    assert told[0] == "2026-01-01 00:00:00  Game g1 is opened in t3_x."
    assert told[-1].endswith("(three missions).") or told[-1].endswith("(five rejections).")
    assert not any("?" in line for line in told)


def test_every_kind_of_event_has_words() -> None:
    from forumgm.record import story
    from forumgm.record.fields import FIELDS

    assert story._TELLERS.keys() == FIELDS.keys()


def test_a_result_tells_votes_and_score() -> None:
    game = approved(plain()).go()
    votes = {game.team[0]: "support", game.team[1]: "support"}
    game.answer(votes).result(votes)
    told = "\n".join(replay_lines(game.text()))
    assert f"Mission 1 succeeds with 0 sabotages. Score 1 to 0. support: {', '.join(game.team)}." in told


def test_secrets_are_told_only_if_the_record_has_them() -> None:
    game = started()
    assert "Spies: " in "\n".join(replay_lines(game.text()))
    del game.events[-2]["roles"]
    assert "Spies" not in "\n".join(replay_lines(game.text()))


def test_what_people_wrote_stays_on_its_line_and_is_no_template() -> None:
    game = Builder(5).opening()
    game.add("announced", moderator="{0.__class__}", text="a\nb\u2028c\x1b[2J {player}")
    assert replay_lines(game.text())[-1].endswith("  {0.__class__} announces: a b c [2J {player}")


def test_a_broken_record_is_told_as_far_as_it_can_be_read() -> None:
    text = 'x\n{"type":"player_left"}\n{"type":"odd_thing","at":"2026-01-01T00:00:00Z"}'
    assert replay_lines(text) == ["????-??-?? ??:??:??  ? leaves.", "2026-01-01 00:00:00  (odd thing)"]


def test_a_file_that_is_no_record_is_a_usage_error(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    for text in ("", "no record\n", "[]\n"):
        file.write_text(text)
        told = CliRunner().invoke(build(["replay"]), ["replay", str(file)])
        assert (told.exit_code, told.stdout) == (2, "")
