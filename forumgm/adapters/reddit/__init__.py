"""Reddit over PRAW.

``forum``     ``RedditForum``, the port
``client``    settings, the one PRAW instance, reading raw JSON
``wire``      the requestor: no write twice, time, budget, counts
``errors``    what PRAW raises, in the port's words
``shapes``    Reddit's JSON to our values
``polling``   one poll; ``tree`` and ``modmail`` are two of its sources
``writing``   everything we write
``lookups``   people, threads, our own writings
``rights``    what our account may do, for ``forumgm check``
"""

from forumgm.adapters.reddit.client import RedditSettings
from forumgm.adapters.reddit.forum import RedditForum
from forumgm.adapters.reddit.wire import Budget

__all__ = ["Budget", "RedditForum", "RedditSettings"]
