"""Writing endpoints for everybody: submit, comment, edit, delete, inbox replies."""

from dataclasses import replace

from forumgm.sandbox import letters, shapes, writing
from forumgm.sandbox.api.call import EMPTY, Answer, Call, Row
from forumgm.sandbox.api.reading import subreddit_of
from forumgm.sandbox.things import Comment, Item, Message
from forumgm.sandbox.writing import Barred, Refused


def submit(call: Call) -> Answer:
    """POST api/submit, for posts with their own text."""
    if call.form.get("kind", "self") != "self":
        raise Refused("INVALID_OPTION", "that option is not valid", "kind")
    post = writing.submit(
        call.forum,
        call.me(),
        sub=subreddit_of(call, call.need("sr")),
        title=call.form.get("title", ""),
        text=call.form.get("text", ""),
        replies_noted=call.flag("sendreplies", default=True),
    )
    url = call.base + shapes.permalink(call.forum, post)
    data = {"url": url, "drafts_count": 0, "id": post.id, "name": post.fullname}
    return Answer({"json": {"errors": [], "data": data}})


def comment(call: Call) -> Answer:
    """POST api/comment: an answer to a post, a comment or a message."""
    target, text = call.need("thing_id"), call.form.get("text", "")
    if not target.startswith("t4_"):
        return Answer(shapes.things(item(call, writing.comment(call.forum, call.me(), parent=target, text=text))))
    parent = call.forum.messages.get(target[3:])
    if parent is None:
        raise Barred(403)
    return Answer(shapes.things(_message(call, letters.reply(call.forum, call.me(), parent=parent, text=text))))


def _message(call: Call, sent: Message) -> shapes.Json:
    shape = shapes.message(call.forum, sent, call.me())
    if call.forum.settings.chat:
        shape["data"].update(id=shapes.PLACEHOLDER, name=f"t4_{shapes.PLACEHOLDER}")
    return shape


def item(call: Call, found: Item) -> shapes.Json:
    """The item as its writer sees it."""
    if isinstance(found, Comment):
        return shapes.comment(call.forum, found, call.viewer)
    return shapes.post(call.forum, found, call.viewer, base=call.base)


def edit(call: Call) -> Answer:
    """POST api/editusertext."""
    changed = writing.edit(call.forum, call.me(), fullname=call.need("thing_id"), text=call.form.get("text", ""))
    return Answer(shapes.things(item(call, changed)))


def delete(call: Call) -> Answer:
    """POST api/del."""
    writing.delete(call.forum, call.me(), fullname=call.need("id"))
    return EMPTY


def send_replies(call: Call) -> Answer:
    """POST api/sendreplies: whether answers to one's own item reach the inbox."""
    found = call.forum.item(call.need("id"))
    if found is None or found.author != call.me().id:
        raise Barred(403)
    call.forum.put(replace(found, replies_noted=call.flag("state", default=True)))
    return EMPTY


ROWS = (
    Row("POST", r"/api/submit", submit),
    Row("POST", r"/api/comment", comment),
    Row("POST", r"/api/editusertext", edit),
    Row("POST", r"/api/del", delete),
    Row("POST", r"/api/sendreplies", send_replies),
)
