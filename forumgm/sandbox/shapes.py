"""JSON as Reddit writes it (reddit.md 2, "Shapes"), for one viewer.

Laws:
* Only the keys that recordings show: a stray key makes PRAW take a thing for another.
* ``dest`` is never empty, a hidden author is null, a deleted one ``[deleted]``.
* What was removed shows ``[removed]`` to all but its author and moderators.
"""

from html import escape
from typing import Any

from forumgm.sandbox.forum import ForumState
from forumgm.sandbox.sight import may_read
from forumgm.sandbox.things import Account, Comment, Item, Message, Note, NoteKind, Post

Json = dict[str, Any]
PLACEHOLDER = "zzzzzzzzzzzz"
"""The id of an answer to a message in chat mode (reddit.md 4.2)."""
SUBJECTS = {
    NoteKind.POST_REPLY: "post reply",
    NoteKind.COMMENT_REPLY: "comment reply",
    NoteKind.MENTION: "username mention",
}
DELETED = "[deleted]"
REMOVED = "[removed]"


def listing(children: list[Json], *, after: str | None = None) -> Json:
    """A page of things."""
    return {
        "kind": "Listing",
        "data": {
            "after": after,
            "dist": len(children),
            "modhash": None,
            "geo_filter": "",
            "children": children,
            "before": None,
        },
    }


def things(*children: Json) -> Json:
    """The answer to a write."""
    return {"json": {"errors": [], "data": {"things": list(children)}}}


def permalink(forum: ForumState, item: Item) -> str:
    """The item's path on Reddit."""
    name = forum.subreddits[item.sub].name
    if isinstance(item, Post):
        return f"/r/{name}/comments/{item.id}/t/"
    return f"/r/{name}/comments/{item.post}/t/{item.id}/"


def shown_text(forum: ForumState, item: Item, viewer: Account | None) -> str:
    """The item's text as the viewer sees it."""
    if item.deleted:
        return DELETED
    return item.text if may_read(forum, item, viewer) else REMOVED


def post(forum: ForumState, item: Post, viewer: Account | None, *, base: str) -> Json:
    """A t3."""
    return {
        "kind": "t3",
        "data": {
            **_shared(forum, item, viewer),
            "archived": item.archived,
            "hidden": False,
            "is_self": True,
            "is_created_from_ads_ui": False,
            "link_flair_text": item.flair,
            "num_comments": len(forum.at.thread[item.id]),
            "num_reports": None,
            "over_18": False,
            "removed_by_category": "deleted" if item.deleted else "moderator" if item.removed else None,
            "selftext": shown_text(forum, item, viewer),
            "selftext_html": None,
            "suggested_sort": item.suggested_sort,
            "title": item.title,
            "url": base + permalink(forum, item),
        },
    }


def comment(forum: ForumState, item: Comment, viewer: Account | None) -> Json:
    """A t1 as threads and subreddit listings show it."""
    text = shown_text(forum, item, viewer)
    above = forum.posts[item.post]
    return {
        "kind": "t1",
        "data": {
            **_shared(forum, item, viewer),
            "archived": above.archived,
            "body": text,
            "body_html": _html(text),
            "depth": item.depth,
            "is_submitter": item.author == above.author,
            "link_id": above.fullname,
            "parent_id": item.parent,
            "replies": "",
            "score_hidden": False,
        },
    }


def item(forum: ForumState, fullname: str, viewer: Account | None, *, base: str) -> Json | None:
    """The t1 or t3 of this fullname, or None."""
    found = forum.item(fullname)
    if isinstance(found, Post):
        return post(forum, found, viewer, base=base)
    return comment(forum, found, viewer) if found else None


def _shared(forum: ForumState, item: Item, viewer: Account | None) -> Json:
    sub = forum.subreddits[item.sub]
    author = forum.accounts[item.author]
    is_nameless = item.deleted or not may_read(forum, item, viewer)
    return {
        "author": DELETED if is_nameless else author.name,
        "author_fullname": None if is_nameless else author.fullname,
        "created": float(item.created),
        "created_utc": float(item.created),
        "distinguished": "moderator" if item.distinguished else None,
        "edited": float(item.edited) if item.edited else False,
        "id": item.id,
        "likes": None,
        "locked": item.locked,
        "name": item.fullname,
        "permalink": permalink(forum, item),
        "saved": False,
        "score": 1,
        "send_replies": item.replies_noted,
        "stickied": item.stickied,
        "subreddit": sub.name,
        "subreddit_id": sub.fullname,
        "subreddit_name_prefixed": f"r/{sub.name}",
        **({"removed": item.removed, "approved": item.approved} if forum.is_moderator(viewer, item.sub) else {}),
    }


