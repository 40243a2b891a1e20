"""Tags: the last line of everything that we write, by which it is found again on the forum (reddit.md 6.1).

Laws: public posts of a game have a number series of their own; everything else is tagged by letters that follow from
its key, so that no number tells how much private mail there was. A tag is visible: nothing is hidden in a text.
"""

import hashlib
import re

_LETTERS = "bcdfghjkmnpqrstvwxz"
_LENGTH = 6
_LINE = re.compile(r"\^\((.+)\)")
_POST = re.compile(r"([GS]\d+) · (\d+)")


def post_tag(game_id: str, number: int) -> str:
    """Return the tag of a numbered public post (``G7 · 41``)."""
    return f"{game_id.upper()} · {number}"


def private_tag(game_id: str | None, key: str) -> str:
    """Return the tag of any other writing: letters that follow from its key."""
    number = int.from_bytes(hashlib.sha256(f"forumgm/tag|{key}".encode()).digest()[:8])
    letters = ""
    for _ in range(_LENGTH):
        number, rest = divmod(number, len(_LETTERS))
        letters += _LETTERS[rest]
    return f"{game_id.upper() if game_id else 'GM'} · {letters}"


def tagged(text: str, tag: str) -> str:
    """Return the text with its tag as the last line, small."""
    return f"{text.rstrip()}\n\n^({tag})"


def untagged(text: str) -> str:
    """Return a tagged text without its last line."""
    return text.rsplit("\n\n", 1)[0]


def tag_of(text: str) -> str:
    """Return the tag that a text on the forum bears, empty if it bears none."""
    found = _LINE.fullmatch(text.rstrip().rsplit("\n", 1)[-1].strip())
    return found[1] if found is not None else ""


def post_of(tag: str) -> tuple[str, int] | None:
    """Return the game's id and the number in the tag of a numbered public post, None if it is no such tag."""
    found = _POST.fullmatch(tag)
    return (found[1].lower(), int(found[2])) if found is not None else None
