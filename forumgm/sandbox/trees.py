"""A thread as Reddit sends it: a tree with "more" where it is long and "continue this thread" where it is deep.

Laws:
* At most ``page`` comments in a tree, the shallow ones first; the rest waits behind "more", parents before children.
* Ten levels deep, then "continue this thread" (a "more" without ids).
* A deleted or removed comment stays as a stub while it has visible answers, otherwise it is gone.
* Walking is iterative: a thread may be as deep as it likes.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from forumgm.sandbox import shapes
from forumgm.sandbox.forum import ForumState
from forumgm.sandbox.shapes import Json
from forumgm.sandbox.sight import NO_LAG, Lag, hidden_by, is_listed
from forumgm.sandbox.things import Account, Comment, Post

DEEPEST_LEVEL = 10
LARGEST_TREE = 500
MORE_AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads a thread, and how."""

    viewer: Account | None
    sort: str = "confidence"
    lag: Lag = NO_LAG


class Thread:
    """The visible comments of one post for one reader."""

    def __init__(self, forum: ForumState, post: Post, reader: Reader) -> None:
        """Find out which comments show and in which order."""
        self._forum, self._reader = forum, reader
        comments = [forum.comments[identity] for identity in forum.at.thread[post.id]]
        hidden = hidden_by(reader.lag, reversed(comments), now=forum.clock.now())
        self._below: dict[str, list[Comment]] = {}
        self._size: dict[str, int] = {}
        for comment in reversed(comments):  # answers come after what they answer, so each is settled in time
            below = self._below.get(comment.fullname)
            if comment.fullname in hidden:
                continue
            if below or is_listed(forum, comment, reader.viewer):
                self._below.setdefault(comment.parent, []).append(comment)
                self._size[comment.fullname] = 1 + sum(self._size[under.fullname] for under in below or ())

    def answers(self, fullname: str) -> list[Comment]:
        """The visible answers to an item, stickied ones first, then as the reader sorts."""
        below = self._below.get(fullname, [])
        ordered = below if self._reader.sort == "new" else below[::-1]
        return sorted(ordered, key=lambda comment: not comment.stickied)

    def size(self, comments: list[Comment]) -> int:
        """How many comments these are with all that hangs below them."""
        return sum(self._size.get(comment.fullname, 1) for comment in comments)

    def tree(self, root: str, *, budget: int) -> list[Json]:
        """The answers to ``root`` as nested JSON."""
        top: list[Json] = []
        waiting: deque[tuple[str, int, Callable[[list[Json]], None]]] = deque([(root, 0, top.extend)])
        while waiting:
            parent, depth, attach = waiting.popleft()
            answers = self.answers(parent)
            if not answers:
                continue
            if depth >= DEEPEST_LEVEL:
                attach([shapes.more(parent=parent, ids=[], count=0, depth=depth)])
                continue
            shown, rest = answers[:budget], answers[budget:]
            budget -= len(shown)
            children = [self._one(comment, depth) for comment in shown]
            for comment, child in zip(shown, children, strict=True):
                waiting.append((comment.fullname, depth + 1, _attach_to(child)))
            if rest:
                children.append(self._rest(parent, rest, depth))
            attach(children)
        return top

    def focus(self, comment: Comment, *, context: int, budget: int) -> list[Json]:
        """One comment with its answers, inside up to ``context`` of the comments that it answers."""
        node = self._one(comment, 0)
        _attach_to(node)(self.tree(comment.fullname, budget=budget))
        while context > 0 and comment.parent.startswith("t1_"):
            comment, inner = self._forum.comments[comment.parent[3:]], node
            node = self._one(comment, 0)
            _attach_to(node)([inner])
            context -= 1
        return [node]

    def flat(self, ids: list[str]) -> list[Json]:
        """The named comments and what hangs below them, parents first; what is too much waits behind "more"."""
        found: list[Json] = []
        wanted = [self._forum.comments[identity] for identity in ids if identity in self._forum.comments]
        waiting = deque(comment for comment in wanted if comment.fullname in self._size)
        left: dict[str, list[Comment]] = {}
        budget = max(MORE_AT_ONCE, len(waiting))
        seen: set[str] = set()
        while waiting:
            comment = waiting.popleft()
            if comment.fullname in seen:
                continue
            if len(seen) >= budget:
                left.setdefault(comment.parent, []).append(comment)
                continue
            seen.add(comment.fullname)
            found.append(self._one(comment, comment.depth))
            waiting.extend(self.answers(comment.fullname))
        found.extend(self._rest(parent, rest, rest[0].depth) for parent, rest in left.items())
        return found

    def _one(self, comment: Comment, depth: int) -> Json:
        shape = shapes.comment(self._forum, comment, self._reader.viewer)
        shape["data"]["depth"] = depth
        return shape

    def _rest(self, parent: str, rest: list[Comment], depth: int) -> Json:
        ids = [comment.id for comment in rest]
        return shapes.more(parent=parent, ids=ids, count=self.size(rest), depth=depth)


def _attach_to(node: Json) -> Callable[[list[Json]], None]:
    def attach(children: list[Json]) -> None:
        if children:
            node["data"]["replies"] = shapes.listing(children)

    return attach
