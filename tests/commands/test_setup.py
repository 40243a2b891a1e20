"""``forumgm init`` and ``check``: every problem with an id, the key and the remedy."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
import typer.testing

from forumgm.cli import build
from forumgm.sandbox.server import SandboxServer
from forumgm.settings import Settings, load
from tests.commands.operators import Desk

NOW = 1_767_225_600


def _init(*arguments: str) -> typer.testing.Result:
    return typer.testing.CliRunner().invoke(build(["init"]), ["init", *arguments])


def test_init_writes_a_configuration_that_loads_and_says_three_steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = _init()
    assert result.exit_code == 0
    assert load(environment={}).model_dump() == Settings().model_dump()
    assert (tmp_path / "config" / "presets" / "classic.toml").is_file()
    assert re.findall(r"^(\d)\. ", result.stdout, re.MULTILINE) == ["1", "2", "3"]
    assert "forumgm check" in result.stdout


def test_init_leaves_what_exists(tmp_path: Path) -> None:
    _init(str(tmp_path))
    file = tmp_path / "config" / "forumgm.toml"
    file.write_text("# mine\n")
    result = _init(str(tmp_path))
    assert result.exit_code == 0
    assert file.read_text() == "# mine\n"
    assert f"{file} exists" in result.stderr


class Checked(Desk):
    """A desk whose configuration points at a sandbox."""

    def __init__(self, folder: Path, server: SandboxServer, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__(folder)
        self.server = server
        self.http = requests.Session()
        self.http.trust_env = False
        url = server.url
        self.config.write_text(
            f'[forum]\noauth_url = "{url}"\nreddit_url = "{url}"\nshort_url = "{url}"\nusername = "gm_bot"\n'
            f'subreddits = ["games"]\n[storage]\nurl = "{self.url}"\n'
        )
        for key in ("CLIENT_ID", "CLIENT_SECRET", "PASSWORD"):
            monkeypatch.setenv(f"FORUMGM_FORUM__{key}", "s3cret")

    def lever(self, name: str, /, **fields: object) -> None:
        self.http.post(f"{self.server.url}/sandbox/{name}", json=fields, timeout=20).raise_for_status()

    def appoint(self) -> None:
        self.lever("moderators", subreddit="games", users=["gm_bot"])

    def problems(self, *options: str, code: int) -> dict[str, dict[str, Any]]:
        answer = self.run("check", "--json", *options)
        assert answer.code == code, answer.out
        assert "s3cret" not in answer.out + answer.err
        told = json.loads(answer.out)
        assert told["ok"] is not bool(told["problems"])
        return {p["id"]: p for p in told["problems"]}


@pytest.fixture
def checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Checked]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("forumgm.adapters.clock.WallClock.now", lambda _: NOW)
    with SandboxServer(manual_clock=True, start_time=NOW) as server:
        made = Checked(tmp_path, server, monkeypatch)
        yield made
        made.http.close()


def test_all_is_well(checked: Checked) -> None:
    checked.appoint()
    answer = checked.run("check")
    assert (answer.code, answer.out) == (0, "All is well.\n")


def test_a_configuration_that_can_not_be_used_is_2(checked: Checked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORUMGM_DAEMON__CLOSE_GRACE", "-1")
    monkeypatch.setenv("FORUMGM_RULES__PLOT", "3")
    problems = checked.run("check", "--offline")
    assert problems.code == 2
    assert "FGM-E006 daemon.close_grace" in problems.out
    assert "FGM-E005 rules.plot" in problems.out
    assert problems.out.endswith("2 problems found.\n")


def test_what_is_wrong_hides_nothing_else(checked: Checked, monkeypatch: pytest.MonkeyPatch) -> None:
    """One wrong key: what does not hang on it is looked into all the same."""
    monkeypatch.setenv("FORUMGM_LOG__LEVEL", "loud")
    assert set(checked.problems(code=2)) == {"FGM-E006", "FGM-E202"}
    monkeypatch.setenv("FORUMGM_DAEMON__TEMPLATES", "nowhere")
    monkeypatch.delenv("FORUMGM_FORUM__CLIENT_ID")
    assert set(checked.problems(code=2)) == {"FGM-E006", "FGM-E012", "FGM-E302"}


def test_nobody_is_asked_by_a_section_that_is_wrong(checked: Checked, monkeypatch: pytest.MonkeyPatch) -> None:
    """The default of a wrong address is Reddit's: our secrets may not go there by mistake."""
    monkeypatch.setenv("FORUMGM_FORUM__OAUTH_URL", "localhost")
    monkeypatch.setenv("FORUMGM_STORAGE__URL", "mysql://x")
    monkeypatch.setenv("FORUMGM_RULES__PLOT", "3")
    assert set(checked.problems(code=2)) == {"FGM-E005", "FGM-E006"}
    assert not checked.http.get(f"{checked.server.url}/sandbox/requests", timeout=20).json()["requests"]


