"""Reddit's rules that the sandbox keeps beyond the 52 calls (reddit.md 2, 3 and 6.5)."""

from email.utils import parsedate_to_datetime

import prawcore
import pytest
from praw.exceptions import RedditAPIException

from tests.sandbox.conftest import NOON, Place, reddit_at


@pytest.fixture
def thread(place: Place) -> str:
    """A post of gm_bot in r/mafia."""
    return place.reddit("gm_bot").subreddit("mafia").submit("Game", selftext="join").id


def code_of(refused: pytest.ExceptionInfo[RedditAPIException]) -> str:
    return refused.value.items[0].error_type


def test_ids_count_per_kind_and_items_carry_author_fullname(place: Place, thread: str) -> None:
    """interfaces.md: ids counted per kind; items carry author_fullname."""
    gm = place.reddit("gm_bot")
    first, second = (gm.submission(thread).reply(text) for text in "ab")
    assert int(second.id, 36) == int(first.id, 36) + 1
    assert first.id == thread
    assert first.author_fullname == f"t2_{gm.redditor('gm_bot').id}"
    assert gm.submission(thread).author_fullname == first.author_fullname


def test_date_header_is_the_forum_clock(place: Place) -> None:
    """interfaces.md: the Date header is the forum clock, which moves by /sandbox/clock."""
    place.advance(90_000)
    for path in ("/api/v1/me", "/sandbox/clock", "/"):
        shown = parsedate_to_datetime(place.http.get(place.url + path, timeout=10).headers["date"])
        assert shown.timestamp() == NOON + 90_000


def test_created_is_whole_forum_seconds(place: Place, thread: str) -> None:
    place.advance(10.75)
    assert place.reddit("gm_bot").submission(thread).reply("x").created_utc == float(NOON + 10)


def test_401_names_the_realm_and_praw_recovers(place: Place) -> None:
    """reddit.md 1.10: a bad token is a 401 with www-authenticate; PRAW logs in again."""
    answer = place.http.get(f"{place.url}/api/v1/me", headers={"Authorization": "bearer nothing"}, timeout=10)
    assert (answer.status_code, answer.headers["www-authenticate"]) == (
        401,
        'Bearer realm="reddit", error="invalid_token"',
    )
    header = place.token("alice")
    place.lever("settings", revoke_tokens=True)
    assert place.http.get(f"{place.url}/api/v1/me", headers=header, timeout=10).status_code == 401
    place.lever("settings", token_ttl=0)
    assert place.http.get(f"{place.url}/api/v1/me", headers=place.token("alice"), timeout=10).status_code == 401


def test_bad_logins(place: Place) -> None:
    """reddit.md 1.10: invalid_grant in a 200, a bad refresh token is a 400, no client a 401."""
    url = f"{place.url}/api/v1/access_token"
    wrong = {"grant_type": "password", "username": "no such name!", "password": "x"}
    assert place.http.post(url, data=wrong, auth=("i", "s"), timeout=10).json() == {"error": "invalid_grant"}
    token = {"grant_type": "refresh_token", "refresh_token": "x"}
    assert place.http.post(url, data=token, auth=("i", "s"), timeout=10).status_code == 400
    assert place.http.post(url, data=wrong, timeout=10).status_code == 401


def test_read_only_is_sent_to_the_login_page(place: Place) -> None:
    """reddit.md 1.10: client credentials meet a 302 on /message."""
    with pytest.raises(prawcore.Redirect):
        list(reddit_at(place.url, None).inbox.all())


def test_rate_headers(place: Place) -> None:
    """reddit.md 1.8: used and reset are whole, remaining a decimal, used + remaining = 1000."""
    header = place.token("alice")
    shown = [place.http.get(f"{place.url}/api/v1/me", headers=header, timeout=10).headers for _ in range(2)]
    assert [one["x-ratelimit-used"] for one in shown] == ["1", "2"]
    assert [one["x-ratelimit-remaining"] for one in shown] == ["999.0", "998.0"]
    assert [one["x-ratelimit-reset"] for one in shown] == ["599", "598"]


def test_set_quota_ends_in_429(place: Place) -> None:
    place.lever("settings", quota=2)
    header = place.token("alice")
    answers = [place.http.get(f"{place.url}/api/v1/me", headers=header, timeout=10) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2].headers["x-ratelimit-remaining"] == "0.0"


