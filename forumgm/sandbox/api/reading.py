"""Reading endpoints: threads, listings, info, people and subreddits."""

from forumgm.sandbox import shapes
from forumgm.sandbox.api.call import Answer, Call, Row
from forumgm.sandbox.shapes import Json
from forumgm.sandbox.sight import Page, newest_items, page, window
from forumgm.sandbox.things import Account, Post, Subreddit
from forumgm.sandbox.trees import LARGEST_TREE, Reader, Thread
from forumgm.sandbox.writing import Barred

MOST_FULLNAMES = 100


def subreddit_of(call: Call, name: str) -> Subreddit:
    """The subreddit of this name, made on first use; Barred(404) when none may be called so."""
    try:
        return call.forum.subreddit(name)
    except ValueError:
        raise Barred(404) from None


def account_of(call: Call, name: str) -> Account:
    """The account of this name; Barred(404) when there is none."""
    found = call.forum.find_account(name)
    if found is None:
        raise Barred(404)
    return found


def as_listing(call: Call, found: Page) -> Answer:
    """A page of posts and comments as a Listing."""
    shown = (shapes.item(call.forum, name, call.viewer, base=call.base) for name in found.names)
    return Answer(shapes.listing([item for item in shown if item], after=found.after))


def me(call: Call) -> Answer:
    """GET api/v1/me: the bare account, with its inbox counts."""
    viewer = call.me()
    unread = len(call.forum.at.unread[viewer.id])
    extra: Json = {"inbox_count": unread, "has_mail": unread > 0, "has_mod_mail": False, "in_beta": False}
    return Answer(shapes.account(viewer) | {"id": viewer.id} | extra)


def user_about(call: Call) -> Answer:
    """GET user/X/about."""
    return Answer({"kind": "t2", "data": shapes.account(account_of(call, call.parts[0]))})


def user_items(call: Call) -> Answer:
    """GET user/X/comments, /submitted and /overview."""
    author = account_of(call, call.viewer.name if call.parts[0] == "me" and call.viewer else call.parts[0])
    wanted = {"comments": ("t1",), "submitted": ("t3",)}.get(call.parts[1], ("t1", "t3"))
    names = [name for name in call.forum.at.by_author[author.id] if name.startswith(wanted)]
    listed = newest_items(call.forum, names, viewer=call.viewer, lag=call.lag)
    return as_listing(call, page(call.forum, listed, window(call.query)))


def _post_of(call: Call, identity: str) -> Post:
    post = call.forum.posts.get(identity)
    if post is None:
        raise Barred(404)
    return post


def _tree_budget(call: Call) -> int:
    asked = call.query.get("limit", "")
    limit = int(asked) if asked.isascii() and asked.isdigit() and 0 < len(asked) < 8 else LARGEST_TREE
    return max(1, min(call.forum.settings.page, limit, LARGEST_TREE))


def _reader(call: Call, *, sort: str | None = None) -> Reader:
    return Reader(viewer=call.viewer, sort=sort or "confidence", lag=call.lag)


def thread(call: Call) -> Answer:
    """GET comments/{id}: the post and its tree."""
    post = _post_of(call, call.parts[0])
    sort = call.query.get("sort") or post.suggested_sort
    tree = Thread(call.forum, post, _reader(call, sort=sort)).tree(post.fullname, budget=_tree_budget(call))
    return _pair(call, post, tree)


def branch(call: Call) -> Answer:
    """GET comments/{id}/_/{comment}: the post and one comment with what hangs below it."""
    post = _post_of(call, call.parts[0])
    found = call.forum.comments.get(call.parts[1])
    if found is None or found.post != post.id:
        return _pair(call, post, [])
    asked = call.query.get("context", "")
    context = min(int(asked), 100) if asked.isascii() and asked.isdigit() and len(asked) < 8 else 0
    reading = Thread(call.forum, post, _reader(call, sort=call.query.get("sort")))
    return _pair(call, post, reading.focus(found, context=context, budget=_tree_budget(call)))


def _pair(call: Call, post: Post, tree: list[Json]) -> Answer:
    head = shapes.listing([shapes.post(call.forum, post, call.viewer, base=call.base)])
    return Answer([head, shapes.listing(tree)])


def more_children(call: Call) -> Answer:
    """GET or POST api/morechildren: the comments behind a "more", flat."""
    values = call.form or call.query
    post = _post_of(call, values.get("link_id", "").removeprefix("t3_"))
    ids = [identity for identity in values.get("children", "").split(",") if identity]
    reading = Thread(call.forum, post, _reader(call, sort=values.get("sort")))
    return Answer(shapes.things(*reading.flat(ids)))


def info(call: Call) -> Answer:
    """GET api/info: items by fullname; unknown ones are silently absent."""
    names = tuple(dict.fromkeys(call.query.get("id", "").split(",")))[:MOST_FULLNAMES]
    known = tuple(name for name in names if call.forum.item(name) or name.startswith("t5_"))
    shown = (_thing(call, name) for name in known)
    return Answer(shapes.listing([thing for thing in shown if thing]))


def _thing(call: Call, fullname: str) -> Json | None:
    if fullname.startswith("t5_"):
        sub = call.forum.subreddits.get(fullname[3:])
        return _subreddit(call, sub) if sub else None
    return shapes.item(call.forum, fullname, call.viewer, base=call.base)


