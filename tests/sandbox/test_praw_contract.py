"""The 52 calls that unmodified PRAW 8 makes in reddit.md section 2, each against the sandbox (interfaces.md)."""

import prawcore
import pytest
from praw.exceptions import RedditAPIException
from praw.models import Comment, Message, MoreComments, SubredditMessage

from tests.sandbox.conftest import Place, reddit_at


@pytest.fixture
def thread(place: Place) -> str:
    """A post of gm_bot in r/mafia."""
    return place.reddit("gm_bot").subreddit("mafia").submit("Game 1 signups", selftext="join here").id


def reply(place: Place, thread: str, text: str, *, by: str = "alice") -> Comment:
    return place.reddit(by).submission(thread).reply(text)


# -- login ---------------------------------------------------------------------------------------------


def test_password_login_gives_the_account(place: Place) -> None:
    assert place.reddit("gm_bot").user.me().name == "gm_bot"


def test_refresh_token_gives_the_account(place: Place) -> None:
    assert reddit_at(place.url, None, refresh_token="RT-gm_bot").user.me().name == "gm_bot"


def test_client_credentials_are_read_only(place: Place) -> None:
    reader = reddit_at(place.url, None)
    assert reader.read_only
    assert list(reader.subreddit("mafia").new()) == []


def test_user_agent_of_praw_is_accepted(place: Place) -> None:
    place.reddit("gm_bot").user.me()
    assert [entry["path"] for entry in place.view("requests")["requests"]] == [
        "/api/v1/access_token",
        "/api/v1/me",
    ]


# -- posts and comments --------------------------------------------------------------------------------


def test_submit(place: Place, thread: str) -> None:
    post = place.reddit("alice").submission(thread)
    assert (post.title, post.selftext, str(post.author)) == ("Game 1 signups", "join here", "gm_bot")


def test_reply_to_post(place: Place, thread: str) -> None:
    made = reply(place, thread, "!join")
    assert isinstance(made, Comment)
    assert made.parent_id == f"t3_{thread}"


def test_reply_to_comment_keeps_the_raw_text(place: Place, thread: str) -> None:
    above = reply(place, thread, "!join")
    made = place.reddit("Bob_-X").comment(above.id).reply("hi u/carol and /u/gm_bot > quote & amp <b>")
    assert (made.body, made.parent_id) == ("hi u/carol and /u/gm_bot > quote & amp <b>", above.fullname)


def test_thread_tree_newest_first(place: Place, thread: str) -> None:
    first, second = reply(place, thread, "one"), reply(place, thread, "two")
    below = place.reddit("bob").comment(first.id).reply("under one")
    post = place.reddit("gm_bot").submission(thread)
    post.comment_sort = "new"
    post.comments.replace_more(limit=None)
    assert [item.id for item in post.comments.list()] == [second.id, first.id, below.id]


def test_replace_more_reads_everything(place: Place, thread: str) -> None:
    place.lever("settings", page=2)
    made = [reply(place, thread, f"filler {number}").id for number in range(7)]
    nested = place.reddit("bob").comment(made[5]).reply("nested behind more").id
    post = place.reddit("gm_bot").submission(thread)
    post.comment_sort = "old"
    assert sum(isinstance(item, MoreComments) for item in post.comments.list()) == 1
    assert post.comments.replace_more(limit=None) == []
    assert sorted(item.id for item in post.comments.list()) == sorted([*made, nested])


def test_continue_this_thread(place: Place, thread: str) -> None:
    at = reply(place, thread, "d0")
    for depth in range(1, 23):
        at = place.reddit("alice").comment(at.id).reply(f"d{depth}")
    post = place.reddit("gm_bot").submission(thread)
    post.comments.replace_more(limit=None)
    assert [item.body for item in post.comments.list()] == [f"d{depth}" for depth in range(23)]


def test_refresh_finds_the_comment_in_its_context(place: Place, thread: str) -> None:
    above = reply(place, thread, "above")
    middle = place.reddit("bob").comment(above.id).reply("middle")
    place.reddit("carol").comment(middle.id).reply("below")
    found = place.reddit("gm_bot").comment(middle.id).refresh()
    assert (found.body, [item.body for item in found.replies]) == ("middle", ["below"])


def test_subreddit_comments_limit(place: Place, thread: str) -> None:
    made = [reply(place, thread, str(number)).fullname for number in range(5)]
    found = place.reddit("gm_bot").subreddit("mafia").comments(limit=3)
    assert [item.fullname for item in found] == made[:-4:-1]


