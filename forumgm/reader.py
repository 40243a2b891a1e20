"""The reader of a running daemon: the language with its vocabulary from the package and the host's own files."""

from forumgm.app.routing import Reader
from forumgm.commands.read import load_words
from forumgm.language.read import reader


def make_reader() -> Reader:
    """Return the reader. Raises ForumGmError, naming the file, if a vocabulary file is wrong."""
    return reader(load_words())
