"""What the pages show: plain values, made from the forum for one viewer."""

from dataclasses import dataclass

from markupsafe import Markup

from forumgm.sandbox.forum import ForumState
from forumgm.sandbox.pages.markdown import rendered
from forumgm.sandbox.shapes import DELETED, destination, shown_text
from forumgm.sandbox.sight import is_listed, may_read
from forumgm.sandbox.stamps import for_people, iso
from forumgm.sandbox.things import Account, Comment, Item, Message, Post
from forumgm.sandbox.trees import Reader, Thread

MOST_COMMENTS = 500
MOST_LETTERS = 200
DEEPEST_INDENT = 8


@dataclass(frozen=True, slots=True)
class Said:
    """A post or comment on a page."""

    fullname: str
    author: str
    html: Markup
    when: str
    stamp: str
    edited: str | None
    marks: tuple[str, ...]
    indent: int
    answers: str | None
    """Whom it answers, for those who can't see the indent."""
    is_own: bool
    is_open: bool
    """Whether it can be answered."""


@dataclass(frozen=True, slots=True)
class Row:
    """A thread in a list."""

    href: str
    title: str
    author: str
    when: str
    stamp: str
    comments: int
    marks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Letter:
    """A message or a noted comment in an inbox, or a sent message."""

    fullname: str
    title: str
    sender: str
    receiver: str
    html: Markup
    when: str
    stamp: str
    is_unread: bool
    is_own: bool
    href: str | None
    can_answer: bool


def threads(forum: ForumState, sub: str, *, viewer: Account | None, limit: int) -> list[Row]:
    """The newest threads of a subreddit (by id)."""
    rows: list[Row] = []
    for identity in reversed(forum.at.posts_in[sub]):
        post = forum.posts[identity]
        if is_listed(forum, post, viewer):
            rows.append(_row(forum, post))
        if len(rows) == limit:
            break
    return rows


def thread_href(forum: ForumState, post: Post) -> str:
    """The thread's page."""
    return f"/f/{forum.subreddits[post.sub].name}/{post.id}"


def _row(forum: ForumState, post: Post) -> Row:
    return Row(
        href=thread_href(forum, post),
        title=post.title,
        author=DELETED if post.deleted else forum.accounts[post.author].name,
        when=for_people(post.created),
        stamp=iso(post.created),
        comments=len(forum.at.thread[post.id]),
        marks=_marks(forum, post),
    )


def said(forum: ForumState, item: Item, *, viewer: Account | None, indent: int = 0) -> Said:
    """The item as the viewer sees it."""
    is_nameless = item.deleted or not may_read(forum, item, viewer)
    above = forum.item(item.parent) if isinstance(item, Comment) else None
    post = forum.posts[item.post] if isinstance(item, Comment) else item
    return Said(
        fullname=item.fullname,
        author=DELETED if is_nameless else forum.accounts[item.author].name,
        html=rendered(shown_text(forum, item, viewer)),
        when=for_people(item.created),
        stamp=iso(item.created),
        edited=for_people(item.edited) if item.edited else None,
        marks=_marks(forum, item),
        indent=min(indent, DEEPEST_INDENT),
        answers=_name(forum, above) if isinstance(above, Comment) else None,
        is_own=viewer is not None and viewer.id == item.author and not item.deleted,
        is_open=not (item.deleted or item.removed or item.locked or post.locked or post.archived),
    )


def _name(forum: ForumState, item: Comment) -> str:
    return DELETED if item.deleted or item.removed else forum.accounts[item.author].name


def _marks(forum: ForumState, item: Item) -> tuple[str, ...]:
    marks = {
        "moderator": item.distinguished,
        "pinned": item.stickied,
        "locked": item.locked,
        "removed": item.removed,
        "archived": isinstance(item, Post) and item.archived,
    }
    flair = (item.flair,) if isinstance(item, Post) and item.flair else ()
    writer = forum.flairs.get(f"{item.sub}/{item.author}")
    own = (writer.text,) if writer and writer.text and isinstance(item, Comment) and not item.deleted else ()
    return (*flair, *own, *(mark for mark, applies in marks.items() if applies))


def comments(forum: ForumState, post: Post, *, viewer: Account | None, whole: bool) -> tuple[list[Said], int]:
    """The thread's comments, each after what it answers, and how many early ones were left out."""
    reading = Thread(forum, post, Reader(viewer=viewer, sort="old"))
    flat: list[tuple[Comment, int]] = []
    waiting = [(comment, 0) for comment in reversed(reading.answers(post.fullname))]
    while waiting:
        comment, depth = waiting.pop()
        flat.append((comment, depth))
        waiting.extend((answer, depth + 1) for answer in reversed(reading.answers(comment.fullname)))
    shown = flat if whole else flat[-MOST_COMMENTS:]
    return [said(forum, comment, viewer=viewer, indent=depth) for comment, depth in shown], len(flat) - len(shown)


def letters(forum: ForumState, owner: Account) -> list[Letter]:
    """What lies in the inbox of ``owner`` and what he sent, newest first."""
    received = forum.at.inbox[owner.id][-MOST_LETTERS:]
    sent = forum.at.sent[owner.id][-MOST_LETTERS:]
    shown = [_letter(forum, owner, name) for name in dict.fromkeys((*received, *sent))]
    ordered = sorted((one for one in shown if one), key=lambda pair: pair[0], reverse=True)
    return [letter for _, letter in ordered[:MOST_LETTERS]]


def _letter(forum: ForumState, owner: Account, name: str) -> tuple[tuple[int, int], Letter] | None:
    order = int(name[3:], 36)
    if name.startswith("t4"):
        message = forum.messages[name[3:]]
        return (message.created, order), _message(forum, owner, message)
    comment = forum.comments[name[3:]]
    if comment.deleted:
        return None
    note = forum.notes[f"{comment.id}/{owner.id}"]
    post = forum.posts[comment.post]
    return (comment.created, order), Letter(
        fullname=name,
        title=f"{str(note.kind).replace('_', ' ')} in {post.title}",
        sender=forum.accounts[comment.author].name,
        receiver=owner.name,
        html=rendered(shown_text(forum, comment, owner)),
        when=for_people(comment.created),
        stamp=iso(comment.created),
        is_unread=note.unread,
        is_own=False,
        href=f"{thread_href(forum, post)}#{name}",
        can_answer=False,
    )


def _message(forum: ForumState, owner: Account, message: Message) -> Letter:
    sub = f"the moderators of r/{forum.subreddits[message.from_sub].name}" if message.from_sub else "[hidden]"
    is_own = message.author == owner.id
    return Letter(
        fullname=message.fullname,
        title=message.subject,
        sender=forum.accounts[message.author].name if message.author else sub,
        receiver=destination(forum, message),
        html=rendered(message.text),
        when=for_people(message.created),
        stamp=iso(message.created),
        is_unread=message.unread and message.to_account == owner.id,
        is_own=is_own,
        href=None,
        can_answer=not is_own and (message.author is not None or message.conversation is not None),
    )
