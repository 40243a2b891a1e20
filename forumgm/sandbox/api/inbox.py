"""Inbox endpoints: listings of messages and noted comments, marks, compose.

Laws:
* In chat mode ``/message/messages`` and below answer 302 to the login page (reddit.md 4.2).
* At most 25 ids a mark; none of one's own is a 400, more a 413 (reddit.md 2).
"""

from forumgm.sandbox import letters, shapes
from forumgm.sandbox.api.call import EMPTY, OK, Answer, Call, Row
from forumgm.sandbox.shapes import Json
from forumgm.sandbox.sight import newest_letters, page, window
from forumgm.sandbox.things import Account, Message, NoteKind
from forumgm.sandbox.writing import Barred, mark_read

MOST_MARKS = 25
NOTES = {
    "comments": NoteKind.COMMENT_REPLY,
    "selfreply": NoteKind.POST_REPLY,
    "mentions": NoteKind.MENTION,
}


def login_page(call: Call) -> Answer:
    """The way to the login page, which nobody follows."""
    return Answer("", 302, {"Location": f"{call.base}/login/?dest={call.path}"})


def box(call: Call) -> Answer:
    """GET message/inbox, unread, messages, sent, comments, selfreply or mentions."""
    viewer, which = call.me(), call.parts[0]
    if which == "messages" and call.forum.settings.chat:
        return login_page(call)
    listed = newest_letters(call.forum, _names(call, viewer, which), lag=call.lag)
    found = page(call.forum, listed, window(call.query))
    children = [letter(call, viewer, name) for name in found.names]
    if which == "unread" and call.query.get("mark", "").lower() == "true":
        mark_read(call.forum, viewer, fullnames=list(found.names), unread=False)
    return Answer(shapes.listing(children, after=found.after))


def _names(call: Call, viewer: Account, which: str) -> list[str]:
    at = call.forum.at
    if which == "sent":
        return at.sent[viewer.id][::-1]
    if which == "unread":
        created = {name: _created(call, name) for name in at.unread[viewer.id]}
        return sorted(created, key=lambda name: created[name], reverse=True)
    names = at.inbox[viewer.id][::-1]
    if which == "messages":
        return [name for name in names if name.startswith("t4")]
    if which in NOTES:
        kind = NOTES[which]
        noted = (name for name in names if name.startswith("t1"))
        return [name for name in noted if call.forum.notes[f"{name[3:]}/{viewer.id}"].kind is kind]
    return names


def _created(call: Call, name: str) -> tuple[int, str, str]:
    if name.startswith("t4"):
        return call.forum.messages[name[3:]].created, "t4", name
    return call.forum.comments[name[3:]].created, "t1", name


def letter(call: Call, viewer: Account, name: str) -> Json:
    """A message or a noted comment as the viewer's inbox shows it."""
    if name.startswith("t1"):
        return shapes.inbox_comment(call.forum, call.forum.notes[f"{name[3:]}/{viewer.id}"])
    return _with_answers(call, viewer, call.forum.messages[name[3:]])


def _with_answers(call: Call, viewer: Account, message: Message) -> Json:
    if message.first:
        return shapes.message(call.forum, message, viewer)
    rest = [call.forum.messages[identity] for identity in call.forum.at.exchange[message.id][1:]]
    answers = [shapes.message(call.forum, answer, viewer) for answer in rest]
    return shapes.message(call.forum, message, viewer, replies=shapes.listing(answers) if answers else "")


def exchange(call: Call) -> Answer:
    """GET message/messages/{id}: the message that opened the exchange, with all answers."""
    if call.forum.settings.chat:
        return login_page(call)
    viewer = call.me()
    found = call.forum.messages.get(call.parts[0])
    if found is None:
        raise Barred(404)
    root = call.forum.messages[found.first or found.id]
    if viewer.id not in (root.author, root.to_account):
        raise Barred(403)
    return Answer(shapes.listing([_with_answers(call, viewer, root)]))


def mark(call: Call) -> Answer:
    """POST api/read_message and api/unread_message."""
    names = call.need("id").split(",")
    if len(names) > MOST_MARKS:
        raise Barred(413)
    unread = call.parts[0] == "unread"
    if not mark_read(call.forum, call.me(), fullnames=names, unread=unread):
        raise Barred(400)
    return EMPTY


def mark_all(call: Call) -> Answer:
    """POST api/read_all_messages: 202, and nothing is unread."""
    viewer = call.me()
    mark_read(call.forum, viewer, fullnames=list(call.forum.at.unread[viewer.id]), unread=False)
    return Answer({}, 202)


def compose(call: Call) -> Answer:
    """POST api/compose: the message goes out; no id comes back."""
    letters.compose(
        call.forum,
        call.me(),
        to=call.form.get("to", ""),
        subject=call.form.get("subject", ""),
        text=call.form.get("text", ""),
        from_sub=call.form.get("from_sr") or None,
    )
    return OK


ROWS = (
    Row("GET", r"/message/(inbox|unread|messages|sent|comments|selfreply|mentions)", box),
    Row("GET", r"/message/messages/([a-z0-9]+)", exchange),
    Row("POST", r"/api/(read|unread)_message", mark),
    Row("POST", r"/api/read_all_messages", mark_all),
    Row("POST", r"/api/compose", compose),
)
