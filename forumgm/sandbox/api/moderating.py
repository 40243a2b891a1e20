"""Endpoints of moderators: distinguish, sticky, lock, remove, sort, flair, bans.

Law: who does not moderate the subreddit gets a bare 403.
"""

from dataclasses import replace

from forumgm.sandbox import shapes
from forumgm.sandbox.api.call import EMPTY, OK, Answer, Call, Row
from forumgm.sandbox.api.posting import item as shape_of
from forumgm.sandbox.api.reading import account_of, subreddit_of
from forumgm.sandbox.things import Comment, Flair, Item, Post, Subreddit
from forumgm.sandbox.writing import Barred, Refused

FLAIRS_AT_ONCE = 1000


def _moderated(call: Call, name: str) -> Item:
    found = call.forum.item(name)
    if found is None or not call.forum.is_moderator(call.viewer, found.sub):
        raise Barred(403)
    return found


def _own_sub(call: Call) -> Subreddit:
    sub = subreddit_of(call, call.parts[0])
    if not call.forum.is_moderator(call.viewer, sub.id):
        raise Barred(403)
    return sub


def distinguish(call: Call) -> Answer:
    """POST api/distinguish: one's own item speaks for the moderators, a top comment may stick."""
    found = _moderated(call, call.need("id"))
    if found.author != call.me().id:
        raise Barred(403)
    speaks = call.form.get("how") == "yes"
    changed: Item = replace(found, distinguished=speaks)
    if isinstance(changed, Comment):
        stickied = speaks and changed.depth == 0 and call.flag("sticky", default=False)
        if stickied:
            _unstick(call, post=changed.post)
        changed = replace(changed, stickied=stickied)
    call.forum.put(changed)
    return Answer(shapes.things(shape_of(call, changed)))


def _unstick(call: Call, *, post: str) -> None:
    """A thread has one sticky comment."""
    for identity in call.forum.at.answers[f"t3_{post}"]:
        comment = call.forum.comments[identity]
        if comment.stickied:
            call.forum.put(replace(comment, stickied=False))


def lock(call: Call) -> Answer:
    """POST api/lock and unlock."""
    call.forum.put(replace(_moderated(call, call.need("id")), locked=call.parts[0] == "lock"))
    return EMPTY


def remove(call: Call) -> Answer:
    """POST api/remove and approve."""
    is_approval = call.parts[0] == "approve"
    call.forum.put(replace(_moderated(call, call.need("id")), removed=not is_approval, approved=is_approval))
    return EMPTY


def sticky_post(call: Call) -> Answer:
    """POST api/set_subreddit_sticky: 409 when it is so already."""
    found = _moderated(call, call.need("id"))
    state = call.flag("state", default=True)
    if not isinstance(found, Post) or found.stickied is state:
        raise Barred(409)
    call.forum.put(replace(found, stickied=state))
    return OK


def suggested_sort(call: Call) -> Answer:
    """POST api/set_suggested_sort."""
    found = _moderated(call, call.need("id"))
    if not isinstance(found, Post):
        raise Barred(403)
    sort = call.form.get("sort", "")
    call.forum.put(replace(found, suggested_sort=sort if sort not in {"", "blank"} else None))
    return OK


def flair(call: Call) -> Answer:
    """POST r/X/api/flair, selectflair or deleteflair, for an account or a post."""
    sub, text = _own_sub(call), call.form.get("text", "")
    if call.form.get("link"):
        found = call.forum.item(call.form["link"])
        if not isinstance(found, Post) or found.sub != sub.id:
            raise Barred(403)
        call.forum.put(replace(found, flair=text or None))
        return OK
    account = call.forum.find_account(call.form.get("name", ""))
    if account is None:
        raise Refused("BAD_FLAIR_TARGET", "not a valid flair target", "name")
    shown = "" if call.parts[1] == "deleteflair" else text
    call.forum.put(Flair(sub=sub.id, account=account.id, text=shown, css_class=call.form.get("css_class") or None))
    return OK


def flair_list(call: Call) -> Answer:
    """GET r/X/api/flairlist, or one account's with ``name=``."""
    forum = call.forum
    flairs = [forum.flairs[key] for key in forum.at.flair_in[_own_sub(call).id]]
    asked = call.query.get("name", "").lower()
    rows = [
        {
            "user": forum.accounts[flair.account].name,
            "flair_text": flair.text,
            "flair_css_class": flair.css_class,
        }
        for flair in flairs
        if flair.text or flair.css_class
    ]
    if asked:
        rows = [row for row in rows if str(row["user"]).lower() == asked]
    return Answer({"users": rows[:FLAIRS_AT_ONCE]})


def befriend(call: Call) -> Answer:
    """POST r/X/api/friend and unfriend with type banned or contributor."""
    sub, kind = _own_sub(call), call.form.get("type")
    account = account_of(call, call.form.get("name", ""))
    joins = call.parts[1] == "friend"
    if kind == "banned":
        call.forum.put(replace(sub, banned=_changed(sub.banned, account.id, joins=joins)))
    elif kind == "contributor":
        call.forum.put(replace(sub, contributors=_changed(sub.contributors, account.id, joins=joins)))
    else:
        raise Refused("INVALID_OPTION", "that option is not valid", "type")
    return OK


def _changed(people: tuple[str, ...], account: str, *, joins: bool) -> tuple[str, ...]:
    others = tuple(one for one in people if one != account)
    return (*others, account) if joins else others


ROWS = (
    Row("POST", r"/api/distinguish", distinguish),
    Row("POST", r"/api/(lock|unlock)", lock),
    Row("POST", r"/api/(remove|approve)", remove),
    Row("POST", r"/api/set_subreddit_sticky", sticky_post),
    Row("POST", r"/api/set_suggested_sort", suggested_sort),
    Row("POST", r"/r/([^/]+)/api/(flair|selectflair|deleteflair)", flair),
    Row("GET", r"/r/([^/]+)/api/flairlist", flair_list),
    Row("POST", r"/r/([^/]+)/api/(friend|unfriend)", befriend),
)
