"""What an account may write: posts, comments, edits, deletions, with Reddit's limits and refusals.

Laws:
* A refusal that Reddit words is ``Refused``; one that it answers with a bare status is ``Barred``.
* Lengths are counted on the Markdown source (reddit.md 3.1).
* An edit within 180 s of writing leaves no mark (reddit.md 3.4); the export remembers it all the same.
"""

import re
from dataclasses import replace

from forumgm.sandbox.forum import ForumState
from forumgm.sandbox.ids import Kind
from forumgm.sandbox.things import Account, Comment, Edit, Item, Message, Note, NoteKind, Post, Subreddit

COMMENT_LIMIT = 10_000
POST_LIMIT = 40_000
TITLE_LIMIT = 300
UNMARKED_EDIT = 180
MOST_MENTIONS = 3
MENTION = re.compile(r"(?<![\w/])/?u/([A-Za-z0-9_-]{3,20})", re.ASCII)


class Refused(Exception):  # noqa: N818 - it is the forum's answer, not an error of the program
    """Reddit's JSON error: a code, a text and the field that it is about."""

    def __init__(self, code: str, text: str, field: str) -> None:
        """Carry the three parts of the answer."""
        super().__init__(code, text, field)
        self.code, self.text, self.field = code, text, field


class Barred(Exception):  # noqa: N818 - as above
    """A bare HTTP status without explanation."""

    def __init__(self, status: int) -> None:
        """Carry the status."""
        super().__init__(status)
        self.status = status


def check_text(text: str, *, limit: int, field: str = "text") -> None:
    """Refused when the text is longer than the limit (in characters of its Markdown source)."""
    if len(text) > limit:
        raise Refused("TOO_LONG", f"this is too long (max: {limit})", field)


def check_body(text: str, *, limit: int) -> None:
    """Refused when there is nothing but white space, or too much."""
    if not text.strip():
        raise Refused("NO_TEXT", "we need something here", "text")
    check_text(text, limit=limit)


def check_standing(author: Account) -> None:
    """Refused when the account is suspended (reddit.md 3.7, IN_TIMEOUT)."""
    if author.suspended:
        raise Refused("IN_TIMEOUT", "you can't do that while suspended", "user")


def submit(forum: ForumState, author: Account, *, sub: Subreddit, title: str, text: str, replies_noted: bool) -> Post:
    """A new post stands in the subreddit."""
    check_standing(author)
    if author.id in sub.banned:
        raise Barred(403)
    if not title.strip():
        raise Refused("NO_TEXT", "we need something here", "title")
    check_text(title, limit=TITLE_LIMIT, field="title")
    check_text(text, limit=POST_LIMIT)
    post = Post(
        id=forum.counters.take(Kind.POST),
        author=author.id,
        sub=sub.id,
        title=title,
        text=text,
        created=forum.clock.stamp(),
        replies_noted=replies_noted,
    )
    forum.put(post)
    return post


def comment(forum: ForumState, author: Account, *, parent: str, text: str) -> Comment:
    """A new comment stands under ``parent`` (a fullname), and those whom it concerns find it in their inbox."""
    check_standing(author)
    above = forum.item(parent)
    if above is None:
        raise Barred(403)  # reddit.md 3.4: an unknown parent is a bare 403
    check_body(text, limit=COMMENT_LIMIT)
    post = above if isinstance(above, Post) else forum.posts[above.post]
    _check_open(forum, author, above=above, post=post)
    made = Comment(
        id=forum.counters.take(Kind.COMMENT),
        author=author.id,
        sub=post.sub,
        post=post.id,
        parent=parent,
        depth=above.depth + 1 if isinstance(above, Comment) else 0,
        text=text,
        created=forum.clock.stamp(),
    )
    forum.put(made)
    _notify(forum, made, above=above)
    return made


def _check_open(forum: ForumState, author: Account, *, above: Item, post: Post) -> None:
    is_moderator = forum.is_moderator(author, post.sub)
    if author.id in forum.subreddits[post.sub].banned:
        raise Barred(403)
    if above.deleted or (above.removed and not is_moderator):
        raise Refused("DELETED_COMMENT", "that comment has been deleted", "parent")
    if post.archived:
        raise Refused("TOO_OLD", "that's a piece of history now; it's too late to reply to it", "parent")
    if (post.locked or above.locked) and not is_moderator:
        raise Refused("THREAD_LOCKED", "Comments are locked.", "parent")


def _notify(forum: ForumState, made: Comment, *, above: Item) -> None:
    owners = {made.author}
    if above.replies_noted and above.author not in owners and not above.deleted:
        kind = NoteKind.POST_REPLY if isinstance(above, Post) else NoteKind.COMMENT_REPLY
        forum.put(Note(comment=made.id, owner=above.author, kind=kind))
        owners.add(above.author)
    names = {name.lower() for name in MENTION.findall(made.text)}
    if len(names) > MOST_MENTIONS:
        return  # reddit.md 3.1: four names or more notify nobody
    for name in sorted(names):
        account = forum.find_account(name)
        if account and account.id not in owners:
            forum.put(Note(comment=made.id, owner=account.id, kind=NoteKind.MENTION))
            owners.add(account.id)


def edit(forum: ForumState, author: Account, *, fullname: str, text: str) -> Item:
    """The item has the new text, marked as edited when it is older than three minutes."""
    item = forum.item(fullname)
    if item is None or item.author != author.id or item.deleted:
        raise Barred(403)
    check_standing(author)
    if isinstance(item, Post):
        check_text(text, limit=POST_LIMIT)
    else:
        check_body(text, limit=COMMENT_LIMIT)
    now = forum.clock.stamp()
    stamp = now if now - item.created > UNMARKED_EDIT else item.edited
    changed = replace(item, text=text, edited=stamp)
    forum.put(changed)
    forum.put(Edit(id=str(len(forum.edits)), item=fullname, text=text, created=now))
    return changed


def delete(forum: ForumState, author: Account, *, fullname: str) -> None:
    """The author's own item is deleted; anybody else's stays, without a word (as Reddit answers)."""
    item = forum.item(fullname)
    if item and item.author == author.id:
        forum.put(replace(item, deleted=True))


def mark_read(forum: ForumState, owner: Account, *, fullnames: list[str], unread: bool) -> int:
    """The named things in the owner's inbox are read, or unread again; how many there were."""
    marked = 0
    for fullname in fullnames:
        record: Message | Note | None
        if fullname.startswith(Kind.MESSAGE):
            record = forum.messages.get(fullname[3:])
            if record and record.to_account != owner.id:
                record = None
        else:
            record = forum.notes.get(f"{fullname[3:]}/{owner.id}")
        if record:
            marked += 1
            if record.unread is not unread:
                forum.put(replace(record, unread=unread))
    return marked
