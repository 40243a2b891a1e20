"""The pages that are read: subreddits, threads, inboxes."""

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from forumgm.sandbox.forum import ForumState
from forumgm.sandbox.pages import views
from forumgm.sandbox.pages.frame import show, writer
from forumgm.sandbox.things import Post, Subreddit

SHORT_LIST = 10
LONG_LIST = 100
NOTHING = "There is nothing here."


@dataclass(frozen=True, slots=True)
class Draft:
    """What the form under a thread is about to do."""

    target: str
    target_name: str
    act: str = "comment"
    text: str = ""


class Rooms:
    """Endpoints over one forum."""

    def __init__(self, forum: ForumState) -> None:
        """Show this forum."""
        self._forum = forum

    async def index(self, request: Request) -> Response:
        """Subreddits with their newest threads."""
        forum, me = self._forum, writer(self._forum, request)
        subs = [
            (sub.name, len(forum.at.posts_in[sub.id]), views.threads(forum, sub.id, viewer=me, limit=SHORT_LIST))
            for sub in forum.subreddits.values()
        ]
        return show(forum, request, "index.html", subs=subs)

    async def subreddit(self, request: Request) -> Response:
        """One subreddit's threads, and a form for a new one."""
        sub = self._forum.find_subreddit(request.path_params["sub"])
        if sub is None:
            return self._missing(request)
        rows = views.threads(self._forum, sub.id, viewer=writer(self._forum, request), limit=LONG_LIST)
        moderators = [self._forum.accounts[identity].name for identity in sub.moderators]
        return show(self._forum, request, "subreddit.html", sub=sub.name, rows=rows, moderators=moderators)

    async def thread(self, request: Request) -> Response:
        """One thread with its comments, and the form to write in it."""
        post = self._forum.posts.get(request.path_params["thread"])
        sub = self._forum.find_subreddit(request.path_params["sub"])
        if post is None or sub is None or post.sub != sub.id:
            return self._missing(request)
        me = writer(self._forum, request)
        whole = request.query_params.get("all") == "1"
        comments, earlier = views.comments(self._forum, post, viewer=me, whole=whole)
        return show(
            self._forum,
            request,
            "thread.html",
            sub=sub.name,
            post=post,
            head=views.said(self._forum, post, viewer=me),
            comments=comments,
            earlier=earlier,
            href=views.thread_href(self._forum, post),
            draft=self._draft(request, post, sub),
        )

    def _draft(self, request: Request, post: Post, sub: Subreddit) -> Draft:
        """What the form under the thread writes to: a new answer, or the text that is being edited."""
        me = writer(self._forum, request)
        edited = self._forum.item(request.query_params.get("edit", ""))
        if edited and me and edited.author == me.id and edited.sub == sub.id and not edited.deleted:
            return Draft(edited.fullname, "your text", act="edit", text=edited.text)
        above = self._forum.item(request.query_params.get("reply", ""))
        if above is None or isinstance(above, Post) or above.post != post.id or above.deleted:
            return Draft(post.fullname, "the thread")
        return Draft(above.fullname, "a removed comment" if above.removed else self._forum.accounts[above.author].name)

    async def inbox(self, request: Request) -> Response:
        """One account's letters, and a form for a new one."""
        owner = self._forum.find_account(request.path_params["account"])
        if owner is None:
            return self._missing(request)
        query = request.query_params
        return show(
            self._forum,
            request,
            "inbox.html",
            owner=owner.name,
            letters=views.letters(self._forum, owner),
            to=query.get("to", ""),
            subject=query.get("subject", ""),
            draft=query.get("message", ""),
        )

    def _missing(self, request: Request) -> Response:
        return show(self._forum, request, "problem.html", status=404, problem=NOTHING, again=None, action="")