def subreddit_comments(call: Call) -> Answer:
    """GET r/X/comments: the newest comments of the subreddit, or of several as r/X+Y."""
    lists = [call.forum.at.comments_in[sub.id][-_reach(call) :] for sub in _subreddits_of(call)]
    ids = sorted((identity for one in lists for identity in one), key=lambda identity: int(identity, 36))
    return _newest(call, [f"t1_{identity}" for identity in ids])


def _subreddits_of(call: Call) -> list[Subreddit]:
    return [subreddit_of(call, name) for name in call.parts[0].split("+")]


def subreddit_posts(call: Call) -> Answer:
    """GET r/X/new (and hot): the newest posts."""
    sub = subreddit_of(call, call.parts[0])
    return _newest(call, [f"t3_{identity}" for identity in call.forum.at.posts_in[sub.id][-_reach(call) :]])


def _reach(call: Call) -> int:
    """How far back a listing looks: the depth of listings and as much again for what is deleted or removed."""
    return 2_000 if "after" in call.query or "before" in call.query else 500


def _newest(call: Call, names: list[str]) -> Answer:
    listed = newest_items(call.forum, names, viewer=call.viewer, lag=call.lag)
    return as_listing(call, page(call.forum, listed, window(call.query)))


def subreddit_edited(call: Call) -> Answer:
    """GET r/X/about/edited: what was edited, latest edit first; for moderators."""
    subs = _subreddits_of(call)
    if not all(call.forum.is_moderator(call.viewer, sub.id) for sub in subs):
        raise Barred(403)
    wanted = {"comments": "t1", "links": "t3"}.get(call.query.get("only", ""), "t")
    names = [name for sub in subs for name in call.forum.at.edited_in[sub.id] if name.startswith(wanted)]
    items = [call.forum.item(name) for name in names]
    ordered = sorted((item for item in items if item and item.edited), key=lambda item: item.edited or 0)
    return _newest(call, [item.fullname for item in ordered])


def subreddit_about(call: Call) -> Answer:
    """GET r/X/about."""
    return Answer(_subreddit(call, subreddit_of(call, call.parts[0])))


def _subreddit(call: Call, sub: Subreddit) -> Json:
    return {
        "kind": "t5",
        "data": {
            "display_name": sub.name,
            "display_name_prefixed": f"r/{sub.name}",
            "id": sub.id,
            "name": sub.fullname,
            "title": sub.name,
            "public_description": "",
            "subscribers": 1,
            "user_is_moderator": call.forum.is_moderator(call.viewer, sub.id),
            "user_is_banned": call.viewer is not None and call.viewer.id in sub.banned,
            "user_is_contributor": call.viewer is not None and call.viewer.id in sub.contributors,
            "subreddit_type": "public",
            "url": f"/r/{sub.name}/",
            "created_utc": float(sub.created),
        },
    }


def subreddit_people(call: Call) -> Answer:
    """GET r/X/about/moderators, /banned and /contributors, with ``user=`` for one of them."""
    sub = subreddit_of(call, call.parts[0])
    kind = call.parts[1]
    if kind != "moderators" and not call.forum.is_moderator(call.viewer, sub.id):
        raise Barred(403)
    people: dict[str, tuple[str, ...]] = {
        "moderators": sub.moderators,
        "banned": sub.banned,
        "contributors": sub.contributors,
    }
    asked = call.query.get("user", "").lower()
    rows = [_relation(call.forum.accounts[identity], sub, kind) for identity in people[kind]]
    rows = [row for row in rows if not asked or row["name"].lower() == asked]
    if kind == "moderators":
        return Answer({"kind": "UserList", "data": {"children": rows}})
    return Answer(shapes.listing(rows))


def _relation(account: Account, sub: Subreddit, kind: str) -> Json:
    row: Json = {
        "name": account.name,
        "id": account.fullname,
        "rel_id": f"rb_{account.id}",
        "date": float(sub.created),
    }
    if kind == "moderators":
        return row | {"mod_permissions": ["all"], "author_flair_text": None, "author_flair_css_class": None}
    return row | ({"note": "", "days_left": None} if kind == "banned" else {})


ROWS = (
    Row("GET", r"/api/v1/me", me),
    Row("GET", r"/user/([^/]+)/about", user_about),
    Row("GET", r"/user/([^/]+)/(comments|submitted|overview)", user_items),
    Row("GET", r"/user/([^/]+)()", user_items),
    Row("GET", r"(?:/r/[^/]+)?/comments/([a-z0-9]+)(?:/[^/]*)?", thread),
    Row("GET", r"(?:/r/[^/]+)?/comments/([a-z0-9]+)/[^/]*/([a-z0-9]+)", branch),
    Row("GET", r"/api/morechildren", more_children),
    Row("POST", r"/api/morechildren", more_children),
    Row("GET", r"(?:/r/[^/]+)?/api/info", info),
    Row("GET", r"/r/([^/]+)/comments", subreddit_comments),
    Row("GET", r"/r/([^/]+)/(?:new|hot)", subreddit_posts),
    Row("GET", r"/r/([^/]+)", subreddit_posts),
    Row("GET", r"/r/([^/]+)/about/edited", subreddit_edited),
    Row("GET", r"/r/([^/]+)/about/(moderators|banned|contributors)", subreddit_people),
    Row("GET", r"/r/([^/]+)/about", subreddit_about),
)
