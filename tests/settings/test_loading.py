"""Configuration (interfaces.md, "Configuration"): what is read from where, and how everything wrong is told."""

from pathlib import Path

import pytest

from forumgm.settings import Settings, SettingsError, load, to_run
from forumgm.settings.presets import package_config


def _problems(file: Path | None = None, **environment: str) -> dict[str, str]:
    """Load what can't be used; return what is told by key."""
    with pytest.raises(SettingsError) as caught:
        load(file, environment={"HOME": "/nowhere", **environment})
    return {p.key: str(p) for p in caught.value.problems}


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place for a configuration, in an empty working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path / "forumgm.toml"


def _load(file: Path | None = None, **environment: str) -> Settings:
    return load(file, environment={"HOME": "/nowhere", **environment})


def test_fixed_keys_are_read_from_the_file(file: Path) -> None:
    """The keys that interfaces.md fixes."""
    file.write_text(
        '[forum]\nkind = "reddit"\noauth_url = "http://127.0.0.1:1"\nreddit_url = "http://127.0.0.1:2"\n'
        'short_url = "http://127.0.0.1:3"\nusername = "gm_bot"\nsubreddits = ["games"]\n'
        "[daemon]\npoll_interval = 5\nclose_grace = 0\nreconcile_wait = 7\n"
        '[storage]\nurl = "sqlite:///x.sqlite3"\n[web]\nlisten = ""\n[rules]\nteam_vote_ceiling = "90m"\n'
    )
    settings = _load(file)
    assert settings.forum.username == "gm_bot"
    assert settings.forum.oauth_url == "http://127.0.0.1:1"
    assert (settings.daemon.poll_interval, settings.daemon.close_grace, settings.daemon.reconcile_wait) == (5, 0, 7)
    assert settings.storage.url == "sqlite:///x.sqlite3"
    assert settings.web.address is None
    assert settings.options().team_vote_ceiling == 90 * 60


def test_a_file_that_windows_saved(file: Path) -> None:
    """A mark of the byte order and CRLF line ends are no part of the TOML."""
    file.write_bytes(b'\xef\xbb\xbf[forum]\r\nusername = "gm_bot"\r\n')
    assert _load(file).forum.username == "gm_bot"


def test_without_a_file_everything_has_its_default(file: Path) -> None:
    settings = _load()
    assert settings.daemon.close_grace == 180  # design.md law 4
    assert settings.daemon.reconcile_wait == 60  # reddit.md 6.1
    assert settings.daemon.poll_interval == 30  # reddit.md 6.2


def test_the_file_in_the_working_directory_is_the_default(file: Path) -> None:
    (file.parent / "config").mkdir()
    (file.parent / "config" / "forumgm.toml").write_text("[daemon]\nclose_grace = 9\n")
    assert _load().daemon.close_grace == 9


def test_every_value_is_overridable_by_environment(file: Path) -> None:
    file.write_text("[daemon]\npoll_interval = 5.0\n[rules]\nplot = true\n")
    settings = _load(
        file,
        FORUMGM_DAEMON__POLL_INTERVAL="0.5",
        FORUMGM_DAEMON__SHADOW="true",
        FORUMGM_FORUM__SUBREDDITS='["one", "two"]',
        FORUMGM_FORUM__MODMAIL="one, two",
        FORUMGM_FORUM__USERNAME="12345",
        FORUMGM_WEB__LISTEN="[::1]:80",
        FORUMGM_RULES__PLOT="false",
        FORUMGM_RULES__REMINDERS='["1h"]',
        FORUMGM_SUBREDDIT__ONE__PRESET="classic",
    )
    assert settings.daemon.poll_interval == 0.5
    assert settings.daemon.shadow is True
    assert settings.forum.subreddits == ["one", "two"]
    assert settings.forum.modmail == ["one", "two"]
    assert settings.forum.username == "12345"
    assert settings.web.address == ("::1", 80)
    assert settings.options().plot is False
    assert settings.options().reminders == (3600,)
    assert settings.of_subreddit("ONE").preset == "classic"


@pytest.mark.parametrize("text", ['{"7" = [2, 3, 3, 4, 3]}', '{"7": [2, 3, 3, 4, 3]}'])
def test_a_table_in_a_variable_is_toml_or_json(text: str, file: Path) -> None:
    assert _load(FORUMGM_RULES__TEAMS=text).options().teams[7] == (2, 3, 3, 4, 3)


def test_everything_wrong_is_told_at_once_with_file_key_and_what_is_allowed(file: Path) -> None:
    """An unknown key, a wrong type, an impossible value (interfaces.md)."""
    file.write_text(
        '[forum]\nkind = "usenet"\nsubredits = ["x"]\n[daemon]\npoll_interval = "30"\nclose_grace = -1\n'
        "[rules]\nteam_vote_ceiling = 5\nno_such_option = 1\n[nonsense]\na = 1\n"
    )
    told = _problems(file)
    assert set(told) == {
        "forum.kind",
        "forum.subredits",
        "daemon.poll_interval",
        "daemon.close_grace",
        "rules.team_vote_ceiling",
        "rules.no_such_option",
        "nonsense",
    }
    assert all(str(file) in text for text in told.values())
    assert "'reddit'" in told["forum.kind"]
    assert "subreddits" in told["forum.subredits"]
    assert "valid number" in told["daemon.poll_interval"]
    assert "greater than or equal to 0" in told["daemon.close_grace"]
    assert "from 60 s to 60 days" in told["rules.team_vote_ceiling"]
    assert "team_vote_ceiling" in told["rules.no_such_option"]
    assert "daemon" in told["nonsense"]


