"""Faults: the kinds of interfaces.md at rate 1, and the targeted modes."""

from collections.abc import Callable

import pytest
import requests
from praw.exceptions import RedditAPIException

from forumgm.sandbox.faults import FaultKind, Weather, parse_spec
from forumgm.sandbox.sight import LONGEST_LAG
from tests.sandbox.conftest import Place

Make = Callable[..., Place]


def wrote(place: Place, text: str = "vote", *, timeout: float = 10) -> requests.Response:
    """A message sent without PRAW's repeating."""
    form = {"to": "carol", "subject": "s", "text": text}
    return place.http.post(f"{place.url}/api/compose", data=form, headers=place.token("alice"), timeout=timeout)


def stormy(make_place: Make, spec: str, **options: object) -> Place:
    place = make_place(faults=spec, **options)
    place.lever("account", name="carol")
    return place


def test_timeout_writes_and_never_answers(make_place: Make) -> None:
    place = stormy(make_place, "timeout=1")
    with pytest.raises(requests.ReadTimeout):
        wrote(place, timeout=0.2)
    assert place.copies("vote") == 1


def test_5xx_before_writes_nothing(make_place: Make) -> None:
    place = stormy(make_place, "5xx-before=1")
    assert wrote(place).status_code in {500, 502, 503, 504}
    assert place.copies("vote") == 0


def test_5xx_after_writes_and_answers_500(make_place: Make) -> None:
    place = stormy(make_place, "5xx-after=1")
    assert wrote(place).status_code == 500
    assert place.copies("vote") == 1


def test_429_has_headers(make_place: Make) -> None:
    place = stormy(make_place, "429=1")
    answer = wrote(place)
    assert (answer.status_code, answer.headers["retry-after"], answer.headers["x-ratelimit-remaining"]) == (
        429,
        "2",
        "0.0",
    )
    assert place.copies("vote") == 0


def test_ratelimit_is_reddits_json_error(make_place: Make) -> None:
    place = stormy(make_place, "ratelimit=1", seed=1)
    body = wrote(place).json()
    assert body["json"]["errors"][0][0] == "RATELIMIT"
    assert place.copies("vote") == 0


def test_slow_waits_one_to_five_seconds(make_place: Make) -> None:
    waits: list[float] = []

    async def note(seconds: float) -> None:
        waits.append(seconds)

    place = stormy(make_place, "slow=1", sleep=note)
    assert wrote(place).status_code == 200
    assert len(waits) == 1
    assert 1 <= waits[0] <= 5


@pytest.mark.parametrize("kind", ["stale", "drop"])
def test_listings_lag_at_most_120_seconds(make_place: Make, kind: str) -> None:
    """interfaces.md: stale and drop hide an item for at most 120 forum seconds."""
    place = stormy(make_place, f"{kind}=1")
    post = place.reddit("alice").subreddit("mafia").submit("t", selftext="x")
    assert list(place.reddit("bob").subreddit("mafia").new()) == []
    comment = place.reddit("alice").comment(post.reply("fresh").id)
    header = place.token("bob")
    url = f"{place.url}/comments/{post.id}"
    tree = place.http.get(url, headers=header, timeout=10).json()[1]["data"]["children"]
    assert tree == []
    assert comment.body == "fresh"  # api/info is no listing
    place.advance(LONGEST_LAG)
    assert len(list(place.reddit("bob").subreddit("mafia").new())) == 1
    assert len(place.http.get(url, headers=header, timeout=10).json()[1]["data"]["children"]) == 1


def test_faults_spare_levers_pages_and_logins(make_place: Make) -> None:
    place = make_place(faults="5xx-before=1")
    assert place.token("alice")
    assert place.view("clock")["manual"] is True
    assert place.http.get(place.url, timeout=10).status_code == 200


def test_rates_are_shares_and_repeat() -> None:
    """The share of 10 000 requests lies within four standard deviations (0.1 +- 0.012), and the seed repeats it."""
    seen = [
        [weather.meet("POST", "/api/comment") for _ in range(10_000)]
        for weather in (Weather("5xx-after=0.1,slow=0.1", seed=7), Weather("5xx-after=0.1,slow=0.1", seed=7))
    ]
    assert seen[0] == seen[1]
    for kind in (FaultKind.AFTER, FaultKind.SLOW):
        share = sum(fault is not None and fault.kind is kind for fault in seen[0]) / 10_000
        assert abs(share - 0.1) < 0.012


@pytest.mark.parametrize("spec", ["rain=1", "slow", "slow=2", "slow=x"])
def test_wrong_specs_say_so(spec: str) -> None:
    with pytest.raises(ValueError, match=r"fault|kinds"):
        parse_spec(spec)


@pytest.mark.parametrize(
    ("mode", "copies", "answer"),
    [
        ("do_then_status", 1, 503),
        ("status", 0, 503),
        ("json", 0, 200),
        ("do_then_drop", 1, None),
        ("drop", 0, None),
        ("delay", 1, 200),
        ("do_then_delay", 1, 200),
    ],
)
def test_targeted_faults_strike_once(make_place: Make, mode: str, copies: int, answer: int | None) -> None:
    waits: list[float] = []

    async def note(seconds: float) -> None:
        waits.append(seconds)

    place = stormy(make_place, "", sleep=note)
    place.lever("faults", match="POST /api/compose", mode=mode, status=503, seconds=3, body={"json": {"errors": []}})
    if answer is None:
        with pytest.raises(requests.ConnectionError):
            wrote(place)
    else:
        assert wrote(place).status_code == answer
    assert place.copies("vote") == copies
    assert waits == ([3.0] if "delay" in mode else [])
    assert wrote(place, "second").status_code == 200


def test_praw_raises_a_targeted_ratelimit(make_place: Make) -> None:
    place = stormy(make_place, "")
    body = {"json": {"errors": [["RATELIMIT", "try again in 4 minutes.", "ratelimit"]]}}
    place.lever("faults", match="POST /api/compose", mode="json", body=body)
    with pytest.raises(RedditAPIException) as refused:
        place.reddit("alice").redditor("carol").message(subject="s", message="m")
    assert refused.value.items[0].error_type == "RATELIMIT"


def test_token_endpoint_can_be_targeted(make_place: Make) -> None:
    place = make_place()
    place.lever("faults", match="POST /api/v1/access_token", mode="json", body={"error": "invalid_grant"})
    answer = place.http.post(f"{place.url}/api/v1/access_token", auth=("i", "s"), timeout=10)
    assert answer.json() == {"error": "invalid_grant"}
