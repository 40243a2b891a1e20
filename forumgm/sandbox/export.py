"""``GET /sandbox/export``: everything that was ever written, in the order of writing.

Law: ids and parents are fullnames; texts are the current ones, whatever was deleted or removed; earlier and later texts
of changed items stand under ``edits``.
"""

from typing import Any

from forumgm.sandbox.forum import ForumState
from forumgm.sandbox.shapes import destination
from forumgm.sandbox.things import Comment, Item, Message


def export(forum: ForumState) -> dict[str, list[dict[str, Any]]]:
    """Submissions, comments, messages and edits."""
    return {
        "submissions": [_item(forum, post) | {"title": post.title} for post in forum.posts.values()],
        "comments": [_item(forum, comment) for comment in forum.comments.values()],
        "messages": [_message(forum, message) for message in forum.messages.values()],
        "edits": [
            _item(forum, item) | {"created_utc": float(edit.created), "text": edit.text}
            for edit in forum.edits.values()
            if (item := forum.item(edit.item))
        ],
    }


def _item(forum: ForumState, item: Item) -> dict[str, Any]:
    return {
        "id": item.fullname,
        "author": forum.accounts[item.author].name,
        "subreddit": forum.subreddits[item.sub].name,
        "parent": item.parent if isinstance(item, Comment) else None,
        "created_utc": float(item.created),
        "text": item.text,
        "deleted": item.deleted,
        "removed": item.removed,
    }


def _message(forum: ForumState, message: Message) -> dict[str, Any]:
    return {
        "id": message.fullname,
        "author": forum.accounts[message.author].name if message.author else None,
        "to": destination(forum, message),
        "parent": message.parent,
        "created_utc": float(message.created),
        "subject": message.subject,
        "text": message.text,
    }
