"""The wire: forum time, budget, headers that prawcore can't take, and how PRAW is set up."""

import pytest
import requests

from forumgm.adapters.reddit.client import RedditSettings, connect
from forumgm.adapters.reddit.wire import ForumTime, Purpose, Wire, never_sent, purpose_of
from forumgm.app.ports import ForumUnreachableError
from tests.adapters.reddit.stage import settings_for


class Ticks:
    """A monotonic clock that the test moves."""

    def __init__(self) -> None:
        self.at = 100.0

    def __call__(self) -> float:
        return self.at


def _answer(status: int = 200, **headers: str) -> requests.Response:
    answer = requests.Response()
    answer.status_code = status
    answer.headers.update({name.replace("_", "-"): value for name, value in headers.items()})
    return answer


def test_time_follows_the_answers_and_never_runs_ahead() -> None:
    ticks = Ticks()
    time = ForumTime(ticks)
    with pytest.raises(ForumUnreachableError):
        time.now()
    time.heard(5000)
    ticks.at += 10.5
    assert time.now() == 5010
    time.heard(5011)
    assert time.now() == 5011
    time.heard(5010, asked=ticks.at - 0.5)  # stamped before the second was full: the better bound stands
    assert time.now() == 5011
    time.heard(9000)  # the forum's clock was moved on
    assert time.now() == 9000
    time.heard(8000)  # or put back
    assert time.now() == 8000


def test_time_that_stands_still_is_not_carried_on() -> None:
    """The truth is less than a second past the Date of an answer that came at once: what says more is given up."""
    ticks = Ticks()
    time = ForumTime(ticks)
    time.heard(5000)
    for _ in range(20):
        ticks.at += 0.3
        time.heard(5000)
        assert time.now() == 5000


def test_a_slow_answer_does_not_put_time_back() -> None:
    ticks = Ticks()
    time = ForumTime(ticks)
    time.heard(5000)
    asked = ticks.at
    ticks.at += 18
    time.heard(5000, asked=asked)  # stamped when it was asked for, 18 s on its way back
    assert time.now() == 5018


def test_time_grows_stale() -> None:
    ticks = Ticks()
    time = ForumTime(ticks)
    time.heard(5000)
    assert time.known
    ticks.at += 601
    assert not time.known


def test_an_answer_tells_time_and_budget() -> None:
    ticks = Ticks()
    wire = Wire(ticks)

    def send() -> requests.Response:
        ticks.at += 1.5
        return _answer(
            date="Thu, 01 Jan 2026 00:00:10 GMT",
            x_ratelimit_used="5.0",
            x_ratelimit_remaining="995.0",
            x_ratelimit_reset="500",
        )

    answer = wire.timed("GET", "/r/a+b/comments", send)
    assert wire.time.now() == 1767225610
    assert wire.answered_from == 1767225608
    assert answer.headers["x-ratelimit-used"] == "5"
    assert wire.budget is not None
    assert (wire.budget.used, wire.budget.remaining, wire.budget.resets_in) == (5, 995, 500)
    assert wire.requests == {"GET /r/*/comments": 1}
    wire.check_budget()


def test_headers_that_nobody_understands_are_taken_away() -> None:
    wire = Wire(Ticks())
    odd = _answer(401, x_ratelimit_used="x", x_ratelimit_remaining="9", retry_after="soon", date="never")
    answer = wire.timed("GET", "/x", lambda: odd)
    assert "x-ratelimit-remaining" not in answer.headers
    assert "retry-after" not in answer.headers
    assert answer.headers["www-authenticate"].endswith('error="invalid_token"')
    assert (wire.budget, wire.answered_from) == (None, None)


def test_an_empty_budget_recovers_with_the_window() -> None:
    ticks = Ticks()
    wire = Wire(ticks)
    quota = _answer(x_ratelimit_used="1000", x_ratelimit_remaining="0.0", x_ratelimit_reset="30")
    wire.timed("GET", "/x", lambda: quota)
    ticks.at += 10
    with pytest.raises(ForumUnreachableError) as caught:
        wire.check_budget()
    assert caught.value.retry_after == 20
    ticks.at += 20
    wire.check_budget()


@pytest.mark.parametrize(
    ("method", "path", "purpose"),
    [
        ("GET", "/r/x/comments", Purpose.READ),
        ("POST", "/api/v1/access_token", Purpose.TOKEN),
        ("POST", "/api/morechildren", Purpose.REPEATABLE_WRITE),
        ("POST", "/r/x/api/flair", Purpose.REPEATABLE_WRITE),
        ("POST", "/api/comment", Purpose.WRITE_ONCE),
        ("POST", "/api/compose", Purpose.WRITE_ONCE),
        ("POST", "/api/submit", Purpose.WRITE_ONCE),
        ("POST", "/api/mod/conversations", Purpose.WRITE_ONCE),
        ("POST", "/api/mod/conversations/abc", Purpose.WRITE_ONCE),
        ("POST", "/api/whatever_comes", Purpose.WRITE_ONCE),
    ],
)
def test_purposes(method: str, path: str, purpose: Purpose) -> None:
    """reddit.md 1.6."""
    assert purpose_of(method, path) is purpose


def test_only_a_missing_connection_is_certain() -> None:
    assert never_sent(requests.exceptions.ConnectTimeout())
    assert not never_sent(requests.exceptions.ConnectionError("reset"))
    assert not never_sent(requests.exceptions.ReadTimeout())


def test_the_environment_has_no_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """reddit.md 1.3: neither PRAW's variables nor a proxy; no trailing slash; refresh token without password."""
    monkeypatch.setenv("praw_username", "somebody_else")
    session = requests.Session()
    settings = settings_for("http://127.0.0.1:1/", password="", refresh_token="RT")
    reddit = connect(settings, Wire(Ticks()), session=session)
    assert (reddit.config.oauth_url, reddit.config.reddit_url) == ("http://127.0.0.1:1", "http://127.0.0.1:1")
    assert reddit.config.refresh_token == "RT"
    assert not reddit.config.check_for_updates
    assert settings.login() == {"refresh_token": "RT"}


def test_settings_never_show_their_secrets() -> None:
    settings = RedditSettings(
        client_id="c",
        client_secret="hush1",
        user_agent="agent:x",
        username="u",
        password="hush2",
        refresh_token="hush3",
    )
    assert "hush" not in repr(settings)