def names(place: Place, **query: str) -> list[str]:
    header = place.token("gm_bot")
    answer = place.http.get(f"{place.url}/r/mafia/comments", params=query, headers=header, timeout=10)
    return [child["data"]["name"] for child in answer.json()["data"]["children"]]


def test_anchors(place: Place, thread: str) -> None:
    """reddit.md 2: a dead anchor gives an empty page, an unknown one the first page; before gives the nearest."""
    made = [place.reddit("alice").submission(thread).reply(str(number)) for number in range(5)]
    full = [comment.fullname for comment in made]
    assert names(place, before=full[1], limit="2") == [full[3], full[2]]
    assert names(place, after=full[3], limit="2") == [full[2], full[1]]
    assert names(place, before="t1_zzzzz") == full[::-1]
    made[2].delete()
    assert names(place, before=full[2]) == []
    assert names(place) == [full[4], full[3], full[1], full[0]]


def test_page_sizes(place: Place, thread: str) -> None:
    """reddit.md 2: 25 unless asked, at least 1, at most 100."""
    for number in range(102):
        place.reddit("alice").submission(thread).reply(str(number))
    assert [len(names(place)), len(names(place, limit="0")), len(names(place, limit="1024"))] == [25, 1, 100]


def test_edit_is_marked_after_three_minutes_only(place: Place, thread: str) -> None:
    """reddit.md 3.4: no mark within 180 s; then the time of the last edit; moderators see r/X/about/edited."""
    comment = place.reddit("alice").submission(thread).reply("one")
    place.advance(180)
    comment.edit("two")
    assert place.reddit("bob").comment(comment.id).edited is False
    place.advance(1)
    comment.edit("three")
    assert place.reddit("bob").comment(comment.id).edited == float(NOON + 181)
    edited = place.reddit("gm_bot").subreddit("mafia").mod.edited()
    assert [item.body for item in edited] == ["three"]
    with pytest.raises(prawcore.Forbidden):
        list(place.reddit("alice").subreddit("mafia").mod.edited())
    assert [edit["text"] for edit in place.view("export")["edits"]] == ["two", "three"]


def test_deleted_comment_stays_as_a_stub_only_with_answers(place: Place, thread: str) -> None:
    """reddit.md 3.4: childless deleted comments vanish from the tree."""
    lone, answered = (place.reddit("alice").submission(thread).reply(text) for text in ("lone", "answered"))
    place.reddit("bob").comment(answered.id).reply("answer")
    lone.delete()
    answered.delete()
    tree = place.reddit("gm_bot").submission(thread).comments
    assert [item.body for item in tree.list()] == ["[deleted]", "answer"]
    assert place.reddit("gm_bot").submission(thread).num_comments == 3


@pytest.mark.parametrize(
    ("text", "code"),
    [(" \n", "NO_TEXT"), ("x" * 10_001, "TOO_LONG")],
)
def test_refused_comments(place: Place, thread: str, text: str, code: str) -> None:
    """reddit.md 3.1: 10 000 characters, not only white space."""
    with pytest.raises(RedditAPIException) as refused:
        place.reddit("alice").submission(thread).reply(text)
    assert code_of(refused) == code


@pytest.mark.parametrize(("title", "text"), [("t" * 301, ""), ("t", "x" * 40_001)])
def test_refused_posts(place: Place, title: str, text: str) -> None:
    """reddit.md 3.1: title 300, text 40 000."""
    with pytest.raises(RedditAPIException) as refused:
        place.reddit("alice").subreddit("mafia").submit(title, selftext=text)
    assert code_of(refused) == "TOO_LONG"


def test_limits_themselves_are_allowed(place: Place) -> None:
    post = place.reddit("alice").subreddit("mafia").submit("t" * 300, selftext="x" * 40_000)
    assert len(post.reply("y" * 10_000).body) == 10_000


@pytest.mark.parametrize(
    ("to", "subject", "code"),
    [("nobody", "s", "USER_DOESNT_EXIST"), ("carol", " ", "NO_SUBJECT"), ("carol", "s" * 101, "TOO_LONG")],
)
def test_refused_messages(place: Place, to: str, subject: str, code: str) -> None:
    """reddit.md 3.1 and 3.7."""
    with pytest.raises(RedditAPIException) as refused:
        place.reddit("alice").redditor(to).message(subject=subject, message="m")
    assert code_of(refused) == code


