"""The web pages: ``rooms`` to read, ``forms`` to write; ``views``, ``markdown``, ``frame``, ``origin``, ``door``."""

from starlette.routing import Route

from forumgm.sandbox.forum import ForumState
from forumgm.sandbox.pages.forms import Forms
from forumgm.sandbox.pages.rooms import Rooms

__all__ = ["routes"]


def routes(forum: ForumState) -> list[Route]:
    """All pages and their forms."""
    rooms, forms = Rooms(forum), Forms(forum)
    acts = {
        "thread": forms.new_thread,
        "comment": forms.comment,
        "edit": forms.edit,
        "delete": forms.delete,
        "letter": forms.letter,
        "answer": forms.answer,
        "read": forms.mark_read,
        "account": forms.pick,
    }
    return [
        Route("/", rooms.index, methods=["GET"]),
        Route("/f/{sub}", rooms.subreddit, methods=["GET"]),
        Route("/f/{sub}/{thread}", rooms.thread, methods=["GET"]),
        Route("/inbox/{account}", rooms.inbox, methods=["GET"]),
        *(Route(f"/write/{name}", forms.endpoint(act), methods=["POST"]) for name, act in acts.items()),
    ]