def test_what_is_missing_to_run_is_2(checked: Checked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FORUMGM_FORUM__CLIENT_ID")
    (missing,) = checked.problems(code=2).values()
    assert (missing["id"], missing["key"]) == ("FGM-E012", "forum.client_id")
    assert "praw.ini" in missing["remedy"]


def test_a_refused_login_hints_at_approval(checked: Checked) -> None:
    """A new client id needs Reddit's approval (reddit.md 4.4)."""
    checked.lever("faults", match="POST /api/v1/access_token", mode="status", status=401, times=9)
    refused = checked.problems(code=1)["FGM-E101"]
    assert "approved" in refused["remedy"]


def test_a_forum_that_does_not_answer(checked: Checked, monkeypatch: pytest.MonkeyPatch) -> None:
    for key in ("OAUTH_URL", "REDDIT_URL"):
        monkeypatch.setenv(f"FORUMGM_FORUM__{key}", "http://127.0.0.1:9")
    monkeypatch.setattr("prawcore.sessions.time.sleep", lambda _: None)
    assert set(checked.problems(code=1)) == {"FGM-E104"}


def test_a_login_that_is_out_of_order_is_no_refusal(checked: Checked) -> None:
    checked.lever("faults", match="POST /api/v1/access_token", mode="status", status=503, times=9)
    assert set(checked.problems(code=1)) == {"FGM-E104"}


def test_moderator_rights_and_permissions(checked: Checked) -> None:
    assert set(checked.problems(code=1)) == {"FGM-E202"}
    assert checked.problems(code=1)["FGM-E202"]["key"] == "r/games"


def test_a_clock_that_is_wrong(checked: Checked) -> None:
    checked.appoint()
    checked.lever("clock", advance=3600)
    clock = checked.problems(code=1)["FGM-W501"]
    assert "3600 s behind" in clock["text"]


def test_offline_leaves_the_forum_alone(checked: Checked) -> None:
    assert checked.problems("--offline", code=0) == {}
    assert not checked.http.get(f"{checked.server.url}/sandbox/requests", timeout=20).json()["requests"]


def test_broken_templates(checked: Checked, monkeypatch: pytest.MonkeyPatch) -> None:
    checked.appoint()
    Path("mine").mkdir()
    Path("mine/hello.md.j2").write_text("{{ oops")
    monkeypatch.setenv("FORUMGM_DAEMON__TEMPLATES", "mine")
    broken = checked.problems(code=1)["FGM-E301"]
    assert broken["text"].startswith("hello: TemplateSyntaxError")
    monkeypatch.setenv("FORUMGM_DAEMON__TEMPLATES", "nowhere")
    assert "FGM-E302" in checked.problems(code=1)


def test_templates_that_do_not_fit_their_data(checked: Checked, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is rendered in a dry run."""
    checked.appoint()
    Path("mine/resistance").mkdir(parents=True)
    Path("mine/refusals").mkdir()
    Path("mine/resistance/status.md.j2").write_text("{{ no_such_value }}")
    Path("mine/refusals/not_leader.md.j2").write_text("{{ no_such_value }}")
    monkeypatch.setenv("FORUMGM_DAEMON__TEMPLATES", "mine")
    answer = checked.run("check", "--offline")
    assert answer.code == 1
    assert "FGM-E303 templates/resistance/status: " in answer.out
    assert "FGM-E303 templates/refusals/not_leader: " in answer.out
    assert answer.out.endswith("2 problems found.\n")


def test_a_database_that_is_none_of_ours(checked: Checked) -> None:
    checked.appoint()
    checked.database.write_bytes(b"nonsense" * 1000)
    assert set(checked.problems(code=1)) == {"FGM-E403"}


def _as_person(checked: Checked, name: str, path: str, **form: str) -> None:
    url = checked.server.url
    login = {"grant_type": "password", "username": name, "password": "x"}
    told = checked.http.post(f"{url}/api/v1/access_token", auth=("app", "x"), data=login, timeout=20).json()
    headers = {"Authorization": f"bearer {told['access_token']}", "User-Agent": f"linux:tests:v1 (by u/{name})"}
    checked.http.post(f"{url}{path}", headers=headers, data={"api_type": "json", **form}, timeout=20).raise_for_status()


def test_ping_writes_and_waits_for_the_answer(checked: Checked, monkeypatch: pytest.MonkeyPatch) -> None:
    """Private messages both ways, on request."""
    checked.appoint()
    checked.lever("account", name="owner")
    waits: list[float] = []

    def answers(seconds: float) -> None:
        waits.append(seconds)
        _as_person(checked, "owner", "/api/compose/", to="gm_bot", subject="re", text="here I am")

    monkeypatch.setattr("forumgm.commands.setup.time.sleep", answers)
    assert checked.problems("--ping", "u/owner", code=0) == {}
    assert len(waits) == 1
    exported = checked.http.get(f"{checked.server.url}/sandbox/export", timeout=20).json()
    assert next(m["to"] for m in exported["messages"]) == "owner"


def test_ping_without_an_answer(checked: Checked, monkeypatch: pytest.MonkeyPatch) -> None:
    checked.appoint()
    checked.lever("account", name="owner")
    monkeypatch.setattr("forumgm.commands.setup.time.sleep", lambda _: None)
    assert set(checked.problems("--ping", "owner", code=1)) == {"FGM-E603"}
    assert set(checked.problems("--ping", "nobody_at_all", code=1)) == {"FGM-E601"}


def test_ping_refused(checked: Checked) -> None:
    checked.appoint()
    checked.lever("account", name="owner", accepts_messages=False)
    assert set(checked.problems("--ping", "owner", code=1)) == {"FGM-E601"}


def test_every_problem_has_an_id_of_its_own_and_a_remedy() -> None:
    """Ids stay: each stands for one kind of problem."""
    root = Path(__file__).parents[2] / "forumgm"
    texts = [f.read_text() for d in ("settings", "service") for f in (root / d).glob("*.py")]
    ids = [i for text in texts for i in re.findall(r'Problem\(\s*"(FGM-[EW]\d{3})"', text)]
    assert len(set(ids)) >= 20
    shared = {"FGM-E001", "FGM-E005", "FGM-E402"}
    assert {i for i in ids if ids.count(i) > 1} <= shared


@pytest.mark.parametrize(
    ("granted", "missing"),
    [({"flair", "mail"}, "posts"), ({"posts"}, "flair"), ({"all"}, ""), ({"posts", "flair"}, "")],
)
def test_permissions_that_the_bot_lacks(
    checked: Checked, monkeypatch: pytest.MonkeyPatch, granted: set[str], missing: str
) -> None:
    monkeypatch.setattr("forumgm.adapters.reddit.rights.Rights.permissions", lambda *_: frozenset(granted))
    found = checked.problems(code=1 if missing else 0)
    assert [p["text"] for p in found.values()] == ([f"the bot lacks the permission {missing}."] if missing else [])


def test_scopes_that_the_token_lacks(checked: Checked, monkeypatch: pytest.MonkeyPatch) -> None:
    """reddit.md 1.10 lists what is needed."""
    checked.appoint()
    monkeypatch.setattr("praw.models.Auth.scopes", lambda _: {"identity", "read"})
    assert "privatemessages" in checked.problems(code=1)["FGM-E103"]["text"]