def test_subreddit_comments_before(place: Place, thread: str) -> None:
    anchor = reply(place, thread, "anchor")
    newer = reply(place, thread, "newer")
    found = place.reddit("gm_bot").subreddit("mafia").comments(params={"before": anchor.fullname})
    assert [item.fullname for item in found] == [newer.fullname]


def test_subreddit_comments_without_limit_pages_through_all(place: Place, thread: str) -> None:
    made = [reply(place, thread, str(number)).fullname for number in range(105)]
    found = place.reddit("gm_bot").subreddit("mafia").comments(limit=None)
    assert [item.fullname for item in found] == made[::-1]


def test_subreddit_new(place: Place, thread: str) -> None:
    assert [post.title for post in place.reddit("gm_bot").subreddit("mafia").new(limit=5)] == ["Game 1 signups"]


def test_redditor_comments(place: Place, thread: str) -> None:
    reply(place, thread, "mine")
    assert [item.body for item in place.reddit("gm_bot").redditor("alice").comments.new(limit=None)] == ["mine"]


def test_stream_of_comments(place: Place, thread: str) -> None:
    stream = place.reddit("gm_bot").subreddit("mafia").stream.comments(pause_after=0, skip_existing=True)
    assert next(stream) is None
    reply(place, thread, "streamed")
    assert next(stream).body == "streamed"


def test_edit_comment(place: Place, thread: str) -> None:
    made = reply(place, thread, "vote count v1", by="gm_bot")
    made.edit("vote count v2")
    assert (made.body, made.edited) == ("vote count v2", False)


def test_edit_post(place: Place, thread: str) -> None:
    post = place.reddit("gm_bot").submission(thread)
    post.edit("new selftext")
    assert place.reddit("alice").submission(thread).selftext == "new selftext"


def test_deleted_comment_has_no_author(place: Place, thread: str) -> None:
    made = reply(place, thread, "oops")
    made.delete()
    found = place.reddit("gm_bot").comment(made.id)
    assert (found.author, found.body) == (None, "[deleted]")


def test_info_asks_in_hundreds(place: Place) -> None:
    names = [f"t1_zz{number}" for number in range(250)]
    assert list(place.reddit("gm_bot").info(fullnames=names)) == []
    paths = [entry["path"] for entry in place.view("requests")["requests"]]
    assert sum(path.startswith("/api/info") for path in paths) == 3


def test_reply_to_unknown_parent_is_a_bare_403(place: Place) -> None:
    with pytest.raises(prawcore.Forbidden):
        place.reddit("gm_bot").comment("zzzzzz").reply("x")


def test_send_replies_off_keeps_the_inbox_empty(place: Place, thread: str) -> None:
    place.reddit("gm_bot").submission(thread).disable_inbox_replies()
    reply(place, thread, "quiet")
    assert list(place.reddit("gm_bot").inbox.all()) == []


# -- messages ------------------------------------------------------------------------------------------


def write(place: Place, text: str = "kill Bob_-X", *, by: str = "alice", to: str = "gm_bot") -> None:
    place.reddit(by).redditor(to).message(subject="night action", message=text)


def test_compose_arrives_as_message(place: Place) -> None:
    place.reddit("gm_bot").user.me()
    write(place)
    (found,) = place.reddit("gm_bot").inbox.messages(limit=5)
    assert isinstance(found, Message)
    assert (found.subject, str(found.author), str(found.dest), found.new) == (
        "night action",
        "alice",
        "gm_bot",
        True,
    )


def test_unread_mixes_comments_and_messages(place: Place, thread: str) -> None:
    reply(place, thread, "!join")
    place.advance(1)
    write(place)
    found = [(type(item), item.subject, item.type) for item in place.reddit("gm_bot").inbox.unread(limit=None)]
    assert found == [(Message, "night action", "unknown"), (Comment, "post reply", "post_reply")]


def test_inbox_all(place: Place, thread: str) -> None:
    reply(place, thread, "!join")
    write(place)
    assert len(list(place.reddit("gm_bot").inbox.all(limit=None))) == 2


