"""The forms of the pages: what a person writes, as any account.

Laws:
* A form from another site is refused (``origin``).
* A refusal shows the typed text again: nothing that was written is lost.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from forumgm.sandbox import letters, writing
from forumgm.sandbox.forum import ForumState
from forumgm.sandbox.pages.frame import go, show
from forumgm.sandbox.pages.origin import is_own_request
from forumgm.sandbox.pages.views import thread_href
from forumgm.sandbox.things import Account, Comment, Item
from forumgm.sandbox.writing import Barred, Refused

Fields = dict[str, str]


@dataclass(frozen=True, slots=True)
class Forms:
    """Endpoints over one forum; each answers with the page where the result stands."""

    forum: ForumState

    def new_thread(self, author: Account, fields: Fields) -> str:
        """A new post."""
        sub = self.forum.subreddit(fields.get("sub", "").strip().removeprefix("r/"))
        post = writing.submit(
            self.forum,
            author,
            sub=sub,
            title=fields.get("title", ""),
            text=_text(fields),
            replies_noted=True,
        )
        return thread_href(self.forum, post)

    def comment(self, author: Account, fields: Fields) -> str:
        """A new comment."""
        made = writing.comment(self.forum, author, parent=fields.get("target", ""), text=_text(fields))
        return self._place(made)

    def edit(self, author: Account, fields: Fields) -> str:
        """A changed text."""
        return self._place(writing.edit(self.forum, author, fullname=fields.get("target", ""), text=_text(fields)))

    def delete(self, author: Account, fields: Fields) -> str:
        """A deleted item."""
        item = self.forum.item(fields.get("target", ""))
        if item is None or item.author != author.id:
            raise Barred(403)
        writing.delete(self.forum, author, fullname=item.fullname)
        return self._place(item)

    def letter(self, author: Account, fields: Fields) -> str:
        """A new message."""
        to, subject = fields.get("to", "").strip(), fields.get("subject", "")
        letters.compose(self.forum, author, to=to, subject=subject, text=_text(fields))
        return f"/inbox/{author.name}"

    def answer(self, author: Account, fields: Fields) -> str:
        """An answer to a message."""
        parent = self.forum.messages.get(fields.get("target", "").removeprefix("t4_"))
        if parent is None:
            raise Barred(403)
        letters.reply(self.forum, author, parent=parent, text=_text(fields))
        return f"/inbox/{author.name}"

    def mark_read(self, author: Account, _fields: Fields) -> str:
        """Everything in the inbox is read."""
        writing.mark_read(self.forum, author, fullnames=list(self.forum.at.unread[author.id]), unread=False)
        return f"/inbox/{author.name}"

    def pick(self, _author: Account, fields: Fields) -> str:
        """Another account to write as."""
        return fields.get("back", "/")

    def _place(self, item: Item) -> str:
        post = self.forum.posts[item.post] if isinstance(item, Comment) else item
        return f"{thread_href(self.forum, post)}#{item.fullname}"

    def endpoint(self, act: Callable[[Account, Fields], str]) -> Callable[[Request], Awaitable[Response]]:
        """``act`` as an endpoint that checks where the form comes from and shows refusals."""

        async def handle(request: Request) -> Response:
            if not is_own_request(request):
                return show(self.forum, request, "problem.html", status=403, problem=ELSEWHERE, again=None, action="")
            async with request.form(max_files=0, max_fields=10) as form:
                fields = {name: value for name, value in form.items() if isinstance(value, str)}
            try:
                author = self.forum.account(fields.get("account", "").strip().removeprefix("u/"))
                place = act(author, fields)
            except (Refused, Barred, ValueError) as no:
                return show(
                    self.forum,
                    request,
                    "problem.html",
                    status=400,
                    problem=_words(no),
                    again=fields,
                    action=request.url.path,
                )
            finally:
                self.forum.commit()
            return go(place, account=author)

        return handle


ELSEWHERE = "This form was not sent from a page of this forum."


def _text(fields: Fields) -> str:
    return fields.get("text", "").replace("\r\n", "\n")


def _words(no: Exception) -> str:
    if isinstance(no, Refused):
        return f"{no.code}: {no.text}"
    if isinstance(no, Barred):
        return "The forum does not allow this here (403)."
    return f"This can't be done: {no}."
