"""The web pages: reading, writing as any account, and hostile texts."""

import pytest

from forumgm.sandbox.pages.markdown import rendered
from tests.sandbox.conftest import Place


def send(place: Place, form: str, *, origin: str | None = None, **fields: str) -> tuple[int, str]:
    """Status and where the form leads."""
    headers = {"Origin": origin} if origin else {}
    answer = place.http.post(
        f"{place.url}/write/{form}", data=fields, headers=headers, allow_redirects=False, timeout=10
    )
    return answer.status_code, answer.headers.get("location", answer.text)


def page(place: Place, path: str) -> str:
    return place.http.get(place.url + path, timeout=10).text


@pytest.fixture
def thread(place: Place) -> str:
    """Path of a thread that gm_bot opened through the form."""
    return send(place, "thread", account="gm_bot", sub="mafia", title="Game <1>", text="**join**")[1]


def test_write_read_edit_and_delete_as_any_account(place: Place, thread: str) -> None:
    """interfaces.md: a web page to read threads and to write as any account."""
    target = f"t3_{thread.rsplit('/', 1)[1]}"
    _, where = send(place, "comment", account="alice", target=target, text="!join")
    comment = where.rsplit("#", 1)[1]
    assert "Game &lt;1&gt;" in page(place, thread)
    assert "<strong>join</strong>" in page(place, thread)
    assert [item.body for item in place.reddit("gm_bot").inbox.submission_replies()] == ["!join"]
    assert f"{thread}?edit={comment}" in page(place, thread)  # the cookie remembers alice
    send(place, "edit", account="alice", target=comment, text="!leave")
    assert "!leave" in page(place, f"{thread}?edit={comment}")
    assert send(place, "delete", account="bob", target=comment)[0] == 400
    send(place, "delete", account="alice", target=comment)
    assert place.reddit("bob").comment(comment[3:]).body == "[deleted]"


def test_messages(place: Place) -> None:
    send(place, "letter", account="alice", to="carol", subject="hello", text="a secret")
    shown = page(place, "/inbox/carol")
    assert "a secret" in shown
    (message,) = place.reddit("carol").inbox.messages()
    send(place, "answer", account="carol", target=message.fullname, text="back to you")
    assert "back to you" in page(place, "/inbox/alice")
    send(place, "read", account="carol")
    assert list(place.reddit("carol").inbox.unread()) == []


def test_refused_text_is_not_lost(place: Place) -> None:
    status, shown = send(place, "letter", account="alice", to="nobody", subject="s", text="long </textarea> text")
    assert status == 400
    assert "USER_DOESNT_EXIST" in shown
    assert "long &lt;/textarea&gt; text" in shown


def test_forms_of_other_sites_are_refused(place: Place) -> None:
    fields = {"account": "alice", "to": "carol", "subject": "s", "text": "t"}
    assert send(place, "letter", origin="http://evil.example", **fields)[0] == 403
    assert send(place, "letter", origin=place.url, **fields)[0] == 303
    lever = place.http.post(
        f"{place.url}/sandbox/clock", json={"advance": 5}, headers={"Origin": "http://evil.example"}, timeout=10
    )
    assert lever.status_code == 403


def test_redirects_stay_here(place: Place) -> None:
    for back in ("//evil.example/x", "https://evil.example", "/\\evil.example"):
        assert send(place, "account", account="alice", back=back) == (303, "/")


def test_pages_load_nothing_from_elsewhere(place: Place) -> None:
    policy = place.http.get(place.url, timeout=10).headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; style-src 'nonce-")


def test_reddit_links_lead_to_pages(place: Place, thread: str) -> None:
    identity = thread.rsplit("/", 1)[1]
    for path in (f"/r/mafia/comments/{identity}/t/", f"/comments/{identity}"):
        answer = place.http.get(place.url + path, headers={"Accept": "text/html"}, allow_redirects=False, timeout=10)
        assert (answer.status_code, answer.headers["location"]) == (303, f"/f/mafia/{identity}")


def test_missing_pages(place: Place) -> None:
    for path in ("/f/nowhere", "/f/mafia/zzz", "/inbox/nobody_here"):
        assert place.http.get(place.url + path, timeout=10).status_code == 404


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>"),
        ("a ^(raised *up*) b", "<p>a <sup>raised <em>up</em></sup> b</p>"),
        ("e = mc^2 so", "<p>e = mc<sup>2</sup> so</p>"),
        (">!hidden!<", '<p><span class="spoiler" tabindex="0">hidden</span></p>'),
        (">! open", "<p>&gt;! open</p>"),
        ("`>!code!<`", "<p><code>&gt;!code!&lt;</code></p>"),
        ("~~gone~~", "<p><s>gone</s></p>"),
        ("[w](https://www.reddit.com/message/compose/?to=gm)", 'href="/message/compose/?to=gm"'),
        ("[w](https://reddit.com//elsewhere)", 'href="https://reddit.com//elsewhere"'),
        ("[w](https://reddit.community/r/x)", 'href="https://reddit.community/r/x"'),
        ("![i](http://e/x.png)", 'href="http://e/x.png"'),
    ],
)
def test_markdown(text: str, html: str) -> None:
    assert html in rendered(text)
    assert "<img" not in rendered(text)


@pytest.mark.parametrize("piece", ["^(", ">!", "[", "*_", "^", "> ", "`", ">!a!<", "![a](", "|a\n|-\n"])
def test_hostile_text_is_rendered(piece: str) -> None:
    """Any text of any length is normal input."""
    assert rendered(piece * (10_000 // len(piece)))