def more(*, parent: str, ids: list[str], count: int, depth: int) -> Json:
    """A t1-like ``more``; without ids it is "continue this thread"."""
    identity = ids[0] if ids else "_"
    return {
        "kind": "more",
        "data": {
            "count": count,
            "id": identity,
            "name": f"t1_{identity}",
            "parent_id": parent,
            "depth": depth,
            "children": ids,
        },
    }


def inbox_comment(forum: ForumState, note: Note) -> Json:
    """A t1 as an inbox shows it: without link_id, permalink, edited and is_submitter."""
    found = forum.comments[note.comment]
    above = forum.posts[found.post]
    sub = forum.subreddits[found.sub]
    author = forum.accounts[found.author]
    owner = forum.accounts[note.owner]
    text = shown_text(forum, found, owner)
    return {
        "kind": "t1",
        "data": {
            **_letter_shared(found.fullname, created=found.created, text=text),
            "subreddit": sub.name,
            "author_fullname": author.fullname,
            "subject": SUBJECTS[note.kind],
            "score": 1,
            "author": author.name,
            "num_comments": len(forum.at.thread[above.id]),
            "parent_id": found.parent,
            "subreddit_name_prefixed": f"r/{sub.name}",
            "new": note.unread,
            "type": str(note.kind),
            "link_title": above.title,
            "dest": owner.name,
            "was_comment": True,
            "context": f"{permalink(forum, found)}?context=3",
        },
    }


def message(forum: ForumState, found: Message, viewer: Account, *, replies: Json | str = "") -> Json:
    """A t4, with the traits of chat when the forum is in chat mode."""
    author = forum.accounts[found.author] if found.author else None
    sub = forum.subreddits[found.from_sub].name if found.from_sub else None
    chat = forum.settings.chat
    subject = found.subject.removeprefix("re: ") if chat else found.subject
    return {
        "kind": "t4",
        "data": {
            **_letter_shared(found.fullname, created=found.created, text=found.text),
            "first_message": int(found.first, 36) if found.first else None,
            "first_message_name": f"t4_{found.first}" if found.first else None,
            "subreddit": sub,
            "replies": replies,
            "author_fullname": author.fullname if author else None,
            "subject": subject,
            "score": 0,
            "author": author.name if author else None,
            "num_comments": None,
            "parent_id": None if chat else found.parent,
            "subreddit_name_prefixed": f"r/{sub}" if sub else None,
            "new": found.unread and found.to_account == viewer.id,
            "type": "unknown",
            "dest": destination(forum, found),
            "was_comment": False,
            "context": "",
        },
    }


def destination(forum: ForumState, found: Message) -> str:
    """Where the message went: an account's name, or ``#`` and a subreddit's."""
    if found.to_account:
        return forum.accounts[found.to_account].name
    return f"#{forum.subreddits[found.to_sub or ''].name}"


def _letter_shared(fullname: str, *, created: int, text: str) -> Json:
    return {
        "first_message": None,
        "first_message_name": None,
        "likes": None,
        "replies": "",
        "id": fullname[3:],
        "associated_awarding_id": None,
        "body": text,
        "body_html": _html(text),
        "name": fullname,
        "created": float(created),
        "created_utc": float(created),
        "distinguished": None,
    }


def _html(text: str) -> str:
    return f'<div class="md"><p>{escape(text)}</p>\n</div>'


def account(found: Account) -> Json:
    """A t2's data; a suspended account shows nothing but its name."""
    if found.suspended:
        return {
            "name": found.name,
            "is_suspended": True,
            "is_blocked": False,
            "total_karma": 0,
            "awardee_karma": 0,
            "awarder_karma": 0,
        }
    accepts = found.refusal is None
    return {
        "id": found.id,
        "name": found.name,
        "created": float(found.created),
        "created_utc": float(found.created),
        "link_karma": 1,
        "comment_karma": 1,
        "total_karma": 2,
        "is_gold": False,
        "is_mod": False,
        "is_employee": False,
        "has_verified_email": True,
        "is_suspended": False,
        "verified": True,
        "accept_pms": accepts,
        "accept_chats": True,
        "subreddit": {
            "display_name": f"u_{found.name}",
            "name": f"t5_u{found.id}",
            "title": "",
            "display_name_prefixed": f"u/{found.name}",
            "subreddit_type": "user",
            "url": f"/user/{found.name}/",
        },
    }
