"""reddit.md 3.6: what a poll costs, and that it is whole or not at all."""

import threading
from itertools import pairwise

import pytest

from forumgm.app.ports import ForumUnreachableError
from tests.adapters.forum.contract import OTHER, SUB, Reader
from tests.adapters.reddit.stage import SandboxStage


@pytest.fixture
def reader(stage: SandboxStage) -> Reader:
    return Reader(stage.forum)


def test_reads_per_cycle_are_constant(stage: SandboxStage, reader: Reader) -> None:
    """Law: traffic alone decides; here 1, then 21, then 41 threads are open and nothing new was said."""
    stage.bot_moderates(SUB)
    thread = stage.open_thread("ann", SUB, "T")
    said = stage.say("bob", thread, "x")
    stage.write("bob", "JOIN 12")
    stage.write_modmail("bob", SUB, "approve")
    costs = []
    for _ in range(3):
        reader.poll(moderated=[SUB], modmail=[SUB])
        before = len(stage.requested())
        reader.poll(tree=thread, check=[said], moderated=[SUB], modmail=[SUB])
        costs.append([path for _, path in stage.requested()[before:]])
        for n in range(20):
            stage.say("bob", stage.open_thread("ann", OTHER, f"T{n}"), "x")
    assert (
        costs
        == [
            [
                f"/r/{SUB}+{OTHER}/comments",
                "/message/inbox",
                "/message/unread",
                f"/r/{SUB}/about/edited",
                "/api/mod/conversations",
                f"/comments/{thread[3:]}",
                "/api/info",
            ]
        ]
        * 3
    )


@pytest.mark.parametrize(
    "source", ["/r/", "/message/inbox", "/message/unread", "/api/mod/conversations", "/comments/", "/api/info"]
)
def test_a_poll_that_misses_a_source_is_none(stage: SandboxStage, reader: Reader, source: str) -> None:
    """reddit.md 6.2, design.md law 4; the next one brings everything."""
    stage.bot_moderates(SUB)
    thread = stage.open_thread("ann", SUB, "T")
    old = stage.say("bob", thread, "x")
    reader.poll()
    stage.write_modmail("bob", SUB, "approve")
    stage.say("bob", thread, "y")
    stage.fault(f"GET {source}", "status", status=503, times=3)
    with pytest.raises(ForumUnreachableError):
        reader.poll(tree=thread, check=[old], modmail=[SUB])
    stage.calm()
    assert len(reader.items(tree=thread, check=[old], modmail=[SUB])) == 2


@pytest.mark.parametrize("body", [[], {}, {"kind": "Listing"}, {"data": {"children": None}}])
def test_an_answer_that_is_no_listing_is_trouble(stage: SandboxStage, reader: Reader, body: object) -> None:
    stage.fault("GET /message/unread", "json", body=body)
    with pytest.raises(ForumUnreachableError):
        reader.poll()


def test_mod_mail_comes_again_until_it_is_stored(stage: SandboxStage, reader: Reader) -> None:
    """Law: what the reader remembers counts only as long as the store knows it too."""
    stage.bot_moderates(SUB)
    stage.write_modmail("bob", SUB, "approve")
    (item,) = reader.items(modmail=[SUB])
    reader.seen.clear()
    assert [i.id for i in reader.items(modmail=[SUB])] == [item.id]


def test_page_sizes_vary(stage: SandboxStage) -> None:
    """reddit.md 3.5: equal requests may be answered from a cache."""
    sizes = [stage.forum._client.page_size() for _ in range(20)]
    assert all(one != two for one, two in pairwise(sizes))
    assert max(sizes) == 100


def test_one_thread_only(stage: SandboxStage) -> None:
    """reddit.md 1.4."""
    stage.forum.me()
    raised: list[BaseException] = []

    def use() -> None:
        try:
            stage.forum.own_comments(1)
        except RuntimeError as error:
            raised.append(error)

    other = threading.Thread(target=use)
    other.start()
    other.join()
    assert len(raised) == 1


def test_our_own_writings_are_paged_back_as_far_as_asked(stage: SandboxStage) -> None:
    """hosting.md, "After a restore": all of them since the backup, not only the newest page."""
    thread = stage.open_thread("ann", SUB, "T")
    stage.lever("settings", page=3)
    written = [stage.forum.comment(thread, f"comment {n}") for n in range(8)]
    assert [own.id for own in stage.forum.own_comments(1_000)] == written[::-1]
    assert [own.id for own in stage.forum.own_comments(5)] == written[:2:-1]