def test_refusal_code_of_an_account(place: Place) -> None:
    """reddit.md 3.7: NOT_WHITELISTED_BY_USER_MESSAGE."""
    place.lever("account", name="carol", accepts_messages="NOT_WHITELISTED_BY_USER_MESSAGE")
    with pytest.raises(RedditAPIException) as refused:
        place.reddit("alice").redditor("carol").message(subject="s", message="m")
    assert code_of(refused) == "NOT_WHITELISTED_BY_USER_MESSAGE"


def test_closed_threads_and_banned_accounts(place: Place, thread: str) -> None:
    """reddit.md 3.4: TOO_OLD, DELETED_COMMENT, a bare 403 for the banned; moderators write in locked threads."""
    gm, alice = place.reddit("gm_bot"), place.reddit("alice")
    comment = alice.submission(thread).reply("x")
    gm.submission(thread).mod.lock()
    assert gm.submission(thread).reply("still here").body == "still here"
    gm.submission(thread).mod.unlock()
    comment.delete()
    with pytest.raises(RedditAPIException) as refused:
        gm.comment(comment.id).reply("y")
    assert code_of(refused) == "DELETED_COMMENT"
    place.lever("archive", id=f"t3_{thread}")
    with pytest.raises(RedditAPIException) as refused:
        alice.submission(thread).reply("y")
    assert code_of(refused) == "TOO_OLD"
    gm.subreddit("mafia").banned.add("alice")
    with pytest.raises(prawcore.Forbidden):
        alice.submission(thread).reply("y")


def test_suspended_account_is_in_timeout(place: Place, thread: str) -> None:
    """reddit.md 3.7."""
    place.lever("account", name="carol", suspended=True)
    with pytest.raises(RedditAPIException) as refused:
        place.reddit("carol").submission(thread).reply("x")
    assert code_of(refused) == "IN_TIMEOUT"


def test_four_mentions_notify_nobody(place: Place, thread: str) -> None:
    """reddit.md 3.1: at most three names, and none twice in one inbox."""
    for name in ("player_1", "player_2", "player_3", "player_4"):
        place.lever("account", name=name)
    place.reddit("alice").submission(thread).reply("u/player_1 u/player_2 u/gm_bot")
    place.reddit("alice").submission(thread).reply("u/player_1 u/player_2 u/player_3 u/player_4")
    assert len(list(place.reddit("player_1").inbox.mentions())) == 1
    assert [item.type for item in place.reddit("gm_bot").inbox.all()] == ["post_reply", "post_reply"]


def test_answer_to_own_message_goes_to_oneself(place: Place) -> None:
    """reddit.md 6.5."""
    place.reddit("alice").redditor("carol").message(subject="s", message="m")
    (sent,) = place.reddit("alice").inbox.sent()
    assert str(sent.reply("again").dest) == "alice"


def test_marks_have_limits(place: Place) -> None:
    """reddit.md 2: more than 25 ids are a 413, none valid a 400."""
    header = place.token("alice")
    url = f"{place.url}/api/read_message/"
    many = ",".join(f"t4_{number}" for number in range(26))
    assert place.http.post(url, data={"id": many}, headers=header, timeout=10).status_code == 413
    assert place.http.post(url, data={"id": "t4_0"}, headers=header, timeout=10).status_code == 400


def test_export_and_requests(place: Place, thread: str) -> None:
    """interfaces.md: the keys of /sandbox/export and /sandbox/requests."""
    place.reddit("alice").submission(thread).reply("hello")
    place.reddit("alice").redditor("gm_bot").message(subject="s", message="secret")
    shown = place.view("export")
    assert set(shown) == {"submissions", "comments", "messages", "edits"}
    (comment,), (message,) = shown["comments"], shown["messages"]
    assert (comment["author"], comment["subreddit"], comment["parent"]) == ("alice", "mafia", f"t3_{thread}")
    assert (message["author"], message["to"], message["text"]) == ("alice", "gm_bot", "secret")
    assert comment["created_utc"] == float(NOON)
    entry = place.view("requests")["requests"][-1]
    assert entry == {
        "account": "alice",
        "method": "POST",
        "path": "/api/compose/",
        "status": 200,
        "time": float(NOON),
    }


def test_wrong_levers_change_nothing(place: Place) -> None:
    for name, fields in (
        ("clock", {"advance": -1}),
        ("clock", {"advance": 10**11}),
        ("settings", {"pages": 3}),
        ("moderators", {}),
    ):
        assert place.http.post(f"{place.url}/sandbox/{name}", json=fields, timeout=10).status_code == 400
    assert place.view("clock")["now"] == NOON