def test_inbox_by_kind(place: Place, thread: str) -> None:
    above = reply(place, thread, "to the post")
    place.reddit("bob").comment(above.id).reply("to alice, mentions u/gm_bot")
    gm, alice = place.reddit("gm_bot").inbox, place.reddit("alice").inbox
    assert [item.body for item in gm.submission_replies()] == ["to the post"]
    assert [item.body for item in gm.mentions()] == ["to alice, mentions u/gm_bot"]
    assert [item.body for item in alice.comment_replies()] == ["to alice, mentions u/gm_bot"]


def test_reply_to_message(place: Place) -> None:
    place.reddit("gm_bot").user.me()
    write(place)
    (found,) = place.reddit("gm_bot").inbox.messages()
    answer = found.reply("noted")
    assert isinstance(answer, Message)
    assert (answer.subject, str(answer.dest)) == ("re: night action", "alice")
    assert (answer.parent_id, answer.first_message_name) == (found.fullname, found.fullname)


def test_sent(place: Place) -> None:
    place.reddit("gm_bot").user.me()
    write(place)
    found = [(item.subject, str(item.dest)) for item in place.reddit("alice").inbox.sent(limit=5)]
    assert found == [("night action", "gm_bot")]


def test_message_by_id_has_its_answers(place: Place) -> None:
    place.reddit("gm_bot").user.me()
    write(place)
    (found,) = place.reddit("gm_bot").inbox.messages()
    answer = found.reply("noted")
    whole = place.reddit("gm_bot").inbox.message(answer.id)
    assert [item.body for item in place.reddit("gm_bot").inbox.message(found.id).replies] == ["noted"]
    assert whole.body == "noted"


def test_mark_read_in_batches(place: Place) -> None:
    place.reddit("gm_bot").user.me()
    for number in range(30):
        write(place, f"message {number}")
    inbox = place.reddit("gm_bot").inbox
    inbox.mark_read(list(inbox.unread(limit=None)))
    assert list(inbox.unread(limit=None)) == []


def test_mark_unread_and_mark_all(place: Place) -> None:
    place.reddit("gm_bot").user.me()
    write(place)
    inbox = place.reddit("gm_bot").inbox
    inbox.mark_all_read()
    assert list(inbox.unread()) == []
    inbox.mark_unread(list(inbox.messages()))
    assert len(list(inbox.unread())) == 1
    inbox.mark_all_read()
    assert list(inbox.unread()) == []


def test_chat_mode(place: Place) -> None:
    """reddit.md 4.2: placeholder id, 302 on message/messages, RESTRICTED_TO_PM."""
    place.reddit("gm_bot").user.me()
    place.lever("settings", chat=True)
    write(place)
    (found,) = place.reddit("gm_bot").inbox.unread(limit=None)
    assert found.reply("ok").fullname == "t4_zzzzzzzzzzzz"
    with pytest.raises(prawcore.Redirect):
        list(place.reddit("gm_bot").inbox.messages())
    place.lever("account", name="alice", accepts_messages=False)
    with pytest.raises(RedditAPIException) as refused:
        write(place, by="gm_bot", to="alice")
    assert refused.value.items[0].error_type == "RESTRICTED_TO_PM"


# -- people --------------------------------------------------------------------------------------------


def test_moderators(place: Place) -> None:
    (found,) = place.reddit("alice").subreddit("mafia").moderator()
    assert (str(found), found.mod_permissions) == ("gm_bot", ["all"])


def test_moderators_by_user(place: Place) -> None:
    subreddit = place.reddit("alice").subreddit("mafia")
    assert list(subreddit.moderator("alice")) == []
    assert [str(found) for found in subreddit.moderator("GM_BOT")] == ["gm_bot"]


def test_user_about_ignores_case(place: Place) -> None:
    found = place.reddit("gm_bot").redditor("CAROL")
    assert found.id == place.reddit("gm_bot").redditor("carol").id
    assert found.subreddit.display_name == "u_carol"


def test_suspended_user_shows_the_name_only(place: Place) -> None:
    place.lever("account", name="carol", suspended=True)
    found = place.reddit("gm_bot").redditor("carol")
    assert found.is_suspended
    assert not hasattr(found, "created_utc")


def test_unknown_user_is_not_found(place: Place) -> None:
    with pytest.raises(prawcore.NotFound):
        _ = place.reddit("gm_bot").redditor("nobody_here").id


def test_subreddit_about(place: Place) -> None:
    assert place.reddit("gm_bot").subreddit("mafia").user_is_moderator is True
    assert place.reddit("alice").subreddit("mafia").user_is_moderator is False