@pytest.mark.parametrize("value", ["true", '"30"', "[30]", "0", "-1", "4000"])
def test_impossible_poll_intervals(file: Path, value: str) -> None:
    file.write_text(f"[daemon]\npoll_interval = {value}\n")
    assert set(_problems(file)) == {"daemon.poll_interval"}


def test_a_wrong_variable_is_named(file: Path) -> None:
    told = _problems(
        FORUMGM_DAEMON__CLOSE_GRACE="soon",
        FORUMGM_FORUM__NAME="x",
        FORUMGM_RULES__PLOT="perhaps",
        FORUMGM_NONSENSE__A="1",
    )
    assert "environment variable FORUMGM_NONSENSE__A" in told["nonsense"]
    assert "environment variable FORUMGM_DAEMON__CLOSE_GRACE" in told["daemon.close_grace"]
    assert "environment variable FORUMGM_FORUM__NAME" in told["forum.name"]
    assert "environment variable FORUMGM_RULES__PLOT" in told["rules.plot"]


def test_a_file_that_is_no_toml_or_not_there(file: Path) -> None:
    assert "no such file" in _problems(file)["-"]
    file.write_text("[forum\n")
    assert "not TOML" in _problems(file)["-"]
    file.write_bytes(b"\xff\xfe")
    assert "not TOML" in _problems(file)["-"]


def test_secrets_in_the_file_are_refused_and_not_repeated(file: Path) -> None:
    file.write_text('[forum]\npassword = "hunter2"\nclient_secret = 5\n')
    told = _problems(file)
    assert set(told) == {"forum.password", "forum.client_secret"}
    assert "hunter2" not in "".join(told.values())


def test_secrets_come_from_environment_then_credentials_then_praw_ini(file: Path) -> None:
    credentials = file.parent / "credentials"
    credentials.mkdir()
    (credentials / "forumgm.client_secret").write_text("from systemd\n")
    (credentials / "forumgm.password").write_text("from systemd\n")
    Path("praw.ini").write_text(
        "[DEFAULT]\nclient_id = default\nusername = ini_bot\n"
        "[forumgm]\nclient_id = from ini\nclient_secret = from ini\nrefresh_token = 50%token\n"
    )
    settings = _load(FORUMGM_FORUM__PASSWORD="007", CREDENTIALS_DIRECTORY=str(credentials))
    assert settings.forum.password.get_secret_value() == "007"
    assert settings.forum.client_secret.get_secret_value() == "from systemd"
    assert settings.forum.client_id.get_secret_value() == "from ini"
    assert settings.forum.refresh_token.get_secret_value() == "50%token"
    assert settings.forum.username == "ini_bot"


def test_praw_ini_of_the_user_counts_after_the_one_here(file: Path) -> None:
    (file.parent / "home").mkdir()
    (file.parent / "home" / "praw.ini").write_text("[DEFAULT]\nclient_id = home\nclient_secret = home\n")
    Path("praw.ini").write_text("[DEFAULT]\nclient_id = here\n")
    settings = _load(XDG_CONFIG_HOME=str(file.parent / "home"))
    assert settings.forum.client_id.get_secret_value() == "here"
    assert settings.forum.client_secret.get_secret_value() == "home"


def test_secrets_are_never_printed(file: Path) -> None:
    settings = _load(FORUMGM_FORUM__PASSWORD="hunter2", FORUMGM_FORUM__CLIENT_SECRET="s3cret")
    for text in (repr(settings), str(settings), settings.model_dump_json()):
        assert "hunter2" not in text
        assert "s3cret" not in text


def test_what_the_daemon_needs_is_told_apart(file: Path) -> None:
    """Other commands need neither account nor secrets."""
    assert {p.key for p in to_run(_load())} == {"forum.username", "forum.subreddits", "forum.client_id"}
    ready = _load(
        FORUMGM_FORUM__USERNAME="gm_bot",
        FORUMGM_FORUM__SUBREDDITS="games",
        FORUMGM_FORUM__CLIENT_ID="a",
        FORUMGM_FORUM__REFRESH_TOKEN="b",
    )
    assert to_run(ready) == []


def test_the_example_loads_and_shows_every_key_with_its_default() -> None:
    """``forumgm init`` writes this file: it may not lag behind the settings."""
    example = package_config() / "forumgm.toml"
    assert _load(example).model_dump() == Settings().model_dump()
    text = example.read_text()
    for name, field in Settings.model_fields.items():
        assert f"[{name}" in text, name
        keys = getattr(field.annotation, "model_fields", {})
        for key in keys:
            if key not in ("client_id", "client_secret", "password", "refresh_token"):
                assert f"\n{key} = " in text, key


@pytest.mark.parametrize(
    "text",
    [
        "forum = 3",
        "[forum]\nsubreddits = 5",
        '[forum]\nsubreddits = ["a", "r/b"]\nusername = "x"',
        "bogus = 1\n[daemon]\nbogus = {a = 1}",
        '[subreddit]\ngames = "classic"',
        '[subreddit.games]\nmax_games = 0\nquiet_days = ["someday"]\nbogus = [1]',
        "subreddit = []",
        "rules = 7",
    ],
)
def test_what_is_right_beside_what_is_wrong_can_be_looked_at(text: str, tmp_path: Path) -> None:
    file = tmp_path / "forumgm.toml"
    file.write_text(f'{text}\n[web]\nlisten = ""\n')
    with pytest.raises(SettingsError) as caught:
        load(file, environment={"HOME": str(tmp_path)})
    assert caught.value.rest is not None
    assert caught.value.rest.web.listen == ""
