"""A whole forum in memory, for playing games in tests: fast, with a clock and faults that the test sets.

``world``   accounts, threads, comments, messages and what people do with them
``faults``  trouble that a test orders: unreachable reads, refused and unclear writes
``reading`` what the GM reads
``forum``   what the GM writes: the whole ``Forum`` port
"""

from forumgm.adapters.memory.faults import Done
from forumgm.adapters.memory.forum import MemoryForum
from forumgm.adapters.memory.world import Letter, Note, Topic

__all__ = ["Done", "Letter", "MemoryForum", "Note", "Topic"]