# -- moderating ----------------------------------------------------------------------------------------


def test_distinguish_and_sticky(place: Place, thread: str) -> None:
    made = reply(place, thread, "sticky me", by="gm_bot")
    made.mod.distinguish(sticky=True)
    found = place.reddit("alice").comment(made.id)
    assert (found.distinguished, found.stickied) == ("moderator", True)


def test_user_flair_and_list(place: Place, thread: str) -> None:
    place.reddit("alice").user.me()
    flair = place.reddit("gm_bot").subreddit("mafia").flair
    flair.set("alice", text="Alive")
    assert [(str(row["user"]), row["flair_text"]) for row in flair(limit=None)] == [("alice", "Alive")]


def test_flair_by_template(place: Place) -> None:
    place.reddit("alice").user.me()
    flair = place.reddit("gm_bot").subreddit("mafia").flair
    flair.set("alice", text="Dead", flair_template_id="abc")
    assert [row["flair_text"] for row in flair("alice")] == ["Dead"]


def test_link_flair(place: Place, thread: str) -> None:
    place.reddit("gm_bot").submission(thread).mod.flair(text="Day 1")
    assert place.reddit("alice").submission(thread).link_flair_text == "Day 1"


def test_lock_and_unlock(place: Place, thread: str) -> None:
    post = place.reddit("gm_bot").submission(thread)
    post.mod.lock()
    with pytest.raises(RedditAPIException) as refused:
        reply(place, thread, "late vote")
    assert refused.value.items[0].error_type == "THREAD_LOCKED"
    post.mod.unlock()
    assert reply(place, thread, "in time").body == "in time"


def test_removed_text_shows_to_author_and_moderators_only(place: Place, thread: str) -> None:
    made = reply(place, thread, "bad")
    moderated = place.reddit("gm_bot").comment(made.id)
    moderated.mod.remove()
    seen = {name: place.reddit(name).comment(made.id) for name in ("bob", "alice", "gm_bot")}
    assert {name: (found.author and str(found.author), found.body) for name, found in seen.items()} == {
        "bob": (None, "[removed]"),
        "alice": ("alice", "bad"),
        "gm_bot": ("alice", "bad"),
    }
    moderated.mod.approve()
    assert place.reddit("bob").comment(made.id).body == "bad"


def test_sticky_post(place: Place, thread: str) -> None:
    place.reddit("gm_bot").submission(thread).mod.sticky()
    assert place.reddit("alice").submission(thread).stickied
    place.reddit("gm_bot").submission(thread).mod.sticky()  # 409, which PRAW swallows


def test_suggested_sort(place: Place, thread: str) -> None:
    place.reddit("gm_bot").submission(thread).mod.suggested_sort(sort="new")
    assert place.reddit("alice").submission(thread).suggested_sort == "new"


# -- modmail -------------------------------------------------------------------------------------------


def test_modmail_create(place: Place) -> None:
    made = place.reddit("gm_bot").subreddit("mafia").modmail.create(subject="Role", body="secret", recipient="carol")
    assert (made.subject, str(made.participant)) == ("Role", "carol")


def test_modmail_list_reply_and_read(place: Place) -> None:
    modmail = place.reddit("gm_bot").subreddit("mafia").modmail
    modmail.create(subject="Role", body="first", recipient="carol")
    (listed,) = modmail.conversations(limit=5)
    assert listed.reply(body="second", author_hidden=True).body_markdown == "second"
    assert [mail.body_markdown for mail in modmail(listed.id).messages] == ["first", "second"]


def test_modmail_pages_end(place: Place) -> None:
    modmail = place.reddit("gm_bot").subreddit("mafia").modmail
    made = [modmail.create(subject=f"s{n}", body="b", recipient="carol").id for n in range(3)]
    assert [found.id for found in modmail.conversations(limit=None)] == made[::-1]


def test_modmail_answer_of_the_player_comes_back(place: Place) -> None:
    gm = place.reddit("gm_bot").subreddit("mafia").modmail
    made = gm.create(subject="Role", body="first", recipient="carol", author_hidden=True)
    (found,) = place.reddit("carol").inbox.all()
    assert isinstance(found, SubredditMessage)
    assert (found.author, str(found.subreddit)) == (None, "mafia")
    found.reply("got it")
    assert gm.unread_count()["new"] == 1
    assert [mail.body_markdown for mail in gm(made.id).messages] == ["first", "got it"]
